/** Errors of the ledger: an object for rejections by the ledger, plain text for undecodable requests. */

import type {
  CheckResult,
  CompleteExchange,
  Finding,
  Operation,
  Statuses,
} from '../../../src/kit.ts';
import {
  BODY_TEXT,
  decoded,
  describe,
  finding,
  headerPlace,
  statuses,
  worded,
  wrongStatus,
} from '../../../src/kit.ts';
import { jsonFindings, shapeFindings } from '../../http/bodies.ts';
import { elements, isObject, strings } from '../../kit/json.ts';
import { unless } from '../../kit/judges.ts';
import * as kit from '../../kit/rejections.ts';
import { INFRASTRUCTURE, isGatewayError, isRedirect } from '../../kit/statuses.ts';

interface LedgerErrorBody {
  readonly code: string;
  readonly errorCategory: number;
  readonly grpcCodeValue?: number | null;
  readonly traceId?: string | null;
  readonly retryInfo?: string | null;
  readonly context?: Readonly<Record<string, unknown>>;
}

/** The error object of a response, if it is one. */
export function errorOf({ response }: CompleteExchange): LedgerErrorBody | undefined {
  const { body, status } = response;
  const is = status >= 400 && typeof body === 'object' && body !== null && 'errorCategory' in body;
  return is ? (body as LedgerErrorBody) : undefined;
}

/**
 * A 400 in plain text, which the documents declare for every operation: the request is rejected, and the
 * error code is not shown. Code checks call this first.
 */
export function isRejectedInText({ response: { status, mediaType } }: CompleteExchange): boolean {
  return status === 400 && mediaType === 'text/plain';
}

/** The documents call a 400 in text an invalid value, so such a text is about the form of the request. */
const OF_FORM = /^invalid value/i;

/** True if the error may have this code: it shows the code, or a text without a code. */
export function mayBe(exchange: CompleteExchange, code: string | undefined): boolean {
  if (code === undefined) return false;
  const isOpen = isRejectedInText(exchange) && !OF_FORM.test(exchange.response.text);
  return isOpen || errorOf(exchange)?.code === code;
}

/** The findings on a rejection with another error code. */
export function codeFindings(exchange: CompleteExchange, ...codes: readonly string[]): Finding[] {
  if (codes.length === 0 || isRejectedInText(exchange)) return [];
  const code = errorOf(exchange)?.code;
  if (code === undefined) {
    const { body, text } = exchange.response;
    // An error without one of its members is reported for that, as by the rule for its shape.
    const lacks = isObject(body) && ['errorCategory', 'code'].find((name) => !(name in body));
    return lacks
      ? [finding(`/${lacks}`, 'a member that every error has', 'nothing')]
      : [finding(BODY_TEXT, 'an error object', describe(text))];
  }
  return codes.includes(code) ? [] : [finding('/code', codes.join(' or '), describe(code))];
}

/** The findings on a rejection of another category. Gateway errors have no categories. */
export function categoryFindings(exchange: CompleteExchange, category: number): Finding[] {
  if (isRejectedInText(exchange) || INFRASTRUCTURE.has(exchange.response.status)) return [];
  const actual = errorOf(exchange)?.errorCategory;
  return actual === category ? [] : [finding('/errorCategory', category, describe(actual))];
}

