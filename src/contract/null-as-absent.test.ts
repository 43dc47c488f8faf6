import { expect, test } from 'vitest';
import type { JsonSchema } from './contract.ts';
import { loadContract } from './load.ts';
import { dropAbsentNulls } from './null-as-absent.ts';

const contract = loadContract('allocation-instruction-v1');
const FACTORY = { $ref: '#/components/schemas/FactoryWithChoiceContext' };
const drop = (value: unknown, schema: JsonSchema = FACTORY): unknown =>
  dropAbsentNulls(contract, schema, value);

const answer = (disclosed: object): unknown => ({
  factoryId: '00',
  choiceContext: { choiceContextData: { kept: null }, disclosedContracts: [disclosed, {}] },
});

test('optional nulls go, at any documented depth', () => {
  const before = answer({ templateId: 't', debugPayload: null, debugCreatedAt: null });
  const untouched = structuredClone(before);
  expect(drop(before)).toEqual(answer({ templateId: 't' }));
  expect(before).toEqual(untouched);
});

test('required, undocumented and free-form nulls stay', () => {
  const before = answer({ templateId: null, extra: null, debugPayload: { owner: null } });
  expect(drop(before)).toBe(before);
});

test('a value of another kind than the schema describes is left alone', () => {
  for (const value of [null, undefined, 'text', 4, [null], { factoryId: [null] }]) {
    expect(drop(value)).toBe(value);
  }
  expect(drop({ a: null }, true)).toEqual({ a: null });
});

test('allOf parts add up: what one part requires is required', () => {
  const schema = {
    allOf: [
      { properties: { a: {}, b: { properties: { x: {} } } } },
      { required: ['a'], properties: { b: { properties: { y: {} } } } },
    ],
    properties: { c: {} },
  };
  expect(drop({ c: null, a: null, b: { y: null, x: null, z: null } }, schema)).toEqual({
    a: null,
    b: { z: null },
  });
});

test('members with names of Object.prototype are ordinary members', () => {
  const schema = { properties: { constructor: {}, toString: {} } };
  const before = JSON.parse('{"__proto__": {"a": null}, "constructor": null}');
  const after = drop(before, schema) as object;
  expect(Object.keys(after)).toEqual(['__proto__']);
});
