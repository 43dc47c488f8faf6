import type { Operation } from '../contract/contract.ts';
import type { Call } from '../model/index.ts';

/** The parts of a request to an operation. */
export interface CallParts {
  /** Raw values of the path parameters; they are percent-encoded here. */
  readonly path?: Readonly<Record<string, string>>;
  /** Path parameters that are already encoded, byte for byte as they go over the wire. */
  readonly encoded?: Readonly<Record<string, string>>;
  /** A value to send as JSON. */
  readonly json?: unknown;
  /** The body text itself, for requests that are not plain JSON. */
  readonly text?: string;
  /** Query parameters; a list repeats its name, undefined ones are omitted. */
  readonly query?: Readonly<Record<string, QueryValue | readonly QueryValue[] | undefined>>;
  /** Raw bytes, in base64. */
  readonly bytes?: string;
  readonly contentType?: string;
  /** Headers beside Content-Type. */
  readonly headers?: Call['headers'];
  readonly method?: string;
}

type QueryValue = string | number | boolean;

/** The request to an operation. Throws if a path parameter has no value or an empty one. */
export function call(operation: Operation, parts: CallParts = {}): Call {
  const path = operation.pathParameters.length === 0 ? operation.path : filled(operation, parts);
  const body =
    parts.bytes ??
    parts.text ??
    (parts.json === undefined ? undefined : JSON.stringify(parts.json));
  const type = parts.contentType ?? (parts.bytes === undefined ? JSON_TYPE : RAW);
  const typed =
    body === undefined ? NO_HEADERS : type === JSON_TYPE ? JSON_HEADERS : { 'content-type': type };
  const made: Growing = {
    operation,
    method: parts.method ?? operation.method,
    path: parts.query === undefined ? path : path + queryOf(parts.query),
    headers: parts.headers === undefined ? typed : { ...typed, ...parts.headers },
  };
  if (body !== undefined) made.body = body;
  if (parts.bytes !== undefined) made.encoding = 'base64';
  return made;
}

/** A request under construction. */
type Growing = { -readonly [K in keyof Call]: Call[K] };

const JSON_TYPE = 'application/json';
/** A single object, so that the client combines the headers only once. */
const JSON_HEADERS: Call['headers'] = Object.freeze({ 'content-type': JSON_TYPE });
const NO_HEADERS: Call['headers'] = Object.freeze({});
const RAW = 'application/octet-stream';

/** Paths in pieces: the texts, and between them the names of parameters. */
const templates = new Map<string, readonly string[]>();

function filled(operation: Operation, parts: CallParts): string {
  let pieces = templates.get(operation.path);
  if (pieces === undefined) {
    pieces = operation.path.split(/\{([^{}]+)\}/);
    templates.set(operation.path, pieces);
  }
  let path = pieces[0] ?? '';
  for (let i = 1; i < pieces.length; i += 2) {
    const name = pieces[i] ?? '';
    const segment = parts.encoded?.[name] ?? encoded(parts.path?.[name] ?? '');
    if (segment === '') throw new Error(`${operation.key}: path parameter ${name} is empty`);
    path += segment + (pieces[i + 1] ?? '');
  }
  return path;
}

function queryOf(query: NonNullable<CallParts['query']>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value]
      .flat()
      .filter((one) => one !== undefined)
      .map((one) => `${encodeURIComponent(name)}=${encoded(String(one))}`),
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** A key that is equal for calls with the same method, path, headers and body. */
export function keyOf(call: Call): string {
  let key = keys.get(call);
  if (key === undefined) {
    const { method, path, headers, body, anonymous, altered } = call;
    key = JSON.stringify([method, path, headers, body, anonymous, altered]);
    keys.set(call, key);
  }
  return key;
}

const keys = new WeakMap<Call, string>();

/** True if two calls have the same key; the part that differs most often is compared first. */
export function isSameCall(a: Call, b: Call): boolean {
  return a.body === b.body && isSameApartFromBody(a, b);
}

/** True if two calls have the same key, whatever their bodies. */
export function isSameApartFromBody(a: Call, b: Call): boolean {
  return (
    a.path === b.path &&
    a.method === b.method &&
    a.anonymous === b.anonymous &&
    isSame(a.headers, b.headers) &&
    isSame(a.altered, b.altered)
  );
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** A path or query cannot contain lone surrogates, so they are sent as U+FFFD. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
