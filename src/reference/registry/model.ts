/** The data of the reference registry: live contracts, contracts under reassignment, factories and instruments. */
import { argumentReader, type Terms } from './arguments.ts';
import {
  contractIdOf,
  type DisclosedContract,
  disclosedContract,
  namespaced,
  type Template,
  withoutDebug,
} from './contracts.ts';
import {
  ADMIN,
  type Arguments,
  EXAMPLE_ARGUMENTS,
  fixturesOf,
  PREAPPROVED,
  type RegistryFixtures,
} from './examples.ts';
import { buildInstruments, type Info, type Instrument, REGISTRY_WIDE_APIS } from './instruments.ts';
import { type Family, OPERATIONS, type Operation, type OperationName } from './operations.ts';
import type { Rejection } from './reply.ts';

/** A value of choiceContextData in the ledger's JSON encoding of a variant. */
interface AnyValue {
  readonly tag: string;
  readonly value: unknown;
}

export interface ChoiceContext {
  readonly choiceContextData: { readonly values: Readonly<Record<string, AnyValue>> };
  readonly disclosedContracts: readonly DisclosedContract[];
}

interface FactoryWithChoiceContext {
  readonly factoryId: string;
  readonly choiceContext: ChoiceContext;
  /** Only in the response of a transfer factory. */
  readonly transferKind?: string;
}

export type Document = ChoiceContext | FactoryWithChoiceContext;

/** The parts of a request that decide the response. */
export interface Request {
  readonly operation: OperationName;
  /** The id of the live contract; empty for a factory. */
  readonly id: string;
  readonly excludeDebugFields: boolean;
  /** The result of reading a factory's arguments. */
  readonly terms?: Terms;
  /** Another factory contract than the usual one. */
  readonly factory?: string;
}

export interface Model {
  readonly info: Info;
  readonly instruments: readonly Instrument[];
  /** The live ids of a context; those that both versions know come first. */
  readonly liveAt: (operation: OperationName) => readonly string[];
  /** The ids that are under reassignment. */
  readonly movingAt: (operation: OperationName) => readonly string[];
  /** The live contracts that are settled together with this one, which is included. */
  readonly batchOf: (id: string) => readonly DisclosedContract[];
  /** Arguments that a factory accepts. */
  readonly argumentsAt: (operation: OperationName) => readonly Arguments[];
  readonly readArguments: (given: Arguments, operation: OperationName) => Terms | Rejection;
  readonly fixtures: RegistryFixtures;
  /** The response. Equal requests get the same object, so that its JSON can be kept. */
  readonly respond: (request: Request) => Document;
}

const PREFIX = 'registry.example.org';

/** `debugSettings` belongs to the contract: it is not a debug member of the response. */
const template = (entity: string, payload: Readonly<Record<string, unknown>> = {}): Template => ({
  packageName: 'example-token-app',
  module: 'Example.Token.Registry',
  entity,
  payload: {
    admin: ADMIN,
    instrumentId: { admin: ADMIN, id: 'Växel/€' },
    debugSettings: { debugOwner: ADMIN, verbose: false },
    meta: { values: {} },
    ...payload,
  },
});

/** The contracts of both versions, and those of version 2 only. */
const CONTRACTS: Readonly<Record<Family, Readonly<Record<'1' | '2', readonly string[]>>>> = {
  allocation: { '1': ['first', 'second', 'third'], '2': ['fourth', 'fifth'] },
  'transfer-instruction': { '1': ['first', 'second', 'third'], '2': ['fourth', 'fifth'] },
  'allocation-instruction': { '1': [], '2': ['first', 'second', 'third'] },
};
const ENTITIES: Readonly<Record<Family, string>> = {
  allocation: 'Allocation',
  'transfer-instruction': 'TransferOffer',
  'allocation-instruction': 'AllocationInstruction',
};
const FAMILIES = Object.keys(CONTRACTS) as Family[];
const VERSIONS = ['1', '2'] as const;

const isKnownTo = (version: string, operation: Operation): boolean =>
  Number(version) <= operation.version;

