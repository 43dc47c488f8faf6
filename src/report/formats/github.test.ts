import { describe, expect, test } from 'vitest';
import {
  clean,
  HOSTILE,
  hostile,
  mixed,
  reportOf,
  withKnown,
} from '../../../test/sample-report.ts';
import type { Level, Report, Verdict } from '../../model/index.ts';
import { finding } from '../../plan/requirement.ts';
import { annotations as commands, jobSummary, SUMMARY_BYTES, stepOutputs } from './github.ts';

const linesOf = (text: string): string[] => text.split('\n').slice(0, -1);
/** A name for each number without digits, because members that differ only in digits count as one. */
const lettersOf = (i: number): string =>
  [...String(i)].map((digit) => 'abcdefghij'[Number(digit)]).join('');

const many = (level: Level, count: number): readonly Verdict[] =>
  Array.from({ length: count }, (_, i) => ({
    ...hostile('x'),
    level,
    requirement: `registry/allocation-v1/withdraw/requirement-${i}`,
    findings: [finding(`/${level}${lettersOf(i)}`, 'x', 'y')],
  }));

const annotations = (report: Report): string => commands(report).join('');

describe('annotations', () => {
  test('an error for each problem with a failed MUST, then a warning for each other problem', () => {
    expect(linesOf(annotations(mixed)).map((line) => line.split('::', 2)[1])).toEqual([
      'error title=200 instead of 400%2C because the flag is the string "yes" (allocation-v1/withdraw)',
      'error title=disclosedContracts[].debugPackageName%3A debugPackageName%3A "splice-amulet-0.1.9" instead of no member whose name starts with debug (allocation-v1%3A withdraw%2C cancel)',
      'warning title=disclosedContracts[].debugPayload%3A null instead of absent (allocation-v1%3A withdraw%2C execute-transfer%2C cancel)',
      'warning title=error%3A at Registry.scala%3A214 instead of no file path (allocation-instruction-v1/allocation-factory)',
    ]);
    expect(annotations(mixed)).toMatch(
      /::MUST debug-fields-omitted: With .*%0AExpected .* \/ Actual .*%0Acurl -sS /,
    );
    expect(annotations(clean)).toBe('');
  });

  test('problems that are known are notices', () => {
    const report = withKnown(
      mixed,
      'registry/allocation-v1/withdraw/rejects-flag-type',
      'registry/allocation-instruction-v1/allocation-factory/no-internals-in-errors',
      'registry/allocation-v1/cancel/debug-fields-omitted',
    );
    expect(annotations(report)).toContain(
      'Baseline: 1 of 2 requirements is known, the others are new',
    );
    expect(linesOf(annotations(report)).map((line) => line.split('::', 2)[1])).toEqual([
      'error title=disclosedContracts[].debugPackageName%3A debugPackageName%3A "splice-amulet-0.1.9" instead of no member whose name starts with debug (allocation-v1%3A withdraw%2C cancel)',
      'warning title=disclosedContracts[].debugPayload%3A null instead of absent (allocation-v1%3A withdraw%2C execute-transfer%2C cancel)',
      'notice title=200 instead of 400%2C because the flag is the string "yes" (allocation-v1/withdraw)',
      'notice title=error%3A at Registry.scala%3A214 instead of no file path (allocation-instruction-v1/allocation-factory)',
    ]);
  });

  test.each([10, 11, 60])(
    '%i problems of each level: ten lines of each, none forgotten',
    (count) => {
      const text = annotations(reportOf([...many('MUST', count), ...many('SHOULD', count)]));
      const lines = linesOf(text);
      expect(lines.filter((line) => line.startsWith('::error '))).toHaveLength(10);
      expect(lines.filter((line) => line.startsWith('::warning '))).toHaveLength(10);
      if (count > 10) expect(lines[9]).toMatch(`::error title=${count - 9} more problems::`);
      else expect(lines[9]).toMatch('requirement-9');
    },
  );

  test.each([...HOSTILE, 'a%0Ab', '::error::x', '\n::add-mask::x', 'a\r\nb'].map((h) => [h]))(
    'one line whatever the texts are: %.20j',
    (text) => {
      const verdict = { ...hostile(text), level: 'MUST' as const, statement: text };
      const lines = linesOf(annotations(reportOf([verdict])));
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatch(/^::error title=[^:,]*::[^\r\n]*$/);
      expect(lines[0]?.replaceAll(/%(25|0A|3A|2C)/g, '')).not.toContain('%');
      expect(lines[0]?.length).toBeLessThan(10_000);
    },
  );
});

test('outputs are one line each', () => {
  expect(stepOutputs(mixed, 'out/report.json')).toBe(
    'verdict=nonconforming\nreport=out/report.json\npassed=41\nfailed=3\n',
  );
  expect(linesOf(stepOutputs(mixed, 'a\nverdict=conforming'))).toHaveLength(4);
});

describe('jobSummary', () => {
  test('a summary is whole, one sentence or empty: never longer than the file has room for', () => {
    expect(jobSummary(mixed)).toContain('### 4 problems (7 requirements)');
    expect(jobSummary(mixed, 500)).toMatch(
      /^4 problems \(7 requirements\); 3 of 51 mandatory requirements failed.*\n$/,
    );
    expect(jobSummary(mixed, 10)).toBe('');
  });

  test('hundreds of hostile failures fit', () => {
    const verdicts = Array.from({ length: 300 }, (_, i) => ({
      ...hostile(HOSTILE[i % HOSTILE.length] ?? ''),
      requirement: `registry/allocation-v1/withdraw/requirement-${i}`,
    }));
    const summary = jobSummary(reportOf(verdicts));
    expect(summary).toContain('### ');
    expect(Buffer.byteLength(summary)).toBeLessThan(SUMMARY_BYTES);
  });
});
