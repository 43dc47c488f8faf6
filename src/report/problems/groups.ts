/** Failures that are joined in pairs. */
import type { Verdict } from '../../model/index.ts';
import type { Failure } from './failure.ts';

/** If this many operations, or kinds of requests, fail alike, it is no accident. */
export const SEVERAL = 3;

/** What a reason to join failures knows and changes. */
export interface Grouping {
  /** All verdicts of the report. */
  readonly verdicts: readonly Verdict[];
  readonly failures: readonly Failure[];
  readonly groups: Groups;
}

/** Failures with one cause, as far as is known. */
export type Group = readonly [Failure, ...Failure[]];

export class Groups {
  readonly #of: Map<Failure, [Failure, ...Failure[]]>;

  constructor(failures: readonly Failure[]) {
    this.#of = new Map(failures.map((failure) => [failure, [failure]]));
  }

  join(one: Failure, other: Failure): void {
    const [into, from] = [this.#of.get(other), this.#of.get(one)];
    if (into === undefined || from === undefined || into === from) return;
    into.push(...from);
    for (const failure of from) this.#of.set(failure, into);
  }

  joinAll([first, ...others]: readonly Failure[]): void {
    if (first) for (const other of others) this.join(other, first);
  }

  /** The failures that are joined with one so far, and itself. */
  of(failure: Failure): readonly Failure[] {
    return this.#of.get(failure) ?? [];
  }

  all(): readonly Group[] {
    return [...new Set(this.#of.values())];
  }
}
