/** Signing, packing and verifying with the built command line, on the report of a real run. */
import { readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { stringify } from 'yaml';
import { VERSION } from '../src/exchange/version.ts';
import { writeArtefacts } from '../src/output/artefacts.ts';
import { prepareFolder } from '../src/output/out-folder.ts';
import { startRegistry } from '../src/reference/registry.ts';
import { unpack } from '../src/report/attest/bundle.ts';
import { ATTESTATION, README, REPORT_FILES } from '../src/report/attest/bundle-files.ts';
import type { Envelope } from '../src/report/attest/dsse.ts';
import type { Statement } from '../src/report/attest/statement.ts';
import { type ReportWithEvidence, type RunOptions, run } from '../src/run/run.ts';
import { surfaces } from '../suites/index.ts';
import { ALLOCATION_API_NAMES, allocationApis } from './allocation-apis.ts';
import { buildCli, type Cli } from './cli.ts';
import { folderWith } from './files.ts';
import { type Printed, printed } from './printed.ts';
import { registryFor } from './reference.ts';

vi.setConfig({ testTimeout: 30_000 });
let cli: Cli;
let whole: ReportWithEvidence;

const filesOfWhole = (): readonly string[] => [
  ...REPORT_FILES.keys(),
  ...(whole.report.apis ?? []).map(({ api }) => `badge-${api}.json`),
];
let part: ReportWithEvidence;
beforeAll(async () => {
  cli = buildCli();
  whole = await ran({});
  part = await ran({
    only: 'registry/allocation-v1/withdraw/{debug-fields-omitted,operation-exists}',
  });
}, 90_000);
afterAll(() => cli.remove());

async function ran(options: Partial<RunOptions>): Promise<ReportWithEvidence> {
  const server = await startRegistry();
  const surface = await allocationApis();
  const { fixtures } = server;
  const url = new URL(server.url);
  const given = { surface, api: ALLOCATION_API_NAMES, url, fixtures, runs: 1, seed: 1 };
  return run({ ...given, ...options }).finally(() => server.close());
}

/** A folder with the report of a run in `report`, and the key pair `k`. */
async function reported(of: ReportWithEvidence): Promise<string> {
  const cwd = folderWith({});
  prepareFolder(join(cwd, 'report'));
  await writeArtefacts(join(cwd, 'report'), of, surfaces['registry']?.());
  await printed('keygen', '--out', join(cwd, 'k'));
  return cwd;
}

/** The same, with the signed report packed as `b.zip`. */
async function signed(of: ReportWithEvidence, ...more: string[]): Promise<string> {
  const cwd = await reported(of);
  const [report, key, bundle] = ['report', 'k', 'b.zip'].map((name) => join(cwd, name));
  const { code } = await printed(
    'sign',
    `${report}`,
    '--key',
    `${key}`,
    '--bundle',
    `${bundle}`,
    ...more,
  );
  expect(code).toBe(0);
  return cwd;
}

function statementIn(cwd: string): Statement {
  const text = readFileSync(join(cwd, 'report', ATTESTATION), 'utf8');
  const { payload } = JSON.parse(text) as Envelope;
  return JSON.parse(Buffer.from(payload, 'base64').toString()) as Statement;
}

describe('keygen', () => {
  it('writes a key pair that only its owner can read, and prints its id', async () => {
    const cwd = folderWith({});
    const { code, stdout } = await cli.run(['keygen'], { cwd });
    expect(stdout).toMatch(/assay-key \(keep it secret[\s\S]*Key id: {6}[0-9a-f]{64}\n$/);
    expect(statSync(join(cwd, 'assay-key')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(cwd, 'assay-key'), 'utf8')).toMatch(/^-----BEGIN PRIVATE KEY-----/);
    expect(readFileSync(join(cwd, 'assay-key.pub'), 'utf8')).toMatch(/^-----BEGIN PUBLIC KEY---/);
    expect(code).toBe(0);
  });

  it('replaces no key, and leaves no incomplete pair behind', async () => {
    const cwd = folderWith({ 'a.pub': 'mine', b: 'mine' });
    for (const name of ['a', 'b']) {
      const { code, stderr } = await cli.run(['keygen', '--out', name], { cwd });
      expect(stderr).toMatch(/already exists, and a key is never overwritten/);
      expect(code).toBe(3);
    }
    expect(() => statSync(join(cwd, 'a'))).toThrow('ENOENT');
    expect(() => statSync(join(cwd, 'b.pub'))).toThrow('ENOENT');
    for (const name of ['a.pub', 'b']) expect(readFileSync(join(cwd, name), 'utf8')).toBe('mine');
  });
});

describe('sign', () => {
  it('states PASSED for a conforming run, and covers every file of its report', async () => {
    const image = `my-image@sha256:${'ab'.repeat(32)}`;
    const cwd = await signed(whole, '--subject', image);
    const { subject, predicate } = statementIn(cwd);
    expect(predicate.result).toBe('PASSED');
    expect(subject.map(({ name }) => name).sort()).toEqual(
      [...filesOfWhole(), README, 'my-image'].sort(),
    );
    const { code, stdout } = await cli.run(['verify', 'report', '--key', 'k.pub'], { cwd });
    expect(stdout).toMatch(/^Verified: report matches its signature\.\nSigned by: [0-9a-f]{64}\n/);
    const { startedAt } = whole.report.run;
    expect(stdout).toMatch(`\nRun:       ${startedAt}, by assay ${VERSION}\nSelected:  full\n`);
    expect(stdout).toMatch(/^API: {7}allocation-v1 1\.1\.0: conforms/m);
    expect(stdout).toMatch(`Subject:   ${image}\nResult:    PASSED. Conforms: All`);
    expect(stdout).not.toMatch('Note:');
    expect(code).toBe(0);
  });

  it('rejects reports that it cannot sign, with 3, and shows no key', async () => {
    const cwd = await reported(part);
    writeFileSync(join(cwd, 'text'), 'secret-words');
    symlinkSync('text', join(cwd, 'link.json'));
    const at = (name: string): string => join(cwd, name);
    const report = at('report');
    const good = ['sign', report, '--key', at('k')];
    const rejected: [string[], RegExp][] = [
      [['sign', report], /--key FILE or with --key-env NAME/],
      [[...good, '--key-env', 'PEM'], /--key FILE or with --key-env NAME/],
      [['sign', report, '--key-env', 'PEM'], /environment variable PEM: is empty or missing/],
      [['sign', report, '--key', at('none')], /none: cannot be read \(ENOENT\)/],
      [['sign', report, '--key', at('text')], /text: there is no Ed25519 private key/],
      [['sign', report, '--key', at('k.pub')], /k\.pub: there is no Ed25519 private key/],
      [['sign', cwd, '--key', at('k')], /there is no report\.json/],
      [[...good, '--subject', 'x'], /--subject x: has no digest/],
      [[...good, '--subject', `x@sha256:${'a'.repeat(63)}`], /has no digest/],
      [[...good, '--subject', `report.json@sha256:${'a'.repeat(64)}`], /is the name of a file/],
      [[...good, '--out', at('k.pub/a.json')], /k\.pub\/a\.json: cannot be written/],
      [[...good, '--out', at('text')], /text: it holds files that Assay did not write/],
      [[...good, '--out', at('link.json')], /link\.json: it holds files that Assay did not write/],
      [[...good, '--bundle', report], /the bundle \S+\/report cannot be written/],
    ];
    for (const [args, message] of rejected) {
      const { code, stderr } = await printed(...args);
      expect(stderr).toMatch(message);
      expect(stderr).not.toMatch('secret-words');
      expect(code).toBe(3);
    }
    expect(() => statSync(join(cwd, 'report', ATTESTATION))).toThrow('ENOENT');
    const file = join(cwd, 'report/report.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"partial"', '"conforming"'));
    const { code, stderr } = await printed(...good);
    expect(stderr).toMatch(/result is conforming, but the verdicts give/);
    expect(code).toBe(3);
  });
});

describe('verify', () => {
  it('rejects another key with 1, and a private key or a missing file with 3', async () => {
    const cwd = await reported(part);
    const at = (name: string): string => join(cwd, name);
    await printed('keygen', '--out', at('other'));
    const signing = ['sign', at('report'), '--key', at('k'), '--bundle', at('b.zip')];
    await printed(...signing, '--out', at('elsewhere.json'));
    const key = ['--key', at('k.pub')];
    const named = ['--attestation', at('elsewhere.json')];
    const tries: [string[], number, RegExp][] = [
      [
        [at('b.zip'), '--key', at('other.pub')],
        1,
        /it is signed by [0-9a-f]{64}, but the given key is/,
      ],
      [
        [at('report'), ...key],
        1,
        /attestation\.dsse\.json: it is missing: the report is not signed/,
      ],
      [[at('report'), ...key, ...named], 0, /^$/],
      [[at('report'), ...key, '--attestation', at('none')], 3, /none: there is no such file/],
      [[at('b.zip'), '--key', at('k')], 3, /k: this is a private key/],
      [[at('b.zip')], 3, /verify: name the public key of the signer with --key FILE/],
      [[at('none'), ...key], 3, /none: cannot be read \(ENOENT\)/],
      [[at('k'), ...key], 1, /k cannot be trusted:\n {2}it cannot be unpacked/],
    ];
    for (const [args, due, message] of tries) {
      const { code, stderr } = await printed('verify', ...args);
      expect(stderr).toMatch(message);
      expect(code).toBe(due);
    }
  });

  it('rejects a report that is too old or dated in the future, with 1 and only with --max-age', async () => {
    const cwd = await signed(part);
    onTestFinished(() => void vi.useRealTimers());
    const verifiedIn = async (hours: number, ...args: readonly string[]): Promise<Printed> => {
      const now = Date.parse(part.report.run.startedAt) + hours * 3_600_000;
      vi.useFakeTimers({ toFake: ['Date'], now });
      const printedNow = await printed(
        'verify',
        join(cwd, 'b.zip'),
        '--key',
        join(cwd, 'k.pub'),
        ...args,
      );
      vi.useRealTimers();
      return printedNow;
    };
    expect(await verifiedIn(11, '--max-age', '12h')).toMatchObject({ code: 0, stderr: '' });
    const old = await verifiedIn(13, '--max-age', '12h');
    expect(old).toMatchObject({ code: 1, stdout: '' });
    expect(old.stderr).toMatch(/b\.zip cannot be trusted:\n {2}report\.json: .* --max-age allows/);
    expect((await verifiedIn(24 * 900)).code).toBe(0);
    const early = await verifiedIn(-1, '--max-age', '30d');
    expect(early).toMatchObject({ code: 1, stderr: expect.stringContaining('in the future') });
    const noted = await verifiedIn(-1);
    expect(noted).toMatchObject({ code: 0, stdout: expect.stringContaining('Note:      its run') });
    const wrong = await verifiedIn(0, '--max-age', '30');
    expect(wrong).toMatchObject({ code: 3, stderr: expect.stringContaining('such as 12h or 30d') });
  });
});

describe('run --bundle', () => {
  it('packs the report and states that it is not signed', async () => {
    const server = await registryFor();
    const cwd = folderWith({ 'f.yaml': stringify(server.fixtures) });
    const common = ['run', 'registry', server.url, '-F', 'f.yaml', '--runs', '1', '--seed', '1'];
    const args = [
      ...common,
      '--only',
      'registry/allocation-v1/withdraw/operation-exists',
      '--bundle',
    ];
    const { code, stdout } = await cli.run([...args, 'sub/b.zip'], { cwd });
    expect(stdout).toMatch(/\nBundle: sub\/b\.zip\n$/);
    expect(code).toBe(0);
    const { files } = unpack(readFileSync(join(cwd, 'sub/b.zip'))) as {
      files: Map<string, Buffer>;
    };
    expect([...files.keys()].sort()).toEqual([...REPORT_FILES.keys(), README].sort());
    expect(Buffer.from(files.get(README) ?? []).toString()).toMatch('This bundle is not signed');
    const early = await cli.run([...args, '.'], { cwd });
    expect(early.stderr).toMatch(/the bundle \. cannot be written \(it is a folder\)/);
    expect(early.stderr).not.toMatch('Sending');
    expect(early.code).toBe(3);
  });
});
