import { expect, test } from 'vitest';
import { convertedDocument, type Dialect } from './schema.ts';

const converted = (schema: unknown, dialect: Dialect = '3.0'): unknown =>
  (convertedDocument({ schema }, dialect) as { readonly schema?: unknown }).schema;

test.each<[string, unknown, unknown]>([
  ['null', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
  ['no null', { type: 'string', nullable: false }, { type: 'string' }],
  [
    'null among the known values',
    { type: 'string', enum: ['a'], nullable: true },
    { type: ['string', 'null'], enum: ['a', null] },
  ],
  [
    'null beside a choice',
    { nullable: true, allOf: [{ $ref: '#/a' }] },
    { anyOf: [{ allOf: [{ $ref: '#/a' }] }, { type: 'null' }] },
  ],
  ['null where all is allowed', { nullable: true }, {}],
  ['an open limit', { minimum: 1, exclusiveMinimum: true }, { exclusiveMinimum: 1 }],
  ['a closed limit', { maximum: 1, exclusiveMaximum: false }, { maximum: 1 }],
  ['a flag without a limit', { exclusiveMaximum: true }, {}],
  ['an example', { type: 'integer', example: 4 }, { type: 'integer', examples: [4] }],
  ['what stands beside a reference', { $ref: '#/a', type: 'string' }, { $ref: '#/a' }],
  [
    'keywords of others',
    { type: 'object', 'x-y': 1, xml: {}, discriminator: {} },
    { type: 'object' },
  ],
  ['raw bytes', { type: 'string', format: 'binary' }, undefined],
  [
    'what is converted already',
    converted({ minimum: 1, exclusiveMinimum: true }),
    { exclusiveMinimum: 1 },
  ],
])('3.0: %s', (_, before, after) => {
  expect(converted(before)).toEqual(after);
});

test('members, items, map values and branches are converted, members with any name', () => {
  const before = { type: 'string', nullable: true };
  const after = { type: ['string', 'null'] };
  const around = (schema: unknown): unknown => ({
    properties: { nullable: schema, schema, example: schema, 'x-a': schema },
    items: schema,
    additionalProperties: schema,
    oneOf: [schema, { not: schema }],
  });
  expect(converted(around(before))).toEqual(around(after));
  expect(converted({ additionalProperties: false })).toEqual({ additionalProperties: false });
});

test('3.1 is JSON Schema already: nullable means nothing, and a reference may have siblings', () => {
  expect(converted({ $ref: '#/a', minLength: 1, nullable: true }, '3.1')).toEqual({
    $ref: '#/a',
    minLength: 1,
  });
  expect(converted({ exclusiveMinimum: 1 }, '3.1')).toEqual({ exclusiveMinimum: 1 });
});

test('schemas are found at each place of a document, and examples are left out', () => {
  const before = { type: 'string', nullable: true };
  const after = { type: ['string', 'null'] };
  const document = (schema: unknown, examples: object): unknown => ({
    paths: { '/a': { get: { parameters: [{ name: 'p', in: 'query', schema }] } } },
    components: {
      schemas: { schemas: schema, example: schema },
      responses: { R: { content: { 'application/json': { schema, ...examples } } } },
    },
  });
  expect(convertedDocument(document(before, { example: { schema: before } }), '3.0')).toEqual(
    document(after, {}),
  );
});

test('what is no schema is rejected', () => {
  for (const wrong of ['string', null, [], 4])
    expect(() => converted(wrong)).toThrow('not a schema');
});
