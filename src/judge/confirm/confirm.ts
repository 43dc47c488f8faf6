/** A failure counts only after a repetition. */
import type { Exchange, FailsWhen, Requirement } from '../../model/index.ts';
import { type Case, hasResponse, isSuccess, nameOf, onlyReads } from '../case.ts';
import type { Kept } from '../evidence.ts';
import { judgeCase, ownFindings, type TargetFacts } from '../judge-case.ts';
import type { Observation } from '../observation.ts';
import { type Failure, isLate, type Observations } from '../observations.ts';
import type { Target } from '../target.ts';
import type { Timeline } from '../timeline/timeline.ts';
import { notePlain } from './baselines.ts';
import type { Repeats } from './repeats.ts';

/** The number of turns of a failing case of a comparative requirement and its baseline. */
const TURNS = 5;
/** This many failures in a row are not chance. */
const NO_ACCIDENT = 3;
/** The target is responsible for a missing response if this many repeats are lost before more than this many are not. */
const LOSSES_ENOUGH = 3;

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

/** The lowest kept failure that fails again at once; `undefined` if none does. */
export async function confirmAtOnce(
  observed: Observations,
  repeats: Repeats,
  target: Target,
  known: TargetFacts,
): Promise<Confirmed | undefined> {
  for (const failure of observed.failures) {
    if (isUnrepeatable(failure)) continue;
    // The kit already waited longer for late responses.
    if ('expects' in observed.requirement && isLate(failure)) continue;
    const again =
      'expects' in observed.requirement
        ? await isLostAgain(observed, failure, repeats, target, known)
        : observed.requirement.comparative
          ? await failsBesideBaseline(observed, failure.at, repeats, known)
          : failsIn(observed, failure.at, await repeats.again(failure.at, 0), known);
    if (again === failure) return { failure, steady: false, spared: true, note: SPARED };
    const { seenIn } = failure.at;
    if (again && seenIn !== undefined) return { failure: again, steady: false };
    if (again) return { failure: again, steady: true };
  }
  return undefined;
}

/** True if a failure occurs so often in a row that it is not chance. */
export async function comesBackAgain(
  observed: Observations,
  { failure: { at } }: Confirmed,
  repeats: Repeats,
  known: TargetFacts,
): Promise<boolean> {
  for (let turn = 1; turn < NO_ACCIDENT; turn++)
    if (!failsIn(observed, at, await repeats.again(at, turn), known)) return false;
  return true;
}

/** True if the same request met the same requirement at another time of the run. */
export function passedBefore(
  timeline: Timeline,
  known: TargetFacts,
): (observed: Observations, failure: Failure) => boolean {
  return ({ requirement }, { at, culprit }) => {
    if (!('check' in requirement)) return false;
    return timeline.equalTo(culprit.request).some((one) => {
      if (one === culprit) return false;
      const [result] = judgeCase(at.planned.probe, [requirement], 1, [one], known);
      return result !== undefined && result.conclusive > 0 && result.findings.length === 0;
    });
  };
}

const SPARED =
  'the target went down or closed the connection at this request, as it does each time at others like it: it was not sent again';

/**
 * The failure of a repetition, if the request is lost repeatedly while another one gets its response, which random
 * losses rarely do. The failure itself, if its repetition was spared.
 */
async function isLostAgain(
  observed: Observations,
  first: Failure,
  repeats: Repeats,
  target: Target,
  known: TargetFacts,
): Promise<Failure | undefined> {
  const { at: one } = first;
  let [lost, arrived] = [0, 0];
  let again: Failure | undefined;
  while (lost < LOSSES_ENOUGH && arrived <= LOSSES_ENOUGH) {
    const exchanges = await repeats.again(one, lost + arrived);
    if (exchanges.at(-1)?.noResponse?.kind === 'spared') return again ?? first;
    const failure = failsIn(observed, one, exchanges, known);
    again = failure ?? again;
    if (failure === undefined) arrived++;
    else if (await target.operationResponds(one.planned.probe.operation)) lost++;
    else return undefined;
  }
  return lost === LOSSES_ENOUGH ? again : undefined;
}

/** A failure that occurs each time, although its baseline, sent in turns with it, does not show it. */
async function failsBesideBaseline(
  observed: Observations,
  one: Case,
  repeats: Repeats,
  known: TargetFacts,
): Promise<Failure | undefined> {
  let again: Failure | undefined;
  for (let turn = 0; turn < TURNS; turn++) {
    const baseline = await repeats.baseline(one, turn);
    if (baseline) notePlain(observed, one, baseline, known);
    again = failsIn(observed, one, await repeats.again(one, turn), known);
    if (!again || !baseline) break;
  }
  if (again) observed.baselineFailsToo = false;
  return again;
}

/** True for a case that changes the target: it cannot be repeated. */
function isUnrepeatable({ at }: Failure): boolean {
  return at.seenIn !== undefined && !onlyReads(at.planned.probe);
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
    ? 'its request is not repeated, because it changes the target; the response proves it'
    : 'its change was not accepted again, so that a repetition shows nothing; the response proves it';
  return { failure, steady: false, note };
}

/** The rank of a level: MUST before the others. */
export function rank({ level }: Requirement): number {
  return level === 'MUST' ? 0 : 1;
}

/** The failures in a repetition of a case; also kept as evidence of failures that do not occur again. */
export function failsIn(
  observed: Observations,
  one: Case,
  exchanges: readonly Exchange[],
  known: TargetFacts,
): Failure | undefined {
  observed.repeated = exchanges.findLast(({ noResponse }) => noResponse?.kind !== 'budget');
  const result = judged(observed, one, exchanges, known);
  if (result !== undefined && result.conclusive > 0) observed.repeatedConclusively++;
  if (result?.fault !== undefined) observed.blameKit(result.fault, nameOf(one));
  const failure = failureOf(result, one, known);
  if (failure) observed.failedAgain++;
  return failure;
}

/** The failure of a requirement in the exchanges of a case; `undefined` if the requirement is not its cause. */
export function failureIn(
  observed: Observations,
  one: Case,
  exchanges: readonly Exchange[],
  known: TargetFacts,
): Failure | undefined {
  return failureOf(judged(observed, one, exchanges, known), one, known);
}

function judged(
  { requirement }: Observations,
  { planned: { probe }, steps }: Case,
  exchanges: readonly Exchange[],
  known: TargetFacts,
): Observation | undefined {
  return judgeCase(probe, [requirement], steps.length, exchanges, known)[0];
}

function failureOf(
  result: Observation | undefined,
  one: Case,
  known: TargetFacts,
): Failure | undefined {
  if (!result?.culprit) return undefined;
  const findings = ownFindings(result, one.planned, known);
  return findings.length > 0 ? { at: one, findings, culprit: result.culprit } : undefined;
}
