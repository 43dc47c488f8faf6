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
    'an unknown requirement',
    ['registry', URL, '--only', 'registry/allocation-v1/withdraw/operation-exist'],
    /no requirement matches "registry\/allocation-v1\/withdraw\/operation-exist"\. Did you mean registry\/allocation-v1\/withdraw\/operation-exists\?/,
  ],
  ['an unknown profile', ['registry', URL, '--profile', 'fast'], /Allowed choices are full, quick/],
  [
    'two tokens',
    ['registry', URL, '--token-env', 'A', '--token-file', 'b'],
    /cannot be used with option/,
  ],
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
  [['explain', 'debug-fields-ommitted'], /Did you mean debug-fields-omitted\?/],
  [['serve', 'registry', '--variant', 'charsets'], /--variant charsets: .* Did you mean charset\?/],
  [['prove', '--fault', 'flag-ignord'], /--fault flag-ignord: .* Did you mean flag-ignored\?/],
  [['list', 'ledgers'], /there is no surface "ledgers"\. Did you mean ledger\?/],
])('the command line rejects %j with the nearest name', async (args, message) => {
  const { code, stderr } = await cli.run(args);
  expect(stderr).toMatch(message);
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
