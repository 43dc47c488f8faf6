/** The requests that show one failure: the blamed one by itself, its case, or after others; each was run as it is printed. */
import { TOGETHER } from '../../availability/numbers.ts';
import type { Call, Exchange, Purpose } from '../../model/index.ts';
import { keyOf } from '../../plan/call.ts';
import type { Plan } from '../../plan/plan.ts';
import { purposeOf, stepOf } from '../case.ts';
import { FEW } from '../numbers.ts';
import { type Failure, kindOf, type Observations } from '../observations.ts';
import { presencePurpose } from '../presence.ts';
import { Attempts, type Fails } from './attempts.ts';
import type { Confirmed } from './confirmed.ts';
import {
  AT_TIMES,
  EACH_COMPARED,
  EACH_TIME,
  type Expected,
  experiment,
  MOSTLY,
} from './experiment.ts';
import type { History } from './history.ts';
import type { Origin, Origins } from './origins.ts';
import { type Reproduced, type Rows, rowsOf, type Trials } from './trials.ts';

/** The request that precedes a failing one: the same request, or another one. */
export const ITSELF = 'itself';
export interface Before {
  readonly call: Call;
  readonly purpose?: Purpose;
}

/** What the reproductions of a run have in common. */
export interface Shared {
  readonly trials: Trials;
  readonly history: History;
  readonly origins: Origins;
  readonly plan: Plan;
  readonly affordable: () => boolean;
  /** What the target is known to keep: see Origin. */
  readonly proven: Set<string>;
  /** The requests that reproduced a failure, by its kind: they are tried first. */
  readonly enough: Map<string, typeof ITSELF | Before>;
}

const KEEPS =
  'the target keeps state from earlier requests: the last request gets the response to the first one';
const MAY_KEEP =
  'the last request gets the response to the first one: the target ignores the difference, or keeps the response. To find out which, run only the last command on a new server';
const NOT_RUN = 'these were not run again, because only a new server shows it';
const LASTS =
  'the failure began during the run and persists on this server: to reproduce it, send these requests to a new server; more may be needed';
const UNKNOWN_ORIGIN =
  'the target keeps state from earlier requests: if this request is spelled differently, it gets a correct response; the cause of the wrong one is unknown';

export class Reproduction {
  readonly #shared: Shared;
  readonly #observed: Observations;
  readonly #shown: Failure;
  readonly #back: Confirmed;
  readonly #request: Call;
  /** The requests of a case with several. */
  readonly #inARow: Rows | undefined;
  readonly #attempts: Attempts;
  /** An earlier right response, and one since which all are wrong. */
  readonly #right: Exchange | undefined;
  readonly #turned: Exchange | undefined;
  /** True if the request fails in a spelling that no cache knows. */
  #isOfItself = false;

  constructor(shared: Shared, observed: Observations, shown: Failure, back: Confirmed) {
    this.#shared = shared;
    this.#observed = observed;
    this.#shown = shown;
    this.#back = back;
    this.#request = shown.culprit.request;
    this.#inARow = rowsOf(shown);
    this.#turned = shared.history.turned(observed, shown);
    this.#right = shared.history.rightBefore(observed, shown) ?? this.#turned;
    this.#attempts = new Attempts(shared.trials, shared.plan, observed, shown);
  }

