/** Operators on a request: the server does not see a part of it, or ignores it. */
import { queryOf } from '../../contract/match.ts';
import { type Call, NOWHERE, parsedJson } from '../../model/index.ts';
import { editedBody, placesOf } from './members.ts';
import type { Mutation } from './mutation.ts';

/** A valid request to each operation that reads, by the name of the operation. */
export type Controls = ReadonlyMap<string, Call>;

type Change = (call: Call, place: string, controls: Controls) => Call;

/** The operator that is tried first on a request without a valid token. */
export const NO_TOKEN_CHECK = 'skip-token-check';

const CHANGES: Readonly<Record<string, Change>> = {
  [NO_TOKEN_CHECK]: ({ anonymous: _, altered: __, ...call }) => ({
    ...call,
    headers: without(call.headers, 'authorization'),
  }),
  'ignore-parameter': (call, name) => ({ ...call, path: withoutParameter(call.path, name) }),
  'ignore-member': (call, place) => withBody(call, (body) => editedBody(body, 'drop', place)),
  'ignore-items': (call, place) => withBody(call, (body) => editedBody(body, 'empty', place)),
  'ignore-header': (call, name) => ({ ...call, headers: without(call.headers, name) }),
  'mix-up': (call, name, controls) => controls.get(name) ?? call,
  'not-served': (call) => ({ ...call, path: `/${NOWHERE}${call.path.replace(/[^?]*/, '')}` }),
};

export const REQUEST_OPERATORS: readonly string[] = Object.keys(CHANGES);

/** The request after an operator; the same request if it does not apply. */
export function alteredRequest(
  call: Call,
  { operator, place }: Mutation,
  controls: Controls,
): Call {
  return CHANGES[operator]?.(call, place, controls) ?? call;
}

/** The operators that would change one of these requests, with their places. */
export function requestChanges(calls: readonly Call[]): readonly (readonly [string, string])[] {
  const found = new Map<string, readonly [string, string]>();
  const add = (operator: string, place = ''): void => {
    found.set(`${operator} ${place}`, [operator, place]);
  };
  for (const call of calls) {
    const { anonymous, altered, headers, path } = call;
    if (anonymous || altered !== undefined || 'authorization' in headers) add(NO_TOKEN_CHECK);
    for (const name of queryOf(path).keys()) add('ignore-parameter', name);
    for (const name of Object.keys(headers)) add('ignore-header', name);
    const body = bodyOf(call);
    if (body === undefined) continue;
    for (const place of placesOf([body])) {
      if (place === '' || place.split('/').length > 6) continue;
      add('ignore-member', place);
      add('ignore-items', place);
    }
  }
  return [...found.values()];
}

function without(headers: Call['headers'], name: string): Call['headers'] {
  return Object.fromEntries(
    Object.entries(headers).filter(([one]) => one.toLowerCase() !== name.toLowerCase()),
  );
}

function withoutParameter(path: string, name: string): string {
  const [bare = '', query = ''] = path.split('?', 2);
  const kept = query.split('&').filter((pair) => !new URLSearchParams(pair).has(name));
  return kept.length === 0 ? bare : `${bare}?${kept.join('&')}`;
}

function withBody(call: Call, edit: (body: unknown) => unknown): Call {
  const body = bodyOf(call);
  if (body === undefined) return call;
  const edited = edit(body);
  return edited === body ? call : { ...call, body: JSON.stringify(edited) };
}

function bodyOf({ body, encoding }: Call): unknown {
  return body === undefined || encoding !== undefined ? undefined : parsedJson(body);
}
