/** The requests of a plan that show which operations are served, before the others and at the end. */
import { apiOf, type PresenceProbe, type Profile } from '../model/index.ts';
import { isSameCall, keyOf } from './call.ts';

/**
 * A target that rejects everything by now rejects it at each operation: the quick profile tries one of each API, or of a
 * surface without APIs.
 */
export function lastControlsOf(
  all: readonly PresenceProbe[],
  profile: Profile,
): ReadonlySet<PresenceProbe> {
  const controlled = all.filter(({ control }) => control !== undefined);
  if (profile === 'full') return new Set(controlled);
  const byApi = new Map<unknown, PresenceProbe>();
  for (const one of controlled) {
    const api = apiOf(one.operation);
    if (!byApi.has(api)) byApi.set(api, one);
  }
  return new Set(byApi.values());
}

/** The number of presence requests for these operations, with the controls at the end. */
export function presenceRequests(
  all: readonly PresenceProbe[],
  last: ReadonlySet<PresenceProbe>,
): number {
  const paths = new Set(all.map(({ unknownPath }) => keyOf(unknownPath)));
  return all.reduce((sum, one) => {
    const { control, unknownResource } = one;
    if (control === undefined) return sum + 1;
    const first = isSameCall(control, unknownResource) ? 1 : 2;
    return sum + first + (last.has(one) ? 1 : 0);
  }, 2 * paths.size);
}
