/** Each mistake in the operator's input is named with a remedy before any request is sent. */
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { keptCli } from './cli.ts';
import { folderWith } from './files.ts';
import { listen } from './servers.ts';

vi.setConfig({ testTimeout: 30_000 });
const cli = keptCli();
afterAll(() => cli.remove());

const URL = 'http://127.0.0.1:9';

it.each([
  [
    'no scheme',
    ['registry', 'localhost:4000'],
    /"localhost:4000" has no scheme\. Write http:\/\/loc/,
  ],
  ['no URL', ['registry'], /the URL of the target is missing/],
  ['an unknown surface', ['registri', URL], /no surface "registri"\. Did you mean registry\?/],
  [
    'an unknown option',
    ['registry', URL, '--onyl', 'x'],
    /unknown option '--onyl'\n\(Did you mean --only/,
  ],
  [
    'an unknown requirement',
    ['registry', URL, '--only', 'registry/allocation-v1/withdraw/operation-exist'],
    /no requirement matches "registry\/allocation-v1\/withdraw\/operation-exist"\. Did you mean registry\/allocation-v1\/withdraw\/operation-exists\?/,
  ],
  ['an empty pattern', ['registry', URL, '--only', ',*'], /--only: a pattern is empty/],
  [
    'a wrong seed',
    ['registry', URL, '--seed', '1.5'],
    /--seed: "1\.5" is not a seed\. Write .*, or random\./,
  ],
  ['a seed in words', ['registry', URL, '--seed', 'Random'], /--seed: "Random" is not a seed/],
  ['an unknown profile', ['registry', URL, '--profile', 'fast'], /Allowed choices are full, quick/],
  [
    'more runs of the quick profile',
    ['registry', URL, '--profile', 'quick', '--runs', '3'],
    /--runs: the quick profile has no additional random values/,
  ],
  [
    'a certificate of the quick profile',
    ['registry', URL, '--profile', 'quick', '--certify'],
    /--certify: the quick profile sends too little/,
  ],
  ['runs for a ledger', ['ledger', URL, '--runs', '3'], /--runs: only for the surface registry/],
  [
    'two tokens',
    ['registry', URL, '--token-env', 'A', '--token-file', 'b'],
    /cannot be used with option/,
  ],
  [
    'a missing token',
    ['registry', URL, '--token-env', 'NO_SUCH'],
    /NO_SUCH is empty or missing\. Set it/,
  ],
  [
    'a folder that cannot be',
    ['registry', URL, '--out', '/proc/assay'],
    /report folder \/proc\/assay cannot be written/,
  ],
  [
    'missing fixtures',
    ['registry', URL, '--fixtures', 'none.yaml'],
    /none\.yaml: cannot be read \(ENOENT\)/,
  ],
  ['a path without a seed', ['registry', URL, '--path', 'a#b@0'], /Add --seed/],
  [
    'a path that is none',
    ['registry', URL, '--path', 'a', '--seed', '1'],
    /a: this is not a case\. Copy counter/,
  ],
  [
    'a path of a near probe',
    ['registry', URL, '--path', 'allocation-v1/withdraw/unknown-idz#in-a-row@0', '--seed', '1'],
    /judges allocation-v1\/withdraw\/unknown-idz\. Did you mean allocation-v1\/withdraw\/unknown-ids\?/,
  ],
  [
    'a path that goes nowhere',
    [
      'registry',
      URL,
      '--path',
      'allocation-v1/withdraw/unknown-ids#in-a-row@0:999999',
      '--seed',
      '1',
    ],
    /no case has these values/,
  ],
  [
    'a path that wants fixtures',
    ['registry', URL, '--path', 'allocation-v1/withdraw/live-id#live-1@0', '--seed', '1'],
    /this case needs allocations in --fixtures/,
  ],
])('the command line names %s', async (_, args, message) => {
  const { code, stdout, stderr } = await cli.run(['run', ...args]);
  expect(stderr).toMatch(message);
  expect(stderr).not.toMatch(/\n\s+at /);
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
});

it.each([
  [['rnu'], /unknown command 'rnu'\n\(Did you mean run\?\)/],
  [['explain', 'debug-fields-ommitted'], /Did you mean debug-fields-omitted\?/],
  [
    ['serve', 'registry', '--fault', 'flag-ignord'],
    /--fault flag-ignord: .* Did you mean flag-ignored\?/,
  ],
  [['serve', 'registry', '--variant', 'charsets'], /--variant charsets: .* Did you mean charset\?/],
  [['prove', '--fault', 'flag-ignord'], /--fault flag-ignord: .* Did you mean flag-ignored\?/],
  [['list', 'ledgers'], /there is no surface "ledgers"\. Did you mean ledger\?/],
])('the command line rejects %j with the nearest name', async (args, message) => {
  const { code, stderr } = await cli.run(args);
  expect(stderr).toMatch(message);
  expect(code).toBe(3);
});

it('the command line names file, line and member of wrong fixtures, and the output of their command', async () => {
  const cwd = folderWith({
    'wrong.yaml': 'allocations:\n  - 5\n',
    'failing.yaml': `command: [sh, -c, 'echo no ledger here >&2; exit 4']`,
  });
  const wrong = await cli.run(['run', 'registry', URL, '-F', 'wrong.yaml'], { cwd });
  expect(wrong.stderr).toMatch('error: wrong.yaml:2:5: allocations[0]: is the number 5');
  const failing = await cli.run(['run', 'registry', URL, '-F', 'failing.yaml'], { cwd });
  expect(failing.stderr).toMatch(
    /exit code 4\. It must exit with 0\. Its last words:\n {2}no ledger/,
  );
  expect([wrong.code, failing.code]).toEqual([3, 3]);
});

it('the command line reads secrets through assay.yaml of the current folder', async () => {
  const cwd = folderWith({ 'assay.yaml': 'rates: 2/s\n' });
  const wrong = await cli.run(['plan', 'registry'], { cwd });
  expect(wrong.stderr).toMatch('assay.yaml:1:1: rates: is not a known member here.');
  const open = await cli.run(['run', 'registry', URL, '--header', 'X-Api-Key: s3cr3t']);
  expect(open.stderr).toMatch(/--header X-Api-Key: a secret does not belong on the command line/);
  expect(open.stderr).not.toContain('s3cr3t');
  expect([wrong.code, open.code]).toEqual([3, 3]);
});

it('the command line names a port that is taken', async () => {
  const port = await listen(createServer());
  const { code, stderr } = await cli.run(['serve', 'registry', '--port', String(port)]);
  expect(stderr).toMatch(`--port ${port}: cannot be used (EADDRINUSE). Name another`);
  expect(code).toBe(3);
});

it('the command line shows the stack of an error only on request', async () => {
  const env = { ASSAY_DEBUG: '1' };
  const { stderr } = await cli.run(['run', 'registry', 'ftp://x'], { env });
  expect(stderr).toMatch(/\n\s+at /);
});

it('the command line tries the report folder before the first request', async () => {
  let requests = 0;
  const server = createServer((_, response) => {
    requests++;
    response.end();
  });
  const port = await listen(server);
  const out = join(folderWith({ file: '' }), 'file', 'reports');
  const { code } = await cli.run(['run', 'registry', `http://127.0.0.1:${port}`, '--out', out]);
  expect({ code, requests }).toEqual({ code: 3, requests: 0 });
});
