import { LARGE_BODY, LONG_PATH } from '../availability/numbers.ts';
import type { Exchange, Send, Step } from '../model/index.ts';
import { isSameCall } from '../plan/call.ts';
import { drawn } from '../plan/drawn.ts';
import type { PlannedProbe } from '../plan/plan.ts';
import { type Case, purposeOf, sendCase } from './case.ts';
import type { Facts } from './facts.ts';
import { REMEMBERED } from './numbers.ts';
import { accepted, type PresenceResult } from './presence.ts';

/** Every case of some probes, in the plan's order; the same plan gives the same cases. */
export function* cases(probes: readonly PlannedProbe[]): Generator<Case> {
  for (const planned of probes) {
    let order = planned.firstCase;
    for (const caseGroup of planned.caseGroups) {
      const source = drawn(caseGroup.group.cases, caseGroup.seed);
      for (let index = 0; index < caseGroup.count; index++)
        yield { planned, caseGroup, index, order: order++, steps: source.next().value };
    }
  }
}

/** The same cases; those that may crash a weak server come last, so that most of the run is judged before. */
export function* riskyLast(source: Iterable<Case>): Generator<Case> {
  const held: Case[] = [];
  for (const one of source) {
    if (held.length < 2 * REMEMBERED && one.steps.some(isRisky)) held.push(one);
    else yield one;
  }
  yield* held;
}

/** Paths that a router may be unable to decode, and very large requests. */
const ODD_PATH = /%(?:[01]|7f|[89a-f]|2f|5c|(?![0-9a-f]{2}))|\/\.{1,2}(?:\/|$)/i;

function isRisky(step: Step): boolean {
  if (typeof step === 'function') return false;
  if (step.path.length >= LONG_PATH || (step.body?.length ?? 0) > LARGE_BODY) return true;
  // Most paths have neither sign.
  return (step.path.includes('%') || step.path.includes('/.')) && ODD_PATH.test(step.path);
}

/**
 * Sends cases, at most `concurrency` at a time, and passes each to `judge` when it is complete, in any order. A case
 * whose own steps throw goes to `fault`. Draws no more cases once `stop` returns true.
 */
export async function scan(
  source: Iterable<Case>,
  send: Send,
  concurrency: number,
  judge: (one: Case, exchanges: readonly Exchange[]) => void,
  fault: (one: Case, error: unknown) => void,
  stop: () => boolean,
  { presenceResults }: Pick<Facts, 'presenceResults'>,
): Promise<void> {
  const iterator = source[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    while (!stop()) {
      const next = iterator.next();
      if (next.done) return;
      const { planned, steps } = next.value;
      try {
        const known = sharedExchange(next.value, presenceResults.get(planned.probe.operation));
        judge(
          next.value,
          known ? [known] : await sendCase(planned.probe, steps, send, purposeOf(next.value)),
        );
      } catch (error) {
        fault(next.value, error);
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

/**
 * The exchange of a presence probe that is also that of the case. A control that was not accepted is sent again with the
 * case, as is what got no response.
 */
function sharedExchange({ caseGroup, steps }: Case, found?: PresenceResult): Exchange | undefined {
  const [call] = steps;
  if (!caseGroup.shared || found === undefined || typeof call !== 'object') return undefined;
  const { control, unknownResource } = found;
  if (control && isSameCall(control.request, call)) return accepted(control) ? control : undefined;
  return unknownResource.response && isSameCall(unknownResource.request, call)
    ? unknownResource
    : undefined;
}
