/** What the steps of the reference ledger throw. */

export interface ErrorOptions {
  /** When it is not the one that belongs to the gRPC code. */
  readonly status?: number;
  readonly resources?: readonly (readonly [string, string])[];
  readonly context?: Readonly<Record<string, string>>;
  /** True for errors in front of the ledger: no context, and a definiteAnswer. */
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
