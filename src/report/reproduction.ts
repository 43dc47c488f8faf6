/** How to reproduce a failure: lines to paste, and their reliability. */

import type { Counterexample, Verdict } from '../model/index.ts';
import { capitalised, count } from './text.ts';

/** The commands that show a failure, in their order. */
export function linesOf({ curl, reproduction }: Counterexample): readonly string[] {
  return reproduction?.lines ?? [curl];
}

/** A remark before the commands; empty if one command always shows the failure. */
export function remarkOn({ reproduction }: Counterexample): string {
  if (reproduction === undefined) return '';
  const { lines, runs, failed, note, shows } = reproduction;
  const inOrder =
    lines.length > 1
      ? `It takes ${count(lines.length, 'command')}, run in this order, each on a new connection.`
      : '';
  const nth = shows === undefined ? '' : `The response to command ${shows} shows the failure.`;
  return [inOrder, nth, note ? `${capitalised(note)}.` : shareOf(runs, failed)]
    .filter(Boolean)
    .join(' ');
}

function shareOf(runs: number, failed: number): string {
  if (failed === runs) return '';
  return `It failed ${failed} of ${runs} times when it was run again.`;
}

/** The commands as shell text, with remarks as a comment. */
export function scriptOf(example: Counterexample): string {
  const remark = remarkOn(example);
  return [...(remark === '' ? [] : [`# ${remark}`]), ...linesOf(example)].join('\n');
}

/** Orders failures by their requests: the best one fails always, alone, and is short. */
export function byRequest({ counterexample: a }: Verdict, { counterexample: b }: Verdict): number {
  return doubt(a) - doubt(b) || lengthOf(a) - lengthOf(b);
}

function doubt({ reproduction }: Partial<Counterexample> = {}): number {
  if (reproduction === undefined) return 0;
  const { lines, runs, failed } = reproduction;
  return runs === 0 ? 2 : 1 - failed / runs + (lines.length > 1 ? 1 : 0);
}

function lengthOf(example: Counterexample | undefined): number {
  return example === undefined ? Number.MAX_SAFE_INTEGER : linesOf(example).join('\n').length;
}
