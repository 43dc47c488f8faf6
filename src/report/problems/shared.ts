/** Joins comparisons by the operation that they share. */
import type { Verdict } from '../../model/index.ts';
import { isError, isOfContents } from './failures.ts';
import { type Group, type Grouping, operationOf } from './groups.ts';
import { areRelated, operationsIn, stepsOf } from './places.ts';

/** If this many operations differ from one without a failure of its own, that one is wrong. */
const SEVERAL = 3;

/**
 * Finds the fewest operations that explain the comparisons: the one that is part of most failures is wrong, then the
 * one that is part of most of the rest. A group is explained once, so that it joins no two causes.
 */
export function joinShared({ groups }: Grouping): void {
  let rest = groups.all().filter((group) => group.every((v) => isOfContents(v) || isOfOther(v)));
  for (;;) {
    const operations = new Set(rest.flat().flatMap(operationsIn));
    const [explained] = [...operations]
      .map((operation) => explainedBy(operation, rest))
      .filter(({ length }) => length > 1)
      .sort((a, b) => b.flat().length - a.flat().length);
    if (explained === undefined) return;
    rest = rest.filter((group) => !explained.includes(group));
    groups.joinAll(explained.map(([first]) => first) as unknown as Group);
  }
}

/** The largest group of which every failure is about the operation, and the groups with the same difference. */
function explainedBy(operation: string, all: readonly Group[]): readonly Group[] {
  const [first, ...others] = all
    .filter((group) => group.every((v) => operationsIn(v).includes(operation)))
    .sort((a, b) => b.length - a.length);
  if (first === undefined) return [];
  const alike = [first, ...others.filter((other) => areAlike(operation, first, other))];
  const own = new Set(alike.flat().map(operationOf));
  return own.has(operation) || own.size >= SEVERAL ? alike : [];
}

/** True for a comparison that another operation ends, such as a lookup after a change: that one may be wrong. */
function isOfOther(verdict: Verdict): boolean {
  const last = lastOf(verdict);
  return last !== undefined && last !== operationOf(verdict);
}

function lastOf({ findings: [finding] }: Verdict): string | undefined {
  return finding?.compares?.at(-1);
}

/** True if both have a related place, or if only other operations fail: their places say nothing about this one. */
function areAlike(operation: string, one: Group, other: Group): boolean {
  const both = [...one, ...other];
  if (both.every((v) => isOfOther(v) && lastOf(v) === operation)) return true;
  if (isError(one[0]) !== isError(other[0])) return false;
  if (!both.some(({ findings: [f] }) => f?.kind === 'relation')) return false;
  if (both.every((v) => operationOf(v) !== operation)) return true;
  return one.some((a) => other.some((b) => areTogether(stepsOf(a), stepsOf(b))));
}

function areTogether(one: readonly string[], other: readonly string[]): boolean {
  return (one.length === 0) === (other.length === 0) && areRelated(one, other);
}
