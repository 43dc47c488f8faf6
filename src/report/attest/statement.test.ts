import { expect, it } from 'vitest';
import { clean, mixed, reportOf } from '../../../test/sample-report.ts';
import { filesOf } from '../../../test/signed-report.ts';
import type { Report } from '../../model/index.ts';
import { type Statement, statementOf } from './statement.ts';

const statement = (report: Report): Statement => statementOf(report, filesOf(report), []);
const [passed] = clean.verdicts;
if (!passed) throw new Error('the sample has verdicts');
const should = { ...passed, level: 'SHOULD', requirement: 'registry/x/should' } as const;
const may = { ...passed, level: 'MAY', requirement: 'registry/x/may', outcome: 'failed' } as const;
const untested = { ...passed, requirement: 'registry/x/open', outcome: 'untested' } as const;

it('a statement has the members and types of Statement v1 and test-result v0.1', () => {
  const { subject, predicate, ...rest } = statement(clean);
  expect(rest).toEqual({
    _type: 'https://in-toto.io/Statement/v1',
    predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
  });
  expect(Object.keys(predicate)).toEqual([
    ...['result', 'configuration', 'passedTests', 'warnedTests', 'failedTests'],
  ]);
  expect(subject.map(({ name }) => name)).toEqual(['report.json', 'evidence.har', 'report.html']);
  for (const { digest } of subject) expect(digest['sha256']).toMatch(/^[0-9a-f]{64}$/);
});

it('a statement has the files that the operator named after those of the report', () => {
  const image = { name: 'image', digest: { sha256: '00'.repeat(32) } };
  const { subject, predicate } = statementOf(clean, filesOf(clean), [image]);
  expect(subject.at(-1)).toEqual(image);
  const run = predicate.configuration.find(({ name }) => name === 'run');
  expect(run?.annotations?.['files']).toEqual(['report.json', 'evidence.har', 'report.html']);
});

it('a statement names contracts, kit and settings, each as a descriptor with digest or uri', () => {
  const { configuration } = statement(mixed).predicate;
  expect(configuration[0]).toEqual({
    name: 'allocation-v1',
    digest: { sha256: 'ab'.repeat(32) },
    annotations: { version: '1.1.0' },
  });
  expect(configuration[2]).toMatchObject({ name: 'assay', annotations: { version: '0.1.0' } });
  expect(configuration.at(-1)?.annotations).toMatchObject({
    ...{ target: mixed.target.url, seed: 42, runs: 40, profile: 'read' },
  });
  for (const { uri, digest } of configuration) expect(uri ?? digest).toBeDefined();
});

it.each<[string, Report, string]>([
  ['conforming', clean, 'PASSED'],
  [
    'conforming, with a SHOULD failed',
    reportOf([passed, { ...should, outcome: 'failed' }]),
    'WARNED',
  ],
  ['conforming, with a MAY failed', reportOf([passed, may]), 'PASSED'],
  ['nonconforming', reportOf([{ ...passed, outcome: 'failed' }]), 'FAILED'],
  ['partial', reportOf([passed, untested]), 'FAILED'],
])('%s', (kind, report, word) => {
  const result = kind.split(',')[0] as Report['result'];
  expect(statement({ ...report, result }).predicate.result).toBe(word);
});

it('a partial run is marked as partial, with its open requirements; a finished one is not', () => {
  const of = (report: Report): object | undefined =>
    statement(report).predicate.configuration.at(-1)?.annotations;
  expect(
    of(reportOf([passed, untested, { ...should, outcome: 'cantTell' }], { result: 'partial' })),
  ).toMatchObject({
    partial: true,
    undecided: ['registry/x/open'],
  });
  expect(of(mixed)).not.toHaveProperty('partial');
});

it('a statement lists each passed, warned and failed requirement once, and no undecided one', () => {
  const { passedTests, warnedTests, failedTests } = statement(mixed).predicate;
  const { MUST, SHOULD, MAY } = mixed.summary;
  expect(passedTests).toHaveLength(MUST.passed + SHOULD.passed + MAY.passed);
  expect([warnedTests.length, failedTests.length]).toEqual([SHOULD.failed, MUST.failed]);
  expect(warnedTests).toContain('registry/allocation-v1/cancel/no-null-members');
  expect(failedTests).toContain('registry/allocation-v1/withdraw/rejects-flag-type');
  expect([...passedTests, ...warnedTests, ...failedTests]).not.toContain(
    'registry/allocation-v1/withdraw/allows-browsers',
  );
});

it('a statement is the same text for the same report, for any order of its files', () => {
  const files = filesOf(mixed);
  const reversed = new Map([...files].reverse());
  expect(JSON.stringify(statementOf(mixed, reversed, []))).toBe(
    JSON.stringify(statementOf(mixed, files, [])),
  );
});
