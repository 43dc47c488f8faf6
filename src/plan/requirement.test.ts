import { expect, it } from 'vitest';
import { finding } from './requirement.ts';

it('a finding shows types where the texts of expected and actual are equal, and only there', () => {
  const [at, expected, actual] = ['/offset', 5, '5'];
  expect(finding(at, expected, actual)).toEqual({ at, expected: 'the number 5', actual: '"5"' });
  expect(finding(at, null, 'null')).toEqual({ at, expected: 'null', actual: '"null"' });
  expect(finding(at, 5, 6)).toEqual({ at, expected: '5', actual: '6' });
  expect(finding(at, 'words', undefined)).toEqual({ at, expected: 'words', actual: 'undefined' });
});

it('a finding marks two long texts that are equal once they are cut', () => {
  const text = `${'x'.repeat(80)}…`;
  const { expected, actual } = finding('/blob', text, text);
  expect(expected).toBe(text);
  expect(actual).toBe(`${text}, with a difference that is not shown`);
});
