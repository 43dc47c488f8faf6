/**
 * First responses that differ from later ones: what the target needs is loaded by the first request for it, and
 * this request does not wait. Only a request that is sent again right away shows this, because data may change in
 * between.
 */
import { INDEPENDENT } from '../availability/numbers.ts';
import type { Timeline } from '../availability/timeline.ts';
import {
  type CompleteExchange,
  type Exchange,
  hasResponse,
  jsonOf,
  type Kept,
  type Requirement,
} from '../model/index.ts';
import { isSameCall } from '../plan/call.ts';
import type { Confirmed } from './experiment/confirmed.ts';
import type { Failure, Observations } from './observations.ts';
import { caseOf } from './other-responses.ts';

/** The failures that such responses prove, one for each requirement that compares them. */
export function differentAtFirst(
  allObserved: ReadonlyMap<Requirement, Observations>,
  kept: readonly Kept[],
  timeline: () => Timeline,
): Map<Observations, Confirmed> {
  const comparing = [...allObserved.values()].filter(({ requirement }) => requirement.atFirst);
  if (comparing.length === 0) return new Map();
  const repeated = repeatedAtOnce(kept, timeline);
  const failures = comparing.flatMap((observed) =>
    repeated.flatMap((all) => {
      const failure = failureOf(observed.requirement, all);
      return failure ? [{ observed, failure }] : [];
    }),
  );
  // Data may change between two requests by chance, but not twice.
  const isChance = failures.length < INDEPENDENT;
  const proved = failures.filter(({ observed: { requirement } }) => !isChance || requirement.proof);
  const requests = proved.length === 1 ? 'a request gets' : `${proved.length} requests get`;
  const note = `${requests} a different response at first than later`;
  return new Map(
    proved.map(({ observed, failure }) => {
      observed.fail(failure);
      return [observed, { failure, steady: false, note, when: 'now-and-then' }];
    }),
  );
}

/** The responses to each request of discovery that is sent again right after its first time. */
function repeatedAtOnce(
  kept: readonly Kept[],
  timeline: () => Timeline,
): readonly (readonly Exchange[])[] {
  const early = kept.filter(({ purpose }) => purpose.kind === 'discovery');
  if (early.length === 0) return [];
  const inDiscovery = new Set(early.map(({ exchange }) => exchange));
  const all = timeline();
  const followed = [...all.exchanges.entries()].filter(([, one]) => inDiscovery.has(one));
  return followed.flatMap(([i, one]) => {
    const next = all.exchanges[i + 1];
    if (!next || !isSameCall(one.request, next.request)) return [];
    const equal = all.equalTo(one.request);
    return equal[0] === one ? [equal] : [];
  });
}

function failureOf(
  { atFirst, probes: [probe] }: Requirement,
  [first, second, third]: readonly Exchange[],
): Failure | undefined {
  if (atFirst === undefined || probe === undefined) return undefined;
  if (first?.request.operation !== probe.operation || !second || !third) return undefined;
  // Other rules judge a first refusal.
  if (!isReadSuccess(first) || !isReadSuccess(second) || !isReadSuccess(third)) return undefined;
  const findings = atFirst(first, second, third);
  if (typeof findings !== 'object' || findings.length === 0) return undefined;
  const at = caseOf(probe, first, { kind: 'discovery', nth: 0 }, 0);
  return { at, findings: findings.map(({ exchanges: _, ...one }) => one), culprit: first };
}

/** True for a success whose whole body is JSON. */
function isReadSuccess(one: Exchange): one is CompleteExchange {
  return hasResponse(one) && one.response.status < 300 && jsonOf(one.response) !== undefined;
}
