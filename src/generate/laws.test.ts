import { isDeepStrictEqual } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { once } from '../../suites/kit/once.ts';
import { choiceArguments } from '../../suites/registry/choice-arguments.ts';
import { registryContracts } from '../../suites/registry/contracts.ts';
import { contractIds, malformedIds, parties } from '../../suites/registry/identifiers.ts';
import { madeUpArguments } from '../../suites/registry/made-up-arguments.ts';
import type { JsonSchema } from '../contract/contract.ts';
import { breakers } from './broken.ts';
import { rewritten } from './json-text.ts';
import { encodedOnce, nearMisses } from './near-misses.ts';
import { extremeMetas, texts } from './text.ts';
import { valid } from './valid.ts';

const SEED = 42;

/** Schemas with every keyword and every combination of schemas, and those of the registry. */
const OWN: Record<string, JsonSchema> = {
  anything: true,
  flag: { type: 'boolean', default: false, description: 'x', 'x-note': 1 },
  nothing: { type: 'null' },
  maybe: { type: ['string', 'null'], minLength: 1 },
  short: { type: 'string', maxLength: 3 },
  long: { type: 'string', minLength: 20, maxLength: 21 },
  pattern: { type: 'string', pattern: '^[a-z]{2}-[0-9]+$', maxLength: 9 },
  when: { type: 'string', format: 'date-time' },
  colour: { type: 'string', enum: ['green', 'red', 'Blue'] },
  fixed: { const: { a: [1] } },
  int: { type: 'integer' },
  int32: { type: 'integer', format: 'int32' },
  offset: { type: 'integer', format: 'int64', minimum: 0 },
  page: { type: 'integer', exclusiveMinimum: 0, maximum: 100, multipleOf: 5 },
  number: { type: 'number' },
  share: { type: 'number', minimum: 0, exclusiveMaximum: 1 },
  narrow: { type: 'number', exclusiveMinimum: 1, exclusiveMaximum: 1.001 },
  fifths: { type: 'number', multipleOf: 0.2, minimum: 1 },
  list: { type: 'array', items: { $ref: '#/schemas/colour' }, minItems: 1, maxItems: 4 },
  set: { type: 'array', items: { type: 'integer' }, uniqueItems: true, minItems: 2 },
  pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'boolean' }], minItems: 2 },
  triple: { type: 'array', prefixItems: [{ type: 'string' }], items: false, minItems: 1 },
  free: { type: 'object' },
  empty: { type: 'object', additionalProperties: false },
  map: {
    type: 'object',
    additionalProperties: { type: 'integer' },
    minProperties: 1,
    maxProperties: 2,
  },
  closed: {
    type: 'object',
    properties: { 'a/b': { type: 'string' }, deep: { $ref: '#/schemas/map' } },
    required: ['a/b'],
    additionalProperties: false,
  },
  some: { type: 'object', properties: { a: true, b: { type: 'null' } }, minProperties: 1 },
  both: {
    allOf: [{ $ref: '#/schemas/closed' }, { properties: { 'a/b': { minLength: 2 } } }],
    description: 'a closed object, and more',
  },
  either: {
    oneOf: [
      { type: 'object', properties: { A: { type: 'string' } }, required: ['A'] },
      { type: 'object', properties: { B: { $ref: '#/schemas/either' } }, required: ['B'] },
    ],
    discriminator: { propertyName: 'kind' },
  },
  any: { anyOf: [{ type: 'integer' }, { type: 'string', minLength: 3 }] },
  tree: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      children: { type: 'array', items: { $ref: '#/schemas/tree' } },
      parent: { $ref: '#/schemas/tree', description: 'beside a reference' },
      by: { type: 'object', additionalProperties: { $ref: '#/schemas/tree' } },
    },
    required: ['children', 'name'],
  },
};

interface Case {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly root: object;
  readonly errors: (value: unknown) => readonly { keyword: string; at: string }[];
}

/** A schema that several documents share is tested once. */
const known = new Set<string>();
const isNew = ([, schema]: [string, JsonSchema]): boolean => {
  const text = JSON.stringify(schema);
  return !known.has(text) && known.add(text).size > 0;
};

