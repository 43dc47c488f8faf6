import { OUTCOMES } from '../../model/index.ts';
import { groupBy } from '../digest.ts';
import { LEVELS } from '../status.ts';
import type { Page } from './document.ts';
import { icon } from './icons.ts';
import { type Html, html } from './text.ts';

/**
 * What is shown: boxes for outcomes and levels work by the style sheet alone; operation and text appear
 * where the script runs.
 */
export function filters(page: Page): Html {
  const { summary } = page.report;
  const outcomes = OUTCOMES.map((outcome) => {
    const number = LEVELS.reduce((sum, level) => sum + summary[level][outcome], 0);
    return box(outcome, html`${icon(outcome, true)} <span class="n">${number}</span>`);
  });
  const levels = LEVELS.map((level) => {
    const number = OUTCOMES.reduce((sum, outcome) => sum + summary[level][outcome], 0);
    return box(level, html`${level} <span class="n">${number}</span>`);
  });
  return html`<section class="filters" aria-label="Filter">
<fieldset><legend>Outcomes</legend>${outcomes}</fieldset>
<fieldset><legend>Levels</legend>${levels}</fieldset>
<div class="find" hidden>
<label><span>Operation</span><select id="filter-operation" autocomplete="off"><option value="">All</option>${options(page)}</select></label>
<label>Text <input id="filter-text" type="search" autocomplete="off" spellcheck="false"></label>
<button type="button" id="filter-reset">Show all</button>
<span id="filter-count" role="status"></span>
</div>
</section>`;
}

function options({ operations }: Page): Html[] {
  return groupBy(operations, (operation) => operation.area).map(
    ([area, ofArea]) =>
      html`<optgroup label="${area}">${ofArea.map(({ index, label }) => html`<option value="${index}">${label}</option>`)}</optgroup>`,
  );
}

function box(name: string, label: Html): Html {
  return html`<label><input type="checkbox" id="show-${name}" checked autocomplete="off">${label}</label>`;
}
