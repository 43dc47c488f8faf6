/** What an assay.yaml of the current folder decides if the command line does not name it: a checkout may bring it. */
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startLedger } from '../src/reference/ledger.ts';
import { certificateFile } from './certificates.ts';
import { keptCli } from './cli.ts';
import { folderWith } from './files.ts';
import { forwardProxy } from './forward-proxy.ts';
import { http } from './servers.ts';

const cli = keptCli();
afterAll(() => cli.remove());

const SECRET = 'hunter-2-hunter-2';
const env = { ASSAY_TEST_SECRET: SECRET };
/** A command of fixtures that shows that it ran. */
const COMMAND = 'fixtures: {command: [sh, -c, "touch ran; echo {}"]}\n';

/** A folder with these settings, and whether the command of its fixtures ran. */
function checkout(settings: string) {
  const cwd = folderWith({ 'assay.yaml': settings });
  return { cwd, ran: () => existsSync(join(cwd, 'ran')) };
}

/** A server that answers nothing useful and records the heads of its requests. */
async function listener() {
  const heard: string[] = [];
  const { href } = await http(({ url, rawHeaders }, response) => {
    heard.push([url, ...rawHeaders].join(' '));
    response.writeHead(404).end();
  });
  return { url: href.replace(/\/$/, ''), heard };
}

describe('the command of its fixtures', () => {
  it('is not run by plan, which says what follows', async () => {
    const { cwd, ran } = checkout(COMMAND);
    const { code, stdout, stderr } = await cli.run(['plan', 'registry'], { cwd });
    expect(ran()).toBe(false);
    expect(stdout).toContain('The fixtures command was not run');
    expect(stderr).toMatch(/ {2}command: sh -c .* \(not run\)/);
    expect(code).toBe(0);
  });

  it('is not run by plan if --fixtures names the file either', async () => {
    const cwd = folderWith({ 'f.yaml': 'command: [sh, -c, "touch ran; echo {}"]\n' });
    const { stdout, stderr } = await cli.run(['plan', 'registry', '-F', 'f.yaml'], { cwd });
    expect(existsSync(join(cwd, 'ran'))).toBe(false);
    expect(stdout).toContain('The fixtures command was not run');
    expect(stderr).toBe('');
  });

  it.each(['drift', 'cleanup'])('is not run by %s, which needs no fixtures', async (command) => {
    const { url, close } = await startLedger({});
    const { cwd, ran } = checkout(COMMAND);
    const { code } = await cli.run([command, url], { cwd }).finally(close);
    expect([code, ran()]).toEqual([0, false]);
  });

  it('is announced before doctor runs it, and --no-config leaves it out', async () => {
    const { url } = await listener();
    const { cwd, ran } = checkout(COMMAND);
    const without = await cli.run(['doctor', url, '--no-config'], { cwd });
    expect([ran(), without.stderr]).toEqual([false, '']);
    const { stderr, stdout } = await cli.run(['doctor', url, '-q'], { cwd });
    expect(ran()).toBe(true);
    expect(stderr).toMatch(/^Settings come from assay\.yaml, .*--no-config leaves it out\./);
    expect(stderr).toMatch(/ {2}command: sh -c .* \(it is run\)/);
    expect(stdout).not.toContain('Settings come from');
  });

  it('is announced before compare runs it once and finds out what responds', async () => {
    const { url } = await listener();
    const { cwd, ran } = checkout(COMMAND);
    const { stderr } = await cli.run(['compare', url, url], { cwd });
    expect(ran()).toBe(true);
    expect(stderr.match(/^Settings come from.*$/gm)).toHaveLength(1);
    expect(stderr).toMatch(/ {2}command: sh -c .* \(it is run\)/);
  });

  it('is run without an announcement if --config names the file', async () => {
    const { url } = await listener();
    const { cwd, ran } = checkout(COMMAND);
    const { stderr } = await cli.run(['doctor', url, '--config', 'assay.yaml'], { cwd });
    expect([ran(), stderr]).toEqual([true, '']);
  });
});

