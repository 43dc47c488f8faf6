/** Two reports, requirement by requirement: what became better, worse or different, and in which problem. */
import { isDeepStrictEqual } from 'node:util';
import { defined, texts } from '../model/defined.ts';
import type { Report, Verdict } from '../model/index.ts';
import { problemsOf } from '../report/problems.ts';
import { inWords } from '../report/words.ts';

/** The kinds of changes, the worst first, with the sign of each. */
export const SIGNS = {
  /** A MUST or SHOULD fails now and did not before. */
  regressed: '✗',
  /** It failed and passes now. */
  fixed: '✓',
  changed: '~',
  added: '+',
  removed: '-',
} as const;

export type VerdictChange = keyof typeof SIGNS;
export const CHANGES: readonly VerdictChange[] = Object.keys(SIGNS) as VerdictChange[];

/** A requirement that differs; without `from` it is new, without `to` it is gone. */
export interface Changed {
  readonly requirement: string;
  readonly change: VerdictChange;
  /** The title of the problem by which it fails or failed; absent if it is in none. */
  readonly problem?: string;
  readonly from?: Verdict;
  readonly to?: Verdict;
}

export interface ReportComparison {
  readonly from: Report;
  readonly to: Report;
  /** Reasons why the two reports are hard to compare, one sentence each. */
  readonly warnings: readonly string[];
  /** In the order of the second report; removed requirements come last. */
  readonly changes: readonly Changed[];
}

/**
 * The differences between two reports: in level, outcome, reason or findings. Counts, notes, evidence and
 * counterexamples are ignored.
 */
export function compareReports(from: Report, to: Report): ReportComparison {
  const before = new Map(from.verdicts.map((v) => [v.requirement, v]));
  const after = new Set(to.verdicts.map((v) => v.requirement));
  const gone = from.verdicts.filter((v) => !after.has(v.requirement));
  const changes: readonly Changed[] = [
    ...to.verdicts.flatMap((v): Changed[] => {
      const { requirement } = v;
      const old = before.get(requirement);
      const change = old === undefined ? 'added' : changeOf(old, v);
      return change ? [{ requirement, change, ...defined({ from: old }), to: v }] : [];
    }),
    ...gone.map((v) => ({ requirement: v.requirement, change: 'removed' as const, from: v })),
  ];
  const [were, are] = [from, to].map(titlesById) as [Titles, Titles];
  const inProblem = (one: Changed): Changed => ({
    ...one,
    ...defined({ problem: are.get(one.requirement) ?? were.get(one.requirement) }),
  });
  return { from, to, warnings: warningsOf(from, to), changes: changes.map(inProblem) };
}

type Titles = ReadonlyMap<string, string>;

/** The first problem of each failed requirement. */
function titlesById(report: Report): Titles {
  const titles = problemsOf(report).flatMap(({ title, verdicts }) =>
    verdicts.map(({ requirement }): [string, string] => [requirement, title]),
  );
  return new Map(titles.toReversed());
}

/** True if a requirement of both reports fails now and did not fail before. */
export function hasRegressed({ changes }: ReportComparison): boolean {
  return changes.some(({ change }) => change === 'regressed');
}

function changeOf(from: Verdict, to: Verdict): VerdictChange | undefined {
  const fails = to.outcome === 'failed' && to.level !== 'MAY';
  if (fails && from.outcome !== 'failed') return 'regressed';
  if (from.outcome === 'failed' && to.outcome === 'passed') return 'fixed';
  return isDeepStrictEqual(essence(from), essence(to)) ? undefined : 'changed';
}

function essence({ level, outcome, reason, findings }: Verdict): object {
  return { level, outcome, reason, findings: findings.map(inWords) };
}

/** The former name `default` means a run without restrictions, in reports before version 3.1. */
function settingsOf({ run: { profile, runs } }: Report): string {
  return `profile ${profile === 'default' ? 'full' : profile} with ${runs} random values`;
}

function warningsOf(from: Report, to: Report): readonly string[] {
  const contracts = (report: Report): readonly string[] =>
    report.contract.map(({ id, version, sha256 }) => `${id} ${version} (${sha256.slice(0, 12)})`);
  const kit = ({ kit: { name, version } }: Report): string => `${name} ${version}`;
  const differs = (what: string, one: string, other: string): string | false =>
    one !== other && `${what}: ${one} and ${other}`;
  const gone = contracts(from).filter((c) => !contracts(to).includes(c));
  const come = contracts(to).filter((c) => !contracts(from).includes(c));
  return texts(
    differs(
      'they were judged by different contracts',
      gone.join(', ') || 'none',
      come.join(', ') || 'none',
    ),
    differs('they were made by different versions of Assay', kit(from), kit(to)),
    differs('they were made with different settings', settingsOf(from), settingsOf(to)),
    differs(
      'their requests came from different seeds, which is enough to make findings differ',
      String(from.run.seed),
      String(to.run.seed),
    ),
  );
}

/** The comparison as a JSON document: the two reports, the warnings, and a list for each kind of change. */
export function comparisonJson({ from, to, warnings, changes }: ReportComparison): string {
  const lists = CHANGES.map((change) => [
    change,
    changes.filter((c) => c.change === change).map(entryOf),
  ]);
  const document = {
    schemaVersion: '1.1.0',
    from: identityOf(from),
    to: identityOf(to),
    warnings,
    ...Object.fromEntries(lists),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function entryOf({ requirement, problem, from, to }: Changed): object {
  return { requirement, problem, from: from && essence(from), to: to && essence(to) };
}

function identityOf({ target, kit, contract, run, result }: Report): object {
  const { startedAt, seed, runs, profile } = run;
  return { target, kit, contract, run: { startedAt, seed, runs, profile }, result };
}
