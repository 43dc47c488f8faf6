/** Two reports, requirement by requirement: what became better, worse or different. */
import { isDeepStrictEqual } from 'node:util';
import type { Report, Verdict } from '../model/index.ts';
import { capitalised, count, line } from '../report/text.ts';
import { verdictText } from '../report/verdict-text.ts';
import { inWords } from '../report/words.ts';

/** The kinds of changes, the worst first. */
const SIGNS = {
  /** A MUST or SHOULD fails now and did not before. */
  regressed: '✗',
  /** It failed and passes now. */
  fixed: '✓',
  changed: '~',
  added: '+',
  removed: '-',
} as const;

type VerdictChange = keyof typeof SIGNS;
const CHANGES: readonly VerdictChange[] = Object.keys(SIGNS) as VerdictChange[];

/** A requirement that differs; without `from` it is new, without `to` it is gone. */
interface Changed {
  readonly requirement: string;
  readonly change: VerdictChange;
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
  const changes = [
    ...to.verdicts.flatMap((v) => changedFrom(before.get(v.requirement), v)),
    ...gone.map((v) => ({ requirement: v.requirement, change: 'removed' as const, from: v })),
  ];
  return { from, to, warnings: warningsOf(from, to), changes };
}

/** True if a requirement of both reports fails now and did not fail before. */
export function hasRegressed({ changes }: ReportComparison): boolean {
  return changes.some(({ change }) => change === 'regressed');
}

function changedFrom(from: Verdict | undefined, to: Verdict): readonly Changed[] {
  const { requirement } = to;
  if (from === undefined) return [{ requirement, change: 'added', to }];
  const change = changeOf(from, to);
  return change === undefined ? [] : [{ requirement, change, from, to }];
}

function changeOf(from: Verdict, to: Verdict): VerdictChange | undefined {
  const fails = to.outcome === 'failed' && to.level !== 'MAY';
  if (fails && from.outcome !== 'failed') return 'regressed';
  if (from.outcome === 'failed' && to.outcome === 'passed') return 'fixed';
  const essence = ({ level, outcome, reason, findings }: Verdict): unknown => [
    level,
    outcome,
    reason,
    // Findings of version 2 have only words, so they are compared by their words.
    findings.map(inWords),
  ];
  return isDeepStrictEqual(essence(from), essence(to)) ? undefined : 'changed';
}

/** The former name `default` means a run without restrictions, in reports before version 3.1. */
function settingsOf({ run: { profile, runs } }: Report): string {
  return `profile ${profile === 'default' ? 'full' : profile} with ${runs} random values`;
}

function warningsOf(from: Report, to: Report): readonly string[] {
  const contracts = (report: Report): readonly string[] =>
    report.contract.map(({ id, version, sha256 }) => `${id} ${version} (${sha256.slice(0, 12)})`);
  const kit = ({ kit: { name, version } }: Report): string => `${name} ${version}`;
  const differs = (what: string, one: string, other: string): readonly string[] =>
    one === other ? [] : [`${what}: ${one} and ${other}`];
  const gone = contracts(from).filter((c) => !contracts(to).includes(c));
  const come = contracts(to).filter((c) => !contracts(from).includes(c));
  const none = 'none';
  return [
    ...differs(
      'they were judged by different contracts',
      gone.join(', ') || none,
      come.join(', ') || none,
    ),
    ...differs('they were made by different versions of the kit', kit(from), kit(to)),
    ...differs('they were made with different settings', settingsOf(from), settingsOf(to)),
    ...differs(
      'their requests came from different seeds, so that findings may differ by that alone',
      String(from.run.seed),
      String(to.run.seed),
    ),
  ];
}

const WIDTH = 240;
/** The most entries of each kind of change. */
const SHOWN = 20;
/** Warnings, then the changes by kind, the worst first; the last line has their numbers. */
export function comparisonText(comparison: ReportComparison): string {
  const { from, to, warnings, changes } = comparison;
  const groups = CHANGES.map((change) => changes.filter((c) => c.change === change));
  const blocks = groups
    .filter((group) => group.length > 0)
    .map((group) =>
      [`${capitalised(group[0]?.change ?? '')} (${group.length})`, ...folded(group)].join('\n'),
    );
  const counts = groups.flatMap((group) =>
    group.length > 0 ? [`${group.length} ${group[0]?.change}`] : [],
  );
  return `${[
    [`From ${named(from)}`, `to   ${named(to)}`].join('\n'),
    ...(warnings.length > 0
      ? [warnings.map((w) => `Warning: ${line(w, 2 * WIDTH)}.`).join('\n')]
      : []),
    ...blocks,
    `${counts.join(', ') || 'Nothing differs'} of ${count(sizeOf(comparison), 'requirement')}.`,
  ].join('\n\n')}\n`;
}

/** The first changes of a kind. */
function folded(group: readonly Changed[]): readonly string[] {
  const more = group.length - SHOWN;
  const left = more > 0 ? [`  … and ${more} more; --json has all of them`] : [];
  return [...group.slice(0, SHOWN).flatMap(linesOf), ...left];
}

function linesOf({ requirement, change, from, to }: Changed): readonly string[] {
  const level = (to ?? from)?.level ?? '';
  const first = `  ${SIGNS[change]} ${level.padEnd(6)} ${line(requirement, WIDTH)}`;
  if (change === 'fixed') return [first];
  const was = from === undefined ? [] : [`      was ${outcomeOf(from)}`];
  const is = to === undefined ? [] : [`      is  ${outcomeOf(to)}`];
  return [first, ...was, ...is];
}

function outcomeOf(verdict: Verdict): string {
  const text =
    verdict.outcome === 'failed' ? `failed: ${verdictText(verdict)}` : verdictText(verdict);
  return line(text, WIDTH);
}

function named({ target, run, kit, contract, result }: Report): string {
  const contracts = contract.map(({ id, version }) => `${id} ${version}`).join(', ');
  return line(
    `${target.url}, ${run.startedAt}: ${result} (${contracts}; ${kit.name} ${kit.version}, seed ${run.seed})`,
    2 * WIDTH,
  );
}

function sizeOf({ from, to }: ReportComparison): number {
  return new Set([...from.verdicts, ...to.verdicts].map((v) => v.requirement)).size;
}

/** The same as a JSON document: the two reports, the warnings, and a list for each kind of change. */
export function comparisonJson({ from, to, warnings, changes }: ReportComparison): string {
  const lists = CHANGES.map((change) => [
    change,
    changes.filter((c) => c.change === change).map(entryOf),
  ]);
  const document = {
    schemaVersion: '1.0.0',
    from: identityOf(from),
    to: identityOf(to),
    warnings,
    ...Object.fromEntries(lists),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function entryOf({ requirement, from, to }: Changed): object {
  const shown = ({ level, outcome, reason, findings }: Verdict): object => ({
    level,
    outcome,
    reason,
    findings: findings.map(inWords),
  });
  return { requirement, from: from && shown(from), to: to && shown(to) };
}

function identityOf({ target, kit, contract, run, result }: Report): object {
  const { startedAt, seed, runs, profile } = run;
  return { target, kit, contract, run: { startedAt, seed, runs, profile }, result };
}
