/** The blamed request of a failure, sent after a plain one, and then after others or itself, and judged. */
import type { Call, Exchange } from '../../model/index.ts';
import { keyOf } from '../../plan/call.ts';
import type { Plan } from '../../plan/plan.ts';
import type { Failure, Observations } from '../observations.ts';
import { isComplete, type Rows, type Trials } from './trials.ts';

/** `undefined` if the request got no response, and the reason shows nothing. */
export type Fails = boolean | undefined;

export class Attempts {
  readonly #trials: Trials;
  readonly #observed: Observations;
  readonly #shown: Failure;
  readonly #request: Call;
  /** Another plain request: it clears state that a rejection may have left behind. */
  readonly plain: Call | undefined;

  constructor(trials: Trials, { presenceProbes }: Plan, observed: Observations, shown: Failure) {
    this.#trials = trials;
    this.#observed = observed;
    this.#shown = shown;
    this.#request = shown.culprit.request;
    const { operation, baseline } = shown.at.planned.probe;
    const presence = presenceProbes.find((one) => one.operation === operation);
    const plain = presence?.control ?? baseline?.(this.#request);
    const isOther = plain !== undefined && keyOf(plain) !== keyOf(this.#request);
    this.plain = isOther ? plain : undefined;
  }

  /** Whether the last request of these fails. A plain request comes before every second trial. */
  async ofRows(rows: Rows, n: number): Promise<Fails> {
    await this.#breakStep(n);
    return this.fails((await this.#trials.rows(rows, this.#shown.at, n)).at(-1));
  }

  /** How many of these requests fail. */
  async amongRows(rows: Rows, n: number): Promise<number> {
    const all = await this.#trials.rows(rows, this.#shown.at, n);
    return all.filter((one) => this.#failsWith(one) === true).length;
  }

  /** Whether the whole case fails. A plain request comes before every second trial. */
  async ofCase(n: number): Promise<Fails> {
    await this.#breakStep(n);
    const all = await this.#trials.whole(this.#shown, n);
    return this.#trials.wholeFails(this.#observed, this.#shown, all);
  }

  /** Whether the blamed request fails after a plain one, and whether it fails right after itself. */
  async twice(n: number): Promise<{ readonly first: Fails; readonly second: Fails }> {
    const [first, second] = (await this.#sent([this.#request, this.#request], n)).slice(-2);
    return { first: this.fails(first), second: this.fails(second) };
  }

  /** Whether the blamed request fails after these. */
  async after(calls: readonly Call[], n: number): Promise<Fails> {
    return this.fails((await this.#sent([...calls, this.#request], n)).at(-1));
  }

  fails(one: Exchange | undefined): Fails {
    return one && isComplete([one]) ? this.#failsWith(one) === true : undefined;
  }

  /** So no counter of the server keeps step. */
  async #breakStep(n: number): Promise<void> {
    if (n % 2 === 1) await this.#trials.send(this.plain ?? this.#request, this.#shown.at);
  }

  /** The n-th trial of these requests after a plain request; at every second trial two plain requests precede. */
  async #sent(calls: readonly Call[], n: number): Promise<readonly Exchange[]> {
    const { plain } = this;
    const plains = plain === undefined ? [] : n % 2 === 0 ? [plain] : [plain, plain];
    const rows = [...plains, ...calls].map((call) => [call]);
    const nth = plain === undefined ? n : Math.floor(n / 2);
    return this.#trials.rows(rows, this.#shown.at, nth);
  }

  #failsWith(one: Exchange): Fails {
    return this.#trials.failsWith(this.#observed, this.#shown, one);
  }
}
