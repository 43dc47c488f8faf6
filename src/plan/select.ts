import { distance } from 'fastest-levenshtein';
import picomatch from 'picomatch';
import type { Level } from '../contract/contract.ts';
import type { Requirement } from '../model/index.ts';

/** What the operator asked for cannot be selected; the message names the remedy. */
export class SelectionError extends Error {
  readonly code = 'ASSAY_SELECTION';
}

const RANK: Readonly<Record<Level, number>> = { MUST: 0, SHOULD: 1, MAY: 2 };

export interface Selection {
  /** A glob over requirement ids; several are separated by commas. */
  readonly only?: string | undefined;
  /** This level and the stronger ones. */
  readonly level?: Level | undefined;
}

/** The requirements that a selection names. Throws {@link SelectionError} when a glob matches none. */
export function select(
  all: readonly Requirement[],
  { only, level }: Selection,
): readonly Requirement[] {
  let chosen = all;
  if (only !== undefined) {
    const globs = splitGlobs(only);
    for (const glob of globs) {
      if (!all.some((r) => picomatch(glob)(r.id))) throw unknownRequirement(all, glob);
    }
    const matches = picomatch(globs);
    chosen = chosen.filter((r) => matches(r.id));
  }
  if (level !== undefined) chosen = chosen.filter((r) => RANK[r.level] <= RANK[level]);
  if (chosen.length === 0)
    throw new SelectionError(`no requirement matches ${only} at level ${level}`);
  return chosen;
}

/** Commas separate globs, but not inside braces. */
function splitGlobs(only: string): string[] {
  return only.split(/,(?![^{]*\})/).map((glob) => glob.trim());
}

function unknownRequirement(all: readonly Requirement[], given: string): SelectionError {
  const nearest = [...all].sort((a, b) => distance(a.id, given) - distance(b.id, given))[0];
  return new SelectionError(
    `no requirement matches ${given}. The nearest is ${nearest?.id}; \`assay list\` shows all, and * and {a,b} work.`,
  );
}
