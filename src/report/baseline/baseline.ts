/** Known failures that are allowed until a day, and the state of each in a run. */

import type { Report, Verdict } from '../../model/index.ts';
import { ASSAY } from '../../model/package.ts';
import { code, prose } from '../formats/markdown-safe.ts';
import { count, line } from '../text.ts';

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

/** What each state of an entry means. A wrong one fails the run. */
const STANDINGS = {
  /** It failed, and is allowed. */
  known: { sign: '~', isWrong: false },
  /** It was not judged. */
  open: { sign: '-', isWrong: false },
  /** It failed, and its entry is incomplete and has no effect. */
  unfilled: { sign: '!', isWrong: false },
  /** It passed. */
  stale: { sign: '✗', isWrong: true },
  /** Its last day is over. */
  expired: { sign: '✗', isWrong: true },
  /** There is no such requirement. */
  unknown: { sign: '✗', isWrong: true },
  /** The requirement belongs to another operation. */
  misplaced: { sign: '✗', isWrong: true },
} as const;

type Standing = keyof typeof STANDINGS;

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
    const [standing, statement] = standingOf(entry, catalogue.get(entry.requirement), verdict, day);
    return { entry, standing, statement };
  });
}

function standingOf(
  entry: BaselineEntry,
  about: string | undefined,
  verdict: Verdict | undefined,
  day: string,
): readonly [Standing, string] {
  const { operation, owner, expires } = entry;
  if (about === undefined)
    return [
      'unknown',
      `there is no such requirement; \`${ASSAY} list\` shows all. Correct or remove the entry.`,
    ];
  if (about !== operation)
    return ['misplaced', `it is about ${about}, not ${operation}. Correct or remove the entry.`];
  if (verdict?.outcome === 'passed') return ['stale', 'it passed. Remove the entry.'];
  if (verdict?.outcome !== 'failed') return ['open', 'it was not judged this time.'];
  const empty = emptyIn(entry);
  if (empty.length > 0) {
    const are = `${empty.join(', ')} ${empty.length === 1 ? 'is' : 'are'} empty`;
    return ['unfilled', `it excuses nothing while ${are}. Fill the entry in.`];
  }
  const late = `it fails, and was to be put right by ${expires} (${owner}). Put it right, or agree on another day.`;
  return expires < day ? ['expired', late] : ['known', `it may fail until ${expires}.`];
}

function emptyIn(entry: BaselineEntry): readonly string[] {
  return (['owner', 'reason', 'expires'] as const).filter((name) => entry[name].trim() === '');
}

/** The wrong entries, which fail the run. */
export function wrongEntries(held: readonly Held[]): readonly Held[] {
  return held.filter(({ standing }) => STANDINGS[standing].isWrong);
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

const WIDTH = 300;
const SHOWN = 20;
/** Wrong entries, then incomplete ones, then known ones, one on each line; further ones are only counted. */
export function baselineText(report: Report, held: readonly Held[]): string {
  const { shown, left } = worthShowing(held);
  const lines = shown.map(({ entry: e, standing, statement }) =>
    line(
      `  ${STANDINGS[standing].sign} ${standing} ${e.requirement}: ${statement}${because(standing, e)}`,
      WIDTH,
    ),
  );
  return `${[`Baseline: ${headline(report, held)}`, ...lines, ...left].join('\n')}\n`;
}

/** The same as a section of summary.md. */
export function baselineMarkdown(report: Report, held: readonly Held[]): string {
  const { shown, left } = worthShowing(held);
  const lines = shown.map(
    ({ entry: e, standing, statement }) =>
      `- **${standing}** ${code(e.requirement)}: ${prose(`${statement}${because(standing, e)}`)}`,
  );
  const list = [...lines, ...left].join('\n');
  return `\n### Baseline\n\n${prose(headline(report, held))}\n${list === '' ? '' : `\n${list}\n`}`;
}

/** The counts in one sentence. */
function headline(report: Report, held: readonly Held[]): string {
  const known = knownFailures(report, held);
  const others = report.summary.MUST.failed - known;
  const wrong = wrongEntries(held).length;
  const unfilled = having('unfilled', held).length;
  const parts = [
    `${count(known, 'failed MUST', 'failed MUSTs')} ${known === 1 ? 'is' : 'are'} known`,
    ...(others > 0 ? [`${others} ${others === 1 ? 'is' : 'are'} not`] : []),
    ...(wrong > 0 ? [`${count(wrong, 'entry is', 'entries are')} wrong`] : []),
    ...(unfilled > 0 ? [`${count(unfilled, 'entry is', 'entries are')} not filled in`] : []),
  ];
  return `${parts.join(', ')}.`;
}

function because(standing: Standing, { owner, reason }: Held['entry']): string {
  return standing === 'known' ? ` ${owner}: ${reason}` : '';
}

function worthShowing(held: readonly Held[]): {
  readonly shown: readonly Held[];
  readonly left: readonly string[];
} {
  const worth = [...wrongEntries(held), ...having('unfilled', held), ...having('known', held)];
  const more = worth.length - SHOWN;
  const left = more > 0 ? [`  … and ${count(more, 'more entry', 'more entries')}`] : [];
  return { shown: worth.slice(0, SHOWN), left };
}

function having(standing: Standing, held: readonly Held[]): readonly Held[] {
  return held.filter((one) => one.standing === standing);
}
