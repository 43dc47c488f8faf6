/** Whether the wrong responses of a run came while other requests ran, and how many right ones came alone. */
import { CLOCK_MS, INDEPENDENT } from '../../availability/numbers.ts';
import { type Exchange, endOf, hasResponse, type Kept } from '../../model/index.ts';
import { isSameCall } from '../../plan/call.ts';
import { COMPARED, ERROR } from '../numbers.ts';
import type { Failure, Observations } from '../observations.ts';
import type { Trials } from './trials.ts';

/** `concurrent`: the wrong ones came only in company, and this is not by chance. `at-times`: they also came alone. */
export type Overlap = 'concurrent' | 'at-times' | undefined;

/** Judges the responses of the operation again; sends nothing. `undefined` if they do not show it. */
export function overlapOf(
  observed: Observations,
  failure: Failure,
  kept: readonly Kept[],
  trials: Trials,
): Overlap {
  if ('relation' in observed.requirement) return undefined;
  const beside = besideOthers(kept.map(({ exchange }) => exchange));
  const judgedHere = new Set(judgedBy(observed, failure, kept));
  const own = [...beside].filter(([one]) => judgedHere.has(one)).slice(-2 * COMPARED);
  const judged = own.flatMap(([one, isBeside]) => {
    const fails = trials.failsWith(observed, failure, one);
    return fails === undefined ? [] : [{ fails, isBeside }];
  });
  const count = (fails: boolean, isBeside: boolean): number =>
    judged.filter((one) => one.fails === fails && one.isBeside === isBeside).length;
  const [alone, failing] = [count(true, false), count(true, true)];
  // Right responses between the wrong ones: otherwise it was one moment of the run.
  const episodes = judged.filter(({ fails }, i) => fails && judged[i - 1]?.fails !== true).length;
  const share = (failing + count(false, true)) / judged.length;
  const isByChance = share ** failing > ERROR;
  if (alone >= INDEPENDENT) return 'at-times';
  return alone > 0 || episodes < INDEPENDENT || isByChance ? undefined : 'concurrent';
}

/** The responses that the rule is about: those to requests of its probes, and to the blamed request. */
export function judgedBy(
  { requirement: { probes } }: Observations,
  { culprit: { request } }: Failure,
  kept: readonly Kept[],
): readonly Exchange[] {
  const names = new Set(probes.map(({ id }) => id));
  return kept
    .filter(
      ({ exchange, purpose: { probe = '' } }) =>
        exchange.request.operation === request.operation &&
        hasResponse(exchange) &&
        (names.has(probe) || isSameCall(exchange.request, request)),
    )
    .map(({ exchange }) => exchange);
}

/** The exchanges in the order of their starts, and whether another one was under way at the same time. */
function besideOthers(exchanges: readonly Exchange[]): ReadonlyMap<Exchange, boolean> {
  const sorted = exchanges.toSorted((a, b) => a.startedAt - b.startedAt);
  let latestEnd = Number.NEGATIVE_INFINITY;
  return new Map(
    sorted.map((one, i) => {
      const next = sorted[i + 1]?.startedAt ?? Number.POSITIVE_INFINITY;
      const isBeside = latestEnd > one.startedAt + CLOCK_MS || next + CLOCK_MS < endOf(one);
      latestEnd = Math.max(latestEnd, endOf(one));
      return [one, isBeside];
    }),
  );
}
