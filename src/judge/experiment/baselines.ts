/** The plainest request beside a failing one: a failure that both show is no failure of the case. */

import { INDEPENDENT, TOGETHER } from '../../availability/numbers.ts';
import { type Call, type Exchange, hasResponse, type Send } from '../../model/index.ts';
import { keyOf } from '../../plan/call.ts';
import { type Case, purposeOf, sendCase } from '../case.ts';
import { judgeCase, placeOf, type TargetFacts } from '../judge-case.ts';
import type { Failure, Observations } from '../observations.ts';

/** The baselines of failing cases, sent after them and without other requests at the same time. */
export class Baselines {
  readonly #sent = new Map<number, number>();
  /** Responses of one request over time: by case, and then by request. */
  readonly #responses = new Map<number, Map<string, Exchange[]>>();

  /** Sends baselines until there are enough of them beside the repetitions, or until one fails as well. */
  async catchUp(
    failing: ReadonlyMap<Observations, Failure>,
    one: Case,
    repetitions: number,
    send: Send,
    known: TargetFacts,
  ): Promise<void> {
    const plain = plainOf(one);
    const concerned = (): Observations[] =>
      [...failing.keys()].filter((t) => t.requirement.comparative && !t.baselineFailsToo);
    while (plain && concerned().length > 0) {
      const sent = this.#sent.get(one.order) ?? 0;
      if (sent >= INDEPENDENT * repetitions) return;
      const copies = Array.from({ length: TOGETHER }, (_, k) =>
        sendCase(one.planned.probe, plain, send, purposeOf(one, 'plain', { nth: k })),
      );
      this.#sent.set(one.order, sent + copies.length);
      const plainExchanges = await Promise.all(copies);
      for (const exchanges of plainExchanges)
        for (const observed of concerned()) notePlain(observed, one, exchanges, known);
      for (const exchanges of this.#mixed(one, plain, plainExchanges.flat()))
        for (const observed of concerned()) notePlaces(observed, one, exchanges, known);
      for (const observed of concerned())
        if (excused(observed, known)) observed.baselineFailsToo = true;
    }
  }

  /**
   * Cases of plain requests whose responses come from different times. If replicas take turns in step with the
   * requests, the responses within one case never differ.
   */
  *#mixed(
    one: Case,
    plain: readonly Call[],
    exchanges: readonly Exchange[],
  ): Generator<Exchange[]> {
    const responses = this.#responses.get(one.order) ?? new Map<string, Exchange[]>();
    this.#responses.set(one.order, responses);
    for (const exchange of exchanges.filter(hasResponse)) {
      const key = keyOf(exchange.request);
      const known = responses.get(key);
      if (known) known.push(exchange);
      else responses.set(key, [exchange]);
    }
    const choices = plain.map((call) => responses.get(keyOf(call)) ?? []);
    if (choices.some(({ length }) => length === 0)) return;
    for (let n = 0; n < 6 * TOGETHER; n++)
      yield choices.flatMap((known, step) => known[scattered(n, step) % known.length] ?? []);
  }
}

/** A pseudo-random number that is the same when a recording is judged again. */
function scattered(n: number, step: number): number {
  const mixed = Math.imul(n * 31 + step + 1, 0x9e3779b1);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

/** The requests of a case in their plain form, without those that only disturb or spell the first one otherwise. */
export function plainOf({ planned: { probe }, steps }: Case): readonly Call[] | undefined {
  const { baseline, wrong, variesFirst } = probe;
  if (baseline === undefined || wrong !== undefined) return undefined;
  const calls = steps.filter((step) => typeof step !== 'function');
  if (calls.length < steps.length) return undefined;
  return calls.map((call) => baseline(variesFirst ? (calls[0] ?? call) : call));
}

/** If a case of plain requests fails a requirement as well, the failing request is not the cause. */
export function notePlain(
  observed: Observations,
  one: Case,
  exchanges: readonly Exchange[],
  known: TargetFacts,
): void {
  if (notePlaces(observed, one, exchanges, known)) observed.baselineFailsToo = true;
}

/** Notes the places where plain requests fail. Returns whether they fail. */
function notePlaces(
  { requirement }: Observations,
  one: Case,
  exchanges: readonly Exchange[],
  known: TargetFacts,
): boolean {
  const { probe } = one.planned;
  const [observation] = judgeCase(probe, [requirement], one.steps.length, exchanges, known);
  if (!observation || observation.findings.length === 0) return false;
  const places = known.unsteady.get(probe.operation) ?? new Set();
  for (const finding of observation.findings) places.add(placeOf(finding));
  known.unsteady.set(probe.operation, places);
  return true;
}

/** True if every place of the failures differs by itself. */
function excused({ requirement, failures }: Observations, known: TargetFacts): boolean {
  return (
    requirement.comparative === true &&
    failures.every(({ at, findings }) => {
      const places = known.unsteady.get(at.planned.probe.operation);
      return findings.every((f) => places?.has(placeOf(f)));
    })
  );
}
