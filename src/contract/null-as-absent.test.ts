import { expect, test } from 'vitest';
import { ledgerContract } from '../../suites/ledger/contract.ts';
import { registryContract } from '../../suites/registry/contracts.ts';
import type { JsonSchema } from './contract.ts';
import { dropAbsentNulls } from './null-as-absent.ts';
import { validator } from './validate.ts';

const contract = registryContract('allocation-instruction-v1');
const FACTORY = { $ref: '#/components/schemas/FactoryWithChoiceContext' };
const drop = (value: unknown, schema: JsonSchema = FACTORY): unknown =>
  dropAbsentNulls(contract, schema, value);

const response = (disclosed: object): unknown => ({
  factoryId: '00',
  choiceContext: { choiceContextData: { kept: null }, disclosedContracts: [disclosed, {}] },
});

test('optional nulls are removed, at any documented depth', () => {
  const before = response({ templateId: 't', debugPayload: null, debugCreatedAt: null });
  const untouched = structuredClone(before);
  expect(drop(before)).toEqual(response({ templateId: 't' }));
  expect(before).toEqual(untouched);
});

test('required, undocumented and free-form nulls stay', () => {
  const before = response({ templateId: null, extra: null, debugPayload: { owner: null } });
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

test.each<[string, JsonSchema, unknown, unknown]>([
  ['null', { oneOf: [{ type: 'null' }, { properties: { a: {} } }] }, { a: null }, {}],
  [
    'a branch whose members are missing does not count',
    { oneOf: [{ required: ['b'], properties: { a: {}, b: {} } }, { properties: { c: {} } }] },
    { a: null, c: null },
    { a: null },
  ],
  [
    'what one of two branches requires is required',
    {
      anyOf: [{ required: ['a'], properties: { a: {}, b: {} } }, { properties: { a: {}, b: {} } }],
    },
    { a: null, b: null },
    { a: null },
  ],
  [
    'so it is deeper down',
    {
      anyOf: [
        { properties: { x: { required: ['a'], properties: { a: {} } } } },
        { properties: { x: { properties: { a: {}, b: {} } } } },
      ],
    },
    { x: { a: null, b: null } },
    { x: { a: null } },
  ],
  [
    'what stands beside a choice holds too',
    { required: ['a'], oneOf: [{ properties: { a: {}, b: {} } }], properties: { c: {} } },
    { a: null, b: null, c: null },
    { a: null },
  ],
  [
    'branches of branches',
    { oneOf: [{ oneOf: [{ required: ['a'], properties: { a: { properties: { b: {} } } } }] }] },
    { a: { b: null } },
    { a: {} },
  ],
  [
    'lists',
    { oneOf: [{ type: 'object' }, { type: 'array', items: { properties: { a: {} } } }] },
    [{ a: null }, { b: null }],
    [{}, { b: null }],
  ],
  ['no branch', { oneOf: [{ type: 'string' }, false] }, { a: null }, { a: null }],
])('a choice: %s', (_, schema, before, after) => {
  expect(drop(before, schema)).toEqual(after);
});

test('map values are entered, and a null map value stays', () => {
  const schema = {
    properties: { a: { properties: { b: {} } }, n: {} },
    required: ['r'],
    additionalProperties: { properties: { m: {} } },
  };
  const before = JSON.parse(
    '{"a": {"m": null, "b": null}, "n": null, "r": {"m": null}, "x": null, "y": {"m": null, "b": null}, "__proto__": {"m": null}}',
  );
  const after = drop(before, schema);
  expect(JSON.stringify(after)).toBe(
    '{"a":{"m":null},"r":{},"x":null,"y":{"b":null},"__proto__":{}}',
  );
  expect(Object.getPrototypeOf(after)).toBe(Object.prototype);
});

const UPDATE = { $ref: '#/components/schemas/JsGetUpdateResponse' };

/** An update in the form of a node: every absent option is null, at any depth. */
const update = (events: readonly unknown[]): unknown => ({
  update: {
    Transaction: {
      value: {
        updateId: '1220',
        commandId: null,
        workflowId: null,
        effectiveAt: '2025-01-01T00:00:00Z',
        events,
        offset: 1,
        synchronizerId: 's',
        traceContext: null,
        recordTime: '2025-01-01T00:00:00Z',
        externalTransactionHash: null,
      },
    },
  },
});

test('a wrapper names the branch whose nulls are removed', () => {
  const ledger = ledgerContract();
  const archived = {
    ArchivedEvent: {
      offset: 1,
      nodeId: 0,
      contractId: '00',
      templateId: 'p:M:E',
      witnessParties: ['a'],
      packageName: 'p',
      implementedInterfaces: null,
    },
  };
  const before = update([archived, { ArchivedEvent: null }]);
  const after = dropAbsentNulls(ledger, UPDATE, before);
  expect(JSON.stringify(after)).not.toMatch(/commandId|traceContext|implementedInterfaces/);
  expect(JSON.stringify(after)).toContain('{"ArchivedEvent":null}');
  const clean = dropAbsentNulls(ledger, UPDATE, update([archived]));
  expect(validator(ledger, UPDATE)(clean)).toEqual([]);
  expect(validator(ledger, UPDATE)(update([archived]))).not.toEqual([]);
  expect(dropAbsentNulls(ledger, UPDATE, clean)).toBe(clean);
});
