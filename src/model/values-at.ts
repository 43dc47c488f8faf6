/** Finds the value of a finding in a body: with it, a comparison knows which response shows what. */
import { isDeepStrictEqual } from 'node:util';
import { describe } from '../contract/describe.ts';
import { isObject } from '../contract/json.ts';
import { namesIn } from '../contract/pointer.ts';
import { isNothing, type Shown, textsIn } from '../contract/shown.ts';
import type { Place } from './place.ts';
import type { Finding } from './report.ts';

/** True if the body shows the actual value of a comparison and not the expected one: the other response has that. */
export function showsActual(body: unknown, { at, expected, actual }: Finding): boolean {
  const values = valuesAt(body, at);
  if (values === undefined) return false;
  if (at.part === 'list') {
    const [lost] = isNothing(actual) ? textsIn(expected) : [];
    return lost === undefined ? shows(values, actual) : !mentions(body, lost);
  }
  return shows(values, actual) && !shows(values, expected);
}

/** True if the body has the ids in a text, false if it lacks one of them; `undefined` without a body or ids. */
export function hasIds(body: unknown, text: string): boolean | undefined {
  return body === undefined || idsIn(text).length === 0 ? undefined : mentions(body, text);
}

function idsIn(text: string): readonly string[] {
  return text.split(' ').filter((one) => one.length >= LEAST_ID);
}

/** True for one of the values; for no value, if there is none, or none but empty ones. */
function shows(values: readonly unknown[], shown: Shown): boolean {
  if (isNothing(shown)) return values.every((one) => one === null || one === undefined);
  return values.some((one) => isShown(one, shown));
}

/** True if the body has each id of a text, or a text without ids. */
function mentions(body: unknown, text: string): boolean {
  const json = JSON.stringify(body);
  const ids = idsIn(text);
  return (ids.length === 0 ? [text] : ids).every((one) =>
    json.includes(JSON.stringify(one).slice(1, -1)),
  );
}

const LEAST_ID = 16;

/** The characters of a long text that a finding may have. */
const LENGTHS = [60, 90] as const;

function isShown(value: unknown, shown: Shown): boolean {
  if (LENGTHS.some((length) => isDeepStrictEqual(describe(value, length), shown))) return true;
  const [text, ...others] = textsIn(shown);
  if (text === undefined || others.length > 0) return false;
  if (isObject(value)) return Object.values(value).includes(text);
  return value === text;
}

/**
 * The values at a place of any element that has it, and the elements of a list there. `undefined` for places outside of
 * bodies.
 */
function valuesAt(body: unknown, at: Place): readonly unknown[] | undefined {
  if (at.part !== 'body' && at.part !== 'list') return undefined;
  const names = namesIn(at.pointer).filter((name) => !/^(?:\d+|-)$/.test(name));
  const found = membersAt(body, names);
  if (at.part === 'body') return found;
  return found.some(Array.isArray) ? found.flat() : undefined;
}

function membersAt(value: unknown, names: readonly string[]): readonly unknown[] {
  const [name, ...others] = names;
  if (name === undefined) return [value];
  if (Array.isArray(value)) return value.flatMap((one) => membersAt(one, names));
  if (!isObject(value)) return [];
  if (Object.hasOwn(value, name)) return membersAt(value[name], others);
  return Object.values(value).flatMap((one) => membersAt(one, names));
}
