/** The differences between two reports, for people and for machines. */

import type { Report, Verdict } from '../model/index.ts';
import { capitalised, count, line } from '../report/text.ts';
import { verdictText } from '../report/verdict-text.ts';
import { inWords } from '../report/words.ts';
import { CHANGES, type Changed, type ReportComparison, SIGNS } from './reports.ts';

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