/** An error is the ledger's own object in JSON; an undecodable request may be rejected in text. */
export function errorShape(operation: Operation, exchange: CompleteExchange): CheckResult {
  const { status, mediaType, body, miscoded, misencoded, text } = exchange.response;
  if (status < 300) return 'inapplicable';
  const mayHaveObject = OWN_TOO.has(status) || exchange.isAnswer || !INFRASTRUCTURE.has(status);
  if (status < 400 || !mayHaveObject) return undefined;
  if (miscoded !== undefined) return jsonFindings(exchange.response);
  if (isRejectedInText(exchange)) return [];
  if (mediaType !== 'application/json') {
    const types = status === 400 ? 'application/json or text/plain' : 'application/json';
    const shown = mediaType || 'no content type';
    return mayBeGateways(exchange)
      ? undefined
      : [finding(headerPlace('content-type'), types, shown)];
  }
  // The text of a 400 is right: its type is not.
  if (status === 400 && body === undefined && /^\s*[^\s[{"<]/.test(text))
    return [
      finding(headerPlace('content-type'), worded`text/plain, as the body is text`, mediaType),
    ];
  if (misencoded || (body === undefined && text !== '')) return jsonFindings(exchange.response);
  if (typeof body !== 'object' || body === null)
    return [finding(BODY_TEXT, 'an error object', describe(body))];
  if (status === 404 && 'errors' in body) return undefined;
  const schema = operation.responses['default']?.['application/json'] ?? true;
  return shapeFindings(operation, schema, body);
}

/** The ledger itself also sends these, and not only infrastructure in front of it. */
const OWN_TOO: ReadonlySet<number> = new Set([401, 403, 413]);

/** True if a gateway or a parser may have sent the error: a page for users, or a text about the size. */
function mayBeGateways({ request, response, isAnswer }: CompleteExchange): boolean {
  const { status, mediaType, bytes } = response;
  if (status === 413) return !isAnswer;
  if (mediaType !== 'text/html' && bytes > 0) return false;
  const { authorization = 'Bearer token' } = request.headers;
  if (status === 400 && !BEARER.test(authorization)) return true;
  return OWN_TOO.has(status) || ((status === 400 || status === 404) && ODD_PATH.test(request.path));
}

/** Another value of this header may be rejected before the ledger reads it. */
const BEARER = /^bearer +\S/i;

/** Characters that no gateway or router accepts in a path. */
const ODD_PATH = /%(?:[01][0-9a-f]|2f|5c|7f|(?![0-9a-f]{2}))/i;

/** A table in the document, from code or category to a number. */
function tableIn({ contract }: Operation, name: string): Readonly<Record<string, number>> {
  return (contract.document[name] ?? {}) as Readonly<Record<string, number>>;
}

/** Statuses whose errors a ledger redacts, and the statuses of their codes. */
const REDACTED: ReadonlySet<number> = new Set([401, 403]);

/** The HTTP status for a gRPC code, from the document; the list limit has a different one. */
export function statusOfCode(operation: Operation, exchange: CompleteExchange): CheckResult {
  const code = errorOf(exchange)?.grpcCodeValue;
  if (typeof code !== 'number') return 'inapplicable';
  const { status } = exchange.response;
  const expected = tableIn(operation, 'x-grpc-status')[code];
  if (expected === undefined) return [finding('/grpcCodeValue', 'a gRPC code', code)];
  if (status === expected || (status === 413 && code === 10)) return [];
  // If the category fits the status, the code is wrong; a redacted error has no category.
  const { errorCategory = 0 } = errorOf(exchange) ?? {};
  const named = tableIn(operation, 'x-grpc-category')[errorCategory];
  const codeOf = Object.entries(tableIn(operation, 'x-grpc-status')).filter(
    ([, s]) => s === status,
  );
  const isOfStatus =
    named === undefined
      ? REDACTED.has(status) && !REDACTED.has(expected)
      : codeOf.some(([c]) => Number(c) === named);
  if (isOfStatus) {
    const due = named ?? codeOf.map(([c]) => c).join(' or ');
    return [
      finding('/grpcCodeValue', worded`${due}, which goes with status ${statuses(status)}`, code),
    ];
  }
  return [wrongStatus(worded`${statuses(expected)}, which goes with code ${code}`, status)];
}

/** An error code has one category, and that has one gRPC code, by the document; a redacted error has none. */
export function categoryOfCode(operation: Operation, exchange: CompleteExchange): CheckResult {
  const error = errorOf(exchange);
  const { code: name = '', grpcCodeValue: code, errorCategory = 0 } = error ?? {};
  const known = tableIn(operation, 'x-error-category');
  const due = Object.hasOwn(known, name) ? known[name] : errorCategory;
  if (due !== errorCategory)
    return [
      finding('/errorCategory', worded`${due}, which goes with ${name}`, describe(errorCategory)),
    ];
  if (error !== undefined && !(errorCategory === REDACTED_CATEGORY || inRange(errorCategory)))
    return [finding('/errorCategory', '1 to 14, or -1', describe(errorCategory))];
  const others = [...contextFindings(error), ...retryFindings(exchange, errorCategory)];
  if (others.length > 0) return others.slice(0, 1);
  // An unknown gRPC code breaks status-matches-code only.
  const isKnown = typeof code === 'number' && code in tableIn(operation, 'x-grpc-status');
  const expected = tableIn(operation, 'x-grpc-category')[errorCategory];
  if (!isKnown || expected === undefined) return 'inapplicable';
  if (expected === code) return [];
  return [
    finding('/grpcCodeValue', worded`${expected}, which goes with category ${errorCategory}`, code),
  ];
}

const REDACTED_CATEGORY = -1;

function inRange(category: number): boolean {
  return category >= 1 && category <= 14;
}

/** What the context repeats of the error is the same there: its category and its trace. */
function contextFindings(error: LedgerErrorBody | undefined): Finding[] {
  const repeats = { category: error?.errorCategory, tid: error?.traceId };
  return Object.entries(repeats).flatMap(([name, value]) => {
    const shown = error?.context?.[name];
    if (shown === undefined || (value ?? undefined) === undefined || shown === `${value}`)
      return [];
    return [finding(`/context/${name}`, describe(`${value}`), describe(shown))];
  });
}

/** Categories of errors that may pass: the server says when to try again. */
const PASSING: ReadonlySet<number> = new Set([1, 2, 3, 12]);

/** A hint for a retry goes with these categories, and with no other; the limit of a list has no delay. */
function retryFindings(exchange: CompleteExchange, category: number): Finding[] {
  const hint = errorOf(exchange)?.retryInfo ?? undefined;
  const passes = PASSING.has(category);
  if (errorOf(exchange) === undefined || exchange.response.status === 413) return [];
  if (passes === (hint !== undefined && hint !== '')) return [];
  const expected = worded`${passes ? 'a delay' : 'none'}, as category ${category} requires`;
  return [finding('/retryInfo', expected, describe(hint ?? null))];
}

/** Errors about a missing object, which the request names by its id. */
const ABOUT_AN_ID: ReadonlySet<string> = new Set([
  ...['USER_NOT_FOUND', 'IDP_CONFIG_NOT_FOUND', 'PACKAGE_NOT_FOUND'],
  ...['CONTRACT_EVENTS_NOT_FOUND', 'CONTRACT_PAYLOAD_NOT_FOUND'],
]);

/** If such an error shows its resources, one of them is an id of the request. */
export function namesItsObject(exchange: CompleteExchange): CheckResult {
  const error = errorOf(exchange);
  if (error === undefined || !ABOUT_AN_ID.has(error.code)) return 'inapplicable';
  const names = elements(error, 'resources').flatMap((pair) => strings(pair).slice(1, 2));
  // Bytes of a path that are not UTF-8 have no text that an error could repeat.
  if (names.length === 0 || names.join().includes('\ufffd')) return 'inapplicable';
  const { path, body = '' } = exchange.request;
  const isAsked = names.some(
    (name) => decoded(path).includes(name) || body.includes(JSON.stringify(name).slice(1, -1)),
  );
  return unless(isAsked, '/resources', 'the requested id', names.join(', '));
}

/** A rejection with this status and one of these error codes. */
export function expectsError(
  exchange: CompleteExchange,
  status: number,
  ...codes: readonly string[]
): CheckResult {
  return kit.expectsError({ codeFindings }, exchange, status, ...codes);
}

/** A request without a token is rejected; any rejection of the caller conforms. */
export function expectsUnauthenticated(exchange: CompleteExchange): CheckResult {
  return rejectsCaller(exchange, { sent: 'without a token' }, 401, '');
}

/** The cause if a token that was never issued is accepted. */
export const UNVERIFIED =
  'the ledger accepts a token that was never issued, so it does not verify signatures';

/** A token that was never issued counts as no token. */
export function expectsDistrust(exchange: CompleteExchange): CheckResult {
  const isTrusted = exchange.response.status === 200;
  const cause = isTrusted ? `: ${UNVERIFIED}, or does not look at tokens here` : '';
  return rejectsCaller(exchange, {}, [401, 403], cause);
}

/** A gateway may redirect callers to a login, which shows them nothing; not-redirected finds other redirects. */
function rejectsCaller(
  exchange: CompleteExchange,
  at: { readonly sent?: string },
  expected: Statuses,
  cause: string,
) {
  const { status } = exchange.response;
  if (isRedirect(status) || (kit.isRejection(exchange) && !isPastTheGuard(exchange))) return [];
  if (isGatewayError(status)) return undefined;
  const code = errorOf(exchange)?.code;
  const named = code === undefined ? '' : ` ${code}`;
  return [wrongStatus(expected, worded`${statuses(status)}${named}${cause}`, at)];
}

/** gRPC codes of errors about the caller: PERMISSION_DENIED and UNAUTHENTICATED. */
const ABOUT_THE_CALLER: ReadonlySet<number> = new Set([7, 16]);

/** True for an error about the request itself, which means that it was read before the caller was checked. */
export function isPastTheGuard(exchange: CompleteExchange): boolean {
  const { status } = exchange.response;
  if (status === 401 || status === 403) return false;
  const code = errorOf(exchange)?.grpcCodeValue;
  return typeof code === 'number' && !ABOUT_THE_CALLER.has(code);
}

/** True if the ledger itself denies the request to its caller. */
export function isDenial(exchange: CompleteExchange): boolean {
  return exchange.response.status === 403 && errorOf(exchange)?.grpcCodeValue === 7;
}

/** True for a rejection of a request that could not be read, or lacks a member. */
export function isRejectedAsMalformed(exchange: CompleteExchange): boolean {
  const code = errorOf(exchange)?.code ?? '';
  return isRejectedInText(exchange) || /^(MISSING|INVALID)_FIELD$/.test(code);
}

/** A caller with the right gets no 403; other rejections are not about rights. */
export function admitted(status: number): CheckResult {
  if (status === 200) return [];
  return status === 403 ? [wrongStatus(200, 403)] : undefined;
}
