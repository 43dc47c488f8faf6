import { anchors, chapterOf, groupBy, nameOf } from './digest.js';
import { icon } from './html-icons.js';
import { html } from './html-text.js';
import { count } from './text.js';
/** What holds, operation by operation: each requirement with its clause and how many exchanges showed it. */
export function passed(report) {
    const names = anchors(report);
    const verdicts = report.verdicts.filter((v) => v.outcome === 'passed');
    if (verdicts.length === 0)
        return html ``;
    return html `<section aria-labelledby="passed" data-outcome="passed">
<h2 id="passed">Passed <span class="n">${verdicts.length}</span></h2>
${groupBy(verdicts, (v) => chapterOf(v.requirement)).map(([chapter, list]) => operation(chapter, list, names))}
</section>`;
}
function operation(chapter, verdicts, names) {
    return html `<details class="card quiet passed">
<summary>${icon('passed')} <b>${chapter}</b> <span class="brief">${count(verdicts.length, 'requirement')}</span></summary>
<table class="list">
<caption class="vh">Requirements that passed for ${chapter}</caption>
<thead><tr><th scope="col">Requirement</th><th scope="col">Level</th><th scope="col">What is owed</th><th scope="col">Clause</th><th scope="col">Shown by</th></tr></thead>
<tbody>
${verdicts.map((verdict) => row(verdict, names))}
</tbody>
</table>
</details>
`;
}
function row(verdict, names) {
    const { requirement, level, says, clause, telling, exchanges } = verdict;
    return html `<tr id="${names.get(verdict)}" data-level="${level}"><th scope="row">${nameOf(requirement)}</th><td>${level}</td><td>${says}</td><td><code>${clause}</code></td><td class="number">${telling} of ${exchanges}</td></tr>
`;
}
