/** The requests that show each failure again, and how often they did. */
import { isDeepStrictEqual } from 'node:util';
import { type Exchange, type Finding, isRandom } from '../../model/index.ts';
import type { Plan } from '../../plan/plan.ts';
import { onlyReads } from '../case.ts';
import { type Confirmed, rank } from '../confirm/confirm.ts';
import type { Kept } from '../evidence.ts';
import type { TargetFacts } from '../judge-case.ts';
import { type Failure, kindOf, type Observations, stepsOf } from '../observations.ts';
import type { Shrunk } from '../shrink/shrink.ts';
import type { Target } from '../target.ts';
import { History } from './history.ts';
import { Origins } from './origins.ts';
import { type Before, ITSELF, Sequence } from './sequence.ts';
import { isComplete, type Reproduced, type Rows, Trials } from './trials.ts';

/** True if it was run again, and did not show the failure each time. */
export function isNowAndThen({ runs, failed, note }: Reproduced): boolean {
  return note === undefined && failed < runs;
}

/** The number of trials of a failure that may be intermittent. */
const TRIALS = 6;
/** This many failures in a row, at uneven distances, are neither chance nor a counter of the server. */
const ENOUGH = 3;
/** This many copies are sent together. */
const TOGETHER = 8;
/** The cost limit of all reproductions, as a share of the requests that are left. */
const SHARE = 1;

/** The reproductions of all counterexamples of confirmed failures, the strongest levels first. */
export async function reproduceAll(
  confirmed: ReadonlyMap<Observations, Confirmed>,
  shrunk: ReadonlyMap<Observations, Shrunk>,
  others: ReadonlyMap<Observations, readonly Shrunk[]>,
  reproductions: Reproductions,
): Promise<ReadonlyMap<Failure, Reproduced>> {
  const found = new Map<Failure, Reproduced>();
  const strongest = [...confirmed].sort(([a], [b]) => rank(a.requirement) - rank(b.requirement));
  for (const [observed, back] of strongest) {
    const main = shrunk.get(observed) ?? back.failure;
    for (const shown of [main, ...(others.get(observed) ?? [])]) {
      const made = await reproductions.of(observed, shown, back);
      if (made) found.set(shown, made);
    }
  }
  return new Map([...found].map(([shown, made]) => [shown, likeSiblings(shown, made, found)]));
}

/** If a failure lasts on this server after other requests, its siblings fail by themselves once those were sent. */
function likeSiblings(
  { findings: [finding] }: Failure,
  made: Reproduced,
  all: ReadonlyMap<Failure, Reproduced>,
): Reproduced {
  if (made.note !== undefined || made.rows.length > 1 || finding === undefined) return made;
  for (const [other, found] of all) {
    const [sibling] = other.findings;
    if (!found.lasts || sibling === undefined || !isAlike(sibling, finding)) continue;
    return { ...found, rows: [...found.rows.slice(0, -1), ...made.rows] };
  }
  return made;
}

/** True for the same place of a component schema, or of a response. */
function isAlike(one: Finding, other: Finding): boolean {
  if (one.schema !== undefined && other.schema !== undefined)
    return one.schema === other.schema && one.keyword === other.keyword;
  return isDeepStrictEqual([one.at, one.expected], [other.at, other.expected]);
}

const CHANGES = 'it was not run again, because it changes the target';
const SPARED = 'it was not run again, because it brings the target down or ends its connection';
const BY_CHANCE = 'it shows the failure only now and then: no request brings it about';
const SEEN_LAST = 'it was not run again, because one of the last requests showed it';
const NOTHING_LEFT = 'it was not run again, because no more requests were sent';

/** A failure that occurred only in one of the last requests gets a label and no reproduction. */
export function notReproduced(
  confirmed: ReadonlyMap<Observations, Confirmed>,
): ReadonlyMap<Failure, Reproduced> {
  return new Map(
    [...confirmed].flatMap(([{ requirement }, back]) => {
      const { failure } = back;
      if ('expects' in requirement && requirement.expects !== 'response') return [];
      return [[failure, notRun(failure, back, SEEN_LAST)] as const];
    }),
  );
}

export class Reproductions {
  readonly #target: Target;
  readonly #trials: Trials;
  readonly #history: History;
  readonly #origins: Origins;
  readonly #plan: Plan;
  readonly #affordable: () => boolean;
  /** What the target is known to keep: see Sequence. */
  readonly #proven = new Set<string>();
  /** The requests that reproduced a failure, by its kind. */
  readonly #enough = new Map<string, typeof ITSELF | Before>();

  constructor(target: Target, known: TargetFacts, kept: readonly Kept[], plan: Plan) {
    this.#plan = plan;
    this.#target = target;
    this.#trials = new Trials(target, known);
    this.#history = new History(this.#trials, kept);
    this.#origins = new Origins(kept, plan.surface.operations);
    this.#affordable = target.spending(SHARE);
  }

