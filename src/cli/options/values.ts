/** The values of options, and how the results of commands are shown. */
import type { Level } from '../../contract/contract.ts';
import { InputError } from '../../input/error.ts';
import type { Flags, Seed } from '../../input/flags.ts';
import { LEVELS } from '../../report/status.ts';
import type { Look } from '../../report/terminal/failure.ts';
import { prose } from '../../report/terminal/look.ts';
import { thousands } from '../../report/text.ts';

/** Reads the name of a level in any case. Throws InputError. */
export function level(text: string): Level {
  const found = LEVELS.find((name) => name === text.toUpperCase());
  if (found !== undefined) return found;
  throw new InputError(
    `--level: ${JSON.stringify(text)} is not a level. Write must, should or may.`,
  );
}

const LEAST_SEED = -(2 ** 31);
const MAX_SEED = 2 ** 31 - 1;

export function seed(text: string): Seed {
  if (text === 'random') return text;
  const value = Number(text);
  if (/^[+-]?\d+$/.test(text) && value >= LEAST_SEED && value <= MAX_SEED) return value;
  throw new InputError(
    `--seed: ${JSON.stringify(text)} is not a seed. Write a whole number from ${LEAST_SEED} to ${MAX_SEED}, or random.`,
  );
}

/** Reads a whole number. The parser throws InputError. */
export function integer(name: string, least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^[+-]?\d+$/.test(text) && value >= least && value <= most) return value;
    const range = `from ${thousands(least)} to ${thousands(most)}`;
    throw new InputError(
      `${name}: ${JSON.stringify(text)} is not a whole number ${range}. Write one.`,
    );
  };
}

/** An option that may be given more than once. */
export function collected(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

/** The look of a summary on stdout. */
export function viewOf(
  flags: Flags,
): Required<Pick<Look, 'colour' | 'verbose'>> & { readonly quiet: boolean } {
  const { quiet = false, verbose = false } = flags;
  return { quiet, verbose, colour: colourOf(flags, process.stdout) };
}

export function colourOf(flags: Flags, stream: { readonly isTTY?: boolean }): boolean {
  const wanted =
    flags.color !== false && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb';
  return wanted && stream.isTTY === true;
}

export const FORMATS = ['text', 'json', 'markdown'] as const;

export type Format = (typeof FORMATS)[number];

/** Prints it; text for people is wrapped at the width of a terminal. */
export function printAs(format: Format, text: string): void {
  process.stdout.write(format === 'text' ? prose(text, process.stdout) : text);
}
