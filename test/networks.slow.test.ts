/** Companies: a proxy, a private authority and mutual TLS together, from the command line to the report. */
import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import type { TlsOptions } from 'node:tls';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { stringify } from 'yaml';
import type { RegistryOptions } from '../src/reference/registry.ts';
import { certificateFile, https, MUTUAL, PASSPHRASE, pairOf, privateCopy } from './certificates.ts';
import { keptCli } from './cli.ts';
import { folderWith } from './files.ts';
import { forwardProxy } from './forward-proxy.ts';
import { registryFor } from './reference.ts';

vi.setConfig({ testTimeout: 60_000 });
const cli = keptCli();
afterAll(() => cli.remove());

const PASSWORD = 'p@ss/word-of-9-proxies';
const CA = ['--ca', certificateFile('authority.pem')];
const DEBUG = ['--api', 'allocation-v1', '--only', '*/withdraw/debug-fields-omitted'];
const FEW = ['--api', 'metadata-v1', '--only', '*/instruments/*'];

/** A reference registry behind TLS, and its fixtures. */
async function registry(tls: TlsOptions, options: RegistryOptions = {}) {
  const server = await registryFor(options);
  const url = await https(tls, (from, to) => {
    const { method, headers } = from;
    const on = request(new URL(from.url ?? '', server.url), { method, headers }, (response) => {
      to.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(to);
    });
    on.on('error', () => to.destroy());
    from.pipe(on);
  });
  return { url: url.origin, fixtures: stringify(server.fixtures) };
}

/** All files of a folder as one text. */
function textOf(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}

describe('a proxy with a password, a private authority and a client certificate', () => {
  it('are on the way of run, doctor, replay, init and compare, and no secret is written', async () => {
    const { url, fixtures } = await registry(
      { ...pairOf('server'), ...MUTUAL },
      { faults: ['debug-in-second-contract'] },
    );
    const proxy = await forwardProxy({ credentials: `me:${PASSWORD}` });
    const settings = {
      ca: certificateFile('authority.pem'),
      cert: privateCopy('client.p12'),
      keyPassphraseEnv: 'ASSAY_TEST_PASSPHRASE',
      proxy: `${proxy.url.protocol}//me:\${ASSAY_TEST_PASSWORD}@${proxy.url.host}`,
    };
    const cwd = folderWith({ 's.yaml': stringify(settings), 'f.yaml': fixtures });
    const env = { ASSAY_TEST_PASSPHRASE: PASSPHRASE, ASSAY_TEST_PASSWORD: PASSWORD };
    const config = ['--config', 's.yaml'];
    const through = `Requests go through the proxy ${proxy.url.origin} (proxy in s.yaml)`;
    const all: string[] = [];
    const ran = async (...words: string[]) => {
      const before = proxy.seen.length;
      const { code, stdout, stderr } = await cli.run([...words, ...config], { cwd, env });
      all.push(stdout, stderr);
      expect(proxy.seen.slice(before)).toContain(`CONNECT ${new URL(url).host}`);
      return { code, stdout, stderr };
    };
    const run = await ran('run', 'registry', url, '-F', 'f.yaml', '--out', 'r', ...DEBUG);
    expect(run.stderr).toContain(through);
    expect(run.code).toBe(1);
    expect((await ran('doctor', url, '-F', 'f.yaml')).code).toBe(0);
    expect((await ran('replay', 'r', '--url', url, '-F', 'f.yaml')).code).toBe(1);
    expect((await ran('compare', url, url, '-F', 'f.yaml', ...FEW)).code).toBe(0);
    expect(proxy.seen.every((line) => line === `CONNECT ${new URL(url).host}`)).toBe(true);
    const texts = [...all, textOf(join(cwd, 'r'))].join('\n');
    const pair = Buffer.from(`me:${PASSWORD}`).toString('base64');
    for (const secret of [PASSWORD, encodeURIComponent(PASSWORD), pair, PASSPHRASE])
      expect(texts).not.toContain(secret);
    expect(texts).toContain('the requests went through the proxy');
  });
});

