import { execFile } from 'node:child_process';
import { dirname, resolve } from 'node:path';
import { isObject, type Json } from '../contract/json.ts';
import { MAX_TEXT_BYTES } from '../contract/yaml.ts';
import type { Fixtures } from '../model/index.ts';
import { check } from './check.ts';
import { InputError } from './error.ts';
import { fixtureMembers } from './fixture-schema.ts';
import { type MemberPath, parseSource, readSource, type Source } from './source.ts';

/** The output of a command, or why it cannot be used. */
type CommandResult = { readonly stdout: string } | { readonly problem: string };

const LONGEST_OUTPUT = MAX_TEXT_BYTES;
const SHOWN_LINES = 5;

/** Runs a program without a shell and waits for it, at most `limitMs`. Never rejects. */
export function runCommand(
  argv: readonly string[],
  cwd: string,
  limitMs: number,
): Promise<CommandResult> {
  const [program = '', ...args] = argv;
  const options = {
    cwd,
    timeout: limitMs,
    killSignal: 'SIGKILL',
    maxBuffer: LONGEST_OUTPUT,
  } as const;
  return new Promise((resolve) => {
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      if (error === null) return resolve({ stdout });
      const shown = stderr.trimEnd().split('\n').slice(-SHOWN_LINES).join('\n  ');
      const output = shown === '' ? '' : ` Its last output:\n  ${shown}`;
      resolve({ problem: `${argv.join(' ')}: ${why(error, cwd, limitMs)}${output}` });
    });
    // A program that reads input gets the end of it instead of hanging.
    child.stdin?.end();
  });
}

function why(
  {
    code,
    killed,
    signal,
  }: { code?: number | string | null; killed?: boolean; signal?: string | null },
  cwd: string,
  limitMs: number,
): string {
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') {
    return `printed more than ${LONGEST_OUTPUT / 2 ** 20} MiB. Print only the fixtures.`;
  }
  if (typeof code === 'string') {
    return `cannot be started in ${cwd} (${code}). Check its path, and that it is executable.`;
  }
  if (killed === true) return `did not end within ${limitMs / 1000} s. Make it faster.`;
  const end = typeof code === 'number' ? `exit code ${code}` : `signal ${signal}`;
  return `ended with ${end}. It must exit with 0.`;
}

const COMMAND_LIMIT_MS = 60_000;
/** The most characters of one body as JSON, because it is sent hundreds of times. */
const LONGEST_BODY = 256 * 1024;

/** A fixtures document that fits its schema. */
export type FixturesDocument = Partial<Fixtures> & {
  readonly $schema?: string;
  readonly command?: readonly string[];
};

/** The fixtures of a document, before its command is run. */
export interface FixturesSource {
  readonly command?: readonly string[];
  /** Those in the document itself. */
  readonly written: Partial<Fixtures>;
  /** Runs the command, and appends what it prints. Throws InputError. */
  readonly all: () => Promise<Partial<Fixtures>>;
}

/** Reads a fixtures file, YAML or JSON, runs its `command`, and appends the output. Throws InputError. */
export async function readFixtures(path: string): Promise<Partial<Fixtures>> {
  return (await openFixtures(path)).all();
}

/** Reads a fixtures file, and runs nothing. Throws InputError. */
export async function openFixtures(path: string): Promise<FixturesSource> {
  const source = await readSource(path);
  checkFixtures(source);
  const folder = dirname(resolve(path));
  return fixturesFrom(source.value as FixturesDocument, { source, at: [], folder });
}

/** The fixtures of a checked document. */
export function fixturesFrom(document: FixturesDocument, origin: Origin): FixturesSource {
  const { command } = document;
  const written = joined(document, origin);
  return { ...(command && { command }), written, all: () => expand(document, origin) };
}

/** Throws InputError for a document that does not contain fixtures, or exceeds their limits. */
export function checkFixtures(source: Source, at: MemberPath = []): void {
  if (at.length === 0) check(source, 'fixtures');
  const document = at.reduce<unknown>((part, name) => (part as Json)[name], source.value) as Json;
  for (const [name, bodies] of Object.entries(document)) {
    if (!Array.isArray(bodies)) continue;
    const long = bodies.findIndex(
      (body) => isObject(body) && JSON.stringify(body).length > LONGEST_BODY,
    );
    if (long === -1) continue;
    const problem = `is longer than ${LONGEST_BODY / 1024} KiB. Write a smaller one.`;
    throw source.error([...at, name, long], problem);
  }
}

/** True for fixtures that a file may have. */
export function isOperatorFixture(name: string): boolean {
  return Object.hasOwn(fixtureMembers(), name);
}

/** The origin of a fixtures document: its file, its member, and the folder of its paths. */
export interface Origin {
  readonly source: Source;
  readonly at: MemberPath;
  readonly folder: string;
}

/** The fixtures of a checked document, with those that its command prints. Throws InputError. */
export async function expand(
  document: FixturesDocument,
  origin: Origin,
  limitMs: number = COMMAND_LIMIT_MS,
): Promise<Partial<Fixtures>> {
  if (document.command === undefined) return joined(document, origin);
  const { source, at, folder } = origin;
  const fail = (problem: string): InputError => source.error([...at, 'command'], problem);
  const result = await runCommand(document.command, folder, limitMs);
  if ('problem' in result) throw fail(result.problem);
  return joined(document, origin, printed(result.stdout, document.command.join(' '), fail));
}

/** The output of a command, as a fixtures document. */
function printed(
  stdout: string,
  command: string,
  fail: (problem: string) => InputError,
): FixturesDocument {
  try {
    const source = parseSource('stdout', stdout);
    checkFixtures(source);
    const document = source.value as FixturesDocument;
    if (document.command === undefined) return document;
    throw source.error(
      ['command'],
      'a command cannot name another command. Print the fixtures.',
      true,
    );
  } catch (error) {
    if (error instanceof InputError)
      throw fail(`${command}: its output is invalid: ${error.message}`);
    throw error;
  }
}

/** Finds the line of an element of a list of fixtures. */
const places = new WeakMap<readonly unknown[], (index: number) => string | undefined>();

/** The arrays of a document by name, followed by those of its command. Remembers the lines of the first ones. */
function joined(
  document: FixturesDocument,
  { source, at }: Origin,
  printed: FixturesDocument = {},
): Partial<Fixtures> {
  const { $schema: _, command: __, ...known } = { ...document, ...printed };
  const lists = Object.keys(known).map((name) => {
    const own = document[name] ?? [];
    const list = [...own, ...(printed[name] ?? [])];
    places.set(list, (index) =>
      index < own.length ? source.line([...at, name, index]) : undefined,
    );
    return [name, list];
  });
  return Object.fromEntries(lists) as Partial<Fixtures>;
}

/** `fixtures.yaml:4` for an element from a file; elements from a command have no place. */
export function placeOfFixture(list: readonly unknown[], index: number): string | undefined {
  return places.get(list)?.(index);
}
