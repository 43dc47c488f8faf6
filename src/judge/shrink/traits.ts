/** The traits of a request, each in a few words; several failing requests share some of them. */
import { step } from '../../contract/pointer.ts';
import { brokenPlaces, sent } from '../../contract/request-body.ts';
import { schemaPlace } from '../../contract/schema-place.ts';
import { type Call, isObject } from '../../model/index.ts';

/** Longer texts differ by their length only. */
const LONG_TEXT = 256;
/** Longer texts may be ids. */
const SHORT = 2;
/** Deeper values are ignored, and later items of a list. */
const DEPTH = 8;
const MAX_VALUES = 400;
/** More elements or members than this are many. */
const MANY = 12;

/** The traits of a request: how it is sent, the contents of its path, and each value of its body. */
export function traitsOf(call: Call): ReadonlySet<string> {
  const { method, path, headers, body, encoding } = call;
  const traits = new Set([`method ${method}`]);
  for (const [name, value] of Object.entries(headers)) traits.add(`header ${name}: ${value}`);
  if (headers['content-type'] === undefined) traits.add('no content-type');
  addPath(traits, path);
  if (encoding !== undefined) traits.add(`bytes in ${encoding}`);
  const value = sent(call);
  if (body === undefined || body === '') traits.add(body === undefined ? 'no body' : 'empty body');
  else if (value === undefined) traits.add('no JSON');
  else {
    addValue(traits, value);
    addSchema(traits, call, value);
  }
  return traits;
}

/** Values of different types may be wrong at one place, and unknown members have any names. */
function addSchema(traits: Set<string>, { operation }: Call, value: unknown): void {
  const { contract, request } = operation;
  if (request === undefined) return;
  for (const at of brokenPlaces(operation, value).slice(0, MAX_VALUES)) traits.add(`wrong ${at}`);
  const isUnknown = (name: string): boolean =>
    schemaPlace(contract, request, step(name)) === undefined;
  if (isObject(value) && Object.keys(value).some(isUnknown)) traits.add('unknown member');
}

/** The members of a request's body: another request may fail because it lacks them. */
export function membersOf(call: Call): readonly string[] {
  const value = sent(call);
  return isObject(value) ? Object.keys(value) : [];
}

function addPath(traits: Set<string>, target: string): void {
  const [path = '', query = ''] = target.split('?');
  for (const [code] of path.toLowerCase().matchAll(/%[0-9a-f]{2}|[^\w/]/g))
    traits.add(`${code} in the path`);
  for (const [i, segment] of path.split('/').entries()) {
    if (i > 0 && segment.length <= SHORT) traits.add(`short segment ${i}`);
    if (/[^0-9a-f]/.test(segment)) traits.add(`segment ${i} beyond hexadecimal digits`);
  }
  for (const [name, value] of new URLSearchParams(query)) {
    traits.add(`parameter ${name}`).add(`parameter ${name}=${value}`);
    if (/^-\d/.test(value)) traits.add(`parameter ${name} negative`);
  }
}

function addValue(traits: Set<string>, body: unknown): void {
  let values = 0;
  const visit = (value: unknown, at: string, depth: number): void => {
    if (depth > DEPTH || ++values > MAX_VALUES) return;
    for (const word of wordsOf(value))
      traits.add(`${at} ${word}`).add(`any value ${word}`).add(`anywhere ${word}`);
    if (Array.isArray(value)) for (const item of value) visit(item, `${at}/*`, depth + 1);
    else if (typeof value === 'object' && value !== null)
      for (const [name, item] of Object.entries(value)) {
        for (const word of wordsOf(name))
          traits.add(`${at} name ${word}`).add(`any name ${word}`).add(`anywhere ${word}`);
        visit(item, `${at}/${name}`, depth + 1);
      }
  };
  visit(body, '', 0);
}

function wordsOf(value: unknown): readonly string[] {
  if (value === null) return ['null', 'scalar'];
  if (typeof value === 'string') return ['string', 'scalar', ...wordsOfText(value)];
  if (typeof value === 'number') return ['number', 'scalar', `= ${value}`, ...wordsOfNumber(value)];
  if (typeof value === 'boolean') return ['boolean', 'scalar', `= ${value}`];
  const isArray = Array.isArray(value);
  const length = Object.keys(Object(value)).length;
  return [
    isArray ? 'array' : 'object',
    length === 0 ? `empty ${isArray ? 'array' : 'object'}` : 'not empty',
    ...(length > MANY ? ['many'] : []),
  ];
}

function wordsOfText(text: string): readonly string[] {
  if (text === '') return ['empty string'];
  if (text.length > LONG_TEXT) return ['long string'];
  const others = [...text].filter((character) => !/\w/.test(character));
  return [
    `= ${text}`,
    ...new Set(others.map((character) => `with ${character}`)),
    // biome-ignore lint/suspicious/noControlCharactersInRegex: such characters are what is looked for.
    ...(/[\0-\x1f]/.test(text) ? ['with a control character'] : []),
    ...(/[^\0-\x7f]/.test(text) ? ['beyond ASCII'] : []),
    ...(/[\u{10000}-\u{10ffff}]/u.test(text) ? ['beyond the basic plane'] : []),
    ...(/^\d+$/.test(text) ? ['of digits'] : []),
  ];
}

function wordsOfNumber(value: number): readonly string[] {
  return [
    ...(value < 0 ? ['negative'] : []),
    ...(Number.isInteger(value) ? [] : ['fraction']),
    ...(Number.isSafeInteger(value) ? [] : ['imprecise']),
  ];
}
