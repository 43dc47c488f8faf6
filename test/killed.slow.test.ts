/** A killed run loses neither its exchanges nor the objects that it created. By night, killed at more moments. */
import { spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildCli } from './cli.ts';
import { folderWith } from './files.ts';
import { inFrontOf } from './in-front.ts';
import { byDay } from './nightly.ts';
import { printed } from './printed.ts';
import { ledgerFor, registryFor } from './reference.ts';

const cli = buildCli();
afterAll(() => cli.remove());

interface Forwarded {
  readonly at: number;
  readonly line: string;
}

/** A slower copy of the server, and its responses. */
async function slowed(origin: string, delayMs: number): Promise<{ url: string; log: Forwarded[] }> {
  const log: Forwarded[] = [];
  const gateway = await inFrontOf(origin, async (_, { method, url }, response) => {
    response.on('finish', () => log.push({ at: Date.now(), line: `${method} ${url}` }));
    await delay(delayMs);
    return undefined;
  });
  onTestFinished(gateway.close);
  return { url: gateway.url.origin, log };
}

/** Starts a run, kills it as soon as `due` holds, and returns the time. */
async function killed(
  args: readonly string[],
  cwd: string,
  due: () => boolean | Promise<boolean>,
): Promise<number> {
  const child = spawn(process.execPath, [cli.file, 'run', ...args, '-q'], { cwd, stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await expect
    .poll(async () => (await due()) || child.exitCode !== null, { timeout: 60_000, interval: 5 })
    .toBe(true);
  expect(child.exitCode).toBeNull();
  const at = Date.now();
  child.kill('SIGKILL');
  await ended;
  return at;
}

function refsIn(folder: string): string[] {
  const lines = readFileSync(join(folder, 'exchanges.ndjson'), 'utf8').split('\n').slice(1, -1);
  return lines.map((text) => {
    const { method, url } = JSON.parse(text).request;
    // As it was sent: `URL` would resolve the escaped dots of a malformed id.
    return `${method} ${url.slice(new URL(url).origin.length)}`;
  });
}

describe('a registry run that is killed', { timeout: 120_000 }, () => {
  it.each(byDay([20, 110, 200], (count) => count !== 110))(
    'after %d exchanges is judged by all its exchanges',
    async (count) => {
      const { url: origin } = await registryFor();
      const cwd = folderWith({});
      const { url, log } = await slowed(origin, 60);
      const at = await killed(['registry', url, '--out', 'r'], cwd, () => log.length >= count);
      const recorded = refsIn(join(cwd, 'r'));
      const due = log.filter((one) => one.at < at - 1000).map(({ line }) => line);
      for (const line of due) {
        const found = recorded.indexOf(line);
        expect(found, line).toBeGreaterThanOrEqual(0);
        recorded.splice(found, 1);
      }
      const { code, stdout } = await printed('judge', join(cwd, 'r'), '--json');
      const { report, unused, unrecorded } = JSON.parse(stdout);
      expect({ code, unused, unrecorded }).toEqual({ code: 2, unused: 0, unrecorded: 0 });
      expect(report.run.interrupted).toBe(true);
      expect(report.run.notes[0]).toMatch(/^the run did not finish: judged from the \d+ exch/);
      expect(report.summary.MUST.failed).toBe(0);
      expect(report.summary.MUST.passed).toBeGreaterThan(0);
      const open = report.verdicts.filter((v: { outcome: string }) => v.outcome === 'untested');
      expect(open.map((v: { reason: string }) => v.reason)).toContain('interrupted');
    },
  );

  it('in the middle of a line is judged without that line; an earlier malformed line is rejected', async () => {
    const { url: origin } = await registryFor();
    const cwd = folderWith({});
    const { url, log } = await slowed(origin, 60);
    await killed(['registry', url, '--out', 'r'], cwd, () => log.length >= 100);
    const file = join(cwd, 'r', 'exchanges.ndjson');
    appendFileSync(file, '{"startedDateTime":"20');
    const torn = await printed('judge', file, '--out', join(cwd, 'o'));
    expect(torn.code).toBe(2);
    const { run } = JSON.parse(readFileSync(join(cwd, 'o', 'report.json'), 'utf8'));
    expect(run.notes[0]).toMatch('; the last one was incomplete and is left out');
    appendFileSync(file, '\n{}\n');
    const broken = await printed('judge', join(cwd, 'r'));
    expect(broken).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/its line \d+ is not JSON/),
    });
  });
});