describe('the reason of a failure is in words, also with -q', () => {
  it.each<[string, TlsOptions, RegExp]>([
    ['expired', pairOf('expired'), /expired on 2021-01-01/],
    ['another name', pairOf('other-name'), /is for other\.example, .* not for 127\.0\.0\.1/],
    ['unknown issuer', pairOf('self-signed'), /is self-signed .*--ca/],
    [
      'no client certificate',
      { ...pairOf('server'), ...MUTUAL, maxVersion: 'TLSv1.2' },
      /missing client certificate \(--cert FILE --key FILE\)/,
    ],
  ])('%s', async (_, tls, words) => {
    const { url } = await registry(tls);
    const cwd = folderWith({});
    const run = await cli.run(['run', 'registry', url, '-q', ...CA, ...FEW, '--out', 'r'], { cwd });
    expect([run.code, run.stderr]).toEqual([2, expect.stringMatching(words)]);
    const doctor = await cli.run(['doctor', url, '-q', ...CA], { cwd });
    expect([doctor.code, doctor.stdout]).toEqual([2, expect.stringMatching(words)]);
    const init = await cli.run(['init', url, ...CA], { cwd });
    expect([init.code, init.stderr]).toEqual([3, expect.stringMatching(words)]);
  });

  it('of replay too', async () => {
    const broken = await registryFor({ faults: ['debug-in-second-contract'] });
    const cwd = folderWith({ 'f.yaml': stringify(broken.fixtures) });
    await cli.run(['run', 'registry', broken.url, '-F', 'f.yaml', '--out', 'r', ...DEBUG], { cwd });
    const { url } = await registry(pairOf('expired'));
    const argv = ['replay', 'r', '--url', url, '-q', ...CA, '-F', 'f.yaml'];
    const { code, stdout, stderr } = await cli.run(argv, { cwd });
    expect([code, stdout + stderr]).toEqual([2, expect.stringMatching(/expired on 2021-01-01/)]);
  });

  it('a page of a server that wants TLS, or a client certificate', async () => {
    const { http } = await import('./servers.ts');
    const cwd = folderWith({});
    const plain = await http((_, response) =>
      response.writeHead(400).end('<h1>The plain HTTP request was sent to HTTPS port</h1>'),
    );
    const secure = await https(pairOf('server'), (_, response) =>
      response.writeHead(400).end('<h1>No required SSL certificate was sent</h1>'),
    );
    for (const command of [['run', 'registry'], ['doctor']]) {
      const first = await cli.run([...command, plain.origin, '-q'], { cwd });
      expect([first.code, first.stderr]).toEqual([
        3,
        expect.stringContaining(`Use https://${plain.host}`),
      ]);
      const second = await cli.run([...command, secure.origin, '-q', ...CA], { cwd });
      expect([second.code, second.stderr]).toEqual([
        3,
        expect.stringMatching(/Name one with --cert/),
      ]);
    }
  });
});

describe("trouble of a proxy ends each command with 3, and is the proxy's", () => {
  it.each(['run', 'doctor', 'init', 'drift', 'compare', 'cleanup'])('%s', async (command) => {
    const { url } = await forwardProxy({ credentials: 'a:b' });
    const target = 'http://127.0.0.1:9';
    const words: Readonly<Record<string, string[]>> = {
      run: ['registry', target, '-q'],
      compare: [target, target, '--contract', '3.5'],
      cleanup: [target],
    };
    const argv = [command, ...(words[command] ?? [target]), '--proxy', url.origin, '--no-config'];
    const own = command === 'init' ? argv.slice(0, -1) : argv;
    const { code, stderr } = await cli.run(own, { cwd: folderWith({}) });
    expect(stderr).toMatch(
      /error: .*The proxy \S+ \(--proxy\) asks for a user and a password \(407\)/s,
    );
    expect(code).toBe(3);
  });

  it('a proxy of the environment is not on the way to this machine', async () => {
    const { url } = await registry(pairOf('server'));
    const proxy = await forwardProxy();
    const env = { HTTPS_PROXY: proxy.url.origin, HTTP_PROXY: proxy.url.origin };
    const { code } = await cli.run(['doctor', url, ...CA], { cwd: folderWith({}), env });
    expect([code, proxy.seen]).toEqual([0, []]);
  });
});
