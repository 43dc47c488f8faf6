/** What a request gets: a reply, or an error that becomes one. */

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
