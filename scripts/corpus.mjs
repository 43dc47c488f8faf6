// Runs `test/corpus/main.ts`, which freezes verdicts and compares them: `node scripts/corpus.mjs --help`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('..', import.meta.url));
// Of this process alone: a later call must not change the files of a long one.
const out = join(root, `dist-corpus-${process.pid}`);
const dir = join(out, 'src/corpus');

if (!existsSync(join(root, 'dist/specs')))
  throw new Error('There is no build. `npm run build` makes it.');
try {
  await bundle();
  const args = [join(dir, 'main.js'), ...process.argv.slice(2)];
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => child.kill(signal));
  const [code] = await once(child, 'exit');
  process.exitCode = code ?? 1;
} finally {
  rmSync(out, { recursive: true, force: true });
}

/** Compiles the runs and the kit into a few files, beside the prepared documents of the build. */
async function bundle() {
  mkdirSync(dir, { recursive: true });
  for (const data of ['specs', 'schemas']) symlinkSync(join(root, 'dist', data), join(out, data));
  const entries = ['main', 'worker'].map((name) => [name, join(root, `test/corpus/${name}.ts`)]);
  const build = await rolldown({
    input: Object.fromEntries(entries),
    platform: 'node',
    tsconfig: true,
    resolve: { alias: { undici$: join(root, 'scripts/undici.js') } },
    checks: { ineffectiveDynamicImport: false },
  });
  await build.write({ dir });
  await build.close();
}
