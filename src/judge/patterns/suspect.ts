/** A failure whose pattern is searched for. */
import { isOwnStatus, type Kept } from '../../model/index.ts';
import type { Confirmed } from '../experiment/confirmed.ts';
import type { Trials } from '../experiment/trials.ts';
import { type Failure, kindOf, type Observations } from '../observations.ts';

/** What a search for a pattern needs. */
export interface Suspect {
  readonly observed: Observations;
  readonly shown: Failure;
  readonly back: Confirmed;
  readonly kept: readonly Kept[];
  readonly trials: Trials;
  readonly affordable: () => boolean;
}

/** Failures with one status, or at one place, at any operation. */
export function groupOf(shown: Failure): string {
  const [finding] = shown.findings;
  return isOwnStatus(finding?.at) ? `status ${shown.culprit.response?.status}` : kindOf(shown);
}
