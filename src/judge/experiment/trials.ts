/** The trials of failing cases: what is sent again, each once, because several requirements fail for the same requests. */
import { isDeepStrictEqual } from 'node:util';
import type { Share } from '../../availability/timeline.ts';
import {
  type Call,
  type Exchange,
  type Finding,
  hasResponse,
  type Purpose,
  type Repetition,
  type Send,
} from '../../model/index.ts';
import { keyOf } from '../../plan/call.ts';
import { type Case, inTurns, nameOf, onlyReads, purposeOf, sendCase, stepOf } from '../case.ts';
import { judgeOne, type TargetFacts } from '../judge-case.ts';
import type { Observation } from '../judging.ts';
import { type Failure, type Observations, stepsOf } from '../observations.ts';
import type { Target } from '../target.ts';
import { plainOf } from './baselines.ts';

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
  /** True if the target was changed before the failure began: then the data may differ because of that. */
  readonly isAfterChange?: true;
  /** The request that got this response before, if the failure lasts; or the request itself if only its first one is right. */
  readonly origin?: Call;
  /** True if the request was shown to get the response to the one before it. */
  readonly keeps?: true;
  /** How many of the run's responses are wrong, if it comes at times. */
  readonly share?: Share | undefined;
}

export class Trials {
  readonly #target: Target;
  readonly #known: TargetFacts;
  readonly #made = new Map<string, Exchange[][]>();

  constructor(target: Target, known: TargetFacts) {
    this.#target = target;
    this.#known = known;
  }

  /** The n-th repetition of a case, counted from 0. */
  again(one: Case, n: number): Promise<readonly Exchange[]> {
    return this.#nth(`again ${one.order}`, n, () => this.#sent(one, one.steps, 'again'));
  }

  /** The same with its plain requests; `undefined` if it has none. */
  async plain(one: Case, n: number): Promise<readonly Exchange[] | undefined> {
    const plain = plainOf(one);
    return plain && this.#nth(`plain ${one.order}`, n, () => this.#sent(one, plain, 'plain'));
  }

  /** The n-th trial of these requests, row by row, each over a connection of its own: so they are printed. */
  rows(rows: Rows, at: Case, n: number): Promise<readonly Exchange[]> {
    return this.#nth(JSON.stringify(rows.map((row) => row.map(keyOf))), n, async () => {
      const all: Exchange[] = [];
      for (const row of rows)
        all.push(...(await Promise.all(row.map((call, i) => this.send(call, at, all.length + i)))));
      return all;
    });
  }

  /** The n-th trial of a whole case, each request over a connection of its own. */
  whole(shown: Failure, n: number): Promise<readonly Exchange[]> {
    const { at } = shown;
    const steps = stepsOf(shown);
    const keys = steps.map((step) => typeof step === 'function' || keyOf(step));
    return this.#nth(`${nameOf(at)} ${JSON.stringify(keys)}`, n, () =>
      sendCase(at.planned.probe, steps, this.#overItsOwn, purposeOf(at, 'run')),
    );
  }

  /** Sends one request over a connection of its own. */
  send(call: Call, at: Case, step = 0): Promise<Exchange> {
    return this.#overItsOwn(call, stepOf(purposeOf(at, 'run'), step));
  }

  /** True if the whole case fails in these exchanges; `undefined` if they are incomplete. */
  wholeFails(observed: Observations, shown: Failure, all: readonly Exchange[]) {
    if (!isComplete(all)) return undefined;
    return this.#fails(observed, shown.at, stepsOf(shown), all) === true;
  }

  /** True if this response fails in place of the blamed one, false if it is right; `undefined` if unknown. */
  failsWith(observed: Observations, shown: Failure, one: Exchange): boolean | undefined {
    if (!('relation' in observed.requirement)) return this.#fails(observed, shown.at, [one], [one]);
    if (shown.exchanges === undefined) return undefined;
    const replaced = shown.exchanges.map((each) => (each === shown.culprit ? one : each));
    return this.#fails(observed, shown.at, stepsOf(shown), replaced, shown.findings[0]);
  }

  #fails(
    { requirement }: Observations,
    { planned }: Case,
    steps: readonly unknown[],
    all: readonly Exchange[],
    wanted?: Finding,
  ): boolean | undefined {
    const one = { planned, steps };
    const { conclusive, findings } = judgeOne(requirement, one, all, this.#known);
    if (conclusive === 0) return undefined;
    return wanted === undefined
      ? findings.length > 0
      : findings.some(({ at }) => isDeepStrictEqual(at, wanted.at));
  }

  async #sent(one: Case, steps: Case['steps'], kind: Repetition): Promise<Exchange[]> {
    const { probe } = one.planned;
    if (!onlyReads(probe)) await this.#target.restore();
    return sendCase(probe, steps, this.#target.send, purposeOf(one, kind));
  }

  async #nth(
    key: string,
    n: number,
    send: () => Promise<Exchange[]>,
  ): Promise<readonly Exchange[]> {
    const all = this.#made.get(key) ?? [];
    this.#made.set(key, all);
    while (all.length <= n) all.push(await send());
    return all[n] ?? [];
  }

  /** The exchange has the original call object: a rule may remember an earlier response by it. */
  readonly #overItsOwn: Send = async (request, purpose) => ({
    ...(await this.#target.send({ ...request, fresh: true }, purpose)),
    request,
  });
}

/** All requests of a case with several, as they were sent; `undefined` if it has one, or they are unknown. */
export function rowsOf(shown: Failure): Rows | undefined {
  const { at, exchanges } = shown;
  const steps = stepsOf(shown);
  if (steps.length < 2) return undefined;
  const calls =
    exchanges?.map(({ request }) => request) ??
    steps.flatMap((step) => (typeof step === 'function' ? [] : [step]));
  const [first, together, last] = inTurns(at.planned.probe, calls);
  return [
    ...first.map((call) => [call]),
    ...(together.length > 0 ? [together] : []),
    ...last.map((call) => [call]),
  ];
}

/** True if every request got a response, or was cut off by the target. */
export function isComplete(exchanges: readonly Exchange[]): boolean {
  return exchanges.every(
    (one) =>
      hasResponse(one) || one.noResponse?.kind === 'reset' || one.noResponse?.kind === 'timeout',
  );
}

/** The failure in a repetition of a case by itself; also kept as evidence of failures that do not occur again. */
export function failsIn(
  observed: Observations,
  one: Case,
  exchanges: readonly Exchange[],
  known: TargetFacts,
): Failure | undefined {
  observed.repeated = exchanges.findLast(({ noResponse }) => noResponse?.kind !== 'budget');
  const result = judgeOne(observed.requirement, one, exchanges, known);
  if (result.conclusive > 0) observed.repeatedConclusively++;
  if (result.fault !== undefined) observed.blameKit(result.fault, nameOf(one));
  const failure = failureOf(result, one, exchanges);
  if (failure) observed.failedAgain++;
  return failure;
}

/** The failure of a requirement in the exchanges of a case; `undefined` if the requirement is not its cause. */
export function failureIn(
  { requirement }: Observations,
  one: Case,
  exchanges: readonly Exchange[],
  known: TargetFacts,
): Failure | undefined {
  return failureOf(judgeOne(requirement, one, exchanges, known), one, exchanges);
}

function failureOf(
  { culprit, findings }: Observation,
  one: Case,
  sent: readonly Exchange[],
): Failure | undefined {
  return culprit && findings.length > 0 ? { at: one, findings, culprit, sent } : undefined;
}
