/** Reads JSON of unknown shape, and compares it; null counts as absent. */
import type { Finding, Json, Place, Pointer, Shown } from '../../src/kit.ts';
import { describe, finding, isObject, step, worded } from '../../src/kit.ts';

export { isObject, type Json };

/** The value at this path of member names; `undefined` if it is absent or null. */
export function member(value: unknown, ...path: readonly string[]): unknown {
  let found = value;
  for (const name of path) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = (found as Json)[name];
  }
  return found ?? undefined;
}

/** The elements of the array at this path; none if there is no array. */
export function elements(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = member(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** The strings in the array at this path. */
export function strings(value: unknown, ...path: readonly string[]): readonly string[] {
  return elements(value, ...path).filter((one) => typeof one === 'string');
}

/** The string at this path; empty if there is none. */
export function string(value: unknown, ...path: readonly string[]): string {
  return stringAt(value, ...path) ?? '';
}

/** The string at this path; `undefined` if there is none. */
export function stringAt(value: unknown, ...path: readonly string[]): string | undefined {
  const found = member(value, ...path);
  return typeof found === 'string' ? found : undefined;
}

/** The integer at this name. Absent counts as 0, unless other members show another kind of object. */
export function count(value: unknown, name: string): number | undefined {
  if (!isObject(value)) return undefined;
  const found = value[name] ?? undefined;
  if (found === undefined) return Object.values(value).every(isAbsentOrNumber) ? 0 : undefined;
  return Number.isInteger(found) ? (found as number) : undefined;
}

function isAbsentOrNumber(value: unknown): boolean {
  return value === null || typeof value === 'number';
}

/** JSON text that is equal for equal values: members sorted, null members left out. */
export function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, one: unknown) => {
      if (!isObject(one)) return one;
      const kept = Object.entries(one).filter(([, inner]) => inner !== null);
      return Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1)));
    }) ?? 'nothing'
  );
}

/** One finding if two values differ; none if they are equal. */
export function differing(
  at: Pointer | Place,
  expected: unknown,
  actual: unknown,
): readonly Finding[] {
  // Most values are equal to the letter, which is quick to see.
  if (expected === actual || JSON.stringify(expected) === JSON.stringify(actual)) return [];
  const [left, right] = [canonical(expected), canonical(actual)];
  return left === right ? [] : [finding(at, ...asJson(apart(left, right, 160)))];
}

/** Two different texts; long ones are cut so that the first difference is visible. */
function apart(left: string, right: string, most: number): readonly [string, string] {
  const at = [...left].findIndex((_, i) => left[i] !== right[i]);
  const first = at < 0 ? left.length : at;
  // The common characters before the difference that are shown.
  const from = first < most - 20 ? 0 : first - 20;
  const cut = (text: string): string =>
    `${from > 0 ? '…' : ''}${text.slice(from, from + most)}${text.length > from + most ? '…' : ''}`;
  return [cut(left), cut(right)];
}

function asJson([expected, actual]: readonly [string, string]): readonly [Shown, Shown] {
  return [{ json: expected }, { json: actual }];
}

/** One finding that names the first string which occurs more than once. */
export function repeated(at: Pointer | Place, values: readonly string[]): readonly Finding[] {
  const seen = new Set<string>();
  const again = values.find((value) => seen.size === seen.add(value).size);
  return again === undefined ? [] : [finding(at, 'each once', worded`${describe(again)} again`)];
}

/**
 * The first place where two values differ. Arrays of strings are sets of parties or ids and have no order. An empty
 * member is the same as an absent one: each encoder may leave it out. Times are equal if they are the same instant.
 */
export function difference(expected: unknown, actual: unknown, at: Pointer = ''): Finding[] {
  if (Array.isArray(expected) && Array.isArray(actual)) return ofArrays(expected, actual, at);
  if (isObject(expected) && isObject(actual)) {
    // A member that is empty on one side has lost all of its contents, not only the first of them.
    const isEmptied = isEmpty(expected) !== isEmpty(actual);
    if (at !== '' && isEmptied && !(isDefault(expected) && isDefault(actual)))
      return [finding(at, ...shown(expected, actual))];
    for (const name of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
      const [one, other] = [expected[name] ?? undefined, actual[name] ?? undefined];
      const isLeftOut = one === undefined || other === undefined;
      if (isLeftOut && isDefault(one ?? other)) continue;
      const found = difference(one, other, `${at}${step(name)}`);
      if (found.length > 0) return found;
    }
    return [];
  }
  const isEqual = expected === actual || isSameInstant(expected, actual);
  return isEqual ? [] : [finding(at, ...shown(expected, actual))];
}

const INSTANT = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d*?)0*)?Z$/;

