/** The commands for a ledger: the contract, the permissions, and the token of each request. */

import { readdirSync, readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { respondingJson } from '../src/reference/ledger/fault.ts';
import { surfaces } from '../suites/index.ts';
import { LEDGER_VERSIONS, NEWEST } from '../suites/ledger/versions.ts';
import { type Cli, keptCli } from './cli.ts';
import { folderWith } from './files.ts';
import { type Printed, printed } from './printed.ts';
import { ledgerFor } from './reference.ts';
import { http } from './servers.ts';

vi.setConfig({ testTimeout: 30_000 });
const cli = keptCli();
afterAll(() => cli.remove());

/** A server that records its requests, and responds with this object, or with 404 if it is undefined. */
async function stub(
  bodyOf: (path: string) => unknown,
): Promise<{ url: string; received: { path: string; authorization: string | undefined }[] }> {
  const received: { path: string; authorization: string | undefined }[] = [];
  const listener: RequestListener = (request, response) => {
    const { url: path = '' } = request;
    received.push({ path, authorization: request.headers.authorization });
    const body = bodyOf(path);
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  };
  const { href } = await http(listener);
  return { url: href.replace(/\/$/, ''), received };
}

/** The contract versions of the report in this folder. */
function heldTo(folder: string): string[] {
  const text = readFileSync(join(folder, 'reports/latest/report.json'), 'utf8');
  const { contract } = JSON.parse(text) as { contract: { id: string; version: string }[] };
  return contract.map(({ id, version }) => `${id} ${version}`);
}

const ONE = ['--only', 'ledger/version/*'];

/** A run in this process, and the contract versions of its report. */
async function ran(url: string): Promise<Printed & { readonly held: readonly string[] }> {
  const cwd = folderWith({});
  const out = ['--out', join(cwd, 'reports/latest')];
  const ended = await printed('run', 'ledger', url, ...ONE, ...out);
  return { ...ended, held: heldTo(cwd) };
}

describe('the contract of a ledger', () => {
  it.each(LEDGER_VERSIONS)('%s is looked up at the target', async (version) => {
    const { url } = await ledgerFor({ version });
    const { code, stderr, held } = await ran(url);
    expect(held).toEqual([`ledger ${version}`]);
    expect(stderr).not.toMatch(/is judged by/);
    expect(code).toBe(0);
  });

  it('can be named, in assay.yaml too, or be a file', async () => {
    const { url, received } = await stub(() => ({ version: '3.5.0' }));
    const cwd = folderWith({ 'assay.yaml': 'contract: 3.4\n' });
    await cli.run(['run', 'ledger', url, ...ONE], { cwd });
    expect(heldTo(cwd)).toEqual(['ledger 3.4']);
    await cli.run(['run', 'ledger', url, ...ONE, '--contract', '3.5'], { cwd });
    expect(heldTo(cwd)).toEqual(['ledger 3.5']);
    const { url: real, version } = await ledgerFor();
    const document = ['--contract-file', `${real}/docs/openapi`];
    await cli.run(['run', 'ledger', real, ...ONE, ...document], { cwd });
    expect(heldTo(cwd)).toEqual([`ledger ${version}`]);
    expect(received.length).toBeGreaterThan(0);
  });

  it.each([
    [['--contract', '3.45'], /no ledger contract "3\.45"\. Did you mean 3\.4/],
    [['--config', 'old.yaml'], /no ledger contract "2\.9"/],
    [['--contract-file', 'http://127.0.0.1:9/x'], /:9\/x: Nothing at 127\.0\.0\.1:9 accepts conn/],
    [
      ['--contract-file', 'wrong.yaml'],
      /wrong\.yaml is not an OpenAPI document\. Name the OpenAPI/,
    ],
  ])('%j is refused', async (args, message) => {
    const cwd = folderWith({ 'wrong.yaml': 'a: 1\n', 'old.yaml': 'contract: 2.9\n' });
    const named = args.map((arg) => (/^\w+\.yaml$/.test(arg) ? join(cwd, arg) : arg));
    const { code, stdout, stderr } = await printed('run', 'ledger', 'http://127.0.0.1:9', ...named);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/internal error|pw/);
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  });

  it('plan sends nothing without --contract auto; list and explain take a version', async () => {
    const { url, received } = await stub(() => ({ version: '3.4.1' }));
    const silent = await printed('plan', 'ledger', url);
    expect(silent.stdout).toMatch(/Planned for \S+; a run detects[\s\S]*updates-page/);
    expect(silent.stdout).toContain(`Planned for ${NEWEST};`);
    expect(received).toEqual([]);
    expect(silent.stdout).toMatch(
      /\n\d\d requests go to operations that change data, but would change nothing even if they were executed; --strict-read leaves them out\.\nAll other requests read\.\n/,
    );
    const planned = await printed('plan', 'ledger', url, '--contract', 'auto');
    expect(planned.stdout).not.toMatch(/updates-page|Planned for/);
    expect(received.map(({ path }) => path)).toEqual(['/v2/version']);
    const far = await printed('plan', 'ledger', 'https://ledger.example', '--strict-read');
    expect(far.stdout).toMatch(
      /would do more than the options allow\.\nNo request goes to an operation that changes data\.\n[\s\S]*At 10\/s[\s\S]*needs no --strict-read/,
    );
    const writes = ['--allow-writes', '--allow-irreversible'];
    expect((await printed('plan', 'ledger', url, ...writes)).stdout).toMatch(
      /\d request classes create objects and remove them again\.\n\d+ request classes change the target permanently, or try to\.\n/,
    );
    const both = await printed('plan', 'ledger', url, '--strict-read', '--allow-writes');
    expect(both.code).toBe(4);
    expect(both.stderr).toMatch(/--strict-read sends nothing .* Leave out one of them\./);
    const older = await printed('list', 'ledger', '--contract', '3.4');
    expect(older.stdout).not.toMatch(/ledger\/livez\//);
    const explained = await printed(
      'explain',
      'ledger/livez/operation-exists',
      '--contract',
      '3.4',
    );
    expect(explained.code).toBe(3);
    expect((await printed('explain', 'ledger/livez/operation-exists')).code).toBe(0);
  });
});

describe('what may be sent', () => {
  const requirements = surfaces['ledger']?.().requirements ?? [];
  const forGood =
    requirements.find(({ probes }) => probes.every((p) => p.effect === 'irreversible'))?.id ?? '';

  it.each([
    [['--allow-irreversible'], /Add --allow-writes if you mean it/],
    [
      ['--strict-read', '--only', 'ledger/users-create/operation-exists'],
      /leave out --strict-read\.\n$/,
    ],
    [['--only', forGood], /add --allow-writes and --allow-irreversible\.\n$/],
  ])('%j is rejected with 4, and nothing is sent for it', async (args, message) => {
    const { url, received } = await stub(() => ({ version: '3.5.1' }));
    const { code, stdout, stderr } = await printed('run', 'ledger', url, ...args);
    expect(stderr).toMatch(message);
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
    expect(received.every(({ path }) => path === '/v2/version')).toBe(true);
  });

  it('the registry rejects options that only a ledger has', async () => {
    const ledgerOnly = ['--allow-writes', '--strict-read', '--contract', '3.4'];
    for (const command of ['run', 'plan']) {
      const { code, stderr } = await printed(command, 'registry', 'http://h', ...ledgerOnly);
      expect(stderr).toMatch(
        /--contract, --allow-writes, --strict-read: only for the surface ledger\./,
      );
      expect(code).toBe(3);
    }
    const served = await printed('serve', 'registry', '--auth');
    expect(served).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/--auth: the registry/),
    });
  });
});

