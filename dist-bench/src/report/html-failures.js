import { anchors, chapterOf, failures } from './digest.js';
import { exchange } from './html-exchange.js';
import { icon, level as levelBox } from './html-icons.js';
import { html } from './html-text.js';
import { markOf } from './marks.js';
import { count, cut } from './text.js';
const FINDINGS_SHOWN = 5;
const EVIDENCE_SHOWN = 12;
/** Failures, warnings and information: what was owed, what came, and how to see it again. */
export function failed(report) {
    const names = anchors(report);
    return html `${part(report, 'MUST', 'failures', 'Failures', names)}
${part(report, 'SHOULD', 'warnings', 'Warnings', names)}
${part(report, 'MAY', 'information', 'Worth knowing', names)}`;
}
function part(report, level, id, title, names) {
    const groups = failures(report, level);
    if (groups.length === 0)
        return html ``;
    return html `<section aria-labelledby="${id}" data-outcome="failed" data-level="${level}">
<h2 id="${id}">${title} <span class="n">${report.summary[level].failed}</span></h2>
${groups.map((group, index) => card(group, names, level === 'MUST' && index === 0))}
</section>`;
}
function card({ name, verdicts }, names, open) {
    const [first] = verdicts;
    const where = verdicts.map((verdict, index) => place(verdict, names, open && index === 0));
    return html `<article class="card ${markOf(first)}">
<h3>${icon(markOf(first))} ${name} ${levelBox(first.level)}</h3>
<p class="says">${first.says} <code class="clause">${first.clause}</code></p>
${where}
</article>
`;
}
function place(verdict, names, open) {
    const id = names.get(verdict) ?? '';
    const shown = verdict.findings.slice(0, FINDINGS_SHOWN);
    const left = verdict.findings.length - shown.length;
    return html `<details id="${id}" class="place"${open && html ` open`}>
<summary><b>${chapterOf(verdict.requirement)}</b> <span class="brief">${brief(verdict)}</span></summary>
${shown.map(finding)}
${left > 0 && html `<p class="muted">And ${count(left, 'more finding')} in report.json.</p>`}
${verdict.note && html `<p>${cut(verdict.note, 1000)}</p>`}
${verdict.counterexample && exchange(verdict.counterexample, `curl-${id}`)}
<p class="muted"><a href="#${id}">${verdict.requirement}</a> · ${verdict.telling} of ${count(verdict.exchanges, 'exchange')} told something${evidence(verdict)}</p>
</details>
`;
}
function brief(verdict) {
    const [finding] = verdict.findings;
    return finding ? cut(`${cut(finding.actual, 80)} at ${finding.at}`, 140) : '';
}
function finding({ at, expected, actual }) {
    return html `<dl class="finding">
<div><dt>Expected</dt><dd>${cut(expected, 1000)}</dd></div>
<div><dt>Actual</dt><dd>${cut(actual, 1000)}</dd></div>
<div><dt>At</dt><dd><code>${cut(at, 500) || 'the whole answer'}</code></dd></div>
</dl>
`;
}
function evidence({ evidence: entries }) {
    if (entries.length === 0)
        return '';
    const more = entries.length > EVIDENCE_SHOWN ? ' …' : '';
    return ` · evidence.har entries ${entries.slice(0, EVIDENCE_SHOWN).join(', ')}${more}`;
}
