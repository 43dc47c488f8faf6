/** A failure that counts, and the condition under which it came back. */
import {
  type FailsWhen,
  hasResponse,
  isSuccess,
  type Kept,
  type Requirement,
} from '../../model/index.ts';
import { onlyReads } from '../case.ts';
import type { Failure, Observations } from '../observations.ts';

export interface Confirmed {
  readonly failure: Failure;
  /** True if it occurred again at once, so that it can be shrunk. */
  readonly steady: boolean;
  readonly note?: string;
  readonly when?: FailsWhen;
  /** True if it was not repeated, because its request brings the target down or ends its connection. */
  readonly spared?: true;
  /** The exchanges to send before it, if it does not fail by itself. */
  readonly before?: readonly Kept[];
}

/** The rank of a level: MUST before the others. */
export function rank({ level }: Requirement): number {
  return level === 'MUST' ? 0 : 1;
}

/** True for a case that changes the target: it cannot be repeated. */
export function isUnrepeatable({ at }: Failure): boolean {
  return at.seenIn !== undefined && !onlyReads(at.planned.probe);
}

/** What one response of the scan proves, though no search shows it again. */
export function provenOnce({
  requirement,
  failures: [failure],
  failing,
  repeatedConclusively,
}: Observations): Confirmed | undefined {
  if (requirement.proof !== 'once' || failure === undefined) return undefined;
  const note = `${failing} of the cases of the scan showed it, but a repetition did not; each response is proof on its own`;
  const isPassing = repeatedConclusively > 0 && onlyReads(failure.at.planned.probe);
  return { failure, steady: false, note, ...(isPassing && { when: 'now-and-then' }) };
}

/** A success that breaks a rule proves the failure, if no repetition of a change can show it. */
export function provenUnrepeated(observed: Observations): Confirmed | undefined {
  const shownNothing = observed.repeated !== undefined && observed.repeatedConclusively === 0;
  const failure = observed.failures.find(
    (one) =>
      (isUnrepeatable(one) || (shownNothing && !onlyReads(one.at.planned.probe))) &&
      hasResponse(one.culprit) &&
      isSuccess(one.culprit),
  );
  if (failure === undefined) return undefined;
  const note = isUnrepeatable(failure)
    ? 'its request is not repeated, because it changes the target; the response alone proves the failure'
    : 'its change was not accepted again, so a repetition proves nothing; the response proves it';
  return { failure, steady: false, note };
}

/** The run stopped before the repetition; a second failing case replaces it. */
export function provenBefore(observed: Observations): Confirmed | undefined {
  const [failure] = observed.failures;
  const { requirement, failing } = observed;
  if (!failure || failing < 2 || requirement.comparative || 'expects' in requirement)
    return undefined;
  const note = `the run stopped before this could be repeated; ${failing} different cases failed`;
  return { failure, steady: false, note };
}
