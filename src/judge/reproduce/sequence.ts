/** Finds the requests that show a failure: the blamed one by itself, or after an earlier one. */
import type { Call, Exchange, Purpose } from '../../model/index.ts';
import { keyOf } from '../../plan/call.ts';
import type { Plan } from '../../plan/plan.ts';
import { purposeOf, stepOf } from '../case.ts';
import { type Failure, kindOf, type Observations } from '../observations.ts';
import { presencePurpose } from '../presence.ts';
import type { History } from './history.ts';
import type { Origin, Origins } from './origins.ts';
import { isComplete, type Reproduced, type Trials } from './trials.ts';

/** The request that precedes a failing one: the same request, or another one. */
export const ITSELF = 'itself';
export interface Before {
  readonly call: Call;
  readonly purpose?: Purpose;
}

/** This many failures in a row, at uneven distances, are neither chance nor a counter of the server. */
const ALWAYS = 3;

/** This many requests are tried as the origin of a response. */
const ORIGINS = 3;

const KEEPS =
  'the target keeps state from earlier requests: the last request gets the response to the first one';
const MAY_KEEP =
  'the last request gets the response to the first one: the target ignores what differs, or keeps the response; a new server without the first command shows which';
const NOT_RUN = 'these were not run again, because only a new server shows it';
const LASTS =
  'the failure began during the run and lasts on this server: a new server shows it after these requests, if they are enough';
const UNKNOWN_ORIGIN =
  'the target keeps state from earlier requests: spelled otherwise, this request gets a right response; what brings the wrong one about is unknown';

/** Whether the blamed request fails after a plain one, and whether it fails right after itself. */
interface Twice {
  readonly first: boolean | undefined;
  readonly second: boolean | undefined;
}

interface Search {
  /** The requests of a case with several. */
  readonly inARow: readonly Call[] | undefined;
  /** The requests that reproduced other failures, by their kind: they are tried first. */
  readonly enough: Map<string, typeof ITSELF | Before>;
  readonly affordable: () => boolean;
}

export class Sequence {
  readonly #trials: Trials;
  readonly #history: History;
  readonly #origins: Origins;
  readonly #observed: Observations;
  readonly #shown: Failure;
  /** What is known to be kept: see Origin. */
  readonly #proven: Set<string>;
  /** True if the request fails in a spelling that no cache knows. */
  #isOfItself = false;
  readonly #request: Call;
  /** Another plain request: it clears state that a rejection may have left behind. */
  readonly #plain: Call | undefined;

