/** The example of docs/own-rules.md: every command knows its API, and its rules for the registry. */
import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Report } from '../src/model/index.ts';
import type { WholeReport } from '../src/report/with-problems.ts';
import { buildCli, type Cli } from './cli.ts';
import { registryFor } from './reference.ts';
import { http } from './servers.ts';

vi.setConfig({ testTimeout: 30_000 });
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'assay-outside-'));
const file = (name: string): string => join(folder, name);
let cli: Cli;
let url = '';
let stopServing: () => void = () => undefined;
let served: ReturnType<Cli['run']>;
let servedText = '';

/** Uses a folder with the installed package; its reference server runs until the tests end. */
beforeAll(async () => {
  cpSync(join(ROOT, 'examples/own-api'), folder, { recursive: true });
  writeFileSync(file('wrong.yaml'), 'pets:\n  - 7\n');
  mkdirSync(file('node_modules'));
  symlinkSync(ROOT, file('node_modules/assay'));
  cli = buildCli(file('cli.js'));
  url = await serving([]);
}, 60_000);
afterAll(async () => {
  stopServing();
  await served;
  cli.remove();
  rmSync(folder, { recursive: true });
});

/** Starts `serve`, and returns the printed URL. */
function serving(options: readonly string[]): Promise<string> {
  const fixtures = ['--fixtures-out', file('fixtures.yaml')];
  return new Promise((resolve) => {
    served = cli.run(['serve', 'pets', ...fixtures, ...options], {
      onOutput: (text, kill) => {
        const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? [];
        if (found === undefined) return;
        servedText ||= text;
        stopServing = () => kill('SIGTERM');
        resolve(found);
      },
    });
  });
}

test('serve writes its fixtures, and plan and run read them', async () => {
  expect(readFileSync(file('fixtures.yaml'), 'utf8')).toBe(
    '# Fixtures of a reference server of Assay.\npets:\n  - "rex"\n  - "tom"\n',
  );
  const options = ['--fixtures', file('fixtures.yaml')];
  const planned = await cli.run(['plan', 'pets', url, ...options]);
  expect(planned).toMatchObject({ code: 0, stderr: '' });
  expect(planned.stdout).toContain('pet/known');
  const ran = await cli.run(['run', 'pets', url, ...options, '--out', file('out'), '--certify']);
  expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining('Conforms') });
  const report = JSON.parse(readFileSync(file('out/report.json'), 'utf8')) as Report;
  expect(report.contract).toMatchObject([{ id: 'pets', version: '1.0' }]);
  expect(report.verdicts).toMatchObject([
    { requirement: 'pets/pet/has-its-name', outcome: 'passed' },
  ]);
});

test('a file of rules is about this API too, and its rules fail with a fault', async () => {
  const options = ['--fixtures', file('fixtures.yaml'), '--rules', file('pets-rules.yaml')];
  const kept = await cli.run(['run', 'pets', url, ...options, '--out', file('own'), '--certify']);
  expect(kept).toMatchObject({ code: 0, stdout: expect.stringContaining('Conforms') });
  const [stop, ended] = [stopServing, served];
  const faulty = await serving(['--fault', 'first-pet-for-all']);
  const broken = await cli.run(['run', 'pets', faulty, ...options, '--out', file('own-fault')]);
  stopServing();
  await served;
  [stopServing, served] = [stop, ended];
  expect(broken.code).toBe(1);
  const report = JSON.parse(readFileSync(file('own-fault/report.json'), 'utf8')) as Report;
  const failed = report.verdicts.filter(({ outcome }) => outcome === 'failed');
  expect(failed.map(({ requirement }) => requirement)).toContain('pets/pet/tom-is-tom');
  expect(failed.at(-1)?.clause).toBe('House rule 5: a lookup by name shows that pet.');
});

