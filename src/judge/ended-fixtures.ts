/**
 * Fixtures that ended during the run: contracts that are gone, reassignments that are completed, arguments that expired.
 * Also those in a state in which one operation may reject them.
 */
import { INDEPENDENT } from '../availability/numbers.ts';
import type { Operation } from '../contract/contract.ts';
import { pathOf } from '../contract/match.ts';
import {
  type Call,
  type CompleteExchange,
  type Exchange,
  type FixtureLookup,
  type Fixtures,
  hasResponse,
} from '../model/index.ts';
import type { Plan } from '../plan/plan.ts';
import type { Evidence } from './evidence.ts';
import { DATE_MS, SHORT_TEXT } from './numbers.ts';
import type { Observations } from './observations.ts';
import { ChangingRoster } from './roster.ts';
import type { Target } from './target.ts';

/** Why a fixture does not count any more. */
interface End {
  readonly reason: string;
  /** True if a time in it has passed: then all fixtures with that time have expired. */
  readonly byTime: boolean;
}

export class EndedFixtures {
  readonly #plan: Plan;
  #found: readonly FixtureLookup[] | undefined;
  readonly #target: Target;
  readonly #evidence: Evidence;
  readonly #roster: ChangingRoster;
  readonly #fixtures: Fixtures;
  readonly #ends = new Map<FixtureLookup, Promise<End | undefined>>();
  readonly #states = new Map<Call, Promise<string | undefined>>();
  readonly #known = new Map<Exchange, Promise<string | undefined>>();
  readonly #reasons = new Set<string>();

  constructor(plan: Plan, target: Target, evidence: Evidence) {
    this.#plan = plan;
    this.#roster = new ChangingRoster(plan, target, evidence);
    this.#fixtures = plan.fixtures;
    this.#target = target;
    this.#evidence = evidence;
  }

