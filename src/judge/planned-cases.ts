/** Cases by their position in the plan. */
import { caseAt, type Plan, type PlannedProbe } from '../plan/plan.ts';
import { type Case, onlyReads } from './case.ts';

/** The cases of a probe whose order is at least `from` and below `end`. */
export function* casesBetween(planned: PlannedProbe, from: number, end: number): Generator<Case> {
  let at = planned.firstCase;
  for (const caseGroup of planned.caseGroups) {
    const first = Math.max(0, from - at);
    const last = Math.min(caseGroup.count, end - at);
    for (let index = first; index < last; index++) {
      const steps = caseAt(caseGroup.group, caseGroup.seed, String(index));
      yield { planned, caseGroup, index, order: at + index, steps };
    }
    at += caseGroup.count;
  }
}

/** Those of the positions in the plan that are cases of the probe. */
export function ordersIn(
  { firstCase, caseGroups }: PlannedProbe,
  orders: Iterable<number>,
): number[] {
  const end = firstCase + caseGroups.reduce((sum, { count }) => sum + count, 0);
  return [...orders].filter((order) => order >= firstCase && order < end);
}

/** The case at this position of the plan. */
export function caseOf({ probes }: Plan, order: number): Case | undefined {
  const planned = probes.findLast(({ firstCase }) => firstCase <= order);
  if (planned === undefined) return undefined;
  const [found] = casesBetween(planned, order, order + 1);
  return found;
}

/** A case of the same operation that only reads, with different requests that are sent together; a new one each round. */
export function neighbour({ probes }: Plan, one: Case, round: number): Case | undefined {
  const planned = probes.find(
    ({ probe }) =>
      probe.concurrentAfter !== undefined &&
      onlyReads(probe) &&
      probe.operation === one.planned.probe.operation,
  );
  const caseGroup = planned?.caseGroups[0];
  if (!planned || !caseGroup) return undefined;
  const steps = caseAt(caseGroup.group, caseGroup.seed, `${round}`);
  return { planned, caseGroup, index: round, order: one.order, steps };
}
