/** The facts that the judge knows of a target, for benchmarks of its parts. */

import { Controls } from '../src/judge/controls.ts';
import type { TargetFacts } from '../src/judge/judge-case.ts';
import { accepted } from '../src/judge/presence.ts';
import { ASIDE, type Send } from '../src/model/index.ts';
import type { Plan } from '../src/plan/plan.ts';

/** Sends the controls of a plan, and returns the facts for a target that serves every operation. */
export async function knownOf(plan: Plan, send: Send): Promise<TargetFacts> {
  const controls = new Controls(plan.fixtures);
  for (const { control } of plan.presenceProbes)
    if (control) controls.note(control, accepted(await send(control, ASIDE)));
  return {
    controlAccepted: (probe) => controls.accepted(probe),
    isControl: (probe, call) => controls.is(probe, call),
    served: () => true,
    memoryOf: () => new Set(),
    unsteady: new Map(),
  };
}
