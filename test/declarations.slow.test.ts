/** A TypeScript project without the types of Node.js compiles against the package, also without those of browsers. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';
import { folderWith } from './files.ts';

vi.setConfig({ testTimeout: 120_000 });
const ROOT = fileURLToPath(new URL('..', import.meta.url));

const PROGRAM = `
import { compareReports, readReport, run, serve } from 'assay';
import { conformance } from 'assay/conformance';
import { surfaces } from 'assay/suites';
import * as kit from 'assay/suites/kit';
const { report } = await run({ surface: 'registry', url: 'http://127.0.0.1:1' });
export const first: string | undefined = report.problems[0]?.title;
export { compareReports, conformance, kit, readReport, serve, surfaces };
`;

/** A copy of what is published, because a link would lead to the types of this repository. */
function project(): string {
  const folder = folderWith({ 'a.ts': PROGRAM, 'package.json': '{"type":"module"}' });
  const to = (name: string): string => join(folder, 'node_modules', name);
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  for (const name of [...Object.keys(dependencies), 'fast-uri']) {
    mkdirSync(dirname(to(name)), { recursive: true });
    cpSync(join(ROOT, 'node_modules', name), to(name), { recursive: true });
  }
  mkdirSync(to('assay'));
  for (const name of ['dist', 'package.json'])
    cpSync(join(ROOT, name), join(to('assay'), name), { recursive: true });
  return folder;
}

test.each([[['es2023']], [['es2023', 'dom']]])('with the library %j', async (lib) => {
  const folder = project();
  const options = { module: 'nodenext', target: 'es2023', strict: true, noEmit: true };
  const compilerOptions = { ...options, types: [], skipLibCheck: false, lib };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['a.ts'] }),
  );
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const done = await promisify(execFile)(process.execPath, [tsc, '-p', folder]).catch(
    (error: { stdout: string }) => error,
  );
  expect(done.stdout).toBe('');
});
