/** What the engine knows of a target while it judges, for benchmarks that use its parts one by one. */
import type { Send } from '../src/judge/case.ts';
import type { Known } from '../src/judge/judge-case.ts';
import { accepted, Controls } from '../src/judge/presence.ts';
import type { Plan } from '../src/plan/plan.ts';

/** Sends the twins of a plan and answers with what follows, for a target that serves every operation. */
export async function knownOf(plan: Plan, send: Send): Promise<Known> {
  const twins = new Controls(plan.fixtures);
  for (const { control } of plan.presenceProbes)
    if (control) twins.note(control, accepted(await send(control, 'twin')));
  return {
    controlAccepted: (probe) => twins.accepted(probe),
    isControl: (probe, call) => twins.is(probe, call),
    served: () => true,
    unsteady: new Map(),
  };
}
