/** What the reference registry knows: three live allocations, one under reassignment, a factory and its configuration. */
import {
  contractIdOf,
  type DisclosedContract,
  disclosedContract,
  namespaced,
  type Template,
  withoutDebug,
} from './contracts.ts';

/** The operations on one allocation. */
export type ContextOperation = 'withdraw' | 'execute-transfer' | 'cancel';
export type OperationName = ContextOperation | 'allocation-factory';

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
}

export type Document = ChoiceContext | FactoryWithChoiceContext;

export interface Model {
  readonly live: readonly string[];
  readonly reassigning: readonly string[];
  readonly factoryId: string;
  readonly choiceArguments: readonly Readonly<Record<string, unknown>>[];
  /** The prebuilt response; always the same object for the same request, so its JSON can be kept. */
  readonly respond: (operation: OperationName, id: string, excludeDebugFields: boolean) => Document;
}

const ADMIN = namespaced('token-admin');
const PREFIX = 'registry.example.org';

/** `debugSettings` is an argument of the contract itself: free-form, not the registry's own member. */
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

const LIVE = ['first', 'second', 'third'];

/** The live allocations themselves, as a context may disclose them. */
export const allocationContracts = (): readonly DisclosedContract[] =>
  LIVE.map((name) => disclosedContract(`allocation ${name}`, template('Allocation')));

/**
 * Builds the same model each time. Contracts of reference data belong to a round, as those of
 * real registries do: another round has another contract in their place.
 */
export function buildModel(round = 0): Model {
  const live = LIVE.map((name) => contractIdOf(`allocation ${name}`));
  const factory = disclosedContract('factory', template('AllocationFactory'));
  const shared = referenceData(round);
  const contexts = new Map(live.map((id) => [id, contextsOf(id, shared)]));
  const factories = pair([factory, ...shared], commonData(shared)).map((choiceContext) => ({
    factoryId: factory.contractId,
    choiceContext,
  }));
  return {
    live,
    reassigning: [contractIdOf('allocation under reassignment')],
    factoryId: factory.contractId,
    choiceArguments: [argumentsFor('leg-1', '10.0000000000'), argumentsFor('leg-2', '0.5')],
    respond: (operation, id, excludeDebugFields) => {
      const documents =
        operation === 'allocation-factory' ? factories : contexts.get(id)?.[operation];
      const document = documents?.[excludeDebugFields ? 1 : 0];
      if (document === undefined) throw new Error(`No ${operation} document is built for '${id}'`);
      return document;
    },
  };
}

type Contract = Required<DisclosedContract>;
type Reference = readonly [configuration: Contract, round: Contract, ...credentials: Contract[]];

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

/** `debug-level` is data of the choice: excludeDebugFields has no say in it. */
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

function contextsOf(
  id: string,
  reference: Reference,
): Record<ContextOperation, readonly ChoiceContext[]> {
  const holding = disclosedContract(
    `holding ${id}`,
    template('LockedHolding', { amount: '10.0000000000' }),
  );
  const context = (data: Record<string, AnyValue>): readonly ChoiceContext[] =>
    pair([holding, ...reference], { ...commonData(reference), ...data });
  return {
    withdraw: context({ 'expire-lock': { tag: 'AV_Bool', value: true } }),
    cancel: context({
      'expire-lock': { tag: 'AV_Bool', value: false },
      [`${PREFIX}/fee`]: { tag: 'AV_Decimal', value: '0.0300000000' },
    }),
    'execute-transfer': context({
      [`${PREFIX}/operator`]: { tag: 'AV_Party', value: ADMIN },
      [`${PREFIX}/round-number`]: { tag: 'AV_Int', value: '17' },
      [`${PREFIX}/valid-until`]: { tag: 'AV_Time', value: '2030-01-01T00:00:00Z' },
      [`${PREFIX}/business-day`]: { tag: 'AV_Date', value: '2030-01-01' },
      [`${PREFIX}/grace`]: { tag: 'AV_RelTime', value: { microseconds: '60000000' } },
    }),
  };
}

/** The context with debug members and the one without. The last contract's package has no known name. */
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

function argumentsFor(transferLegId: string, amount: string): Record<string, unknown> {
  const meta = { values: {} };
  return {
    expectedAdmin: ADMIN,
    allocation: {
      settlement: {
        executor: namespaced('venue'),
        settlementRef: { id: 'settlement-42', cid: null },
        requestedAt: '2026-01-05T09:00:00Z',
        allocateBefore: '2030-01-01T00:00:00Z',
        settleBefore: '2030-01-02T00:00:00Z',
        meta,
      },
      transferLegId,
      transferLeg: {
        sender: namespaced('alice'),
        receiver: namespaced('bob'),
        amount,
        instrumentId: { admin: ADMIN, id: 'Växel/€' },
        meta,
      },
    },
    requestedAt: '2026-01-05T09:00:00Z',
    inputHoldingCids: [contractIdOf(`input of ${transferLegId}`)],
    extraArgs: { context: { values: {} }, meta },
  };
}