  /** Made when it is needed, so that an internal error in Assay costs only what needs it. */
  get #lookups(): readonly FixtureLookup[] {
    const { surface, fixtures } = this.#plan;
    this.#found ??= surface.lookups?.(fixtures) ?? [];
    return this.#found;
  }

  /** Why fixtures do not count, as far as responses about them were excused. */
  get reasons(): readonly string[] {
    return [...this.#reasons];
  }

  /** From now on fixtures that were live are looked up again. */
  lookAgain(): void {
    this.#ends.clear();
    this.#states.clear();
    this.#known.clear();
  }

  /** Drops the failing cases of a requirement whose fixture ended, so that those about other fixtures decide. */
  async excuse(observed: Observations): Promise<void> {
    const reasons = new Map<Exchange, string>();
    for (const culprit of observed.culprits) {
      const reason = await this.reasonFor(culprit);
      if (reason !== undefined) reasons.set(culprit, reason);
    }
    if (reasons.size === 0) return;
    const all = new Set(reasons.values());
    observed.excuseFailures(new Set(reasons.keys()), [...all].join('; '));
  }

  /** Why a response is no failure: its fixture ended, or is in a state of its own. */
  async reasonFor(culprit: Exchange): Promise<string | undefined> {
    const known = this.#known.get(culprit) ?? this.#reasonFor(culprit);
    this.#known.set(culprit, known);
    const reason = await known;
    if (reason !== undefined) this.#reasons.add(reason);
    return reason;
  }

  /** Why a failure is about an object that came or went; `undefined` if it is not. */
  async changeBehind(culprit: Exchange): Promise<string | undefined> {
    const reason = await this.#roster.reasonFor(culprit);
    if (reason !== undefined) this.#reasons.add(reason);
    return reason;
  }

  /** Why a response is no failure; `undefined` if its fixture is live, or if it is not about one. */
  async #reasonFor(culprit: Exchange): Promise<string | undefined> {
    for (const lookup of this.#lookups) {
      const { stateOf, calls } = lookup;
      const call = calls.find((one) => isAbout(culprit, one));
      if (call === undefined || !isIn(culprit, 'dead', stateOf)) continue;
      const known = this.#ends.get(lookup) ?? this.#endOf(lookup);
      this.#ends.set(lookup, known);
      const end = await known;
      if (end && (end.byTime || namesContractsOf(culprit, call))) return end.reason;
      const state = this.#states.get(call) ?? this.#stateAt(lookup, call);
      this.#states.set(call, state);
      const reason = await state;
      if (reason !== undefined) return reason;
    }
    return undefined;
  }

  /** The id of a fixture, or its position if it has none. */
  #nameOf({ name, index }: FixtureLookup): string {
    const value: unknown = this.#fixtures[name]?.[index];
    if (typeof value !== 'string') return `number ${index + 1} of the ${name} in the fixtures`;
    return `${name} ${value.length > SHORT_TEXT ? `${value.slice(0, SHORT_TEXT)}…` : value}`;
  }

  /** The moment of the latest request: a recording that is judged later has the same. */
  get #lastSent(): number {
    const last = this.#evidence.kept.at(-1)?.exchange;
    return last === undefined ? 0 : momentsOf(last).until;
  }

  async #endOf(lookup: FixtureLookup): Promise<End | undefined> {
    const { calls, named = [] } = lookup;
    const what = this.#nameOf(lookup);
    // A list may have shown it, or a lookup of what it names, before its own first request.
    const found = [...calls, ...named.flat()].flatMap((call) => {
      const live = this.#firstLive(call, lookup);
      return live ? [{ call, since: momentsOf(live).from }] : [];
    });
    const byTime = found.some(({ call, since }) =>
      timesIn(call).some((time) => time > since && time <= this.#lastSent),
    );
    if (found.length === 0) return undefined;
    // An operation may have its first request for a contract after the contract has ended.
    const again = byTime ? calls.filter((one) => found.some(({ call }) => call === one)) : calls;
    if (!(await this.#areDead(again, lookup))) return undefined;
    if (byTime)
      return { reason: `${what} expired during the run: it names a time that has passed`, byTime };
    const ended = `${what} ended during the run`;
    if (this.#cameBack(calls, lookup)) return undefined;
    // A server may reject the plainest request about it, and accept others as before.
    if (calls.length >= INDEPENDENT && !(await this.#areRejectedNow(calls, lookup)))
      return undefined;
    if (calls.length >= INDEPENDENT)
      return { reason: `${ended}: ${calls.length} operations no longer find it`, byTime };
    for (const contract of named)
      if (await this.#areDead(contract, lookup))
        return {
          reason: `${ended}: another lookup no longer finds it, or an object that it names`,
          byTime,
        };
    if (named.length === 0 && (await this.#areOthersLive(lookup)))
      return {
        reason: `${ended}: its contracts may be spent, because others are accepted`,
        byTime,
      };
    return undefined;
  }

  /** If only other operations find it, and this one finds others, it may be in a state without this choice. */
  async #stateAt(lookup: FixtureLookup, call: Call): Promise<string | undefined> {
    const { name, index, calls, inSomeStates } = lookup;
    if (!inSomeStates?.has(call.operation)) return undefined;
    // A refusal of some requests about it has another reason.
    if (this.#firstLive(call, lookup) !== undefined) return undefined;
    if (!(await this.#areDead([call], lookup))) return undefined;
    const isFound = async (one: FixtureLookup, about: Call): Promise<boolean> =>
      this.#firstLive(about, one) !== undefined ||
      isIn(await this.#sendAgain(about, one), 'live', one.stateOf);
    const others = this.#lookups.filter((one) => one.name === name && one.index !== index);
    const here = others.flatMap((one) =>
      one.calls.filter(isAt(call.operation)).map((about) => [one, about] as const),
    );
    const elsewhere = calls
      .filter((one) => !isAt(call.operation)(one))
      .map((one) => [lookup, one] as const);
    const anyOf = async (all: typeof here): Promise<boolean> => {
      for (const [one, about] of all) if (await isFound(one, about)) return true;
      return false;
    };
    if (!(await anyOf(here)) || !(await anyOf(elsewhere))) return undefined;
    return `${this.#nameOf(lookup)} has no context at ${call.operation.name}, where others have one: it may be in a state in which this choice is not available, such as after its lock has expired`;
  }

  /** True if the operation still accepts arguments with other contracts. */
  async #areOthersLive({ name, calls: [own] }: FixtureLookup): Promise<boolean> {
    const contracts = contractsIn(own);
    if (contracts.length === 0) return false;
    for (const other of this.#lookups) {
      const [call] = other.calls;
      if (other.name !== name || call === undefined) continue;
      const theirs = contractsIn(call);
      if (theirs.length === 0 || theirs.some((id) => contracts.includes(id))) continue;
      if (isIn(await this.#sendAgain(call, other), 'live', other.stateOf)) return true;
    }
    return false;
  }

  async #areDead(calls: readonly Call[], lookup: FixtureLookup): Promise<boolean> {
    for (const call of calls)
      if (!isIn(await this.#sendAgain(call, lookup), 'dead', lookup.stateOf)) return false;
    return calls.length > 0;
  }

  /** True if what these operations accepted about the fixture is rejected now. */
  async #areRejectedNow(calls: readonly Call[], lookup: FixtureLookup): Promise<boolean> {
    const accepted = calls.flatMap((call) => this.#firstLive(call, lookup)?.request ?? []);
    const others = accepted.filter(
      ({ path, body }) => !calls.some((call) => call.path === path && call.body === body),
    );
    return others.length === 0 || this.#areDead(others, lookup);
  }

  /**
   * True if these operations found it again more than once after they had not: what has ended does not come back, and a
   * gateway that restarts hides it once. Arguments may be rejected for another reason.
   */
  #cameBack(calls: readonly Call[], { stateOf }: FixtureLookup): boolean {
    const inPath = calls.filter((call) => contractsIn(call).length === 0);
    let [wasDead, returns] = [false, 0];
    for (const { exchange } of this.#evidence.kept) {
      if (exchange.request.method !== exchange.request.operation.method) continue;
      if (!inPath.some((call) => isAbout(exchange, call))) continue;
      const isLive = isIn(exchange, 'live', stateOf);
      if (wasDead && isLive) returns++;
      wasDead = !isLive && (wasDead || isIn(exchange, 'dead', stateOf));
    }
    return returns >= INDEPENDENT;
  }

  #firstLive(call: Call, { stateOf }: FixtureLookup): Exchange | undefined {
    return this.#evidence.kept.find(
      ({ exchange }) =>
        isAbout(exchange, call) &&
        namesContractsOf(exchange, call) &&
        isIn(exchange, 'live', stateOf),
    )?.exchange;
  }

  #sendAgain(call: Call, { name }: FixtureLookup): Promise<Exchange> {
    return this.#target.send(call, {
      kind: 'lookup',
      probe: call.operation.name,
      about: name,
    });
  }
}

/** When an exchange was, by the clock of the target, which decides what has expired; else by this one. */
function momentsOf({ startedAt, response }: Exchange): {
  readonly from: number;
  readonly until: number;
} {
  const date = Date.parse(response?.headers['date'] ?? '');
  return Number.isNaN(date)
    ? { from: startedAt, until: startedAt }
    : { from: date, until: date + DATE_MS };
}

const isAt =
  (operation: Operation) =>
  (call: Call): boolean =>
    call.operation === operation;

function isIn(
  one: Exchange,
  state: 'live' | 'dead',
  stateOf: FixtureLookup['stateOf'],
): one is CompleteExchange {
  return hasResponse(one) && stateOf(one.response) === state;
}

/** The request of a fixture; arguments are those with its times. */
function isAbout({ request }: Exchange, call: Call): boolean {
  const { operation, path } = call;
  return (
    request.operation === operation &&
    pathOf(request.path).endsWith(pathOf(path)) &&
    timesIn(call).every((time) => timesIn(request).includes(time))
  );
}

/** True if the request has all contract ids of the other one's body. */
function namesContractsOf({ request }: Exchange, call: Call): boolean {
  return contractsIn(call).every((id) => String(request.body).includes(id));
}

/** The contract ids in a body. */
function contractsIn(call: Pick<Call, 'body'> | undefined): readonly string[] {
  return String(call?.body ?? '').match(/\b00[0-9a-f]{64,}\b/g) ?? [];
}

/** The times in a body, in milliseconds. */
function timesIn({ body = '' }: Pick<Call, 'body'>): readonly number[] {
  const texts = String(body).match(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)/g) ?? [];
  return texts.map((text) => Date.parse(text));
}
