/** What differs between two reports in words, by problem. */
import { texts } from '../model/defined.ts';
import type { Report, Verdict } from '../model/index.ts';
import { groupBy } from '../report/names.ts';
import { capitalised, count, line } from '../report/text.ts';
import { verdictText } from '../report/verdict-text.ts';
import { CHANGES, type Changed, type ReportComparison, SIGNS } from './reports.ts';

const WIDTH = 240;
/** The most problems of each kind of change. */
const SHOWN = 20;
/** The most requirements of one problem. */
const NAMED = 5;
/** Warnings, then the changes by kind, the worst first; the last line has their numbers. */
export function comparisonText(comparison: ReportComparison): string {
  const { from, to, warnings, changes } = comparison;
  const all = new Set([...from.verdicts, ...to.verdicts].map((v) => v.requirement));
  const groups = CHANGES.map((change) => changes.filter((c) => c.change === change));
  const blocks = groups
    .filter((group) => group.length > 0)
    .map((group) =>
      [`${capitalised(group[0]?.change ?? '')} (${sizes(group)})`, ...folded(group)].join('\n'),
    );
  const counts = groups.flatMap((group) =>
    group.length > 0 ? [`${group.length} ${group[0]?.change}`] : [],
  );
  return `${texts(
    `From ${named(from)}\nto   ${named(to)}`,
    warnings.length > 0 && warnings.map((w) => `Warning: ${line(w, 2 * WIDTH)}.`).join('\n'),
    ...blocks,
    `${counts.join(', ') || 'Nothing differs'} of ${count(all.size, 'requirement')}.`,
  ).join('\n\n')}\n`;
}

/** The first problems and other changes of a kind. */
function folded(group: readonly Changed[]): readonly string[] {
  const parts = groupBy(group, ({ problem, requirement }) => problem ?? `\n${requirement}`);
  const more = parts.length - SHOWN;
  const left = more > 0 ? [`  … and ${more} more; --json has all of them`] : [];
  return [...parts.slice(0, SHOWN).flatMap(([, same]) => linesOf(same)), ...left];
}

/** A problem with its requirements, and what the first of them was and is; or a requirement alone. */
function linesOf(same: readonly [Changed, ...Changed[]]): readonly string[] {
  const [{ change, problem, from, to }] = same;
  const named = same.slice(0, NAMED).map((one) => {
    const level = ((one.to ?? one.from)?.level ?? '').padEnd(6);
    return `${level} ${line(one.requirement, WIDTH)}`;
  });
  const more = same.length - named.length;
  const was = from && `      was ${outcomeOf(from)}`;
  const is = to && `      is  ${outcomeOf(to)}`;
  const states = change === 'fixed' ? [] : texts(was, is);
  const sign = `  ${SIGNS[change]}`;
  if (problem === undefined) return [`${sign} ${named[0]}`, ...states];
  const size = same.length > 1 ? ` (${count(same.length, 'requirement')})` : '';
  return texts(
    `${sign} ${line(problem, WIDTH)}${size}`,
    ...named.map((text) => `      ${text}`),
    more > 0 && `      … and ${more} more`,
    ...states,
  );
}

function outcomeOf(verdict: Verdict): string {
  const text =
    verdict.outcome === 'failed' ? `failed: ${verdictText(verdict)}` : verdictText(verdict);
  return line(text, WIDTH);
}

/** `2 problems, 7 requirements`. */
function sizes(group: readonly Changed[]): string {
  const problems = new Set(group.flatMap(({ problem }) => problem ?? [])).size;
  const all = count(group.length, 'requirement');
  return problems === 0 ? all : `${count(problems, 'problem')}, ${all}`;
}

function named({ target, run, kit, contract, result }: Report): string {
  const contracts = contract.map(({ id, version }) => `${id} ${version}`).join(', ');
  return line(
    `${target.url}, ${run.startedAt}: ${result} (${contracts}; ${kit.name} ${kit.version}, seed ${run.seed})`,
    2 * WIDTH,
  );
}
