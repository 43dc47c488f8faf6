import { expect, test } from 'vitest';
import type { ContractDifference } from '../contract/contract.ts';
import { contractDiffIn } from './contract-diff.ts';

const places = ['GET /a response', 'GET /b response', 'GET /c response', 'GET /d response'];
const differences: readonly ContractDifference[] = [
  { kind: 'added', subject: 'operation', at: 'GET /new', to: 'Something new', seenIn: [] },
  { kind: 'removed', subject: 'parameter', at: 'GET /a query p', from: 'string', seenIn: [] },
  {
    kind: 'required',
    subject: 'field',
    at: 'A.b',
    from: 'optional',
    to: 'required',
    seenIn: places,
  },
  { kind: 'changed', subject: 'field', at: 'A.c', from: 'a|b', to: '<b>\u001b[2J', seenIn: [] },
];
const named = (version: string) => ({ id: 'small', version, sha256: version.repeat(64) });
const diff = { from: named('1'), to: named('2'), differences };

test('a difference of contracts as text has the total first, a sign for each kind, and few of many places', () => {
  expect(contractDiffIn.text(diff)).toBe(
    [
      'small 1 to small 2: 4 differences',
      '',
      'Operations (2)',
      '  + GET /new: Something new',
      '  - GET /a query p: string',
      '',
      'Schemas (2)',
      '  ! A.b: optional → required',
      '      in GET /a response, GET /b response, GET /c response and 1 more',
      String.raw`  ~ A.c: a|b → <b>\u001b[2J`,
      '',
    ].join('\n'),
  );
});

test('a difference of contracts as JSON has everything, in a fixed order of members', () => {
  const text = contractDiffIn.json(diff);
  expect(JSON.parse(text)).toEqual({ schemaVersion: '1.0.0', ...diff });
  expect(Object.keys(JSON.parse(text).differences[2])).toEqual([
    'kind',
    'subject',
    'at',
    'from',
    'to',
    'seenIn',
  ]);
  expect(text).toMatch(/\}\n$/);
});

test('a difference of contracts as Markdown has a table for each group, in which no text is markup', () => {
  const lines = contractDiffIn.markdown(diff).split('\n');
  expect(lines[0]).toBe('**small 1 to small 2: 4 differences**');
  expect(lines).toContain('| added | `GET /new` | `Something new` |  |');
  expect(lines.filter((line) => line.startsWith('### '))).toEqual([
    '### Operations',
    '### Schemas',
  ]);
  const [risky] = lines.filter((line) => line.includes('A.c'));
  expect(risky).not.toContain('<b>');
  expect(risky?.split('|')).toHaveLength(6);
});

test('equal contracts have a difference of one line', () => {
  const none = { ...diff, differences: [] };
  expect(contractDiffIn.text(none)).toBe('small 1 to small 2: 0 differences\n');
  expect(contractDiffIn.markdown(none)).toBe('**small 1 to small 2: 0 differences**\n');
});
