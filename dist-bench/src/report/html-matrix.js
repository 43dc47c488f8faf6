import { OUTCOMES } from '../words.js';
import { anchors, chapterOf, groupBy, nameOf } from './digest.js';
import { icon } from './html-icons.js';
import { html } from './html-text.js';
import { markOf } from './marks.js';
/** More columns than this scroll sideways even on a wide screen. */
const FITS = 8;
/** Every requirement name against every operation, a mark in each cell that links to its verdict. Worst first. */
export function matrix(report) {
    const names = anchors(report);
    const chapters = groupBy(report.verdicts, (v) => chapterOf(v.requirement));
    const rows = groupBy(report.verdicts, (v) => nameOf(v.requirement)).sort(([, a], [, b]) => worst(a) - worst(b));
    return html `<section aria-labelledby="matrix">
<h2 id="matrix">All requirements by operation</h2>
<p class="muted">Worst first. Each mark leads to its verdict.</p>
<div class="${chapters.length > FITS ? 'scroll' : 'fit'}" tabindex="0" role="region" aria-labelledby="matrix">
<table class="matrix">
<caption class="vh">One row for each requirement, one column for each operation</caption>
<thead><tr><th scope="col">Requirement</th><th scope="col">Level</th>${chapters.map(([chapter]) => html `<th scope="col"><span>${chapter}</span></th>`)}</tr></thead>
<tbody>
${rows.map(([name, verdicts]) => row(name, verdicts, chapters.map(([chapter]) => chapter), names))}
</tbody>
</table>
</div>
</section>`;
}
function row(name, verdicts, chapters, names) {
    const levels = [...new Set(verdicts.map((v) => v.level))].join(' · ');
    const cells = chapters.map((chapter) => {
        const here = verdicts.filter((v) => chapterOf(v.requirement) === chapter);
        return html `<td>${here.map((verdict) => cell(verdict, names))}</td>`;
    });
    return html `<tr><th scope="row">${name}</th><td class="levels">${levels}</td>${cells}</tr>\n`;
}
function cell(verdict, names) {
    const title = `${chapterOf(verdict.requirement)}: ${verdict.level}, ${verdict.outcome}`;
    return html `<a href="#${names.get(verdict)}" title="${title}" data-outcome="${verdict.outcome}" data-level="${verdict.level}">${icon(markOf(verdict))}</a>`;
}
/** The rank of the worst verdict of a row: failed MUST, failed SHOULD, then the outcomes in their order. */
function worst(verdicts) {
    const ranks = verdicts.map((v) => {
        const rank = OUTCOMES.indexOf(v.outcome) * 3;
        if (v.outcome !== 'failed')
            return v.outcome === 'passed' ? 99 : rank;
        return { MUST: 0, SHOULD: 1, MAY: 13 }[v.level];
    });
    return Math.min(...ranks);
}
