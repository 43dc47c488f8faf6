import type { Level } from '../../contract/contract.ts';
import type { Verdict } from '../../model/index.ts';
import { failures, type Group } from '../digest.ts';
import { markOf } from '../status.ts';
import { count, cut } from '../text.ts';
import { dataAttributes, type Page } from './document.ts';
import { exchange } from './exchange.ts';
import { icon, level as levelBox } from './icons.ts';
import { bounded, type Html, html } from './text.ts';

const FINDINGS_SHOWN = 5;
const EVIDENCE_SHOWN = 12;

/** Failures, warnings and information: what was expected, what came, and how to see it again. */
export function failed(page: Page): Html {
  return html`${part(page, 'MUST', 'failures', 'Failures')}
${part(page, 'SHOULD', 'warnings', 'Warnings')}
${part(page, 'MAY', 'information', 'Worth knowing')}`;
}

function part(page: Page, level: Level, id: string, title: string): Html {
  const groups = failures(page.report, level);
  if (groups.length === 0) return html``;
  const number = page.report.summary[level].failed;
  return html`<section aria-labelledby="${id}" data-holds="v">
<h2 id="${id}">${title} <span class="n">${number}</span></h2>
${groups.map((group, index) => card(page, group, level === 'MUST' && index === 0))}
</section>`;
}

function card(page: Page, { name, verdicts }: Group, open: boolean): Html {
  const [first] = verdicts;
  return html`<article class="card ${markOf(first)}" data-holds="v" data-outcome="failed" data-level="${first.level}">
<h3>${icon(markOf(first))} <span>${bounded(name, 200)}</span> ${levelBox(first.level)} <span class="n">${verdicts.length > 1 && count(verdicts.length, 'operation')}</span></h3>
<p class="statement">${first.statement}</p>
<p class="clause"><span>Clause</span> ${first.clause}</p>
${advice(first)}
${verdicts.map((verdict, index) => place(page, verdict, first, open && index === 0))}
</article>
`;
}

/** What is likely wrong, and what to do about it. */
function advice({ cause, fix }: Verdict): Html {
  return html`${paragraph('Likely cause', cause)}${paragraph('Fix', fix)}`;
}

function paragraph(title: string, words: string | undefined): Html {
  if (words === undefined) return html``;
  return html`<p class="fix"><span>${title}</span> ${bounded(words, 1000)}</p>`;
}

/** One operation of a card; what the card shows about `first` is not repeated. */
function place(page: Page, verdict: Verdict, first: Verdict, open: boolean): Html {
  const id = page.idOf(verdict);
  const shown = verdict.findings.slice(0, FINDINGS_SHOWN);
  const left = verdict.findings.length - shown.length;
  return html`<details id="${id}" class="v place" ${dataAttributes(page, verdict)}${open && html` open`}>
<summary><b>${page.operationOf(verdict).label}</b> <span class="brief">${brief(verdict)}</span></summary>
${shown.map(finding)}
${left > 0 && html`<p class="muted">And ${count(left, 'more finding')} in report.json.</p>`}
${verdict.note && html`<p>${bounded(verdict.note, 1000)}</p>`}
${(verdict.fix !== first.fix || verdict.cause !== first.cause) && advice(verdict)}
${exchange(page, verdict, shown)}
<p class="muted"><a href="#${id}">${verdict.requirement}</a> · ${count(verdict.exchanges, 'exchange')}, ${verdict.conclusive} conclusive${evidence(verdict)}</p>
</details>
`;
}

function brief(verdict: Verdict): string {
  const [finding] = verdict.findings;
  return finding ? cut(`${cut(finding.actual, 80)} at ${finding.at}`, 140) : '';
}

function finding({ at, expected, actual }: Verdict['findings'][number]): Html {
  return html`<dl class="finding">
<div><dt>Expected</dt><dd>${bounded(expected, 1000)}</dd></div>
<div><dt>Actual</dt><dd>${bounded(actual, 1000)}</dd></div>
<div><dt>At</dt><dd><code>${bounded(at, 500) || 'the whole response'}</code></dd></div>
</dl>
`;
}

function evidence({ evidence: entries }: Verdict): string {
  if (entries.length === 0) return '';
  const more = entries.length > EVIDENCE_SHOWN ? ' …' : '';
  return ` · evidence.har entries ${entries.slice(0, EVIDENCE_SHOWN).join(', ')}${more}`;
}
