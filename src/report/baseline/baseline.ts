/** Known failures that are allowed until a day, by problem, and the state of each requirement in a run. */

import type { Report, Verdict } from '../../model/index.ts';
import { ASSAY } from '../../model/package.ts';
import { type Problem, problemsOf } from '../problems.ts';
import { waysOf } from './ways.ts';

/** A requirement that an entry excuses. */
export interface KnownRequirement {
  readonly requirement: string;
  readonly operation: string;
  /** The ways in which it may fail, as `waysOf` names them; absent: any. */
  readonly fails?: readonly string[];
}

/** One known problem. A run writes entries with empty owner, reason and day, for the operator to complete. */
export interface BaselineEntry {
  /** The title of the problem when the entry was written; absent in an entry for one requirement. */
  readonly problem?: string;
  readonly owner: string;
  readonly reason: string;
  /** The last day on which the failure is allowed: `YYYY-MM-DD`, in UTC. */
  readonly expires: string;
  readonly requirements: readonly KnownRequirement[];
}

export interface Baseline {
  readonly entries: readonly BaselineEntry[];
}

/** What each state of a requirement in an entry means. A wrong one fails the run. */
const STANDINGS = {
  /** It failed, and is allowed. */
  known: { isWrong: false },
  /** It was not judged, or did not fail in the ways that the entry names. */
  open: { isWrong: false },
  /** It failed, and its entry is incomplete and has no effect. */
  unfilled: { isWrong: false },
  /** It failed in a way that no entry names, so that its failure is new. */
  other: { isWrong: false },
  /** It passed. */
  stale: { isWrong: true },
  /** Its last day is over. */
  expired: { isWrong: true },
  /** There is no such requirement. */
  unknown: { isWrong: true },
  /** The requirement belongs to another operation. */
  misplaced: { isWrong: true },
} as const;

export type Standing = keyof typeof STANDINGS;

/** A requirement of an entry, and its state in a run. */
export interface Held extends KnownRequirement {
  readonly entry: BaselineEntry;
  readonly standing: Standing;
  /** The state and the remedy, in words; the problem or the requirement is the subject. */
  readonly statement: string;
}

/** All requirements, judged or not: id → key of the operation. */
export type Catalogue = ReadonlyMap<string, string>;

/** Compares a report with a baseline, as of the day on which the run began. Leaves the report unchanged. */
export function hold(report: Report, { entries }: Baseline, catalogue: Catalogue): readonly Held[] {
  const verdicts = new Map(report.verdicts.map((v) => [v.requirement, v]));
  const day = report.run.startedAt.slice(0, 10);
  const named = namedWays(entries.flatMap(({ requirements }) => requirements));
  return entries.flatMap((entry) =>
    entry.requirements.map((one) => {
      const { requirement } = one;
      const verdict = verdicts.get(requirement);
      const isNamed = named.get(requirement) ?? (() => false);
      const [standing, statement] =
        unfit(one, catalogue.get(requirement), verdict) ??
        failing(one, entry, waysOf(verdict as Verdict), isNamed) ??
        allowed(entry, day);
      return { ...one, entry, standing, statement };
    }),
  );
}

type State = readonly [Standing, string];

/** The state of what did not fail, or cannot. */
function unfit(
  { operation }: KnownRequirement,
  about: string | undefined,
  verdict: Verdict | undefined,
): State | undefined {
  if (about === undefined)
    return [
      'unknown',
      `there is no such requirement; \`${ASSAY} list\` shows all. Correct or remove it.`,
    ];
  if (about !== operation)
    return ['misplaced', `belongs to ${about}, not to ${operation}. Correct or remove it.`];
  if (verdict?.outcome === 'passed') return ['stale', 'passed. Remove it.'];
  return verdict?.outcome === 'failed' ? undefined : ['open', 'was not judged this time.'];
}

type IsNamed = (way: string) => boolean;

