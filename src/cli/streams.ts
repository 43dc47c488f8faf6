/** The streams that a user, and the log of a CI job, read. Every text passes here, also of targets and of others. */
import type { WorkflowCommand } from '../report/formats/github.ts';
import { withoutLogCommands } from '../report/log-commands.ts';
import { visible } from '../report/text.ts';

type Stream = NodeJS.WriteStream;
type Write = Stream['write'];

const ESCAPE = '\u001b';
/** What Assay sends to a terminal: styles, and the cursor of its last lines and of prompts. */
const OWN_CONTROL = new RegExp(`(${ESCAPE}\\[[\\d;]*[A-Za-z]|\\r)`);
/** The start of a command at the end of a text; the next text may continue it. */
const BEGUN = /(?:#\p{DI}*(?:#[\p{L}\p{DI}]*)?|:\p{DI}*)$/u;
/** The most characters of a command's start. */
const LONGEST_START = 64;

const unguarded = new WeakMap<Stream, Write>();

/**
 * From now on, all that is written to the stream is text: control characters and invisible ones are escapes, and a CI
 * system finds no command. Only a terminal gets colours and a cursor that moves.
 */
export function guard(stream: Stream): void {
  if (unguarded.has(stream)) return;
  const write = stream.write.bind(stream) as Write;
  unguarded.set(stream, write);
  let begun = '';
  stream.write = ((chunk: string | Uint8Array, ...rest: []) => {
    const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
    const shown = begun + shownOn(stream, text);
    const clean = withoutLogCommands(shown).slice(begun.length);
    begun = BEGUN.exec(shown.slice(-LONGEST_START))?.[0] ?? '';
    return write(clean, ...rest);
  }) as Write;
}

/** Writes commands of Assay itself, which the CI system should read. */
export function writeCommands(stream: Stream, commands: readonly WorkflowCommand[]): void {
  const write = unguarded.get(stream) ?? stream.write.bind(stream);
  for (const command of commands) write(command);
}

function shownOn({ isTTY }: Stream, text: string): string {
  const parts = isTTY ? text.split(OWN_CONTROL) : [text];
  return parts.map((part, i) => (i % 2 === 1 ? part : visible(part, '\n\t'))).join('');
}
