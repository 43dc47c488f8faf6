/** Comparing responses takes linear time. */
import { expect, it } from 'vitest';
import { ReceivedResponse } from '../../src/exchange/response.ts';
import type { CompleteExchange } from '../../src/kit.ts';
import { placeText } from '../../src/kit.ts';
import { inWords } from '../../src/report/words.ts';
import { difference, isDebug, same, unexpectedChange } from './compare.ts';
import { registry } from './index.ts';

const MANY = 20_000;
/** Fewer members than the largest response that is judged. */
const NAMES = 900;
const [operation] = registry().operations;

function exchange(members: object): CompleteExchange {
  if (operation === undefined) throw new Error('there is no operation');
  const text = JSON.stringify({ choiceContextData: { values: {} }, ...members });
  const headers = { 'content-type': 'application/json' };
  return {
    request: { operation, method: operation.method, path: '/', headers: {} },
    response: new ReceivedResponse(200, headers, text),
    startedAt: 0,
    durationMs: 1,
  };
}

const named = (prefix: string): Record<string, number> =>
  Object.fromEntries(Array.from({ length: NAMES }, (_, i) => [`${prefix}-${i}`, i]));
const places = (said: ReturnType<typeof unexpectedChange>): readonly string[] =>
  typeof said === 'object' ? said.map(({ at }) => placeText(at)) : [];

it('a comparison names the differences among very many members, and skips the others', () => {
  const around = exchange({ ...named('x'), n: 1 });
  const middle = exchange({ ...named('x'), n: 2, debugNow: true });
  expect(places(unexpectedChange(around, middle, around))).toEqual(['/n', '/debugNow']);
  expect(places(unexpectedChange(around, middle, around, isDebug))).toEqual(['/n']);
  expect(same(around, middle)).toBe(true);
});

it('a comparison names the first of very many members that another response lacks, and of those it adds', () => {
  const [one, other] = [exchange(named('a')), exchange(named('b'))];
  const found = places(unexpectedChange(one, other, one));
  expect(found).toHaveLength(200);
  expect([found[0], found[100]]).toEqual(['/a-0', '/b-0']);
  // The neighbours differ from each other, so the data changed.
  expect(unexpectedChange(one, other, exchange(named('c')))).toEqual([]);
});

it('a comparison finds a difference in lists of objects, and in members at another depth', () => {
  const items = Array.from({ length: MANY }, (_, i) => ({ a: i }));
  const changed = items.with(7, { a: -1 });
  expect(
    places(
      unexpectedChange(exchange({ items }), exchange({ items: changed }), exchange({ items })),
    ),
  ).toEqual(['/items/7/a']);
  const [flat, list, empty] = [{ 0: 'x', length: 1 }, ['x'], {}].map((v) => exchange({ v }));
  if (!flat || !list || !empty) throw new Error('three exchanges');
  expect(places(unexpectedChange(flat, list, flat))).toEqual(['/v/length']);
  expect(places(unexpectedChange(empty, flat, empty))).toEqual(['/v', '/v/0', '/v/length']);
  expect(places(unexpectedChange(flat, empty, flat))).toEqual(['/v/0', '/v/length', '/v']);
});

it('a comparison pairs disclosed contracts by id, whatever their order', () => {
  const disclosedContracts = ['1', '2'].map((contractId) => ({
    contractId,
    createdEventBlob: 'b',
  }));
  const turned = exchange({ disclosedContracts: disclosedContracts.toReversed() });
  const around = exchange({ disclosedContracts });
  expect(unexpectedChange(around, turned, around)).toEqual([]);
  const other = disclosedContracts.map((one) => ({ ...one, createdEventBlob: 'c' }));
  expect(places(unexpectedChange(around, exchange({ disclosedContracts: other }), around))).toEqual(
    ['/disclosedContracts/1/createdEventBlob', '/disclosedContracts/2/createdEventBlob'],
  );
});

it('a comparison names a contract that is missing, and not each of its members', () => {
  const disclosedContracts = ['1', '2'].map((contractId) => ({ contractId, templateId: 't' }));
  const around = exchange({ disclosedContracts });
  const middle = exchange({ disclosedContracts: disclosedContracts.slice(1) });
  expect(places(unexpectedChange(around, middle, around))).toEqual(['/disclosedContracts/-']);
});

it('of two responses, the one that lacks a contract is to blame, whichever came first', () => {
  const entry = (contractId: string): object => ({ contractId, templateId: 'a:B:C' });
  const both = exchange({ disclosedContracts: [entry('00aa'), entry('00bb')] });
  const one = exchange({ disclosedContracts: [entry('00aa')] });
  expect(difference(one, both).exchange).toBe(one);
  for (const found of [difference(both, one), difference(one, both)]) {
    expect(inWords(found)).toMatchObject({
      at: '/disclosedContracts/-',
      expected: 'the contract "00bb"',
      actual: 'nothing',
    });
  }
});
