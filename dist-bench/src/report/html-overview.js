import { OUTCOMES } from '../words.js';
import { chapterOf, gaps, gapTitle, headline, sentence } from './digest.js';
import { icon } from './html-icons.js';
import { html } from './html-text.js';
import { LEVELS, MARKS } from './marks.js';
import { count, duration } from './text.js';
const RESULT_MARK = { conforming: 'passed', nonconforming: 'failed', partial: 'cantTell' };
const GAPS_SHOWN = 4;
/** The first screen: the result in words, the target, the contracts, the date, what was tested and what not. */
export function overview(report) {
    return html `<header>
<p class="kicker">Compliance report <span>${report.kit.name} ${report.kit.version}</span></p>
<div class="result ${report.result}">
${icon(RESULT_MARK[report.result])}
<div><h1>${headline(report)}</h1><p>${sentence(report)}</p></div>
</div>
${report.run.interrupted && html `<p class="callout" role="note">The run was interrupted: what follows is what was learned until then.</p>`}
${report.run.notes.map((note) => html `<p class="callout" role="note">${note}</p>`)}
<dl class="facts">
<div><dt>Target</dt><dd><code>${report.target.url}</code></dd></div>
<div><dt>Contract</dt><dd>${report.contract.map((c) => html `<span class="contract">${c.id} <b>${c.version}</b></span> `)}</dd></div>
<div><dt>Checked</dt><dd>${date(report.run.startedAt)}</dd></div>
</dl>
<div class="columns">${counts(report)}${coverage(report)}</div>
</header>`;
}
function counts(report) {
    const cell = (level, mark) => {
        const number = report.summary[level][mark];
        return html `<td class="number${number === 0 && ' zero'}">${number}</td>`;
    };
    const failedAs = {
        MUST: 'failed',
        SHOULD: 'warning',
        MAY: 'information',
    };
    return html `<section aria-labelledby="counts"><h2 id="counts">Outcomes</h2>
<div class="scroll"><table class="counts"><caption class="vh">Number of requirements by level and outcome</caption>
<thead><tr><td></td>${OUTCOMES.map((outcome) => html `<th scope="col">${icon(outcome)}<span aria-hidden="true">${MARKS[outcome].label}</span></th>`)}</tr></thead>
<tbody>${LEVELS.map((level) => html `<tr data-failed-as="${failedAs[level]}"><th scope="row">${level}</th>${OUTCOMES.map((outcome) => cell(level, outcome))}</tr>`)}</tbody>
</table></div>
<p class="muted">A failed MUST decides the result. A failed SHOULD is a warning, a failed MAY is information.</p>
</section>`;
}
function coverage(report) {
    const judged = report.verdicts.filter((v) => v.outcome === 'passed' || v.outcome === 'failed');
    const operations = [...new Set(judged.map((v) => chapterOf(v.requirement)))];
    const open = gaps(report, ['untested', 'cantTell']);
    const left = open.length - GAPS_SHOWN;
    return html `<section aria-labelledby="coverage"><h2 id="coverage">What was tested, and what not</h2>
<ul class="coverage">
<li>${icon('passed')}<span><b>${judged.length} of ${count(report.verdicts.length, 'requirement')}</b> judged with ${count(report.run.requests, 'request')}, on ${operations.join(', ') || 'no operation'}.</span></li>
${open.slice(0, GAPS_SHOWN).map((gap) => html `<li>${icon(gap.outcome === 'cantTell' ? 'cantTell' : 'untested')}<span><b>${gap.verdicts.length} ${gapTitle(gap).toLowerCase()}.</b> ${gap.unlock}</span></li>`)}
${open.length === 0 && html `<li>${icon('passed')}<span>Nothing was left out.</span></li>`}
</ul>
${open.length > 0 && html `<p><a href="#not-judged">${left > 0 ? `${count(left, 'more reason')}, and everything not judged` : 'Everything not judged'}</a></p>`}
</section>`;
}
/** What is needed to run it again and to know what it was judged against. */
export function about(report) {
    const { seed, runs, requests, durationMs, profile } = report.run;
    return html `<section aria-labelledby="about"><h2 id="about">About this run</h2>
<dl class="facts">
<div><dt>Seed</dt><dd>${seed}</dd></div>
<div><dt>Runs</dt><dd>${runs}</dd></div>
<div><dt>Requests</dt><dd>${count(requests, 'request')} in ${duration(durationMs)}</dd></div>
<div><dt>Profile</dt><dd>${profile}</dd></div>
${report.contract.map((c) => html `<div class="wide"><dt>${c.id} ${c.version}</dt><dd><code>sha256 ${c.sha256}</code></dd></div>`)}
</dl>
</section>`;
}
function date(iso) {
    const time = new Date(iso);
    if (Number.isNaN(time.getTime()))
        return html `${iso}`;
    const format = new Intl.DateTimeFormat('en-GB', {
        dateStyle: 'long',
        timeStyle: 'short',
        timeZone: 'UTC',
    });
    return html `<time datetime="${iso}">${format.format(time)} UTC</time>`;
}
