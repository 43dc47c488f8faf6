import type { Level } from '../../contract/contract.ts';
import { OUTCOMES, type Report } from '../../model/index.ts';
import { some } from '../../model/some.ts';
import { apiRows } from '../apis.ts';
import { callerLines, leftOutLines } from '../callers.ts';
import {
  type Gap,
  gaps,
  gapTitle,
  groupBy,
  headline,
  information,
  nameOf,
  remark,
  sentence,
  unconfirmed,
} from '../digest.ts';
import { isKnown, type Problem, problemCount, problemsOf } from '../problems.ts';
import { notOffered, ofOffered } from '../served.ts';
import { LEVELS, MARKS } from '../status.ts';
import { isSelected } from '../summary.ts';
import { capitalised, count, hanging, line, thousands, widest, wrap } from '../text.ts';
import { type Look, paint, problemBlock, problemTitle } from './failure.ts';
import { inShort } from './headline.ts';

const GAP_LINES = 8;
const INFORMATION_LINES = 5;
const WIDTH = 160;

/**
 * The report for a screen: problems, those with a failed MUST first; counts by level; open requirements with remedies;
 * notes; the result and the report files. Prose is wrapped at `width`.
 */
export function summary(whole: Report, look: Look, paths: readonly string[] = []): string {
  const report = ofOffered(whole);
  const { colour, width = 80 } = look;
  const problems = problemsOf(report);
  const heading = paint(colour, 'bold', problemCount(problems));
  const hanging = (text: string): string =>
    wrap(text, width - 2)
      .map((words, i) => (i === 0 ? words : `  ${words}`))
      .join('\n');
  const { heldTo } = report.run;
  return [
    ...(heldTo === undefined ? [] : [hanging(line(heldTo, 3 * WIDTH))]),
    ...(problems.length > 0 ? [heading] : []),
    ...problemBlocks(
      problems.filter((problem) => !isKnown(problem)),
      look,
    ),
    ...unconfirmedLines(report, look),
    table(report, colour),
    ...apiTable(report, look),
    ...[callerLines(report), gapLines(report), informationLines(report), noteLines(report)]
      .filter((lines) => lines.length > 0)
      .map((lines) => lines.map(hanging).join('\n')),
    [...result(report, colour, width), ...where(paths, width)].join('\n'),
  ].join('\n\n');
}

/** This many failures are shown in full, even among many. */
const IN_FULL = 3;

/** Few failures are shown in full, and few warnings if nothing failed; of others only the titles, so that all are visible. */
function problemBlocks(problems: readonly Problem[], look: Look): readonly string[] {
  const isFailure = ({ verdicts: [first] }: Problem): boolean => first.level === 'MUST';
  const failures = problems.filter(isFailure);
  const worst = failures.length > 0 ? failures : problems;
  const isFull = (problem: Problem): boolean =>
    look.verbose === true || (worst.length <= IN_FULL && worst.includes(problem));
  const full = problems.filter(isFull);
  const brief = problems.filter((problem) => !isFull(problem));
  const lines = brief.map((problem, i) =>
    problemTitle(problem, full.length + i + 1, look, isFailure(problem)),
  );
  return [
    ...full.map((problem, i) => problemBlock(problem, i + 1, look)),
    ...(brief.length > 0
      ? [[...lines, 'The report and --verbose show each problem in full.'].join('\n')]
      : []),
  ];
}

/** Failures that were not repeated, one line for each likely problem. */
function unconfirmedLines(report: Report, look: Look): string[] {
  const problems = unconfirmed(report);
  if (problems.length === 0) return [];
  const { colour, width = 80 } = look;
  const heading = paint(colour, 'bold', `Unconfirmed: ${problemCount(problems)}`);
  const mark = MARKS.cantTell.symbol;
  const lines = problems.map(
    (problem) => `${mark} unconfirmed  ${inShort(problem, Math.min(width, WIDTH) - 15)}`,
  );
  return [[heading, ...lines].join('\n')];
}

