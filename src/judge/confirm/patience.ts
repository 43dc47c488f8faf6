/**
 * Repeats a request without a response in time, and waits longer: a response after the kit's timeout is no failure, and
 * a request that never gets a response is one.
 */
import type { Call, Exchange, Step } from '../../model/index.ts';
import { purposeOf, sendCase } from '../case.ts';
import { isLate, type Observations } from '../observations.ts';
import type { Target } from '../target.ts';
import type { Confirmed } from './confirm.ts';

/** The longer wait: nodes and gateways end a request sooner. */
const PATIENCE_MS = 30_000;
/** A response that took this share of the timeout is slow; a faster one was lost only once. */
const SLOW = 1 / 4;

/** Failures that remain with a longer timeout, per requirement; notes it if the target was only slow. */
export async function confirmWithPatience(
  failing: readonly Observations[],
  target: Target,
  patienceMs: number = PATIENCE_MS,
): Promise<Map<Observations, Confirmed>> {
  const found = new Map<Observations, Confirmed>();
  // Together, since each may take the whole time.
  await Promise.all(
    failing.map(async (observed) => {
      const late = 'expects' in observed.requirement ? observed.failures.find(isLate) : undefined;
      if (late === undefined) return;
      const { planned, steps } = late.at;
      const patient = steps.map((step) => waiting(step, patienceMs));
      const exchanges = await sendCase(
        planned.probe,
        patient,
        target.send,
        purposeOf(late.at, 'patient'),
      );
      const last = exchanges.at(-1);
      if (last?.noResponse?.kind === 'timeout') {
        if (!(await target.operationResponds(planned.probe.operation))) return;
        const note = `${seconds(last)} were not enough either, while other requests got their responses`;
        found.set(observed, { failure: late, steady: true, note });
        return;
      }
      const longest = Math.max(...exchanges.map(({ durationMs }) => durationMs));
      if (last?.response && longest > SLOW * late.culprit.durationMs)
        observed.slow = `a response took ${seconds({ durationMs: longest })}: a longer --timeout waits for it`;
    }),
  );
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
