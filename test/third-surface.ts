/** A third surface, as somebody else would write one: a document, fixtures, a requirement and a server. */
import fc from 'fast-check';
import {
  type Call,
  call,
  contractOf,
  finding,
  type Operation,
  type Probe,
  requirement,
  type Surface,
} from '../src/index.ts';

type PetFixtures = { readonly pets: readonly string[] };

declare module '../src/model/fixtures.ts' {
  interface Fixtures extends PetFixtures {}
}

const contract = contractOf(
  'pets',
  {
    openapi: '3.1.0',
    info: { version: '2.0' },
    paths: {
      '/pets/{name}': {
        get: {
          operationId: 'getPet',
          summary: 'One pet',
          'x-name': 'pet',
          'x-core': true,
          'x-effect': 'read',
          parameters: [{ name: 'name', in: 'path', required: true, schema: { type: 'string' } }],
          responses: {
            '200': { content: { 'application/json': { schema: { type: 'object' } } } },
            '404': { content: { 'application/json': { schema: { type: 'object' } } } },
          },
        },
      },
    },
  },
  'no file',
);
const [pet] = contract.operations as readonly [Operation];

const named = (name: string): Call => call(pet, { path: { name } });

const known: Probe = {
  id: 'pet/known',
  operation: pet,
  sends: 'the name of a pet that exists',
  needs: 'pets',
  weight: 1,
  caseGroups: ({ pets }) => [
    { label: 'pets', cases: fc.constantFrom(...pets).map((name) => [named(name)]) },
  ],
  control: ({ pets: [first] }) => (first === undefined ? undefined : named(first)),
};

/** The surface `pets`: one operation and one requirement. */
export const pets: Surface = {
  name: 'pets',
  operations: contract.operations,
  emptyFixtures: { pets: [] },
  operatorFixtures: ['pets'],
  ratePerSecond: 100,
  presenceProbes: ({ pets: [first] }) => [
    {
      operation: pet,
      unknownResource: named('unknown'),
      unknownPath: { ...named('unknown'), path: '/nowhere/unknown' },
      ...(first === undefined ? {} : { control: named(first) }),
    },
  ],
  requirements: [
    requirement({
      id: 'pets/pet/has-its-name',
      level: 'MUST',
      clause: 'a-pet-has-its-name',
      statement: 'A pet has the name that was requested.',
      probes: [known],
      check: ({ request, response: { status, body } }) => {
        if (status !== 200) return undefined;
        const { name } = (body ?? {}) as { readonly name?: unknown };
        const expected = request.path.split('/').at(-1) ?? '';
        return name === expected ? [] : [finding('/name', expected, String(name))];
      },
    }),
  ],
};
