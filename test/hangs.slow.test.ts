/** Former causes of hangs: no command may hang on these files and responses, or exhaust the memory. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledgerContract } from '../suites/ledger/contract.ts';
import { buildCli, type Cli } from './cli.ts';

let cli: Cli;
let folder: string;
let server: Server;
let url: string;
let requests = 0;

/** Every object has these members; the text makes backtracking patterns slow. */
const BODY = JSON.stringify({ version: `${'a'.repeat(50_000)}!`, id: 'x' });

beforeAll(async () => {
  cli = buildCli();
  folder = mkdtempSync(join(tmpdir(), 'assay-hangs-'));
  server = createServer((request, response) => {
    requests++;
    request.resume().on('end', () => {
      const known = !request.url?.includes('no-such-path');
      response.writeHead(known ? 200 : 404, { 'content-type': 'application/json' });
      response.end(known ? BODY : '{"error":"unknown"}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}, 60_000);

afterAll(async () => {
  cli.remove();
  rmSync(folder, { recursive: true });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const file = (name: string, content: string): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

/** Runs only a few requirements; returns the report folder. */
async function small(out: string, ...more: readonly string[]): Promise<string> {
  const only =
    'registry/allocation-v1/withdraw/{operation-exists,rejects-unknown-id,response-shape}';
  const args = ['run', 'registry', url, '--only', only, '--out', join(folder, out)];
  const { code, stderr } = await cli.run([...args, '--rate', '5000/s', '--runs', '5', ...more]);
  expect(code, stderr).not.toBeNull();
  return join(folder, out);
}

describe('fixture ids', () => {
  it.each(['...', '....', '.a', '..a'])('%s draws near misses and ends', async (id) => {
    const fixtures = file('f.json', JSON.stringify({ allocations: [id] }));
    await small('dots', '--fixtures', fixtures);
  });

  it('that no path can hold are rejected, in a recording too', async () => {
    const fixtures = file('f.json', JSON.stringify({ allocations: ['..'] }));
    const { code, stderr } = await cli.run(['plan', 'registry', '--fixtures', fixtures]);
    expect([code, stderr]).toEqual([
      3,
      expect.stringMatching(/f\.json:1:17: allocations\[0\]: "\.\."/),
    ]);
    const har = join(await small('recorded'), 'evidence.har');
    for (const [id, expected] of [
      ['..', [3]],
      ['...', [1, 2]],
    ] as const) {
      const text = readFileSync(har, 'utf8').replace('"allocations":[]', `"allocations":["${id}"]`);
      const judged = await cli.run(['judge', file('other.har', text)]);
      expect(expected, judged.stderr).toContain(judged.code);
    }
  });
});

describe('replay of a report of others', () => {
  it('skips a case that no run draws, and sends each case once', async () => {
    const folderOfRun = await small('replayed');
    const report = JSON.parse(readFileSync(join(folderOfRun, 'report.json'), 'utf8'));
    const failed = report.verdicts.find((v: { counterexample?: object }) => v.counterexample);
    const { counterexample } = failed;
    const far = counterexample.path.replace(/@.*/, '@99999999999');
    const tricked = { ...failed, counterexample: { ...counterexample, path: far } };
    const one = file('far.json', JSON.stringify({ ...report, verdicts: [tricked] }));
    const { code, stdout } = await cli.run(['replay', one]);
    expect([code, stdout]).toEqual([2, expect.stringMatching('no case has these values')]);
    const often = { ...failed, failsWhen: 'now-and-then' };
    const copies = Array.from({ length: 200 }, () => often);
    const many = file('many.json', JSON.stringify({ ...report, verdicts: copies }));
    requests = 0;
    const replayed = await cli.run(['replay', many]);
    expect(replayed.stderr).toMatch(/Sending 1 failure of .* At most 5000 requests are sent;/);
    expect(requests).toBeLessThan(1000);
  });
});

it('a pattern on which other engines never end is checked, and the run ends', async () => {
  const text = JSON.stringify(ledgerContract().document);
  const document = JSON.parse(text);
  const { schema } = document.paths['/v2/version'].get.responses['200'].content['application/json'];
  const named = document.components.schemas[schema.$ref.split('/').at(-1)];
  named.properties.version.pattern = '^(a+)+$';
  const args = [
    'run',
    'ledger',
    url,
    '--contract-file',
    file('trap.json', JSON.stringify(document)),
  ];
  const options = ['--only', 'ledger/version/*', '--rate', '5000/s', '--out', join(folder, 'trap')];
  const { code, stderr } = await cli.run([...args, ...options]);
  expect(code, stderr).toBe(1);
  expect(readFileSync(join(folder, 'trap/report.json'), 'utf8')).toMatch('(a+)+');
});

describe('an oversized file', () => {
  const id = '00'.repeat(69);
  it.each([
    [
      '50 MB of YAML',
      () => `allocations:\n${`  - "${id}"\n`.repeat(350_000)}`,
      'larger than 16 MiB',
    ],
    [
      '4 MB of ids',
      () => `allocations:\n${`  - "${id}"\n`.repeat(28_000)}`,
      ':2:3: allocations: has more',
    ],
    ['levels without end', () => '['.repeat(2 ** 20), ':1:100: more than 100 levels'],
  ])('%s is rejected with little memory', async (_, text, expected) => {
    const path = file('much.yaml', text());
    const env = { NODE_OPTIONS: '--max-old-space-size=160' };
    const { code, stderr } = await cli.run(['plan', 'registry', '--fixtures', path], { env });
    expect([code, stderr]).toEqual([3, expect.stringContaining(expected)]);
  });
});
