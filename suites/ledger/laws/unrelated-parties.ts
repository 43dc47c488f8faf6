/** Lookups hide contracts and updates from parties without a stake in them. */
import { type Operation, wrongStatus } from '../../../src/kit.ts';
import type { Test } from '../../kit/law.ts';
import { ownProbe } from './forms.ts';

interface Hiding {
  readonly operation: Operation;
  /** A party's request for a thing without a stake in it, and why there may be none. */
  readonly unrelated: Omit<Parameters<typeof ownProbe>[2], 'wrong'>;
}

/** Judges that the lookup for the party finds nothing; the form of the rejection is not judged here. */
export const hides = ({ operation, unrelated }: Hiding): Test => ({
  withControl: true,
  probes: [ownProbe(operation, 'unrelated-party', { ...unrelated, wrong: 'identifier' })],
  check: ({ response: { status } }) => {
    if (status === 200) return [wrongStatus(404, 200)];
    return status === 404 ? [] : undefined;
  },
});
