/** The controls at the end of a scan: if a target rejects everything by now, its rejections prove nothing. */
import type { Operation } from '../contract/contract.ts';
import type { Call, Exchange } from '../model/index.ts';
import type { Plan } from '../plan/plan.ts';
import type { EndedFixtures } from './ended-fixtures.ts';
import type { Facts } from './facts.ts';
import { RECOVERY_MS } from './numbers.ts';
import { accepted, lookPurpose } from './presence.ts';
import type { Target } from './target.ts';

interface Scene {
  readonly plan: Plan;
  readonly target: Target;
  readonly known: Facts;
  /** True for an operation that the target need not serve. */
  readonly isNeedless: (operation: Operation) => boolean;
  readonly endedFixtures: EndedFixtures;
}

/**
 * Notes which controls are rejected by now. The plan chooses the controls; if one of them is rejected, all others are
 * sent too. Returns why, for operations whose control names a fixture that ended.
 */
export async function sendControlsAgain(scene: Scene): Promise<ReadonlyMap<Operation, string>> {
  const { presenceProbes, lastControls } = scene.plan;
  const ended = new Map<Operation, string>();
  const first = presenceProbes.filter((one) => lastControls.has(one));
  const others = presenceProbes.filter((one) => !lastControls.has(one));
  let isRejected = false;
  for (const one of [...first, ...others]) {
    if (!lastControls.has(one) && !isRejected) break;
    const { control } = one;
    if (!control || scene.target.stopped || scene.isNeedless(control.operation)) continue;
    const rejection = await lastingRejection(control, scene);
    if (rejection === undefined) continue;
    isRejected = true;
    scene.known.controls.note(control, false);
    const why = await scene.endedFixtures.reasonFor(rejection);
    if (why !== undefined) ended.set(control.operation, why);
  }
  return ended;
}

/** The rejection of a control; `undefined` if it is accepted, or is not answered. */
async function lastingRejection(
  control: Call,
  { target, known }: Scene,
): Promise<Exchange | undefined> {
  const { operation } = control;
  const send = (call: Call): Promise<Exchange> =>
    target.send(call, lookPurpose(operation, 'control-at-the-end'));
  const again = await send(control);
  if (!again.response) await target.look(again);
  if (accepted(again) || !again.response) return undefined;
  if (accepted(known.presenceResults.get(operation)?.control)) known.controls.failedLast(again);
  // One rejection may be the effect of an earlier request, so the control is sent once more, and after a while if the
  // contract is being changed.
  const isChanging = again.response.status === 409;
  if (accepted(await send(isChanging ? { ...control, delayMs: RECOVERY_MS } : control)))
    return undefined;
  return again.response.status >= 400 ? again : undefined;
}