  constructor(
    trials: Trials,
    history: History,
    origins: Origins,
    { presenceProbes }: Plan,
    observed: Observations,
    shown: Failure,
    proven: Set<string>,
  ) {
    this.#trials = trials;
    this.#history = history;
    this.#origins = origins;
    this.#observed = observed;
    this.#shown = shown;
    this.#proven = proven;
    this.#request = shown.culprit.request;
    const { operation, baseline } = shown.at.planned.probe;
    const presence = presenceProbes.find((one) => one.operation === operation);
    const plain = presence?.control ?? baseline?.(this.#request);
    const isOther = plain !== undefined && keyOf(plain) !== keyOf(this.#request);
    this.#plain = isOther ? plain : undefined;
  }

  async twice(n: number): Promise<Twice> {
    const [first, second] = (await this.#sent([this.#request, this.#request], n)).slice(-2);
    return { first: this.#fails(first), second: this.#fails(second) };
  }

  /** Sends a plain request before every second trial, so that no counter of the server keeps step. */
  async breakStep(n: number): Promise<void> {
    if (n % 2 === 1) await this.#trials.send(this.#plain ?? this.#request, this.#shown.at);
  }

  /** True if the request fails by itself, `undefined` if that is unknown. */
  async alone(n: number): Promise<boolean | undefined> {
    return this.#fails((await this.#sent([this.#request], n)).at(-1));
  }

  /**
   * The blamed request after the earlier one whose response it got, if the target keeps responses: a cache that may know
   * both gets them in a spelling that it does not know.
   */
  async afterOrigin(): Promise<Reproduced | undefined> {
    const { at } = this.#shown;
    const origins = this.#rightOrigins().filter(({ isRenewable }) => isRenewable);
    const known = origins.find(({ name }) => this.#proven.has(name));
    if (known !== undefined) return this.#keeping(known);
    if (origins.length === 0) return undefined;
    const alone = this.#origins.renewed([this.#request]);
    this.#isOfItself = this.#fails((await this.#trials.exchanges(alone, at, 0)).at(-1)) !== false;
    if (this.#isOfItself) return undefined;
    let isAccepted = false;
    for (const origin of differentOf(origins)) {
      const { request, response } = origin.kept.exchange;
      const both = this.#origins.renewed([request, this.#request]);
      const [before, last] = await this.#trials.exchanges(both, at, 0);
      isAccepted ||= before?.response?.status === response?.status;
      if (!this.#fails(last)) continue;
      this.#proven.add(origin.name);
      return this.#keeping(origin);
    }
    if (!isAccepted) return undefined;
    return { rows: [[this.#request]], runs: 1, failed: 0, note: UNKNOWN_ORIGIN };
  }

  /**
   * What the evidence of the run says of a failure that lasts on this server; only a new one could run it again. `right`
   * is an earlier right response, `began` one after which all were wrong.
   */
  lasting(right: Exchange | undefined, began: Exchange | undefined): Reproduced | undefined {
    const unrun = { runs: 0, failed: 0 } as const;
    const origin = this.#rightOrigins()
      .filter(({ isRenewable }) => !(isRenewable && this.#isOfItself))
      .findLast(({ isShared }) => isShared || right !== undefined);
    if (origin !== undefined) {
      const note = `${right === undefined ? MAY_KEEP : KEEPS}; ${NOT_RUN}`;
      return { ...this.#keeping(origin), ...unrun, note };
    }
    if (began === undefined) return undefined;
    const before = this.#history.since(this.#observed, this.#shown, began);
    return { ...before, ...unrun, note: LASTS, lasts: true };
  }

  /** The origins; a body that breaks its schema is wrong there as well, and comes from no earlier request. */
  #rightOrigins(): readonly Origin[] {
    const breaksSchema = this.#shown.findings[0]?.keyword !== undefined;
    return breaksSchema ? [] : this.#origins.of(this.#shown);
  }

  #keeping({ kept: { exchange, purpose } }: Origin): Reproduced {
    const rows = [[exchange.request], [this.#request]];
    return { rows, after: [purpose], runs: 1, failed: 1, note: KEEPS };
  }

  /** The blamed request, with the earlier one that may be the cause of its treatment. */
  async byItself({ second }: Twice): Promise<Reproduced | undefined> {
    const own = [this.#request];
    const shared = this.#rightOrigins().findLast(
      ({ isRenewable, isShared }) => isShared && !isRenewable,
    );
    if (shared !== undefined) {
      const made = this.#keeping(shared);
      const last = (await this.#trials.exchanges(made.rows, this.#shown.at, 0)).at(-1);
      if (this.#fails(last)) return { ...made, note: MAY_KEEP };
    }
    if (second !== false) return { rows: [own], runs: 1, failed: 1 };
    // It does not fail right after itself, so the plain request before it may be the cause.
    const plain = this.#plain;
    if (plain === undefined || !(await always((n) => this.alone(n)))) return undefined;
    const after = [presencePurpose(plain.operation, 'control')];
    return { rows: [[plain], own], after, runs: ALWAYS, failed: ALWAYS };
  }

  /**
   * The blamed request right after itself, or after one other: of its case, or of any kind. The sequence that
   * reproduced a failure of the same kind is tried first, and once.
   */
  async afterAnother(
    { second }: Twice,
    { inARow, enough, affordable }: Search,
  ): Promise<Reproduced | undefined> {
    const own = [this.#request];
    const kind = kindOf(this.#shown);
    const known = enough.get(kind);
    if (second === true) {
      const isKnown = known === ITSELF;
      if (isKnown || (await always(async (n) => isOnlySecond(await this.twice(n))))) {
        enough.set(kind, ITSELF);
        const runs = isKnown ? 1 : ALWAYS;
        const purpose = stepOf(this.#shown.purpose ?? purposeOf(this.#shown.at), 0);
        return { rows: [own, own], ...(inARow ? {} : { after: [purpose] }), runs, failed: runs };
      }
    }
    const others: readonly Before[] = inARow
      ? otherCalls(inARow, this.#request).map((call) => ({ call }))
      : this.#history
          .kinds(this.#shown)
          .map(({ exchange, purpose }) => ({ call: exchange.request, purpose }));
    const first = known === undefined || known === ITSELF ? [] : [known];
    for (const before of [...first, ...others]) {
      if (!affordable()) return undefined;
      const { call, purpose } = before;
      const fails = async (n: number): Promise<boolean | undefined> =>
        this.#fails((await this.#sent([call, this.#request], n)).at(-1));
      const isKnown = before === known;
      if (!(await (isKnown ? fails(0) : always(fails)))) continue;
      if (!isKnown && (await this.alone(1)) === true) continue;
      enough.set(kind, before);
      const runs = isKnown ? 1 : ALWAYS;
      return { rows: [[call], own], ...(purpose ? { after: [purpose] } : {}), runs, failed: runs };
    }
    return undefined;
  }

  /** The n-th trial of these requests after a plain request; at every second trial two plain requests precede. */
  async #sent(calls: readonly Call[], n: number): Promise<readonly Exchange[]> {
    const plain = this.#plain;
    const plains = plain === undefined ? [] : n % 2 === 0 ? [plain] : [plain, plain];
    const rows = [...plains, ...calls].map((call) => [call]);
    const nth = plain === undefined ? n : Math.floor(n / 2);
    return this.#trials.exchanges(rows, this.#shown.at, nth);
  }

  /** `undefined` if the request got no response, and the reason shows nothing. */
  #fails(one: Exchange | undefined): boolean | undefined {
    if (one === undefined || !isComplete([one])) return undefined;
    return this.#trials.failsWith(this.#observed, this.#shown, one) === true;
  }
}

/** Some with different requests. */
function differentOf(origins: readonly Origin[]): readonly Origin[] {
  const byRequest = new Map(
    origins.map((one) => [keyOf(one.kept.exchange.request), one] as const).reverse(),
  );
  return [...byRequest.values()].reverse().slice(0, ORIGINS);
}

function isOnlySecond({ first, second }: Twice): boolean {
  return first === false && second === true;
}

async function always(fails: (n: number) => Promise<boolean | undefined>): Promise<boolean> {
  for (let n = 0; n < ALWAYS; n++) if ((await fails(n)) !== true) return false;
  return true;
}

/** The other requests of a case, without repetitions. */
function otherCalls(calls: readonly Call[], own: Call): readonly Call[] {
  const others = new Map(calls.map((call) => [keyOf(call), call] as const));
  others.delete(keyOf(own));
  return [...others.values()];
}
