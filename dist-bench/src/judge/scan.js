import fc from 'fast-check';
import { sendCase } from './case.js';
/** Values are drawn in batches, so that memory stays flat however long the run is. */
const FIRST_BATCH = 128;
const LARGEST_BATCH = 4096;
/** Every case of some probes, in the plan's order; the same plan gives the same cases. */
export function* cases(probes) {
    for (const planned of probes) {
        let order = planned.firstCase;
        for (const stratum of planned.strata) {
            let batch = FIRST_BATCH;
            for (let from = 0; from < stratum.count;) {
                const numRuns = Math.min(batch, stratum.count - from);
                const drawn = fc.sample(stratum.stratum.cases, {
                    seed: stratum.seed,
                    path: String(from),
                    numRuns,
                });
                for (const [i, steps] of drawn.entries()) {
                    yield { planned, stratum, index: from + i, order: order++, steps };
                }
                from += numRuns;
                batch = Math.min(batch * 2, LARGEST_BATCH);
            }
        }
    }
}
/**
 * Sends cases with at most `concurrency` of them under way and hands each to `judge` when it is
 * complete, in no particular order. Stops drawing cases as soon as `stop` says so.
 */
export async function scan(source, send, concurrency, judge, stop) {
    const iterator = source[Symbol.iterator]();
    const worker = async () => {
        while (!stop()) {
            const next = iterator.next();
            if (next.done)
                return;
            judge(next.value, await sendCase(next.value.planned.probe, next.value.steps, send));
        }
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
}
