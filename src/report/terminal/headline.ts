import { operationsOf, type Problem } from '../problems.ts';
import { MARKS, markOf } from '../status.ts';
import { cut, line, some } from '../text.ts';
import { type Look, paint } from './failure.ts';

/** The most operations that are named, where there is room. */
const OPERATIONS = 4;
const LONGEST_LEVEL = 'SHOULD'.length;

/** A problem on one line of at most the width of the look: its level, what is expected, and the operations that have it. */
export function problemLine(problem: Problem, { colour, width = 80 }: Look): string {
  const [first] = problem.verdicts;
  const mark = markOf(first);
  const level = `${MARKS[mark].symbol} ${first.level.padEnd(LONGEST_LEVEL)}`;
  const style = mark === 'failed' ? 'red' : 'yellow';
  return `${paint(colour, [style, 'bold'], level)}  ${inShort(problem, width - level.length - 2)}`;
}

/** What is expected and which operations differ, in at most `width` characters. */
export function inShort(problem: Problem, width: number): string {
  const names = operationsOf(problem).map((name) => line(name, 40));
  const numbers = Array.from({ length: OPERATIONS }, (_, i) => OPERATIONS - i);
  const texts = numbers.map((number) => ` (${some(names, number)})`);
  const most = Math.floor(width / 2);
  const where = texts.find(({ length }) => length <= most) ?? cut(texts.at(-1) ?? '', most);
  return cut(line(problem.verdicts[0].statement, 320), width - where.length) + where;
}
