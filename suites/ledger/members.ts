/** Reading answers without trusting their shape: what is missing or of another type reads as nothing. */
import {
  type CompleteExchange,
  describe,
  type Exchange,
  type Finding,
  finding,
} from '../../src/index.ts';

export type Json = Readonly<Record<string, unknown>>;

/** The value at this path of member names; `undefined` where there is none. */
export function member(value: unknown, ...path: readonly string[]): unknown {
  let found = value;
  for (const name of path) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = (found as Json)[name];
  }
  return found ?? undefined;
}

/** The elements of the array at this path; none where there is no array. */
export function elements(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = member(value, ...path);
  return Array.isArray(found) ? found : [];
}

/**
 * The whole number at this name. Left out it is 0, unless what is there instead shows that the answer is
 * another object than the one that has it.
 */
export function count(value: unknown, name: string): number | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const found = (value as Json)[name] ?? undefined;
  const others = Object.values(value);
  if (found === undefined) return others.every(isAbsentOrNumber) ? 0 : undefined;
  return Number.isInteger(found) ? (found as number) : undefined;
}

function isAbsentOrNumber(value: unknown): boolean {
  return value === null || typeof value === 'number';
}

/** The texts of the array at this path. */
export function strings(value: unknown, ...path: readonly string[]): readonly string[] {
  return elements(value, ...path).filter((one) => typeof one === 'string');
}

/** The text at this path; empty where there is none. */
export function string(value: unknown, ...path: readonly string[]): string {
  const found = member(value, ...path);
  return typeof found === 'string' ? found : '';
}

/** Empty when there is no further page. */
export function nextTokenOf(page: Exchange | undefined): string {
  return string(page?.response?.body, 'nextPageToken');
}

/** Whoever follows a token that leads to its own page again never ends. */
export function leadsToItself(page: CompleteExchange): Finding[] {
  const asked = new URLSearchParams(page.request.path.split('?')[1]).get('pageToken');
  return asked && asked === nextTokenOf(page)
    ? [finding('/nextPageToken', 'another token, or none', 'the token of this page')]
    : [];
}

/** A package that is vetted for all times. */
export function isLasting(vetted: unknown): boolean {
  return ['validFromInclusive', 'validUntilExclusive'].every(
    (at) => member(vetted, at) === undefined,
  );
}

/** A JSON text that is equal for equal values: members in order, null and absent alike. */
export function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, one: unknown) => {
      if (typeof one !== 'object' || one === null || Array.isArray(one)) return one;
      const kept = Object.entries(one).filter(([, inner]) => inner !== null);
      return Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1)));
    }) ?? 'nothing'
  );
}

/** One finding where two values differ; none where they are equal. */
export function differing(at: string, expected: unknown, actual: unknown): readonly Finding[] {
  const [owed, came] = [canonical(expected), canonical(actual)];
  return owed === came ? [] : [finding(at, cut(owed), cut(came))];
}

/** One finding that names the first text which stands there more than once. */
export function repeated(at: string, values: readonly string[]): readonly Finding[] {
  const again = values.find((value, i) => values.indexOf(value) !== i);
  return again === undefined ? [] : [finding(at, 'each once', `${describe(again)} again`)];
}

function cut(json: string): string {
  return json.length > 160 ? `${json.slice(0, 160)}…` : json;
}
