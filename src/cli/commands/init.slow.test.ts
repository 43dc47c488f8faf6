import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { NEWEST } from '../../../suites/ledger/versions.ts';
import { keptCli } from '../../../test/cli.ts';
import { folderWith } from '../../../test/files.ts';
import { interviewed } from '../../../test/interviewed.ts';
import { ledgerFor, registryFor } from '../../../test/reference.ts';
import { http } from '../../../test/servers.ts';

vi.setConfig({ testTimeout: 30_000 });
const cli = keptCli();
afterAll(() => cli.remove());

const UNKNOWN = `00${'ab'.repeat(32)}`;

it('init reports a wrong URL, a page and a dead id at once, and prompts again', async () => {
  const { url, fixtures } = await registryFor();
  const page = await http((_, response) => response.end('<title>Sign in</title>'));
  const [live = ''] = fixtures.allocations ?? [];
  const { values, shown } = await interviewed([
    ...['127.0.0.1', page.href, url],
    ...[UNKNOWN, live, live, ''],
    // No further ids, and the proposed values for the arguments of the factories.
    ...Array<string>(15).fill(''),
  ]);
  expect(shown).toContain('"127.0.0.1" has no scheme');
  expect(shown).toContain('neither a registry nor a ledger');
  expect(shown).toContain('A registry responds there.');
  expect(shown).toContain(
    '404 from allocation-v1/withdraw: not live here. Enter another value, or press Enter to skip.',
  );
  expect(shown).toContain('that value is already listed');
  expect(values).toMatchObject({ surface: 'registry', url });
  const one = [expect.objectContaining({ extraArgs: expect.anything() })];
  expect(values.fixtures).toEqual({
    ...{ allocations: [live], allocationsV2: [live], choiceArguments: one },
    ...{ transferArguments: one, settlementArguments: one },
    ...{ allocationArgumentsV2: one, transferArgumentsV2: one },
  });
});

it('init prompts for the variable with the token of a ledger, and tries it', async () => {
  const { url, tokens } = await ledgerFor({ auth: true });
  const { values, shown } = await interviewed(
    [url, tokens.reader, 'NO_SUCH_VARIABLE', 'ASSAY_TEST_OLD', 'ASSAY_TEST_READER', '', ''],
    { ASSAY_TEST_OLD: tokens.expired, ASSAY_TEST_READER: tokens.reader },
  );
  expect(shown).toContain('Token: needed');
  expect(shown).toContain('The token itself is never written to a file');
  expect(shown).toContain('NO_SUCH_VARIABLE is empty or missing');
  expect(shown).toContain('Token: rejected');
  expect(shown).toContain('Token: accepted: user reader (CanReadAs)');
  expect(values).toEqual({ surface: 'ledger', url, tokenEnv: 'ASSAY_TEST_READER', fixtures: {} });
});

it.each([0, 1, 2, 3, 6, 9])('init ends when a person leaves after %d prompts', async (values) => {
  const { url, fixtures } = await registryFor();
  const [live = ''] = fixtures.allocations ?? [];
  const all = ['127.0.0.1', 'http://127.0.0.1:9', url, UNKNOWN, live, '', '', 'no json', '{}'];
  await expect(interviewed(all.slice(0, values), {}, true)).rejects.toThrow('Nothing was written');
});

it('init ends when a person leaves before a token is named', async () => {
  const { url } = await ledgerFor({ auth: true });
  await expect(interviewed([url, 'NO_SUCH_VARIABLE'], {}, true)).rejects.toThrow(
    'Nothing was written',
  );
});

