import type { Look } from '../report/terminal/terminal.ts';

const NARROWEST = 40;
const WIDEST = 120;

/** Prose takes the width of the terminal, up to what is still read with ease; elsewhere its lines stay whole. */
export function look(colour: boolean): Look {
  const { columns } = process.stdout;
  const width = columns ? Math.min(WIDEST, Math.max(NARROWEST, columns)) : Number.POSITIVE_INFINITY;
  return { colour, width };
}
