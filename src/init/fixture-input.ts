/** Fixtures that a user enters: parsed like options or lines, checked like a fixtures file. */
import { stringify } from 'yaml';
import { InputError } from '../input/error.ts';
import { bytesOfFile } from '../input/file.ts';
import { fixtureMembers } from '../input/fixture-schema.ts';
import { checkFixtures } from '../input/fixtures.ts';
import { parseSource, sourceOf } from '../input/source.ts';
import { line } from '../report/text.ts';

const MAX_BYTES = 4 * 2 ** 20;

interface Described {
  readonly description?: string;
  readonly items?: { readonly type?: string; readonly $ref?: string };
}

const described = (name: string): Described | undefined =>
  fixtureMembers()[name] as Described | undefined;

/** The description of a fixture in the words of its schema: `the contract ids of live allocations`. */
export function whatIs(name: string): string {
  const text = described(name)?.description ?? '';
  return text.replace(/^A list of /, '').replace(/\.$/, '');
}

/** True for fixtures that are objects, which the user enters as JSON. */
export function isObjectFixture(name: string): boolean {
  return described(name)?.items?.type === 'object';
}

/**
 * One fixture from its input: text as it is, an object as JSON, and after `@` the contents of a file, in base64 if the
 * fixture has bytes. Throws InputError.
 */
export async function fixtureFrom(name: string, entered: string): Promise<unknown> {
  const value = await parsed(name, entered);
  try {
    checkFixtures(parseSource(name, stringify({ [name]: [value] })));
  } catch (error) {
    // The place in the error is one of the text that was made here.
    if (error instanceof InputError) throw new InputError(error.message.replace(/^\S+ \S+ /, ''));
    throw error;
  }
  return value;
}

async function parsed(name: string, entered: string): Promise<unknown> {
  const file = entered.startsWith('@') ? entered.slice(1) : undefined;
  if (file === undefined) return isObjectFixture(name) ? jsonIn(name, entered) : entered;
  const bytes = await bytesOfFile(file, MAX_BYTES);
  return isObjectFixture(name) ? sourceOf(file, bytes).value : bytes.toString('base64');
}

/** The values in one input: ids may stand side by side, with spaces or commas between; an object is one value. */
export function valuesIn(name: string, entered: string): readonly string[] {
  if (isObjectFixture(name) || entered.startsWith('@')) return [entered];
  return entered.split(/[\s,]+/).filter((part) => part !== '');
}

/** Parses JSON on one line, so that the errors are about JSON. Throws InputError. */
function jsonIn(name: string, entered: string): unknown {
  try {
    return JSON.parse(entered);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new InputError(
      `${name}: that is not JSON (${line(why, 120)}). Write an object on one line, or @FILE.`,
    );
  }
}

/** Parses `allocations=00ab…`, as options have it. Throws InputError. */
export function namedFixture(text: string, known: readonly string[]): readonly [string, string] {
  const at = text.indexOf('=');
  const name = text.slice(0, at);
  if (at > 0 && known.includes(name)) return [name, text.slice(at + 1).trim()];
  throw new InputError(
    `--fixture ${JSON.stringify(text.slice(0, 60))}: write NAME=VALUE, with one of these names: ${known.join(', ')}.`,
  );
}
