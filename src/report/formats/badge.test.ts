import { expect, test } from 'vitest';
import { clean, mixed, reportOf } from '../../../test/sample-report.ts';
import { toBadge } from './badge.ts';

test('a badge is red for a failed MUST, and has the contracts and the day', () => {
  expect(JSON.parse(toBadge(mixed))).toEqual({
    schemaVersion: 1,
    label: 'assay',
    message: 'allocation-v1 1.1.0 + allocation-instruction-v1 1.0.0 · failing, 2026-08-24',
    color: 'red',
    isError: true,
  });
});

test.each([
  ['conforming', 'brightgreen', /^allocation-v1 1\.1\.0 .* · conforming,/],
  ['partial', 'lightgrey', /^allocation-v1 1\.1\.0 .* · not fully judged,/],
] as const)('a badge of %s is %s, and its colour can be overridden', (result, color, message) => {
  const badge = JSON.parse(toBadge({ ...clean, result }));
  expect(badge).toMatchObject({ color, message: expect.stringMatching(message) });
  expect(badge).not.toHaveProperty('isError');
});

test('a badge of many APIs has their number', () => {
  const contract = ['a', 'b', 'c'].map((id) => ({ id, version: '1.0.0', sha256: '' }));
  const { apis: _, ...whole } = mixed;
  expect(JSON.parse(toBadge({ ...whole, contract })).message).toBe(
    'registry, 3 APIs · failing, 2026-08-24',
  );
});

test('a badge of a failed SHOULD is not red, and names no share of passes', () => {
  const warned = mixed.verdicts.filter((v) => v.level === 'SHOULD');
  const text = toBadge(reportOf(warned, { result: 'partial' }));
  expect(text).not.toMatch(/red|%/);
});
