/** A JSON value as the data of a finding, with bounded size. */
import type { Value } from './shown.ts';
import { fitting } from './visible.ts';

/** The data of a value for at most `max` visible characters: `the number 4`, `"some te…"`, `an array of 3 items`. */
export function describe(value: unknown, max = 60): Value {
  if (value === undefined) return { type: 'nothing' };
  if (typeof value === 'string') return ofString(value, max);
  if (typeof value === 'number') return ofNumber(value);
  if (Array.isArray(value)) return { type: 'array', length: value.length };
  if (typeof value === 'object' && value !== null) return ofObject(value, max);
  return typeof value === 'boolean' || value === null ? { value } : ofString(String(value), max);
}

function ofString(value: string, max: number): Value {
  const start = fitting(value, max - '""'.length);
  return start === value ? { value } : { type: 'string', start, length: value.length };
}

function ofNumber(value: number): Value {
  const isJson = Number.isFinite(value) && !Object.is(value, -0);
  return isJson
    ? { value }
    : { type: 'number', start: Object.is(value, -0) ? '-0' : String(value) };
}

function ofObject(value: object, max: number): Value {
  const names = Object.keys(value);
  const all = names.join(SEPARATOR);
  const start = fitting(all, max - 'an object with '.length);
  if (start === all) return { type: 'object', members: names, length: names.length };
  const members: string[] = [];
  let taken = 0;
  for (const name of names) {
    if (taken >= start.length) break;
    members.push(start.slice(taken, taken + name.length));
    taken += name.length + SEPARATOR.length;
  }
  return { type: 'object', members: cutLast(members, start), length: names.length };
}

const SEPARATOR = ', ';

/** Adds the start of the omitted text and an ellipsis to the last name. */
function cutLast(members: readonly string[], start: string): readonly string[] {
  const rest = start.slice(members.join(SEPARATOR).length);
  return [...members.slice(0, -1), `${members.at(-1) ?? ''}${rest}…`];
}