/** True for two times that differ in zeros at the end only: each encoder may write them. */
function isSameInstant(one: unknown, other: unknown): boolean {
  const [left, right] = [one, other].map((text) => INSTANT.exec(String(text)));
  return Boolean(left && right && left[1] === right[1] && (left[2] ?? '') === (right[2] ?? ''));
}

function isEmpty(value: Json): boolean {
  return Object.values(value).every((one) => one === null);
}

/** `1 element`, `3 elements`. */
export function counted(count: number): Shown {
  return count === 1 ? worded`${count} element` : worded`${count} elements`;
}

function ofArrays(
  expected: readonly unknown[],
  actual: readonly unknown[],
  at: Pointer,
): Finding[] {
  if (isTexts(expected) && isTexts(actual)) return ofSets(expected, actual, at);
  const named = ofNamed(expected, actual, at);
  if (named.length > 0) return named;
  if (expected.length !== actual.length) {
    return [finding(at, counted(expected.length), counted(actual.length))];
  }
  for (const [i, one] of expected.entries()) {
    const found = difference(one, actual[i], `${at}/${i}`);
    if (found.length > 0) return found;
  }
  return [];
}

/** Names an element that only one of two sets has, or one of each. As in JSON Pointer, `-` is an element without an index. */
function ofSets(expected: readonly string[], actual: readonly string[], at: Pointer): Finding[] {
  const [lost, more] = [lackingIn(actual, expected), lackingIn(expected, actual)];
  if (lost === undefined && more === undefined) return [];
  const [due, came] = shown(lost, more);
  return [finding({ part: 'list', pointer: at }, due, again(came, more, expected))];
}

/** The same element, if it is there more than once, with these words. */
function again(came: Shown, value: string | undefined, expected: readonly string[]): Shown {
  return value !== undefined && expected.includes(value) ? worded`${came} a second time` : came;
}

/** Members that name an element in its list. */
const NAMES = [
  ...['id', 'identityProviderId', 'contractId', 'updateId', 'packageId', 'party', 'user'],
  ...['offset', 'name'],
] as const;

/** Names an element that only one of two lists has, or one of each; none if the elements have no names, or the same. */
function ofNamed(expected: readonly unknown[], actual: readonly unknown[], at: Pointer): Finding[] {
  const name = NAMES.find((one) => [...expected, ...actual].every((each) => isName(each, one)));
  if (name === undefined) return [];
  const [due, came] = [expected, actual].map((list) => list.map((one) => nameIn(one, name)));
  if (due === undefined || came === undefined || new Set(due).size < due.length) return [];
  const [lost, more] = [lackingIn(came, due), lackingIn(due, came)];
  if (lost === undefined && more === undefined) return [];
  const [first, second] = [lost, more].map((one) =>
    one === undefined ? describe(undefined) : worded`the entry with ${name} ${one}`,
  ) as [Shown, Shown];
  return [finding({ part: 'list', pointer: at }, first, again(second, more, due))];
}

function isName(value: unknown, name: string): boolean {
  return isObject(value) && ['string', 'number'].includes(typeof value[name]);
}

function nameIn(value: unknown, name: string): string {
  return String(member(value, name));
}

/** The first of these texts that a list lacks, or has less often. */
function lackingIn(list: readonly string[], texts: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const one of list) counts.set(one, (counts.get(one) ?? 0) + 1);
  return texts.find((one) => {
    const left = counts.get(one) ?? 0;
    counts.set(one, left - 1);
    return left <= 0;
  });
}

function isTexts(list: readonly unknown[]): list is readonly string[] {
  return list.every((one) => typeof one === 'string');
}

/** The first place where a part of `expected` is missing. Other members are ignored; a default may be absent. */
export function holds(expected: unknown, actual: unknown, at: Pointer = ''): Finding[] {
  if (Array.isArray(expected) && Array.isArray(actual) && expected.some(isObject)) {
    if (expected.length !== actual.length) return difference(expected, actual, at);
    return expected.flatMap((one, i) => holds(one, actual[i], `${at}/${i}`)).slice(0, 1);
  }
  if (!isObject(expected) || !isObject(actual)) return difference(expected, actual, at);
  for (const [name, value] of Object.entries(expected)) {
    const present = actual[name] ?? undefined;
    if (present === undefined && isDefault(value)) continue;
    const found = holds(value ?? undefined, present, `${at}/${name}`);
    if (found.length > 0) return found;
  }
  return [];
}

/** True for a value that is equivalent to an absent one. */
export function isDefault(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isDefault);
  return value === '' || value === false || value === null || value === undefined;
}

function shown(expected: unknown, actual: unknown): readonly [Shown, Shown] {
  const isText = typeof expected === 'string' && typeof actual === 'string';
  const [first, second] = isText ? apart(expected, actual, 80) : [expected, actual];
  return [describe(first, 90), describe(second, 90)];
}
