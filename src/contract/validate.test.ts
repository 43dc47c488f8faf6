import { describe, expect, test } from 'vitest';
import { registryContract } from '../../suites/registry/contracts.ts';
import { textOf } from '../report/words.ts';
import type { JsonSchema } from './contract.ts';
import { validator } from './validate.ts';

const contract = registryContract('allocation-v1');
const CONTEXT = { $ref: '#/components/schemas/ChoiceContext' };

const disclosed = {
  templateId: 't',
  contractId: '00',
  createdEventBlob: 'CgMyLjE=',
  synchronizerId: 's',
};
const context = (...disclosedContracts: unknown[]): unknown => ({
  choiceContextData: {},
  disclosedContracts,
});
const errors = (value: unknown, schema: JsonSchema = CONTEXT): readonly string[] =>
  validator(
    contract,
    schema,
  )(value).map(
    ({ at, keyword, expected, actual }) =>
      `${at} ${keyword}: ${textOf(expected)}, not ${textOf(actual)}`,
  );

test('a validator finds no error in a value that fits, and does not look into a date-time', () => {
  expect(errors(context())).toEqual([]);
  expect(errors(context({ ...disclosed, more: null, debugCreatedAt: 'yesterday' }))).toEqual([]);
});

test('each schema of a document has its own pattern', () => {
  expect(errors('b', { pattern: '^b$' })).toEqual([]);
  expect(errors('b', { pattern: '^c$' })).not.toEqual([]);
  expect(errors('bc', { allOf: [{ pattern: '^b' }, { pattern: 'd$' }] })).toHaveLength(1);
});

test('a wrong type is named with its place', () => {
  expect(errors(context({ ...disclosed, contractId: 4, debugPayload: null }))).toEqual([
    '/disclosedContracts/0/contractId type: a string, not the number 4',
    '/disclosedContracts/0/debugPayload type: an object, not null',
  ]);
  expect(errors([])).toEqual([' type: an object, not an empty array']);
});

test('a missing member is named with its schema', () => {
  expect(errors({})).toEqual([
    '/choiceContextData required: an object, not nothing',
    '/disclosedContracts required: an array, not nothing',
  ]);
  const wrapper = { required: ['a/b'], properties: { 'a/b': CONTEXT } };
  expect(errors({}, wrapper)).toEqual(['/a~1b required: an object, not nothing']);
  expect(errors({}, { required: ['x'] })).toEqual(['/x required: a value, not nothing']);
});

test.each([
  [{ ...disclosed, synchronizerId: undefined, domainId: 's' }, 'domainId'],
  [{ ...disclosed, synchronizerId: undefined, synchronizer_id: 's' }, 'synchronizer_id'],
  [{ ...disclosed, synchronizerId: undefined, home: 's', at: 3 }, 'home'],
  [{ ...disclosed, synchronizerId: undefined, domainId: 's', home: 't' }, 'domainId'],
])('the name in place of a missing member is shown: %j', (value, name) => {
  expect(errors(context(JSON.parse(JSON.stringify(value))))).toEqual([
    `/disclosedContracts/0/synchronizerId required: a string, not nothing; ${name} is there instead`,
  ]);
});

test('a member of another type, or one of several, is in the place of none', () => {
  const missing = [': a string, not nothing'].map(
    (text) => `/disclosedContracts/0/synchronizerId required${text}`,
  );
  const { synchronizerId: _, ...others } = disclosed;
  expect(errors(context({ ...others, domainId: 3 }))).toEqual(missing);
  expect(errors(context({ ...others, home: 's', place: 't' }))).toEqual(missing);
  const wrapper = { type: 'object', required: ['whole'], properties: { whole: CONTEXT } };
  expect(errors({ choiceContextData: {} }, wrapper)).toEqual([
    '/whole required: an object, not nothing',
  ]);
});

test('map values are judged one by one, whatever their names', () => {
  const body = JSON.parse('{"meta": {"__proto__": 1, "constructor": "fine", "~": null}}');
  expect(errors(body, { $ref: '#/components/schemas/GetChoiceContextRequest' })).toEqual([
    '/meta/__proto__ type: a string, not the number 1',
    '/meta/~0 type: a string, not null',
  ]);
});

