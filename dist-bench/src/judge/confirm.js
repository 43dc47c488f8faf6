import { judgeCase, sendCase } from './case.js';
/** Rounds of looking for an intermittent failure: finds one in forty with 99 %. */
const ROUNDS = 24;
/** Copies of a case sent at the same time in one round: a leak between requests shows only then. */
const COMPANY = 8;
/** The lowest kept failure that fails again at once; `undefined` when none does. */
export async function confirmAtOnce(tally, target, known) {
    for (const failure of tally.failures) {
        const again = await fails(tally, failure.at, target.send, known);
        if (!again)
            continue;
        // A hang-up is the target's own only while another request gets its answer.
        if ('owes' in tally.requirement) {
            const { operation } = failure.at.planned.probe;
            if (!(await target.answers(operation)))
                continue;
            if (!(await fails(tally, failure.at, target.send, known)))
                continue;
            if (!(await target.answers(operation)))
                continue;
        }
        return { failure: again, steady: true };
    }
    return undefined;
}
/**
 * Looks for failures that did not come back at once: the failing cases are sent again and again, in
 * company and beside a neighbour with other members, and every tally still open judges them. Returns
 * what came back, per tally.
 */
export async function confirmIntermittent(open, target, known, neighbour) {
    const found = new Map();
    const waiting = new Set(open);
    let sent = 0;
    for (let round = 0; round < ROUNDS && waiting.size > 0 && !target.stopped; round++) {
        for (const one of distinctCases(waiting)) {
            const beside = neighbour(one);
            const [company] = await Promise.all([
                Promise.all(Array.from({ length: COMPANY }, () => sendCase(one.planned.probe, one.steps, target.send))),
                beside && sendCase(beside.planned.probe, beside.steps, target.send),
            ]);
            sent += company.length;
            for (const tally of waiting) {
                if (!tally.requirement.probes.includes(one.planned.probe))
                    continue;
                const back = company
                    .map((e) => failureIn(tally, one, e, known))
                    .find((f) => f !== undefined);
                if (!back)
                    continue;
                waiting.delete(tally);
                const note = `intermittent: ${tally.failing} of the scan's cases failed, and it came back after ${sent} repetitions`;
                found.set(tally, { failure: back, steady: false, note });
            }
        }
    }
    return found;
}
function distinctCases(tallies) {
    const cases = new Map();
    for (const tally of tallies) {
        const first = tally.failures[0];
        if (first)
            cases.set(first.at.order, first.at);
    }
    return [...cases.values()].slice(0, 6);
}
async function fails(tally, one, send, known) {
    return failureIn(tally, one, await sendCase(one.planned.probe, one.steps, send), known);
}
function failureIn(tally, one, exchanges, known) {
    const { probe } = one.planned;
    const [told] = judgeCase(probe, [tally.requirement], one.steps.length, exchanges, known);
    if (!told?.culprit || told.findings.length === 0)
        return undefined;
    return { at: one, findings: told.findings, culprit: told.culprit };
}
