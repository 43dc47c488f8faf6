/** In what one part of the failing requests differs from that part of the passing ones. */
import { INDEPENDENT, NO_CHANCE } from '../../availability/numbers.ts';
import type { Distinction } from '../../model/index.ts';
import { BY_CHANCE, SHORT_TEXT } from '../numbers.ts';
import { BEYOND_ASCII, ENCODED_SLASH, type Found, type Measured } from './request-places.ts';

type Differ = (
  failing: readonly (Found | undefined)[],
  passing: readonly (Found | undefined)[],
) => Omit<Distinction, 'at'> | undefined;

/** A member that is null counts as absent. */
export const byPresence: Differ = (failing, passing) => {
  const isThere = (one: Found | undefined): boolean =>
    one !== undefined && !(one.values.size === 1 && one.values.has(null) && !one.measures.text[0]);
  if (failing.every(isThere) && !passing.some(isThere)) return { is: 'there' };
  return !failing.some(isThere) && passing.every(isThere) ? { is: 'absent' } : undefined;
};

/** Two ids that are equal, or differ, in each failing request; in passing ones it is the other way round. */
export const byEquality: Differ = (failing, passing) => {
  const others = passing.filter((one) => one !== undefined);
  if (failing.length < NO_CHANCE || others.length < NO_CHANCE) return undefined;
  const [areEqual, more] = common(failing, others, ({ values }) => values);
  if (typeof areEqual !== 'boolean' || more !== undefined) return undefined;
  return { is: areEqual ? 'same' : 'different' };
};

/** A part that each failing request has, and most passing ones lack: without it nothing fails. */
export const byNeed: Differ = (failing, passing) => {
  const isThere = (one: Found | undefined): boolean => one !== undefined;
  const there = passing.filter(isThere).length;
  const isMostly = there < failing.length && 2 * there < passing.length;
  if (failing.length < NO_CHANCE || passing.length - there < NO_CHANCE) return undefined;
  return isMostly && failing.every(isThere) ? { is: 'there' } : undefined;
};

const BEYOND = { number: 'above', text: 'longer', entries: 'more' } as const;

export const byMeasure: Differ = (failing, passing) => {
  for (const kind of ['entries', 'number', 'text'] as const satisfies readonly Measured[]) {
    const most = (one: Found | undefined): number => Math.max(0, ...(one?.measures[kind] ?? []));
    const than = Math.max(0, ...passing.map(most));
    const isMeasured = kind !== 'text' || than > 0;
    if (Math.min(...failing.map(most)) > Math.max(than, kind === 'text' ? SHORT_TEXT : 0))
      return { is: BEYOND[kind], ...(isMeasured && { than }) };
  }
  return undefined;
};

/** Much longer than those that pass: each path has another length. */
export const byLength: Differ = (failing, passing) => {
  const found = byMeasure(failing, passing);
  const least = Math.min(...failing.map((one) => Math.max(0, ...(one?.measures.text ?? []))));
  return least > (found?.than ?? SHORT_TEXT) + SHORT_TEXT ? found : undefined;
};

/** Above the greatest number that passes. */
export const byNumber: Differ = (failing, passing) => {
  const right = passing.flatMap((one) => one?.measures.number ?? []);
  const than = Math.max(...right);
  const isAbove = failing.every((one) => (one?.measures.number ?? []).some((n) => n > than));
  return right.length >= INDEPENDENT && isAbove ? { is: 'above', than } : undefined;
};

/**
 * The same for numbers that are texts, or below the smallest one, if that is no chance: most requests have the same few
 * amounts. A place with digits alone may be one of ids.
 */
export const byAmount: Differ = (failing, passing) => {
  const own = failing.map(decimalsIn);
  const right = passing.map(decimalsIn).filter(({ length }) => length > 0);
  const amounts = new Set(right.flat().map(Number));
  const isChance = 2 * chanceOf(own.length, right.length) > BY_CHANCE || amounts.size < NO_CHANCE;
  if (isChance || ![own, right].flat(2).some((text) => /[.e]/i.test(text))) return undefined;
  const [least, most] = [Math.min(...amounts), Math.max(...amounts)];
  const isEach = (fits: (amount: number) => boolean): boolean =>
    own.every((texts) => texts.some((text) => fits(Number(text))));
  if (isEach((amount) => amount < least)) return { is: 'below', than: least };
  // Of a larger one not all digits are known.
  const isExact = most <= Number.MAX_SAFE_INTEGER;
  return isExact && isEach((amount) => amount > most) ? { is: 'above', than: most } : undefined;
};

/** The chance that one given order of so many has all failing ones at its end. */
export function chanceOf(failing: number, passing: number): number {
  let chance = 1;
  for (let i = 1; i <= failing; i++) chance *= i / (passing + i);
  return chance;
}

