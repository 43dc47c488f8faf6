/** A row for each operation: the outcomes of its requirements, its responses, and the requests of those that passed. */
import type { Verdict } from '../../model/index.ts';
import { groupBy, nameOf } from '../digest.ts';
import { MARKS, type Mark, markOf } from '../status.ts';
import { count } from '../text.ts';
import { dataAttributes, type HtmlPage } from './document.ts';
import { icon } from './icons.ts';
import type { OperationRow } from './operations.ts';
import type { PagePart } from './parts.ts';
import { type Responses, responsesOf } from './responses.ts';
import { bounded, type Html, html } from './text.ts';

const LONGEST_STEP = 22;
const ORDER = Object.keys(MARKS) as readonly Mark[];

export function rows(page: HtmlPage): PagePart | undefined {
  const { operations } = page;
  if (operations.length === 0) return undefined;
  const responses = responsesOf(page);
  const areas = groupBy(operations, ({ area }) => area);
  const body = html`${responses && html`<p class="muted">${responses.source}</p>`}
<p class="heads" aria-hidden="true"><span>Operation</span><span>Requirements</span>${responses && html`<span>Statuses</span><span class="scale">Latency ${responses.scale}</span>`}</p>
${areas.map(
  ([area, ofArea]) => html`<div data-holds="operation">${areas.length > 1 && html`<h3>${area}</h3>`}
${ofArea.map((row) => operation(page, row, responses))}</div>`,
)}`;
  return {
    id: 'operations',
    title: 'Operations',
    number: operations.length,
    attributes: html`data-holds="operation"`,
    body,
  };
}

function operation(page: HtmlPage, row: OperationRow, responses: Responses | undefined): Html {
  const { label, name, verdicts, index, key } = row;
  const passed = verdicts.filter(({ outcome }) => outcome === 'passed');
  const others = verdicts.filter(({ outcome }) => outcome !== 'passed');
  return html`<details class="operation" data-op="${String(index)}">
<summary><b>${name}</b><span class="tally">${markCounts(verdicts)}</span>${responses?.drawn(key)}</summary>
<div>${responses?.figures(key)}
${others.length > 0 && html`<ul class="links">${others.map((verdict) => link(page, verdict))}</ul>`}
${
  passed.length > 0 &&
  html`<table class="list" data-outcome="passed" data-holds="v">
<caption class="vh">Requirements that passed for ${label}</caption>
<thead><tr><th scope="col">Passed</th><th scope="col">What is expected</th><th scope="col">What was sent</th></tr></thead>
<tbody>
${passed.map((verdict) => entry(page, verdict))}
</tbody>
</table>`
}</div>
</details>
`;
}

/** The number of requirements with each mark, the worst mark first. */
function markCounts(verdicts: readonly Verdict[]): Html[] {
  const byMark = new Map(groupBy(verdicts, markOf));
  return ORDER.flatMap((mark) => {
    const { length } = byMark.get(mark) ?? [];
    return length > 0 ? [html`<span>${icon(mark)} ${length}</span>`] : [];
  });
}

/** A link to another part of the page. */
function link(page: HtmlPage, verdict: Verdict): Html {
  return html`<li ${dataAttributes(page, verdict)}><a href="#${page.idOf(verdict)}">${icon(markOf(verdict))} ${nameOf(verdict.requirement)}</a></li>`;
}

function entry(page: HtmlPage, verdict: Verdict): Html {
  const { requirement, level, statement, clause, conclusive, exchanges, note } = verdict;
  const id = page.idOf(verdict);
  return html`<tr id="${id}" class="v" ${dataAttributes(page, verdict)}><th scope="row"><a href="#${id}">${nameOf(requirement)}</a><span>${level}</span></th><td>${statement}<span>${clause}</span>${note && html`<em>${bounded(note, 300)}</em>`}</td><td class="evidence">${count(exchanges, 'exchange')}, ${conclusive} conclusive${example(page, verdict)}</td></tr>
`;
}

/** The first conclusive request, if it is in the evidence. */
function example({ sent, report }: HtmlPage, { evidence }: Verdict): Html | undefined {
  const [index] = evidence;
  const one = index === undefined ? undefined : sent[index];
  if (!one) return undefined;
  const probe = one.probe.replace(/#.*/s, '');
  return html`<span>${probe !== '' && html`${probe}: `}<code>${one.method} ${short(one.url, report.target.url)}</code> → ${String(one.status || 'no response')} (evidence ${String(index)})</span>`;
}

/** The path below the target's URL; long segments, such as contract ids, are cut. */
function short(url: string, base: string): string {
  const path = url.startsWith(base) ? url.slice(base.length) : url;
  const steps = path.split('/').map((step) => {
    const long = step.length > LONGEST_STEP && /[\d%]/.test(step);
    return long ? `${step.slice(0, LONGEST_STEP / 2)}…` : step;
  });
  return bounded(steps.join('/'), 120) || '/';
}
