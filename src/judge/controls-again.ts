/** Sends the controls again after the scan: a control that is rejected by now proves no rejection. */
import type { Operation } from '../contract/contract.ts';
import type { Call, Exchange, PresenceProbe } from '../model/index.ts';
import type { ControlNotes } from './control-notes.ts';
import type { Facts } from './facts.ts';
import { accepted } from './presence.ts';
import type { Target } from './target.ts';

interface Scene {
  readonly target: Target;
  readonly known: Facts;
  readonly notes: ControlNotes;
  /** True for an operation that the target need not serve. */
  readonly isNeedless: (operation: Operation) => boolean;
}

/** A contract that is being reassigned is back after this time. */
const CHANGE_MS = 1000;

/** Sends each control once more, and notes those that are rejected twice. */
export async function sendControlsAgain(
  probes: readonly PresenceProbe[],
  { target, known, notes, isNeedless }: Scene,
): Promise<void> {
  for (const { control } of probes) {
    if (!control || target.stopped || isNeedless(control.operation)) continue;
    const { operation } = control;
    const send = (call: Call): Promise<Exchange> =>
      target.send(call, `${operation.name}/presence/control-at-the-end!`);
    const again = await send(control);
    if (!again.response) await target.look(again);
    if (accepted(again) || !again.response) continue;
    if (accepted(known.presenceResults.get(operation)?.control)) notes.failedLast(again);
    // One rejection may be the effect of an earlier request, so the control is sent once more, and after a while if the
    // contract is being changed.
    const isChanging = again.response.status === 409;
    if (accepted(await send(isChanging ? { ...control, delayMs: CHANGE_MS } : control))) continue;
    if (again.response.status >= 400) known.controls.note(control, false);
  }
}
