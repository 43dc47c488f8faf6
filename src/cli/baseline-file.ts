/** Baselines that a run writes: a new one with its failures, or an earlier one without the fixed failures. */
import { realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isMap, isSeq, parseDocument, stringify } from 'yaml';
import { MAX_TEXT_BYTES } from '../contract/yaml.ts';
import { schemaLine } from '../input/check.ts';
import { InputError } from '../input/error.ts';
import { bytesOfFile, replaceFile, textOf, tryFile } from '../input/file.ts';
import type { Verdict } from '../model/index.ts';
import { line } from '../report/text.ts';
import { titleOf } from '../report/titles.ts';

const WIDTH = 200;
const TO_FILL_IN =
  '# Each entry excuses nothing until its owner, reason and expires (the last day, YYYY-MM-DD) are filled in.';

/** Throws InputError if the file cannot be made, before anything is sent. */
export function checkNewBaseline(file: string): void {
  try {
    tryFile(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new InputError(`--baseline-write ${file}: ${whyNot(file, code)}`);
  }
}

function whyNot(file: string, code: string | undefined): string {
  if (code === 'EEXIST')
    return `there is one already. Name another file; with --baseline ${file} it gets only what is not in there.`;
  if (code === 'ENOENT') return 'there is no such folder. Make it first.';
  return `cannot be written (${code}). Name another file, or change the rights of its folder.`;
}

/** Writes an entry for each failure, which a comment names. Throws InputError. */
export function writeBaseline(file: string, failures: readonly Verdict[]): void {
  const entries = failures.map((verdict) => {
    const { requirement, operation } = verdict;
    const entry = stringify([{ requirement, operation, owner: '', reason: '', expires: '' }], {
      lineWidth: 0,
    });
    // On the line of the entry, so that removing the entry removes the comment.
    return entry.replace('\n', ` # ${line(titleOf(verdict), WIDTH)}\n`);
  });
  const body = entries.length === 0 ? '[]\n' : entries.join('');
  written(file, `${schemaLine('baseline', dirname(file))}\n${TO_FILL_IN}\n${body}`, true);
}

/** Removes entries, and keeps the comments of the others. Throws InputError. */
export async function removeEntries(file: string, fixed: ReadonlySet<string>): Promise<void> {
  const document = parseDocument(textOf(file, await bytesOfFile(file, MAX_TEXT_BYTES)));
  const { contents } = document;
  if (!isSeq(contents)) return;
  const [first] = contents.items;
  contents.items = contents.items.filter(
    (entry) => !isMap(entry) || !fixed.has(String(entry.get('requirement'))),
  );
  // A comment above the first entry may be about the whole file.
  const [next] = contents.items;
  if (isMap(first) && first !== next) {
    const top = isMap(next) ? next : document;
    top.commentBefore = [first.commentBefore, top.commentBefore].filter(Boolean).join('\n');
  }
  if (contents.items.length === 0) contents.flow = true;
  written(file, textWithout(document, file), false);
}

function textWithout(document: { toString(options: object): string }, file: string): string {
  try {
    return document.toString({ lineWidth: 0 });
  } catch (error) {
    // A kept entry has an alias to a part of the removed one.
    const why = error instanceof Error ? error.message : String(error);
    throw new InputError(`${file}: cannot be updated (${why}). Remove the entries by hand.`);
  }
}

/** Writes a new file if `isNew`, otherwise the existing one, even behind a link. A failed write changes nothing. */
function written(file: string, text: string, isNew: boolean): void {
  try {
    if (isNew) writeFileSync(file, '', { flag: 'wx' });
    replaceFile(realpathSync(file), text);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (isNew && code !== 'EEXIST') rmSync(file, { force: true });
    throw new InputError(`${file}: cannot be written (${code}). Change its rights.`);
  }
}
