import { styleText } from 'node:util';
import type { Verdict } from '../../model/index.ts';
import { MARKS, markOf } from '../status.ts';
import { count, line } from '../text.ts';
import { advice } from '../verdict-text.ts';

type Style = 'red' | 'yellow' | 'green' | 'cyan' | 'bold' | 'dim';
const VALUE = 160;
const CURL = 4000;

/** The text in a style, or as it is without colour. The caller decides, whatever the output stream is. */
export function paint(colour: boolean, style: Style | Style[], text: string): string {
  return colour ? styleText(style, text, { validateStream: false }) : text;
}

/**
 * A failed verdict in four lines: level and requirement, what is expected with its clause, what was expected
 * and what came, and a curl line that shows it again; before that a fifth, how to fix it, where that is
 * known. `also` names further operations that fail the same.
 */
export function failure(verdict: Verdict, colour: boolean, also: readonly string[] = []): string {
  const mark = markOf(verdict);
  const style = mark === 'failed' ? 'red' : 'yellow';
  const title = paint(colour, [style, 'bold'], `${MARKS[mark].symbol} ${verdict.level}`);
  const others = also.length > 0 ? paint(colour, 'dim', `  (also ${also.join(', ')})`) : '';
  return [
    `${title}  ${line(verdict.requirement, VALUE)}${others}`,
    `  ${line(verdict.statement, 2 * VALUE)} ${paint(colour, 'dim', `(${line(verdict.clause, VALUE)})`)}`,
    `  ${comparison(verdict, colour)}`,
    ...advice(verdict).map(
      ([title, words]) => `  ${paint(colour, 'bold', title)} ${line(words, 3 * VALUE)}`,
    ),
    `  ${paint(colour, 'cyan', reproduction(verdict))}`,
  ].join('\n');
}

function comparison(verdict: Verdict, colour: boolean): string {
  const [first, ...more] = verdict.findings;
  if (first === undefined) return 'No finding was recorded.';
  const rest = more.length > 0 ? `, and ${count(more.length, 'more finding')}` : '';
  const expected = `${paint(colour, 'green', 'Expected')} ${line(first.expected, VALUE)}`;
  const actual = `${paint(colour, 'red', 'Actual')} ${line(first.actual, VALUE)}`;
  return `${expected} / ${actual} ${paint(colour, 'dim', `at ${line(first.at, VALUE)}${rest}`)}`;
}

function reproduction(verdict: Verdict): string {
  const curl = verdict.counterexample?.curl;
  if (curl === undefined) return 'No single request shows it: see the evidence in the report.';
  if (curl.length > CURL) return `Its curl line has ${curl.length} characters: see the report.`;
  return line(curl, 6 * CURL);
}
