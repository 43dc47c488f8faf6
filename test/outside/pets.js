// A surface that is no part of the package, as its authors would write it: see registration.slow.test.ts.
import { createServer } from 'node:http';
import { call, contractOf, finding, requirement } from 'assay/suites/kit';
import fc from 'fast-check';

const name = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
const contract = contractOf(
  'pets',
  {
    openapi: '3.1.0',
    info: { version: '1.0' },
    paths: {
      '/pets/{name}': {
        get: {
          operationId: 'getPet',
          summary: 'One pet',
          'x-name': 'pet',
          'x-core': true,
          'x-effect': 'read',
          parameters: [{ name: 'name', in: 'path', required: true, schema: { type: 'string' } }],
          responses: { 200: { content: { 'application/json': { schema: name } } }, 404: {} },
        },
      },
    },
  },
  'no file',
);
const [pet] = contract.operations;
const named = (one) => call(pet, { path: { name: one } });
const control = ({ pets: [first] }) => (first === undefined ? undefined : named(first));

const known = {
  id: 'pet/known',
  operation: pet,
  sends: 'the name of each pet that exists',
  needs: 'pets',
  weight: 1,
  control,
  caseGroups: ({ pets }) =>
    pets.map((one) => ({ label: one, once: true, cases: fc.constant([named(one)]) })),
};

const surface = {
  name: 'pets',
  operations: contract.operations,
  clauses: [{ name: 'pets/clauses', files: [new URL('clauses.yaml', import.meta.url).href] }],
  emptyFixtures: { pets: [] },
  operatorFixtures: ['pets'],
  exampleFixtures: { pets: ['rex'] },
  presenceProbes: (fixtures) => [
    {
      operation: pet,
      unknownResource: named('unknown'),
      unknownPath: { ...named('unknown'), path: '/nowhere/unknown' },
      ...(control(fixtures) && { control: control(fixtures) }),
    },
  ],
  requirements: [
    requirement({
      id: 'pets/pet/has-its-name',
      level: 'MUST',
      clause: 'a-pet-has-its-name',
      statement: 'A pet has the name that was requested.',
      cause: 'The pet is looked up by its position.',
      fix: 'Look it up by its name.',
      probes: [known],
      check: ({ request, response }) => {
        if (response.status !== 200) return undefined;
        const [wanted, { name: came }] = [request.path.split('/').at(-1), response.body];
        return wanted === came ? [] : [finding('/name', wanted, came)];
      },
    }),
  ],
};

const FAULTS = [
  {
    id: 'first-pet-for-all',
    description: 'Each lookup returns the first pet.',
    killedBy: 'pets/pet/has-its-name',
  },
];

async function start({ port = 0, faults = [] }) {
  const pets = ['rex', 'tom'];
  let requests = 0;
  const server = createServer((request, response) => {
    requests++;
    const [, folder, wanted] = request.url.split('/');
    const found = folder === 'pets' ? pets.find((one) => one === wanted) : undefined;
    const shown = found !== undefined && faults.length > 0 ? pets[0] : found;
    response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'application/json' });
    const missing = folder === 'pets' ? { error: 'there is no such pet' } : { path: request.url };
    response.end(JSON.stringify(found === undefined ? missing : { name: shown }));
  });
  await new Promise((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    fixtures: { pets },
    tokens: {},
    received: () => requests,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

/** Everything about the surface, in one place. */
export const PETS = {
  name: 'pets',
  suite: async () => () => surface,
  contracts: async () => [contract],
  documents: async () => [],
  fixtures: async () => ({
    none: { pets: [] },
    schema: {
      pets: { type: 'array', items: { type: 'string' }, description: 'Write a list of pets.' },
    },
  }),
  sampled: false,
  changing: false,
  examples: [['run pets https://pets.example -F fixtures.yaml', 'check a pet shop']],
  reference: {
    callers: [],
    faults: async () => FAULTS,
    variants: async () => [],
    start,
    kills: { 'pets/pet/has-its-name': 'fault first-pet-for-all' },
  },
};
