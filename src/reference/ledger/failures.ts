/** What the steps of the reference ledger throw. */

export interface ErrorOptions {
  /** Present if the status differs from the one of the gRPC code. */
  readonly status?: number;
  readonly resources?: readonly (readonly [string, string])[];
  readonly context?: Readonly<Record<string, string>>;
  /** True for errors of the layer in front of the ledger: their bodies have a definiteAnswer and no context. */
  readonly inFront?: true;
}

/** The reply to it is a JsCantonError with every member, nulls included. */
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

/** The reply to it is 400 text/plain: `Invalid value for: body`, `…: query parameter x`, `…: path parameter x`. */
export class DecodeError extends Error {}
