/** What the failing requests of a rule have in common, and none of its passing requests has. */
import { INDEPENDENT, NO_CHANCE } from '../../availability/numbers.ts';
import { sent } from '../../contract/request-body.ts';
import { type Call, type Distinction, leavesOf, type Requirement } from '../../model/index.ts';
import type { Plan } from '../../plan/plan.ts';
import { callsOf } from '../case.ts';
import { COMPARED, REMEMBERED } from '../numbers.ts';
import { casesBetween } from '../planned-cases.ts';
import {
  addCall,
  BEYOND_ASCII,
  ENCODED_SLASH,
  type Found,
  type Measured,
  PATH_ID,
  type Places,
} from './request-places.ts';

/** The positions of cases in the plan. */
export interface Decided {
  readonly failing: ReadonlySet<number>;
  readonly passing: ReadonlySet<number>;
}

/**
 * The difference that says most: a part that is present or absent, a number or a length beyond a limit, a value, a
 * character. Only kinds of requests of which some fail are compared. `undefined` if there is no difference, or if too
 * few cases show it.
 */
export function distinctionOf(
  plan: Plan,
  { probes }: Requirement,
  decided: Decided,
): Distinction | undefined {
  const failing: (() => Places)[] = [];
  const passing: (() => Places)[] = [];
  for (const one of plan.probes.filter(({ probe }) => probes.includes(probe))) {
    const end = one.firstCase + one.caseGroups.reduce((sum, { count }) => sum + count, 0);
    const among = (orders: ReadonlySet<number>): (() => Places)[] =>
      [...orders]
        .filter((order) => order >= one.firstCase && order < end)
        .sort((a, b) => a - b)
        .slice(0, COMPARED)
        .map((order) => () => placesAt(plan, one, order));
    const failed = among(decided.failing);
    if (failed.length === 0) continue;
    failing.push(...failed);
    passing.push(...among(decided.passing));
  }
  if (failing.length === 0 || passing.length < INDEPENDENT) return undefined;
  const [own, others] = [failing.map((places) => places()), passing.map((places) => places())];
  const isFew = Math.min(failing.length, passing.length) < NO_CHANCE;
  const found = named(outermost(differences(own, others)));
  // What a value is says more than how many there are.
  const [unknown, ...more] = named(unknownIds(plan, own, others));
  if (unknown && more.length === 0 && !(isFew && found.some((one) => isElsewhere(one, unknown))))
    return unknown;
  return isFew && found.length !== 1 ? undefined : found[0];
}

/** The places at which each failing case has an id that no fixture has, and no passing case has one. */
function unknownIds(
  { fixtures }: Plan,
  failing: readonly Places[],
  passing: readonly Places[],
): readonly Distinction[] {
  const known = new Set(leavesOf(fixtures).map(({ value }) => value));
  const isUnknown = (one: Found | undefined): boolean =>
    [...(one?.ids ?? [])].some((id) => !known.has(id));
  const names = [...(failing[0]?.keys() ?? [])];
  const found = names.flatMap((at) => {
    if (at === 'path' || at === PATH_ID || at.startsWith('header ') || at.startsWith('name '))
      return [];
    const right = passing.filter((own) => (own.get(at)?.ids.size ?? 0) > 0);
    const isKnown = right.length >= NO_CHANCE && !right.some((own) => isUnknown(own.get(at)));
    return isKnown && failing.every((own) => isUnknown(own.get(at)))
      ? [{ at, is: 'unknown' as const }]
      : [];
  });
  return found;
}

/** Without a place such as `/ids/*`, which also stands for any member of an object, if that member is named. */
function named(all: readonly Distinction[]): readonly Distinction[] {
  return all.filter(
    ({ at, is, value }) =>
      !at.endsWith('/*') ||
      !all.some(
        (one) =>
          one.at !== at &&
          one.at.startsWith(at.slice(0, -1)) &&
          one.is === is &&
          one.value === value,
      ),
  );
}

/** True if neither place is inside the other one. */
function isElsewhere({ at }: Distinction, { at: other }: Distinction): boolean {
  const [one, two] = [`${at}/`, `${other}/`];
  return !one.startsWith(two) && !two.startsWith(one);
}

