import { expect, test } from 'vitest';
import { clean, mixed, reportOf } from '../../../test/sample-report.ts';
import { toBadge } from './badge.ts';

test('a badge is red for a failed MUST, and has the contracts and the day', () => {
  expect(JSON.parse(toBadge(mixed))).toEqual({
    schemaVersion: 1,
    label: 'assay',
    message:
      'does not conform to allocation-v1 1.1.0 + allocation-instruction-v1 1.0.0, 2026-08-24',
    color: 'red',
    isError: true,
  });
});

test.each([
  ['conforming', 'brightgreen', /^conforms to allocation-v1 1\.1\.0 /],
  ['partial', 'lightgrey', /^partly judged against allocation-v1 1\.1\.0 /],
] as const)('a badge of %s is %s and can be painted over', (result, color, message) => {
  const badge = JSON.parse(toBadge({ ...clean, result }));
  expect(badge).toMatchObject({ color, message: expect.stringMatching(message) });
  expect(badge).not.toHaveProperty('isError');
});

test('a badge of a failed SHOULD is not red, and names no share of passes', () => {
  const warned = mixed.verdicts.filter((v) => v.level === 'SHOULD');
  const text = toBadge(reportOf(warned, { result: 'partial' }));
  expect(text).not.toMatch(/red|%/);
});
