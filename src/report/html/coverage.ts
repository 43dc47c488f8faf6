import type { Verdict } from '../../model/index.ts';
import { type Gap, gaps } from '../digest.ts';
import { operationsText } from '../names.ts';
import { unserved } from '../served.ts';
import { LEVELS } from '../status.ts';
import { isSelected } from '../summary.ts';
import { count } from '../text.ts';
import type { HtmlPage } from './document.ts';
import { remedy } from './gaps.ts';
import { icon } from './icons.ts';
import type { OperationRow } from './operations.ts';
import type { PagePart } from './parts.ts';
import { type Html, html } from './text.ts';

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
