/** The options that commands share, and how their values are read. */
import { type Command, Option } from 'commander';
import type { Level } from '../contract/contract.ts';
import { InputError } from '../input/error.ts';

/** Options that say which requirements are tested with which values. */
export interface SelectionFlags {
  readonly only?: readonly string[];
  readonly level?: Level;
  readonly seed?: number;
  readonly runs?: number;
}

/** Options about the target and what is known of it. */
export interface TargetFlags {
  readonly fixtures?: string;
  readonly config?: string;
  readonly rate?: string;
}

/** Options about how a run looks. */
export interface ViewFlags {
  readonly quiet?: true;
  readonly color: boolean;
}

export function addSelection(command: Command): Command {
  return command
    .optionsGroup('What is tested:')
    .option(
      '--only <glob>',
      "requirements by id, such as 'registry/withdraw/*'; again or with commas for more",
      collected,
    )
    .addOption(
      new Option('--level <level>', 'the weakest level that is still tested').choices([
        'MUST',
        'SHOULD',
        'MAY',
      ]),
    )
    .option(
      '--seed <n>',
      'the number that all values follow from; the report names it',
      integer('--seed', -(2 ** 31), 2 ** 31 - 1),
    )
    .option(
      '--runs <n>',
      'how thorough: cases of a full request class (default: 40)',
      integer('--runs', 1, 1_000_000),
    );
}

export function addTarget(command: Command): Command {
  return command
    .optionsGroup('The target:')
    .option(
      '-F, --fixtures <file>',
      'what only its operator knows: live ids, good arguments (YAML)',
    )
    .option(
      '--rate <n/s>',
      'requests at most, such as 2/s or 120/m (default: 1.5/s; local: no limit)',
    )
    .option('--config <file>', 'settings of a run (default: assay.yaml of this folder, if there)');
}

export function addView(command: Command): Command {
  return command
    .optionsGroup('What is shown:')
    .option('-q, --quiet', 'print the result and nothing else')
    .option('--no-color', 'plain text; so does the environment variable NO_COLOR');
}

/** Reads a whole number. The parser throws InputError. */
export function integer(name: string, least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^[+-]?\d+$/.test(text) && value >= least && value <= most) return value;
    const remedy = `Write a whole number from ${least} to ${most}.`;
    throw new InputError(`${name}: ${JSON.stringify(text)} is not such a number. ${remedy}`);
  };
}

/** An option that may be given more than once. */
export function collected(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

/** The members that are there; types with exact optional members want nothing else. */
export function defined<T extends object>(
  members: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const there = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(there) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

/** True when a stream wants colour. */
export function colourOf(flags: ViewFlags, stream: { readonly isTTY?: boolean }): boolean {
  const wanted = flags.color && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb';
  return wanted && stream.isTTY === true;
}
