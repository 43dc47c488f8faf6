import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ledgerContract } from '../../../suites/ledger/contract.ts';
import { ledgerFromDocument } from '../../../suites/ledger/foreign-document.ts';
import type { Contract, Operation } from '../contract.ts';
import { validator } from '../validate.ts';
import { DocumentError } from './document.ts';

const from = (text: string): Contract =>
  ledgerFromDocument({ bytes: Buffer.from(text), name: 'theirs.yaml' });

const at = ({ operations }: Contract, place: string): Operation => {
  const found = operations.find(({ method, path }) => `${method} ${path}` === place);
  if (found === undefined) throw new Error(`no ${place}`);
  return found;
};

const THEIRS = `
openapi: 3.0.3
info: { title: Theirs, version: 3.4.99-SNAPSHOT }
paths:
  /v2/users/{user}:
    parameters:
      - { name: user, in: path, required: true, schema: { type: string } }
      - { name: shared, in: query, schema: { type: string } }
    get:
      parameters:
        - { name: shared, in: query, schema: { type: integer, minimum: 0, exclusiveMinimum: true } }
      responses:
        200:
          description: A user.
          content: { application/json: { schema: { $ref: '#/components/schemas/User' } } }
    delete:
      operationId: removeUser
      x-effect: read
      responses: {}
  /v2/updates/flats:
    post: { responses: {} }
  /v2/interactive-submission/preferred-package-version:
    get:
      parameters: [{ $ref: '#/components/parameters/Parties' }]
      responses: {}
  /v2/lotteryTickets/{id}/draw:
    post: { operationId: drawLottery-Ticket, x-effect: read, x-name: 'user', responses: {} }
    get: {}
components:
  parameters:
    Parties: { name: parties, in: query, schema: { type: array, items: { type: string } } }
  schemas:
    User:
      type: object
      properties: { id: { type: string }, note: { type: string, nullable: true, x-secret: 1 } }
      required: [id]
`;

describe('a document of others', () => {
  const contract = from(THEIRS);

  test('is a ledger contract of its own version, identified by its digest', () => {
    expect(contract).toMatchObject({ id: 'ledger', version: '3.4.99-SNAPSHOT' });
    expect(contract.sha256).toBe(createHash('sha256').update(THEIRS).digest('hex'));
    expect(contract.document['x-nulls']).toBe('absent');
    expect(Object.isFrozen(contract.operations[0])).toBe(true);
  });

  test('has its own schemas', () => {
    const user = at(contract, 'GET /v2/users/{user-id}');
    const check = validator(contract, user.responses['200']?.['application/json'] ?? false);
    expect(check({ id: 'a', note: null })).toEqual([]);
    expect(check({ note: 4 }).map((error) => error.at)).toEqual(['/id', '/note']);
    expect(user.parameters).toMatchObject([
      { name: 'user-id', in: 'path', required: true },
      { name: 'shared', schema: { type: 'integer', exclusiveMinimum: 0 } },
    ]);
  });

  test('takes missing parts from our operation at the same path', () => {
    const known = at(ledgerContract('3.4'), 'GET /v2/users/{user-id}');
    expect(at(contract, 'GET /v2/users/{user-id}')).toMatchObject({
      operationId: known.operationId,
      name: known.name,
      summary: known.summary,
      effect: 'read',
      since: '3.4',
      core: true,
    });
    const preferred = '/v2/interactive-submission/preferred-package-version';
    expect(at(contract, `GET ${preferred}`).parameters).toMatchObject([
      { name: 'parties', needed: true },
    ]);
  });

  test('is not trusted if it declares a call harmless', () => {
    const removal = at(contract, 'DELETE /v2/users/{user-id}');
    const known = at(ledgerContract('3.4'), 'DELETE /v2/users/{user-id}');
    expect(removal.effect).toBe(known.effect);
    expect(removal).toMatchObject({ operationId: 'removeUser', name: known.name });
  });

  test('may have unknown operations', () => {
    const path = '/v2/lotteryTickets/{id}/draw';
    expect(at(contract, `POST ${path}`)).toMatchObject({
      name: 'draw-lottery-ticket',
      effect: 'irreversible',
      core: false,
      summary: 'drawLottery-Ticket',
    });
    expect(at(contract, `GET ${path}`)).toMatchObject({
      name: 'get-v2-lottery-tickets-id-draw',
      effect: 'read',
    });
  });

  test('advises only operations that it has', () => {
    expect(at(contract, 'POST /v2/updates/flats').deprecated).toBeUndefined();
    const more = from(
      `${THEIRS.replace('  /v2/updates/flats:', '  /v2/updates: { post: {} }\n$&')}`,
    );
    expect(at(more, 'POST /v2/updates/flats').deprecated?.replacement).toBe('POST /v2/updates');
  });
});