/** Contract ids by operation: those of its family and version. */
const idsAt = (ids: (family: Family, version: '1' | '2') => readonly string[]): Model['liveAt'] => {
  const byOperation = new Map(
    [...OPERATIONS.values()].map((operation) => {
      const { name, family } = operation;
      const known = VERSIONS.filter((version) => isKnownTo(version, operation));
      return [name, family === undefined ? [] : known.flatMap((version) => ids(family, version))];
    }),
  );
  return (name) => byOperation.get(name) ?? [];
};

const liveAt = idsAt((family, version) =>
  CONTRACTS[family][version].map((name) => contractIdOf(`${family} ${name}`)),
);
const movingAt = idsAt((family, version) =>
  CONTRACTS[family][version].length === 0
    ? []
    : [contractIdOf(`${family} under reassignment${version === '1' ? '' : ', newer'}`)],
);
const argumentsAt: Model['argumentsAt'] = (operation) => EXAMPLE_ARGUMENTS[operation] ?? [];

/** The live contracts of each batch: one of each family, of both versions. */
const batches = (): readonly (readonly DisclosedContract[])[] =>
  FAMILIES.map((family) =>
    [...new Set(VERSIONS.flatMap((version) => CONTRACTS[family][version]))].map((name) =>
      disclosedContract(`${family} ${name}`, template(ENTITIES[family])),
    ),
  );

/**
 * Builds the same model each time. Contracts of reference data belong to a round, as in real registries: each round
 * replaces them.
 */
export function buildModel(round = 0): Model {
  const reference = referenceData(round);
  const kept = new Map<string, readonly Document[]>();
  const all = batches();
  const respond: Model['respond'] = (request) => {
    const { operation, id, excludeDebugFields, terms, factory } = request;
    const key = JSON.stringify([operation, id, terms, factory]);
    const documents = kept.get(key) ?? documentsOf(request, reference);
    kept.set(key, documents);
    const document = documents[excludeDebugFields ? 1 : 0];
    if (document === undefined) throw new Error(`No ${operation} document is built for '${id}'`);
    return document;
  };
  const instruments = buildInstruments();
  const paused = instruments.filter((one) => one.paused).map(({ id }) => id);
  return {
    info: { adminId: ADMIN, supportedApis: REGISTRY_WIDE_APIS },
    instruments,
    liveAt,
    movingAt,
    batchOf: (id) => all.find((batch) => batch.some((one) => one.contractId === id)) ?? [],
    argumentsAt,
    readArguments: argumentReader(ADMIN, [PREAPPROVED]),
    fixtures: fixturesOf({ instruments: paused, liveAt, movingAt, argumentsAt }),
    respond,
  };
}

/** The document with debug members, and the one without them. */
function documentsOf(
  { operation, id, terms = {}, factory: label }: Request,
  reference: Reference,
): readonly Document[] {
  const { kind, choice } = OPERATIONS.get(operation) ?? {};
  if (kind === 'context')
    return liveAt(operation).includes(id) ? contextsOf(choice ?? '', id, reference) : [];
  const { entity = '', name = '' } = FACTORIES[choice ?? ''] ?? {};
  const factory = disclosedContract(label ?? name, template(entity));
  // A transfer is an offer unless its arguments decide otherwise.
  const decided =
    choice === 'transfer-factory' ? { transferKind: 'offer' as const, ...terms } : terms;
  return factoriesOf(factory, decided, reference);
}

type Contract = Required<DisclosedContract>;
type Reference = readonly [configuration: Contract, round: Contract, ...credentials: Contract[]];

/** One contract for each kind of factory, in both versions. */
const FACTORIES: Readonly<Record<string, { readonly entity: string; readonly name: string }>> = {
  'allocation-factory': { entity: 'AllocationFactory', name: 'factory' },
  'transfer-factory': { entity: 'TransferFactory', name: 'transfer factory' },
  'settlement-factory': { entity: 'SettlementFactory', name: 'settlement factory' },
};

function referenceData(round: number): Reference {
  const credential = (name: string): Contract =>
    disclosedContract(`credential ${name}`, template('Credential', { holder: namespaced(name) }));
  return [
    disclosedContract('configuration', template('InstrumentConfiguration', { decimals: '10' })),
    disclosedContract(`round ${round}`, template('OpenRound', { round: String(round) })),
    credential('sender'),
    credential('receiver'),
  ];
}

