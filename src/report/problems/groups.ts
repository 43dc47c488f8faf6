/** Joins failures in pairs. */
import type { Verdict } from '../../model/index.ts';

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

  joinAll([first, ...others]: readonly [Verdict, ...Verdict[]]): void {
    for (const other of others) this.join(other, first);
  }

  all(): readonly [Verdict, ...Verdict[]][] {
    return [...new Set(this.#of.values())];
  }
}
