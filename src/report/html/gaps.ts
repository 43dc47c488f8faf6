import type { Verdict } from '../../model/index.ts';
import { type Gap, gaps, gapTitle, information, remark } from '../digest.ts';
import { REASONS } from '../reasons.ts';
import { markOf } from '../status.ts';
import { capitalised } from '../text.ts';
import { dataAttributes, type HtmlPage } from './document.ts';
import { icon, level } from './icons.ts';
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
