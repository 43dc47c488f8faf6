/** For each failure the requests that show it again, and how often they did. */
import { AT_RANDOM, type Call, type Exchange } from '../../model/index.ts';
import { keyOf } from '../../plan/call.ts';
import type { Plan } from '../../plan/plan.ts';
import { nameOf, onlyReads } from '../case.ts';
import { type Confirmed, rank } from '../confirm/confirm.ts';
import type { Kept } from '../evidence.ts';
import type { Known } from '../judge-case.ts';
import type { Failure, Observations } from '../observations.ts';
import { PRESENCE_REFS } from '../presence.ts';
import type { Shrunk } from '../shrink/shrink.ts';
import type { Target } from '../target.ts';
import { History } from './history.ts';
import { isComplete, type Reproduced, type Rows, type ShownFailure, Trials } from './trials.ts';

/** How often what need not come back each time is tried. */
const TRIALS = 6;
/** After so many failures in a row it is no chance. */
const ENOUGH = 2;
/** So many copies are sent together. */
const TOGETHER = 8;
/** What all of it may cost, as a share of the requests that are left. */
const SHARE = 1;

/** The reproductions of all that is shown of confirmed failures, the strongest levels first. */
export async function reproduceAll(
  confirmed: ReadonlyMap<Observations, Confirmed>,
  shrunk: ReadonlyMap<Observations, Shrunk>,
  others: ReadonlyMap<Observations, readonly Shrunk[]>,
  reproductions: Reproductions,
): Promise<ReadonlyMap<Failure, Reproduced>> {
  const found = new Map<Failure, Reproduced>();
  const strongest = [...confirmed].sort(([a], [b]) => rank(a.requirement) - rank(b.requirement));
  for (const [tally, back] of strongest) {
    const main = shrunk.get(tally) ?? { ...back.failure, steps: back.failure.at.steps };
    for (const shown of [main, ...(others.get(tally) ?? [])]) {
      const made = await reproductions.of(tally, shown, back);
      if (made) found.set(shrunk.has(tally) ? shown : back.failure, made);
    }
  }
  return new Map([...found].map(([shown, made]) => [shown, likeSiblings(shown, made, found)]));
}

/** What lasts on this server after other requests fails by itself at its siblings too, once those were sent. */
function likeSiblings(
  { findings: [finding] }: Failure,
  made: Reproduced,
  all: ReadonlyMap<Failure, Reproduced>,
): Reproduced {
  if (made.note !== undefined || made.rows.length > 1) return made;
  for (const [other, found] of all) {
    const [same] = other.findings;
    if (found.note !== LASTS || same?.at !== finding?.at || same?.expected !== finding?.expected)
      continue;
    return { ...found, rows: [...found.rows.slice(0, -1), ...made.rows] };
  }
  return made;
}

const LASTS =
  'the failure lasts on this server, so the requests that brought it about were not run again: a new server shows it';
const CHANGES = 'it was not run again, because it changes the target';
const BY_CHANCE = 'it shows the failure only now and then: no request brings it about';
const NOTHING_LEFT = 'it was not run again, because no more requests were sent';

export class Reproductions {
  readonly #target: Target;
  readonly #trials: Trials;
  readonly #history: History;
  readonly #plan: Plan;
  readonly #affordable: () => boolean;

  constructor(target: Target, known: Known, kept: readonly Kept[], plan: Plan) {
    this.#plan = plan;
    this.#target = target;
    this.#trials = new Trials(target, known);
    this.#history = new History(this.#trials, kept);
    this.#affordable = target.spending(SHARE);
  }

  /** `undefined` where no single request shows it. */
  async of(
    tally: Observations,
    shown: ShownFailure,
    back: Confirmed,
  ): Promise<Reproduced | undefined> {
    const { requirement } = tally;
    if ('expects' in requirement && requirement.expects !== 'response') return undefined;
    if (!onlyReads(shown.at.planned.probe)) return notRun(shown, back, CHANGES);
    if (shown.findings[0]?.actual.includes(AT_RANDOM)) return notRun(shown, back, BY_CHANCE);
    const stopped = this.#target.stopped !== undefined || !this.#affordable();
    const found = stopped ? undefined : await this.#tried(tally, shown, back);
    return found ?? notRun(shown, back, NOTHING_LEFT);
  }