describe('the token', () => {
  it('serve prints tokens beside fixtures, and a run with them is authorized', async () => {
    const cwd = folderWith({});
    let checked: ReturnType<Cli['run']> | undefined;
    const args = ['serve', 'ledger', '--auth', '--contract', '3.4', '--fixtures-out', 'out.yaml'];
    const served = await cli.run(args, {
      cwd,
      onOutput: (text, kill) => {
        const url =
          /^# {3}npx --no-install assay run ledger (\S+) --fixtures out\.yaml --token-env ASSAY_TOKEN$/m;
        const [, ASSAY_TOKEN = ''] = /^# {3}export ASSAY_TOKEN=(\S+)$/m.exec(text) ?? [];
        const [, address] = url.exec(text) ?? [];
        if (address === undefined || checked) return;
        const only = ['--only', 'ledger/authenticated-user/*'];
        const run = ['run', 'ledger', address, '-F', 'out.yaml', '--token-env', 'ASSAY_TOKEN'];
        checked = cli.run([...run, ...only], { cwd, env: { ASSAY_TOKEN } });
        void checked.then(() => kill('SIGINT'));
      },
    });
    expect(await checked).toMatchObject({ code: 0 });
    expect(heldTo(cwd)).toEqual(['ledger 3.4']);
    expect(parse(served.stdout)).toBe(null);
    const written = parse(readFileSync(join(cwd, 'out.yaml'), 'utf8')) as object;
    expect(Object.keys(written)).toEqual(['commands', 'dars']);
  });

  it('is fetched, and neither the token nor the secret is in any file', async () => {
    const { url, tokens } = await ledgerFor({ auth: true });
    const issuer = await stub(() => ({ access_token: tokens.auditor, expires_in: 1 }));
    const client = `{tokenUrl: "${issuer.url}", clientId: wrong, clientSecretEnv: PASS}`;
    const cwd = folderWith({ 'assay.yaml': `oauth: ${client}\n` });
    const env = { PASS: 'hunter-2-hunter' };
    const only = ['--only', 'ledger/authenticated-user/*', '--oauth-client-id', 'me'];
    const args = ['run', 'ledger', url, ...only, '--rate', '6/s'];
    const { code, stdout, stderr } = await cli.run(args, { cwd, env });
    expect(stdout + stderr).toMatch(/MUST +0 +0 +0 /);
    expect(code).toBe(0);
    const basic = Buffer.from('me:hunter-2-hunter').toString('base64');
    // The client renews the token each time before it expires.
    expect(issuer.received.length).toBeGreaterThanOrEqual(2);
    for (const { authorization } of issuer.received) expect(authorization).toBe(`Basic ${basic}`);
    const folder = join(cwd, 'reports/latest');
    const all = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    for (const secret of [tokens.auditor, env.PASS, basic]) {
      for (const text of [...all, stdout, stderr]) expect(text).not.toContain(secret);
    }
  });
});

