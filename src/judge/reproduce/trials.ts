/** Runs each reproduction before it is printed: each request over a connection of its own. */
import { isDeepStrictEqual } from 'node:util';
import type { Call, Exchange, Finding, Purpose } from '../../model/index.ts';
import { keyOf } from '../../plan/call.ts';
import { type Case, hasResponse, nameOf, purposeOf, type Send, sendCase, stepOf } from '../case.ts';
import { judgeCase, ownFindings, type TargetFacts } from '../judge-case.ts';
import { type Failure, type Observations, stepsOf } from '../observations.ts';
import type { Target } from '../target.ts';

/** Requests in their order; those of one row are sent together. */
export type Rows = readonly (readonly Call[])[];

/** Requests that show a failure again, and how often they did. */
export interface Reproduced {
  readonly rows: Rows;
  /** The steps of other cases that come first. */
  readonly after?: readonly Purpose[];
  readonly runs: number;
  readonly failed: number;
  readonly note?: string;
  /** True if the failure lasts on this server, so that nothing was run again. */
  readonly lasts?: true;
}

export class Trials {
  readonly #target: Target;
  readonly #known: TargetFacts;
  /** Results by their requests: several requirements fail for the same ones. */
  readonly #tried = new Map<string, Exchange[][]>();

  constructor(target: Target, known: TargetFacts) {
    this.#target = target;
    this.#known = known;
  }

  /** The exchanges of the n-th trial of these requests, counted from 0, row by row. */
  async exchanges(rows: Rows, at: Case, n: number): Promise<readonly Exchange[]> {
    return this.#nth(JSON.stringify(rows.map((row) => row.map(keyOf))), n, async () => {
      const all: Exchange[] = [];
      for (const row of rows)
        all.push(
          ...(await Promise.all(row.map((call, i) => this.#send(call, at, all.length + i)))),
        );
      return all;
    });
  }

  /** The responses of the n-th trial of a whole case. */
  async ofCase(shown: Failure, n: number): Promise<readonly Exchange[]> {
    const { at } = shown;
    const steps = stepsOf(shown);
    const key = `${nameOf(at)} ${JSON.stringify(steps.map((s) => typeof s === 'function' || keyOf(s)))}`;
    return this.#nth(key, n, () =>
      sendCase(at.planned.probe, steps, this.#overItsOwn, purposeOf(at, 'run')),
    );
  }

  /** True if the whole case fails in these exchanges. */
  caseFails({ requirement }: Observations, shown: Failure, all: readonly Exchange[]): boolean {
    return this.#fails(requirement, shown.at, stepsOf(shown).length, all) === true;
  }

  /** True if this response fails in place of the blamed one, false if it is right; `undefined` if unknown. */
  failsWith({ requirement }: Observations, shown: Failure, one: Exchange): boolean | undefined {
    if (!('relation' in requirement)) return this.#fails(requirement, shown.at, 1, [one]);
    if (shown.exchanges === undefined) return undefined;
    const replaced = shown.exchanges.map((each) => (each === shown.culprit ? one : each));
    return this.#fails(requirement, shown.at, stepsOf(shown).length, replaced, shown.findings[0]);
  }

  #fails(
    requirement: Observations['requirement'],
    { planned }: Case,
    steps: number,
    all: readonly Exchange[],
    wanted?: Finding,
  ): boolean | undefined {
    const [result] = judgeCase(planned.probe, [requirement], steps, all, this.#known);
    if (result === undefined || result.conclusive === 0) return undefined;
    const findings = ownFindings(result, planned, this.#known);
    return wanted === undefined
      ? findings.length > 0
      : findings.some(({ at }) => isDeepStrictEqual(at, wanted.at));
  }

  async #nth(
    key: string,
    n: number,
    send: () => Promise<readonly Exchange[]>,
  ): Promise<readonly Exchange[]> {
    const all = this.#tried.get(key) ?? [];
    this.#tried.set(key, all);
    while (all.length <= n) all.push([...(await send())]);
    return all[n] ?? [];
  }

  /** Sends a request whose response does not matter. */
  send(call: Call, at: Case): Promise<Exchange> {
    return this.#send(call, at, 0);
  }

  #send(call: Call, at: Case, step: number): Promise<Exchange> {
    return this.#overItsOwn(call, stepOf(purposeOf(at, 'run'), step));
  }

  /** The exchange has the original call object: a rule may remember an earlier response by it. */
  readonly #overItsOwn: Send = async (request, purpose) => ({
    ...(await this.#target.send({ ...request, fresh: true }, purpose)),
    request,
  });
}

/** True if every request got a response, or was cut off by the target. */
export function isComplete(exchanges: readonly Exchange[]): boolean {
  return exchanges.every(
    (one) =>
      hasResponse(one) || one.noResponse?.kind === 'reset' || one.noResponse?.kind === 'timeout',
  );
}
