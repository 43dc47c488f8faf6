/** Lookups do not show what a party has no part in. */
import { type Operation, wrongStatus } from '../../../src/kit.ts';
import type { Test } from '../../kit/law.ts';
import { ownProbe } from '../requests/short-forms.ts';

interface Hiding {
  readonly operation: Operation;
  /** The request of a party for something in which it has no part, and why none may exist. */
  readonly unrelated: Omit<Parameters<typeof ownProbe>[2], 'wrong'>;
}

/** The test that a lookup does not find what it finds for others; the form of the rejection is not judged here. */
export const hides = ({ operation, unrelated }: Hiding): Test => ({
  withControl: true,
  probes: [ownProbe(operation, 'unrelated-party', { ...unrelated, wrong: 'identifier' })],
  check: ({ response: { status } }) => {
    if (status === 200) return [wrongStatus(404, 200)];
    return status === 404 ? [] : undefined;
  },
});
