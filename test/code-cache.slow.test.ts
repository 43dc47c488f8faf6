/** The compiled code that a run leaves for the next one. */
import {
  cpSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { stringify } from 'yaml';
import { ROOT } from './as-built.ts';
import { buildCli } from './cli.ts';
import { folderWith } from './files.ts';
import { registryFor } from './reference.ts';

const RUN = ['--runs', '1', '--seed', '1', '--api', 'allocation-v1', '--quiet', '--force'];

it('a run takes the compiled code of the last run, and compiles what is cut off or not kept', async () => {
  const { compiled, run } = await copiedBuild();
  const kept = (): string[] => {
    const [version = ''] = readdirSync(compiled);
    return readdirSync(join(compiled, version)).map((name) => join(compiled, version, name));
  };
  /** The files that a run writes again: it could not take what they held. */
  const written = async (): Promise<string[]> => {
    for (const file of kept()) utimesSync(file, 1, 1);
    await run();
    return kept().filter((file) => statSync(file).mtimeMs > 1000);
  };

  await run();
  expect(kept().length).toBeGreaterThan(5);
  expect(await written()).toEqual([]);

  const large = kept().filter((file) => statSync(file).size > 100_000);
  for (const file of large) truncateSync(file, file === large[0] ? 40 : 50_000);
  expect(await written()).toEqual(large);

  rmSync(compiled, { recursive: true });
  writeFileSync(compiled, 'not a folder');
  await run();
  expect(statSync(compiled).isFile()).toBe(true);
}, 90_000);

/** A build that no other test runs; `run` carries out a run that succeeds. */
async function copiedBuild(): Promise<{ compiled: string; run: () => Promise<void> }> {
  const server = await registryFor();
  const copy = folderWith({ 'f.yaml': stringify(server.fixtures) });
  for (const part of ['dist', 'package.json'])
    cpSync(join(ROOT, part), join(copy, part), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  const cli = buildCli(join(copy, 'dist/src/bundle/cli.js'));
  onTestFinished(() => cli.remove());
  const compiled = join(copy, 'dist/src/bundle/compiled');
  rmSync(compiled, { recursive: true, force: true });
  const args = ['run', 'registry', String(server.url), '-F', join(copy, 'f.yaml'), ...RUN];
  return {
    compiled,
    run: async () => {
      const { code, stderr } = await cli.run(args);
      expect(code, stderr).toBe(0);
    },
  };
}