/** The state of what failed in other ways than the entry names. */
function failing(
  { fails }: KnownRequirement,
  entry: BaselineEntry,
  ways: readonly string[],
  isNamed: IsNamed,
): State | undefined {
  const [first, ...more] = ways.filter((way) => !isNamed(way));
  if (first !== undefined) {
    const also = more.length === 0 ? '' : ` and in ${more.length} more`;
    return ['other', `fails in another way: ${first}${also}. Fix it, or add this way under fails.`];
  }
  if (fails !== undefined && !ways.some((way) => fails.includes(way)))
    return ['open', 'did not fail in this way this time.'];
  const empty = emptyIn(entry);
  if (empty.length === 0) return undefined;
  const are = `${empty.join(', ')} ${empty.length === 1 ? 'is' : 'are'} empty`;
  return ['unfilled', `has no effect while ${are}. Fill in the entry.`];
}

function allowed({ expires, owner }: BaselineEntry, day: string): State {
  const late = `still fails, but the entry expired on ${expires} (${owner}). Fix it, or agree on a later day.`;
  return expires < day ? ['expired', late] : ['known', `may fail until ${expires}.`];
}

function emptyIn(entry: BaselineEntry): readonly string[] {
  return (['owner', 'reason', 'expires'] as const).filter((name) => entry[name].trim() === '');
}

/** For each requirement, whether some entry names a way in which it fails. */
function namedWays(all: readonly KnownRequirement[]): ReadonlyMap<string, IsNamed> {
  const named = new Map<string, IsNamed>();
  for (const { requirement, fails } of all) {
    const before = named.get(requirement);
    const isNamed: IsNamed = (way) => fails === undefined || fails.includes(way);
    named.set(requirement, before ? (way) => before(way) || isNamed(way) : isNamed);
  }
  return named;
}

/** True for a state that fails the run. */
export function isWrong({ standing }: Pick<Held, 'standing'>): boolean {
  return STANDINGS[standing].isWrong;
}

/** The requirements whose entries are wrong, which fail the run. */
export function wrongEntries(held: readonly Held[]): readonly Held[] {
  return held.filter(isWrong);
}

/** The problems without an entry, each with the requirements and the ways that no entry names. */
export function unlisted(
  report: Pick<Report, 'verdicts'>,
  { entries }: Baseline,
): readonly (Pick<BaselineEntry, 'requirements'> & { readonly problem: string })[] {
  const named = namedWays(entries.flatMap(({ requirements }) => requirements));
  const newIn = (verdict: Verdict): readonly KnownRequirement[] => {
    const { requirement, operation } = verdict;
    const isNamed = named.get(requirement) ?? (() => false);
    const ways = waysOf(verdict);
    const fails = ways.filter((way) => !isNamed(way));
    return fails.length === 0 ? [] : [{ requirement, operation, fails }];
  };
  return problemsOf(report).flatMap(({ title, verdicts }) => {
    const requirements = joined(verdicts.flatMap(newIn));
    return requirements.length === 0 ? [] : [{ problem: title, requirements }];
  });
}

/** Each requirement once. */
function joined(all: readonly KnownRequirement[]): readonly KnownRequirement[] {
  const byId = new Map<string, KnownRequirement>();
  for (const one of all) {
    const fails = [...(byId.get(one.requirement)?.fails ?? []), ...(one.fails ?? [])];
    byId.set(one.requirement, { ...one, fails: [...new Set(fails)] });
  }
  return [...byId.values()];
}

/** The report, with a mark on each failed requirement that is allowed to fail in all its ways. */
export function withKnown(report: Report, held: readonly Held[]): Report {
  const known = namedWays(held.filter(({ standing }) => standing === 'known'));
  if (known.size === 0) return report;
  const isKnown = (verdict: Verdict): boolean =>
    verdict.outcome === 'failed' &&
    waysOf(verdict).every(known.get(verdict.requirement) ?? (() => false));
  const verdicts = report.verdicts.map((verdict) =>
    known.has(verdict.requirement) && isKnown(verdict)
      ? { ...verdict, known: true as const }
      : verdict,
  );
  return { ...report, verdicts };
}

/** The number of failed MUST requirements that are known. */
export function knownFailures(report: Report, held: readonly Held[]): number {
  return withKnown(report, held).verdicts.filter((v) => v.known && v.level === 'MUST').length;
}

/** The problems of which all failures are known. */
export function knownProblems(report: Report, held: readonly Held[]): readonly Problem[] {
  const { verdicts } = withKnown(report, held);
  return problemsOf({ verdicts }).filter((one) => one.verdicts.every(({ known }) => known));
}