const cases: readonly Case[] = [
  ...casesOf('own', { schemas: OWN }, '/schemas', OWN),
  ...registryContracts().flatMap(({ id, document }) => {
    const { schemas } = document['components'] as { schemas: Record<string, JsonSchema> };
    const own = Object.fromEntries(Object.entries(schemas).filter(isNew));
    return casesOf(`registry/${id}`, document, '/components/schemas', own);
  }),
];

function casesOf(
  document: string,
  root: object,
  pointer: string,
  schemas: Readonly<Record<string, JsonSchema>>,
): readonly Case[] {
  const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: true });
  addFormats.default(ajv);
  ajv.addSchema(root, 'document');
  return Object.entries(schemas).map(([name, schema]) => {
    const check = ajv.compile({ $ref: `document#${pointer}/${name}` });
    return {
      name: `${document} ${name}`,
      schema,
      root,
      errors: (value) => {
        check(value);
        return (check.errors ?? []).map(({ keyword, instancePath, params }) => ({
          keyword,
          at:
            keyword === 'required'
              ? `${instancePath}/${String(params['missingProperty']).replace('/', '~1')}`
              : instancePath,
        }));
      },
    };
  });
}

function samples<T>(arbitrary: fc.Arbitrary<T>, numRuns = 30, seed = SEED): readonly T[] {
  return fc.sample(arbitrary, { seed, numRuns });
}

/** `*` in a place stands for one step; the place of a map's member is below that of the map. */
function fits(at: string, pointer: string): boolean {
  const steps = pointer.split('/');
  const wanted = at.split('/');
  return (
    steps.length === wanted.length && wanted.every((step, i) => step === '*' || step === steps[i])
  );
}

describe.each(cases)('$name', ({ schema, root, errors }) => {
  test('valid values are valid', () => {
    const rejected = samples(valid(schema, root), 100).filter(
      (value) => errors(sent(value)).length > 0,
    );
    expect(rejected).toEqual([]);
  });

  test.each(breakers(schema, root))(
    '$label breaks $keyword at "$at" and nothing else',
    (breaker) => {
      const judged = samples(breaker.values(valid(schema, root))).map((value) => {
        const found = errors(sent(value));
        const breaks = found.some(
          ({ keyword, at }) => keyword === breaker.keyword && fits(breaker.at, at),
        );
        // A wrong type also breaks an enum, const or union at the same place or above it.
        const elsewhere = found.filter(
          ({ keyword, at }) => !fits(breaker.at, at) && !['oneOf', 'anyOf'].includes(keyword),
        );
        return { value, found, isRight: breaks && elsewhere.length === 0 };
      });
      expect(judged.length).toBeGreaterThan(0);
      expect(judged.filter(({ isRight }) => !isRight)).toEqual([]);
    },
  );

  test('labels of breakers are unique', () => {
    const labels = breakers(schema, root).map(({ label }) => label);
    expect(new Set(labels).size).toBe(labels.length);
  });
});

