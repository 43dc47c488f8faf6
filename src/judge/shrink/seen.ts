/** What other responses show of the values in requests: where a value is in them, and what is beside it. */
import { INDEPENDENT } from '../../availability/numbers.ts';
import {
  type Distinction,
  type Exchange,
  isAccepted,
  jsonOf,
  type Kept,
} from '../../model/index.ts';
import { DEPTH, FEW, NAMED, SHORT_TEXT } from '../numbers.ts';
import type { Compared } from './compared.ts';
import { DISTINCT, type Found, PAIR, type Places } from './request-places.ts';

/** A place of a value in the responses of an operation, with the members beside it. */
interface Sight {
  readonly operation: string;
  /** The names of the members that lead to it, without indexes. */
  readonly at: string;
  readonly beside: ReadonlyMap<string, unknown>;
}

/**
 * The difference with what the responses of another operation show of its value, and not of those that pass; or, without
 * a difference, the objects that only the failing values are in there.
 */
export function withSeen(
  only: Distinction | undefined,
  compared: Compared,
  culprit: Exchange,
  kept: readonly Kept[],
): Distinction | undefined {
  const { name } = culprit.request.operation;
  const sightsOf = (value: string): readonly Sight[] =>
    allSights(kept, value).filter(({ operation }) => operation !== name);
  const sightsAt = (places: readonly Places[], at: string): readonly (readonly Sight[])[] =>
    [...new Set(places.flatMap((own) => textsOf(own.get(at))))].slice(0, NAMED).map(sightsOf);
  if (only !== undefined) {
    if (only.is !== 'value' || typeof only.value !== 'string') return only;
    const passing = sightsAt(compared.passing, only.at).filter((some) => some.length > 0);
    const shown = flagOf(sightsOf(only.value), passing);
    return shown === undefined ? only : { ...only, shown };
  }
  for (const at of compared.failing[0]?.keys() ?? []) {
    if (at.startsWith(PAIR) || at.startsWith(DISTINCT) || !areApart(compared, at)) continue;
    const [failing, passing] = [sightsAt(compared.failing, at), sightsAt(compared.passing, at)];
    const found = objectsOf(failing, passing);
    if (found !== undefined) return { at, is: 'shown', ...found };
  }
  return undefined;
}

/** True if each failing request has a text at the place, and no passing one has the same. */
function areApart({ failing, passing }: Compared, at: string): boolean {
  const right = new Set(passing.flatMap((own) => textsOf(own.get(at))));
  return failing.every((own) => {
    const texts = textsOf(own.get(at));
    return texts.length === 1 && !texts.some((text) => right.has(text));
  });
}

function textsOf(found: Found | undefined): readonly string[] {
  const short = [...(found?.values ?? [])].filter((one) => typeof one === 'string' && one !== '');
  return [...(short as string[]), ...(found?.ids ?? [])];
}

/** A truth that is beside the failing value, and beside no other value at the same place. */
function flagOf(
  own: readonly Sight[],
  others: readonly (readonly Sight[])[],
): Distinction['shown'] | undefined {
  for (const { operation, at, beside } of own) {
    const same = others.flatMap((some) =>
      some.filter((one) => one.operation === operation && one.at === at),
    );
    const names = [...beside].flatMap(([name, value]) =>
      value === true && !same.some((one) => one.beside.get(name) === true) ? name : [],
    );
    const [member, ...more] = names;
    if (same.length > 0 && member !== undefined && more.length === 0) return { operation, member };
  }
  return undefined;
}

/** The objects of one operation's responses that have the failing values, but none of the passing ones. */
function objectsOf(
  failing: readonly (readonly Sight[])[],
  passing: readonly (readonly Sight[])[],
): Pick<Distinction, 'value' | 'or' | 'shown'> | undefined {
  if (Math.min(failing.length, passing.length) < INDEPENDENT) return undefined;
  for (const operation of new Set(failing.flat().map((one) => one.operation))) {
    const placesIn = (some: readonly Sight[]): readonly string[] =>
      some.flatMap((one) => (one.operation === operation ? one.at : []));
    const right = passing.map(placesIn);
    if (right.some((places) => places.length === 0)) continue;
    const own = failing.map((some) => placesIn(some).filter((at) => !right.flat().includes(at)));
    if (own.some((places) => places.length === 0)) continue;
    const [one, two, ...more] = new Set(own.flatMap((places) => places[0] ?? []));
    if (one === undefined || more.length > 0) continue;
    const [value = one, or] = withoutEnd([one, ...(two === undefined ? [] : [two])], right.flat());
    return { value, ...(or !== undefined && { or }), shown: { operation } };
  }
  return undefined;
}

/** The places up to the last member in which they differ from the others. */
function withoutEnd(places: readonly string[], others: readonly string[]): readonly string[] {
  const lastOf = (at: string): string => at.slice(at.lastIndexOf('/'));
  const [first = ''] = places;
  const isCommon = [...places, ...others].every((at) => lastOf(at) === lastOf(first));
  if (!isCommon || first === '') return places;
  const shorter = (all: readonly string[]): readonly string[] =>
    all.map((at) => at.slice(0, at.length - lastOf(at).length));
  return withoutEnd(shorter(places), shorter(others));
}

/** What a run has shown so far: its responses, and the sights of the values that were looked up. */
interface Seen {
  readonly responses: readonly Exchange[];
  readonly byValue: Map<string, readonly Sight[]>;
}

const seen = new WeakMap<readonly Kept[], Seen>();

function allSights(kept: readonly Kept[], value: string): readonly Sight[] {
  const { responses, byValue } = seen.get(kept) ?? { responses: firstIn(kept), byValue: new Map() };
  seen.set(kept, { responses, byValue });
  const found = byValue.get(value) ?? responses.flatMap((one) => sightsIn(one, value));
  byValue.set(value, found);
  return found;
}

/** The first accepted responses of each operation: most of what it shows is in them. */
function firstIn(kept: readonly Kept[]): readonly Exchange[] {
  const counts = new Map<string, number>();
  return kept
    .map(({ exchange }) => exchange)
    .filter((one) => {
      const { name } = one.request.operation;
      if (!isAccepted(one)) return false;
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return count <= 2 * FEW;
    });
}

function sightsIn(one: Exchange, value: string): readonly Sight[] {
  if (!one.response?.text.includes(value)) return [];
  const operation = one.request.operation.name;
  const found: Sight[] = [];
  const visit = (item: unknown, at: string, depth: number): void => {
    if (depth > 2 * DEPTH || typeof item !== 'object' || item === null) return;
    const isList = Array.isArray(item);
    for (const [name, member] of Object.entries(item)) {
      const isKey = isList || name.length > SHORT_TEXT;
      const place = isKey ? `${at}/*` : `${at}/${name}`;
      if (member === value)
        found.push({ operation, at: place, beside: new Map(isList ? [] : Object.entries(item)) });
      visit(member, place, depth + 1);
    }
  };
  visit(jsonOf(one.response), '', 0);
  return found;
}