const decimalsIn = (one: Found | undefined): readonly string[] =>
  [...(one?.values ?? []), ...(one?.ids ?? [])].map(String).filter((text) => DECIMAL.test(text));

/** At most 40 characters, without leading zeros. */
const DECIMAL = /^(?=.{1,40}$)-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d{1,2})?$/i;

export const byValue: Differ = (failing, passing) => {
  const [value] = common(failing, passing, ({ values }) => values);
  return value === undefined ? undefined : { is: 'value', value };
};

/** An array or object without entries; passing requests have one with some. */
export const byEmptiness: Differ = (failing, passing) => {
  const isEmpty = (one: Found | undefined): boolean => one?.measures.entries.includes(0) === true;
  const right = passing.filter((one) => (one?.measures.entries.length ?? 0) > 0);
  if (right.length < INDEPENDENT || right.some(isEmpty)) return undefined;
  return failing.every(isEmpty) ? { is: 'empty' } : undefined;
};

/** The one id of the failing requests, if other ones pass. */
export const byId: Differ = (failing, passing) => {
  const others = new Set(passing.flatMap((one) => [...(one?.ids ?? [])]));
  const [value] = common(failing, passing, ({ ids }) => ids);
  return value !== undefined && others.size >= INDEPENDENT ? { is: 'value', value } : undefined;
};

/** An id that all failing requests have inside their bodies. */
export const byBodyId: Differ = (failing, passing) => {
  const [value] = common(failing, passing, ({ ids }) => ids);
  return value === undefined ? undefined : { is: 'value', value };
};

/** The short start of several ids that fail; no id that passes starts like this. */
export const byStart: Differ = (failing, passing) => {
  const idsOf = (all: readonly (Found | undefined)[]): readonly string[] => [
    ...new Set(all.flatMap((one) => [...(one?.ids ?? [])])),
  ];
  const [own, others] = [idsOf(failing), idsOf(passing)];
  const isEach = failing.every((one) => (one?.ids.size ?? 0) > 0);
  if (!isEach || own.length < INDEPENDENT || others.length < NO_CHANCE) return undefined;
  const startOf = (length: number): string => own[0]?.slice(0, length) ?? '';
  const isCommon = (start: string): boolean => own.every((id) => id.startsWith(start));
  // Ids that have much in common are variants of one id.
  if (isCommon(startOf(2 * LONGEST_START))) return undefined;
  for (let length = 2; length <= LONGEST_START; length++) {
    const value = startOf(length);
    if (!isCommon(value)) return undefined;
    if (!others.some((id) => id.startsWith(value))) return { is: 'starts', value };
  }
  return undefined;
};

const LONGEST_START = 8;

/** Of several characters that all failing requests have, none is known to matter. */
export const byCharacter: Differ = (failing, passing) => {
  const own = common(failing, passing, ({ characters }) => characters);
  if (own.length === 0) return eitherCharacter(failing, passing);
  const isSlashed = own.includes(ENCODED_SLASH);
  if (own.includes(BEYOND_ASCII))
    return { is: 'beyond-ascii', ...(isSlashed && { value: ENCODED_SLASH }) };
  // The escape itself has a character too.
  const [value, or, more] = own.filter((one) => !(isSlashed && '/%'.includes(one)));
  if (value === undefined || more !== undefined) return undefined;
  return { is: 'contains', value, ...(or !== undefined && { or }) };
};

/** Two characters of which each failing request has one, and no passing one has any. */
const eitherCharacter: Differ = (failing, passing) => {
  if (failing.length < NO_CHANCE || passing.length < 2 * NO_CHANCE) return undefined;
  const right = new Set(passing.flatMap((one) => [...(one?.characters ?? [])]));
  const own = failing.map((one) => [...(one?.characters ?? [])].filter((c) => !right.has(c)));
  const [first = [], ...others] = own.toSorted((a, b) => a.length - b.length);
  for (const value of first) {
    const left = others.filter((some) => !some.includes(value));
    const or = left[0]?.find((c) => left.every((some) => some.includes(c)));
    if (or !== undefined) return { is: 'contains', value, or };
  }
  return undefined;
};

/** Those that all failing cases have, and no passing one. */
export function common<T, F = Found>(
  failing: readonly (F | undefined)[],
  passing: readonly (F | undefined)[],
  of: (found: F) => ReadonlySet<T>,
): readonly T[] {
  const [first, ...others] = failing;
  const has = (one: F | undefined, item: T): boolean => one !== undefined && of(one).has(item);
  return [...(first ? of(first) : [])].filter(
    (item) => others.every((one) => has(one, item)) && !passing.some((one) => has(one, item)),
  );
}