describe('a secret of the command line', () => {
  it('does not go to the URL of the file', async () => {
    const { url, heard } = await listener();
    const { cwd } = checkout(`surface: registry\nurl: ${url}\n`);
    const token = ['--token-env', 'ASSAY_TEST_SECRET', '--only', '*/withdraw/operation-exists'];
    const { code, stderr } = await cli.run(['run', ...token], { cwd, env });
    expect([code, heard]).toEqual([4, []]);
    expect(stderr).toMatch(/url in assay\.yaml is http.* and --token-env is on the command line/);
    await cli.run(['run', url, ...token], { cwd, env });
    expect(heard.join()).toContain(SECRET);
  });

  it('does not go to the token URL of the file', async () => {
    const { url, heard } = await listener();
    const { cwd } = checkout(`oauth: {tokenUrl: "${url}/t", clientId: a, clientSecretEnv: NONE}\n`);
    const client = ['--oauth-client-secret-env', 'ASSAY_TEST_SECRET'];
    for (const command of [['run', 'registry'], ['doctor'], ['drift']]) {
      const { code, stderr } = await cli.run([...command, url, ...client], { cwd, env });
      expect([code, heard]).toEqual([4, []]);
      expect(stderr).toContain('Add --oauth-token-url URL');
    }
  });

  it('does not go to a server whose certificate only an authority of the file vouches for', async () => {
    const { url, heard } = await listener();
    const { cwd } = checkout('ca: ca.pem\n');
    const token = ['--token-env', 'ASSAY_TEST_SECRET'];
    const { code, stderr } = await cli.run(['doctor', url, ...token], { cwd, env });
    expect([code, heard]).toEqual([4, []]);
    expect(stderr).toContain('Add --ca FILE');
  });

  it('a client certificate neither', async () => {
    const { url, heard } = await listener();
    const { cwd } = checkout(`surface: registry\nurl: ${url}\n`);
    const own = ['--cert', certificateFile('client.pem'), '--key', certificateFile('client.key')];
    const { code, stderr } = await cli.run(['run', ...own], { cwd });
    expect([code, heard]).toEqual([4, []]);
    expect(stderr).toMatch(/url in assay\.yaml is http.* and --cert is on the command line/);
  });
});

it('secrets that the file itself reads are announced with the URL that gets them', async () => {
  const { url, heard } = await listener();
  const settings = `surface: registry\nurl: ${url}\ntokenEnv: ASSAY_TEST_SECRET\n`;
  const { cwd } = checkout(settings);
  const only = ['--only', '*/withdraw/operation-exists', '--quiet'];
  const { stderr } = await cli.run(['run', ...only], { cwd, env });
  expect(stderr).toContain(`  url: ${url}\n  environment variables: ASSAY_TEST_SECRET\n`);
  expect(stderr).not.toContain(SECRET);
  expect(heard.join()).toContain(SECRET);
});

it.each(['out: ../elsewhere', 'bundle: ../elsewhere.zip', 'out: /tmp/assay-elsewhere'])(
  'it does not let a run write outside of its folder: %s',
  async (member) => {
    const { url, heard } = await listener();
    const { cwd } = checkout(`${member}\n`);
    const { code, stderr } = await cli.run(['run', 'registry', url], { cwd });
    expect([code, heard, readdirSync(cwd)]).toEqual([4, [], ['assay.yaml']]);
    expect(stderr).toMatch(/(out|bundle) in assay\.yaml is .*not below the folder of assay\.yaml/);
    expect(existsSync(resolve(cwd, member.replace(/^.*: /, '')))).toBe(false);
  },
);

it('it does not decide through whom requests go', async () => {
  const { url, heard } = await listener();
  const proxy = await forwardProxy();
  const { cwd } = checkout(`proxy: ${proxy.url.origin}\n`);
  const { code, stderr } = await cli.run(['doctor', url], { cwd });
  expect([code, heard, proxy.seen]).toEqual([4, [], []]);
  expect(stderr).toMatch(
    /proxy in assay\.yaml: .*Use --proxy URL or HTTPS_PROXY.*Nothing was sent/,
  );
  await cli.run(['doctor', url, '--proxy', 'none'], { cwd });
  expect([heard.length > 0, proxy.seen]).toEqual([true, []]);
  await cli.run(['doctor', url, '--config', 'assay.yaml'], { cwd });
  expect(proxy.seen).toContain(`CONNECT ${new URL(url).host}`);
});

it('its document is not fetched by plan, which sends nothing', async () => {
  const { url, heard } = await listener();
  const { cwd } = checkout(`contractFile: ${url}/openapi.json\n`);
  const { code, stderr } = await cli.run(['plan', 'ledger'], { cwd });
  expect([code, heard]).toEqual([4, []]);
  expect(stderr).toContain('--contract-file URL');
});

it('what programs read on stdout stays free of the announcement', async () => {
  const { url, close } = await startLedger({});
  const { cwd } = checkout('timeout: 5s\n');
  const args = ['drift', url, '--format', 'json'];
  const { stdout, stderr } = await cli.run(args, { cwd }).finally(close);
  expect(stderr).toContain('  other members: timeout\n');
  expect(() => JSON.parse(stdout)).not.toThrow();
});
