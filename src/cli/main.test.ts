/** Texts for new users: help, and messages about wrong command lines. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith } from '../../test/files.ts';
import { printed } from '../../test/printed.ts';

const COMMANDS = [
  ...['demo', 'doctor', 'init', 'run', 'plan', 'cleanup', 'judge', 'proxy', 'drift', 'compare'],
  ...['list', 'explain', 'spec', 'diff'],
  ...['replay', 'merge', 'compare-reports', 'keygen', 'sign', 'verify'],
  ...['serve', 'prove'],
];
const URL = 'http://127.0.0.1:9';

describe('help', () => {
  it('groups the commands, and its lines fit 80 columns', async () => {
    const { stdout, code } = await printed('--help');
    const groups = ['Check a server:', 'Understand:', 'Reports:', 'Assay itself:', 'Examples:'];
    const places = groups.map((title) => stdout.indexOf(`\n${title}\n`));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
    expect(stdout).not.toContain('\nCommands:');
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(code).toBe(0);
  });

  it.each(COMMANDS)('of the command %s has --no-color, and each default once', async (name) => {
    const { stdout } = await printed(name, '--help');
    const options = stdout.split(/\n {2}(?=-)/).slice(1);
    expect(options.filter((option) => /--no-color/.test(option))).toHaveLength(1);
    const twice = options.filter((option) => (option.match(/default:/g)?.length ?? 0) > 1);
    expect(twice).toEqual([]);
    expect(stdout).not.toContain('default: []');
  });
});

it.each([
  [['rnu'], /\(Did you mean run\?\)\n`npx --no-install assay --help`/],
  [['frobnicate'], /^error: unknown command 'frobnicate'\n`npx --no-install assay --help`/],
  [[URL], new RegExp(`npx --no-install assay doctor ${URL}\n`)],
  [['registry'], /npx --no-install assay run registry URL\n/],
  [
    ['run', URL, 'registry'],
    /is a URL\. The surface comes first: registry or ledger\. npx --no-install assay doctor http/,
  ],
  [['run', 'regstry', URL], /no surface "regstry"\. Did you mean registry\?/],
  [['plan', 'foo'], /no surface "foo"\. Known: registry, ledger\./],
  [
    ['run', 'registry', URL, '--concurrency', '100'],
    /--concurrency: "100" is not a whole number from 1 to 64/,
  ],
  [['explain', 'foo'], /no requirement matches "foo"\. `npx --no-install assay list` shows all/],
  [
    ['list', '--only', 'wthdraw'],
    /no requirement matches "wthdraw"\. `npx --no-install assay list`/,
  ],
  [['serve', 'ledger', '--variant', 'foo'], /--variant foo: .* There are .*late-first-element, /],
])('%j is a wrong command line: exit code 3', async (argv, message) => {
  const { stderr, code } = await printed(...argv);
  expect(stderr).toMatch(message);
  expect(code).toBe(3);
});

it.each([
  [['run', 'registry', URL, '--out', ''], '--out'],
  [['run', 'registry', URL, '--fixtures', ''], '--fixtures'],
  [['run', 'registry', URL, '--bundle', ''], '--bundle'],
  [['run', 'registry', URL, '--baseline-write', ''], '--baseline-write'],
  [['run', 'registry', URL, '--only', ''], '--only'],
  [['run', 'registry', ''], 'url'],
  [['board', URL, '--key', ''], '--key'],
  [['merge', 'a', ''], 'folders'],
  [['cleanup', ''], 'folder|url'],
  [['verify', 'x.zip', '--key', ''], '--key'],
  [['list', '--html', ''], '--html'],
])('%j has an empty value, which is named before anything is done', async (argv, name) => {
  const { stdout, stderr, code } = await printed(...argv);
  expect(stderr).toMatch(`error: ${name}: the value is empty. Check the variable that it comes`);
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
});

it('cleanup of a place where no run wrote is an error, not a clean target', async () => {
  const folder = folderWith({ 'report.json': 'mine' });
  mkdirSync(join(folder, 'run'));
  writeFileSync(join(folder, 'run/.assay'), '');
  for (const place of [folder, join(folder, 'report.json')]) {
    const { code, stdout, stderr } = await printed('cleanup', place);
    expect(stderr).toMatch(
      /no run wrote there.* Name the folder of a run, or the URL of the server/,
    );
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  }
  const { code, stdout } = await printed('cleanup', join(folder, 'run'));
  expect({ code, stdout }).toEqual({ code: 0, stdout: 'Nothing was left.\n' });
});

describe('list', () => {
  it('accepts short names and levels, in capitals or not', async () => {
    const { stdout } = await printed('list', '--only', 'debug-fields-omitted', '--level', 'must');
    // All operations of a registry except metadata: 13 contexts and 5 factories.
    expect(
      stdout.match(/^ {2}MUST {4}registry\/[a-z0-9-]+\/[a-z-]+\/debug-fields-omitted$/gm),
    ).toHaveLength(18);
    expect(stdout).toMatch(/\n18 requirements: 18 MUST, 0 SHOULD, 0 MAY\./);
    expect(stdout).not.toContain('ledger');
    const json = await printed(
      'list',
      'ledger',
      '--only',
      '*/version/*',
      '--level',
      'MUST',
      '--json',
    );
    const rows = JSON.parse(json.stdout) as { id: string; level: string }[];
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.filter(({ id, level }) => level !== 'MUST' || !id.includes('/version/'))).toEqual(
      [],
    );
  });
});

it.each([
  ['run', 'http://user:s3cr3t-words@h'],
  ['list', 'http://user:s3cr3t-words@h'],
  ['explain', 'http://user:s3cr3t-words@h'],
  ['judge', 'http://user:s3cr3t-words@h'],
  ['verify', 'http://user:s3cr3t-words@h'],
  ['board', 'http://user:s3cr3t-words@h', '--out', '/dev/null/x'],
  ['http://user:s3cr3t-words@h'],
  ['run', 'registry', URL, '--token=s3cr3t-words'],
  ['run', 'registry', URL, '--header', 'X-Api-Key: s3cr3t-words'],
  ['proxy', URL, '--listen', 'http://user:s3cr3t-words@h'],
])('no message repeats a secret of the command line: %s %s', async (...args) => {
  const { stdout, stderr, code } = await printed(...args);
  expect(stdout + stderr).not.toContain('s3cr3t-words');
  expect(code).toBe(3);
});
