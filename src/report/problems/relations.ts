/** Joins wrong contents and comparisons by the operation that they share: alone they do not show which side is wrong. */

import { groupBy } from '../names.ts';
import { areRelated, type Failure, isOfContents } from './failure.ts';
import { type Group, type Grouping, SEVERAL } from './groups.ts';
import { isOfAnother } from './kept.ts';

/**
 * Finds the fewest operations that explain the comparisons: the one that is part of most failures is wrong, then the
 * one that is part of most of the rest. A group is explained once, so that it joins no two causes.
 */
export function joinShared({ groups }: Grouping): void {
  let rest = groups
    .all()
    .filter((group) => group.every((f) => isOfContents(f) || isOfOther(f) || isOfRead(f)));
  for (;;) {
    const operations = new Set(rest.flat().flatMap((f) => f.operations));
    const [explained] = [...operations]
      .map((operation) => explainedBy(operation, rest))
      .filter(({ length }) => length > 1)
      .sort((a, b) => b.flat().length - a.flat().length);
    if (explained === undefined) return;
    rest = rest.filter((group) => !explained.includes(group));
    groups.joinAll(explained.map(([first]) => first));
  }
}

/** The largest group of which every failure is about the operation, and the groups with the same difference. */
function explainedBy(operation: string, all: readonly Group[]): readonly Group[] {
  const [first, ...others] = all
    .filter((group) => group.every((f) => f.operations.includes(operation)))
    .sort((a, b) => b.length - a.length);
  if (first === undefined) return [];
  const alike = [first, ...others.filter((other) => areAlike(operation, first, other))];
  const own = new Set(alike.flat().map((f) => f.operation));
  const isLast = alike.flat().every((f) => lastOf(f) === operation);
  return own.has(operation) || isLast || own.size >= SEVERAL ? alike : [];
}

/** True for a comparison that another operation ends, such as a lookup after a change: that one may be wrong. */
function isOfOther(failure: Failure): boolean {
  const last = lastOf(failure);
  return last !== undefined && last !== failure.operation;
}

/** True for the refusal of a value that another operation shows: that one may show a wrong value. */
export function isOfRead({ outcome, operations }: Failure): boolean {
  return outcome === 'refused' && operations.length > 1;
}

function lastOf({ finding }: Failure): string | undefined {
  return finding.compares?.at(-1);
}

/** True if both have a related place, or if the operation ends each comparison. */
function areAlike(operation: string, one: Group, other: Group): boolean {
  const both = [...one, ...other];
  if (both.every((f) => isOfOther(f) && lastOf(f) === operation)) return true;
  if (!both.some(isOfRead) && one[0].isError !== other[0].isError) return false;
  if (!both.some(({ operations }) => operations.length > 1)) return false;
  return one.some((a) => other.some((b) => areTogether(a.steps, b.steps)));
}

function areTogether(one: readonly string[], other: readonly string[]): boolean {
  return (one.length === 0) === (other.length === 0) && areRelated(one, other);
}

/**
 * A comparison with a refusal follows from that refusal, if another rule knows that it is wrong. Not if that operation
 * refuses requests for several causes.
 */
export function joinRefused({ failures, groups }: Grouping): void {
  const refused = failures.filter(({ outcome }) => outcome === 'refused');
  for (const failure of failures)
    for (const other of failure.operations.filter((one) => one !== failure.operation)) {
      const [first, ...rest] = refused.filter(
        ({ operation, status }) => operation === other && status === failure.due[0],
      );
      if (first && rest.every((one) => groups.of(first).includes(one))) groups.join(failure, first);
    }
}

/**
 * What compares responses of one operation follows from its response with another object. A lookup that is refused in a
 * comparison follows from the wrong contents of one of its operations, if these have one cause.
 */
export function joinContents({ failures, groups }: Grouping): void {
  const isAlone = (f: Failure): boolean =>
    isOfContents(f) && f.operations.length === 1 && f.verdict.failsWhen === undefined;
  const ofOne = new Map(
    groupBy(failures.filter(isAlone), ({ operation }) => operation).filter(([, [first, ...rest]]) =>
      rest.every((one) => groups.of(first).includes(one)),
    ),
  );
  for (const f of failures.filter((one) => isOfRead(one) && one.status >= 400)) {
    const [one, ...more] = f.operations.flatMap((name) => ofOne.get(name)?.[0] ?? []);
    if (one && more.length === 0) groups.join(f, one);
  }
  for (const [operation, own] of groupBy(failures, (f) => f.operations.join()))
    for (const cause of own.filter((f) => f.operations[0] === operation && isOfAnother(f)))
      groups.joinAll([
        cause,
        ...own.filter((f) => isOfContents(f) && f.finding.kind === 'relation'),
      ]);
}
