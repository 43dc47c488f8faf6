/** The registry: choice contexts, factories and metadata of the token standard. */

import fc from 'fast-check';
import {
  type Contract,
  call,
  type Fixtures,
  NOWHERE,
  type Operation,
  type PresenceProbe,
  type Requirement,
  type Surface,
} from '../../src/kit.ts';
import { CLAUSES } from '../clauses.ts';
import { type Law, requirementsOf } from '../kit/law.ts';
import { METADATA_REQUESTS, readMetadata } from './advertised.ts';
import { ACCEPTS_ANY_NUMBER } from './awkward-numbers.ts';
import { browserLaws } from './browsers.ts';
import { registryClient } from './client.ts';
import { CONTEXT_LAWS } from './contexts.ts';
import { type ChosenVersions, registryContracts } from './contracts.ts';
import { DEBUG_ENTRY_LAWS, DEBUG_LAWS } from './debug-fields.ts';
import { DISCLOSURE_LAWS } from './disclosed-contracts.ts';
import { EVERY_OPERATION } from './every-operation.ts';
import { FACTORY_LAWS } from './factories.ts';
import { relatedTo, subjectsOf } from './families.ts';
import { fixtureLookups, instrumentLookups } from './fixture-lookups.ts';
import {
  DUAL_FIXTURES,
  NO_REGISTRY_FIXTURES,
  OPERATOR_FIXTURES,
  type RegistryFixtures,
} from './fixtures.ts';
import { FLAG_LASTS } from './flag-lasts.ts';
import { contractIds } from './identifiers.ts';
import { ID_LAWS } from './ids.ts';
import { INSTRUMENT_LAWS, SUPPORTED_APIS, WHOLE_NUMBERS } from './instrument-laws.ts';
import { ACCEPTS_LARGE_BODY } from './large-bodies.ts';
import { LOOKUP_LAWS } from './lookup-laws.ts';
import {
  type Instrument,
  type Instruments,
  info,
  instrument,
  instruments,
  type Reading,
} from './metadata.ts';
import { INFO_LAWS, INSTRUMENT_PAGES, PAGING_LAWS, READING_LAWS } from './metadata-laws.ts';
import { type Context, type Factory, type Probed, probedContext, probedFactory } from './probed.ts';
import { argumentProposals } from './proposals.ts';
import { checkFixtures, checksOf } from './rejected-fixtures.ts';
import { hasFlag } from './request-schema.ts';
import { REQUEST_LAWS } from './requests.ts';
import { ACCEPTS_RESPELLED } from './respelled-arguments.ts';
import { STANDS_ALONE } from './stands-alone.ts';
import type { ContextSubject, FactorySubject } from './subject.ts';
import { TRANSFER_LAWS, transferProbes } from './transfer-kinds.ts';
import { DUAL_LAWS, dualProbe, FACTORY_2_LAWS, version2Probes } from './version-2.ts';

const HASH = 'ab'.repeat(32);
const NO_FIXTURES = NO_REGISTRY_FIXTURES as Fixtures;
const exampleOf = (name: (typeof OPERATOR_FIXTURES)[number]): readonly unknown[] => [
  `${name.startsWith('reassigning') ? '01' : '00'}${HASH}`,
];

/** The laws of both contexts and factories. */
const COMMON_LAWS: readonly Law<Probed>[] = [
  ...REQUEST_LAWS,
  ACCEPTS_LARGE_BODY,
  ...DEBUG_LAWS.map((law) => ({ ...law, appliesTo: hasFlag })),
  STANDS_ALONE,
  ...DISCLOSURE_LAWS,
  ...DEBUG_ENTRY_LAWS,
  ...EVERY_OPERATION,
  ...browserLaws<Probed>(({ shared }) => shared),
];

const BROWSER_LAWS = browserLaws<Reading>((reading) => reading);

const idOf = ({ operation }: { readonly operation: Operation }): string =>
  `registry/${operation.name}`;

const made = new Map<string, Surface<RegistryFixtures>>();

/**
 * The registry surface: its operations, its presence probes and every requirement, or those of the named APIs. The
 * same object for the same versions and names.
 */
