import type { Level } from '../contract/contract.ts';
import { nameOf, operationNameOf, type Requirement, rulesOf, surfaceOf } from '../model/index.ts';
import { ASSAY } from '../model/package.ts';
import { GlobError, glob } from './glob.ts';
import { suggestion } from './suggestion.ts';

/** A selection that matches nothing or cannot be read; the message names the remedy. */
export class SelectionError extends Error {
  readonly code = 'ASSAY_SELECTION';
}

/** The most characters of all patterns together. */
const LONGEST = 20_000;
/** The most characters of a pattern in a message. */
const SHOWN = 200;
const RANK: Readonly<Record<Level, number>> = { MUST: 0, SHOULD: 1, MAY: 2 };

export interface Selection {
  /** Groups of rules that are left out. */
  readonly without?: readonly string[] | undefined;
  /** A glob over requirement ids; several are separated by commas. */
  readonly only?: string | undefined;
  /** This level and the stronger ones. */
  readonly level?: Level | undefined;
}

/**
 * The requirements that a selection names. Throws {@link SelectionError} if a glob matches none, or if no rule is of a
 * group that is left out.
 */
export function select(
  all: readonly Requirement[],
  { only, level, without = [] }: Selection,
): readonly Requirement[] {
  for (const name of without) if (!groupsOf(all).includes(name)) throw unknownGroup(all, name);
  let chosen = all.filter(({ group }) => group === undefined || !without.includes(group));
  if (only !== undefined) {
    if (only.length > LONGEST)
      throw new SelectionError(
        `the selection has ${only.length} characters, and ${LONGEST} are read at most. Write patterns such as '*/withdraw/*'.`,
      );
    const named = splitGlobs(only).map((glob) => {
      const found = all.filter(isNamed(glob));
      if (found.length === 0) throw unknownRequirement(all, glob);
      return found;
    });
    const wanted = new Set(named.flat());
    chosen = chosen.filter((r) => wanted.has(r));
    if (chosen.length === 0)
      throw new SelectionError(
        `--without ${without.join(',')} leaves out everything that ${only} selects. Leave out one of the two.`,
      );
  }
  if (level !== undefined) chosen = chosen.filter((r) => RANK[r.level] <= RANK[level]);
  if (chosen.length === 0)
    throw new SelectionError(`no requirement matches ${only ?? 'this'} at level ${level}`);
  return chosen;
}

/** The names of the groups that these requirements belong to. */
function groupsOf(all: readonly Requirement[]): readonly string[] {
  return [...new Set(all.flatMap(({ group }) => group ?? []))];
}

function unknownGroup(all: readonly Requirement[], given: string): SelectionError {
  const groups = groupsOf(all);
  const known = groups.length === 0 ? ' There is none here.' : suggestion(given, groups);
  return new SelectionError(
    `--without: ${JSON.stringify(cut(given))} is not a group of rules.${known} To select single rules, use --only or --level.`,
  );
}

/**
 * True if a glob names the requirement or one of its rows: by its id with or without the API, by its last part, or by the
 * end of its id.
 */
export function isNamed(given: string): (requirement: Requirement) => boolean {
  const matches = matcher(given);
  const end = `/${given}`;
  const isThis = ({ id }: Requirement): boolean =>
    matches(id) || id.endsWith(end) || matches(nameOf(id)) || matches(withoutApi(id));
  return (requirement) => isThis(requirement) || rulesOf(requirement).some(isThis);
}

/** `pets/food-v1/feed/offered` → `pets/feed/offered`. */
function withoutApi(id: string): string {
  const operation = id.lastIndexOf('/', id.lastIndexOf('/') - 1);
  return surfaceOf(id) + id.slice(operation);
}

/** True if a name matches the operator's pattern. Throws {@link SelectionError} for a pattern that is too large. */
export function matcher(given: string): (name: string) => boolean {
  try {
    return glob(given);
  } catch (error) {
    if (!(error instanceof GlobError)) throw error;
    throw new SelectionError(
      `${JSON.stringify(cut(given))}: the pattern expands to too many names. Write fewer braces, or several patterns.`,
    );
  }
}

function cut(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

/** Commas separate globs, but not inside braces. */
function splitGlobs(only: string): string[] {
  return only.split(/,(?![^{]*\})/).map((glob) => glob.trim());
}

/** The error for a name without a requirement. */
export function unknownRequirement(all: readonly Requirement[], given: string): SelectionError {
  const ids = all.map(({ id }) => id);
  const operations = [...new Set(ids.map((id) => `${surfaceOf(id)}/${operationNameOf(id)}`))];
  const isOperation = operations.some((id) => id.endsWith(`/${given}`));
  const meant = isOperation ? ` Did you mean '*/${given}/*'?` : nearest(given, ids, operations);
  return new SelectionError(
    `no requirement matches ${JSON.stringify(cut(given))}.${meant} \`${ASSAY} list\` shows all; patterns such as '*/withdraw/*' work.`,
  );
}

function nearest(given: string, ids: readonly string[], operations: readonly string[]): string {
  const isPattern = given.endsWith('/*');
  const whole = isPattern ? operations.map((id) => `${id}/*`) : ids;
  const ends = isPattern ? operations.map((id) => `*/${nameOf(id)}/*`) : ids.map(nameOf);
  // For a name without an API, the first API that has it is suggested.
  const short = new Map(whole.toReversed().map((id) => [withoutApi(id), id]));
  const known = [...whole, ...ends, ...short.keys()];
  return suggestion(given, [...new Set(known)], (name) => short.get(name) ?? name);
}