  /** The reproduction of a failure; `undefined` if no single request shows it. */
  async of(
    observed: Observations,
    shown: Failure,
    back: Confirmed,
  ): Promise<Reproduced | undefined> {
    const { requirement } = observed;
    if ('expects' in requirement && requirement.expects !== 'response') return undefined;
    if (!onlyReads(shown.at.planned.probe)) return notRun(shown, back, CHANGES);
    if (back.spared) return notRun(shown, back, SPARED);
    const sequence = new Sequence(
      this.#trials,
      this.#history,
      this.#origins,
      this.#plan,
      observed,
      shown,
      this.#proven,
    );
    const turned = this.#history.turned(shown);
    const right = this.#history.rightBefore(observed, shown) ?? turned;
    const lasting = (): Reproduced | undefined =>
      sequence.lasting(right, back.steady ? right : turned);
    const [finding] = shown.findings;
    if (finding && isRandom(finding.actual)) return lasting() ?? notRun(shown, back, BY_CHANCE);
    const stopped = this.#target.stopped !== undefined || !this.#affordable();
    const found = stopped ? undefined : await this.#tried(observed, shown, back, sequence, right);
    return found ?? lasting() ?? notRun(shown, back, NOTHING_LEFT, this.#enough.get(kindOf(shown)));
  }

  async #tried(
    observed: Observations,
    shown: Failure,
    back: Confirmed,
    sequence: Sequence,
    right: Exchange | undefined,
  ): Promise<Reproduced | undefined> {
    const alone: Rows = [[shown.culprit.request]];
    const inARow = rowsOf(shown);
    if (back.before !== undefined) return this.#after(observed, shown, back.before, sequence);
    const failsAlone = (n: number): Promise<boolean | undefined> => sequence.alone(n);
    const twice = await sequence.twice(0);
    if (twice.first === true) {
      const made = await sequence.afterOrigin();
      if (made && (made.failed > 0 || inARow === undefined)) return made;
      const lasting = right && sequence.lasting(right, right);
      const enough = back.steady ? ENOUGH : TRIALS;
      const share = lasting && (await this.#share(alone, failsAlone, enough));
      if (share?.failed === share?.runs && lasting) return lasting;
      // What differs from one response to the next is shown by the whole case.
      const isWhole = inARow && (made !== undefined || this.#origins.differs(shown.culprit));
      if (back.steady && right === undefined && !isWhole) {
        const single = await sequence.byItself(twice);
        if (single) return single;
      }
    }
    if (twice.first === false && (back.steady || inARow !== undefined)) {
      const made = await sequence.afterAnother(twice, {
        inARow: inARow?.flat(),
        enough: this.#enough,
        affordable: this.#affordable,
      });
      if (made) return made;
    }
    if (inARow !== undefined) {
      const fails = async (n: number): Promise<boolean | undefined> => {
        await sequence.breakStep(n);
        const all = await this.#trials.ofCase(shown, n);
        return isComplete(all) ? this.#trials.caseFails(observed, shown, all) : undefined;
      };
      return this.#share(inARow, fails, back.steady ? ENOUGH : TRIALS);
    }
    const share = await this.#share(alone, failsAlone);
    if (share === undefined || share.failed > 0) return share;
    if (back.when === undefined || back.when === 'after-others') return share;
    return (await this.#together(observed, shown, share)) ?? share;
  }

  /** Sends requests of other cases, and then the case. */
  async #after(
    observed: Observations,
    shown: Failure,
    before: readonly Kept[],
    sequence: Sequence,
  ): Promise<Reproduced | undefined> {
    const calls = before.map(({ exchange }) => [exchange.request]);
    const after = before.map(({ purpose }) => purpose);
    const alone: Rows = [...calls, [shown.culprit.request]];
    const share = await this.#share(
      alone,
      async (n) => {
        await sequence.breakStep(n);
        const last = (await this.#trials.exchanges(alone, shown.at, n)).at(-1);
        return last && this.#trials.failsWith(observed, shown, last) === true;
      },
      ENOUGH,
    );
    const inARow = rowsOf(shown);
    if (inARow === undefined || share === undefined || share.failed === share.runs)
      return share && { ...share, after };
    await this.#trials.exchanges(calls, shown.at, 0);
    const all = await this.#trials.ofCase(shown, 0);
    const failed = this.#trials.caseFails(observed, shown, all) ? 1 : 0;
    return { rows: [...calls, ...inARow], after, runs: 1, failed };
  }

  /** Sends copies at the same time: only this shows state that requests share. */
  async #together(
    observed: Observations,
    shown: Failure,
    alone: Reproduced,
  ): Promise<Reproduced | undefined> {
    const copies = Array.from({ length: TOGETHER }, () => shown.culprit.request);
    const failing = async (rows: Rows, n: number): Promise<number> =>
      (await this.#trials.exchanges(rows, shown.at, n)).filter(
        (one) => this.#trials.failsWith(observed, shown, one) === true,
      ).length;
    const share = await this.#share(
      [copies],
      async (n) => (await failing([copies], n)) > 0,
      ENOUGH,
    );
    if (share === undefined || share.failed === 0) return undefined;
    // The same number one after the other: a failure of one response in seven needs no simultaneous requests.
    const inTurn = copies.map((call) => [call]);
    for (let n = 0; n < share.runs && this.#affordable(); n++) {
      const failed = await failing(inTurn, n);
      if (failed > 0) return { ...alone, runs: alone.runs + (n + 1) * TOGETHER, failed };
    }
    return share;
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
    // Too few runs to state that it fails each time.
    if (failed === runs && runs < Math.min(enough, ENOUGH)) return undefined;
    return { rows, runs, failed };
  }
}

/** The requests that should show the failure, not run: after those that failures of the same kind needed. */
function notRun(
  shown: Failure,
  { before = [] }: Confirmed,
  note: string,
  needed?: typeof ITSELF | Before,
): Reproduced {
  const first = before.map(({ exchange }) => [exchange.request]);
  const after = before.map(({ purpose }) => purpose);
  const own = rowsOf(shown);
  const { request } = shown.culprit;
  const single = needed === undefined ? [] : [[needed === ITSELF ? request : needed.call]];
  const rows = [...first, ...(own ?? [...single, [request]])];
  return { rows, ...(before.length > 0 ? { after } : {}), runs: 0, failed: 0, note };
}

/** All requests of a case with several, as they were sent; `undefined` if it has one, or they are unknown. */
function rowsOf(shown: Failure): Rows | undefined {
  const { at, exchanges } = shown;
  const steps = stepsOf(shown);
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
