import type { Look } from '../report/terminal/terminal.ts';

const NARROWEST = 40;
const WIDEST = 120;

/** Prose takes the width of the terminal, up to what is still read with ease; 80 columns where there is none. */
export function look(colour: boolean): Look {
  const columns = process.stdout.columns || 80;
  return { colour, width: Math.min(WIDEST, Math.max(NARROWEST, columns)) };
}
