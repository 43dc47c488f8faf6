import { operationsText } from '../names.ts';
import { type Problem, problemCount } from '../problems.ts';
import { MARKS, markOf } from '../status.ts';
import { count, cut } from '../text.ts';
import { shownOperations } from '../titles.ts';
import { type Look, paint, type Style } from './failure.ts';

/** The most operations that are named if there is room. */
const OPERATIONS = 4;
/** The largest share of a line for the names of operations. */
const OPERATIONS_SHARE = 0.6;
const LONGEST_LEVEL = 'SHOULD'.length;

/** A problem on one line of at most the given width: its level, the event, and its operations. */
export function problemLine(problem: Problem, look: Look): string {
  const [first] = problem.verdicts;
  const mark = markOf(first);
  const level = `${MARKS[mark].symbol} ${first.level.padEnd(LONGEST_LEVEL)}`;
  return marked(level, mark === 'failed' ? 'red' : 'yellow', problem, look);
}

/** A fixed problem, on one line like that of {@link problemLine}. */
export function fixedLine(problem: Problem, look: Look): string {
  return marked(`${MARKS.passed.symbol} ${'fixed'.padEnd(LONGEST_LEVEL)}`, 'green', problem, look);
}

/** A problem in an unknown state, on one line like that of {@link problemLine}. */
export function openLine(problem: Problem, look: Look): string {
  const level = problem.verdicts[0].level.padEnd(LONGEST_LEVEL);
  return marked(`${MARKS.cantTell.symbol} ${level}`, 'yellow', problem, look);
}

function marked(
  mark: string,
  style: Style,
  problem: Problem,
  { colour, width = 80 }: Look,
): string {
  return `${paint(colour, [style, 'bold'], mark)}  ${inShort(problem, width - mark.length - 2)}`;
}

/** One line for each problem, at most this many lines; the last one counts the others. */
export function listedProblems(
  problems: readonly Problem[],
  most: number,
  width: number,
  lineOf: (problem: Problem) => string,
): readonly string[] {
  const fits = problems.length <= most ? problems.length : most - 1;
  const left = problems.slice(fits);
  return [
    ...problems.slice(0, fits).map(lineOf),
    ...(left.length === 0 ? [] : [cut(`… and ${problemCount(left)}`, width)]),
  ];
}

/** The event and the operations, in at most `width` characters. */
export function inShort(problem: Problem, width: number): string {
  const names = shownOperations(problem.verdicts);
  const numbers = Array.from({ length: OPERATIONS }, (_, i) => OPERATIONS - i);
  const texts = numbers.map((number) => ` (${operationsText(names, number)})`);
  if (names.length > 1) texts.push(` (${count(names.length, 'operation')})`);
  const most = Math.floor(width * OPERATIONS_SHARE);
  const where = texts.find(({ length }) => length <= most) ?? cut(texts.at(-1) ?? '', most);
  return cut(problem.what, width - where.length) + where;
}
