import { anchors, gaps, gapTitle, information, remark } from './digest.js';
import { icon, level } from './html-icons.js';
import { html } from './html-text.js';
import { markOf } from './marks.js';
import { cut } from './text.js';
const LISTED_OPEN = 8;
/** What got no judgement, by reason, with what would change that; then what does not apply, and notes. */
export function notJudged(report) {
    const names = anchors(report);
    const open = gaps(report, ['untested', 'cantTell']);
    const aside = gaps(report, ['inapplicable']);
    const notes = information(report).filter((v) => v.outcome === 'passed');
    return html `${section('not-judged', 'Not judged, and why', open, names)}
${section('not-applicable', 'Not applicable', aside, names)}
${notes.length > 0 &&
        html `<section aria-labelledby="noted" data-outcome="passed" data-level="MAY">
<h2 id="noted">Noted</h2>
<ul>${notes.map((v) => html `<li><a href="#${names.get(v)}">${v.requirement}</a>: ${remark(v)}</li>`)}</ul>
</section>`}`;
}
function section(id, title, groups, names) {
    if (groups.length === 0)
        return html ``;
    const total = groups.reduce((sum, gap) => sum + gap.verdicts.length, 0);
    return html `<section aria-labelledby="${id}">
<h2 id="${id}">${title} <span class="n">${total}</span></h2>
${groups.map((gap) => group(gap, names))}
</section>`;
}
function group(gap, names) {
    const [first] = gap.verdicts;
    const list = html `<ul class="names">${gap.verdicts.map((v) => item(v, gap, names))}</ul>`;
    const many = gap.verdicts.length > LISTED_OPEN;
    return html `<article class="gap" data-outcome="${gap.outcome}">
<h3>${icon(markOf(first))} ${gapTitle(gap)} <span class="n">${gap.verdicts.length}</span></h3>
<p class="says">${gap.unlock}</p>
${many ? html `<details><summary>The ${gap.verdicts.length} requirements</summary>${list}</details>` : list}
</article>
`;
}
function item(verdict, gap, names) {
    const own = cut(verdict.note ?? '', 1000);
    const note = own !== '' && own !== gap.unlock && html ` <em>${own}</em>`;
    return html `<li id="${names.get(verdict)}" data-level="${verdict.level}"><code>${verdict.requirement}</code> ${level(verdict.level)}<span class="muted">${verdict.says}</span>${note}</li>
`;
}
