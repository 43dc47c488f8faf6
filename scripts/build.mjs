// Compiles the kit into dist/ and puts the data that it reads at run time beside the code.
// With --if-needed it does nothing while dist/ is newer than every source.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
const stamp = join(dist, '.built');
const SOURCES = ['src', 'suites', 'specs', 'schemas', 'tsconfig.json', 'tsconfig.build.json'];

if (process.argv.includes('--if-needed') && upToDate()) process.exit(0);

rmSync(dist, { recursive: true, force: true });
const typescript = dirname(createRequire(import.meta.url).resolve('typescript/package.json'));
const tsc = [join(typescript, 'bin', 'tsc'), '-p', join(root, 'tsconfig.build.json')];
execFileSync(process.execPath, tsc, { cwd: root, stdio: 'inherit' });
for (const data of ['specs', 'schemas']) {
  cpSync(join(root, data), join(dist, data), { recursive: true });
}
const { prepareSpecs } = await import(
  pathToFileURL(join(dist, 'src', 'contract', 'prepare.js')).href
);
prepareSpecs(pathToFileURL(join(dist, 'specs', '/')));
chmodSync(join(dist, 'src', 'cli.js'), 0o755);
writeFileSync(stamp, '');

function upToDate() {
  const built = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return SOURCES.every((source) => newest(join(root, source)) < built);
}

/** The time of the latest change in a file or folder; a file that was removed changes its folder. */
function newest(path) {
  const stats = statSync(path);
  const entries = stats.isDirectory() ? readdirSync(path) : [];
  return Math.max(stats.mtimeMs, ...entries.map((entry) => newest(join(path, entry))));
}