describe('words', () => {
  test.each<[JsonSchema, unknown, string]>([
    [{ type: ['string', 'null'] }, 1, ' type: a string or null, not the number 1'],
    [{ type: 'integer' }, 1.5, ' type: a whole number, not the number 1.5'],
    [{ enum: ['a', 2] }, 'b', ' enum: one of "a", the number 2, not "b"'],
    [{ const: 'a' }, 'b', ' const: "a", not "b"'],
    [{ minimum: 2 }, 1, ' minimum: a number of at least 2, not the number 1'],
    [{ minLength: 1 }, '', ' minLength: a string of 1 character or more, not ""'],
    [{ maxItems: 0 }, [1], ' maxItems: an array of 0 items or fewer, not an array of 1 item'],
    [{ pattern: '^a$' }, 'b', ' pattern: a string that matches ^a$, not "b"'],
    [
      { additionalProperties: false },
      { a: 1 },
      '/a additionalProperties: nothing, not the number 1',
    ],
    [{ not: {} }, 1, ' not: another value, not the number 1'],
    [false, 1, ' false schema: nothing, not the number 1'],
    [
      { contains: { const: 1 } },
      [],
      ' contains: must contain at least 1 valid item(s), not an empty array',
    ],
  ])('that the validator finds are %j for %j', (schema, value, words) => {
    expect(errors(value, schema)).toEqual([words]);
  });

  test('a choice of shapes is reported with the missing members of each', () => {
    const keywords = validator(contract, { oneOf: [{ type: 'string' }, { type: 'null' }] })(1);
    expect(keywords.at(-1)).toMatchObject({
      expected: { words: 'exactly one of the documented shapes' },
    });
  });

  const tagged = {
    oneOf: ['Created', 'Archived'].map((name) => ({
      required: [name],
      properties: { [name]: { required: ['id'], properties: { id: { type: 'string' } } } },
    })),
  };
  const list = { properties: { events: { type: 'array', items: tagged } } };

  test.each<[string, unknown, readonly string[]]>([
    [
      'is wrong inside the shape that a value has',
      { Created: { id: 1 } },
      ['/Created/id type: a string, not the number 1'],
    ],
    ['is missing inside it', { Archived: {} }, ['/Archived/id required: a string, not nothing']],
    [
      'has no member of any shape',
      {},
      [' oneOf: an object with one of Created, Archived, not an empty object'],
    ],
    [
      'has those of two shapes',
      { Created: { id: '' }, Archived: { id: '' } },
      [' oneOf: an object with one of Created, Archived, not an object with Created, Archived'],
    ],
  ])('of a choice, only the shape that %s is reported', (_, value, found) => {
    expect(errors(value, tagged)).toEqual(found);
    const inList = found.map((one) => `/events/1${one}`);
    expect(errors({ events: [{ Created: { id: '' } }, value] }, list)).toEqual(inList);
  });

  test('a choice without distinguishing members reports the errors of all its shapes', () => {
    const shapes = [{ required: ['a', 'b'] }, { required: ['c'] }];
    expect(errors({ a: 1 }, { oneOf: shapes })).toEqual([
      '/b required: a value, not nothing',
      '/c required: a value, not nothing',
      ' oneOf: exactly one of the documented shapes, not an object with a',
    ]);
  });
});

test('the same schema has the same validator, per contract', () => {
  expect(validator(contract, CONTEXT)).toBe(validator(contract, CONTEXT));
  const other = registryContract('allocation-instruction-v1');
  expect(validator(other, CONTEXT)).not.toBe(validator(contract, CONTEXT));
  expect(validator(other, { $ref: '#/components/schemas/GetFactoryRequest' })({})).toHaveLength(1);
});

test('a malformed schema is an error of the kit and throws', () => {
  expect(() => validator(contract, { $ref: '#/components/schemas/Unknown' })(1)).toThrow();
  expect(() => validator(contract, { tpye: 'string' })(1)).toThrow('tpye');
});

test('a validator compiles documents with arrays in arrays', () => {
  let examples: unknown = 'a';
  for (let depth = 0; depth < 40; depth++) examples = [examples];
  const document = { components: { schemas: { A: { type: 'string', examples } } } };
  const theirs = { ...contract, document };
  expect(validator(theirs, { $ref: '#/components/schemas/A' })(1)).toHaveLength(1);
});
