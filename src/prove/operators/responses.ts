/** Operators on a whole response: they change its status, headers or text, or replace it by another response. */

import { createHash } from 'node:crypto';
import { ReceivedResponse } from '../../exchange/response.ts';
import {
  type CompleteExchange,
  type Exchange,
  type HttpResponse,
  isObject,
  jsonOf,
} from '../../model/index.ts';
import { editedBody, FILL, FILL_NULL, MEMBER_OPERATORS, placesOf, SET } from './members.ts';
import type { Mutation } from './mutation.ts';

/** Other responses of the conforming server. */
export interface Context {
  /** The response to an earlier request of the same case. */
  readonly earlier: (step: number) => HttpResponse | undefined;
  /** The responses to the request that must be accepted, and to one for an unknown resource. */
  readonly control: HttpResponse | undefined;
  readonly unknownResource: HttpResponse | undefined;
  /** An error of any operation. */
  readonly error: HttpResponse | undefined;
}

const NO_OTHERS: Context = {
  earlier: () => undefined,
  control: undefined,
  unknownResource: undefined,
  error: undefined,
};

type Change = (response: HttpResponse, place: string, context: Context) => HttpResponse;

const ON_MEMBERS: ReadonlySet<string> = new Set([...MEMBER_OPERATORS, SET, FILL, FILL_NULL]);
const JSON_TYPE = { 'content-type': 'application/json' };
const STACK = 'java.lang.IllegalStateException\n\tat com.example.Server.handle(Server.java:42)\n';

const CHANGES: Readonly<Record<string, Change>> = {
  'media-type': (response, type) => headed(response, { 'content-type': type }),
  'drop-header': (response, name) => {
    const { [name]: _, ...headers } = response.headers;
    return name in response.headers ? changedResponse(response, { headers }) : response;
  },
  'change-header': (response, name) =>
    name in response.headers ? headed(response, { [name]: 'assay' }) : response,
  'repeat-name': (response) => texted(response, repeatedName(response)),
  truncate: (response) => texted(response, response.text.slice(0, response.text.length / 2)),
  'empty-body': (response) => texted(response, ''),
  'stack-trace': (response) => texted(response, withStack(response)),
  misencode: (response) => {
    const { status, headers, text, bytes } = response;
    return new ReceivedResponse(status, headers, `${text}\u{fffd}`, bytes, false, {
      misencoded: true,
    });
  },
  message: (response) => texted(response, 'assay'),
  ignore: (response, _, { control }) => control ?? response,
  'not-found': (response, _, { unknownResource }) => unknownResource ?? response,
  stale: (response, step, { earlier }) => earlier(Number(step)) ?? response,
  swap: (response, step, { earlier }) => earlier(Number(step)) ?? response,
  status: (response, status) =>
    changedResponse(response, {
      status: Number(status),
      ...(status === '204' && { text: '' }),
    }),
  reject: (_, status, { unknownResource, error }) => {
    const known = [unknownResource, error].find((one) => (one?.status ?? 0) >= 400);
    return new ReceivedResponse(Number(status), known?.headers ?? JSON_TYPE, known?.text ?? '{}');
  },
  misstate: (response, place, { error }) => {
    if (error === undefined) return response;
    return texted(error, JSON.stringify(editedBody(error.body, 'change', place)));
  },
  mask: (response, _, { error }) =>
    error === undefined ? response : changedResponse(error, { status: 200 }),
  accept: (response, text) =>
    response.status < 300 ? response : new ReceivedResponse(200, JSON_TYPE, text),
  redirect: (_, location) => new ReceivedResponse(307, { location }, ''),
  crash: () =>
    new ReceivedResponse(
      500,
      { 'content-type': 'text/plain' },
      'There was an internal server error.',
    ),
};

/** The operators that are the same for every response, with their places. */
export const FIXED: readonly (readonly [string, string])[] = [
  ['media-type', 'text/html'],
  ['media-type', 'application/json'],
  ['media-type', 'application/json; charset=iso-8859-1'],
  ['repeat-name', ''],
  ['stack-trace', ''],
  ['misencode', ''],
  ['truncate', ''],
  ['empty-body', ''],
  ['message', ''],
  ['not-found', ''],
  ['mask', ''],
  ...[400, 404, 403, 401, 409, 200, 201, 204, 405, 413, 415, 422, 500, 501, 503].map(
    (status) => ['status', String(status)] as const,
  ),
  ...[400, 404, 403, 401, 409, 500].map((status) => ['reject', String(status)] as const),
  ['accept', '{}'],
  ['accept', '[]'],
  ['redirect', '/assay'],
  ['crash', ''],
];

/** The exchange after an operator on its response; the same exchange if it does not apply. */
export function alteredExchange(
  exchange: CompleteExchange,
  { operator, place }: Mutation,
  context: Context,
): Exchange {
  const { request, startedAt, durationMs } = exchange;
  if (operator === 'hang-up') {
    const noResponse = { kind: 'reset', message: 'The connection was closed.' } as const;
    return { request, noResponse, startedAt, durationMs };
  }
  const response = alteredResponse(exchange.response, operator, place, context);
  if (response === exchange.response) return exchange;
  return { ...exchange, response, ...(operator === 'redirect' ? { movedTo: place } : {}) };
}

/** The response after an operator; the same response if it does not apply. */
export function alteredResponse(
  response: HttpResponse,
  operator: string,
  place: string,
  context: Context = NO_OTHERS,
): HttpResponse {
  const change = CHANGES[operator];
  if (change !== undefined) return change(response, place, context);
  if (!ON_MEMBERS.has(operator)) return response;
  const before = jsonOf(response);
  if (before === undefined) return response;
  const body = editedBody(before, operator, place);
  return body === before ? response : texted(response, JSON.stringify(body));
}

/** The members of an error that `misstate` alters, one at a time. */
export function misstatements(error: HttpResponse | undefined): readonly string[] {
  return error === undefined ? [] : placesOf([jsonOf(error)]).filter((place) => place !== '');
}

/** A copy of a response with another status, other headers or another text. */
function changedResponse(
  response: HttpResponse,
  change: Partial<Pick<HttpResponse, 'status' | 'headers' | 'text'>>,
): HttpResponse {
  const { status = response.status, headers = response.headers, text = response.text } = change;
  const isSame = text === response.text;
  const bytes = isSame ? response.bytes : Buffer.byteLength(text);
  const digest = (): string => createHash('sha256').update(text).digest('hex');
  const sha256 = isSame ? response.sha256 : response.sha256 && digest();
  return new ReceivedResponse(status, headers, text, bytes, response.truncated, { sha256 });
}

function texted(response: HttpResponse, text: string): HttpResponse {
  return text === response.text ? response : changedResponse(response, { text });
}

function headed(response: HttpResponse, more: Readonly<Record<string, string>>): HttpResponse {
  return changedResponse(response, { headers: { ...response.headers, ...more } });
}

/** The text with its first member repeated. */
function repeatedName(response: HttpResponse): string {
  const { text } = response;
  const body = jsonOf(response);
  const [first] = isObject(body) ? Object.entries(body) : [];
  if (first === undefined) return text;
  const [name, value] = first;
  return text.replace('{', `{${JSON.stringify(name)}:${JSON.stringify(value)},`);
}

/** In the first string of an object, otherwise at the end. */
function withStack(response: HttpResponse): string {
  const body = jsonOf(response);
  const [name] = isObject(body)
    ? (Object.entries(body).find(([, one]) => typeof one === 'string') ?? [])
    : [];
  if (name === undefined) return response.text + STACK;
  return JSON.stringify({ ...(body as object), [name]: STACK });
}
