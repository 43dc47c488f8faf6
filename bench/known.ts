/** What the engine knows of a target while it judges, for benchmarks that use its parts one by one. */
import type { Send } from '../src/judge/case.ts';
import type { Known } from '../src/judge/judge-case.ts';
import { accepted, Twins } from '../src/judge/landmarks.ts';
import type { Plan } from '../src/plan/plan.ts';

/** Sends the twins of a plan and answers with what follows, for a target that serves every operation. */
export async function knownOf(plan: Plan, send: Send): Promise<Known> {
  const twins = new Twins(plan.fixtures);
  for (const { twin } of plan.landmarks)
    if (twin) twins.note(twin, accepted(await send(twin, 'twin')));
  return {
    twinAccepted: (probe) => twins.accepted(probe),
    isTwin: (probe, call) => twins.is(probe, call),
    served: () => true,
    unsteady: new Map(),
  };
}