export function registry(
  versions: ChosenVersions = {},
  apis?: readonly string[],
): Surface<RegistryFixtures> {
  const contracts = registryContracts(versions);
  const key = [contracts.map(({ id, version }) => `${id}@${version}`), apis ?? 'all'].join(' ');
  const surface = made.get(key) ?? surfaceOf(contracts, apis);
  made.set(key, surface);
  return surface;
}

function surfaceOf(
  contracts: readonly Contract[],
  apis: readonly string[] = contracts.map(({ id }) => id),
): Surface<RegistryFixtures> {
  const isWanted = ({ operation }: { readonly operation: Operation }): boolean =>
    apis.includes(operation.contract.id);
  const operations = contracts.flatMap((contract) => contract.operations);
  const named = (name: string): Operation => {
    const found = operations.find((one) => one.name === name);
    if (found === undefined) throw new Error(`no operation of the registry is named ${name}`);
    return found;
  };
  const metadata = {
    info: info(named('metadata-v1/info')),
    instruments: instruments(named('metadata-v1/instruments')),
    instrument: instrument(named('metadata-v1/instrument'), named('metadata-v1/instruments')),
  };
  const subjects = subjectsOf(operations);
  const contexts = subjects.families.flat();
  const { factories } = subjects;
  return {
    name: 'registry',
    clauses: [CLAUSES],
    // Registries are known to limit their callers.
    ratePerSecond: 1.5,
    siblings: ({ contract }) =>
      contract.operations.some(({ core }) => core) ? undefined : contract.id,
    emptyFixtures: NO_REGISTRY_FIXTURES,
    operatorFixtures: OPERATOR_FIXTURES,
    exampleFixtures: Object.fromEntries([
      ...OPERATOR_FIXTURES.map((name) => [name, exampleOf(name)]),
      ...factories.map((one) => [
        one.fixture,
        fc.sample(one.madeUp(NO_FIXTURES), { seed: 7, numRuns: 1 }),
      ]),
    ]),
    operations,
    presenceProbes: (fixtures) => [
      ...Object.values(metadata).map((one) => metadataPresence(one, fixtures)),
      ...[...contexts, ...factories].map((one) => presenceProbes(one, fixtures)),
    ],
    discover: async (send, given, note) => {
      const known = await checkFixtures(subjects, { send, note }, given);
      const {
        usable: _,
        lacking,
        ...shown
      } = await readMetadata([metadata.info.operation, metadata.instruments.operation], send);
      for (const text of lacking)
        note(`Discovery: ${text}; what it would show is taken as not known.`);
      const { instruments: own } = given;
      return { ...known, ...shown, instruments: [...new Set([...own, ...shown.instruments])] };
    },
    discoveryRequests: (given) => METADATA_REQUESTS + checksOf(subjects, given),
    presumed: { instruments: ['Coin'], admins: [`admin::1220${HASH}`] },
    advertised: {
      member: 'supportedApis (of the registry or of an instrument)',
      apis: ({ advertised }) => advertised,
    },
    clientRequirements: registryClient(operations),
    lookups: (given) => [
      ...fixtureLookups(subjects, given),
      ...instrumentLookups(metadata.instrument.operation, metadata.instruments.operation, given),
    ],
    mayHoldToo: DUAL_FIXTURES,
    proposals: argumentProposals([metadata.info.operation, metadata.instruments.operation]),
    requirements: [
      ...(isWanted(metadata.info) ? metadataRequirements(metadata) : []),
      ...contexts
        .filter(isWanted)
        .flatMap((subject) =>
          contextRequirements(
            probedContext(subject, relatedTo(subject, subjects)),
            subject,
            olderOf(subject.operation, operations),
          ),
        ),
      ...factories
        .filter(isWanted)
        .flatMap((subject) => factoryRequirements(subject, olderOf(subject.operation, operations))),
    ],
  };
}

/** The operation of version 1 for the same choice. */
function olderOf({ name }: Operation, operations: readonly Operation[]): Operation | undefined {
  const older = name.replace('-v2/', '-v1/');
  return older === name ? undefined : operations.find((one) => one.name === older);
}

