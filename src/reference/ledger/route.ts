/** What an operation of the reference ledger is made of: the seam between the framework and the operations. */

import type { IncomingHttpHeaders } from 'node:http';
import type { Decoder } from './decode.ts';
import type { Ledger } from './ledger.ts';
import type { Reply } from './reply.ts';
import type { Right } from './rights.ts';
import type { Version } from './versions.ts';

/** The caller. Without a token in auth mode: no user, no rights, not open. */
export interface Caller {
  /** Undefined in open mode and without a valid token. */
  readonly userId: string | undefined;
  readonly rights: readonly Right[];
  /** True when the server has authorization switched off: every caller may do everything. */
  readonly open: boolean;
}

/** One request, understood as far as the framework goes. */
export interface Call {
  readonly method: string;
  /** Path parameters by name, percent-decoded. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** What the route's decoder made of the body; undefined without one. */
  readonly body: unknown;
  readonly bytes: Buffer;
  readonly caller: Caller;
}

/** How a query or path parameter is read: `strings` may be repeated, `needed` is a string that must be there. */
export type ParameterKind = 'int' | 'long' | 'bool' | 'date-time' | 'string' | 'strings' | 'needed';

export interface Route {
  /** As in specs/. */
  readonly operationId: string;
  readonly method: string;
  /** The template, with `{name}` for each path parameter. */
  readonly path: string;
  readonly since: Version;
  /** Reads the JSON body before anything runs; `bytes` takes any body as it is. */
  readonly body?: Decoder | 'bytes';
  readonly query?: Readonly<Record<string, ParameterKind>>;
  /** Path parameters that are not plain strings. */
  readonly pathKinds?: Readonly<Record<string, ParameterKind>>;
  /** The media type of a success, for the Accept header; `application/json` by default, `none` without a body. */
  readonly produces?: 'application/json' | 'application/octet-stream' | 'text/plain' | 'none';
  /** `never`: tokens are not even looked at. `resolve` (the default): a token that names an unknown user is rejected. */
  readonly token?: 'never' | 'resolve';
  /** Served for any method: the health routes before 3.5. */
  readonly anyMethod?: true;
  /** Throws LedgerError 16 or 7, in the redacted form; the helpers of auth.ts do. */
  readonly authorise: (call: Call, ledger: Ledger) => void;
  readonly handle: (call: Call, ledger: Ledger) => Reply | Promise<Reply>;
}
