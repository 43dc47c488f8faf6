/** The condition that needs least: the same request again, beside its plain one, or with a longer wait. */
import { LARGE_PART } from '../../availability/numbers.ts';
import type { Call, Exchange, Step } from '../../model/index.ts';
import { purposeOf, sendCase } from '../case.ts';
import type { TargetFacts } from '../judge-case.ts';
import { ACCIDENT_OF_COMPARISON, PATIENCE_MS } from '../numbers.ts';
import { type Failure, isLate, type Observations } from '../observations.ts';
import type { Target } from '../target.ts';
import { notePlain, plainOf } from './baselines.ts';
import { type Confirmed, isUnrepeatable } from './confirmed.ts';
import { AGAIN, AT_TIMES, EACH_TIME, experiment } from './experiment.ts';
import { failsIn, type Trials } from './trials.ts';

/** What the repetitions of one failing case need. */
export interface Repeating {
  readonly trials: Trials;
  readonly target: Target;
  readonly known: TargetFacts;
  /** True if equal requests had another outcome, so that one more failure may be chance. */
  readonly mayBeChance?: (observed: Observations, failure: Failure) => boolean;
}

/** The lowest kept failure that comes back at once; `undefined` if none does. */
export async function confirmAgain(
  observed: Observations,
  repeating: Repeating,
): Promise<Confirmed | undefined> {
  for (const failure of observed.failures) {
    if (isUnrepeatable(failure)) continue;
    const isAboutResponses = 'expects' in observed.requirement;
    // The kit already waited longer for late responses.
    if (isAboutResponses && isLate(failure)) continue;
    const again = isAboutResponses
      ? await lostAgain(observed, failure, repeating)
      : await failsAgain(observed, failure, repeating);
    if (again === failure) return { failure, steady: false, spared: true, note: SPARED };
    if (again) return { failure: again, steady: failure.at.seenIn === undefined };
  }
  return undefined;
}

const SPARED =
  'the target went down or closed the connection at this request, as it does for every similar request: it was not repeated';

/** The failure of a repetition. What is compared with a plain request is sent in turns with it. */
async function failsAgain(
  observed: Observations,
  failure: Failure,
  { trials, known, mayBeChance = () => false }: Repeating,
): Promise<Failure | undefined> {
  const { at } = failure;
  const compares = observed.requirement.comparative === true && plainOf(at) !== undefined;
  let again: Failure | undefined;
  const { decision } = await experiment(
    async (n) => {
      const plain = compares ? await trials.plain(at, n) : undefined;
      if (plain) notePlain(observed, at, plain, known);
      again = failsIn(observed, at, await trials.again(at, n), known);
      return again !== undefined;
    },
    compares
      ? { accident: ACCIDENT_OF_COMPARISON, each: true }
      : mayBeChance(observed, failure)
        ? EACH_TIME
        : AGAIN,
  );
  if (decision !== 'confirmed') return undefined;
  observed.baselineFailsToo = false;
  return again;
}

/**
 * The failure of a repetition, if the request is lost repeatedly while another one gets its response, which random
 * losses rarely do. The failure itself, if its repetition was spared.
 */
async function lostAgain(
  observed: Observations,
  first: Failure,
  { trials, target, known }: Repeating,
): Promise<Failure | undefined> {
  const { at } = first;
  let again: Failure | undefined;
  let isSpared = false;
  const { decision } = await experiment(async (n) => {
    const exchanges = await trials.again(at, n);
    isSpared = exchanges.at(-1)?.noResponse?.kind === 'spared';
    if (isSpared) return undefined;
    const failure = failsIn(observed, at, exchanges, known);
    again = failure ?? again;
    if (failure === undefined) return false;
    return (await target.operationResponds(at.planned.probe.operation)) || undefined;
  }, AT_TIMES);
  if (isSpared) return again ?? first;
  return decision === 'confirmed' ? again : undefined;
}

/**
 * Failures that remain with a longer wait, per requirement: a response after the kit's timeout is no failure, and
 * is noted. All are repeated together, since each may take the whole time.
 */
export async function confirmWithPatience(
  failing: readonly Observations[],
  target: Target,
  patienceMs: number = PATIENCE_MS,
): Promise<Map<Observations, Confirmed>> {
  const found = new Map<Observations, Confirmed>();
  const confirm = async (observed: Observations): Promise<void> => {
    const late = 'expects' in observed.requirement ? observed.failures.find(isLate) : undefined;
    if (late === undefined) return;
    const { probe } = late.at.planned;
    const patient = late.at.steps.map((step) => waiting(step, patienceMs));
    let exchanges: readonly Exchange[] = [];
    const { decision } = await experiment(async () => {
      exchanges = await sendCase(probe, patient, target.send, purposeOf(late.at, 'patient'));
      if (exchanges.at(-1)?.noResponse?.kind !== 'timeout') return false;
      return (await target.operationResponds(probe.operation)) || undefined;
    }, AGAIN);
    const last = exchanges.at(-1);
    if (last && decision === 'confirmed') {
      const note = `${seconds(last)} were not enough either, although other requests got their responses`;
      found.set(observed, { failure: late, steady: true, note });
    }
    const longest = Math.max(...exchanges.map(({ durationMs }) => durationMs));
    if (last?.response && longest > LARGE_PART * late.culprit.durationMs)
      observed.otherCause = {
        follows: 'time',
        note: `a response took ${seconds({ durationMs: longest })}: a longer --timeout waits for it`,
      };
  };
  await Promise.all(failing.map(confirm));
  return found;
}

const seconds = ({ durationMs }: Pick<Exchange, 'durationMs'>): string =>
  `${(durationMs / 1000).toFixed(1)} s`;

/** The same step with a longer timeout, over a connection of its own. */
function waiting(step: Step, patienceMs: number): Step {
  const patient = (call: Call): Call => ({
    ...call,
    fresh: true,
    waitsMs: (call.waitsMs ?? 0) + patienceMs,
  });
  if (typeof step !== 'function') return patient(step);
  return (before) => {
    const call = step(before);
    return call && patient(call);
  };
}
