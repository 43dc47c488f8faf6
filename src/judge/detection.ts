/** Finds out which operations the target serves, before anything is judged. */
import type { Plan } from '../plan/plan.ts';
import type { Facts } from './facts.ts';
import { isAdvertised, isOfferKnown } from './offer.ts';
import {
  accepted,
  comparedPresence,
  detectPresence,
  isFinal,
  mayOnlyMissId,
  type PresenceResult,
  type UnknownPaths,
} from './presence.ts';
import { unlessSwitchedOff } from './switched-off.ts';
import type { Target } from './target.ts';

/** Sends the presence probes of a plan and notes the results; returns how many of its requests they are. */
export async function detectAll(plan: Plan, target: Target, known: Facts): Promise<number> {
  const sent = await probeAll(plan, target, known);
  const { surface, fixtures } = plan;
  for (const one of comparedPresence([...known.presenceResults.values()])) {
    const { operation } = one.probe;
    const isUnsure = mayOnlyMissId(one) && isAdvertised(operation, surface, fixtures);
    known.presenceResults.set(operation, isUnsure ? { ...one, presence: 'unknown' } : one);
  }
  return sent;
}

async function probeAll(
  { presenceProbes: own, elsewhere, surface, fixtures }: Plan,
  target: Target,
  { presenceResults: results, controls }: Facts,
): Promise<number> {
  const paths: UnknownPaths = new Map();
  let sent = 0;
  for (const probe of [...own, ...elsewhere]) {
    // Operations of other shards may show what the target is and what it has to serve.
    if (elsewhere.includes(probe) && isOfferKnown(surface, fixtures, results)) return sent;
    const known = paths.size;
    const gone = async (silent: PresenceResult['unknownResource']): Promise<boolean> => {
      await target.look(silent);
      return target.stopped !== undefined;
    };
    const detected = await detectPresence(probe, target.send, gone, paths);
    const found = unlessSwitchedOff(detected, surface);
    results.set(probe.operation, found);
    if (probe.control) controls.note(probe.control, accepted(found.control));
    if (found.failed && accepted(found.control)) controls.failedFirst(found.failed);
    const { control, unknownResource } = found;
    const calls = control === undefined || control === unknownResource ? 1 : 2;
    sent += calls + (found.failed === undefined ? 0 : 1) + 2 * (paths.size - known);
    if (target.stopped) return sent;
    if (found.unknownResource.noResponse && isFinal(found.unknownResource)) return sent;
  }
  return sent;
}