const contractRef = (contract: Contract): AnyValue => ({
  tag: 'AV_ContractId',
  value: contract.contractId,
});
const text = (value: string): AnyValue => ({ tag: 'AV_Text', value });
const flag = (value: boolean): AnyValue => ({ tag: 'AV_Bool', value });
const ADMIN_PARTY: AnyValue = { tag: 'AV_Party', value: ADMIN };

/** `debug-level` is data of the choice: excludeDebugFields does not affect it. */
function commonData(reference: Reference): Record<string, AnyValue> {
  const [configuration, round, ...credentials] = reference;
  return {
    [`${PREFIX}/instrument-configuration`]: contractRef(configuration),
    [`${PREFIX}/credentials`]: { tag: 'AV_List', value: credentials.map(contractRef) },
    [`${PREFIX}/rounds`]: {
      tag: 'AV_Map',
      value: { open: contractRef(round), 'debug-note': text('') },
    },
    'debug-level': text('none'),
  };
}

/** The data of each choice, beside the common data. */
const CHOICE_DATA: Readonly<Record<string, Readonly<Record<string, AnyValue>>>> = {
  withdraw: { 'expire-lock': flag(true) },
  cancel: {
    'expire-lock': flag(false),
    [`${PREFIX}/fee`]: { tag: 'AV_Decimal', value: '0.0300000000' },
  },
  'execute-transfer': {
    [`${PREFIX}/operator`]: ADMIN_PARTY,
    [`${PREFIX}/round-number`]: { tag: 'AV_Int', value: '17' },
    [`${PREFIX}/valid-until`]: { tag: 'AV_Time', value: '2030-01-01T00:00:00Z' },
    [`${PREFIX}/business-day`]: { tag: 'AV_Date', value: '2030-01-01' },
    [`${PREFIX}/grace`]: { tag: 'AV_RelTime', value: { microseconds: '60000000' } },
  },
  accept: { 'expire-lock': flag(false), [`${PREFIX}/operator`]: ADMIN_PARTY },
  reject: { 'expire-lock': flag(true), [`${PREFIX}/notice`]: text('rejected') },
};

const holdingOf = (id: string): Contract =>
  disclosedContract(`holding ${id}`, template('LockedHolding', { amount: '10.0000000000' }));

function contextsOf(choice: string, id: string, reference: Reference): readonly ChoiceContext[] {
  return pair([holdingOf(id), ...reference], {
    ...commonData(reference),
    ...CHOICE_DATA[choice],
  });
}

/** The factories. A direct transfer names the preapproval; a settlement discloses the locked holdings. */
function factoriesOf(
  factory: Contract,
  { transferKind, receiver, allocations = [] }: Terms,
  reference: Reference,
): readonly FactoryWithChoiceContext[] {
  const known = liveAt('allocation-v2/withdraw').filter((id) => allocations.includes(id));
  const preapprovals =
    receiver === undefined
      ? []
      : [disclosedContract(`preapproval ${receiver}`, template('Preapproval', { receiver }))];
  const contracts = [factory, ...preapprovals, ...known.map(holdingOf), ...reference];
  const [preapproval] = preapprovals;
  const data = preapproval && { [`${PREFIX}/preapproval`]: contractRef(preapproval) };
  return pair(contracts, { ...commonData(reference), ...data }).map((choiceContext) => ({
    factoryId: factory.contractId,
    ...(transferKind && { transferKind }),
    choiceContext,
  }));
}

/** The context with debug members, and the one without them. The last contract's package name is unknown. */
function pair(
  contracts: readonly Contract[],
  values: Readonly<Record<string, AnyValue>>,
): readonly ChoiceContext[] {
  const choiceContextData = { values };
  const known = contracts.map(({ debugPackageName, ...contract }, index) =>
    index === contracts.length - 1 ? contract : { ...contract, debugPackageName },
  );
  return [
    { choiceContextData, disclosedContracts: known },
    { choiceContextData, disclosedContracts: contracts.map(withoutDebug) },
  ];
}