describe('drift', () => {
  it('reports the differences of the served document, or that there is none', async () => {
    const { url, version } = await ledgerFor();
    const none = await printed('drift', url);
    const stdout = `ledger ${NEWEST} to ledger ${version}: 0 differences\n`;
    expect(none).toMatchObject({ code: 0, stdout });
    const some = await printed('drift', url, '--contract', '3.4', '--format', 'json');
    const { differences } = JSON.parse(some.stdout) as { differences: { at: string }[] };
    expect(differences.map(({ at }) => at)).toContain('GET /livez');
    expect(some.code).toBe(1);
    const { url: empty } = await stub(() => undefined);
    const missing = await printed('drift', empty);
    expect(missing).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/the response was 404/),
    });
    const { url: other } = await stub(() => ({ openapi: '3.0.3', paths: {} }));
    const wrong = await printed('drift', other);
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringMatching(/no operation of the/) });
  });
});

describe('compare', () => {
  it('finds two conforming ledgers equal, and names differences', async () => {
    const change = respondingJson('getV2StateLedger-end', () => ({ offset: 1 }));
    const [a, b, other] = [await ledgerFor(), await ledgerFor(), await ledgerFor({ change })];
    const same = await printed('compare', a.url, b.url);
    expect(same).toMatchObject({ code: 0, stdout: expect.stringMatching(/0 unexpected diff/) });
    const found = await printed('compare', a.url, other.url, '--format', 'json');
    const { operations } = JSON.parse(found.stdout) as { operations: { operation: string }[] };
    expect(operations.map(({ operation }) => operation)).toEqual(['GET /v2/state/ledger-end']);
    expect(found.code).toBe(1);
  });

  it('gives each target its own token', async () => {
    const [a, b] = [await stub(() => ({})), await stub(() => ({}))];
    const env = { A: 'token-of-a', B: 'token-of-b' };
    const args = ['compare', a.url, b.url, '--token-env', 'A'];
    await cli.run(args, { env });
    expect(b.received.some(({ authorization }) => authorization !== undefined)).toBe(false);
    await cli.run([...args, '--token-env-b', 'B'], { env });
    expect(b.received.at(-1)).toMatchObject({ authorization: 'Bearer token-of-b' });
    expect(a.received.at(-1)).toMatchObject({ authorization: 'Bearer token-of-a' });
  });

  it('reports that there is nothing to compare', async () => {
    const url = 'http://127.0.0.1:9';
    const { code, stdout, stderr } = await printed('compare', url, url);
    expect(stdout).toMatch(/Nothing to compare: neither target accepted any/);
    expect(stderr).toContain(`did not name the version; the target is judged by ${NEWEST}`);
    expect(code).toBe(2);
  });
});
