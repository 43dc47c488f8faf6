/** The registry: allocation contexts and the allocation factory. */

import fc from 'fast-check';
import {
  call,
  type Fixtures,
  type Operation,
  type PresenceProbe,
  type Surface,
} from '../../src/index.ts';
import { CLAUSES } from '../clauses.ts';
import { type Law, requirementsOf } from '../kit/law.ts';
import { FACTORY_LAWS } from './allocation-factory.ts';
import { ACCEPTS_ANY_NUMBER } from './awkward-numbers.ts';
import { registryClient } from './client.ts';
import { CONTEXT_LAWS } from './contexts.ts';
import { type ChosenVersions, registryContracts } from './contracts.ts';
import { DEBUG_LAWS } from './debug-fields.ts';
import { DISCLOSURE_LAWS } from './disclosed-contracts.ts';
import { EVERY_OPERATION } from './every-operation.ts';
import { fixtureLookups } from './fixture-lookups.ts';
import { NO_REGISTRY_FIXTURES } from './fixtures.ts';
import { FLAG_LASTS } from './flag-lasts.ts';
import { contractIds } from './identifiers.ts';
import { ACCEPTS_LARGE_BODY } from './large-bodies.ts';
import { OWN_CONTEXT_LAWS } from './own-context.ts';
import { type Context, type Factory, type Probed, probedContext, probedFactory } from './probed.ts';
import { checkFixtures, checksOf } from './rejected-fixtures.ts';
import { REQUEST_LAWS } from './requests.ts';
import { STANDS_ALONE } from './stands-alone.ts';
import { context, factory, type Subject } from './subject.ts';

const HASH = 'ab'.repeat(32);
const EXAMPLES: Partial<Fixtures> = {
  allocations: [`00${HASH}`],
  reassigning: [`01${HASH}`],
  choiceArguments: [{ inputHoldingCids: [] }],
};

/** What contexts and factory share. */
const COMMON_LAWS: readonly Law<Probed>[] = [
  ...REQUEST_LAWS,
  ACCEPTS_LARGE_BODY,
  ...DEBUG_LAWS,
  STANDS_ALONE,
  ...DISCLOSURE_LAWS,
  ...EVERY_OPERATION,
];

const idOf = ({ operation }: Subject): string => `registry/${operation.name}`;

/** The registry surface: its operations, its presence probes and every requirement. */
export function registry(versions: ChosenVersions = {}): Surface {
  const operations = registryContracts(versions).flatMap((contract) => contract.operations);
  const factorySubject = factory(named(operations, 'allocation-instruction-v1/allocation-factory'));
  const contextSubjects = operations.filter((o) => o !== factorySubject.operation).map(context);
  return {
    name: 'registry',
    clauses: [CLAUSES],
    // Registries are known to limit their callers.
    ratePerSecond: 1.5,
    emptyFixtures: NO_REGISTRY_FIXTURES,
    operatorFixtures: ['allocations', 'reassigning', 'choiceArguments'],
    exampleFixtures: EXAMPLES,
    operations,
    presenceProbes: (fixtures) =>
      [...contextSubjects, factorySubject].map((s) => presenceProbes(s, fixtures)),
    discover: (send, given, note) =>
      checkFixtures({ contexts: contextSubjects, factory: factorySubject, send, note }, given),
    discoveryRequests: checksOf,
    advertised: {
      member: 'supportedApis',
      apis: ({ advertised }) => (advertised ?? []) as readonly string[],
    },
    clientRequirements: registryClient(operations),
    lookups: (given) => fixtureLookups(contextSubjects, factorySubject, given),
    requirements: [
      ...requirementsOf<Context>(
        [FLAG_LASTS, ...CONTEXT_LAWS, ...OWN_CONTEXT_LAWS, ...COMMON_LAWS],
        contextSubjects.map((subject) => probedContext(subject, factorySubject)),
        idOf,
      ),
      ...requirementsOf<Factory>(
        [FLAG_LASTS, ...FACTORY_LAWS, ACCEPTS_ANY_NUMBER, ...COMMON_LAWS],
        [probedFactory(factorySubject)],
        idOf,
      ),
    ],
  };
}

function presenceProbes({ operation, control, good }: Subject, fixtures: Fixtures): PresenceProbe {
  const accepted = control(fixtures);
  const [unknownId = ''] = fc.sample(contractIds(), { seed: 7, numRuns: 1 });
  const example = fixtures.choiceArguments.length > 0 || operation.pathParameters.length > 0;
  const [fake] = example ? [] : fc.sample(good(fixtures), { seed: 7, numRuns: 1 });
  const unknown = call(operation, {
    path: { allocationId: unknownId },
    json: fake?.members ?? {},
  });
  // A shorter id, so that a path that is called too long does not get what an unknown path gets.
  const shorter = unknown.path.replace(unknownId, unknownId.slice(0, 66));
  const absent = { ...unknown, path: shorter.replace(/[^/]+$/, 'assay-knows-no-such-path') };
  return {
    operation,
    unknownResource: unknown,
    unknownPath: absent,
    ...(accepted ? { control: accepted } : {}),
  };
}

function named(operations: readonly Operation[], name: string): Operation {
  const found = operations.find((o) => o.name === name);
  if (!found) throw new Error(`no operation of the registry is named ${name}`);
  return found;
}
