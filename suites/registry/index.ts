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
import { type Law, requirementsOf } from '../kit/law.ts';
import { METADATA_REQUESTS, readMetadata } from './advertised.ts';
import { isPublishedFor } from './apis.ts';
import { aroundFactory } from './around-factory.ts';
import { laws, memberRules } from './chapters.ts';
import type { Asked } from './check-types.ts';
import { choicesApart } from './choices-apart.ts';
import { registryClient } from './client.ts';
import { type ChosenVersions, REGISTRY_CLAUSES, registryContracts } from './contracts.ts';
import { relatedTo, subjectsOf } from './families.ts';
import { fixtureLookups, instrumentLookups } from './fixture-lookups.ts';
import {
  DUAL_FIXTURES,
  NO_REGISTRY_FIXTURES,
  OPERATOR_FIXTURES,
  type RegistryFixtures,
} from './fixtures.ts';
import { contractIds } from './identifiers.ts';
import { INSTRUMENT_PAGES } from './instrument-pages.ts';
import {
  type Info,
  type Instrument,
  type Instruments,
  info,
  instrument,
  instruments,
  type Reading,
} from './metadata.ts';
import { type Context, probedContext, probedFactory } from './probed.ts';
import { argumentProposals } from './proposals.ts';
import { checkFixtures, checksOf } from './rejected-fixtures.ts';
import type { ContextSubject, Contexts, FactorySubject } from './subject.ts';
import { transferProbes } from './transfer-kinds.ts';
import { dualProbe, version2Probes } from './version-2.ts';

const HASH = 'ab'.repeat(32);
const NO_FIXTURES = NO_REGISTRY_FIXTURES as Fixtures;
const exampleOf = (name: (typeof OPERATOR_FIXTURES)[number]): readonly unknown[] => [
  `${name.startsWith('reassigning') ? '01' : '00'}${HASH}`,
];

const [FLAG_LASTS, ...DEBUG_LAWS] = laws('2.1-debug-fields');

/** The laws of both contexts and factories, after their own. */
const withCommon = (own: readonly Law<Asked>[]): readonly Law<Asked>[] => [
  // Its requests must be the first of a run with the flag.
  ...(FLAG_LASTS === undefined ? [] : [FLAG_LASTS]),
  ...own,
  ...laws('4.1-operations'),
  ...DEBUG_LAWS,
  ...memberRules('2.1-responses'),
  ...memberRules('2.1-debug-fields'),
  ...laws('7-responses'),
];
const ID_LAWS = laws('4.1-ids');
const CONTEXT_LAWS = withCommon([...laws('4.1-contexts'), ...ID_LAWS]);
const FACTORY_LAWS = withCommon(laws('4.1-factories'));
const TRANSFER_LAWS = laws('transfers');
const VERSION_2_LAWS = laws('version-2');
const METADATA_LAWS = [...laws('metadata-v1'), ...memberRules('metadata-v1'), ...ID_LAWS];

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
  const subjects = subjectsOf(operations);
  const metadata = {
    info: info(named('metadata-v1/info'), subjects.factories),
    instruments: instruments(named('metadata-v1/instruments')),
    instrument: instrument(named('metadata-v1/instrument'), named('metadata-v1/instruments')),
  };
  const { families, factories } = subjects;
  const contexts = families.flat();
  return {
    name: 'registry',
    clauses: REGISTRY_CLAUSES,
    isDocumentOf: (document, { contract }) => isPublishedFor(document, contract.id),
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
      const { usable, lacking, ...shown } = await readMetadata(
        [metadata.info.operation, metadata.instruments.operation],
        send,
      );
      for (const text of lacking)
        note(`Discovery: ${text}; the data that it would show counts as unknown.`);
      const { instruments: own } = given;
      const all = [...own, ...shown.instruments];
      // Requests name the first one, so it is not paused if another is.
      const first = all.filter((id) => usable.includes(id)).slice(0, 1);
      return { ...known, ...shown, instruments: [...new Set([...first, ...all])] };
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
      ...contexts.filter(isWanted).flatMap((subject) =>
        contextRequirements(
          probedContext(subject, relatedTo(subject, subjects)),
          subject,
          olderOf(subject.operation, operations),
          families.find(([first]) => first === subject),
          factories.find(({ fixture }) => fixture === 'settlementArguments'),
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
  readonly info: Info;
  readonly instruments: Instruments;
  readonly instrument: Instrument;
}): readonly Requirement[] {
  const { info: whole, instruments: list, instrument: one } = all;
  return [
    ...requirementsOf(
      METADATA_LAWS,
      [
        { ...whole, more: [whole.ofArguments, whole.otherToken] },
        list,
        { ...one, more: [one.listed, one.declared] },
      ],
      idOf,
    ),
    ...requirementsOf(INSTRUMENT_PAGES, [list.pages], idOf),
  ];
}

function contextRequirements(
  probed: Context,
  subject: ContextSubject,
  older: Operation | undefined,
  /** All choices of its kind of contract, if it is the first of them. */
  family: Contexts | undefined,
  settlement: FactorySubject | undefined,
): readonly Requirement[] {
  const apart = family && choicesApart(family);
  const dual = older && { ...probed, older, all: [], more: [dualProbe(subject, older)] };
  const around =
    family && settlement?.operation.contract === subject.operation.contract
      ? aroundFactory(family, settlement)
      : undefined;
  const asked = { ...probed, more: [apart, around] };
  return requirementsOf(CONTEXT_LAWS, [asked], idOf).concat(
    dual ? requirementsOf(VERSION_2_LAWS, [dual], idOf) : [],
  );
}

function factoryRequirements(
  subject: FactorySubject,
  older: Operation | undefined,
): readonly Requirement[] {
  const { operation } = subject;
  const probed = probedFactory(subject);
  const transfers = Object.values(transferProbes(subject, older));
  const isTransfer = operation.name.endsWith('/transfer-factory');
  const isSecond = operation.contract.id.endsWith('-v2');
  const sizes = Object.values(version2Probes(subject));
  return [
    ...requirementsOf(FACTORY_LAWS, [probed], idOf),
    ...(isTransfer ? requirementsOf(TRANSFER_LAWS, [{ ...probed, more: transfers }], idOf) : []),
    ...(isSecond ? requirementsOf(VERSION_2_LAWS, [{ ...probed, more: sizes }], idOf) : []),
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

/** Without members if the control has valid arguments; otherwise like the control. */
function undeclared({ examples, validRequests }: FactorySubject, fixtures: Fixtures): object {
  return examples(fixtures).length > 0 ? {} : (validRequests(fixtures)[0]?.members ?? {});
}
