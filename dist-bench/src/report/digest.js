import { LEVELS } from './marks.js';
import { REASONS } from './reasons.js';
import { count, cut } from './text.js';
/** `registry/withdraw/offered` → `withdraw`. */
export function chapterOf(requirement) {
    return requirement.split('/')[1] ?? requirement;
}
/** `registry/withdraw/offered` → `offered`. */
export function nameOf(requirement) {
    return requirement.split('/').slice(2).join('/') || requirement;
}
/** The items by key, keys in order of first appearance. */
export function groupBy(items, key) {
    const groups = new Map();
    for (const item of items) {
        const group = groups.get(key(item));
        if (group)
            group.push(item);
        else
            groups.set(key(item), [item]);
    }
    return [...groups];
}
/** The failed verdicts of one level, one group for each requirement name. */
export function failures(report, level) {
    const failed = report.verdicts.filter((v) => v.outcome === 'failed' && v.level === level);
    return groupBy(failed, (v) => nameOf(v.requirement)).map(([name, verdicts]) => ({
        name,
        verdicts,
    }));
}
const BY_NOTE_AT_MOST = 8;
/**
 * What got the given outcomes, grouped by reason and note, or by reason alone when that makes too many
 * groups. Groups with a MUST in them come first: they decide whether the target can be certified.
 */
export function gaps(report, outcomes) {
    const open = LEVELS.flatMap((level) => outcomes.flatMap((outcome) => report.verdicts.filter((v) => v.level === level && v.outcome === outcome)));
    const reason = (v) => `${v.outcome} ${v.reason ?? ''}`;
    const fine = groupBy(open, (v) => `${reason(v)} ${v.note ?? ''}`);
    const groups = fine.length > BY_NOTE_AT_MOST ? groupBy(open, reason) : fine;
    return groups.map(([, verdicts]) => {
        const [first] = verdicts;
        const unlock = cut(first.note ?? (first.reason ? REASONS[first.reason].unlock : ''), 1000);
        const why = first.reason ? { reason: first.reason } : {};
        return { outcome: first.outcome, ...why, unlock, verdicts };
    });
}
/** `Untested: missing fixture`: the outcome and reason of a gap in words. */
export function gapTitle(gap) {
    const outcome = { cantTell: 'Cannot tell', untested: 'Untested', inapplicable: 'Not applicable' };
    const word = outcome[gap.outcome] ?? gap.outcome;
    return gap.reason ? `${word}: ${REASONS[gap.reason].title}` : word;
}
const HEADLINES = {
    conforming: 'Conforms',
    nonconforming: 'Does not conform',
    partial: 'Partly judged',
};
/** The result in two or three words. */
export function headline(report) {
    return HEADLINES[report.result];
}
/** The result as one sentence that needs no other part of the report. */
export function sentence(report) {
    const { passed, failed, cantTell, untested } = report.summary.MUST;
    const open = cantTell + untested;
    const applicable = passed + failed + open;
    const of = count(applicable, 'mandatory requirement');
    const warnings = report.summary.SHOULD.failed;
    const extra = warnings > 0 ? `, with ${count(warnings, 'warning')}` : '';
    if (applicable === 0)
        return `No mandatory requirement was part of this run${extra}.`;
    if (failed > 0) {
        const rest = open > 0 ? `, ${open} could not be judged` : '';
        return `${failed} of ${of} failed${rest}${extra}.`;
    }
    if (passed === 0)
        return `None of ${of} could be judged${extra}.`;
    if (open > 0)
        return `No mandatory requirement failed, but ${open} of ${applicable} could not be judged${extra}.`;
    if (applicable === 1)
        return `The ${of} that applies passed${extra}.`;
    return `All ${of} that apply passed${extra}.`;
}
/** What is worth knowing and never a failure: MAY requirements that differ or carry a note, once for each name. */
export function information(report) {
    const interesting = report.verdicts.filter((v) => v.level === 'MAY' && (v.outcome === 'failed' || (v.outcome === 'passed' && v.note)));
    return groupBy(interesting, (v) => `${nameOf(v.requirement)} ${v.outcome}`).map(([, [v]]) => v);
}
/** What came of an informational verdict, in one sentence: its note, or its first finding. */
export function remark(verdict) {
    const [finding] = verdict.findings;
    if (verdict.note)
        return cut(verdict.note, 1000);
    return finding ? `Expected ${finding.expected}; actual ${finding.actual}.` : verdict.says;
}
/** A name for each verdict that no other verdict of the report has, made of letters that need no escape. */
export function anchors(report) {
    const plain = (text) => text.replace(/[^A-Za-z0-9/._~-]+/g, '-');
    const taken = new Set();
    const names = new Map();
    for (const verdict of report.verdicts) {
        const base = plain(verdict.requirement);
        let name = taken.has(base) ? `${base}~${plain(verdict.operation)}` : base;
        while (taken.has(name))
            name += '~';
        taken.add(name);
        names.set(verdict, name);
    }
    return names;
}
