import { OUTCOMES } from '../words.js';
import { icon } from './html-icons.js';
import { html } from './html-text.js';
import { LEVELS } from './marks.js';
/** Boxes that show and hide outcomes and levels; the style sheet alone does it, no script is needed. */
export function filters(report) {
    const outcomes = OUTCOMES.map((outcome) => {
        const number = LEVELS.reduce((sum, level) => sum + report.summary[level][outcome], 0);
        return box(outcome, html `${icon(outcome, true)} <span class="n">${number}</span>`);
    });
    const levels = LEVELS.map((level) => {
        const number = OUTCOMES.reduce((sum, outcome) => sum + report.summary[level][outcome], 0);
        return box(level, html `${level} <span class="n">${number}</span>`);
    });
    return html `<section class="filters" aria-label="Filter">
<fieldset><legend>Show outcomes</legend>${outcomes}</fieldset>
<fieldset><legend>Show levels</legend>${levels}</fieldset>
</section>`;
}
function box(name, label) {
    return html `<label><input type="checkbox" id="show-${name}" checked autocomplete="off">${label}</label>`;
}
