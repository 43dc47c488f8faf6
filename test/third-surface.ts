/** A third surface, like one of another author: a document, fixtures, its own rule, and rules of any HTTP API. */
import fc from 'fast-check';
import {
  type Call,
  call,
  contractOf,
  type Fixtures,
  fixturesOf,
  type Operation,
  type Probe,
  type Surface,
} from '../src/kit.ts';
import { ERROR_RULES } from '../suites/http/errors.ts';
import { NEAR_RULES, nearRequests } from '../suites/http/near-requests.ts';
import { RESPONSE_RULES } from '../suites/http/responses.ts';
import { stated, statedOn } from '../suites/http/rules.ts';
import { string } from '../suites/kit/json.ts';
import { unless } from '../suites/kit/judges.ts';
import { checked, type Law, must } from '../suites/kit/law.ts';
import { probe, random } from '../suites/kit/probes.ts';
import { type Rejected, rejectedBy } from '../suites/kit/rejections.ts';
import { lawsOf, type SurfaceKit } from '../suites/kit/surface.ts';

type PetFixtures = { readonly pets: readonly string[] };

declare module '../src/model/fixtures.ts' {
  interface Fixtures extends PetFixtures {}
}

/** A response in JSON with one required string. */
function json(member: string): object {
  const properties = { [member]: { type: 'string' } };
  const schema = { type: 'object', required: [member], properties };
  return { content: { 'application/json': { schema } } };
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
            '200': json('name'),
            '404': json('error'),
          },
        },
      },
    },
  },
  'no file',
);
const SERVED = 'pets-are-served';
const NEAR = { clause: 'near-requests-are-served-alike' };

const [pet] = contract.operations as readonly [Operation];

const named = (name: string): Call => call(pet, { path: { name } });

const control = ({ pets: [first] }: Pick<Fixtures, 'pets'>): Call | undefined =>
  first === undefined ? undefined : named(first);

const KIT: SurfaceKit = {
  name: 'pets',
  example: fixturesOf({ emptyFixtures: { pets: ['rex'] } }),
  goodOf: () => ({ needs: 'pets', control }),
  codeFindings: () => [],
  codesClause: 'errors-have-a-text',
  errorRule: 'error-body',
};

interface Pet {
  readonly operation: Operation;
  readonly known: Probe;
  readonly unknown: Probe;
}

const subject: Pet = {
  operation: pet,
  known: probe(pet, 'known', {
    sends: 'the name of a pet that exists',
    needs: 'pets',
    weight: 1,
    control,
    caseGroups: ({ pets }) => [random('pets', fc.constantFrom(...pets).map(named))],
  }),
  unknown: probe(pet, 'unknown', {
    sends: 'the name of no pet',
    wrong: 'identifier',
    control,
    calls: () => [named('unknown')],
  }),
};

const UNKNOWN: Rejected<Pet> = must('unknown-pet', 'unknown-pets-are-not-found', {
  statement: 'The name of an unknown pet is rejected.',
  cause: 'A missing pet is shown as an empty one.',
  fix: 'Respond with 404.',
  status: 404,
});

const both = ({ known, unknown }: Pet): readonly Probe[] => [known, unknown];

const LAWS: readonly Law<Pet>[] = [
  must('has-its-name', 'a-pet-has-its-name', {
    statement: 'A pet has the name that was requested.',
    cause: 'The pet is looked up by its position.',
    fix: 'Look it up by its name.',
    test: checked(
      ({ known }) => known,
      ({ request, response: { status, body } }) => {
        if (status !== 200) return undefined;
        const expected = request.path.split('/').at(-1) ?? '';
        return unless(string(body, 'name') === expected, '/name', expected, string(body, 'name'));
      },
    ),
  }),
  ...statedOn<Pet>([...RESPONSE_RULES, ...ERROR_RULES], {
    'operation-exists': { clause: SERVED, on: both },
    'no-server-error': { clause: SERVED, on: both },
    'response-media-type': { clause: SERVED, on: ({ known }) => known },
    'response-shape': { clause: SERVED, on: ({ known }) => known },
    'error-body': { clause: SERVED, on: both },
  }),
];

/** The surface `pets`: one operation. */
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
    ...lawsOf(KIT, LAWS, [subject]),
    ...rejectedBy(KIT, UNKNOWN, subject, subject.unknown, { withControl: true }),
    ...lawsOf(KIT, stated(NEAR_RULES, { 'head-equals-get': NEAR }), [
      nearRequests(KIT, named('rex'), {}, ''),
    ]),
  ],
};
