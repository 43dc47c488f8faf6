import type { Level } from '../../contract/contract.ts';
import type { Report } from '../../model/index.ts';
import { OUTCOMES } from '../../model/index.ts';
import {
  failures,
  type Gap,
  gaps,
  gapTitle,
  groupBy,
  headline,
  information,
  nameOf,
  operationNameOf,
  remark,
  sentence,
} from '../digest.ts';
import { LEVELS, MARKS } from '../status.ts';
import { count, line, some } from '../text.ts';
import { failure, paint } from './failure.ts';

export { failure } from './failure.ts';
export { progress } from './progress.ts';

const GAP_LINES = 8;
const INFORMATION_LINES = 5;
const WIDTH = 160;

/**
 * The report for a screen: failures, then warnings, each requirement once with the operations that share
 * it; counts of outcomes by level; what was not judged and what would unlock it; notes; the result
 * and where the report files are.
 */
export function summary(report: Report, colour: boolean, paths: readonly string[] = []): string {
  const warnings = blocks(report, 'SHOULD', colour);
  const heading = paint(colour, 'bold', `Warnings (${report.summary.SHOULD.failed})`);
  return [
    ...blocks(report, 'MUST', colour),
    ...(warnings.length > 0 ? [heading, ...warnings] : []),
    table(report, colour),
    ...[gapLines(report), informationLines(report), noteLines(report)]
      .filter((lines) => lines.length > 0)
      .map((lines) => lines.join('\n')),
    [result(report, colour), ...where(paths)].join('\n'),
  ].join('\n\n');
}

function blocks(report: Report, level: Level, colour: boolean): string[] {
  return failures(report, level).map(({ verdicts: [first, ...others] }) => {
    const also = others.map((v) => line(operationNameOf(v.requirement), 40));
    return failure(first, colour, also);
  });
}

function table(report: Report, colour: boolean): string {
  const labels = OUTCOMES.map((outcome) => MARKS[outcome].label);
  const cells = (level: Level): string[] =>
    OUTCOMES.map((outcome, column) => {
      const number = report.summary[level][outcome];
      const text = String(number).padStart((labels[column] ?? '').length);
      return number === 0 ? paint(colour, 'dim', text) : text;
    });
  return [
    `${' '.repeat(8)}${labels.join('  ')}`,
    ...LEVELS.map((level) => `${level.padEnd(8)}${cells(level).join('  ')}`),
  ].join('\n');
}

function gapLines(report: Report): string[] {
  const all = gaps(report, ['untested', 'cantTell']);
  const shown = all.length > GAP_LINES ? all.slice(0, GAP_LINES - 1) : all;
  const left = all.slice(shown.length).reduce((sum, gap) => sum + gap.verdicts.length, 0);
  return [...shown.map(gapLine), ...(left > 0 ? [`  … and ${left} more in the report`] : [])];
}

function gapLine(gap: Gap): string {
  const names = groupBy(gap.verdicts, (v) => nameOf(v.requirement)).map(([name]) => name);
  const text = `${gapTitle(gap)} (${gap.verdicts.length}): ${some(names, 3)}. ${gap.unlock}`;
  return `${MARKS[gap.outcome === 'cantTell' ? 'cantTell' : 'untested'].symbol} ${line(text, WIDTH + 80)}`;
}

function informationLines(report: Report): string[] {
  return information(report)
    .slice(0, INFORMATION_LINES)
    .map((v) => `${MARKS.information.symbol} ${line(`${v.requirement}: ${remark(v)}`, WIDTH)}`);
}

function noteLines(report: Report): string[] {
  return report.run.notes.map((note) => `Note: ${line(note, 2 * WIDTH)}`);
}

function result(report: Report, colour: boolean): string {
  const style = { conforming: 'green', nonconforming: 'red', partial: 'yellow' } as const;
  const title = paint(colour, [style[report.result], 'bold'], `${headline(report)}:`);
  const stopped = report.run.interrupted ? ', interrupted' : '';
  const effort = `${count(report.run.requests, 'request')} to ${line(report.target.url, WIDTH)}`;
  return `${title} ${sentence(report)} (${effort}${stopped})`;
}

function where(paths: readonly string[]): string[] {
  const main = paths.find((path) => path.endsWith('.html')) ?? paths[0];
  if (main === undefined) return [];
  const others = paths.filter((path) => path !== main).map((path) => path.split(/[\\/]/).at(-1));
  const beside = others.length > 0 ? ` (beside it ${others.join(', ')})` : '';
  return [`Report: ${main}${beside}`];
}