function metadataRequirements(all: {
  readonly info: Reading;
  readonly instruments: Instruments;
  readonly instrument: Instrument;
}): readonly Requirement[] {
  const { info: whole, instruments: list, instrument: one } = all;
  return [
    ...requirementsOf(
      [...READING_LAWS, ...INFO_LAWS, SUPPORTED_APIS, WHOLE_NUMBERS, ...BROWSER_LAWS],
      [whole],
      idOf,
    ),
    ...requirementsOf(
      [...READING_LAWS, ...INSTRUMENT_LAWS, SUPPORTED_APIS, WHOLE_NUMBERS, ...BROWSER_LAWS],
      [list, one],
      idOf,
    ),
    ...requirementsOf([...PAGING_LAWS], [list], idOf),
    ...requirementsOf(INSTRUMENT_PAGES, [list.pages], idOf),
    ...requirementsOf<Instrument>([...ID_LAWS, ...LOOKUP_LAWS], [one], idOf),
  ];
}

function contextRequirements(
  probed: Context,
  subject: ContextSubject,
  older: Operation | undefined,
): readonly Requirement[] {
  const dual = older && { ...probed, older, bothVersions: dualProbe(subject, older) };
  return [
    ...requirementsOf<Context>([FLAG_LASTS, ...CONTEXT_LAWS, ...COMMON_LAWS], [probed], idOf),
    ...(dual ? requirementsOf(DUAL_LAWS, [dual], idOf) : []),
  ];
}

function factoryRequirements(
  subject: FactorySubject,
  older: Operation | undefined,
): readonly Requirement[] {
  const { operation } = subject;
  const probed = probedFactory(subject);
  const transfers = operation.name.endsWith('/transfer-factory') && {
    ...probed,
    transfers: transferProbes(subject, older),
  };
  const second = operation.contract.id.endsWith('-v2') && {
    ...probed,
    version2: version2Probes(subject),
  };
  return [
    ...requirementsOf<Factory>(
      [FLAG_LASTS, ...FACTORY_LAWS, ACCEPTS_ANY_NUMBER, ACCEPTS_RESPELLED, ...COMMON_LAWS],
      [probed],
      idOf,
    ),
    ...(transfers ? requirementsOf(TRANSFER_LAWS, [transfers], idOf) : []),
    ...(second ? requirementsOf(FACTORY_2_LAWS, [second], idOf) : []),
  ];
}

function metadataPresence({ operation, control }: Reading, fixtures: Fixtures): PresenceProbe {
  const accepted = control(fixtures);
  const [parameter] = operation.pathParameters;
  const unknown =
    parameter === undefined ? call(operation) : call(operation, { path: { [parameter]: NOWHERE } });
  const path = unknown.path.replace(/\/metadata\/v1\/.*$/, `/metadata/v1/${NOWHERE}`);
  return {
    operation,
    unknownResource: unknown,
    unknownPath: { ...unknown, path: parameter === undefined ? path : `${path}/${NOWHERE}` },
    ...(accepted && { control: accepted }),
  };
}

function presenceProbes(
  subject: ContextSubject | FactorySubject,
  fixtures: Fixtures,
): PresenceProbe {
  const { operation } = subject;
  const accepted = subject.control(fixtures);
  const [unknownId = ''] = fc.sample(contractIds(), { seed: 7, numRuns: 1 });
  const unknown =
    subject.kind === 'context'
      ? subject.about(unknownId, {})
      : call(operation, { json: undeclared(subject, fixtures) });
  // A shorter id, because a path that is too long may get another response than an unknown one.
  const shorter = unknown.path.replace(unknownId, unknownId.slice(0, 66));
  const absent = { ...unknown, path: shorter.replace(/[^/]+$/, NOWHERE) };
  return {
    operation,
    unknownResource: unknown,
    unknownPath: absent,
    ...(accepted ? { control: accepted } : {}),
  };
}

/** Without members if the control has good arguments; otherwise like the control. */
function undeclared({ examples, validRequests }: FactorySubject, fixtures: Fixtures): object {
  return examples(fixtures).length > 0 ? {} : (validRequests(fixtures)[0]?.members ?? {});
}
