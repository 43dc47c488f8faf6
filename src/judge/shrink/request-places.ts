/** What stands at each place of a request: values, lengths, and special characters. */
import { type Call, decoded, FOUR_BYTES, isObject, WIDE_SPELLING } from '../../model/index.ts';
import { COMPARED, DEPTH, LONG_TEXT, REMEMBERED, SHORT_TEXT } from '../numbers.ts';

/** Stands for all characters beyond ASCII. */
export const BEYOND_ASCII = '\u0080';
/** A slash inside a segment of a path; the others separate segments. */
export const ENCODED_SLASH = '%2F';

/** The long segments of paths. */
export const PATH_ID = 'id in the path';

/** How the text of the body is written. */
const SPELLING = 'spelling';

/** In front of two places inside one object, which have the value `true` if they have the same id. */
export const PAIR = 'pair ';
/** In front of a member's name: the different values that all members of the body with this name have. */
export const DISTINCT = 'different ';

type Scalar = string | number | boolean | null;

/** What is at one place of the requests of a case. */
export interface Found {
  readonly values: Set<Scalar>;
  /** Numbers, the lengths of long texts, and the numbers of elements or members. */
  readonly measures: Readonly<Record<Measured, number[]>>;
  /** Those that are not letters, digits or spaces. */
  readonly characters: Set<string>;
  /** Long texts without spaces: they may be ids. */
  readonly ids: Set<string>;
}

export type Measured = 'number' | 'text' | 'entries';

/** By their names: see `Distinction.at`. */
export type Places = ReadonlyMap<string, Found>;

/** Adds the places of a request and of the JSON value of its body. */
export function addCall(places: Map<string, Found>, call: Call, body: unknown): void {
  const { method, path, headers } = call;
  if (body !== undefined) addBody(places, body);
  const [route = '', query = ''] = path.split('?');
  for (const [name, value] of new URLSearchParams(query))
    add(places, `?${name}`, /^-?\d{1,15}$/.test(value) ? Number(value) : value);
  for (const [name, value] of Object.entries(headers)) {
    // A header has one of a few values, unless it is very long.
    const one = found(places, `header ${name}`);
    if (value.length < LONG_TEXT) one.values.add(value);
    else addText(one, value);
  }
  addText(found(places, 'path'), decoded(route));
  for (const segment of route.split('/'))
    if (segment.length > SHORT_TEXT) found(places, PATH_ID).ids.add(decoded(segment));
  if (body !== undefined && call.encoding === undefined)
    for (const one of spellingOf(call.body)) found(places, SPELLING).values.add(one);
  if (/%2f/i.test(route)) found(places, 'path').characters.add(ENCODED_SLASH);
  add(places, 'method', method);
}

/** How the text of a body differs from the shortest one of its JSON value; the widest description first. */
export function* spellingOf(text = ''): Generator<string> {
  const [isBefore, isAfter] = [/^\s/.test(text), /\s$/.test(text)];
  const bare = text.trim().replace(/"(?:[^"\\]|\\.)*"/g, '""');
  const isInside = /\s/.test(bare);
  if (isBefore || isAfter || isInside) yield WIDE_SPELLING;
  if (isBefore) yield 'white space at the start of';
  if (isAfter) yield 'white space at the end of';
  if (isInside) yield 'white space inside';
  if (/\\u[\da-f]{4}|\\\//i.test(text)) yield 'escaped characters in';
}

/** Adds the places of a JSON value, as pointers in it. */
export function addBody(places: Map<string, Found>, body: unknown): void {
  let values = 0;
  const byMember = new Map<string, Set<string>>();
  const visit = (value: unknown, at: string, depth: number): void => {
    if (depth > DEPTH || ++values > COMPARED) return;
    add(places, at, value);
    if (typeof value === 'string') addValue(byMember, at, value);
    addPairs(places, at, value);
    if (Array.isArray(value)) for (const item of value) visit(item, `${at}/*`, depth + 1);
    else if (typeof value === 'object' && value !== null)
      for (const [name, item] of Object.entries(value)) {
        // The names of a map differ; so these are places as well.
        if (depth > 0) add(places, `name ${at}`, name);
        if (depth > 0) add(places, `${at}/*`, item);
        visit(item, `${at}/${name}`, depth + 1);
      }
  };
  visit(body, '', 0);
  for (const [name, { size }] of byMember)
    found(places, `${DISTINCT}${name}`).measures.entries.push(size);
}

function addValue(byMember: Map<string, Set<string>>, at: string, value: string): void {
  const name = at.split('/').findLast((part) => part !== '*') ?? '';
  const own = byMember.get(name) ?? new Set();
  byMember.set(name, own);
  own.add(value);
}

/** Compares the ids of an object with each other, and those of its members that have the same name. */
function addPairs(places: Map<string, Found>, at: string, value: unknown): void {
  if (!isObject(value)) return;
  const ids = Object.entries(value).flatMap(([name, item]) =>
    isObject(item)
      ? Object.entries(item).map(([own, id]) => ({ name: `${name}/${own}`, own, id }))
      : [{ name, own: '', id: item }],
  );
  for (const [i, one] of ids.entries())
    for (const other of ids.slice(i + 1)) {
      if (!isId(one.id) || !isId(other.id) || one.own !== other.own) continue;
      const names = [`${at}/${one.name}`, `${at}/${other.name}`].sort();
      found(places, `${PAIR}${names.join(' ')}`).values.add(one.id === other.id);
    }
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && value.length > SHORT_TEXT && !/\s/.test(value);
}

function add(places: Map<string, Found>, at: string, value: unknown): void {
  const one = found(places, at);
  const { values, measures } = one;
  if (typeof value === 'object' && value !== null) {
    if (at !== '') measures.entries.push(Object.keys(value).length);
    return;
  }
  if (typeof value === 'number') measures.number.push(value);
  if (typeof value === 'string') addText(one, value);
  if (isScalar(value) && !(typeof value === 'string' && value.length > SHORT_TEXT))
    values.add(value);
}

function addText({ measures, characters, ids }: Found, text: string): void {
  if (text.length > SHORT_TEXT) {
    measures.text.push(text.length);
    if (!/\s/.test(text) && text.length < LONG_TEXT) ids.add(text);
  }
  for (const [one] of text.slice(0, REMEMBERED).matchAll(/[^\w ]/gu))
    characters.add(one > '\u007e' ? BEYOND_ASCII : one);
  if (/[\u{10000}-\u{10ffff}]/u.test(text)) characters.add(FOUR_BYTES);
}

function found(places: Map<string, Found>, at: string): Found {
  const known = places.get(at);
  if (known !== undefined) return known;
  const one: Found = {
    values: new Set(),
    measures: { number: [], text: [], entries: [] },
    characters: new Set(),
    ids: new Set(),
  };
  places.set(at, one);
  return one;
}

function isScalar(value: unknown): value is Scalar {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
