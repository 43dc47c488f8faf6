/** What `replay` says about each failure of a report. By night, of more faults. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { stringify } from 'yaml';
import { surfaces } from '../../../suites/index.ts';
import { folderWith } from '../../../test/files.ts';
import { byDay } from '../../../test/nightly.ts';
import { printed } from '../../../test/printed.ts';
import { ledgerFor, registryFor } from '../../../test/reference.ts';
import { failingReport, passingReport, reported } from '../../../test/replayable.ts';
import type { Report, Surface } from '../../model/index.ts';
import { toJson } from '../../report/formats/json.ts';
import { run } from '../../run/run.ts';

vi.setConfig({ testTimeout: 60_000 });

const registry = (...faults: string[]) => registryFor({ faults });

const failuresIn = (folder: string): string[] =>
  (JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report).verdicts
    .filter((v) => v.outcome === 'failed')
    .map((v) => v.requirement)
    .toSorted();

/** The level and the requirement of each line that starts with this word. */
const marked = (stdout: string, word: string): string[] =>
  [...stdout.matchAll(new RegExp(`^ {2}${word} +(?:MUST|SHOULD) +([^\\s:]+)`, 'gm'))]
    .map(([, id = '']) => id)
    .toSorted();

/** Two operations, which show each fault as all do. */
const TWO = 'registry/{allocation-v1/withdraw,allocation-instruction-v1/allocation-factory}/*';

