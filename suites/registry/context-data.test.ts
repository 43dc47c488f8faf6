import { expect, it } from 'vitest';
import { placeText } from '../../src/kit.ts';
import { contractIdsIn, valueFindings } from './context-data.ts';

const places = (values: object): readonly string[] => {
  const found = valueFindings({ values }, '/data');
  return typeof found === 'object' ? found.map(({ at }) => placeText(at)) : [];
};

it('values of data need a known tag and the JSON of their tag, also in lists and maps', () => {
  const right = { tag: 'AV_Int', value: '1' };
  const wrong = { tag: 'AV_Int', value: '1.5' };
  expect(places({ right })).toEqual([]);
  expect(places({ wrong, list: { tag: 'AV_List', value: [right, wrong] } })).toEqual([
    '/data/values/wrong/value',
    '/data/values/list/value/1/value',
  ]);
  expect(places({ 'a/b': { tag: 'AV_Map', value: { 'c/d': 1 } } })).toEqual([
    '/data/values/a~1b/value/c~1d',
  ]);
  const party = { tag: 'AV_Party', value: `bob::1220${'0'.repeat(64)}` };
  expect(places({ party, hint: { ...party, value: 'bob' } })).toEqual(['/data/values/hint/value']);
  // Names that every JavaScript object has are no tags.
  expect(
    places({ one: { tag: 'constructor', value: 1 }, two: { tag: 'toString', value: 1 } }),
  ).toEqual(['/data/values/one/tag', '/data/values/two/tag']);
});

it('the first of very many wrong values are named', () => {
  const values = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`v${i}`, 1]));
  expect(places(values)).toHaveLength(100);
});

it('contract ids in data are found at any depth', () => {
  const id = (value: string): object => ({ tag: 'AV_ContractId', value });
  const data = { values: { a: id('1'), b: { tag: 'AV_List', value: [id('2'), { c: id('3') }] } } };
  expect(contractIdsIn(data)).toEqual(['1', '2', '3']);
  expect(contractIdsIn(null)).toEqual([]);
});

it.each([
  ['AV_Time', '2030-02-28T00:00:00Z', '2030-02-30T00:00:00Z'],
  ['AV_Time', '2030-02-28T00:00:00.123456Z', '2030-02-28T00:00:00+00:00'],
  ['AV_RelTime', { microseconds: '1' }, { microseconds: '1.5' }],
  ['AV_RelTime', { microseconds: 60_000_000 }, {}],
  ['AV_Decimal', '0.12345678901', '9'.repeat(29)],
  ['AV_Decimal', '-1E-7', 1.5],
  ['AV_Int', 7, 1e30],
])('%s: %j can be decoded, %j cannot', (tag, right, wrong) => {
  expect(places({ right: { tag, value: right }, wrong: { tag, value: wrong } })).toEqual([
    '/data/values/wrong/value',
  ]);
});
