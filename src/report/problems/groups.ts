/** Failures that are joined in pairs. */
import type { Verdict } from '../../model/index.ts';
import { groupBy, nameOf, operationNameOf } from '../names.ts';

/** What a rule for joining failures knows and changes. */
export interface Grouping {
  /** All verdicts of the report. */
  readonly verdicts: readonly Verdict[];
  readonly failures: readonly Verdict[];
  readonly groups: Groups;
  readonly shareOf: ShareOf;
}

/** Failures with one cause, as far as is known. */
export type Group = readonly [Verdict, ...Verdict[]];

export class Groups {
  readonly #of: Map<Verdict, [Verdict, ...Verdict[]]>;

  constructor(verdicts: readonly Verdict[]) {
    this.#of = new Map(verdicts.map((verdict) => [verdict, [verdict]]));
  }

  join(one: Verdict, other: Verdict): void {
    const [into, from] = [this.#of.get(other), this.#of.get(one)];
    if (into === undefined || from === undefined || into === from) return;
    into.push(...from);
    for (const verdict of from) this.#of.set(verdict, into);
  }

  /** The failures that are joined with one so far, and itself. */
  of(verdict: Verdict): readonly Verdict[] {
    return this.#of.get(verdict) ?? [];
  }

  joinAll([first, ...others]: Group): void {
    for (const other of others) this.join(other, first);
  }

  /** Joins the verdicts with the same key, if these have at least this many different traits. */
  joinAlike(
    verdicts: readonly Verdict[],
    keyOf: (verdict: Verdict) => string,
    traitOf: (verdict: Verdict) => unknown,
    least: number,
  ): void {
    for (const [, same] of groupBy(verdicts, keyOf))
      if (new Set(same.map(traitOf)).size >= least) this.joinAll(same);
  }

  all(): readonly Group[] {
    return [...new Set(this.#of.values())];
  }
}

/** The operation of a verdict, by its name. */
export const operationOf = ({ requirement }: Verdict): string => operationNameOf(requirement);

type ShareOf = (rule: string) => number | undefined;

/** The share of the operations that break a rule; a single operation has none. */
export function failingShare(verdicts: readonly Verdict[]): ShareOf {
  const judged = verdicts.filter(({ outcome }) => outcome === 'failed' || outcome === 'passed');
  const byRule = new Map(groupBy(judged, (v) => nameOf(v.requirement)));
  return (rule) => {
    const own = byRule.get(rule) ?? [];
    if (own.length < 2) return undefined;
    return own.filter(({ outcome }) => outcome === 'failed').length / own.length;
  };
}
