import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../contract/contract.ts';
import { UnsupportedKeywordError } from './unsupported-keyword.ts';
import { valid } from './valid.ts';

const samples = (schema: JsonSchema, root: object = {}): readonly unknown[] =>
  fc.sample(valid(schema, root), { seed: 42, numRuns: 200 });

function unsupported(schema: JsonSchema, root: object = {}): UnsupportedKeywordError {
  try {
    valid(schema, root);
  } catch (error) {
    if (error instanceof UnsupportedKeywordError) return error;
  }
  throw new Error('the schema was not rejected');
}

describe('an unknown keyword', () => {
  test('is named with its place and what to do', () => {
    const schema = { properties: { 'a/b': { items: { not: {} } } } };
    const error = unsupported(schema);
    expect(error).toMatchObject({
      code: 'ASSAY_UNSUPPORTED_KEYWORD',
      keyword: 'not',
      pointer: '/properties/a~1b/items',
    });
    expect(error.message).toMatch(/"not" at #\/properties\/a~1b\/items.*add the keyword/);
  });

  test('is named where a reference leads', () => {
    const root = { defs: { x: { if: true } } };
    expect(unsupported({ $ref: '#/defs/x' }, root)).toMatchObject({
      keyword: 'if',
      pointer: '/defs/x',
    });
  });

  test.each([
    [{ type: 'string', format: 'idn-email' }, 'format: idn-email'],
    [{ $ref: '#/nowhere' }, '$ref'],
    [{ $ref: 'other.yaml#/x' }, '$ref'],
    [{ allOf: [{ pattern: 'a' }, { pattern: 'b' }] }, 'allOf'],
    [false, 'false'],
  ])('%j is rejected for %s', (schema, keyword) => {
    expect(unsupported(schema).keyword).toBe(keyword);
  });
});

describe('recursion', () => {
  test('without an end is rejected', () => {
    const root = {
      loop: { type: 'object', properties: { loop: { $ref: '#/loop' } }, required: ['loop'] },
    };
    expect(unsupported({ $ref: '#/loop' }, root).message).toMatch(/limited depth/);
    expect(unsupported({ $ref: '#/self' }, { self: { $ref: '#/self' } }).message).toMatch(
      /limited depth/,
    );
  });

  test('with an end stays shallow', () => {
    const root = { tree: { type: 'object', properties: { next: { $ref: '#/tree' } } } };
    const depths = samples({ $ref: '#/tree' }, root).map(
      (v) => JSON.stringify(v).split('next').length,
    );
    expect(Math.max(...depths)).toBe(3);
  });
});

describe('objects', () => {
  test('have every subset of their optional members and no other member', () => {
    const schema = { properties: { a: { const: 1 }, b: { const: 2 } }, additionalProperties: true };
    const texts = new Set(samples(schema).map((value) => JSON.stringify(value)));
    expect([...texts].sort()).toEqual(['{"a":1,"b":2}', '{"a":1}', '{"b":2}', '{}']);
  });

  test('a member called __proto__ is a member like any other', () => {
    const schema = JSON.parse('{"properties":{"__proto__":{"const":1}},"required":["__proto__"]}');
    expect(JSON.stringify(samples(schema)[0])).toBe('{"__proto__":1}');
  });

  test('free-form objects and maps are sometimes empty and never large', () => {
    const sizes = samples({ type: 'object' }).map((value) => Object.keys(Object(value)).length);
    expect(new Set(sizes)).toEqual(new Set([0, 1, 2, 3]));
  });
});

test('a reference with a description beside it is the same schema', () => {
  const root = { flag: { type: 'boolean' } };
  expect(new Set(samples({ $ref: '#/flag', description: 'x', nullable: true }, root))).toEqual(
    new Set([true, false]),
  );
});

test('integers keep their format and include their limits', () => {
  const schema = { type: 'integer', minimum: 1, exclusiveMaximum: 4 };
  expect(new Set(samples(schema))).toEqual(new Set([1, 2, 3]));
  const far = samples({ type: 'integer', format: 'int32' }).map((n) => Math.abs(Number(n)));
  expect(Math.max(...far)).toBeLessThan(2 ** 31);
  expect(samples({ type: 'integer' }).every(Number.isSafeInteger)).toBe(true);
});
