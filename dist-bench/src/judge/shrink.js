import fc from 'fast-check';
import { judgeCase, sendCase } from './case.js';
/** A shrink that has sent this many requests keeps the smallest failure it has. */
const MOST_REQUESTS = 200;
/**
 * The smallest case that still fails the requirement, found one request after the other from the
 * failing case; `undefined` when the case itself no longer fails.
 */
export async function shrink(failing, requirement, send, known) {
    const { probe } = failing.planned;
    const seen = new Map();
    let requests = 0;
    let smallest;
    const attempt = async (steps) => {
        const key = JSON.stringify(steps.map((s) => (typeof s === 'function' ? 'then' : [s.method, s.path, s.headers, s.body])));
        const before = seen.get(key);
        if (before)
            return before;
        if (requests >= MOST_REQUESTS)
            return undefined;
        const exchanges = await sendCase(probe, steps, send);
        requests += exchanges.length;
        const [told] = judgeCase(probe, [requirement], steps.length, exchanges, known);
        const made = { exchanges, findings: told?.findings ?? [], culprit: told?.culprit };
        seen.set(key, made);
        return made;
    };
    const property = fc.asyncProperty(failing.stratum.stratum.cases, async (steps) => {
        const made = await attempt(steps);
        if (made === undefined || made.findings.length === 0)
            return true;
        smallest = made;
        return false;
    });
    const { seed } = failing.stratum;
    const result = await fc.check(property, { seed, path: String(failing.index), numRuns: 1 });
    if (!result.failed || smallest?.culprit === undefined)
        return undefined;
    const { exchanges, findings, culprit } = smallest;
    return {
        exchanges,
        findings,
        culprit,
        path: result.counterexamplePath ?? String(failing.index),
        requests,
    };
}
