/** Every operation that is not open to all rejects a request without a token, and one with a forged token. */
import type { CompleteExchange, Operation } from '../../../src/kit.ts';
import { isTurnedAway, unlessStatus } from '../../kit/judges.ts';
import { type Check, type Law, must, should, type Test } from '../../kit/law.ts';
import { expectsDistrust, expectsUnauthenticated } from '../responses/errors.ts';

/** The test of the requests of a kind: reads have a probe for them, and changes a scenario. */
type TestOf = (check: Check) => Test;

/** An operation that needs a token. */
export interface Guarded {
  readonly operation: Operation;
  readonly missing?: TestOf | undefined;
  readonly forged?: TestOf | undefined;
}

/** A program can use neither a 403 nor a login page; other rejections are not about the caller, or from a gateway. */
function asksForToken(exchange: CompleteExchange): ReturnType<Check> {
  const { status } = exchange.response;
  return isTurnedAway(exchange) ? unlessStatus(status === 401, 401, status) : undefined;
}

export const CREDENTIAL_LAWS: readonly Law<Guarded>[] = [
  must('rejects-missing-token', 'missing-credentials-are-unauthenticated', {
    statement: 'A request without a token is rejected.',
    cause: 'Only some routes require authentication, or a gateway adds its own token.',
    fix: 'Require a token for every path except the version and the health checks, and respond with 401.',
    test: ({ missing }) => missing?.(expectsUnauthenticated),
  }),
  should('missing-token-is-401', 'missing-tokens-get-401', {
    statement: 'A request without a token is rejected with 401, not with 403 or a login page.',
    cause:
      'A missing token is treated like missing rights, or a gateway redirects to its login page.',
    fix: 'Respond with 401, so that a client knows that it needs a token.',
    test: ({ missing }) => missing?.(asksForToken),
  }),
  must('rejects-forged-token', 'credentials-are-bearer-tokens', {
    statement: 'A request with a token that was never issued is rejected.',
    cause: 'The signature is not verified, or requests pass when the keys are unavailable.',
    fix: "Verify signature, audience and expiry with the issuer's keys first, and respond with 401 if that is not possible.",
    followsFrom: ['rejects-missing-token'],
    test: ({ forged }) => forged?.(expectsDistrust),
  }),
  should('forged-token-is-401', 'forged-tokens-get-401', {
    statement:
      'A request with a token that was never issued is rejected with 401, not with 403 or a login page.',
    cause:
      'A token that cannot be verified is treated like missing rights, or a gateway redirects to its login page.',
    fix: 'Respond with 401, so that a client asks for a new token.',
    // A token that is read without its signature may be of a user without rights.
    followsFrom: ['missing-token-is-401', '*/rejects-forged-token'],
    test: ({ forged }) => forged?.(asksForToken),
  }),
];
