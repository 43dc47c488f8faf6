/** The log of the objects that runs make at a target: written before they are made, so that they can be removed however a run ends; and read back. */
import { appendFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '../contract/json.ts';
import { InputError } from '../input/error.ts';
import { MAX_REPORT_BYTES, tooLarge } from '../input/file.ts';
import { startOfFile } from '../input/open.ts';
import type { MadeLog } from '../judge/cleanup.ts';
import { defined } from '../model/defined.ts';
import { type Call, fits, isObject, parsedJson } from '../model/index.ts';

/** A line about the run, then one for each object: what makes it, and what removes it; and one when it is gone. */
export const CREATED = 'created.ndjson';

/** A run, as far as its objects can be removed. */
export interface MadeBy {
  readonly surface: string;
  readonly contract: string;
  readonly url: string;
}

/** An object that may still be there. */
export interface Left extends MadeBy {
  readonly name: string;
  readonly made: string;
  readonly undo: Pick<Call, 'method' | 'path' | 'headers' | 'body'>;
  /** Only the run could see whether its removal is needed. */
  readonly looksFirst: boolean;
}

interface Log extends MadeLog {
  /** Removes the file if nothing is left. */
  end(): void;
}

/** Notes what a run makes in its folder. What earlier runs left stays noted. */
export function madeIn(folder: string, { surface, contract, url }: MadeBy): Log {
  const file = join(folder, CREATED);
  const open = new Set<string>();
  const earlier = existsSync(file);
  let begun = false;
  const write = (line: object): boolean => {
    try {
      // Before the first: what a killed run was writing has no end.
      if (!begun) appendFileSync(file, `\n${JSON.stringify({ surface, contract, url })}\n`);
      begun = true;
      appendFileSync(file, `${JSON.stringify(line)}\n`);
      return true;
    } catch {
      return false;
    }
  };
  return {
    making: (made, { method, path, headers, body, onlyIf }, name) => {
      const undo = { method, path, headers, ...defined({ body }) };
      open.add(name);
      return write({ name, made, undo, looksFirst: onlyIf !== undefined });
    },
    gone: (name) => {
      if (open.delete(name)) write({ gone: name });
    },
    end: () => {
      if (begun && !earlier && open.size === 0) rmSync(file, { force: true });
    },
  };
}

/** The most objects of one file, which may come from anyone. A run makes a few hundred. */
const MAX_LEFT = 5000;

/** Notes that an object of an earlier run was removed, and deletes the file if nothing is left. */
export function noteGone(file: string, gone: readonly Left[]): void {
  for (const { surface, contract, url, name } of gone)
    appendFileSync(
      file,
      `${JSON.stringify({ surface, contract, url })}\n${JSON.stringify({ gone: name })}\n`,
    );
  if (leftIn(file).length === 0) rmSync(file, { force: true });
}

const isMadeBy = fits.object({ surface: fits.text, contract: fits.text, url: fits.text });

/** Objects that runs created and did not remove, the last first. Throws InputError. */
export function leftIn(file: string): readonly Left[] {
  const left = new Map<string, Left>();
  let by: MadeBy | undefined;
  const bytes = startOfFile(file, MAX_REPORT_BYTES + 1, 'Name the folder of a run.');
  if (bytes.length > MAX_REPORT_BYTES) throw tooLarge(file, MAX_REPORT_BYTES);
  for (const text of bytes.toString().split('\n')) {
    const line = parsedJson(text);
    // A line that is incomplete because its run was killed is not JSON: its object was not created.
    if (!isObject(line)) continue;
    if ('surface' in line) {
      if (!isMadeBy(line) || !URL.canParse(line.url)) throw unfit(file);
      by = { surface: line.surface, contract: line.contract, url: line.url };
    } else if (by !== undefined && typeof line['gone'] === 'string')
      left.delete(`${by.url} ${line['gone']}`);
    else if (by !== undefined) {
      const one = { ...by, ...leftOf(line, file) };
      left.set(`${by.url} ${one.name}`, one);
    }
  }
  if (left.size > MAX_LEFT)
    throw new InputError(
      `${file}: has more than ${MAX_LEFT} objects, but no run creates so many. Name the URL of the server instead of the folder: cleanup then looks for objects there.`,
    );
  return [...left.values()].reverse();
}

const isLeft = fits.object({
  name: fits.text,
  made: fits.text,
  undo: fits.object({ method: fits.text, path: fits.text, body: fits.optional(fits.text) }),
});

function leftOf(line: Json, file: string): Omit<Left, keyof MadeBy> {
  const { looksFirst } = line;
  if (!isLeft(line) || !line.undo.path.startsWith('/')) throw unfit(file);
  const { name, made, undo } = line;
  const { method, path, body, headers }: typeof undo & { headers?: unknown } = undo;
  // Written again: with a member that is there twice, the target could read another value than Assay.
  const sent = body === undefined || body === '' ? body : JSON.stringify(parsedJson(body));
  if (body !== undefined && sent === undefined) throw unfit(file);
  // Other headers could lead the request to another object, such as X-Original-URL behind a proxy.
  const pairs = Object.entries(Object(headers) as Json).flatMap(([header, value]) =>
    /^(accept|content-type)$/i.test(header) && fits.text(value) ? [[header, value] as const] : [],
  );
  return {
    name,
    made,
    undo: { method, path, headers: Object.fromEntries(pairs), ...defined({ body: sent }) },
    looksFirst: looksFirst === true,
  };
}

function unfit(file: string): InputError {
  return new InputError(
    `${file}: it does not have the form that Assay writes. Use the file exactly as the run left it.`,
  );
}
