/** The code blocks of docs/library.md: programs run, types compile, and tests run under both runners. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startRegistry } from '../src/reference/registry.ts';

vi.setConfig({ testTimeout: 60_000 });
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
const page = readFileSync(join(ROOT, 'docs/library.md'), 'utf8');
const blocks = [...page.matchAll(/^```(js|ts)\n(.*?)^```$/gms)].map(([, language, text = '']) => ({
  language,
  text,
}));
const folder = mkdtempSync(join(tmpdir(), 'assay-pages-'));
let server: Awaited<ReturnType<typeof startRegistry>>;

/** Uses a folder with the installed package, and a registry with one fault. */
beforeAll(async () => {
  server = await startRegistry({ faults: ['debug-in-second-contract'] });
  writeFileSync(join(folder, 'fixtures.yaml'), JSON.stringify(server.fixtures));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  mkdirSync(join(folder, 'node_modules'));
  for (const name of ['vitest', '@types'])
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  symlinkSync(ROOT, join(folder, 'node_modules/assay'));
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

interface Ended {
  readonly code: number;
  readonly output: string;
}

/** Writes a block to the folder, and runs it. */
function ran(name: string, text: string, ...args: readonly string[]): Promise<Ended> {
  const file = join(folder, name);
  writeFileSync(file, text.replaceAll('http://127.0.0.1:8080', server.url));
  const { PATH } = process.env;
  const options = { cwd: folder, env: { PATH, NO_COLOR: '1' } };
  return new Promise((resolve) => {
    execFile(process.execPath, [...args, file], options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr });
    });
  });
}

/** The block that contains these words. */
function blockWith(words: string): string {
  const [found, ...others] = blocks.filter(({ text }) => text.includes(words));
  expect([words, found !== undefined, others.length]).toEqual([words, true, 0]);
  return found?.text ?? '';
}

const PROGRAMS = ['writeReport(', 'plan(', 'judge(', 'await serve('];
const TESTS = 'conformance(test';

it('all blocks are run or checked', () => {
  const known = [...PROGRAMS, TESTS].map(blockWith);
  const others = blocks.filter(({ text }) => !known.includes(text));
  expect(others.map(({ language }) => language)).toEqual(['ts']);
});

it('the programs print their results', async () => {
  const [first, second, third, fourth] = PROGRAMS.map(blockWith);
  const run = await ran('run.js', first ?? '');
  expect(run.output).toMatch(/^MUST disclosedContracts\[\]\.debug.* requirements\)$/m);
  expect(run.output).toMatch(/^curl /m);
  expect(run.output).toContain('nonconforming { failed: 18,');
  expect(run.code).toBe(1);
  const plan = await ran('plan.js', second ?? '');
  expect(plan).toMatchObject({ code: 0, output: expect.stringMatching(/^\d+ requests, and/) });
  const judged = await ran('judge.js', third ?? '');
  expect(judged).toEqual({ code: 0, output: 'not worse\n' });
  const served = await ran('serve.js', fourth ?? '');
  expect(served).toEqual({
    code: 0,
    output: "200 [ 'choiceContextData', 'disclosedContracts' ]\n",
  });
});

it('the types are as the page shows them', async () => {
  const [{ text } = { text: '' }] = blocks.filter(({ language }) => language === 'ts');
  const options =
    '--noEmit --strict --exactOptionalPropertyTypes --module nodenext --target es2023';
  const args = [TSC, ...options.split(' '), '--skipLibCheck', '--ignoreConfig'];
  expect(await ran('types.ts', text, ...args)).toEqual({ code: 0, output: '' });
  const wrong = await ran('wrong.ts', text.replace('@ts-expect-error', ''), ...args);
  expect(wrong.output).toContain("'allocation' does not exist");
});

it.each(['node:test', 'vitest'])('a problem is shown once under %s', async (runner) => {
  const text = blockWith(TESTS).replace('node:test', runner);
  const args = runner === 'vitest' ? [VITEST, 'run', '--root', folder] : ['--test'];
  const { code, output } = await ran('own.test.js', text, ...args);
  expect(code).toBe(1);
  const ID = 'registry/allocation-v1/withdraw/debug-fields-omitted';
  expect(output).toContain(`same problem as ${ID}: disclosedContracts[].debug`);
  expect(output.match(/✗ MUST {2}1\. disclosedContracts/g)).toHaveLength(1);
  expect(output).toContain('debugPayload is present');
  if (runner === 'vitest') {
    expect(output).toMatch(
      /^- {3}"\/disclosedContracts\/\d\/debug\w+": "nothing with excludeDebugFields true"/m,
    );
    expect(output).toMatch(/^\+ {3}"\/disclosedContracts\/\d\/debug\w+": "/m);
  } else expect(output).toMatch(/expected:\s+\/disclosedContracts\/\d\/debug\w+: 'nothing/);
});
