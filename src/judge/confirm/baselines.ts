/** The plainest request beside a failing one: what both show differs by itself and is no failure. */

import type { Call, Exchange } from '../../model/index.ts';
import { keyOf } from '../../plan/call.ts';
import { type Case, hasResponse, nameOf, type Send, sendCase } from '../case.ts';
import { judgeCase, placeOf, type TargetFacts } from '../judge-case.ts';
import type { Failure, Observations } from '../observations.ts';

/** This many copies are sent together. */
const COPIES = 8;
/** This many are sent for each repetition, before a failure that comes and goes counts. */
const PER_REPETITION = 2;

/** This many cases are put together from the responses of several baselines. */
const MIXED = 48;

/** The baselines of failing cases, sent after them and without company. */
export class Baselines {
  readonly #sent = new Map<number, number>();
  /** By case, and in it by request: what the same request got, time after time. */
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
      if (sent >= PER_REPETITION * repetitions) return;
      const copies = Array.from({ length: COPIES }, (_, k) =>
        sendCase(one.planned.probe, plain, send, nameOf(one), `!plain-${k}`),
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
   * Cases of plain requests whose responses come from different times. Replicas that take turns may fall into
   * step with the requests, so that within one case their responses never differ.
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
    for (let n = 0; n < MIXED; n++)
      yield choices.flatMap((known, step) => known[scattered(n, step) % known.length] ?? []);
  }
}

/** A number that looks like chance, and is the same when a recording is judged again. */
function scattered(n: number, step: number): number {
  const mixed = Math.imul(n * 31 + step + 1, 0x9e3779b1);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

/** Sends the baseline of a case once, and notes what it fails of. False when the case has none. */
export async function sendPlain(
  observed: Observations,
  one: Case,
  send: Send,
  known: TargetFacts,
): Promise<boolean> {
  const plain = plainOf(one);
  if (plain === undefined) return false;
  const exchanges = await sendCase(one.planned.probe, plain, send, nameOf(one), '!plain');
  notePlain(observed, one, exchanges, known);
  return true;
}

/** The same case with each request made plain, and without what is there to disturb. */
export function plainOf({ planned: { probe }, steps }: Case): readonly Call[] | undefined {
  const { baseline, wrong, disturbs } = probe;
  if (baseline === undefined || wrong !== undefined) return undefined;
  const calls = steps.filter((step) => typeof step !== 'function');
  if (calls.length < steps.length) return undefined;
  return calls.map((call) => baseline(disturbs ? (calls[0] ?? call) : call));
}

/** A requirement that a case of plain requests fails as well shows nothing of its own. */
export function notePlain(
  observed: Observations,
  one: Case,
  exchanges: readonly Exchange[],
  known: TargetFacts,
): void {
  if (notePlaces(observed, one, exchanges, known)) observed.baselineFailsToo = true;
}

/** What plain requests fail by differs by itself. Returns whether they fail. */
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

/** All that the failures are about differs by itself. */
function excused({ requirement, failures }: Observations, known: TargetFacts): boolean {
  return (
    requirement.comparative === true &&
    failures.every(({ at, findings }) => {
      const places = known.unsteady.get(at.planned.probe.operation);
      return findings.every((f) => places?.has(placeOf(f)));
    })
  );
}
