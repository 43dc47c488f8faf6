import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../contract/contract.ts';
import { type Breaker, breakers } from './broken.ts';

const CONTEXT: JsonSchema = {
  type: 'object',
  properties: {
    meta: { type: 'object', additionalProperties: { type: 'string' } },
    excludeDebugFields: { type: 'boolean', default: false },
  },
};
const FACTORY: JsonSchema = {
  type: 'object',
  properties: { choiceArguments: { type: 'object' }, excludeDebugFields: { type: 'boolean' } },
  required: ['choiceArguments'],
};

function breaker(schema: JsonSchema, label: string): Breaker {
  const found = breakers(schema, {}).find((each) => each.label === label);
  if (!found) throw new Error(`no breaker called ${label}`);
  return found;
}

function broken(schema: JsonSchema, label: string, base: unknown): readonly unknown[] {
  const { values } = breaker(schema, label);
  return fc.sample(values(fc.constant(base)), { seed: 42, numRuns: 200 });
}

const named = (schema: JsonSchema): readonly string[] =>
  breakers(schema, {}).map(({ label, at, keyword }) => `${label} | ${at} | ${keyword}`);

test('breakers are named by place and keyword', () => {
  expect(named(CONTEXT)).toEqual([
    'type |  | type',
    'meta-type | /meta | type',
    'meta-value-type | /meta/* | type',
    'excludeDebugFields-type | /excludeDebugFields | type',
  ]);
  expect(named(FACTORY)).toEqual([
    'type |  | type',
    'choiceArguments-required | /choiceArguments | required',
    'choiceArguments-type | /choiceArguments | type',
    'excludeDebugFields-type | /excludeDebugFields | type',
  ]);
});

test('a flag is broken by every value that lenient servers accept as one, except null', () => {
  const flags = broken(CONTEXT, 'excludeDebugFields-type', {}) as { excludeDebugFields: unknown }[];
  const values = new Set(flags.map((each) => JSON.stringify(each.excludeDebugFields)));
  expect(values).toEqual(
    new Set([
      ...['"true"', '"false"', '"True"', '"yes"', '"no"', '"on"', '""'],
      ...['0', '1', '[]', '{}'],
    ]),
  );
});

test('null replaces only a required member', () => {
  const nulls = (schema: JsonSchema, label: string): boolean =>
    broken(schema, label, {}).some((value) => JSON.stringify(value).includes(':null'));
  expect(nulls(FACTORY, 'choiceArguments-type')).toBe(true);
  expect(nulls(FACTORY, 'excludeDebugFields-type')).toBe(false);
  expect(nulls(CONTEXT, 'meta-type')).toBe(false);
  // A value of a map is not an absent member.
  expect(nulls(CONTEXT, 'meta-value-type')).toBe(true);
});

test('each alternative puts in one value, and together they put in each value of the breaker', () => {
  const { alternatives } = breaker(CONTEXT, 'excludeDebugFields-type');
  const values = alternatives.map(({ label, values: of }) => {
    const drawn = fc.sample(of(fc.constant({ meta: {} })), { seed: 1, numRuns: 20 });
    expect(new Set(drawn.map((one) => JSON.stringify(one)))).toEqual(
      new Set([`{"meta":{},"excludeDebugFields":${label}}`]),
    );
    return label;
  });
  const all = broken(CONTEXT, 'excludeDebugFields-type', {}) as { excludeDebugFields: unknown }[];
  const drawn = new Set(all.map(({ excludeDebugFields }) => JSON.stringify(excludeDebugFields)));
  expect([...drawn].toSorted()).toEqual(values.toSorted());
});

test('the alternatives of a map break one entry after the other', () => {
  const { alternatives } = breaker(CONTEXT, 'meta-value-type');
  const base = fc.constant({ meta: { first: 'a', second: 'b' } });
  const wrong = alternatives.slice(0, 2).map(({ values }) => {
    const [{ meta }] = fc.sample(values(base), 1) as [{ meta: object }];
    return Object.entries(meta).flatMap(([name, each]) => (typeof each === 'string' ? [] : name));
  });
  expect(wrong).toEqual([['first'], ['second']]);
});

test('the rest of the base stays the same, and the base itself is not changed', () => {
  const base = Object.freeze({
    choiceArguments: Object.freeze({ deep: [1] }),
    excludeDebugFields: true,
  });
  for (const value of broken(FACTORY, 'excludeDebugFields-type', base)) {
    expect(value).toMatchObject({ choiceArguments: { deep: [1] } });
  }
  for (const value of broken(FACTORY, 'choiceArguments-required', base)) {
    expect(value).toEqual({ excludeDebugFields: true });
  }
  expect(base.excludeDebugFields).toBe(true);
});

describe('one value of a map', () => {
  const wrong = (value: unknown): boolean => typeof value !== 'string';

  test('is broken, the others stay the same', () => {
    for (const value of broken(CONTEXT, 'meta-value-type', { meta: { a: 'x', b: 'y' } })) {
      const { meta } = value as { meta: Record<string, unknown> };
      expect(Object.keys(meta)).toEqual(['a', 'b']);
      expect(Object.values(meta).filter(wrong)).toHaveLength(1);
    }
  });

  test.each([[{}], [{ meta: {} }]])('is added where the base is %j', (base) => {
    for (const value of broken(CONTEXT, 'meta-value-type', base)) {
      const { meta } = value as { meta: Record<string, unknown> };
      expect(Object.values(meta).filter(wrong).length).toBe(1);
    }
  });
});
