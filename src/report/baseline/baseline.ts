/** Known failures that are allowed until a day, and the state of each in a run. */
import type { Report, Verdict } from '../../model/index.ts';

/** One known failure. A run writes entries with empty owner, reason and day, for the operator to complete. */
export interface BaselineEntry {
  readonly requirement: string;
  readonly operation: string;
  readonly owner: string;
  readonly reason: string;
  /** The last day on which the failure is allowed: `YYYY-MM-DD`, in UTC. */
  readonly expires: string;
}

export interface Baseline {
  readonly entries: readonly BaselineEntry[];
}

/**
 * `known`: it failed, and is allowed. `open`: it was not judged. `unfilled`: it failed, and its entry is incomplete and
 * has no effect. All others are wrong: `stale`: it passed; `expired`: its last day is over; `unknown`: there is no such
 * requirement; `misplaced`: the requirement belongs to another operation.
 */
export type Standing =
  | 'known'
  | 'open'
  | 'unfilled'
  | 'stale'
  | 'expired'
  | 'unknown'
  | 'misplaced';

export interface Held {
  readonly entry: BaselineEntry;
  readonly standing: Standing;
  /** The state and the remedy, in words. */
  readonly statement: string;
}

/** All requirements, judged or not: id → key of the operation. */
export type Catalogue = ReadonlyMap<string, string>;

/** Compares a report with a baseline, as of the day on which the run began. Leaves the report unchanged. */
export function hold(report: Report, { entries }: Baseline, catalogue: Catalogue): readonly Held[] {
  const verdicts = new Map(report.verdicts.map((v) => [v.requirement, v]));
  const day = report.run.startedAt.slice(0, 10);
  return entries.map((entry) => {
    const verdict = verdicts.get(entry.requirement);
    return { entry, ...standingOf(entry, catalogue.get(entry.requirement), verdict, day) };
  });
}

function standingOf(
  entry: BaselineEntry,
  about: string | undefined,
  verdict: Verdict | undefined,
  day: string,
): Omit<Held, 'entry'> {
  const { operation, owner, expires } = entry;
  if (about === undefined) {
    const statement =
      'there is no such requirement; `npx --no-install assay list` shows all. Correct or remove the entry.';
    return { standing: 'unknown', statement };
  }
  if (about !== operation) {
    const statement = `it is about ${about}, not ${operation}. Correct or remove the entry.`;
    return { standing: 'misplaced', statement };
  }
  if (verdict?.outcome === 'passed') {
    return { standing: 'stale', statement: 'it passed. Remove the entry.' };
  }
  if (verdict?.outcome !== 'failed') {
    return { standing: 'open', statement: 'it was not judged this time.' };
  }
  const empty = emptyIn(entry);
  if (empty.length > 0) {
    const statement = `it excuses nothing while ${empty.join(', ')} ${empty.length === 1 ? 'is' : 'are'} empty. Fill the entry in.`;
    return { standing: 'unfilled', statement };
  }
  if (expires < day) {
    const statement = `it fails, and was to be put right by ${expires} (${owner}). Put it right, or agree on another day.`;
    return { standing: 'expired', statement };
  }
  return { standing: 'known', statement: `it may fail until ${expires}.` };
}

function emptyIn(entry: BaselineEntry): readonly string[] {
  return (['owner', 'reason', 'expires'] as const).filter((name) => entry[name].trim() === '');
}

const HARMLESS: readonly Standing[] = ['known', 'open', 'unfilled'];

/** The wrong entries, which fail the run. */
export function wrongEntries(held: readonly Held[]): readonly Held[] {
  return held.filter(({ standing }) => !HARMLESS.includes(standing));
}

/** The failures without an entry. */
export function unlisted(
  { verdicts }: Pick<Report, 'verdicts'>,
  { entries }: Baseline,
): readonly Verdict[] {
  const listed = new Set(entries.map(({ requirement }) => requirement));
  return verdicts.filter(
    ({ outcome, level, requirement }) =>
      outcome === 'failed' && level !== 'MAY' && !listed.has(requirement),
  );
}

/** The failed requirements that are allowed to fail. */
export function knownToFail(held: readonly Held[]): ReadonlySet<string> {
  return new Set(held.filter((h) => h.standing === 'known').map(({ entry }) => entry.requirement));
}

/** The number of failed MUST requirements that are known. */
export function knownFailures(report: Report, held: readonly Held[]): number {
  const known = knownToFail(held);
  return report.verdicts.filter(
    (v) => v.level === 'MUST' && v.outcome === 'failed' && known.has(v.requirement),
  ).length;
}
