/** What the steps of the reference ledger throw. */

export interface ErrorOptions {
  /** Present if the status differs from the one of the gRPC code. */
  readonly status?: number;
  readonly resources?: readonly (readonly [string, string])[];
  readonly context?: Readonly<Record<string, string>>;
  /** True for errors of the layer in front of the ledger: their bodies have a definiteAnswer and no context. */
  readonly inFront?: true;
}

/** HTTP status and category by gRPC code. The details of errors of category -1 are redacted. */
const KINDS: Readonly<Record<number, readonly [status: number, category: number]>> = {
  3: [400, 8],
  5: [404, 11],
  6: [409, 10],
  7: [403, -1],
  9: [400, 9],
  10: [409, 2],
  11: [400, 12],
  12: [501, 14],
  13: [500, 4],
  14: [503, 1],
  16: [401, -1],
};

/** The reply to it is a JsCantonError with every member, nulls included. */
export class LedgerError extends Error {
  readonly code: string;
  readonly grpc: number;
  readonly status: number;
  readonly category: number;
  readonly options: ErrorOptions;

  constructor(code: string, grpc: number, cause: string, options: ErrorOptions = {}) {
    super(cause);
    this.code = code;
    this.grpc = grpc;
    const [status = 500, category = 4] = KINDS[grpc] ?? [];
    this.status = options.status ?? status;
    this.category = category;
    this.options = options;
  }
}

/** The reply to it is 400 text/plain: `Invalid value for: body`, `…: query parameter x`, `…: path parameter x`. */
export class DecodeError extends Error {}
