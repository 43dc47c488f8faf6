/** A surface that is no part of the package is registered by a program of its own, and every command knows it. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import type { Report } from '../src/model/index.ts';
import { buildCli, type Cli } from './cli.ts';

vi.setConfig({ testTimeout: 30_000 });
const ROOT = new URL('..', import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), 'assay-outside-'));
const file = (name: string): string => join(folder, name);
let cli: Cli;
let url = '';
let stopServing: () => void = () => undefined;
let served: ReturnType<Cli['run']>;

/** In a folder that has the package installed; its reference server runs until the tests are over. */
beforeAll(async () => {
  cpSync(join(ROOT, 'test/outside'), folder, { recursive: true });
  mkdirSync(file('node_modules'));
  symlinkSync(inject('build'), file('node_modules/assay'));
  symlinkSync(join(ROOT, 'node_modules/fast-check'), file('node_modules/fast-check'));
  cli = buildCli(file('cli.js'));
  url = await serving([]);
}, 60_000);
afterAll(async () => {
  stopServing();
  await served;
  cli.remove();
  rmSync(folder, { recursive: true });
});

/** Starts `serve`, and returns the URL that it prints. */
function serving(options: readonly string[]): Promise<string> {
  const fixtures = ['--fixtures-out', file('fixtures.yaml')];
  return new Promise((resolve) => {
    served = cli.run(['serve', 'pets', ...fixtures, ...options], {
      onOutput: (text, kill) => {
        const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? [];
        if (found === undefined) return;
        stopServing = () => kill('SIGTERM');
        resolve(found);
      },
    });
  });
}

test('serve writes its fixtures, and plan and run read them', async () => {
  expect(readFileSync(file('fixtures.yaml'), 'utf8')).toBe('pets:\n  - "rex"\n  - "tom"\n');
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

test('a fixtures file is held to the schema of the surface', async () => {
  const wrong = await cli.run(['plan', 'pets', url, '--fixtures', file('wrong.yaml')]);
  expect(wrong.code).toBe(3);
  expect(wrong.stderr).toMatch(
    /wrong\.yaml:2:5: pets\[0\]: is the number 7 and must be of type string/,
  );
});

test('doctor finds out what responds, and help names the surface', async () => {
  const { stdout } = await cli.run(['doctor', url]);
  expect(stdout).toContain('a pets');
  const help = await cli.run(['--help']);
  expect(help.stdout).toContain('run pets https://pets.example');
});

test('prove shows that each requirement fails with its fault, by itself and among all', async () => {
  const own = await cli.run(['prove', 'pets']);
  expect(own.stdout).toMatch(/The kit is proved\./);
  expect(own.code).toBe(0);
  const matrix = await cli.run(['prove', 'pets', '--matrix']);
  expect(matrix.stdout).toMatch(/first-pet-for-all +killed by pets\/pet\/has-its-name/);
  expect(matrix.code).toBe(0);
});