/** At most one difference for each place, the most telling kinds first. */
export function differences(
  failing: readonly Places[],
  passing: readonly Places[],
): readonly Distinction[] {
  const names = [...new Set(failing.concat(passing).flatMap((own) => [...own.keys()]))];
  const byName = new Map<string, Distinction>();
  // Of the members of a map, or the elements of a list, some have a common value by chance.
  for (const [differ, counts] of [
    [byPresence, isOfOne],
    [byValue, isOfOne],
    [byEmptiness, isOfOne],
    [byId, isPathId],
    [byMeasure, always],
    [byCharacter, always],
    [byValue, always],
  ] as const)
    for (const at of names.filter((name) => counts(name) && !byName.has(name))) {
      const of = (own: Places): Found | undefined => own.get(at);
      const found = differ(failing.map(of), passing.map(of));
      if (found !== undefined) byName.set(at, { at, ...found });
    }
  return [...byName.values()];
}

const always = (): boolean => true;

/** False for a place that stands for any member or element: that there is one is a difference of the whole. */
function isOfOne(at: string): boolean {
  return !at.startsWith('name ') && !at.endsWith('/*');
}

function isPathId(at: string): boolean {
  return at === PATH_ID;
}

/** What is inside a place that differs itself says no more. */
function outermost(all: readonly Distinction[]): readonly Distinction[] {
  return all.filter(
    ({ at }) => !all.some((other) => other.at !== at && at.startsWith(`${other.at}/`)),
  );
}

type Differ = (
  failing: readonly (Found | undefined)[],
  passing: readonly (Found | undefined)[],
) => Omit<Distinction, 'at'> | undefined;

const byPresence: Differ = (failing, passing) => {
  const isThere = (one: Found | undefined): boolean => one !== undefined;
  if (failing.every(isThere) && !passing.some(isThere)) return { is: 'there' };
  return !failing.some(isThere) && passing.every(isThere) ? { is: 'absent' } : undefined;
};

const BEYOND = { number: 'above', text: 'longer', entries: 'more' } as const;

const byMeasure: Differ = (failing, passing) => {
  for (const kind of ['entries', 'number', 'text'] as const satisfies readonly Measured[]) {
    const most = (one: Found | undefined): number => Math.max(0, ...(one?.measures[kind] ?? []));
    const limit = Math.max(...passing.map(most));
    if (Math.min(...failing.map(most)) > limit) return { is: BEYOND[kind], than: limit };
  }
  return undefined;
};

const byValue: Differ = (failing, passing) => {
  const [value] = common(failing, passing, ({ values }) => values);
  return value === undefined ? undefined : { is: 'value', value };
};

/** An array or object without entries; passing requests have one with some. */
const byEmptiness: Differ = (failing, passing) => {
  const isEmpty = (one: Found | undefined): boolean => one?.measures.entries.includes(0) === true;
  const right = passing.filter((one) => (one?.measures.entries.length ?? 0) > 0);
  if (right.length < INDEPENDENT || right.some(isEmpty)) return undefined;
  return failing.every(isEmpty) ? { is: 'empty' } : undefined;
};

/** The one id of the failing requests, if other ones pass. */
const byId: Differ = (failing, passing) => {
  const others = new Set(passing.flatMap((one) => [...(one?.ids ?? [])]));
  const [value] = common(failing, passing, ({ ids }) => ids);
  return value !== undefined && others.size >= INDEPENDENT ? { is: 'value', value } : undefined;
};

const byCharacter: Differ = (failing, passing) => {
  const own = common(failing, passing, ({ characters }) => characters);
  const [first] = own;
  if (first === undefined) return undefined;
  const isSlashed = own.includes(ENCODED_SLASH);
  if (own.includes(BEYOND_ASCII))
    return { is: 'beyond-ascii', ...(isSlashed && { value: ENCODED_SLASH }) };
  return { is: 'contains', value: isSlashed ? ENCODED_SLASH : first };
};

/** Those that all failing cases have, and no passing one. */
function common<T>(
  failing: readonly (Found | undefined)[],
  passing: readonly (Found | undefined)[],
  of: (found: Found) => ReadonlySet<T>,
): readonly T[] {
  const [first, ...others] = failing;
  const has = (one: Found | undefined, item: T): boolean => one !== undefined && of(one).has(item);
  return [...(first ? of(first) : [])].filter(
    (item) => others.every((one) => has(one, item)) && !passing.some((one) => has(one, item)),
  );
}

const kept = new WeakMap<Plan, Map<number, Places>>();

/** The places of all requests of a case that are known in advance. */
function placesAt(plan: Plan, planned: Plan['probes'][number], order: number): Places {
  const known = kept.get(plan) ?? new Map<number, Places>();
  kept.set(plan, known);
  const found = known.get(order);
  if (found !== undefined) return found;
  const places = new Map<string, Found>();
  const calls: readonly Call[] = [...casesBetween(planned, order, order + 1)].flatMap(callsOf);
  for (const call of calls) addCall(places, call, sent(call));
  if (known.size >= REMEMBERED) known.clear();
  known.set(order, places);
  return places;
}
