/** The registry: allocation contexts and the allocation factory. */

import fc from 'fast-check';
import {
  call,
  type Fixtures,
  type Operation,
  type PresenceProbe,
  type Requirement,
  type Surface,
} from '../../src/index.ts';
import { CLAUSES } from '../clauses.ts';
import { everyOperation } from '../every-operation.ts';
import { contractIds } from '../identifiers.ts';
import { allocationFactory, factoryProbes } from './allocation-factory.ts';
import { awkwardNumbers, awkwardNumbersAccepted } from './awkward-numbers.ts';
import { registryClient } from './client.ts';
import { contextProbes } from './context-probes.ts';
import { contexts } from './contexts.ts';
import { registryContracts } from './contracts.ts';
import { debugFields } from './debug-fields.ts';
import { disclosedContracts } from './disclosed-contracts.ts';
import { fixtureLookups } from './fixture-lookups.ts';
import { NO_REGISTRY_FIXTURES } from './fixtures.ts';
import { flagLasts } from './flag-lasts.ts';
import { largeBodies, largeBodiesAccepted } from './large-bodies.ts';
import { ownContext } from './own-context.ts';
import { type SharedProbes, sharedProbes } from './probes.ts';
import { checkFixtures, checksOf } from './rejected-fixtures.ts';
import { requests } from './requests.ts';
import { slashIds } from './slash-ids.ts';
import { standsAlone } from './stands-alone.ts';
import { context, factory, type Subject } from './subject.ts';

const HASH = 'ab'.repeat(32);
const EXAMPLES: Partial<Fixtures> = {
  allocations: [`00${HASH}`],
  reassigning: [`01${HASH}`],
  choiceArguments: [{}],
};

/** The registry surface: its operations, its presence probes and every requirement. */
export function registry(): Surface {
  const operations = registryContracts().flatMap((contract) => contract.operations);
  const factorySubject = factory(named(operations, 'allocation-factory'));
  const contextSubjects = operations.filter((o) => o !== factorySubject.operation).map(context);
  return {
    name: 'registry',
    clauses: CLAUSES,
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
    clientRequirements: registryClient(operations),
    lookups: (given) => fixtureLookups(contextSubjects, factorySubject, given),
    requirements: [
      ...contextSubjects.flatMap((subject) => contextRequirements(subject, factorySubject)),
      ...factoryRequirements(factorySubject),
    ],
  };
}

function contextRequirements(subject: Subject, factorySubject: Subject): Requirement[] {
  const shared = sharedProbes(subject);
  const own = contextProbes(subject, factorySubject);
  const slashed = slashIds(subject);
  const accepted = [
    shared.optional,
    own.live,
    own.meta,
    own.extremeMeta,
    own.hostileMeta,
    own.encodedId,
  ];
  const identifiers = [
    own.unknownIds,
    own.rareIds,
    own.malformedId,
    slashed,
    own.nearId,
    own.reassigning,
    own.otherKind,
  ];
  return [
    flagLasts(subject, shared.flagSequence),
    ...contexts(subject, own, slashed),
    ...ownContext(subject, shared.together, [own.unknownIds, own.rareIds]),
    ...common(subject, shared, accepted, identifiers, own.unknownIds, [own.oddIds, own.wrongBody]),
  ];
}

function factoryRequirements(subject: Subject): Requirement[] {
  const shared = sharedProbes(subject);
  const own = factoryProbes(subject);
  const numbers = awkwardNumbers(subject);
  const accepted = [shared.optional, own.declared, own.around, own.anyObject, numbers];
  return [
    flagLasts(subject, shared.flagSequence),
    ...allocationFactory(subject, own),
    awkwardNumbersAccepted(subject, numbers),
    ...common(subject, shared, accepted, [], own.rejectedInARow),
  ];
}

/** What contexts and factory share. */
function common(
  subject: Subject,
  shared: SharedProbes,
  accepted: readonly SharedProbes['optional'][],
  identifiers: readonly SharedProbes['optional'][],
  rejectedInARow: SharedProbes['optional'],
  unjudged: readonly SharedProbes['optional'][] = [],
): Requirement[] {
  const relations = [shared.flagSequence, shared.together, shared.spelling];
  // One body parser serves all operations, so that those of the core show its limit.
  const large = subject.operation.core ? [largeBodies(subject)] : [];
  const wellFormed = [...accepted, ...relations, ...large, ...identifiers];
  const broken = [...shared.broken.values()];
  const unread = [shared.malformedJson, shared.missingBody, shared.wrongMediaType];
  // What comes of these is open: any response is right, but not a crash.
  const open = [...unjudged, shared.nulls, shared.afterRejections];
  const answering = [...new Set([...wellFormed, ...broken, ...unread, ...open, rejectedInARow])];
  return [
    ...requests(subject, shared),
    ...large.map((probe) => largeBodiesAccepted(subject, probe)),
    ...debugFields(subject, shared, answering),
    standsAlone(subject, shared),
    ...disclosedContracts(subject, answering),
    ...everyOperation('registry', subject.operation, {
      answering,
      // A server that rejects a large body may close the connection before it has read it.
      readable: answering.filter((probe) => !large.includes(probe)),
      all: [...answering, shared.wrongMethod, shared.preflight],
      wellFormed,
      broken,
      framing: [...unread, shared.wrongMethod],
      rejectedInARow,
    }),
  ];
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
  const absent = { ...unknown, path: unknown.path.replace(/[^/]+$/, 'assay-knows-no-such-path') };
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
