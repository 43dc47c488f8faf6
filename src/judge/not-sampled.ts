/** The quick profile sends part of the requests to each operation: omitted requests may show failures. */
import type { Probe } from '../model/index.ts';
import type { Observations } from './observations.ts';

/** True if the profile omitted some of the requests that decide a requirement. */
export function isSampled(
  { requirement }: Pick<Observations, 'requirement'>,
  sampled: ReadonlySet<Probe> | undefined,
): boolean {
  return requirement.probes.some((probe) => sampled?.has(probe));
}

export const NOT_SAMPLED = {
  outcome: 'untested',
  reason: 'not-sampled',
  note: 'nothing failed, but not all of its requests were sent here: --profile full sends all',
} as const;
