import { wrap } from '../text.ts';
import type { Look } from './failure.ts';

const NARROWEST = 40;
const WIDEST = 120;

/** Prose has the width of the terminal, up to an easily read width; without a terminal its lines are not wrapped. */
export function look(colour: boolean, verbose = false): Look {
  return { colour, verbose, width: widthOf(process.stdout) };
}

/** The columns that prose takes on a stream. */
export function widthOf({ columns }: { readonly columns?: number }): number {
  return columns ? Math.min(WIDEST, Math.max(NARROWEST, columns)) : Number.POSITIVE_INFINITY;
}

/** Text for a terminal: long lines are wrapped below their own indent. Unchanged without a terminal. */
export function prose(text: string, stream: { readonly columns?: number }): string {
  const width = widthOf(stream);
  return text
    .split('\n')
    .flatMap((line) => (line.length <= width ? [line] : wrapped(line, width)))
    .join('\n');
}

function wrapped(line: string, width: number): readonly string[] {
  const [indent = ''] = /^ */.exec(line) ?? [];
  const more = indent === '' ? '' : `${indent}  `;
  return wrap(line, width - more.length).map((words, i) => (i === 0 ? indent : more) + words);
}
