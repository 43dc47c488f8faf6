/** What an operation of the reference ledger is made of: the seam between the framework and the operations. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Decoder } from './decode.ts';
import type { Ledger } from './ledger.ts';
import type { Right } from './rights.ts';

/** Who asks. Without a token in auth mode: no user, no rights, not open. */
export interface Caller {
  /** Undefined in open mode and without a valid token. */
  readonly userId: string | undefined;
  readonly rights: readonly Right[];
  /** True when the server has authorization switched off: everybody may do everything. */
  readonly open: boolean;
}

/** One request, understood as far as the framework goes. */
export interface Ask {
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

/** At most one of `json`, `text` and `bytes`; none is an answer without a body. */
export interface Reply {
  readonly status: number;
  readonly json?: unknown;
  readonly text?: string;
  readonly bytes?: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** For faults only: no answer ever, a connection closed before the answer, or in the middle of it. */
  readonly brokenOff?: 'never' | 'before' | 'midway';
}

/** How a query or path parameter is read: `strings` may be repeated, `needed` is a string that must be there. */
export type ParameterKind = 'int' | 'long' | 'bool' | 'date-time' | 'string' | 'strings' | 'needed';

export interface Route {
  /** As in specs/. */
  readonly operationId: string;
  readonly method: string;
  /** The template, with `{name}` for each path parameter. */
  readonly path: string;
  readonly since: '3.4' | '3.5';
  /** Reads the JSON body before anything runs; `bytes` takes any body as it is. */
  readonly body?: Decoder | 'bytes';
  readonly query?: Readonly<Record<string, ParameterKind>>;
  /** Path parameters that are not plain strings. */
  readonly pathKinds?: Readonly<Record<string, ParameterKind>>;
  /** The media type of a success, for the Accept header; `application/json` unless told, `none` without a body. */
  readonly produces?: 'application/json' | 'application/octet-stream' | 'text/plain' | 'none';
  /** `never`: tokens are not even looked at. `resolve` (the default): a token that names an unknown user is refused. */
  readonly token?: 'never' | 'resolve';
  /** Served for any method: the health routes of 3.4. */
  readonly anyMethod?: true;
  /** Throws LedgerError 16 or 7, in the redacted form; the helpers of auth.ts do. */
  readonly authorise: (ask: Ask, ledger: Ledger) => void;
  readonly handle: (ask: Ask, ledger: Ledger) => Reply | Promise<Reply>;
}

export interface ErrorOptions {
  /** When it is not the one that belongs to the gRPC code. */
  readonly status?: number;
  readonly resources?: readonly (readonly [string, string])[];
  readonly context?: Readonly<Record<string, string>>;
  /** True for what is found in front of the ledger: no context, and definiteAnswer is told. */
  readonly inFront?: true;
}

/** Throw this: rendered as JsCantonError with every field, nulls included. */
export class LedgerError extends Error {
  readonly code: string;
  readonly grpc: number;
  readonly category: number;
  readonly options: ErrorOptions;

  constructor(
    code: string,
    grpc: number,
    category: number,
    cause: string,
    options: ErrorOptions = {},
  ) {
    super(cause);
    this.code = code;
    this.grpc = grpc;
    this.category = category;
    this.options = options;
  }
}

/** Throw this: 400 text/plain. The text begins `Invalid value for: body`, `…: query parameter x` or `…: path parameter x`. */
export class DecodeError extends Error {}

/** The common answer: 200 with that value as JSON. */
export function ok(json: unknown): Reply {
  return { status: 200, json };
}
