/** Reports of version 3, whose findings name their places in words. */
import { expect, it, test } from 'vitest';
import { mixed } from '../../test/sample-report.ts';
import { type Finding, type Place, placeText } from '../model/index.ts';
import { readReport } from './read.ts';
import { contradictions } from './summary-check.ts';
import { placeOfWords } from './version-3.ts';

const inWords = (finding: Finding): object => ({ ...finding, at: placeText(finding.at) });
const asVersion3 = {
  ...mixed,
  schemaVersion: '3.0.0',
  verdicts: mixed.verdicts.map((verdict) => ({
    ...verdict,
    findings: verdict.findings.map(inWords),
  })),
};

it('is read with the same places as data', () => {
  const read = readReport(JSON.stringify(asVersion3));
  expect(read?.verdicts.map(({ findings }) => findings)).toEqual(
    mixed.verdicts.map(({ findings }) => findings),
  );
  expect(read?.verdicts.flatMap(({ findings }) => findings).length).toBeGreaterThan(5);
  expect(read?.schemaVersion).toBe('4.0.0');
  expect(read && contradictions(read)).toEqual([]);
});

it('must still state its APIs, as version 3.1 did', () => {
  const read = readReport(JSON.stringify({ ...asVersion3, schemaVersion: '3.5.0' }));
  expect(read && contradictions(read)).toContain('apis is missing');
});

test.each<[string, unknown]>([
  ['words, as in version 3', 'status'],
  ['no part', { pointer: '/a' }],
  ['an unknown part', { part: 'trailer' }],
  ['no pointer', { part: 'body' }],
  ['a name in place of a pointer', { part: 'list', pointer: 'rights' }],
  ['a header without a name', { part: 'header' }],
  ['a number in place of words', { part: 'status', of: 2 }],
])('a report of version 4 whose finding has %s is not read', (_, at) => {
  const verdicts = mixed.verdicts.map((verdict) => ({
    ...verdict,
    findings: verdict.findings.map((finding) => ({ ...finding, at })),
  }));
  expect(readReport(JSON.stringify(mixed))).toBeDefined();
  expect(readReport(JSON.stringify({ ...mixed, verdicts }))).toBeUndefined();
});

test.each<[string, Place]>([
  ['the body', { part: 'body', pointer: '' }],
  ['body', { part: 'text' }],
  ['/pets/3/name', { part: 'body', pointer: '/pets/3/name' }],
  ['/rights/-', { part: 'list', pointer: '/rights' }],
  ['/update at offset 7', { part: 'body', pointer: '/update', at: 'offset 7' }],
  [
    '/events of the update at offset 7',
    { part: 'body', pointer: '/events', of: 'the update', at: 'offset 7' },
  ],
  ['/error of error 2', { part: 'body', pointer: '/error', of: 'error 2' }],
  ['status', { part: 'status' }],
  ['status of HEAD', { part: 'status', of: 'HEAD' }],
  ['status without a token', { part: 'status', sent: 'without a token' }],
  ['query limit', { part: 'query', name: 'limit' }],
  ['the operation', { part: 'operation' }],
  ['the connection', { part: 'connection' }],
  ['the response', { part: 'response' }],
  ['all pages', { part: 'body', pointer: '', of: 'all pages' }],
  ['event /offset', { part: 'body', pointer: '', of: 'event /offset' }],
])('%s is read as data, and printed in the same words', (words, place) => {
  expect(placeOfWords(words, 'body')).toEqual(place);
  expect(placeText(place)).toBe(words);
});

test.each<[string, Place]>([
  ['content-type', { part: 'header', name: 'content-type' }],
  ['content-type of error 2', { part: 'header', name: 'content-type', of: 'error 2' }],
])('%s is a header if the finding is about one', (words, place) => {
  expect(placeOfWords(words, 'header')).toEqual(place);
  expect(placeText(place)).toBe(words);
});
