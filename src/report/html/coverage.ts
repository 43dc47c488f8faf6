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

const LISTED_OPEN = 8;

/** Requirements without a judgement, by reason, with a remedy. */
export function notJudged(page: HtmlPage): PagePart | undefined {
  return part(
    page,
    'not-judged',
    'Not judged, and why',
    gaps(page.report, ['untested', 'cantTell']),
  );
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
    attributes: html`data-outcome="passed" data-level="MAY"`,
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
  return html`<article class="gap" data-outcome="${gap.outcome}" data-holds="v">
<h3>${icon(markOf(first))} <span>${gapTitle(gap)}</span> <span class="n">${gap.verdicts.length}</span></h3>
<p class="statement">${remedy(gap)}</p>
${many ? html`<details><summary>The ${gap.verdicts.length} requirements</summary>${list}</details>` : list}
</article>
`;
}

function item(page: HtmlPage, verdict: Verdict, gap: Gap): Html {
  const own = bounded(verdict.note ?? '', 1000);
  const note = own !== '' && own !== gap.unlock && html` <em>${own}</em>`;
  return html`<li id="${page.idOf(verdict)}" class="v" ${dataAttributes(page, verdict)}><code>${verdict.requirement}</code> ${level(verdict.level)}<span class="muted">${verdict.statement}</span>${note}</li>
`;
}

const GAPS_SHOWN = 4;
/** The most operations that are named; others are counted. */
const NAMED = 6;

/** The number of judged requirements, the others, and remedies. */
export function coverage({ report, operations }: HtmlPage): PagePart {
  const judged = report.verdicts.filter(isJudged);
  const left = operations.filter(({ verdicts }) => !verdicts.some(isJudged));
  const open = gaps(report, ['untested', 'cantTell']);
  const largest = open.toSorted((a, b) => b.verdicts.length - a.verdicts.length);
  const more = open.length - GAPS_SHOWN;
  const missing = unserved(report);
  const others = LEVELS.filter((level) => !isSelected(report.summary, level));
  const body = html`<ul class="coverage">
${largest.slice(0, GAPS_SHOWN).map(gapItem)}
${left.length > 0 && html`<li>${icon('untested')}<span><b>${count(left.length, 'operation')} not judged at all:</b> ${names(left)}.</span></li>`}
<li>${icon('passed')}<span><b>${judged.length} of ${count(report.verdicts.length, 'requirement')}</b> judged with ${count(report.run.requests, 'request')}, on ${reach(operations)}.</span></li>
${missing.map((text) => html`<li>${icon('cantTell')}<span>${text}.</span></li>`)}
${others.length > 0 && html`<li>${icon('untested')}<span>${others.join(' and ')} requirements were not selected.</span></li>`}
${open.length + missing.length + others.length === 0 && html`<li>${icon('passed')}<span>Nothing was left out.</span></li>`}
</ul>
${more > 0 && html`<p><a href="#not-judged">${count(more, 'more reason')}, and everything not judged</a></p>`}`;
  return { id: 'coverage', title: 'Coverage', body };
}

function gapItem(gap: Gap): Html {
  const mark = gap.outcome === 'cantTell' ? 'cantTell' : 'untested';
  return html`<li>${icon(mark)}<span><b>${count(gap.verdicts.length, 'requirement')}.</b> ${remedy(gap)}</span></li>
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
