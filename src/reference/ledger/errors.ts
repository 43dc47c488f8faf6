/** Errors as they go over the wire: JsCantonError with every member, and the plain ones of the framework. */

import { digest } from './ids.ts';
import type { Reply } from './reply.ts';

/** Categories after which trying again may help. */
const RETRIED = new Set([1, 2, 3, 12]);

/** The error of a value that cannot be right. */
export function invalidArgument(cause: string, options: ErrorOptions = {}): LedgerError {
  return new LedgerError('INVALID_ARGUMENT', 3, cause, options);
}

/** The error of a missing member that the operation requires and the decoder does not. */
export function missingField(name: string): LedgerError {
  return new LedgerError('MISSING_FIELD', 3, `The member ${name} is missing.`);
}

/** The error of a member whose text is malformed. */
export function invalidField(name: string, why: string): LedgerError {
  return new LedgerError('INVALID_FIELD', 3, `The member ${name} is wrong: ${why}`);
}

/** The error of an unknown object. */
export function notFound(code: string, type: string, name: string): LedgerError {
  return new LedgerError(code, 5, `There is no ${type} ${name}.`, {
    resources: [[type, name]],
  });
}

/** The error of a creation whose name is taken. */
export function exists(code: string, type: string, name: string): LedgerError {
  return new LedgerError(code, 6, `There is already a ${type} ${name}.`, {
    resources: [[type, name]],
  });
}

/** The error of an operation or a member that is deprecated and switched off. */
export function disabled(what: string, setting: string): LedgerError {
  const key = `canton.participants.<participant>.features.deprecated.${setting}`;
  const cause = `${what} is deprecated and disabled. To enable it: ${key} = true`;
  return new LedgerError('DEPRECATED_API_DISABLED', 9, cause, { category: 8 });
}

/** The error without a valid token; its details are redacted. */
export function unauthenticated(): LedgerError {
  return new LedgerError('NA', 16, 'The caller could not be authenticated.');
}

/** The error of a caller without the right; its details are redacted. */
export function denied(context?: ErrorOptions['context']): LedgerError {
  const options = context === undefined ? {} : { context };
  return new LedgerError('NA', 7, 'The caller may not do this.', options);
}

/** The body of a ledger error. It has every member, with null for those without a value. */
function errorBody(error: LedgerError, participant: string): Record<string, unknown> {
  const { code, grpc, category, message, options } = error;
  const redacted = category === -1;
  const trace = digest(`trace ${code} ${message}`).slice(0, 32);
  const context = {
    category: String(category),
    definite_answer: 'false',
    participant,
    tid: trace,
    ...options.context,
  };
  return {
    code,
    cause: message,
    correlationId: null,
    traceId: redacted ? null : trace,
    context: redacted || options.inFront === true ? (options.context ?? {}) : context,
    resources: redacted ? [] : (options.resources ?? []),
    errorCategory: category,
    grpcCodeValue: grpc,
    retryInfo: RETRIED.has(category) ? '1 second' : null,
    definiteAnswer: options.inFront === true ? false : null,
  };
}

/** The reply to an error of an operation or of the framework. An unknown error is a defect of this server: 500. */
export function replyTo(error: unknown, participant: string): Reply {
  if (error instanceof HttpError) return error.reply;
  if (error instanceof DecodeError) return { status: 400, text: error.message };
  const known =
    error instanceof LedgerError
      ? error
      : new LedgerError('LEDGER_API_INTERNAL_ERROR', 13, String(error), { inFront: true });
  return { status: known.status, json: errorBody(known, participant) };
}

/** A reply of the framework itself, thrown on the way: 404, 405, 406, 413. */
export class HttpError extends Error {
  readonly reply: Reply;

  constructor(reply: Reply) {
    super(`HTTP ${reply.status}`);
    this.reply = reply;
  }
}

/** What the steps of the reference ledger throw. */

export interface ErrorOptions {
  /** Present if the status differs from the one of the gRPC code. */
  readonly status?: number;
  /** Present if the category differs from the one of the gRPC code. */
  readonly category?: number;
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
    this.category = options.category ?? category;
    this.options = options;
  }
}

/** The reply to it is 400 text/plain: `Invalid value for: body`, `…: query parameter x`, `…: path parameter x`. */
export class DecodeError extends Error {}
