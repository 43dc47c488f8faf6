/** Repeats of failing cases: each is sent once and judged by every requirement that the case failed. */
import type { Exchange, Repetition } from '../../model/index.ts';
import { type Case, onlyReads, purposeOf, sendCase } from '../case.ts';
import type { Target } from '../target.ts';
import { plainOf } from './baselines.ts';

export class Repeats {
  readonly #target: Target;
  readonly #again = new Map<number, Exchange[][]>();
  readonly #baseline = new Map<number, Exchange[][]>();

  constructor(target: Target) {
    this.#target = target;
  }

  /** The exchanges of the n-th repeat of a case, counted from 0. Sent at the first use. */
  async again(one: Case, n: number): Promise<readonly Exchange[]> {
    return this.#nth(this.#again, one, one.steps, n, 'again');
  }

  /** The same repeat with plain requests; `undefined` if a case has none. */
  async baseline(one: Case, n: number): Promise<readonly Exchange[] | undefined> {
    const plain = plainOf(one);
    return plain && this.#nth(this.#baseline, one, plain, n, 'plain');
  }

  async #nth(
    known: Map<number, Exchange[][]>,
    one: Case,
    steps: Case['steps'],
    n: number,
    kind: Repetition,
  ): Promise<readonly Exchange[]> {
    const all = known.get(one.order) ?? [];
    known.set(one.order, all);
    for (let at = all.length; at <= n; at++) {
      const { probe } = one.planned;
      if (!onlyReads(probe)) await this.#target.restore();
      all.push(await sendCase(probe, steps, this.#target.send, purposeOf(one, kind)));
    }
    return all[n] ?? [];
  }
}
