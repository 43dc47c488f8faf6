import type { Verdict } from '../../model/index.ts';
import { nameOf } from '../digest.ts';
import { count } from '../text.ts';
import { dataAttributes, type HtmlPage } from './document.ts';
import { icon } from './icons.ts';
import type { OperationRow } from './operations.ts';
import type { PagePart } from './parts.ts';
import { bounded, type Html, html } from './text.ts';

const LONGEST_STEP = 22;

/** What holds, operation by operation: each requirement with its clause, what was sent for it, and what was conclusive. */
export function passed(page: HtmlPage): PagePart | undefined {
  const number = page.report.verdicts.filter(isPassed).length;
  if (number === 0) return undefined;
  return {
    id: 'passed',
    title: 'Passed',
    number,
    attributes: html`data-outcome="passed" data-holds="v"`,
    body: html`<div class="passed">${page.operations.map((row) => operation(page, row))}</div>`,
  };
}

function isPassed({ outcome }: Verdict): boolean {
  return outcome === 'passed';
}

function operation(page: HtmlPage, { label, verdicts }: OperationRow): Html {
  const list = verdicts.filter(isPassed);
  if (list.length === 0) return html``;
  return html`<details class="card quiet" data-holds="v">
<summary>${icon('passed')} <b>${label}</b> <span class="brief">${count(list.length, 'requirement')}</span></summary>
<table class="list">
<caption class="vh">Requirements that passed for ${label}</caption>
<thead><tr><th scope="col">Requirement</th><th scope="col">What is expected</th><th scope="col">What was sent</th></tr></thead>
<tbody>
${list.map((verdict) => entry(page, verdict))}
</tbody>
</table>
</details>
`;
}

function entry(page: HtmlPage, verdict: Verdict): Html {
  const { requirement, level, statement, clause, conclusive, exchanges, note } = verdict;
  const id = page.idOf(verdict);
  return html`<tr id="${id}" class="v" ${dataAttributes(page, verdict)}><th scope="row"><a href="#${id}">${nameOf(requirement)}</a><span>${level}</span></th><td>${statement}<span>${clause}</span>${note && html`<em>${bounded(note, 300)}</em>`}</td><td class="evidence">${count(exchanges, 'exchange')}, ${conclusive} conclusive${example(page, verdict)}</td></tr>
`;
}

/** The first conclusive request, as far as the evidence is at hand. */
function example({ sent, report }: HtmlPage, { evidence }: Verdict): Html | undefined {
  const [index] = evidence;
  const one = index === undefined ? undefined : sent[index];
  if (!one) return undefined;
  const probe = one.probe.replace(/#.*/s, '');
  return html`<span>${probe !== '' && html`${probe}: `}<code>${one.method} ${short(one.url, report.target.url)}</code> → ${String(one.status || 'no response')} (evidence ${String(index)})</span>`;
}

/** The path below the target's URL; long steps, such as contract ids, by their beginning. */
function short(url: string, base: string): string {
  const path = url.startsWith(base) ? url.slice(base.length) : url;
  const steps = path.split('/').map((step) => {
    const long = step.length > LONGEST_STEP && /[\d%]/.test(step);
    return long ? `${step.slice(0, LONGEST_STEP / 2)}…` : step;
  });
  return bounded(steps.join('/'), 120) || '/';
}