test.each(['3.4.12', '3.5.1', '3.9', '2.10', 'next'])(
  'a document of version %s finds them too',
  (version) => {
    const paths = { '/v2/users': { post: {} }, '/readyz': { get: {} } };
    const { operations } = from(JSON.stringify({ openapi: '3.1.0', info: { version }, paths }));
    expect(operations.map(({ name, effect }) => `${name} ${effect}`)).toEqual([
      'users-create reversible',
      `${at(ledgerContract('3.5'), 'GET /readyz').name} read`,
    ]);
  },
);

describe('what cannot be a contract is rejected with what to do', () => {
  const paths = { '/v2/version': { get: { responses: {} } } };
  const made = (more: object): string => JSON.stringify({ openapi: '3.0.3', paths, ...more });
  const response = (schema: unknown): string =>
    made({
      paths: {
        '/v2/version': {
          get: { responses: { 200: { content: { 'application/json': { schema } } } } },
        },
      },
    });

  test.each([
    [
      'nothing',
      '',
      /^theirs.yaml is not an OpenAPI document\. Name the OpenAPI document of a ledger/,
    ],
    ['a page', '<html><body>404</body></html>', /is not an OpenAPI document/],
    ['broken JSON', '{"openapi": ]}', /cannot be read at line 1, column 13: /],
    ['no version', '{"openapi": null}', /is not an OpenAPI document/],
    ['broken YAML', 'a: [', /cannot be read at line 1, column 5: syntax: /],
    [
      'Swagger',
      '{"swagger": "2.0", "paths": {}}',
      /is of version 2\.0 \(Swagger\)\. Convert it to/,
    ],
    ['AsyncAPI', '{"asyncapi": "2.6.0", "channels": {}}', /is not an OpenAPI document/],
    [
      'a later version',
      made({ openapi: '3.2.0' }),
      /is of version 3\.2\.0\. Convert it to OpenAPI 3\.0/,
    ],
    ['no paths', made({ paths: undefined }), /has no paths/],
    [
      'another API',
      made({ paths: { '/pets': { get: {} } } }),
      /no operation of the ledger JSON API/,
    ],
    [
      'a lost reference',
      response({ $ref: '#/nowhere' }),
      /is broken: .*#\/nowhere points to nothing/,
    ],
    [
      'a foreign reference',
      response({ $ref: 'a.yaml#/b' }),
      /is broken: .*points outside its document/,
    ],
    ['a wrong type', response({ type: 'strnig' }), /is broken: type must be/],
    ['a wrong pattern', response({ pattern: '(' }), /is broken: .*regular expression/],
    [
      'an endless schema',
      response({
        $ref: '#/paths/~1v2~1version/get/responses/200/content/application~1json/schema',
      }),
      /is broken: the reference .* refers to itself/,
    ],
    ['an item that is none', made({ paths: { ...paths, '/a': null } }), /is broken/],
  ])('%s', (_, text, message) => {
    expect(() => from(text)).toThrow(DocumentError);
    expect(() => from(text)).toThrow(message);
  });
});

