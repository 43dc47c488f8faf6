/**
 * Files of own rules with the command line as it is published, against reference servers; the files of docs/own-rules.md.
 * By night, also on an older ledger.
 */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Report } from '../src/model/index.ts';
import { ROOT } from './as-built.ts';
import { type Cli, keptCli } from './cli.ts';
import { byDay } from './nightly.ts';
import { ledgerFor, registryFor } from './reference.ts';

vi.setConfig({ testTimeout: 60_000 });
let cli: Cli;
let folder = '';
const file = (name: string): string => join(folder, name);
const run = (...args: string[]) => cli.run(args, { cwd: folder });
const report = (name = 'out'): Report =>
  JSON.parse(readFileSync(file(`${name}/report.json`), 'utf8')) as Report;
const outcomes = (): Readonly<Record<string, string>> =>
  Object.fromEntries(report().verdicts.map(({ requirement, outcome }) => [requirement, outcome]));

beforeAll(() => {
  cli = keptCli();
  folder = mkdtempSync(join(tmpdir(), 'assay-rules-'));
  for (const name of ['registry', 'ledger'])
    copyFileSync(join(ROOT, `examples/own-api/${name}-rules.yaml`), file(`${name}-rules.yaml`));
});
afterAll(() => {
  cli.remove();
  rmSync(folder, { recursive: true });
});

const LIST = 'registry/metadata-v1/instruments/pages-keep-their-size';

async function registry(...faults: readonly string[]): Promise<string> {
  const { url } = await registryFor({ faults });
  return url;
}

test('a rule of a file passes on a registry that keeps it, and fails on one with a fault', async () => {
  const options = ['--rules', 'registry-rules.yaml', '--only', LIST, '--out', 'out', '--force'];
  const kept = await run('run', 'registry', await registry(), ...options);
  expect(kept).toMatchObject({ code: 0 });
  expect(outcomes()).toEqual({ [LIST]: 'passed' });
  const broken = await run('run', 'registry', await registry('pages-kept-by-path'), ...options);
  expect(broken.code).toBe(1);
  expect(broken.stdout).toContain('House rule 10: a page has no more than was asked for.');
  expect(outcomes()).toEqual({ [LIST]: 'failed' });
  expect(report().rules).toEqual([
    { file: 'registry-rules.yaml', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ]);

  // The same report without the file, with another one, and with it.
  for (const command of ['judge', 'replay']) {
    const without = await run(command, 'out');
    expect(without.code).toBe(3);
    expect(without.stderr.replace(/\s+/g, ' ')).toMatch(
      /it was made with the rules in registry-rules\.yaml \(SHA-256 \w+…\).*Add --rules registry-rules\.yaml\./,
    );
    expect(without.stdout).toBe('');
  }
  const again = await run('judge', 'out', '--rules', 'registry-rules.yaml');
  expect(again.stdout).toContain('every verdict is the same');
  writeFileSync(file('other.yaml'), `${readFileSync(file('registry-rules.yaml'))}# changed\n`);
  const other = await run('judge', 'out', '--rules', 'other.yaml');
  expect(other.code).toBe(3);
  const replayed = await run('replay', 'out', '--rules', 'registry-rules.yaml');
  expect(replayed).toMatchObject({ code: 1, stdout: expect.stringContaining('STILL FAILS') });
});

test('a rule of a settings file is found, and a report of shards is merged with it', async () => {
  const url = await registry();
  const settings = `surface: registry\nurl: ${url}\nrules: registry-rules.yaml\nonly: '${LIST}'\n`;
  writeFileSync(file('assay.yaml'), settings);
  onTestFinished(() => rmSync(file('assay.yaml')));
  const ran = await run('run', '--out', 'shard', '--shard', '1/1');
  expect(ran.stderr).toContain('registry-rules.yaml');
  expect(ran.code).toBe(0);
  expect((await run('list', 'registry', '--only', LIST)).code).toBe(0);
  const without = await run('merge', 'shard', '--out', 'whole', '--no-color');
  expect(without.stderr).toContain('Add --rules registry-rules.yaml.');
  const merged = await run('merge', 'shard', '--out', 'whole', '--rules', 'registry-rules.yaml');
  expect(merged.code).toBe(0);
  expect(report('whole').rules).toEqual(report('shard').rules);
});

test.each(byDay(['3.5', '3.4'] as const, (version) => version === '3.5'))(
  'the rules of the page hold on a ledger %s, and fail with a fault',
  async (version) => {
    const only = 'parties-do-not-change,unknown-packages-are-missing,ledger/updates/times-are-utc';
    const options = ['--rules', 'ledger-rules.yaml', '--only', only, '--out', 'out', '--force'];
    const serve = async (...faults: string[]): Promise<string> => {
      const { url } = await ledgerFor({ version, faults, auth: false });
      return url;
    };
    const kept = await run('run', 'ledger', await serve(), ...options);
    expect(kept).toMatchObject({ code: 0, stderr: expect.stringMatching(/^Sending/) });
    expect(Object.values(outcomes())).toEqual(['passed', 'passed', 'passed']);
    const broken = await run('run', 'ledger', await serve('unknown-package-is-empty'), ...options);
    expect(broken.code).toBe(1);
    expect(outcomes()['ledger/package/unknown-packages-are-missing']).toBe('failed');
  },
);

test('a mistake ends with 3, and names file and line', async () => {
  writeFileSync(
    file('wrong.yaml'),
    'surface: registry\nrules:\n  a:\n    clause: One.\n    resonse: {}\n',
  );
  const wrong = await run('plan', 'registry', '--rules', 'wrong.yaml');
  expect(wrong.code).toBe(3);
  expect(wrong.stderr).toMatch(/wrong\.yaml:5:5: rules\.a\.resonse: .*Did you mean response\?/s);
});