function table(report: Report, colour: boolean): string {
  const labels = OUTCOMES.map((outcome) => MARKS[outcome].label);
  const cells = (level: Level): string[] =>
    OUTCOMES.map((outcome, column) => {
      const number = report.summary[level][outcome];
      const text = thousands(number).padStart((labels[column] ?? '').length);
      return number === 0 ? paint(colour, 'dim', text) : text;
    });
  return [
    `${' '.repeat(8)}${labels.join('  ')}`,
    ...LEVELS.map((level) => {
      const row = isSelected(report.summary, level)
        ? cells(level).join('  ')
        : paint(colour, 'dim', 'not selected');
      return `${level.padEnd(8)}${row}`;
    }),
  ].join('\n');
}

/** One line for each offered API, and one for all others. */
function apiTable(report: Report, { colour, width = 80 }: Look): readonly string[] {
  const rows = apiRows(report).map(({ result: verdict, problems, ...row }) => {
    const cells = [`${row.api} ${row.version}`, row.words, `${row.passed} passed`];
    return { verdict, cells: [...cells, count(problems, 'problem')] };
  });
  const widths = [0, 1, 2].map((i) => widest(rows.map(({ cells }) => cells[i] ?? '')));
  const lines = rows.map(({ verdict, cells }) => {
    const [name = '', ...others] = cells.map((cell, i) => cell.padEnd(widths[i] ?? 0));
    return `${paint(colour, STYLES[verdict], name)}  ${others.join('  ')}`;
  });
  const gone = notOffered(report);
  const rest = gone.length === 0 ? [] : hanging('Not offered: ', gone.join(', '), width);
  return lines.length + rest.length === 0 ? [] : [[...lines, ...rest].join('\n')];
}

const STYLES = {
  conforming: 'green',
  nonconforming: 'red',
  partial: 'yellow',
  'not-offered': 'dim',
} as const;

function gapLines(report: Report): string[] {
  const all = gaps(report, ['untested', 'cantTell']);
  const shown = all.length > GAP_LINES ? all.slice(0, GAP_LINES - 1) : all;
  const left = all.slice(shown.length).reduce((sum, gap) => sum + gap.verdicts.length, 0);
  return [...shown.map(gapLine), ...(left > 0 ? [`  … and ${left} more in the report`] : [])];
}

function gapLine(gap: Gap): string {
  const names = groupBy(gap.verdicts, (v) => nameOf(v.requirement)).map(([name]) => name);
  const text = `${gapTitle(gap)} (${gap.verdicts.length}): ${some(names, 3)}. ${capitalised(gap.unlock).replace(/[^.!?]$/, '$&.')}`;
  return `${MARKS[gap.outcome === 'cantTell' ? 'cantTell' : 'untested'].symbol} ${line(text, WIDTH + 80)}`;
}

function informationLines(report: Report): string[] {
  return information(report)
    .slice(0, INFORMATION_LINES)
    .map((v) => `${MARKS.information.symbol} ${line(`${v.requirement}: ${remark(v)}`, WIDTH)}`);
}

function noteLines(report: Report): string[] {
  const { notes, remarks = [] } = report.run;
  return [
    ...notes.map((note) => `Note: ${line(note, 2 * WIDTH)}`),
    ...leftOutLines(report).map((text) => `${MARKS.information.symbol} ${text}`),
    ...remarks.map((remark) => `${MARKS.information.symbol} ${line(remark, 2 * WIDTH)}`),
  ];
}

function result(report: Report, colour: boolean, width: number): readonly string[] {
  const title = `${headline(report)}:`;
  const stopped = report.run.interrupted ? ', interrupted' : '';
  const effort = `${count(report.run.requests, 'request')} to ${line(report.target.url, WIDTH)}`;
  const lines = wrap(`${title} ${sentence(report)} (${effort}${stopped})`, width);
  return lines.map((words) =>
    words.replace(title, paint(colour, [STYLES[report.result], 'bold'], title)),
  );
}

function where(paths: readonly string[], width: number): readonly string[] {
  const main = paths.find((path) => path.endsWith('.html')) ?? paths[0];
  if (main === undefined) return [];
  const others = paths.filter((path) => path !== main).map((path) => path.split(/[\\/]/).at(-1));
  const beside = others.length > 0 ? ` (in the same folder: ${others.join(', ')})` : '';
  return hanging('Report: ', `${main}${beside}`, width);
}
