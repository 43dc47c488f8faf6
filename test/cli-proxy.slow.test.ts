/** `assay proxy` as a process, between a client and a server. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { Report } from '../src/model/index.ts';
import { NEWEST } from '../suites/ledger/versions.ts';
import { buildCli } from './cli.ts';
import { folderWith } from './files.ts';
import { printed } from './printed.ts';
import { ledgerFor, registryFor } from './reference.ts';

vi.setConfig({ testTimeout: 40_000 });
/** Longer than any machine needs. */
const SOON = { timeout: 20_000 };
const cli = buildCli();
afterAll(() => cli.remove());

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly out: string;
}

/** Starts the proxy before a registry, calls the client, and ends the proxy with a signal. */
async function proxied(
  act: (origin: string, withdraw: string, out: string) => Promise<void>,
  signal: NodeJS.Signals = 'SIGINT',
  url?: string,
): Promise<Ended> {
  const server = await registryFor();
  const target = url ?? server.url;
  const withdraw = `/registry/allocations/v1/${server.fixtures.allocations[0]}/choice-contexts/withdraw`;
  const out = join(folderWith({}), 'report');
  let acted: Promise<void> | undefined;
  const { code, stdout } = await cli.run(['proxy', target, '--out', out, '--no-color'], {
    onOutput(text, kill) {
      const [, origin] = /connect to (\S+) instead of/.exec(text) ?? [];
      if (origin === undefined || acted !== undefined) return;
      acted = act(origin, withdraw, out).finally(() => kill(signal));
    },
  });
  await acted;
  return { code, stdout, out };
}

async function post(url: string, body: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const response = await request(url, { method: 'POST', body, headers });
  await response.body.dump();
}

const reportIn = (...path: string[]): Report =>
  JSON.parse(readFileSync(join(...path, 'report.json'), 'utf8')) as Report;

describe('assay proxy', () => {
  it('ends with a report on each side, and with 1 if one of them fails a MUST', async () => {
    const { code, stdout, out } = await proxied(async (origin, withdraw) => {
      await post(origin + withdraw, '{}');
      await post(origin + withdraw, '{"meta":[]}');
    });
    expect(code).toBe(1);
    expect(stdout).toMatch(/What the client sends\n[\s\S]*What the server responds\n/);
    const [server, client] = [reportIn(out), reportIn(out, 'client')];
    const failed = ({ verdicts }: Report): string[] =>
      verdicts.filter((v) => v.outcome === 'failed').map((v) => v.requirement);
    expect([failed(server), failed(client)]).toEqual([
      [],
      ['client/allocation-v1/withdraw/body-has-documented-shape'],
    ]);
    expect([server.run.profile, server.run.requests]).toEqual(['passive', 2]);
    const har = JSON.parse(readFileSync(join(out, 'evidence.har'), 'utf8'));
    expect(har.log.entries).toHaveLength(2);
    expect(existsSync(join(out, 'exchanges.ndjson'))).toBe(false);
    const again = await printed('judge', join(out, 'client'), '-q');
    expect(again.stdout).toMatch(/report\.json: every verdict is the same\.\n/);
    expect(again.code).toBe(1);
  });

  it('ends with 0 if nothing fails, and with 2 without traffic', async () => {
    const good = await proxied((origin, withdraw) => post(origin + withdraw, '{}'), 'SIGTERM');
    expect(good.code).toBe(0);
    const none = await proxied((origin) => post(`${origin}/other`, '{}'));
    expect(none.code).toBe(2);
    expect(none.stdout).toContain(
      'No traffic to judge was received: 1 request to paths without an operation',
    );
    expect(existsSync(join(none.out, 'report.json'))).toBe(false);
  });

  it('states that the server names another version than the contract', async () => {
    const { url } = await ledgerFor({ version: '3.4' });
    const ended = await proxied(
      async (origin) => {
        await (await request(`${origin}/v2/version`)).body.dump();
      },
      'SIGINT',
      url,
    );
    const note =
      /Note: the server names the version 3\.4\S* and was judged by (\S+): assay judge \S+ --contract 3\.4/;
    expect(note.exec(ended.stdout)?.[1]).toBe(NEWEST);
    const again = await printed('judge', ended.out, '--contract', '3.4', '--no-color');
    expect(again.stdout).toContain('Compared with');
    expect(again.code).toBe(0);
  });

  it('leaves a recording that assay judge reads if it is killed', async () => {
    const { code, out } = await proxied(async (origin, withdraw, folder) => {
      await post(origin + withdraw, '{"meta":[]}');
      const journal = join(folder, 'exchanges.ndjson');
      await vi.waitUntil(
        () => existsSync(journal) && readFileSync(journal, 'utf8').includes('entry 0'),
        SOON,
      );
    }, 'SIGKILL');
    expect(code).toBeNull();
    const client = await printed('judge', out, '--client', '-q');
    expect(client.stdout).toMatch(/^Does not conform: 1 problem \(1 requirement\)/);
    const server = await printed('judge', out, '-q');
    expect([client.code, server.code]).toEqual([1, 0]);
  });
});

it.each<[string[], RegExp]>([
  [['http://127.0.0.1:1', '--listen', '70000'], /from 0 to 65535/],
  [['http://127.0.0.1:1', '--listen', '1'], /127\.0\.0\.1:1 is the server itself/],
  [['http://me:secret@127.0.0.1:1'], /a secret does not belong in the URL/],
  [['http://127.0.0.1:1', '--surface', 'registri'], /Did you mean registry\?/],
  [['http://127.0.0.1:1', '--contract', '3.4', '--contract-file', 'x'], /cannot be used with/],
  [['http://127.0.0.1:1', '--listen', '192.0.2.1:0'], /Warning: --listen 192\.0\.2\.1 lets other/],
  [['http://127.0.0.1:1', '--listen', '192.0.2.1:0'], /cannot be used \(EADDRNOTAVAIL\)/],
])('assay proxy rejects %j with 3', async (args, message) => {
  const { code, stderr } = await printed('proxy', ...args, '--out', folderWith({}));
  expect(stderr).toMatch(message);
  expect(stderr).not.toContain('me:secret');
  expect(code).toBe(3);
});
