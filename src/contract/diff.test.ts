import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { ledgerContract } from '../../suites/ledger/contract.ts';
import { type ContractVersion, LEDGER_VERSIONS } from '../../suites/ledger/versions.ts';
import type { Contract, ContractDifference } from './contract.ts';
import { diff } from './diff.ts';
import { contractOf } from './load.ts';
import type { OpenApiDocument } from './openapi.ts';

const shortForm = ({ kind, at, from, to }: ContractDifference): string =>
  `${kind} ${at}: ${[from, to].filter((part) => part !== undefined).join(' → ')}`;

/** A longer enum in short: its place and the new value. */
const inShort = (difference: ContractDifference): string => {
  const { at, from: before = '', to: after = '' } = difference;
  const isLonger = after.startsWith(`${before}, `) && before.startsWith('one of ');
  return isLonger ? `added ${at} ${after.slice(before.length + 2)}` : shortForm(difference);
};

test.each<[from: ContractVersion, to: ContractVersion]>([
  ['3.4', '3.5.1'],
  ['3.5.1', '3.5'],
  ['3.5', '3.6'],
])('%s to %s shows what was added and deprecated, and nothing else', async (from, to) => {
  const lines = diff(ledgerContract(from), ledgerContract(to)).map(inShort).toSorted();
  const file = fileURLToPath(
    new URL(`../../test/differences/${from}-to-${to}.txt`, import.meta.url),
  );
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(file);
});

test('a difference of a schema names each body that has it', () => {
  const differences = diff(ledgerContract('3.4'), ledgerContract('3.5.1'));
  const found = differences.find(({ at }) => at === 'User.primaryPartyAuthentication');
  expect(found?.seenIn).toEqual([
    'GET /v2/users response',
    'POST /v2/users request',
    'POST /v2/users response',
    'GET /v2/users/{user-id} response',
    'PATCH /v2/users/{user-id} request',
    'PATCH /v2/users/{user-id} response',
    'GET /v2/authenticated-user response',
  ]);
});

test('the reverse comparison has the reverse differences', () => {
  const [older, newer] = [ledgerContract('3.4'), ledgerContract('3.5.1')];
  expect(
    diff(newer, older)
      .map(({ at, from, to }) => [at, to, from].join())
      .toSorted(),
  ).toEqual(
    diff(older, newer)
      .map(({ at, from, to }) => [at, from, to].join())
      .toSorted(),
  );
});

describe('between small documents', () => {
  const contract = (get: object, schemas: object = {}): Contract =>
    contractOf(
      'small',
      {
        info: { version: '1' },
        paths: { '/a': { get: { operationId: 'a', 'x-name': 'a', responses: {}, ...get } } },
        components: { schemas },
      } as unknown as OpenApiDocument,
      '',
    );
  const query = (schema: object, required?: boolean): object => ({
    parameters: [{ name: 'p', in: 'query', required, schema }],
  });
  const response = (mediaType: string, schema?: object): object => ({
    responses: { 200: { content: { [mediaType]: { schema } } } },
  });
  const advice = { announced: '2', replacement: 'GET /b', relation: 'Same.' };

  test.each<[string, object, object, readonly string[]]>([
    ['nothing', query({ type: 'string' }), query({ type: 'string', description: 'x' }), []],
    ['a parameter', {}, query({ type: 'string' }), ['added GET /a query p: string, optional']],
    ['none', query({}, true), {}, ['removed GET /a query p: any value, required']],
    ['a demand', query({}), query({}, true), ['required GET /a query p: optional → required']],
    [
      'a type',
      query({ type: 'integer', format: 'int32' }),
      query({ type: 'integer', format: 'int64', minimum: 0 }),
      ['changed GET /a query p: integer (int32) → integer (int64), minimum 0'],
    ],
    [
      'advice',
      {},
      { 'x-deprecated': advice },
      ['deprecated GET /a: in use → deprecated since 2 for GET /b'],
    ],
    [
      'advice against a parameter',
      query({ type: 'string' }),
      query({ type: 'string', deprecated: true }),
      ['deprecated GET /a query p: in use → deprecated'],
    ],
    [
      'a media type',
      response('text/plain', { type: 'string' }),
      response('application/json', { type: 'array', items: { type: 'string' } }),
      [
        'removed GET /a 200 text/plain: string',
        'added GET /a 200 application/json: list of string',
      ],
    ],
    ['a status', {}, response('text/plain'), ['added GET /a 200: text/plain']],
    [
      'a body',
      { requestBody: { content: { 'application/json': {} } } },
      {},
      ['removed GET /a request: application/json'],
    ],
    [
      'items',
      response('application/json', { type: 'array', items: { $ref: '#/components/schemas/A' } }),
      response('application/json', { type: 'array', items: { $ref: '#/components/schemas/B' } }),
      ['changed GET /a 200 application/json[]: A → B'],
    ],
  ])('%s', (_, before, after, changes) => {
    expect(diff(contract(before), contract(after)).map(shortForm)).toEqual(changes);
  });

  test('members of members, map values and choices are reported with their place', () => {
    const before = {
      'x.A': {
        properties: { b: { properties: { c: { type: 'string' } } }, d: { enum: ['p', 'q'] } },
        additionalProperties: { type: 'string' },
        oneOf: [{ $ref: '#/components/schemas/B' }, { required: ['e'] }, { type: 'null' }],
      },
    };
    const after = {
      'x.A': {
        properties: { b: { properties: { c: { type: 'number' } } }, d: { enum: ['q', 'p'] } },
        additionalProperties: { type: 'boolean' },
        oneOf: [{ required: ['e'], properties: { e: true } }, { type: 'string' }],
      },
    };
    const differences = diff(
      contract(response('application/json', { $ref: '#/components/schemas/x.A' }), before),
      contract(response('application/json', { $ref: '#/components/schemas/x.A' }), after),
    );
    expect(differences.map(shortForm)).toEqual([
      'changed x.A.b.c: string → number',
      'removed x.A.B: a choice',
      'added x.A.e: any value, required',
      'removed x.A.null: a choice',
      'added x.A.string: a choice',
      'changed x.A.*: string → boolean',
    ]);
    for (const { seenIn } of differences) expect(seenIn).toEqual(['GET /a response']);
  });

  test('a contract does not differ from itself', () => {
    for (const version of LEDGER_VERSIONS) {
      expect(diff(ledgerContract(version), ledgerContract(version))).toEqual([]);
    }
  });
});
