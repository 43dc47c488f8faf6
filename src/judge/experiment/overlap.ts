/** Whether the wrong responses of a run came while other requests ran, and how many right ones came alone. */
import { INDEPENDENT } from '../../availability/numbers.ts';
import { type Exchange, endOf, hasResponse, type Kept } from '../../model/index.ts';
import { isSameCall } from '../../plan/call.ts';
import { ACCIDENT_OF_STATE, COMPARED, ERROR } from '../numbers.ts';
import { type Failure, kindOf, type Observations } from '../observations.ts';
import type { Trials } from './trials.ts';

/** `concurrent`: the wrong ones came only in company, and this is not by chance. `at-times`: they also came alone. */
export type Overlap = 'concurrent' | 'at-times' | undefined;

/** A response that was judged again, and how far in time the nearest other exchange was. */
interface Judged {
  readonly fails: boolean;
  readonly ms: number;
}

/**
 * Judges the responses of the operations again; sends nothing. Failures of one kind count together, whatever their
 * operations. `undefined` if the responses do not show it.
 */
export function overlapsOf(
  failures: readonly (readonly [Observations, Failure])[],
  kept: readonly Kept[],
  trials: Trials,
): ReadonlyMap<Observations, Overlap> {
  const apart = apartFromOthers(kept.map(({ exchange }) => exchange));
  const judged = failures.map(([observed, failure]) => {
    if ('relation' in observed.requirement) return [];
    const judgedHere = new Set(judgedBy(observed, failure, kept));
    const own = [...apart].filter(([one]) => judgedHere.has(one)).slice(-2 * COMPARED);
    return own.flatMap(([one, ms]) => {
      const fails = trials.failsWith(observed, failure, one);
      return fails === undefined ? [] : [{ fails, ms }];
    });
  });
  const kinds = failures.map(([, failure]) => kindOf(failure));
  return new Map(
    failures.map(([observed], i) => {
      const alike = judged.filter((_, k) => kinds[k] === kinds[i]);
      return [observed, judged[i]?.length === 0 ? undefined : overlapOf(alike)];
    }),
  );
}

function overlapOf(ofOperations: readonly (readonly Judged[])[]): Overlap {
  const judged = ofOperations.flat();
  const failing = judged.filter(({ fails }) => fails);
  const isAlone = ({ ms }: Judged): boolean => ms > 0;
  const alone = failing.filter(isAlone).length;
  // A server may still work at an earlier request whose response came: a few of very many say nothing.
  const apart = judged.filter(isAlone).length;
  const together = judged.length - apart;
  const inCompany = failing.length - alone;
  const isByAccident = alone * together < ACCIDENT_OF_STATE * inCompany * apart;
  if (alone > 0 && !isByAccident) return alone >= INDEPENDENT ? 'at-times' : undefined;
  // Right responses between the wrong ones: otherwise it was one moment of the run.
  const episodes = ofOperations.map(
    (one) => one.filter(({ fails }, i) => fails && one[i - 1]?.fails !== true).length,
  );
  if (Math.max(...episodes) < INDEPENDENT) return undefined;
  return (together / judged.length) ** inCompany > ERROR ? undefined : 'concurrent';
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

/** The exchanges in the order of their starts, and the time between each and the nearest other one; negative if they overlap. */
function apartFromOthers(exchanges: readonly Exchange[]): ReadonlyMap<Exchange, number> {
  const sorted = exchanges.toSorted((a, b) => a.startedAt - b.startedAt);
  let latestEnd = Number.NEGATIVE_INFINITY;
  return new Map(
    sorted.map((one, i) => {
      const next = sorted[i + 1]?.startedAt ?? Number.POSITIVE_INFINITY;
      const ms = Math.min(one.startedAt - latestEnd, next - endOf(one));
      latestEnd = Math.max(latestEnd, endOf(one));
      return [one, ms];
    }),
  );
}