it('init without a terminal takes every value from options, and writes files that work and name their schemas', async () => {
  const { url, fixtures } = await registryFor();
  const [live = '', second = ''] = [
    ...(fixtures.allocations ?? []),
    ...(fixtures.reassigning ?? []),
  ];
  const cwd = folderWith({ 'arguments.json': JSON.stringify(fixtures.choiceArguments?.[0]) });
  const words = [
    '--fixture',
    `allocations=${live}, ${second}`,
    '--fixture',
    'choiceArguments=@arguments.json',
  ];
  const made = await cli.run(['init', url, ...words], { cwd });
  expect([made.code, made.stderr]).toEqual([0, '']);
  expect(made.stdout).toMatch(
    /^Written: fixtures\.yaml and assay\.yaml\nMade up, and accepted by the target: transferArguments, .+\n(?:.+\n)*Missing:\n(?: {2}\w+: .+\n)+Next:\n {2}npx --no-install assay run\n$/,
  );
  expect(made.stdout).toMatch(
    /^ {2}transferInstructions: .+ Give --fixture transferInstructions=VALUE,/m,
  );
  expect(made.stdout).not.toMatch(/^ {2}(allocations|choiceArguments): /m);
  const texts = ['assay.yaml', 'fixtures.yaml'].map((name) =>
    readFileSync(join(cwd, name), 'utf8'),
  );
  const schemas = texts.map((text) => /^# yaml-language-server: \$schema=(.*)\n/.exec(text)?.[1]);
  for (const place of schemas)
    expect(existsSync(new URL(place ?? '', pathToFileURL(`${cwd}/`)))).toBe(true);
  const [settings, written] = texts.map((text) => parse(text));
  expect(settings).toEqual({ surface: 'registry', url, fixtures: 'fixtures.yaml' });
  expect(written).toMatchObject({
    allocations: [live, second],
    choiceArguments: fixtures.choiceArguments?.slice(0, 1),
  });
  const plan = await cli.run(['plan', 'registry', url], { cwd });
  expect(plan.stdout).toMatch(/needs (?:\w+, )*allocationsV2\b/);
  expect(plan.stdout).not.toMatch(/needs (?:\w+, )*allocations\b/);
  const ran = await cli.run(['run', '--only', '*/withdraw/operation-exists', '-q'], { cwd });
  // The file is here, and the command line does not name it.
  expect(ran).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^Settings come from assay/),
  });
  const again = await cli.run(['init', url], { cwd });
  expect(again.stderr).toMatch(/assay\.yaml already exists\. Add --force/);
  expect(again.code).toBe(3);
  const before = readFileSync(join(cwd, 'fixtures.yaml'), 'utf8');
  writeFileSync(join(cwd, 'fixtures.yaml'), `# By hand\n${before}`);
  const forced = await cli.run(['init', url, '--force', '--contract', NEWEST], { cwd });
  expect(forced.code).toBe(0);
  expect(forced.stdout).toMatch(/^The former files are kept: .*fixtures\.yaml\.old\b/m);
  expect(readFileSync(join(cwd, 'fixtures.yaml.old'), 'utf8')).toBe(`# By hand\n${before}`);
});

it('init without a terminal names the option of a wrong value, and writes nothing', async () => {
  const { url } = await registryFor();
  const ledger = await ledgerFor({ auth: true });
  const cwd = folderWith({});
  const problems = await Promise.all(
    [
      [],
      [url, '--fixture', `allocations=${UNKNOWN}`],
      [url, '--fixture', 'allocation=1'],
      [url, '--surface', 'ledger'],
    ].map((words) => cli.run(['init', ...words], { cwd })),
  );
  expect(problems.map(({ code }) => code)).toEqual([3, 3, 3, 3]);
  const expected = [
    /no terminal.*--surface, --contract, --token-env, --fixture/,
    /--fixture allocations=00abab.*404 from allocation-v1\/withdraw: not live here/,
    /--fixture "allocation=1": write NAME=VALUE.*allocations/,
    /--surface ledger: .* is a registry/,
  ];
  problems.forEach(({ stderr }, i) => {
    expect(stderr).toMatch(expected[i] ?? /$^/);
  });
  expect(existsSync(join(cwd, 'assay.yaml'))).toBe(false);
  // What the target shows without a token is written.
  const part = await cli.run(['init', ledger.url], { cwd });
  expect(part.stdout).toMatch(
    /^Written: assay\.yaml\nMissing:\n {2}Token: needed.*--token-env NAME\.\n/,
  );
  expect(part.code).toBe(0);
});
