import type { Report } from '../words.ts';
import { OUTCOMES } from '../words.ts';
import { icon } from './html-icons.ts';
import { type Html, html } from './html-text.ts';
import { LEVELS } from './marks.ts';

/** Boxes that show and hide outcomes and levels; the style sheet alone does it, no script is needed. */
export function filters(report: Report): Html {
  const outcomes = OUTCOMES.map((outcome) => {
    const number = LEVELS.reduce((sum, level) => sum + report.summary[level][outcome], 0);
    return box(outcome, html`${icon(outcome, true)} <span class="n">${number}</span>`);
  });
  const levels = LEVELS.map((level) => {
    const number = OUTCOMES.reduce((sum, outcome) => sum + report.summary[level][outcome], 0);
    return box(level, html`${level} <span class="n">${number}</span>`);
  });
  return html`<section class="filters" aria-label="Filter">
<fieldset><legend>Show outcomes</legend>${outcomes}</fieldset>
<fieldset><legend>Show levels</legend>${levels}</fieldset>
</section>`;
}

function box(name: string, label: Html): Html {
  return html`<label><input type="checkbox" id="show-${name}" checked autocomplete="off">${label}</label>`;
}
