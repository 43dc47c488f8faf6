/** The result of replaying each failure, in words. */
import { details, type Look, paint } from '../report/terminal/failure.ts';
import { count, line } from '../report/text.ts';
import type { Replayed } from './failures.ts';

const MARKS = {
  fixed: ['FIXED      ', 'green'],
  'still-fails': ['STILL FAILS', 'red'],
  changed: ['CHANGED    ', 'yellow'],
} as const;

/** A line for each failure, with its current findings unless `quiet`, and a line on all of them. */
export function inWords(replayed: readonly Replayed[], quiet: boolean, look: Look): string {
  const lines = replayed.flatMap(({ before, fate, now, remark }) => {
    const [word, style] = MARKS[fate];
    const why = remark === undefined ? '' : `: ${line(remark, 500)}`;
    const name = `${before.level.padEnd(6)}  ${line(before.requirement, 200)}`;
    const title = `${paint(look.colour, [style, 'bold'], word)}  ${name}${why}`;
    if (quiet || now?.outcome !== 'failed') return [title];
    return [title, ...details(now, look)];
  });
  const number = (fate: Replayed['fate']): number =>
    replayed.filter((one) => one.fate === fate).length;
  const [fixed, still, changed] = [number('fixed'), number('still-fails'), number('changed')];
  const all = count(replayed.length, 'failure');
  return `${[...lines, `${all} sent again: ${fixed} fixed, ${still} as before, ${changed} changed.`].join('\n')}\n`;
}