/** The users and identity providers of a ledger that a run created. */
async function scratchAt(url: string): Promise<readonly string[]> {
  const get = async (path: string): Promise<Record<string, Record<string, string>[]>> =>
    (await fetch(url + path)).json() as never;
  const { users = [] } = await get('/v2/users?pageSize=1000');
  const { identityProviderConfigs = [] } = await get('/v2/idps');
  const ids = [
    ...users.map((u) => u['id']),
    ...identityProviderConfigs.map((p) => p['identityProviderId']),
  ];
  return ids.filter((id = '') => id.startsWith('assay')) as string[];
}

describe('a ledger run that makes things and is killed', { timeout: 120_000 }, () => {
  const only = ['--only', 'ledger/user*/**,ledger/identity-provider*/**', '--allow-writes'];

  it.each(['by what the run noted', 'by their names'])(
    'leaves nothing that cleanup does not find %s',
    async (how) => {
      const { url: origin } = await ledgerFor();
      const cwd = folderWith({});
      const { url } = await slowed(origin, 30);
      const noted = join(cwd, 'r', 'created.ndjson');
      const args = ['ledger', url, '--out', 'r', ...only];
      await killed(args, cwd, async () => (await scratchAt(origin)).length > 1);
      const left = await scratchAt(origin);
      expect(left.length).toBeGreaterThan(0);
      const place = how === 'by their names' ? origin : join(cwd, 'r');
      const listed = await printed('cleanup', place, '--dry-run');
      expect(listed.code).toBe(0);
      for (const id of left) expect(decodeURIComponent(listed.stdout)).toContain(id);
      const blocked = await printed('cleanup', place);
      expect(blocked).toMatchObject({ code: 4, stderr: expect.stringContaining('--allow-writes') });
      expect(await scratchAt(origin)).toEqual(left);
      const done = await printed('cleanup', place, '--allow-writes');
      expect(done).toMatchObject({ code: 0, stderr: '' });
      expect(await scratchAt(origin)).toEqual([]);
      expect(existsSync(noted)).toBe(place === origin);
      const again = await printed('cleanup', place, '--allow-writes');
      expect(again.code).toBe(0);
    },
  );

  it('is not cleaned up by a note of other origin', async () => {
    const { url } = await ledgerFor();
    const made = { id: 'operator', primaryParty: '', isDeactivated: false, identityProviderId: '' };
    const body = {
      user: { ...made, metadata: { resourceVersion: '', annotations: {} } },
      rights: [],
    };
    const headers = { 'content-type': 'application/json' };
    await fetch(`${url}/v2/users`, { method: 'POST', headers, body: JSON.stringify(body) });
    const undo = { method: 'DELETE', path: '/v2/users/operator', headers: {} };
    const lines = [
      { surface: 'ledger', contract: '3.5', url },
      { name: 'DELETE /v2/users/operator', made: 'POST /v2/users', undo, looksFirst: false },
    ];
    const cwd = folderWith({
      'created.ndjson': lines.map((one) => JSON.stringify(one)).join('\n'),
    });
    const { code, stdout } = await printed('cleanup', cwd, '--allow-writes');
    expect(code).toBe(2);
    expect(stdout).toContain('DELETE /v2/users/operator removes nothing that Assay creates');
    expect((await fetch(`${url}/v2/users/operator`)).status).toBe(200);
    const header = ['--header', 'x-key: secret'];
    const unnamed = await printed('cleanup', cwd, '--allow-writes', ...header);
    expect(unnamed).toMatchObject({ code: 4, stderr: expect.stringContaining(`--url ${url}`) });
    const args = ['cleanup', cwd, '--dry-run', ...header, '--url'];
    expect((await printed(...args, url)).stdout).toContain('removes nothing that Assay');
    expect((await printed(...args, 'http://127.0.0.1:9')).code).toBe(3);
  });
});