test('a fixtures file is checked against the schema of the surface', async () => {
  const wrong = await cli.run(['plan', 'pets', url, '--fixtures', file('wrong.yaml')]);
  expect(wrong.code).toBe(3);
  expect(wrong.stderr).toMatch(
    /wrong\.yaml:2:5: pets\[0\]: is the number 7 and must be of type string/,
  );
});

test('doctor recognizes the surface, and help names it', async () => {
  const { stdout } = await cli.run(['doctor', url]);
  expect(stdout).toContain('a pets');
  const help = await cli.run(['--help']);
  expect(help.stdout).toContain('run pets https://pets.example');
});

test('messages name the program, and not the command of the package', async () => {
  const own = `node ${file('cli.js')}`;
  const { stdout: help } = await cli.run(['--help']);
  expect(help).toContain(`${own} run pets https://pets.example`);
  expect(help).not.toContain('npx');
  const { stderr } = await cli.run(['run', 'pets'], { cwd: folder });
  expect(stderr).toContain('Write node cli.js run pets URL');
  expect(servedText).toContain(`#   ${own} run pets ${url} --fixtures ${file('fixtures.yaml')}`);
});

test('prove shows that each requirement fails with its fault, alone and together', async () => {
  const own = await cli.run(['prove', 'pets']);
  expect(own.stdout).toMatch(/Assay is proved\./);
  expect(own.code).toBe(0);
  const matrix = await cli.run(['prove', 'pets', '--matrix']);
  expect(matrix.stdout).toMatch(/first-pet-for-all +killed by pets\/pet\/has-its-name/);
  expect(matrix.code).toBe(0);
});

const INFO = 'registry/metadata-v1/info/not-cached';

/** A registry, and a gateway before it that meets the house rule. */
async function registries(): Promise<readonly [without: string, kept: string]> {
  const { url } = await registryFor();
  const gateway = await http(async ({ method = 'GET', url: path = '/' }, response) => {
    const from = await fetch(new URL(path, url), { method });
    const type = from.headers.get('content-type') ?? 'text/plain';
    response.writeHead(from.status, { 'content-type': type, 'cache-control': 'no-store' });
    response.end(Buffer.from(await from.arrayBuffer()));
  });
  return [url, gateway.href];
}

test('a rule of a program is a requirement of the registry, and fails if a server breaks it', async () => {
  const [without, kept] = await registries();
  const options = ['--only', INFO, '--out', file('house')];
  const broken = await cli.run(['run', 'registry', without, ...options]);
  expect(broken.stdout).toMatch(/✗ MUST +1\. The header cache-control is missing/);
  expect(broken.stdout).toContain('House rule 7: no cache keeps what we send.');
  expect(broken.code).toBe(1);
  const report = JSON.parse(readFileSync(file('house/report.json'), 'utf8')) as WholeReport;
  expect(report.problems).toMatchObject([{ level: 'MUST', requirements: [INFO] }]);
  expect(await cli.run(['run', 'registry', kept, ...options])).toMatchObject({ code: 0 });
  const judged = await cli.run(['judge', file('house')]);
  expect(judged).toMatchObject({ code: 0, stderr: '' });
});

test('the same rule is a test of node:test', async () => {
  const [without, kept] = await registries();
  const fixtures = file('none.yaml');
  writeFileSync(fixtures, 'allocations: []\n');
  const under = async (url: string): Promise<string> => {
    const env = { ...process.env, ASSAY_URL: url, ASSAY_FIXTURES: fixtures, NO_COLOR: '1' };
    const args = ['--test', '--test-reporter=tap', file('house.test.js')];
    const ended = promisify(execFile)(process.execPath, args, { env });
    return (await ended.catch((error: { stdout: string }) => error)).stdout;
  };
  expect(await under(without)).toMatch(
    /^not ok \d+ - MUST registry\/metadata-v1\/info\/not-cached/m,
  );
  const passed = await under(kept);
  expect(passed).toMatch(/^ok \d+ - MUST registry\/metadata-v1\/info\/not-cached/m);
  expect(passed).toContain('# fail 0');
});
