/** Baselines that a run writes: a new one with its failures, or an earlier one without the fixed failures. */
import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { isMap, isSeq, parseDocument, stringify } from 'yaml';
import { MAX_TEXT_BYTES } from '../contract/yaml.ts';
import { schemaLine } from '../input/check.ts';
import { InputError } from '../input/error.ts';
import { bytesOfFile, newFile, replaceFile, textOf, tryFile, writing } from '../input/file.ts';
import type { unlisted } from '../report/baseline/baseline.ts';
import { line } from '../report/text.ts';

const WIDTH = 200;
const REMEDY = 'Change its permissions.';
const TO_FILL_IN =
  '# An entry has no effect until its owner, reason and expires (the last day, YYYY-MM-DD) are filled in.';

/** Throws InputError if the file cannot be made, before anything is sent. */
export function checkNewBaseline(file: string): void {
  try {
    tryFile(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reasons: Readonly<Record<string, string>> = {
      EEXIST: `the file already exists. Name another file; with --baseline ${file}, it gets only what that baseline does not list.`,
      ENOENT: 'the folder does not exist. Create it first.',
    };
    const other = `cannot be written (${code}). Name another file, or change the permissions of its folder.`;
    throw new InputError(`--baseline-write ${file}: ${reasons[`${code}`] ?? other}`);
  }
}

/** Writes an entry for each problem, with the requirements that fail by it and the ways in which they do. Throws InputError. */
export function writeBaseline(file: string, problems: ReturnType<typeof unlisted>): void {
  const entries = problems.map(({ problem, requirements }) => ({
    problem: line(problem, WIDTH),
    owner: '',
    reason: '',
    expires: '',
    requirements,
  }));
  const body = entries.length === 0 ? '[]\n' : stringify(entries, { lineWidth: 0 });
  const text = `${schemaLine('baseline', dirname(file))}\n${TO_FILL_IN}\n${body}`;
  newFile(file, text, { remedy: REMEDY });
}

/** Removes requirements, and entries without any; keeps the comments of the others. Throws InputError. */
export async function removeEntries(file: string, fixed: ReadonlySet<string>): Promise<void> {
  const document = parseDocument(textOf(file, await bytesOfFile(file, MAX_TEXT_BYTES)));
  const { contents } = document;
  if (!isSeq(contents)) return;
  const [first] = contents.items;
  contents.items = contents.items.filter((entry) => isKept(entry, fixed));
  // A comment above the first entry may be about the whole file.
  const [next] = contents.items;
  if (isMap(first) && first !== next) {
    const top = isMap(next) ? next : document;
    top.commentBefore = [first.commentBefore, top.commentBefore].filter(Boolean).join('\n');
  }
  if (contents.items.length === 0) contents.flow = true;
  const text = textWithout(document, file);
  // The file itself is replaced, even behind a link.
  writing(`${file}:`, REMEDY, () => replaceFile(realpathSync(file), text));
}

/** Removes what is fixed from an entry. Returns false if nothing is left of it. */
function isKept(entry: unknown, fixed: ReadonlySet<string>): boolean {
  const isFixed = (one: unknown): boolean =>
    isMap(one) && fixed.has(String(one.get('requirement')));
  const requirements = isMap(entry) ? entry.get('requirements', true) : undefined;
  if (!isSeq(requirements)) return !isFixed(entry);
  requirements.items = requirements.items.filter((one) => !isFixed(one));
  return requirements.items.length > 0;
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
