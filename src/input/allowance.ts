/** The effects that the operator allows, and the error for others. */

import { texts } from '../model/defined.ts';
import type { Allowance, Probe } from '../model/index.ts';
import type { Plan } from '../plan/plan.ts';
import { NotAllowedError } from './error.ts';
import type { Flags } from './flags.ts';

/** The effects that the flags allow. Throws NotAllowedError for flags that contradict each other. */
export function allowanceOf(flags: Flags, strictRead = false): Allowance {
  const { allowWrites = false, allowIrreversible = false } = flags;
  if (allowIrreversible && !allowWrites) {
    throw new NotAllowedError(
      '--allow-irreversible: it includes all reversible changes. Add --allow-writes if you mean it.',
    );
  }
  const undecodable = !(flags.strictRead ?? strictRead);
  if (allowWrites && !undecodable) {
    throw new NotAllowedError(
      '--strict-read sends nothing to operations that change data, but --allow-writes does. Leave out one of them.',
    );
  }
  return { undecodable, reversible: allowWrites, irreversible: allowIrreversible };
}

/** Throws NotAllowedError if no selected requirement may send its requests; the message names the option. */
export function requireAllowed({ requirements, forbidden }: Plan): void {
  const kept = new Set(forbidden);
  if (!requirements.every(({ probes }) => probes.every((probe) => kept.has(probe)))) return;
  const which =
    requirements.length === 1 ? 'the requirement' : `all ${requirements.length} requirements`;
  throw new NotAllowedError(
    `${which} of this selection would do more than is allowed. ${remedyFor(forbidden)}`,
  );
}

/** A sentence on the flags that would allow these probes. */
function remedyFor(probes: readonly Probe[]): string {
  const effects = new Set(probes.map(({ effect }) => effect));
  const lasting = effects.has('irreversible');
  const options = texts(
    (lasting || effects.has('reversible')) && 'add --allow-writes',
    lasting && '--allow-irreversible',
    effects.has('undecodable') && 'leave out --strict-read',
  );
  return `To send it anyway, ${options.join(' and ')}.`;
}

/** The option that permits a probe. */
export function optionFor({ effect }: Pick<Probe, 'effect'>): string {
  if (effect === 'irreversible') return '--allow-irreversible';
  return effect === 'reversible' ? '--allow-writes' : 'no --strict-read';
}
