/** The sizes that a `Distinction` measures in a request, and the same request with another size. */
import { sent } from '../../contract/request-body.ts';
import {
  type Call,
  type Distinction,
  decoded,
  isObject,
  memberAt,
  namesIn,
} from '../../model/index.ts';

type Place = Pick<Distinction, 'at' | 'is'>;

/** The number, the length of the text or the number of entries; `undefined` if there is none, or if it is no whole one. */
export function sizeAt(call: Call, { at, is }: Place): number | undefined {
  const [route = '', query = ''] = call.path.split('?');
  if (at === 'path') return is === 'longer' ? decoded(route).length : undefined;
  const value = at.startsWith('?')
    ? new URLSearchParams(query).get(at.slice(1))
    : at.startsWith('/') && memberAt(sent(call), namesIn(at));
  if (is === 'longer') return typeof value === 'string' ? value.length : undefined;
  if (is === 'more') return isHolder(value) ? Object.keys(value).length : undefined;
  if (is !== 'above' || value === null || value === '') return undefined;
  const number = at.startsWith('?') ? Number(value) : value;
  return Number.isSafeInteger(number) ? Number(number) : undefined;
}

/** With fewer entries, a shorter text or path, or another number; `undefined` if it cannot have that size. */
export function withSize(call: Call, { at, is }: Place, size: number): Call | undefined {
  const [route = '', query = ''] = call.path.split('?');
  if (at === 'path') {
    const segments = route.split('/');
    const longest = Math.max(...segments.map(({ length }) => length));
    const left = longest - (route.length - size);
    if (route.includes('%') || left < 1) return undefined;
    const path = segments.map((one) => (one.length === longest ? one.slice(0, left) : one));
    return { ...call, path: [path.join('/'), ...call.path.split('?').slice(1)].join('?') };
  }
  if (at.startsWith('?')) {
    const parameters = new URLSearchParams(query);
    if (is !== 'above') return undefined;
    parameters.set(at.slice(1), String(size));
    return { ...call, path: `${route}?${parameters}` };
  }
  if (call.encoding !== undefined) return undefined;
  const body: unknown = structuredClone(sent(call));
  const names = namesIn(at);
  const last = names.at(-1);
  const holder = memberAt(body, names.slice(0, -1));
  if (last === undefined || !isHolder(holder)) return undefined;
  holder[last] = resized(holder[last], size);
  return { ...call, body: JSON.stringify(body) };
}

function resized(value: unknown, size: number): unknown {
  if (typeof value === 'string' || Array.isArray(value)) return value.slice(0, size);
  return isObject(value) ? Object.fromEntries(Object.entries(value).slice(0, size)) : size;
}

function isHolder(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
