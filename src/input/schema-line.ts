/** The line by which an editor finds the schema of a YAML file. */
import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SchemaName } from './check.ts';

/** `# yaml-language-server: $schema=…` for a file of this folder. */
export function schemaLine(schema: SchemaName, folder: string): string {
  return `# yaml-language-server: $schema=${placeOf(`${schema}.schema.json`, folder)}`;
}

/** The installed schema: relative if it is below the folder, so that the file can be moved with the folder. */
function placeOf(name: string, folder: string): string {
  const installed = join('node_modules', 'assay', 'schemas', name);
  if (existsSync(join(folder, installed))) return `./${installed.replaceAll('\\', '/')}`;
  const file = join(schemaFolder(name), name);
  const near = relative(folder, file).replaceAll('\\', '/');
  return near.startsWith('..') ? file : `./${near}`;
}

/** The folder of the schemas beside the code that runs. */
function schemaFolder(name: string): string {
  for (let here = dirname(fileURLToPath(import.meta.url)); ; here = dirname(here)) {
    const found = join(here, 'schemas');
    if (existsSync(join(found, name)) || dirname(here) === here) return found;
  }
}