/** The value as a server reads it: from JSON text. */
function sent(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

const LIVE = '00a1b2c3d4e5f6ca10aa1220ff';
const EXAMPLE = {
  expectedAdmin: `admin::1220${'ab'.repeat(32)}`,
  allocation: {
    transferLeg: { sender: `bob::1220${'cd'.repeat(32)}`, amount: '10.0000000000', meta: {} },
    settlement: { allocateBefore: '2099-01-01T00:00:00Z', settleBefore: '2099-01-02T00:00:00Z' },
  },
  inputHoldingCids: [`00${'ef'.repeat(68)}`],
};

interface Named {
  readonly name: string;
  readonly arbitrary: fc.Arbitrary<unknown>;
}

/** Arbitraries of new values: a simpler value is smaller. */
const made: readonly Named[] = [
  ...cases.map(({ name, schema, root }) => ({ name, arbitrary: valid(schema, root) })),
  { name: 'texts', arbitrary: texts() },
  ...extremeMetas().map(({ label, arbitrary }) => ({ name: label, arbitrary })),
  { name: 'contract ids', arbitrary: contractIds() },
  { name: 'parties', arbitrary: parties() },
  ...malformedIds().map(({ label, arbitrary }) => ({ name: label, arbitrary })),
  {
    name: 'made arguments',
    arbitrary: choiceArguments([], madeUpArguments('choiceArguments')).around,
  },
];

/** Arbitraries of changed copies: a simpler value has fewer changes, even if it is longer. */
const changed: readonly Named[] = [
  ...cases.flatMap(({ name, schema, root }) =>
    breakers(schema, root).map(({ label, values }) => ({
      name: `${name} ${label}`,
      arbitrary: values(valid(schema, root)),
    })),
  ),
  ...nearMisses(LIVE).map(({ label, raw }) => ({ name: label, arbitrary: raw })),
  { name: 'encoded once', arbitrary: encodedOnce(LIVE) },
  {
    name: 'arguments around',
    arbitrary: choiceArguments([EXAMPLE, { other: 'text' }], madeUpArguments('choiceArguments'))
      .around,
  },
  { name: 'rewritten', arbitrary: rewritten(EXAMPLE) },
];

const every = [...made, ...changed];
const namesOf = (some: readonly Named[]): readonly string[] => some.map(({ name }) => name);

test('the same seed gives the same values', () => {
  const unlike = every.filter(
    ({ arbitrary }) => !isDeepStrictEqual(samples(arbitrary, 10), samples(arbitrary, 10)),
  );
  expect(namesOf(unlike)).toEqual([]);
});

test('shrinking comes to an end', () => {
  const endless = every.filter(({ arbitrary }) =>
    shrinks(arbitrary).some(({ length }) => length >= 1000),
  );
  expect(namesOf(endless)).toEqual([]);
});

test('a sample from run k on is what a check sees there', () => {
  const unlike = every.filter(({ arbitrary }) => {
    const seen: unknown[] = [];
    const property = fc.property(arbitrary, (value) => {
      seen.push(value);
    });
    fc.check(property, { seed: SEED, numRuns: 9 });
    const sampled = fc.sample(arbitrary, { seed: SEED, path: '5', numRuns: 4 });
    return !isDeepStrictEqual(sampled, seen.slice(5));
  });
  expect(namesOf(unlike)).toEqual([]);
});

test('no new value grows when it shrinks', () => {
  const growing = made.filter(({ arbitrary }) =>
    shrinks(arbitrary).some((steps) => steps.some(({ from, to }) => to > from)),
  );
  expect(namesOf(growing)).toEqual([]);
});

test('values at seed 42 stay what they are', () => {
  const named = every.filter(({ name }) => !/many-keys|long-value|tree/.test(name));
  const own = named.filter(({ name }) => !name.startsWith('registry/'));
  // As JSON text, because a snapshot file cannot contain half a surrogate pair.
  const lines = own.map(
    ({ name, arbitrary }) => `${name}: ${JSON.stringify(samples(arbitrary, 2))}`,
  );
  expect(lines.join('\n')).toMatchSnapshot();
});

interface Step {
  readonly value: unknown;
  readonly from: number;
  readonly to: number;
}

/** Shrinks some values, along every smaller value, or along each second or third. */
const shrinks = once((arbitrary: fc.Arbitrary<unknown>): readonly (readonly Step[])[] =>
  [1, 2, 3].map((every) => {
    const steps: Step[] = [];
    let failing: number | undefined;
    const property = fc.property(arbitrary, (value) => {
      const to = sizeOf(value);
      steps.push({ value, from: failing ?? to, to });
      if ((steps.length - 1) % every !== 0) return true;
      failing = to;
      return false;
    });
    fc.check(property, { seed: every, numRuns: 1, path: '9' });
    return steps;
  }),
);

/** A number that falls when a value gets simpler: leaves count by their weight, containers by their parts. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(JSON.stringify(value));
  if (typeof value === 'number') return 1 + Math.abs(value);
  if (typeof value === 'boolean') return value ? 2 : 1;
  if (typeof value !== 'object' || value === null) return 1;
  const parts = Object.entries(value).map(([key, part]) => sizeOf(key) + sizeOf(part));
  return parts.reduce((sum, part) => sum + part, 1);
}
