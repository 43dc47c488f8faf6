import type { Verdict } from '../../model/index.ts';
import { type Gap, gaps, gapTitle, information, remark } from '../digest.ts';
import { markOf } from '../status.ts';
import { dataAttributes, type Page } from './document.ts';
import { icon, level } from './icons.ts';
import { bounded, type Html, html } from './text.ts';

const LISTED_OPEN = 8;

/** What got no judgement, by reason, with what would change that; then what does not apply, and notes. */
export function notJudged(page: Page): Html {
  const open = gaps(page.report, ['untested', 'cantTell']);
  const aside = gaps(page.report, ['inapplicable']);
  const notes = information(page.report).filter((v) => v.outcome === 'passed');
  return html`${section(page, 'not-judged', 'Not judged, and why', open)}
${section(page, 'not-applicable', 'Not applicable', aside)}
${
  notes.length > 0 &&
  html`<section aria-labelledby="noted" data-outcome="passed" data-level="MAY">
<h2 id="noted">Noted</h2>
<ul>${notes.map((v) => html`<li><a href="#${page.idOf(v)}">${v.requirement}</a>: ${remark(v)}</li>`)}</ul>
</section>`
}`;
}

function section(page: Page, id: string, title: string, groups: readonly Gap[]): Html {
  if (groups.length === 0) return html``;
  const total = groups.reduce((sum, gap) => sum + gap.verdicts.length, 0);
  return html`<section aria-labelledby="${id}" data-holds="v">
<h2 id="${id}">${title} <span class="n">${total}</span></h2>
${groups.map((gap) => group(page, gap))}
</section>`;
}

function group(page: Page, gap: Gap): Html {
  const [first] = gap.verdicts;
  const list = html`<ul class="names">${gap.verdicts.map((v) => item(page, v, gap))}</ul>`;
  const many = gap.verdicts.length > LISTED_OPEN;
  return html`<article class="gap" data-outcome="${gap.outcome}" data-holds="v">
<h3>${icon(markOf(first))} <span>${gapTitle(gap)}</span> <span class="n">${gap.verdicts.length}</span></h3>
<p class="statement">${gap.unlock}</p>
${many ? html`<details><summary>The ${gap.verdicts.length} requirements</summary>${list}</details>` : list}
</article>
`;
}

function item(page: Page, verdict: Verdict, gap: Gap): Html {
  const own = bounded(verdict.note ?? '', 1000);
  const note = own !== '' && own !== gap.unlock && html` <em>${own}</em>`;
  return html`<li id="${page.idOf(verdict)}" class="v" ${dataAttributes(page, verdict)}><code>${verdict.requirement}</code> ${level(verdict.level)}<span class="muted">${verdict.statement}</span>${note}</li>
`;
}
