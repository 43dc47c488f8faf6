/** What `assay replay` sends of a report from elsewhere, and the reports that it rejects. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { printed } from '../../../test/printed.ts';
import { failingReport, passingReport } from '../../../test/replayable.ts';
import { http } from '../../../test/servers.ts';
import type { Report } from '../../model/index.ts';

vi.setConfig({ testTimeout: 60_000 });

describe('replay of a report that names a server which the operator did not name', () => {
  /** A report with a failure on a server that records its requests, and the options for requests to it. */
  async function foreign(): Promise<{ file: string; config: string; heard: string[]; at: URL }> {
    const folder = await failingReport();
    const heard: string[] = [];
    const at = await http(({ rawHeaders }, response) => {
      heard.push(rawHeaders.join(' '));
      response.writeHead(404).end();
    });
    const file = join(folder, 'report.json');
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
    const { href } = at;
    writeFileSync(file, JSON.stringify({ ...report, target: { url: href } }));
    const config = join(folder, 'assay.yaml');
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the configuration's own placeholder
    writeFileSync(config, 'headers:\n  X-Desk: ${ASSAY_TEST_DESK}\n');
    return { file, config, heard, at };
  }

  it.each([
    ['a token from a variable', ['--token-env', 'ASSAY_TEST_DESK']],
    ['a token from a file', ['--token-file', 'none.txt']],
    ['a token that is fetched', ['--oauth-token-url', 'http://127.0.0.1:1/token']],
    ['a header', ['--header', 'X-Desk: 7']],
    ['a header of assay.yaml', []],
  ])('sends nothing to that server with %s, and exits with 4', async (_, args) => {
    vi.stubEnv('ASSAY_TEST_DESK', 'desk-secret');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { file, config, heard, at } = await foreign();
    const use = args.length === 0 ? ['--config', config] : args;
    const { code, stdout, stderr } = await printed('replay', file, ...use);
    expect(stderr).toMatch(`${at.origin} is named only by ${file}`);
    expect(stderr).toMatch(`add --url ${at.origin}. Nothing was sent.`);
    expect([code, stdout, heard]).toEqual([4, '', []]);
  });

  it('sends requests without credentials if none are given, and shows the host even with -q', async () => {
    const { file, heard, at } = await foreign();
    const { stderr } = await printed('replay', file, '-q');
    expect(stderr).toMatch(`Sending 1 failure of ${file} again, to ${at.origin}.`);
    expect(heard.length).toBeGreaterThan(0);
    expect(heard.join()).not.toMatch(/authorization|x-desk/i);
  });

  it('sends the token to a server that --url names', async () => {
    vi.stubEnv('ASSAY_TEST_DESK', 'desk-secret');
    onTestFinished(() => void vi.unstubAllEnvs());
    const { file, config, heard, at } = await foreign();
    await printed('replay', file, '--url', at.href, '--config', config);
    expect(heard[0]).toMatch(/x-desk desk-secret/i);
  });

  it('fetches no token and reads no fixtures without a failure', async () => {
    const heard: string[] = [];
    const at = await http(({ url }, response) => {
      heard.push(url ?? '');
      response.end();
    });
    const folder = await passingReport();
    writeFileSync(
      join(folder, 'assay.yaml'),
      `oauth: { tokenUrl: '\${at.href}', clientId: a, clientSecretEnv: B }\nfixtures: none.yaml\n`,
    );
    const args = ['--config', join(folder, 'assay.yaml'), '--url', at.href];
    const { code, stdout } = await printed('replay', join(folder, 'report.json'), ...args);
    expect([code, stdout, heard]).toEqual([0, 'Nothing failed in this report.\n', []]);
  });
});

it.each<[string, string[], RegExp]>([
  ['no file', ['none.json'], /none\.json: cannot be read \(ENOENT\)/],
  ['no report', ['f.yaml'], /f\.yaml: it is not a report/],
  ['a URL that is none', ['report.json', '--url', 'x'], /target: "x" has no scheme/],
  ['what is for ledgers only', ['report.json', '--allow-writes'], /only for the surface ledger/],
])('replay rejects %s, and ends with 3', async (_, args, message) => {
  const folder = await passingReport();
  const named = args.map((arg) => (/\.(json|yaml)$/.test(arg) ? join(folder, arg) : arg));
  const { code, stderr } = await printed('replay', ...named);
  expect(stderr).toMatch(message);
  expect(code).toBe(3);
});