describe('replay', () => {
  const FAULTS = [
    'debug-in-second-contract',
    'hangs-up-on-some-requests',
    'withdraw-not-served',
    // Without this fault the response is a rejection, about which the rule states nothing.
    'debug-in-errors',
    'second-error-becomes-500',
    'responses-cached-without-flag',
  ];
  it.each(byDay(FAULTS, (_, nth) => nth < 4))(
    'prints STILL FAILS with the fault %s, and FIXED without it',
    async (fault) => {
      const server = await registry(fault);
      const folder = await reported(server, { only: TWO });
      const due = failuresIn(folder);
      expect(due).not.toEqual([]);
      const file = join(folder, 'report.json');
      const still = await printed('replay', file, '--no-color');
      expect(marked(still.stdout, 'STILL FAILS')).toEqual(due);
      expect(still.stdout).toMatch(/^ {2}Expected: .*\n {2}Actual: .*\n(?: {2}.*\n){1,12}curl /m);
      expect(still.stderr).toMatch(new RegExp(`Sending ${due.length} failure`));
      expect(still.code).toBe(1);
      const { url } = await registry();
      const fixed = await printed('replay', file, '--url', url, '-q');
      expect(marked(fixed.stdout, 'FIXED')).toEqual(due);
      expect(fixed.stdout).toMatch(/ sent again: [1-9]\d* fixed, 0 unchanged, 0 changed\.\n$/);
      expect([fixed.code, fixed.stderr]).toEqual([0, '']);
    },
  );

  it('does not print FIXED while a server error comes at random', async () => {
    const folder = await reported(await registry('crash-now-and-then'), { only: TWO });
    const { stdout, code } = await printed('replay', join(folder, 'report.json'), '--no-color');
    expect(marked(stdout, 'FIXED')).toEqual([]);
    expect(code).not.toBe(0);
  });

  it('sends nothing but the presence probes and the cases that failed', async () => {
    const folder = await failingReport();
    const { url } = await registry();
    // Known ids (two of them twice) and arguments, advertised APIs, the presence of the operation, and three requests of the case.
    const only = await printed(
      'replay',
      join(folder, 'report.json'),
      '--url',
      url,
      '-q',
      '--max-requests',
      '17',
    );
    expect(only.stdout).toMatch(
      /^FIXED {8}The header content-type.*\n {2}FIXED {8}MUST {4}registry\/allocation-v1\/withdraw\/response-media-type\n1 problem \(1 failure\) sent/,
    );
  });

  it('sends an intermittent failure many times', async () => {
    const server = await registry('debug-leaks-now-and-then');
    // The run covers three operations, because chance decides which of them shows the fault.
    const only = 'registry/allocation-v1/*/debug-fields-omitted';
    const folder = await reported(server, { only, runs: 80, hunt: 5000 });
    const due = failuresIn(folder);
    expect(due).not.toEqual([]);
    const file = join(folder, 'report.json');
    const still = await printed('replay', file, '-q');
    expect(marked(still.stdout, 'STILL FAILS')).toEqual(due);
    const fixed = await printed('replay', file, '-q', '--url', (await registry()).url);
    expect(fixed.stdout).toMatch('it failed only intermittently, but not in 192 repetitions');
    expect([still.code, fixed.code]).toEqual([1, 0]);
  });

  it('does not print FIXED for a presence probe that failed now and then, after one response', async () => {
    const folder = await reported(await registry('withdraw-not-served'), {
      only: 'registry/allocation-v1/withdraw/operation-exists',
    });
    const file = join(folder, 'report.json');
    const { url } = await registry();
    const always = await printed('replay', file, '--url', url);
    expect(marked(always.stdout, 'FIXED')).toEqual(failuresIn(folder));
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
    const verdicts = report.verdicts.map((verdict) => ({ ...verdict, failsWhen: 'now-and-then' }));
    writeFileSync(file, JSON.stringify({ ...report, verdicts }));
    const random = await printed('replay', file, '--url', url);
    expect(marked(random.stdout, 'CHANGED')).toEqual(failuresIn(folder));
    expect(random.stdout).toMatch('one correct response proves nothing: run again');
  });

  it('prints CHANGED if something else is wrong now', async () => {
    const folder = await reported(await registry('unknown-id-bad-request'), {
      only: 'registry/allocation-v1/withdraw/*',
    });
    const { url } = await registry('withdraw-not-served');
    const { code, stdout } = await printed('replay', join(folder, 'report.json'), '--url', url);
    expect(marked(stdout, 'CHANGED')).toEqual([
      'registry/allocation-v1/withdraw/unknown-id-is-404',
    ]);
    expect(code).toBe(2);
    const other = await registry('unknown-id-bad-request');
    const file = join(folder, 'report.json');
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
    const verdicts = report.verdicts.map(({ findings, ...rest }) => ({
      ...rest,
      findings: findings.map((one) => ({ ...one, expected: { statuses: [409] } })),
    }));
    writeFileSync(file, JSON.stringify({ ...report, verdicts }));
    const changed = await printed('replay', file, '--url', other.url);
    expect(marked(changed.stdout, 'CHANGED')).toEqual(failuresIn(folder));
    expect(changed.stdout).toMatch(
      /it failed as ".*\S+ instead of 409 .*" and fails as ".*400 instead of 404 /,
    );
    expect(changed.code).toBe(1);
  });

  it('ends with 2 if nothing is conclusive: the target or the fixtures are gone', async () => {
    const server = await registry('debug-in-second-contract');
    const folder = await reported(server, { only: 'registry/allocation-v1/withdraw/*' });
    const file = join(folder, 'report.json');
    const bare = folderWith({ 'report.json': readFileSync(file, 'utf8') });
    const without = await printed('replay', join(bare, 'report.json'));
    expect(without.stdout).toMatch(/^ {2}CHANGED.*: give allocations in the fixtures$/m);
    expect(without.code).toBe(2);
    const given = await printed('replay', join(bare, 'report.json'), '-F', join(folder, 'f.yaml'));
    expect(marked(given.stdout, 'STILL FAILS')).toEqual(failuresIn(folder));
    await server.close();
    const gone = await printed('replay', file);
    expect(gone.stdout).toMatch(/^ {2}CHANGED.*: .*/m);
    expect(gone.code).toBe(2);
  });

  it('reports values that differ from those of the report', async () => {
    const folder = await failingReport();
    const other = folderWith({ 'f.yaml': stringify({ allocations: [`00${'ab'.repeat(32)}`] }) });
    const server = await registry();
    const args = ['--url', server.url, '-F', join(other, 'f.yaml')];
    const { stdout } = await printed('replay', join(folder, 'report.json'), ...args);
    expect(stdout).toMatch(/^ {2}(FIXED|CHANGED) .*withdraw\/response-media-type/m);
    expect(stdout).not.toMatch(/^ {2}FIXED +MUST +[^:]+$/m);
  });

  it.each([
    ['discovers its fixtures first', 'active-contract-twice', 'ledger/active-contracts/*'],
    // The difference between the two responses varies.
    ['compares places of relations, and no values', 'each-version-newer', 'ledger/version/*'],
    // Without the fault there is no rejection to judge.
    [
      'takes a request that is accepted for fixed',
      'participant-falls-over-now-and-then',
      'ledger/participant-id/{error-object,no-server-error}',
    ],
  ])('of a ledger %s', async (_, fault, only) => {
    const ledger = await ledgerFor({ faults: [fault] });
    const options = { surface: surfaces['ledger']?.() as Surface, only, seed: 1, runs: 2 };
    const { report } = await run({ ...options, url: new URL(ledger.url) });
    const folder = folderWith({ 'report.json': toJson(report) });
    const due = failuresIn(folder);
    expect(due).not.toEqual([]);
    const still = await printed('replay', join(folder, 'report.json'));
    expect(marked(still.stdout, 'STILL FAILS')).toEqual(due);
    const conforming = await ledgerFor();
    const fixed = await printed('replay', join(folder, 'report.json'), '--url', conforming.url);
    expect(marked(fixed.stdout, 'FIXED')).toEqual(due);
    expect([still.code, fixed.code]).toEqual([1, 0]);
  });

  it('of a report without failures sends nothing', async () => {
    const folder = await passingReport();
    const { code, stdout } = await printed('replay', join(folder, 'report.json'));
    expect([code, stdout]).toEqual([0, 'Nothing failed in this report.\n']);
  });
});
