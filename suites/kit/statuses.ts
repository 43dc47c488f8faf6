/** Statuses: decides which accept a request, reject it, or prove nothing. */
import type { CheckResult, CompleteExchange, Statuses } from '../../src/kit.ts';
import { pathOf, wrongStatus } from '../../src/kit.ts';

/**
 * Statuses of infrastructure in front of a server, or of HTTP itself. The contract does not mention them, so they are
 * never a failure and never a proof.
 */
export const INFRASTRUCTURE: ReadonlySet<number> = new Set([
  401, 402, 403, 405, 406, 407, 408, 411, 413, 414, 415, 417, 421, 425, 426, 428, 429, 431, 451,
  502, 503, 504, 505, 507, 508, 511,
]);

export function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

/** True if infrastructure may have responded in place of the server. */
export function mayBeGateways(status: number): boolean {
  return INFRASTRUCTURE.has(status) || isRedirect(status);
}

/** Server errors that may come from a gateway; each other 5xx is a crash. */
export function isGatewayError(status: number): boolean {
  return status >= 500 && INFRASTRUCTURE.has(status);
}

/** True for an internal server error, which no gateway sends. */
export function isCrash(status: number): boolean {
  return status >= 500 && !INFRASTRUCTURE.has(status);
}

/** Statuses without load or size as their cause: if the plain request is accepted, a similar one must not get them. */
const NEEDLESS: ReadonlySet<number> = new Set([401, 402, 403, 405, 406, 411, 415, 451]);

/**
 * Judges the status of a request that must be accepted: 200 conforms; infrastructure and 409 are inconclusive; an
 * internal error fails. `plainAccepted`: the plainest request of the kind was accepted.
 */
export function expects200(status: number, plainAccepted = false): CheckResult {
  if (status === 200) return [];
  if (plainAccepted && NEEDLESS.has(status)) return [wrongStatus(200, status)];
  if (mayBeGateways(status) || status === 409) return undefined;
  return [wrongStatus(200, status)];
}

/**
 * The same for requests that show whether an operation works at all: a constant refusal is an answer, and so is a
 * redirect of one of several valid requests. A documented 5xx is about the state of the server, and a documented 413
 * about the number of elements, which grows.
 */
export function expectsAcceptance(
  { request, response: { status }, isAnswer }: CompleteExchange,
  plainAccepted = false,
): CheckResult {
  const mayPass = status >= 500 || status === 413;
  const isState = mayPass && request.operation.responses[status] !== undefined;
  const isRefused = isAnswer || (plainAccepted && isRedirect(status));
  if (isRefused && status !== 200 && !isState) return [wrongStatus(200, status)];
  return expects200(status, plainAccepted);
}

/** Judges the status of a request that must be rejected: each 4xx rejects it; an internal error is a crash. */
export function expectsRejection(status: number, expected: Statuses): CheckResult {
  if (status >= 400 && status < 500) return [];
  if (mayBeGateways(status)) return undefined;
  return [wrongStatus(expected, status)];
}

/** The same, if a valid request of the same caller was accepted: then a redirect is not a login, and not a rejection. */
export function expectsRefusal(
  { request, response: { status } }: CompleteExchange,
  expected: Statuses,
): CheckResult {
  // True for a path that no route may match.
  if (status === 501 && isUntidy(request.path)) return undefined;
  const isSameCaller = !request.anonymous && request.altered === undefined;
  if (isRedirect(status) && isSameCaller && !isUntidy(request.path))
    return [wrongStatus(expected, status)];
  return expectsRejection(status, expected);
}

/** True for a percent sign that starts no escape: HTTP servers answer such a path before any handler sees it. */
export function hasBrokenEscape(path: string): boolean {
  return path.includes('%') && /%(?![0-9a-f]{2})/i.test(path);
}

/** True for a path that servers and routers may normalize: doubled slashes, dot segments, encoded slashes. */
export function isUntidy(path: string): boolean {
  const plain = pathOf(path);
  return /\/\/|\/\.{1,2}(?:\/|$)|%2f|%5c|%2e|%25|%[01]|\/$/i.test(plain);
}
