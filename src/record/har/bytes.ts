import { randomUUID } from 'node:crypto';

const NO_ENTRIES = '"entries":[]';
/** Shorter texts are faster to write than to find again. */
const WORTH_REMEMBERING = 256;

interface Entry {
  readonly response: { readonly content: { readonly text?: string } };
}

/**
 * The file of an archive. Entries are written one by one, because one wide character makes a whole string wide and
 * slow. The text of a response is written once for all entries that have it.
 */
export function harBytes(har: object): Buffer {
  const { log } = har as { log: { entries: readonly Entry[] } };
  const shell = JSON.stringify({ log: { ...log, entries: [] } });
  const inside = shell.indexOf(NO_ENTRIES) + NO_ENTRIES.length - 1;
  const write = entryWriter();
  return Buffer.concat([
    Buffer.from(shell.slice(0, inside)),
    ...log.entries.flatMap((one, i) => (i > 0 ? [COMMA, ...write(one)] : write(one))),
    Buffer.from(`${shell.slice(inside)}\n`),
  ]);
}

const COMMA = Buffer.from(',');

function entryWriter(): (entry: Entry) => readonly Buffer[] {
  const written = new Map<string, Buffer>();
  /** A placeholder for the text, which no target knows. */
  const place = randomUUID();
  return (entry) => {
    const { response } = entry;
    const { text } = response.content;
    if (text === undefined || text.length < WORTH_REMEMBERING) return [json(entry)];
    const known = written.get(text) ?? json(text);
    written.set(text, known);
    const content = { ...response.content, text: place };
    const around = JSON.stringify({ ...entry, response: { ...response, content } });
    const at = around.lastIndexOf(`"${place}"`);
    return [
      Buffer.from(around.slice(0, at)),
      known,
      Buffer.from(around.slice(at + place.length + 2)),
    ];
  };
}

function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}
