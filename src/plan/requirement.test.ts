import { expect, it } from 'vitest';
import { describe } from '../contract/describe.ts';
import { headerPlace, worded } from '../model/index.ts';
import { inWords } from '../report/words.ts';
import { finding, wrongStatus } from './requirement.ts';

it('a finding shows types only if the texts of expected and actual are equal', () => {
  const at = '/offset';
  const words = (...[expected, actual]: readonly unknown[]): object => {
    const { expected: first, actual: second } = inWords(
      finding(at, expected as string, actual as string),
    );
    return [first, second];
  };
  expect(words(5, '5')).toEqual(['the number 5', '"5"']);
  expect(words(null, 'null')).toEqual(['null', '"null"']);
  expect(words(5, 6)).toEqual(['5', '6']);
  expect(words('words', undefined)).toEqual(['words', 'nothing']);
});

it('a finding distinguishes two long texts that are equal after they are cut', () => {
  const text = `${'x'.repeat(80)}…`;
  const { expected, actual } = inWords(finding('/blob', text, text));
  expect(expected).toBe(text);
  expect(actual).toBe(`${text}, with a difference that is not shown`);
  const cut = inWords(finding('/blob', describe(`${text}1`), describe(`${text}2`)));
  expect(cut.actual).toBe(`${cut.expected}, with a difference that is not shown`);
});

it('keeps values, statuses and numbers as data, and texts as words', () => {
  expect(finding('/n', worded`at most ${4}`, describe([1, 2]))).toEqual({
    kind: 'body',
    at: { part: 'body', pointer: '/n' },
    expected: { parts: [{ words: 'at most ' }, { number: 4 }] },
    actual: { type: 'array', length: 2 },
  });
  expect(finding(headerPlace('allow'), 'the methods', undefined)).toEqual({
    kind: 'header',
    at: { part: 'header', name: 'allow' },
    expected: { words: 'the methods' },
    actual: { type: 'nothing' },
  });
  expect(wrongStatus([400, 404], 200)).toEqual({
    kind: 'status',
    at: { part: 'status' },
    expected: { statuses: [400, 404] },
    actual: { statuses: [200] },
  });
});

it('the place of a finding is a JSON Pointer or data, and other text is named with the remedy', () => {
  expect(finding('', 'a list', 'an object').at).toEqual({ part: 'body', pointer: '' });
  const inWords = 'cache-control' as unknown as '/';
  expect(() => finding(inWords, 'no-store', undefined)).toThrow(/"cache-control".*headerPlace/);
});
