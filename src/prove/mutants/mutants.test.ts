import { describe, expect, it } from 'vitest';
import type { Operation } from '../../contract/contract.ts';
import { contractOf } from '../../contract/load.ts';
import { dropAbsentNulls } from '../../contract/null-as-absent.ts';
import { validator } from '../../contract/validate.ts';
import { ReceivedResponse } from '../../exchange/response.ts';
import type { HttpResponse } from '../../model/index.ts';
import { unseenOf } from '../operators/places.ts';
import { mutantsOf } from './mutants.ts';

const text = { type: 'string' };
const document = {
  info: { version: '1' },
  paths: {
    '/animals': {
      get: {
        operationId: 'animals',
        'x-name': 'animals',
        responses: {
          '200': {
            headers: { 'X-Count': { required: true }, 'X-Hint': {} },
            content: {
              'application/json': { schema: { $ref: '#/components/schemas/Animals' } },
            },
          },
          '400': { content: { 'text/plain': { schema: text } } },
          default: {
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Animals: {
        type: 'object',
        required: ['animals'],
        properties: {
          animals: { type: 'array', items: { $ref: '#/components/schemas/Animal' } },
        },
      },
      Animal: {
        type: 'object',
        required: ['name', 'kind'],
        properties: {
          name: text,
          kind: { enum: ['CAT', 'DOG'], type: 'string' },
          legs: { type: 'integer' },
          anything: {},
          parents: { type: 'array', items: { $ref: '#/components/schemas/Animal' } },
          food: { type: 'object', additionalProperties: { type: 'number' } },
        },
      },
      Error: { type: 'object', required: ['code'], properties: { code: text } },
    },
  },
};
const contract = contractOf('zoo', document as never, '');
const operation = contract.operations[0] as Operation;

function response(status: number, type: string, body: unknown): HttpResponse {
  const sent = type === 'application/json' ? JSON.stringify(body) : String(body);
  return new ReceivedResponse(status, { 'content-type': type, 'x-count': '2' }, sent);
}

const json = 'application/json';
const good = response(200, json, {
  animals: [
    { name: 'Tom', kind: 'CAT', legs: null, anything: 1, food: { fish: 2 } },
    { name: 'Rex', kind: 'DOG', legs: 4, parents: [{ name: 'Lassie', kind: 'DOG' }] },
  ],
});
const missing = response(404, json, { code: 'NO_ZOO' });
const unreadable = response(400, 'text/plain', 'no query');
const conforming = [
  good,
  missing,
  unreadable,
  response(404, 'text/html', '<h1>'),
  response(302, json, {}),
];
const all = mutantsOf(operation, conforming);
const named = (id: string) => {
  const found = all.find((mutant) => mutant.id === id);
  if (found === undefined) throw new Error(`no mutant ${id}`);
  return found;
};

describe('the mutants of an operation', () => {
  it('alter each documented part of its conforming responses once', () => {
    expect(all.map(({ id }) => id)).toEqual([
      '200 status 200 201',
      '200 status 200 204',
      '200 status 200 404',
      '200 status 200 500',
      '200 media-type text/html',
      '200 drop-header content-type',
      '200 empty-body',
      '200 message',
      '200 drop-header x-count',
      '200 change-header x-count',
      '200 coerce',
      ...['animals', 'animals/*', 'animals/*/name', 'animals/*/kind'].flatMap((at) => [
        `200 coerce /${at}`,
        ...(at.endsWith('*') ? [] : [`200 drop /${at}`, `200 nullify /${at}`]),
        ...(at.endsWith('kind') ? [`200 set /${at}=ASSAY_KNOWS_NO_SUCH_LITERAL`] : []),
      ]),
      ...['legs', 'anything', 'food', 'food/*', 'parents', 'parents/*'].map(
        (at) => `200 coerce /animals/*/${at}`,
      ),
      ...['name', 'kind'].flatMap((at) => [
        `200 coerce /animals/*/parents/*/${at}`,
        `200 drop /animals/*/parents/*/${at}`,
        `200 nullify /animals/*/parents/*/${at}`,
        ...(at === 'kind'
          ? [`200 set /animals/*/parents/*/${at}=ASSAY_KNOWS_NO_SUCH_LITERAL`]
          : []),
      ]),
      'error application/json status 404 200',
      'error application/json status 404 500',
      'error application/json status 404 400',
      'error application/json media-type text/html',
      'error application/json drop-header content-type',
      'error application/json empty-body',
      'error application/json message',
      'error application/json coerce',
      'error application/json coerce /code',
      'error application/json drop /code',
      'error application/json nullify /code',
      'error text/plain status 400 200',
      'error text/plain status 400 500',
      'error text/plain status 400 422',
      'error text/plain media-type application/json',
      'error text/plain drop-header content-type',
      'error text/plain empty-body',
    ]);
  });

  it('are the same for the same responses, and none for undocumented responses', () => {
    expect(mutantsOf(operation, conforming).map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    expect(mutantsOf(operation, conforming.slice(3))).toEqual([]);
    expect(mutantsOf(operation, [])).toEqual([]);
  });

  it('are equivalent if the contract allows them', () => {
    expect(all.filter((m) => m.equivalent !== undefined).map(({ id }) => id)).toEqual([
      '200 coerce /animals/*/anything',
      'error text/plain empty-body',
    ]);
  });

  it('break the shape that the contract documents, whatever member they alter', () => {
    const shape = operation.responses['200']?.[json];
    if (shape === undefined) throw new Error('there is no shape');
    const fits = validator(contract, shape);
    const broken = (response: HttpResponse): boolean =>
      fits(dropAbsentNulls(contract, shape, response.body)).length > 0;
    expect(broken(good)).toBe(false);
    for (const mutant of all) {
      if (!/^200 (coerce|drop|nullify|set)(?!-)/.test(mutant.id)) continue;
      expect(broken(mutant.alter(good)), mutant.id).toBe(mutant.equivalent === undefined);
    }
  });

  it.each([
    ['200 drop /animals/*/name', 'Tom', false],
    ['200 drop /animals/*/parents/*/name', 'Lassie', false],
    ['200 drop /animals/*/parents/*/name', 'Tom', true],
  ])('%s leaves %s: %s', (id, name, kept) => {
    expect(named(id).alter(good).text.includes(name)).toBe(kept);
  });

  it('leave every other response the same', () => {
    for (const mutant of all) {
      const rejected = mutant.id.startsWith('error text') ? unreadable : missing;
      const own = mutant.id.startsWith('200') ? good : rejected;
      for (const other of conforming) {
        const altered = mutant.alter(other);
        if (other !== own) expect(altered, mutant.id).toBe(other);
        else if (mutant.equivalent === undefined) {
          expect(altered, mutant.id).not.toEqual(other);
          expect(mutant.alter(other)).toBe(altered);
        }
      }
    }
  });

  it('keep body, size, media type and headers consistent', () => {
    expect(named('200 status 200 204').alter(good)).toMatchObject({ text: '', bytes: 0 });
    expect(named('200 drop-header content-type').alter(good)).toMatchObject({ mediaType: '' });
    expect(named('200 drop-header x-count').alter(good).headers).not.toHaveProperty('x-count');
  });
});

it('the members without a mutant are the topmost documented ones that no conforming response has', () => {
  expect(unseenOf(operation, conforming)).toEqual([
    '/animals/*/parents/*/legs',
    '/animals/*/parents/*/anything',
    '/animals/*/parents/*/parents',
    '/animals/*/parents/*/food',
  ]);
  expect(unseenOf(operation, [])).toEqual(['/animals']);
});

it('a mutant of raw bytes alters the digest too', () => {
  const raw = { ...operation, responses: { '200': { 'application/octet-stream': true } } };
  const bytes = new ReceivedResponse(
    200,
    { 'content-type': 'application/octet-stream' },
    'abc',
    3,
    false,
    { sha256: 'x' },
  );
  const other = mutantsOf(raw, [bytes]).find(({ id }) => id === '200 message');
  expect(other?.alter(bytes)).toMatchObject({ text: 'assay', bytes: 5 });
  expect(other?.alter(bytes).sha256).toMatch(/^[0-9a-f]{64}$/);
});
