/** The journal of a run: its exchanges, written to a folder as they come, so that nothing is lost if the process is killed; and read back. */

import { readSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Json } from '../contract/json.ts';
import { ReceivedResponse } from '../exchange/response.ts';
import { VERSION } from '../exchange/version.ts';
import { InputError } from '../input/error.ts';
import { openFile } from '../input/open.ts';
import { count } from '../model/count.ts';
import { isObject, parsedJson } from '../model/index.ts';
import { contentOf, type Har, type Recorded, recorded, withText } from './read.ts';
import { objectIn } from './read-response.ts';
import { STAYS_IN_MEMORY } from './recorder.ts';
import { type ByteRange, Spool } from './spool.ts';

/** The file of exchanges: a line about the run, then one for each exchange, as an entry of an HTTP Archive. */
export const EXCHANGES = 'exchanges.ndjson';

/** What is stated about a run, or about traffic that others exchange. */
export type Statement = { readonly _assay: object } | { readonly _traffic: object };

/** Begins a journal in a folder; without one it is kept in memory, and on disk where it grows. */
export function journalIn(folder: string | undefined, about: Statement): Spool {
  const path = folder === undefined ? undefined : join(folder, EXCHANGES);
  // A file that a killed run left, or a link that leads elsewhere, is not written through.
  if (path !== undefined) rmSync(path, { force: true });
  const spool = new Spool(path);
  const creator = { name: 'assay', version: VERSION };
  spool.append(`${JSON.stringify({ creator, ...about })}\n`);
  spool.flush();
  return spool;
}

/** The most bytes of a line: a body of 1 MiB, with each byte written as six, and all headers. */
const LONGEST_LINE = 32 * 1024 * 1024;
const CHUNK = 1024 * 1024;

export function isJournal(path: string): boolean {
  return basename(path) === EXCHANGES;
}

/** Reads a journal without the entry that was incomplete when the run was killed. Throws InputError. */
export function readJournal(path: string): Har {
  const { fd: file } = openFile(path);
  let settings: Json | undefined;
  let traffic: Json | undefined;
  let torn = false;
  const entries: Recorded[] = [];
  const holders = new Map<unknown, ByteRange>();
  const textAt = (place: ByteRange): string => textOf(jsonOf(bytesAt(file, place)));
  for (const { place, bytes, whole } of linesOf(file, path)) {
    torn = !whole;
    if (torn) break;
    const line = jsonOf(bytes);
    if (line === undefined) throw unfit(path, `its line ${entries.length + 2} is not JSON`);
    if (settings === undefined) {
      traffic = objectIn(line, '_traffic');
      settings = objectIn(line, '_assay') ?? {};
      continue;
    }
    const holder = holders.get(contentOf(line)['_textOf']);
    const text = holder === undefined ? textOf(line) : textAt(holder);
    const entry = recorded(
      withText(line, () => text),
      entries.length,
      path,
    );
    if (holder === undefined) holders.set(entry.ref, place);
    if (text.length > STAYS_IN_MEMORY && entry.response instanceof ReceivedResponse)
      entry.response.release(() => textAt(holder ?? place));
    entries.push(entry);
  }
  if (settings === undefined) throw unfit(path, 'it does not state how the run was made');
  const lost = torn ? '; the last one was incomplete and is left out' : '';
  const unfinished = `${traffic ? 'the proxy was killed' : 'the run did not finish'}: judged from the ${count(entries.length, 'exchange')} that were recorded${lost}`;
  if (traffic !== undefined) return { entries, traffic, unfinished };
  return {
    entries,
    unfinished,
    settings: { ...settings, complete: false, ...spent(entries, settings) },
  };
}

/** Each line with its position; a last line without a line break is incomplete. */
function* linesOf(
  file: number,
  path: string,
): Generator<{ readonly place: ByteRange; readonly bytes: Buffer; readonly whole: boolean }> {
  let rest: Buffer = Buffer.alloc(0);
  let at = 0;
  for (;;) {
    const chunk = bytesAt(file, { at: at + rest.length, length: CHUNK });
    if (chunk.length === 0) break;
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let from = 0;
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10, from)) {
      const bytes = rest.subarray(from, end);
      yield { place: { at: at + from, length: bytes.length }, bytes, whole: true };
      from = end + 1;
    }
    at += from;
    rest = rest.subarray(from);
    if (rest.length > LONGEST_LINE) throw unfit(path, 'it has a line that is too long');
  }
  if (rest.length > 0) yield { place: { at, length: rest.length }, bytes: rest, whole: false };
}

function bytesAt(file: number, { at, length }: ByteRange): Buffer {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, at));
}

function jsonOf(bytes: Buffer): Json | undefined {
  const value = parsedJson(bytes.toString());
  return isObject(value) ? value : undefined;
}

function textOf(line: Json | undefined): string {
  const { text } = contentOf(line ?? {});
  return typeof text === 'string' ? text : '';
}

/** The statements about the run that it would have written at its end. */
function spent(
  entries: readonly Recorded[],
  { startedAt }: Json,
): { readonly durationMs: number; readonly requests: number } {
  const began = Date.parse(String(startedAt));
  const ended = entries.reduce((last, e) => Math.max(last, e.startedAt + e.durationMs), began);
  return {
    durationMs: Math.max(0, Math.round(ended - began)) || 0,
    requests: entries.reduce((sum, { tries = 1 }) => sum + tries, 0),
  };
}

function unfit(path: string, problem: string): InputError {
  return new InputError(`${path}: ${problem}. Use the file exactly as the run wrote it.`);
}
