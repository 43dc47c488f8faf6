// What is sent to a pet shop, and what must hold.
import { call, finding, loadContract, must, probe, requirementsOf } from 'assay/suites/kit';

const fileHere = (name) => new URL(name, import.meta.url).href;
export const CONTRACT = loadContract('pets', {
  name: 'pets',
  files: [fileHere('pets.openapi.yaml')],
});

const [pet] = CONTRACT.operations;
const lookup = (name) => call(pet, { path: { name } });
const ofFirst = ({ pets: [first] }) => (first === undefined ? undefined : lookup(first));

/** The requests that the rules share. */
const known = probe(pet, 'known', {
  sends: 'the name of each pet that exists',
  needs: 'pets',
  control: ofFirst,
  calls: ({ pets }) => pets.map(lookup),
});

const RULES = [
  must('has-its-name', 'a-pet-has-its-name', {
    statement: 'A pet has the name that was requested.',
    cause: 'The pet is looked up by its position.',
    fix: 'Look it up by its name.',
    on: () => known,
    check: ({ request, response }) => {
      if (response.status !== 200) return undefined;
      const [wanted, { name: came }] = [request.path.split('/').at(-1), response.body];
      return wanted === came ? [] : [finding('/name', wanted, came)];
    },
  }),
];

export const SURFACE = {
  name: 'pets',
  operations: CONTRACT.operations,
  clauses: [{ name: 'pets/clauses', files: [fileHere('clauses.yaml')] }],
  emptyFixtures: { pets: [] },
  operatorFixtures: ['pets'],
  exampleFixtures: { pets: ['rex'] },
  // Three requests that show whether an operation is there at all.
  presenceProbes: (fixtures) => [
    {
      operation: pet,
      unknownResource: lookup('unknown'),
      unknownPath: { ...lookup('unknown'), path: '/nowhere/unknown' },
      control: ofFirst(fixtures),
    },
  ],
  requirements: requirementsOf(RULES, [pet], ({ name }) => `pets/${name}`),
};
