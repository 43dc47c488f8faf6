/** Every operation that is not open to all rejects a request without a token, and one with a forged token. */
import type { CompleteExchange, Operation } from '../../../src/kit.ts';
import { isTurnedAway, unlessStatus } from '../../kit/judges.ts';
import type { Check, Law, Test } from '../../kit/law.ts';
import { expectsDistrust, expectsUnauthenticated } from '../responses/errors.ts';
import { rulesIn } from '../rules.ts';

const rule = rulesIn('5-authentication', 'credentials/credentials.ts');

/** The test of the requests of a kind: reads have a probe for them, and changes a scenario. */
type TestOf = (check: Check) => Test;

/** An operation that needs a token. */
export interface Guarded {
  readonly operation: Operation;
  readonly missing?: TestOf | undefined;
  readonly forged?: TestOf | undefined;
}

/** A program can use neither a 403 nor a login page; other rejections are not about the caller, or from a gateway. */
export function asksForToken(exchange: CompleteExchange): ReturnType<Check> {
  const { status } = exchange.response;
  return isTurnedAway(exchange) ? unlessStatus(status === 401, 401, status) : undefined;
}

export const CREDENTIAL_LAWS: readonly Law<Guarded>[] = [
  rule('rejects-missing-token', {
    test: ({ missing }) => missing?.(expectsUnauthenticated),
  }),
  rule('missing-token-is-401', {
    test: ({ missing }) => missing?.(asksForToken),
  }),
  rule('rejects-forged-token', {
    test: ({ forged }) => forged?.(expectsDistrust),
  }),
  rule('forged-token-is-401', {
    // A token that is read without its signature may be of a user without rights.
    test: ({ forged }) => forged?.(asksForToken),
  }),
];
