/** Every operation that is not open to all rejects a request without a token, and one with a forged token. */
import type { Operation, Requirement } from '../../../src/kit.ts';
import { type Law, must, type Test } from '../../kit/law.ts';
import { lawsOf } from '../laws/forms.ts';

/** An operation that needs a token, and its tests: reads by their probes, changes by a scenario. */
export interface Guarded {
  readonly operation: Operation;
  readonly missing?: Test | undefined;
  readonly forged?: Test | undefined;
}

export const CREDENTIAL_LAWS: readonly Law<Guarded>[] = [
  must('rejects-missing-token', 'missing-credentials-are-unauthenticated', {
    statement: 'A request without a token is rejected.',
    cause: 'Only some routes require authentication, or a gateway adds its own token.',
    fix: 'Require a token for every path except the version and the health checks, and respond with 401.',
    test: ({ missing }) => missing,
  }),
  must('rejects-forged-token', 'credentials-are-bearer-tokens', {
    statement: 'A request with a token that was never issued is rejected.',
    cause: 'The signature is not verified, or requests pass when the keys are unavailable.',
    fix: "Verify signature, audience and expiry with the issuer's keys first, and respond with 401 if that is not possible.",
    followsFrom: ['rejects-missing-token'],
    test: ({ forged }) => forged,
  }),
];

export function credentialLaws(guarded: Guarded): readonly Requirement[] {
  return lawsOf(CREDENTIAL_LAWS, guarded);
}
