/** The files that init writes: settings and fixtures, each with the line that names its schema to editors. */

import { existsSync, readFileSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import { stringify } from 'yaml';
import { type SchemaName, schemaLine } from '../input/check.ts';
import { replaceFile, writing } from '../input/file.ts';
import { defined } from '../model/defined.ts';
import type { Fixtures } from '../model/index.ts';
import { ASSAY } from '../model/package.ts';

export const SETTINGS = 'assay.yaml';
export const FIXTURES = 'fixtures.yaml';

/** The values that the user entered, without secrets. */
export interface InitValues {
  readonly surface: string;
  readonly url: string;
  /** The name of an environment variable. */
  readonly tokenEnv?: string;
  readonly contract?: string;
  readonly fixtures: Partial<Fixtures>;
  /** Settings of the requests without secrets, in the form of the settings file. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** What is missing, one line each; only without prompts. */
  readonly missing?: readonly string[];
  /** Remarks for readers of the fixtures. */
  readonly remarks?: readonly string[];
}

/** The files by name. There is a fixtures file only if fixtures were given. */
export function filesOf(
  { surface, url, tokenEnv, contract, fixtures, settings: given = {}, remarks = [] }: InitValues,
  folder: string,
): ReadonlyMap<string, string> {
  const some = Object.values(fixtures).some((values) => values !== undefined && values.length > 0);
  const own = { surface, url, fixtures: some ? FIXTURES : undefined, tokenEnv, contract };
  const settings = { ...defined(own), ...given };
  const about = `Settings of \`${ASSAY} run\` in this folder. Options on the command line take precedence.`;
  const files = new Map<string, string>();
  if (some) files.set(FIXTURES, written('fixtures', folder, remarks, fixtures));
  return files.set(SETTINGS, written('assay', folder, [about], settings));
}

/** Writes the files, and returns the new names of other files that were there. Throws InputError. */
export function writeFiles(files: ReadonlyMap<string, string>, folder: string): readonly string[] {
  return [...files].flatMap(([name, text]) => {
    const file = join(folder, name);
    return writing(`${name}:`, 'Change the permissions of its folder.', () => {
      const old =
        existsSync(file) && readFileSync(file, 'utf8') !== text ? freeName(file) : undefined;
      if (old !== undefined) renameSync(file, old);
      replaceFile(file, text);
      return old === undefined ? [] : [basename(old)];
    });
  });
}

/** `fixtures.yaml.old`, or with a number if that is there. */
function freeName(file: string): string {
  for (let number = 1; ; number++) {
    const name = `${file}.old${number === 1 ? '' : number}`;
    if (!existsSync(name)) return name;
  }
}

function written(
  schema: SchemaName,
  folder: string,
  comments: readonly string[],
  value: object,
): string {
  const body = stringify(value, { lineWidth: 0, aliasDuplicateObjects: false });
  return [schemaLine(schema, folder), ...comments.map((text) => `# ${text}`), body].join('\n');
}
