/** The response to a presence probe is also that of a case that sends the same request. */
import type { Call, CaseGroup, PresenceProbe, Probe, Profile } from '../model/index.ts';
import { keyOf } from './call.ts';
import { drawn } from './drawn.ts';

/**
 * True for the case group of a probe whose only request a presence probe sends. The full profile sends each request
 * again, because a second response may differ.
 */
export function sharedWith(
  presence: readonly PresenceProbe[],
  profile: Profile,
): (probe: Probe, group: CaseGroup) => boolean {
  if (profile === 'full') return () => false;
  const sent = new Set(
    presence.flatMap(({ control, unknownResource }) =>
      [unknownResource, ...(control ? [control] : [])].map(keyOf),
    ),
  );
  return ({ alone }, { cases, once, requests = 1 }) => {
    if (!once || requests > 1 || alone) return false;
    const [first, ...others] = drawn(cases, 0).next().value;
    return (
      typeof first === 'object' && others.length === 0 && isPlain(first) && sent.has(keyOf(first))
    );
  };
}

function isPlain({ retryUntil, before, delayMs }: Call): boolean {
  return retryUntil === undefined && before === undefined && delayMs === undefined;
}