  /** The first condition under which it fails: the one that confirmed it, by itself, after another one, in company. */
  async tried(): Promise<Reproduced | undefined> {
    const { before, steady, when } = this.#back;
    if (before !== undefined) return this.#after(before);
    // One response in place of another shows nothing of a difference that comes only at times.
    const isAtTimes =
      'relation' in this.#observed.requirement &&
      (!steady || when !== undefined || this.#shared.origins.differs(this.#shown.culprit));
    const whole = isAtTimes ? await this.#ofCase() : undefined;
    if (whole !== undefined && whole.failed > 0 && whole.failed < whole.runs) return whole;
    const alone = (n: number): Promise<Fails> => this.#attempts.after([], n);
    const twice = await this.#attempts.twice(0);
    if (twice.first === true) {
      const kept = await this.#afterOrigin();
      if (kept && (kept.failed > 0 || this.#inARow === undefined)) return kept;
      const known = this.#right && (await this.#afterItself(this.fromEvidence(true)));
      // To persist is more than to come again: with one replica of three, three trials may meet the same one.
      const share = known && (await this.#share([[this.#request]], alone, MOSTLY));
      if (known && share?.failed === share?.runs) return known;
      // What differs from one response to the next is shown by the whole case.
      const { origins } = this.#shared;
      const isWhole = this.#inARow && (kept !== undefined || origins.differs(this.#shown.culprit));
      const single =
        steady && !this.#right && !isWhole ? await this.#byItself(twice.second) : undefined;
      if (single) return single;
    }
    if (twice.first === false && (steady || this.#inARow)) {
      const found = await this.#afterAnother(twice.second);
      if (found) return found;
    }
    if (this.#inARow) return whole ?? this.#ofCase();
    const share = await this.#share([[this.#request]], alone, MOSTLY);
    const isCompanys = share?.failed === 0 && when !== undefined && when !== 'after-others';
    return (isCompanys ? await this.#together(share) : undefined) ?? share;
  }

  /**
   * What the evidence of the run says: the failure comes at times, or lasts on this server, so that only a new one could
   * run it again.
   * `steady`: the last right response is enough, else all later ones are wrong.
   */
  fromEvidence(steady = this.#back.steady): Reproduced | undefined {
    const unrun = { runs: 0, failed: 0 } as const;
    const origin = this.#rightOrigins()
      .filter(({ isRenewable }) => !(isRenewable && this.#isOfItself))
      .findLast(({ isShared }) => isShared || this.#right !== undefined);
    if (origin !== undefined) {
      const note = `${this.#right === undefined ? MAY_KEEP : KEEPS}; ${NOT_RUN}`;
      const { keeps: _, ...kept } = this.#keeping(origin);
      return { ...kept, ...unrun, note };
    }
    // In company the same requests say nothing of this one alone.
    const share = this.#back.steady && this.#shared.history.atTimes(this.#observed, this.#shown);
    if (share) return { rows: [[this.#request]], ...share };
    const began = steady ? this.#right : this.#turned;
    // That it persists is not known until it is tried.
    if (began === undefined || !this.#shared.affordable()) return undefined;
    const before = this.#shared.history.since(this.#observed, this.#shown, began);
    return { ...before, ...unrun, note: LASTS, lasts: true };
  }

  /** How often the whole case fails, if it has several requests. */
  async #ofCase(): Promise<Reproduced | undefined> {
    const rows = this.#inARow;
    if (rows === undefined) return undefined;
    const { history } = this.#shared;
    const differs =
      'relation' in this.#observed.requirement ||
      history.atTimes(this.#observed, this.#shown) !== undefined;
    const fails = (n: number): Promise<Fails> => this.#attempts.ofCase(n);
    return this.#share(rows, fails, this.#back.steady && differs ? EACH_COMPARED : undefined);
  }

  /** Sends requests of other cases, and then the case. */
  async #after(before: NonNullable<Confirmed['before']>): Promise<Reproduced | undefined> {
    const { trials } = this.#shared;
    const calls = before.map(({ exchange }) => [exchange.request]);
    const after = before.map(({ purpose }) => purpose);
    const alone: Rows = [...calls, [this.#request]];
    const share = await this.#share(
      alone,
      async (n) => (await this.#attempts.ofRows(alone, n)) ?? false,
    );
    if (this.#inARow === undefined || share === undefined || share.failed === share.runs)
      return share && { ...share, after };
    await trials.rows(calls, this.#shown.at, 0);
    const failed = (await this.#attempts.ofCase(0)) ? 1 : 0;
    return { rows: [...calls, ...this.#inARow], after, runs: 1, failed };
  }

  /**
   * The blamed request after the earlier one whose response it got, if the target keeps responses: a cache that may know
   * both gets them in a spelling that it does not know.
   */
  async #afterOrigin(): Promise<Reproduced | undefined> {
    const { origins, trials, proven } = this.#shared;
    const { at } = this.#shown;
    const renewable = this.#rightOrigins().filter(({ isRenewable }) => isRenewable);
    const known = renewable.find(({ name }) => proven.has(name));
    if (known !== undefined) return this.#keeping(known);
    if (renewable.length === 0) return undefined;
    const alone = origins.renewed([this.#request]);
    this.#isOfItself = this.#attempts.fails((await trials.rows(alone, at, 0)).at(-1)) !== false;
    if (this.#isOfItself) return undefined;
    let isAccepted = false;
    for (const origin of differentOf(renewable)) {
      const { request, response } = origin.kept.exchange;
      const both = origins.renewed([request, this.#request]);
      const [before, last] = await trials.rows(both, at, 0);
      isAccepted ||= before?.response?.status === response?.status;
      if (!this.#attempts.fails(last)) continue;
      proven.add(origin.name);
      return this.#keeping(origin);
    }
    if (!isAccepted) return undefined;
    return { rows: [[this.#request]], runs: 1, failed: 0, note: UNKNOWN_ORIGIN };
  }

  /** The origins; a body that breaks its schema is wrong there as well, and comes from no earlier request. */
  #rightOrigins(): readonly Origin[] {
    const breaksSchema = this.#shown.findings[0]?.keyword !== undefined;
    return breaksSchema ? [] : this.#shared.origins.of(this.#shown);
  }

  #keeping({ kept: { exchange, purpose } }: Origin): Reproduced {
    const rows = [[exchange.request], [this.#request]];
    return { rows, after: [purpose], runs: 1, failed: 1, note: KEEPS, keeps: true };
  }

  /**
   * The same with the request itself as the earlier one, if another request, or another spelling of this one, is right at
   * first and wrong when it is repeated.
   */
  async #afterItself(made: Reproduced | undefined): Promise<Reproduced | undefined> {
    if (made?.lasts === undefined || made.origin !== undefined) return made;
    const { history, origins, trials } = this.#shared;
    const other = history.rightAtFirst(this.#observed, this.#shown);
    const rows = other ? [[other]] : origins.renewed([this.#request, this.#request]);
    const [first, second] = await trials.rows(rows, this.#shown.at, 0);
    const isWrong = other
      ? this.#attempts.fails(first)
      : this.#attempts.fails(first) === false && this.#attempts.fails(second);
    return isWrong ? { ...made, origin: this.#request } : made;
  }

  /** The blamed request, with the earlier one that may be the cause of its treatment. */
  async #byItself(failsTwice: Fails): Promise<Reproduced | undefined> {
    const own = [this.#request];
    const shared = this.#rightOrigins().findLast(
      ({ isRenewable, isShared }) => isShared && !isRenewable,
    );
    if (shared !== undefined) {
      const made = this.#keeping(shared);
      const last = (await this.#shared.trials.rows(made.rows, this.#shown.at, 0)).at(-1);
      const { keeps: _, ...kept } = made;
      if (this.#attempts.fails(last)) return { ...kept, note: MAY_KEEP };
    }
    if (failsTwice !== false) return { rows: [own], runs: 1, failed: 1 };
    // It does not fail right after itself, so the plain request before it may be the cause.
    const plain = this.#attempts.plain;
    if (plain === undefined) return undefined;
    const { decision, runs, failed } = await experiment(
      (n) => this.#attempts.after([], n),
      EACH_TIME,
    );
    if (decision !== 'confirmed') return undefined;
    const after = [presencePurpose(plain.operation, 'control')];
    return { rows: [[plain], own], after, runs, failed };
  }

  /**
   * The blamed request right after itself, or after one other: of its case, or of any kind. The sequence that
   * reproduced a failure of the same kind is tried first, and once.
   */
  async #afterAnother(failsTwice: Fails): Promise<Reproduced | undefined> {
    const { enough, history, affordable } = this.#shared;
    const own = [this.#request];
    const kind = kindOf(this.#shown);
    const known = enough.get(kind);
    const inARow = this.#inARow?.flat();
    // What reproduced failures of the same kind is tried once.
    const expected = (isKnown: boolean): Expected => ({ ...EACH_TIME, known: isKnown ? 2 : 0 });
    if (failsTwice === true) {
      const { decision, runs, failed } = await experiment(
        async (n) => {
          const { first, second } = await this.#attempts.twice(n);
          return first === false && second === true;
        },
        expected(known === ITSELF),
      );
      if (decision === 'confirmed') {
        enough.set(kind, ITSELF);
        const purpose = stepOf(this.#shown.purpose ?? purposeOf(this.#shown.at), 0);
        return { rows: [own, own], ...(inARow ? {} : { after: [purpose] }), runs, failed };
      }
    }
    const others: readonly Before[] = inARow
      ? otherCalls(inARow, this.#request).map((call) => ({ call }))
      : history
          .kinds(this.#shown)
          .map(({ exchange, purpose }) => ({ call: exchange.request, purpose }));
    const first = known === undefined || known === ITSELF ? [] : [known];
    for (const before of [...first, ...others]) {
      if (!affordable()) return undefined;
      const { call, purpose } = before;
      const isKnown = before === known;
      const { decision, runs, failed } = await experiment(
        (n) => this.#attempts.after([call], n),
        expected(isKnown),
      );
      if (decision !== 'confirmed') continue;
      if (!isKnown && (await this.#attempts.after([], 1)) === true) continue;
      enough.set(kind, before);
      return { rows: [[call], own], ...(purpose ? { after: [purpose] } : {}), runs, failed };
    }
    return undefined;
  }

  /** Sends copies at the same time: only this shows state that requests share. */
  async #together(alone: Reproduced): Promise<Reproduced | undefined> {
    const { affordable } = this.#shared;
    const copies = Array.from({ length: TOGETHER }, () => this.#request);
    const failing = (rows: Rows, n: number) => this.#attempts.amongRows(rows, n);
    const share = await this.#share(
      [copies],
      async (n) => (await failing([copies], n)) > 0,
      AT_TIMES,
    );
    if (share === undefined || share.failed === 0) return undefined;
    // The same number one after the other: a failure of one response in seven needs no simultaneous requests.
    const inTurn = copies.map((call) => [call]);
    for (let n = 0; n < share.runs && affordable(); n++) {
      const failed = await failing(inTurn, n);
      if (failed > 0) return { ...alone, runs: alone.runs + (n + 1) * TOGETHER, failed };
    }
    return share;
  }

  /** How often the requests fail; `undefined` if there were too few trials to say that they always do. */
  async #share(
    rows: Rows,
    fails: (n: number) => Promise<Fails>,
    expected: Expected = this.#back.steady || this.#back.before ? AT_TIMES : MOSTLY,
  ): Promise<Reproduced | undefined> {
    const { affordable } = this.#shared;
    const { decision, runs, failed } = await experiment(fails, expected, affordable);
    return failed === runs && decision !== 'confirmed' ? undefined : { rows, runs, failed };
  }
}

/** Some with different requests. */
function differentOf(origins: readonly Origin[]): readonly Origin[] {
  const byRequest = new Map(
    origins.map((one) => [keyOf(one.kept.exchange.request), one] as const).reverse(),
  );
  return [...byRequest.values()].reverse().slice(0, FEW);
}

/** The other requests of a case, without repetitions. */
function otherCalls(calls: readonly Call[], own: Call): readonly Call[] {
  const others = new Map(calls.map((call) => [keyOf(call), call] as const));
  others.delete(keyOf(own));
  return [...others.values()];
}
