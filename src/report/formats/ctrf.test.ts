import { type CTRFReport, type Test, validate } from 'ctrf';
import { describe, expect, test } from 'vitest';
import { clean, HOSTILE, hostile, mixed, reportOf } from '../../../test/sample-report.ts';
import { toCtrf } from './ctrf.ts';

const place = { clause: 'debug-fields-are-omitted', file: 'specs/clauses.yaml', line: 7 };
const document = JSON.parse(toCtrf(mixed, () => place)) as CTRFReport;
const named = (id: string): Test | undefined =>
  document.results.tests.find(({ testId }) => testId === id);

describe('toCtrf', () => {
  test.each([
    ['mixed', mixed],
    ['clean', clean],
    ['hostile', reportOf(HOSTILE.map(hostile))],
    ['empty', reportOf([], { result: 'partial' })],
  ])('the %s report is valid by the published schema', (_, report) => {
    expect(validate(JSON.parse(toCtrf(report)))).toEqual({ valid: true, errors: [] });
  });

  test.each([
    ['registry/allocation-v1/withdraw/debug-fields-omitted', 'failed', 'failed'],
    ['registry/allocation-v1/withdraw/no-null-members', 'passed', 'warning'],
    ['registry/allocation-v1/withdraw/allows-browsers', 'passed', 'information'],
    ['registry/allocation-v1/cancel/reassignment-is-409', 'other', 'untested'],
    ['registry/allocation-v1/execute-transfer/rejects-unknown-id', 'other', 'cantTell'],
    [
      'registry/allocation-instruction-v1/allocation-factory/reassignment-is-409',
      'skipped',
      'inapplicable',
    ],
    ['registry/allocation-v1/withdraw/operation-exists', 'passed', 'passed'],
  ])('%s is %s, and really %s', (id, status, rawStatus) => {
    expect(named(id)).toMatchObject({ status, rawStatus });
  });

  test('a failure shows what differs, how to see it, its evidence and its clause', () => {
    const failed = named('registry/allocation-v1/withdraw/debug-fields-omitted');
    expect(failed?.message).toMatch(/^disclosedContracts\[\].* \(allocation-v1\/withdraw\)$/);
    expect(failed?.trace?.split('\n')).toHaveLength(3);
    expect(failed?.trace).toMatch(/\ncurl -sS -X POST /);
    expect(failed).toMatchObject({
      parameters: { seed: 42, path: 'allocation-v1/withdraw/debug-on#live@3:0:1' },
      attachments: [{ path: 'evidence.har' }],
      filePath: 'specs/clauses.yaml',
      line: 7,
      labels: { clause: 'debug-fields-are-omitted', level: 'MUST' },
    });
  });

  test('the run starts and stops at the times of the report', () => {
    const { start, stop, duration } = document.results.summary;
    expect(new Date(start).toISOString()).toBe(mixed.run.startedAt);
    expect(stop - start).toBe(duration);
    expect(duration).toBe(mixed.run.durationMs);
    const timed = JSON.parse(
      toCtrf(
        mixed,
        () => place,
        ({ evidence }) => evidence.length,
      ),
    ) as CTRFReport;
    expect(timed.results.tests.map((one) => one.duration)).toEqual(
      mixed.verdicts.map(({ evidence }) => evidence.length),
    );
  });

  test('texts of a target are short and visible', () => {
    const text = toCtrf(reportOf(HOSTILE.map(hostile)));
    const unseen = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}]/u;
    const hidden: string[] = [];
    JSON.parse(text, (key, value) => {
      if (typeof value === 'string' && unseen.test(value)) hidden.push(key);
      return value;
    });
    expect([text.length < 200_000, hidden]).toEqual([true, []]);
  });
});