describe('the report', { timeout: 120_000 }, () => {
  it('is written even if its folder was deleted during the run', async () => {
    const { url: origin } = await registryFor();
    const cwd = folderWith({});
    const { url } = await slowed(origin, 5);
    let deleted = false;
    const args = ['run', 'registry', url, '--out', 'a/r', '--only', '*/withdraw/*'];
    const child = cli.run(args, { cwd });
    const timer = setInterval(() => {
      if (deleted || !existsSync(join(cwd, 'a/r/exchanges.ndjson'))) return;
      rmSync(join(cwd, 'a'), { recursive: true });
      deleted = true;
    }, 5);
    const { stderr } = await child;
    clearInterval(timer);
    expect(deleted).toBe(true);
    expect(stderr).not.toContain('error');
    expect(readdirSync(join(cwd, 'a/r'))).toEqual(
      expect.arrayContaining(['report.json', 'evidence.har', 'report.html']),
    );
    expect(readdirSync(join(cwd, 'a/r'))).not.toContain('exchanges.ndjson');
  });

  const SMALL = ['report.json', 'summary.md', 'badge.json'];
  const MEDIUM = ['junit.xml', 'report.html'];
  const LARGE = ['ctrf.json', 'assay.sarif'];

  /** The whole report of a run, made once. */
  let whole = '';
  afterAll(() => {
    if (whole !== '') rmSync(whole, { recursive: true });
  });

  // The journal is kept if the disk has room for it, even without room for the archive.
  it.each([
    ['the evidence', [...SMALL, ...MEDIUM, ...LARGE], ['evidence.har'], ['exchanges.ndjson']],
    ['the largest forms', [...SMALL, ...MEDIUM], [...LARGE, 'evidence.har'], []],
    ['any but small files', SMALL, [...MEDIUM, ...LARGE, 'evidence.har'], []],
  ])(
    'gives up the largest files first on a disk without room for %s',
    async (_, there, left, kept) => {
      const cwd = folderWith({});
      const disk = join(cwd, 'disk');
      mkdirSync(disk);
      const { url } = await registryFor();
      const args = ['run', 'registry', url, '--api', 'allocation-v1,allocation-instruction-v1'];
      if (whole === '') {
        whole = mkdtempSync(join(tmpdir(), 'assay-whole-'));
        await cli.run([...args, '--out', join(whole, 'r')], { cwd });
      }
      const badges = readdirSync(join(whole, 'r')).filter((name) => name.startsWith('badge-'));
      const due = [...badges, ...there];
      const room = roomFor(join(whole, 'r'), due, left);
      const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${room}`, 'tmpfs', disk]);
      if (mounted.status !== 0) {
        process.stderr.write('not tested: a full disk; mounting one takes the rights of root\n');
        return;
      }
      onTestFinished(() => void spawnSync('umount', [disk]));
      const { code, stdout, stderr } = await cli.run([...args, '--out', 'disk/r'], { cwd });
      expect(code).toBe(3);
      expect(stdout).toMatch(/MUST/);
      for (const name of [...left, ...kept]) expect(stderr).toContain(name);
      const found = readdirSync(join(disk, 'r')).filter((name) => name !== '.assay');
      expect(found.toSorted()).toEqual([...due, ...kept].toSorted());
      expect(JSON.parse(readFileSync(join(disk, 'r/report.json'), 'utf8')).verdicts).not.toEqual(
        [],
      );
    },
  );
});

/** The size of a disk with room for these files, and for half of the smallest other file. */
function roomFor(folder: string, there: readonly string[], left: readonly string[]): number {
  const sizeOf = (name: string): number => statSync(join(folder, name)).size;
  const pages = there.reduce((sum, name) => sum + Math.ceil(sizeOf(name) / 4096) * 4096, 0);
  return pages + Math.floor(Math.min(...left.map(sizeOf)) / 2);
}