  async #tried(
    tally: Observations,
    shown: ShownFailure,
    back: Confirmed,
  ): Promise<Reproduced | undefined> {
    if (back.before !== undefined) return this.#after(tally, shown, back.before);
    const alone: Rows = [[shown.culprit.request]];
    const varies = this.#history.rightBefore(tally, shown);
    const first = await this.#alone(tally, shown, 0);
    if (first === true && back.steady && varies === undefined) {
      const plain = this.#plainBefore(shown);
      if (plain === undefined || (await this.#again(tally, shown, plain)) !== false)
        return { rows: alone, runs: 1, failed: 1 };
      const after = [`${plain.operation.name}${PRESENCE_REFS.control}`];
      const again = await this.#alone(tally, shown, 1);
      if (again) return { rows: [[plain], ...alone], after, runs: 2, failed: 2 };
    }
    const inARow = rowsOf(shown);
    if (inARow !== undefined) {
      const pair = first === false ? await this.#pair(tally, shown, inARow.flat()) : undefined;
      if (pair) return pair;
      const fails = async (n: number): Promise<boolean | undefined> => {
        const all = await this.#trials.ofCase(shown, n);
        return isComplete(all) ? this.#trials.caseFails(tally, shown, all) : undefined;
      };
      return this.#share(inARow, fails, back.steady ? ENOUGH : TRIALS);
    }
    const pair = first === false && back.steady ? await this.#afterOne(tally, shown) : undefined;
    if (pair) return pair;
    const share = await this.#share(alone, (n) => this.#alone(tally, shown, n));
    if (share === undefined || share.failed > 0) {
      const lasts = back.steady && share?.failed === share?.runs;
      if (!lasts || varies === undefined) return share;
      return { ...this.#history.since(tally, shown, varies), runs: 0, failed: 0, note: LASTS };
    }
    if (back.when === undefined || back.when === 'after-others') return share;
    return (await this.#together(tally, shown)) ?? share;
  }

  /** The request that is blamed, by itself: after a plain one, which ends what a rejection may have left behind. */
  async #alone(tally: Observations, shown: ShownFailure, n: number): Promise<boolean | undefined> {
    const one = await this.#last([shown.culprit.request], shown, n);
    if (one === undefined || !isComplete([one])) return undefined;
    return this.#trials.failsWith(tally, shown, one) === true;
  }

  /** A plain request that is another one than that which is blamed. */
  #plainBefore({ at, culprit: { request } }: ShownFailure): Call | undefined {
    const { operation, baseline } = at.planned.probe;
    const presence = this.#plan.presenceProbes.find((one) => one.operation === operation);
    const plain = presence?.control ?? baseline?.(request);
    return plain === undefined || keyOf(plain) === keyOf(request) ? undefined : plain;
  }

  /** The request that is blamed, right after itself: then it does not fail where the plain one is to blame. */
  async #again(
    tally: Observations,
    shown: ShownFailure,
    plain: Call,
  ): Promise<boolean | undefined> {
    const { request } = shown.culprit;
    const rows = [[plain], [request], [request]];
    const last = (await this.#trials.exchanges(rows, shown.at, 0)).at(-1);
    return last && this.#trials.failsWith(tally, shown, last);
  }

  /** The response to the last of these requests, after a plain one. */
  async #last(
    calls: readonly Call[],
    shown: ShownFailure,
    n: number,
  ): Promise<Exchange | undefined> {
    const plain = this.#plainBefore(shown);
    const rows = [...(plain ? [plain] : []), ...calls].map((call) => [call]);
    return (await this.#trials.exchanges(rows, shown.at, n)).at(-1);
  }

  /** The request that is blamed after itself, or after one of another kind. */
  async #afterOne(tally: Observations, shown: ShownFailure): Promise<Reproduced | undefined> {
    const { request } = shown.culprit;
    const own = { ref: `${shown.name ?? nameOf(shown.at)}/0`, exchange: shown.culprit };
    for (const { ref, exchange } of [own, ...this.#history.kinds(shown)]) {
      if (!this.#affordable()) return undefined;
      const calls = [exchange.request, request];
      const fails = async (n: number): Promise<boolean> => {
        const last = await this.#last(calls, shown, n);
        return last !== undefined && this.#trials.failsWith(tally, shown, last) === true;
      };
      if ((await fails(0)) && (await fails(1)) && !(await this.#alone(tally, shown, 1)))
        return { rows: calls.map((call) => [call]), after: [ref], runs: 2, failed: 2 };
    }
    return undefined;
  }

  /** The request that is blamed right after one other of its case, where that is enough. */
  async #pair(
    tally: Observations,
    shown: ShownFailure,
    calls: readonly Call[],
  ): Promise<Reproduced | undefined> {
    const { culprit } = shown;
    const others = new Map(calls.map((call) => [keyOf(call), call] as const));
    others.delete(keyOf(culprit.request));
    for (const call of others.values()) {
      const rows = [[call], [culprit.request]];
      const fails = async (n: number): Promise<boolean> => {
        const last = (await this.#trials.exchanges(rows, shown.at, n)).at(-1);
        return last !== undefined && this.#trials.failsWith(tally, shown, last) === true;
      };
      if (!this.#affordable()) return undefined;
      const always = (await fails(0)) && (await fails(1)) && !(await this.#alone(tally, shown, 1));
      if (always) return { rows, runs: 2, failed: 2 };
    }
    return undefined;
  }

  /** Requests of other cases, and then the case. */
  async #after(
    tally: Observations,
    shown: ShownFailure,
    before: readonly Kept[],
  ): Promise<Reproduced> {
    const calls = before.map(({ exchange }) => [exchange.request]);
    const after = before.map(({ ref }) => ref);
    const alone = [[shown.culprit.request]];
    const last = (await this.#trials.exchanges([...calls, ...alone], shown.at, 0)).at(-1);
    if (last && this.#trials.failsWith(tally, shown, last))
      return { rows: [...calls, ...alone], after, runs: 1, failed: 1 };
    const inARow = rowsOf(shown) ?? alone;
    await this.#trials.exchanges(calls, shown.at, 0);
    const all = await this.#trials.ofCase(shown, 0);
    const failed = this.#trials.caseFails(tally, shown, all) ? 1 : 0;
    return { rows: [...calls, ...inARow], after, runs: 1, failed };
  }

  /** Copies at the same time: what requests share shows only then. */
  async #together(tally: Observations, shown: ShownFailure): Promise<Reproduced | undefined> {
    const rows = [Array.from({ length: TOGETHER }, () => shown.culprit.request)];
    const share = await this.#share(
      rows,
      async (n) =>
        (await this.#trials.exchanges(rows, shown.at, n)).some(
          (one) => this.#trials.failsWith(tally, shown, one) === true,
        ),
      ENOUGH,
    );
    return share && share.failed > 0 ? share : undefined;
  }

  async #share(
    rows: Rows,
    fails: (n: number) => Promise<boolean | undefined>,
    enough = TRIALS,
  ): Promise<Reproduced | undefined> {
    let [runs, failed] = [0, 0];
    const isSettled = (): boolean => failed === runs && runs >= enough;
    for (; runs < TRIALS && !isSettled() && this.#affordable(); runs++) {
      const failedAgain = await fails(runs);
      if (failedAgain === undefined) break;
      if (failedAgain) failed++;
    }
    return runs === 0 ? undefined : { rows, runs, failed };
  }
}

function notRun(shown: ShownFailure, { before = [] }: Confirmed, note: string): Reproduced {
  const first = before.map(({ exchange }) => [exchange.request]);
  const after = before.map(({ ref }) => ref);
  const rows = [...first, ...(rowsOf(shown) ?? [[shown.culprit.request]])];
  return { rows, ...(before.length > 0 ? { after } : {}), runs: 0, failed: 0, note };
}

/** All requests of a case with several, as they went out; `undefined` where it has one, or they are not known. */
function rowsOf({ at, exchanges, steps }: ShownFailure): Rows | undefined {
  if (steps.length < 2) return undefined;
  const { concurrentAfter: alone = steps.length } = at.planned.probe;
  const calls =
    exchanges?.map(({ request }) => request) ??
    steps.flatMap((step) => (typeof step === 'function' ? [] : [step]));
  const together = calls.slice(alone);
  return [
    ...calls.slice(0, alone).map((call) => [call]),
    ...(together.length > 0 ? [together] : []),
  ];
}
