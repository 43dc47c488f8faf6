import type { Verdict } from '../../model/index.ts';
import { type Gap, gaps, gapTitle, information, remark } from '../digest.ts';
import { operationsText } from '../names.ts';
import { REASONS } from '../reasons.ts';
import { unserved } from '../served.ts';
import { LEVELS, markOf } from '../status.ts';
import { isSelected } from '../summary.ts';
import { capitalised, count } from '../text.ts';
import { dataAttributes, type HtmlPage } from './document.ts';
import { icon, level } from './icons.ts';
import type { OperationRow } from './operations.ts';
import type { PagePart } from './parts.ts';
import { bounded, type Html, html } from './text.ts';

const LISTED_OPEN = 3;
/** The most operations that are named; others are counted. */
const NAMED = 6;

/** How many requirements were judged, and those that were not: by reason, each with a remedy. */
export function coverage(page: HtmlPage): PagePart {
  const { report, operations } = page;
  const judged = report.verdicts.filter(isJudged);
  const left = operations.filter(({ verdicts }) => !verdicts.some(isJudged));
  const open = gaps(report, ['untested', 'cantTell']);
  const largest = open.toSorted((a, b) => b.verdicts.length - a.verdicts.length);
  const missing = unserved(report);
  const others = LEVELS.filter((level) => !isSelected(report.summary, level));
  const isWhole = open.length + missing.length + others.length + left.length === 0;
  const number = open.reduce((sum, gap) => sum + gap.verdicts.length, 0);
  const body = html`<ul class="coverage">
<li>${icon('passed')}<span><b>${judged.length} of ${count(report.verdicts.length, 'requirement')}</b> were judged, with ${count(report.run.requests, 'request')}, on ${reach(operations)}.${isWhole && ' Nothing that applies was left out.'}</span></li>
${left.length > 0 && html`<li>${icon('untested')}<span><b>${count(left.length, 'operation')} not judged at all:</b> ${names(left)}.</span></li>`}
${missing.map((text) => html`<li>${icon('cantTell')}<span>${text}.</span></li>`)}
${others.length > 0 && html`<li>${icon('untested')}<span>${others.join(' and ')} requirements were not selected.</span></li>`}
</ul>
<div data-holds="v">${largest.map((gap) => group(page, gap))}</div>`;
  return {
    id: 'coverage',
    title: 'What was judged, and what was not',
    short: 'Not judged',
    ...(number > 0 && { number }),
    body,
  };
}

export function notApplicable(page: HtmlPage): PagePart | undefined {
  return part(page, 'not-applicable', 'Not applicable', gaps(page.report, ['inapplicable']));
}

/** Information about requirements that passed. */
export function noted(page: HtmlPage): PagePart | undefined {
  const notes = information(page.report).filter((v) => v.outcome === 'passed');
  if (notes.length === 0) return undefined;
  return {
    id: 'noted',
    title: 'Noted',
    number: notes.length,
    attributes: html`data-mark="passed" data-level="MAY"`,
    body: html`<ul>${notes.map((v) => html`<li><a href="#${page.idOf(v)}">${v.requirement}</a>: ${remark(v)}</li>`)}</ul>`,
  };
}

/** The remedy. For an inconclusive requirement the note has the event, and the reason has the remedy. */
export function remedy({ outcome, reason, unlock }: Gap): string {
  const general = reason ? REASONS[reason].unlock : '';
  const first = capitalised(unlock);
  if (outcome !== 'cantTell' || general === '' || general === unlock) return first;
  return `${first.replace(/\.$/, '')}. ${general}`;
}

function part(
  page: HtmlPage,
  id: string,
  title: string,
  groups: readonly Gap[],
): PagePart | undefined {
  if (groups.length === 0) return undefined;
  return {
    id,
    title,
    number: groups.reduce((sum, gap) => sum + gap.verdicts.length, 0),
    attributes: html`data-holds="v"`,
    body: html`${groups.map((gap) => group(page, gap))}`,
  };
}

function group(page: HtmlPage, gap: Gap): Html {
  const [first] = gap.verdicts;
  const list = html`<ul class="names">${gap.verdicts.map((v) => item(page, v, gap))}</ul>`;
  const many = gap.verdicts.length > LISTED_OPEN;
  return html`<article class="gap" data-mark="${gap.outcome}" data-holds="v">
<h3>${icon(markOf(first))} <span>${gapTitle(gap)}</span> <span class="n">${gap.verdicts.length}</span></h3>
<p class="statement">${remedy(gap)}</p>
${many ? html`<details><summary>Requirements</summary>${list}</details>` : list}
</article>
`;
}

function item(page: HtmlPage, verdict: Verdict, gap: Gap): Html {
  const own = bounded(verdict.note ?? '', 1000);
  const note = own !== '' && own !== gap.unlock && html` <em>${capitalised(own)}</em>`;
  return html`<li id="${page.idOf(verdict)}" class="v" ${dataAttributes(page, verdict)}><code>${verdict.requirement}</code> ${level(verdict.level)}<span class="muted">${verdict.statement}</span>${note}</li>
`;
}

function isJudged({ outcome }: Verdict): boolean {
  return outcome === 'passed' || outcome === 'failed';
}

/** The judged operations, by name if they are few. */
function reach(operations: readonly OperationRow[]): string {
  const judged = operations.filter(({ verdicts }) => verdicts.some(isJudged));
  if (judged.length === 0) return 'no operation';
  if (judged.length <= NAMED) return names(judged);
  return `${judged.length} of ${count(operations.length, 'operation')}`;
}

function names(operations: readonly OperationRow[]): string {
  return operationsText(
    operations.map(({ label }) => label),
    NAMED,
  );
}
