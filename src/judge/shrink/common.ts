/** The traits that failing requests share and no other request of the plan has: the likely cause. */
import { step } from '../../contract/pointer.ts';
import { brokenPlaces, sent } from '../../contract/request-body.ts';
import { schemaPlace } from '../../contract/schema-place.ts';
import { type Call, isObject, type Requirement } from '../../model/index.ts';
import type { Plan } from '../../plan/plan.ts';
import { type Case, callsOf } from '../case.ts';
import { COMPARED, LONG_TEXT } from '../numbers.ts';
import { casesBetween } from '../planned-cases.ts';
import { addCall, type Found } from './request-places.ts';
import type { Shrunk } from './shrink.ts';

type Traits = ReadonlySet<string>;

/** The cases of a requirement by their traits. */
interface Sorted {
  readonly failing: readonly Traits[];
  /** The traits of requests that pass: of valid ones under `VALID`, and of each probe under its id. */
  readonly passing: ReadonlyMap<string, Traits>;
  /** The members that occur in any body. */
  readonly members: Traits;
}

const VALID = '';

/** Compares the failing cases of one requirement with the others. */
export class CommonTraits {
  readonly #plan: Plan;
  readonly #requirement: Requirement;
  readonly #failingAt: ReadonlySet<number>;
  /** Most requirements fail for one cause, which is clear without the traits of all cases. */
  #sorted: Sorted | undefined;

  constructor(plan: Plan, requirement: Requirement, failingAt: ReadonlySet<number>) {
    this.#plan = plan;
    this.#requirement = requirement;
    this.#failingAt = failingAt;
  }

  /** True if every request of the probe fails, whatever it contains. */
  allFail({ planned: { probe } }: Case): boolean {
    return !this.#cases().passing.has(probe.id);
  }

  /** True if the requests have the traits that most failing ones share with the known one. */
  explain({ at, culprit }: Shrunk, one: Case, calls: readonly Call[]): boolean {
    const { failing, passing, members } = this.#cases();
    const known = traitsIn([culprit.request], at, members);
    const other = traitsIn(calls, one, members);
    const valid = passing.get(VALID);
    const isCause = (trait: string): boolean =>
      !valid?.has(trait) && !passing.get(at.planned.probe.id)?.has(trait);
    if (mostCommon([...known].filter(isCause), failing).some((trait) => other.has(trait)))
      return true;
    // Valid requests may have it too: it is a cause only together with another defect of the request.
    const isCondition = (trait: string): boolean =>
      [at, one].every(({ planned: { probe } }) => {
        const own = probe.wrong === undefined ? undefined : passing.get(probe.id);
        return own !== undefined && !own.has(trait);
      });
    return mostCommon([...known].filter(isCondition), failing).some((trait) => other.has(trait));
  }

  #cases(): Sorted {
    this.#sorted ??= sorted(this.#plan, this.#requirement, this.#failingAt);
    return this.#sorted;
  }
}

function sorted(
  { probes: planned }: Plan,
  { probes }: Requirement,
  failingAt: ReadonlySet<number>,
): Sorted {
  const cases = planned
    .filter(({ probe }) => probes.includes(probe))
    .flatMap((one) => [...casesBetween(one, one.firstCase, Number.POSITIVE_INFINITY)]);
  const members = new Set(cases.flatMap(callsOf).flatMap(membersOf));
  const failing: Traits[] = [];
  const passing = new Map<string, Set<string>>();
  for (const one of cases) {
    const traits = traitsIn(callsOf(one), one, members);
    if (failingAt.has(one.order)) {
      failing.push(traits);
      continue;
    }
    const { probe } = one.planned;
    // A request that is wrong for one reason shows nothing about its other traits.
    const isPlain = probe.wrong === undefined && one.steps.length === 1;
    for (const name of isPlain ? [VALID, probe.id] : [probe.id]) {
      const known = passing.get(name) ?? new Set();
      passing.set(name, known);
      for (const trait of traits) known.add(trait);
    }
  }
  return { failing, passing, members };
}

/** The traits that most of the failing cases have. */
function mostCommon(traits: readonly string[], failing: readonly Traits[]): readonly string[] {
  const counts = traits.map((trait) => failing.filter((own) => own.has(trait)).length);
  const most = Math.max(1, ...counts);
  return traits.filter((_, i) => counts[i] === most);
}

function traitsIn(
  calls: readonly Call[],
  { planned: { probe }, caseGroup: { group } }: Case,
  members: Traits,
): Traits {
  const traits = new Set([`kind ${probe.id}`, `kind ${probe.id}#${group.label}`]);
  for (const call of calls) {
    const body = sent(call);
    const own = membersOf(call);
    for (const trait of traitsOf(call, body)) traits.add(trait);
    for (const name of members) if (!own.includes(name)) traits.add(`no ${name}`);
  }
  return traits;
}

/** What stands at each place of the request, and at any place of its body. */
function* traitsOf(call: Call, body: unknown): Generator<string> {
  const { path, body: text, encoding, headers, operation } = call;
  for (const [code] of path.toLowerCase().matchAll(/%[0-9a-f]{2}|[^\w/]/g))
    yield `${code} in the path`;
  if (encoding !== undefined) yield `bytes in ${encoding}`;
  if (headers['content-type'] === undefined) yield 'no content-type';
  if (body === undefined) yield text === undefined ? 'no body' : text === '' ? 'empty' : 'no JSON';
  const places = new Map<string, Found>();
  addCall(places, call, body);
  for (const [at, { values, measures, characters }] of places) {
    yield `${at} is there`;
    const words = [
      ...[...values].flatMap((value) => [
        JSON.stringify(value),
        `${typeof value} ${value === null}`,
      ]),
      ...[...characters].map((one) => `with ${one}`),
      ...(measures.text.some((length) => length > LONG_TEXT) ? ['long'] : []),
      ...(measures.entries.includes(0) ? ['without entries'] : []),
    ];
    for (const word of words) {
      yield `${at} ${word}`;
      if (at.startsWith('/') || at.startsWith('name')) yield `anywhere ${word}`;
    }
  }
  // Values of different types may be wrong at one place, and unknown members have any names.
  const { contract, request } = operation;
  if (body === undefined || request === undefined) return;
  for (const at of brokenPlaces(operation, body).slice(0, COMPARED)) yield `wrong ${at}`;
  const isUnknown = (name: string): boolean =>
    schemaPlace(contract, request, step(name)) === undefined;
  if (isObject(body) && Object.keys(body).some(isUnknown)) yield 'unknown member';
}

/** The members of a request's body: another request may fail because it lacks them. */
function membersOf(call: Call): readonly string[] {
  const value = sent(call);
  return isObject(value) ? Object.keys(value) : [];
}
