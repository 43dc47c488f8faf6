import fc from 'fast-check';
import type { PlannedProbe } from '../plan/plan.ts';
import type { Exchange } from '../words.ts';
import { type Case, nameOf, type Send, sendCase } from './case.ts';

/** Values are drawn in batches, so that memory stays flat however long the run is. */
const FIRST_BATCH = 128;
const LARGEST_BATCH = 4096;

/** Every case of some probes, in the plan's order; the same plan gives the same cases. */
export function* cases(probes: readonly PlannedProbe[]): Generator<Case> {
  for (const planned of probes) {
    let order = planned.firstCase;
    for (const stratum of planned.strata) {
      let batch = FIRST_BATCH;
      for (let from = 0; from < stratum.count; ) {
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
 * complete, in no particular order; a case whose own steps throw goes to `fault`. Stops drawing cases as
 * soon as `stop` says so.
 */
export async function scan(
  source: Iterable<Case>,
  send: Send,
  concurrency: number,
  judge: (one: Case, exchanges: readonly Exchange[]) => void,
  fault: (one: Case, error: unknown) => void,
  stop: () => boolean,
): Promise<void> {
  const iterator = source[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    while (!stop()) {
      const next = iterator.next();
      if (next.done) return;
      const { planned, steps } = next.value;
      try {
        judge(next.value, await sendCase(planned.probe, steps, send, nameOf(next.value)));
      } catch (error) {
        fault(next.value, error);
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}
