/** The operations of the reference ledger, as the framework sees them. */

import type { IncomingHttpHeaders } from 'node:http';
import type { Decoder } from './decode.ts';
import type { Ledger } from './ledger.ts';
import type { Reply } from './reply.ts';
import type { Right } from './rights.ts';
import { OLDEST, type Release } from './versions.ts';

/** The caller. In auth mode a request without a token has no user and no rights. */
export interface Caller {
  /** Undefined in open mode, and without a valid token. */
  readonly userId: string | undefined;
  readonly rights: readonly Right[];
  /** True in open mode: every caller may do everything. */
  readonly open: boolean;
}

/** One request, after routing, authentication and decoding. */
export interface Call<Body = unknown> {
  readonly method: string;
  /** Path parameters by name, percent-decoded. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** The decoded body; undefined for a route without a decoder. */
  readonly body: Body;
  readonly bytes: Buffer;
  readonly caller: Caller;
}

/** The syntax of a parameter: `strings` may be repeated, `needed` is a required string. */
export type ParameterKind = 'int' | 'long' | 'bool' | 'date-time' | 'string' | 'strings' | 'needed';

export interface Route {
  /** As in the documents below specs/. */
  readonly operationId: string;
  readonly method: string;
  /** The template, with `{name}` for each path parameter. */
  readonly path: string;
  readonly since: Release;
  /** Reads the JSON body; `bytes` accepts any body unread. */
  readonly body?: Decoder | 'bytes';
  readonly query?: Readonly<Record<string, ParameterKind>>;
  /** Path parameters that are not plain strings. */
  readonly pathKinds?: Readonly<Record<string, ParameterKind>>;
  /**
   * The media type of a success, `application/json` by default; `none` without a body. The Accept header must admit it.
   */
  readonly produces?: 'application/json' | 'application/octet-stream' | 'text/plain' | 'none';
  /** `never` ignores tokens; `resolve`, the default, rejects a token that names an unknown user. */
  readonly token?: 'never' | 'resolve';
  /** True for the health routes before 3.5: they respond to any method. */
  readonly anyMethod?: true;
  /** Throws the redacted LedgerError 16 or 7; the helpers of auth.ts do this. */
  readonly authorise: (call: Call, ledger: Ledger) => void;
  readonly handle: (call: Call, ledger: Ledger) => Reply | Promise<Reply>;
}

type Own = 'query' | 'pathKinds' | 'produces' | 'token' | 'anyMethod';

/** What a route has besides its method and its path. Its body has the type that the decoder reads. */
interface Draft<Body> extends Pick<Route, Own> {
  /** By method and path if absent. */
  readonly operationId?: string;
  /** The oldest version by default. */
  readonly since?: Release;
  readonly body?: Decoder<Body> | 'bytes';
  readonly authorise: (call: Call<Body>, ledger: Ledger) => void;
  readonly handle: (call: Call<Body>, ledger: Ledger) => Reply | Promise<Reply>;
}

type Served = <Body>(path: string, draft: Draft<Body>) => Route;

const served =
  (method: string): Served =>
  (path, draft) =>
    ({ since: OLDEST, operationId: idOf(method, path), ...draft, method, path }) as Route;

/** The documents name an operation by its method and the parts of its path, each with a capital in front. */
function idOf(method: string, path: string): string {
  const parts = [...path.matchAll(/[^/{}]+/g)].map(([part]) => part.toLowerCase());
  return [method.toLowerCase(), ...parts.map((p) => p.charAt(0).toUpperCase() + p.slice(1))].join(
    '',
  );
}

export const get: Served = served('GET');
export const post: Served = served('POST');
export const patch: Served = served('PATCH');
export const remove: Served = served('DELETE');
