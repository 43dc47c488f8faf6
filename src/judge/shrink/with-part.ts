/** One request with a part of another one. */
import { sent } from '../../contract/request-body.ts';
import { type Call, decoded, isObject, memberAt, namesIn } from '../../model/index.ts';
import { SHORT_TEXT } from '../numbers.ts';
import { PATH_ID } from './request-places.ts';

const HEADER = 'header ';
const NAME = 'name ';

/**
 * The request with what the other one has at a place of a `Distinction`, or without what the other one lacks there.
 * `undefined` for a place that is not one part of a request, or that neither has.
 */
export function withPart(call: Call, other: Call, at: string): Call | undefined {
  if (at.startsWith('?')) return withParameter(call, other, at.slice(1));
  if (at.startsWith(HEADER)) return withHeader(call, other, at.slice(HEADER.length));
  if (at === PATH_ID) return withIds(call, other);
  if (at === '') return other.body === undefined ? undefined : { ...call, body: other.body };
  const place = at.startsWith(NAME) ? at.slice(NAME.length) : at;
  return place.startsWith('/') ? withMember(call, other, place) : undefined;
}

function withParameter(call: Call, other: Call, name: string): Call {
  const [route = '', own = ''] = call.path.split('?');
  const [, given = ''] = other.path.split('?');
  const partsOf = (query: string, isNamed: boolean): readonly string[] =>
    query.split('&').filter((one) => one !== '' && (nameIn(one) === name) === isNamed);
  const query = [...partsOf(own, false), ...partsOf(given, true)].join('&');
  return { ...call, path: query === '' ? route : `${route}?${query}` };
}

const nameIn = (part: string): string => [...new URLSearchParams(part).keys()][0] ?? '';

function withHeader(call: Call, other: Call, name: string): Call {
  const { [name]: _, ...headers } = call.headers;
  const value = other.headers[name];
  return { ...call, headers: value === undefined ? headers : { ...headers, [name]: value } };
}

/** With the long segments of the other path. */
function withIds(call: Call, other: Call): Call | undefined {
  const [route = '', ...query] = call.path.split('?');
  const [from = ''] = other.path.split('?');
  const [own, given] = [route.split('/'), from.split('/')];
  if (own.length !== given.length) return undefined;
  const path = own.map((one, i) => (decoded(one).length > SHORT_TEXT ? (given[i] ?? one) : one));
  return { ...call, path: [path.join('/'), ...query].join('?') };
}

/** With the other one's value at the JSON Pointer; of a place in each element, with its whole list. */
function withMember(call: Call, other: Call, at: string): Call | undefined {
  if (call.encoding !== undefined) return undefined;
  const [body, given] = [sent(call), sent(other)];
  const [pointer = ''] = at.split('/*');
  const names = namesIn(pointer);
  const last = names.at(-1);
  const value = memberAt(given, names);
  const copy: unknown = structuredClone(body);
  const holder = memberAt(copy, names.slice(0, -1));
  if (last === undefined || !isObject(holder)) return undefined;
  if (value === undefined) delete holder[last];
  else holder[last] = value;
  return { ...call, body: JSON.stringify(copy) };
}

/**
 * The path with one of its characters in the other spelling, as it is or percent-encoded, for each character that may
 * have both; with the present spelling of that character.
 */
export function respelled(
  path: string,
): readonly { readonly value: string; readonly path: string }[] {
  const [route = '', ...query] = path.split('?');
  return [...new Set(route.match(EITHER_WAY))].map((value) => {
    const isEncoded = value.startsWith('%');
    const code = value.charCodeAt(0).toString(16).toUpperCase();
    const other = isEncoded ? decodeURIComponent(value) : `%${code}`;
    return { value, path: [route.replaceAll(value, other), ...query].join('?') };
  });
}

/** The characters that a segment of a path may contain as they are, and their encoded spellings. */
const EITHER_WAY = /%(?:2[146-9A-D]|3[ABD]|40|5F|7E)|[:@!$&'()*+,;=]/gi;