describe('what is beyond a limit is rejected with the count and the limit', () => {
  const JSON_BODY = 'application/json';
  const withSchemas = (schemas: object, schema: object = { $ref: '#/components/schemas/a0' }) =>
    JSON.stringify({
      openapi: '3.1.0',
      paths: {
        '/v2/version': { get: { responses: { 200: { content: { [JSON_BODY]: { schema } } } } } },
      },
      components: { schemas },
    });
  const many = <T>(count: number, one: (i: number) => T): Record<string, T> =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`a${i}`, one(i)]));
  const next = (i: number): object => ({ $ref: `#/components/schemas/a${i + 1}` });
  const chain = (count: number): object =>
    many(count, (i) => (i + 1 < count ? { properties: { next: next(i) } } : { type: 'string' }));
  const doubled = (count: number): object =>
    many(count, (i) => (i + 1 < count ? { allOf: [next(i), next(i)] } : { type: 'object' }));
  const operations = (count: number): string => {
    const paths = Object.entries(many(count - 1, () => ({ get: { responses: {} } })));
    const own = { '/v2/version': { get: { responses: {} } } };
    const others = Object.fromEntries(paths.map(([name, item]) => [`/${name}`, item]));
    return JSON.stringify({ openapi: '3.1.0', paths: { ...own, ...others } });
  };

  test.each([
    [
      'operations',
      operations(20_000),
      'theirs.yaml has 20,000 operations, and 500 is the limit. Keep only the paths of the ledger',
    ],
    [
      'parameters',
      withSchemas({ a0: { properties: many(26_000, () => ({ type: 'string' })) } }),
      /theirs\.yaml has 26,\d+ objects \(schemas, .*\), and 25,000 is the limit/,
    ],
    ['a chain', withSchemas(chain(102)), /a chain of more than 100 references/],
    ['a long chain', withSchemas(chain(5000)), /a chain of more than 100 references/],
    ['a schema that doubles', withSchemas(doubled(40)), /more than 10,000 subschemas for one/],
  ])('%s', (_, text, message) => {
    expect(() => from(text)).toThrow(DocumentError);
    expect(() => from(text)).toThrow(message);
  });

  test('what is within the limits is read', () => {
    expect(from(operations(500)).operations).toHaveLength(500);
    expect(from(withSchemas(chain(100))).operations).toHaveLength(1);
    expect(from(withSchemas(doubled(10))).operations).toHaveLength(1);
    const own = { properties: { not: { $ref: '#/components/schemas/a0' } } };
    expect(from(withSchemas({ a0: own })).operations).toHaveLength(1);
  });
});

test('parameters have our names, so that our requests fit, and a slow pattern does no harm', () => {
  const contract = from(withPattern('^(a+)+$'));
  const user = at(contract, 'GET /v2/users/{user-id}');
  expect(user.pathParameters).toEqual(['user-id']);
  const fits = validator(contract, user.responses['200']?.['application/json'] ?? false);
  expect(fits({ id: 'aaa' })).toEqual([]);
  expect(fits({ id: `${'a'.repeat(10_000)}!` })).toHaveLength(1);
});

test('a pattern that no engine can run in linear time is rejected', () => {
  const text = withPattern('(?=a)b');
  expect(() => from(text)).toThrow('theirs.yaml is broken: the pattern "(?=a)b" cannot be used');
});

test.each([
  ['User: { $ref: "#/components/schemas/User" }', 'User refers to itself'],
  [
    'User: { allOf: [{ anyOf: [{ $ref: "#/components/schemas/User" }] }] }',
    'User refers to itself',
  ],
])('a schema of nothing but itself is rejected: %s', (schema, message) => {
  const text = THEIRS.replace(/ {4}User:\n(?: {6}.*\n)*/, `    ${schema}\n`);
  expect(() => from(text)).toThrow(message);
});

function withPattern(pattern: string): string {
  const changed = `id: { type: string, pattern: '${pattern}' }`;
  return THEIRS.replace('id: { type: string }', () => changed);
}
