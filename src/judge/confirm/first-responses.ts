/**
 * First responses that differ from all later ones: what the target needs is loaded by the first request for it, and
 * this request does not wait. Only a request that is sent again right away shows this, because data may change in
 * between.
 */
import type { Exchange, Requirement } from '../../model/index.ts';
import { keyOf } from '../../plan/call.ts';
import { hasResponse } from '../case.ts';
import type { Kept } from '../evidence.ts';
import type { Failure, Observations } from '../observations.ts';
import { caseOf } from '../other-responses.ts';
import type { Confirmed } from './confirm.ts';
import { inOrder } from './random-refusals.ts';

/** Data may change between two requests by chance, but not twice. */
const ENOUGH = 2;

/** The failures that such responses prove, one for each requirement that compares them. */
export function differentAtFirst(
  allObserved: ReadonlyMap<Requirement, Observations>,
  kept: readonly Kept[],
): Map<Observations, Confirmed> {
  const repeated = repeatedAtOnce(inOrder(kept));
  const failures = [...allObserved.values()].flatMap((observed) =>
    repeated.flatMap((all) => {
      const failure = failureOf(observed.requirement, all);
      return failure ? [{ observed, failure }] : [];
    }),
  );
  if (failures.length < ENOUGH) return new Map();
  const note = `${failures.length} requests get another response when they first come than at all later times`;
  return new Map(
    failures.map(({ observed, failure }) => {
      observed.fail(failure);
      return [observed, { failure, steady: false, note, when: 'now-and-then' }];
    }),
  );
}

/** The responses to each request that is sent again right after its first time. */
function repeatedAtOnce(exchanges: readonly Exchange[]): readonly (readonly Exchange[])[] {
  const byRequest = new Map<string, Exchange[]>();
  const repeated: (readonly Exchange[])[] = [];
  let before: Exchange[] | undefined;
  for (const exchange of exchanges) {
    const key = keyOf(exchange.request);
    const all = byRequest.get(key) ?? [];
    if (all.push(exchange) === 2 && all === before) repeated.push(all);
    byRequest.set(key, all);
    before = all;
  }
  return repeated;
}

function failureOf(
  { atFirst, probes: [probe] }: Requirement,
  [first, second, ...others]: readonly Exchange[],
): Failure | undefined {
  // What differs from each response to the next one has another cause.
  const last = others.findLast(hasResponse);
  if (atFirst === undefined || probe === undefined || last === undefined) return undefined;
  if (first?.request.operation !== probe.operation) return undefined;
  if (!hasResponse(first) || second === undefined || !hasResponse(second)) return undefined;
  const findings = atFirst(first, second, last);
  if (typeof findings !== 'object' || findings.length === 0) return undefined;
  const at = caseOf(probe, first, 'discovery/first', 0);
  return { at, findings: findings.map(({ exchanges: _, ...one }) => one), culprit: first };
}
