/** What may be asked of a ledger that is only read: for each operation the requests that it should accept. */
import {
  type Call,
  call,
  type Fixtures,
  needsOf,
  type Operation,
  type Probe,
} from '../../src/index.ts';
import { ABSENT, eventsOf, LIMIT, pageOf, transactionsOf, updatesOf } from './formats.ts';

type Parts = NonNullable<Parameters<typeof call>[1]>;

/** How an operation is asked. */
export interface Question {
  /** Without one of these nothing acceptable is known. */
  readonly needs?: NonNullable<Probe['needs']>;
  /** Why there is nothing to ask a target of which this is known. */
  readonly moot?: (fixtures: Fixtures) => string | undefined;
  /** Acceptable requests, the plainest first. Called only when what it needs is there. */
  readonly good: (fixtures: Fixtures, operation: Operation) => readonly Parts[];
  /** More that should be accepted; one of them is asked, another one at each seed. */
  readonly among?: (fixtures: Fixtures) => readonly Parts[];
  /** The code with which a good question is refused where the ledger has no answer to it. */
  readonly none?: string;
  /** A well-formed request that names what nobody has; the plainest good one unless told. */
  readonly stranger?: Parts;
}

const end = ({ ledgerEnd: [at = 0] }: Fixtures): number => at;
const begin = ({ prunedTo: [at = 0] }: Fixtures): number => at;
const parties = (fixtures: Fixtures): readonly string[] => fixtures.parties.slice(0, 2);
const one = <T>([first]: readonly T[]): T => {
  if (first === undefined) throw new Error('a question was asked without what it needs');
  return first;
};
const transaction = ({ updates }: Fixtures): Fixtures['updates'][number] =>
  one(updates.filter(({ kind }) => kind === 'transaction'));
const noTransaction = ({ updates, parties: readable }: Fixtures): string | undefined =>
  readable.length > 0 && updates.length > 0 && !updates.some(({ kind }) => kind === 'transaction')
    ? 'the ledger showed no transaction'
    : undefined;

const range = (f: Fixtures): object => ({ beginExclusive: begin(f), endInclusive: end(f) });
const stream = { limit: LIMIT };

/** An end is positive, so that an empty ledger cannot be asked for a closed range. */
const nothingYet = ({ ledgerEnd: [at] }: Fixtures): string | undefined =>
  at === 0 ? 'nothing has happened on the ledger yet' : undefined;

const nothingVetted = ({ parties: known, packageNames }: Fixtures): string | undefined =>
  known.length > 0 && packageNames.length === 0 ? 'no package is shown as vetted' : undefined;

const nowhere = ({ synchronizers, caller }: Fixtures): string | undefined =>
  caller.length > 0 && synchronizers.length === 0
    ? 'the ledger is connected to no synchronizer'
    : undefined;
/** Whatever is known by its id is looked up at the begin and at the end of what was listed, and between. */
function oneByOne(
  known: (fixtures: Fixtures) => readonly string[],
  parameter: string,
): Pick<Question, 'good' | 'among'> {
  const look = (id: string): Parts => ({ path: { [parameter]: id } });
  return {
    good: (f) => [...new Set([...known(f).slice(0, 1), ...known(f).slice(-1)])].map(look),
    among: (f) => known(f).slice(1, -1).map(look),
  };
}

/** Without an end and a begin nobody knows what range a ledger would accept. */
const HISTORY = ['parties', 'ledgerEnd', 'prunedTo'] as const;

const updates: Question = {
  needs: HISTORY,
  moot: nothingYet,
  good: (f) => [
    { query: stream, json: { ...range(f), updateFormat: updatesOf(parties(f)) } },
    {
      query: { ...stream, stream_idle_timeout_ms: 100 },
      json: {
        ...range(f),
        updateFormat: updatesOf(parties(f), 'TRANSACTION_SHAPE_LEDGER_EFFECTS', false),
      },
    },
    { query: { limit: 1 }, json: { ...range(f), updateFormat: updatesOf(parties(f).slice(0, 1)) } },
  ],
};

/** A tree has no place for topology, and from 3.5 on the older form of the body is the one for trees. */
const trees: Question = {
  ...updates,
  good: (f, { contract }) => {
    const eventFormat = eventsOf(parties(f)) as { filtersByParty: object };
    const effects = transactionsOf(parties(f), 'TRANSACTION_SHAPE_LEDGER_EFFECTS');
    const updateFormat = { includeTransactions: effects, includeReassignments: eventFormat };
    const { filtersByParty } = eventFormat;
    const form = (verbose: boolean) =>
      contract.version.startsWith('3.4')
        ? { updateFormat }
        : { filter: { filtersByParty }, verbose };
    return [
      { query: stream, json: { ...range(f), ...form(false) } },
      { query: { limit: 1 }, json: { ...range(f), ...form(true) } },
    ];
  },
};

const vettedPage = (f: Fixtures): number => pageOf(f, 'maxVettedPackagesPageSize', 10);

const nothing: Question = { good: () => [{}] };

/** By the chapter of the operation. */
const QUESTIONS: Readonly<Record<string, Question>> = {
  version: nothing,
  livez: nothing,
  readyz: nothing,
  'packages-list': nothing,
  'participant-id': nothing,
  'ledger-end': nothing,
  'latest-pruned-offsets': nothing,
  'identity-providers-list': nothing,
  package: {
    needs: 'packages',
    ...oneByOne(({ packages }) => packages, 'package-id'),
    stranger: { path: { 'package-id': ABSENT.packageId } },
  },
  'package-status': {
    needs: 'packages',
    ...oneByOne(({ packages }) => packages, 'package-id'),
    stranger: { path: { 'package-id': ABSENT.packageId } },
  },
  'package-vetting': { good: (f) => [{ json: { pageSize: vettedPage(f) } }, { json: {} }] },
  'package-vetting-list': {
    good: (f) => [
      { json: { pageSize: vettedPage(f) } },
      { json: {} },
      {
        json: {
          packageMetadataFilter: {
            packageIds: [],
            packageNamePrefixes: [f.packageNames[0] ?? ABSENT.packageName],
          },
        },
      },
    ],
  },
  'dars-validate': {
    needs: 'dars',
    good: ({ dars }) => [{ bytes: one(dars) }],
    stranger: { text: 'no archive', contentType: 'application/octet-stream' },
  },
  'parties-list': {
    good: (f) => {
      const pageSize = pageOf(f, 'maxPartiesPageSize', 20);
      const [party = ABSENT.party] = f.listedParties;
      return [
        { query: { pageSize } },
        { query: { pageSize, 'filter-party': party.split('::')[0] } },
        { query: { pageSize, assayUnknownParameter: 'x' } },
      ];
    },
  },
  party: {
    needs: 'listedParties',
    ...oneByOne(({ listedParties }) => listedParties, 'party'),
    stranger: { path: { party: ABSENT.party } },
  },
  'generate-topology': {
    needs: 'synchronizers',
    moot: nowhere,
    good: ({ synchronizers }) => [{ json: topology(one(synchronizers)) }],
    stranger: { json: topology(ABSENT.synchronizer) },
  },
  'connected-synchronizers': {
    good: ({ parties: [party] }) => [{}, ...(party === undefined ? [] : [{ query: { party } }])],
  },
  'active-contracts': {
    needs: ['parties', 'ledgerEnd'],
    good: (f) => [
      { query: stream, json: { activeAtOffset: end(f), eventFormat: eventsOf(f.parties) } },
      {
        query: { limit: 1 },
        json: { activeAtOffset: end(f), eventFormat: eventsOf(parties(f), true) },
      },
    ],
  },
  'active-contracts-page': {
    needs: ['parties', 'ledgerEnd'],
    good: (f) => [
      { json: { activeAtOffset: end(f), eventFormat: eventsOf(f.parties), maxPageSize: 10 } },
      { json: { activeAtOffset: end(f), eventFormat: eventsOf(parties(f), true) } },
    ],
  },
  completions: {
    needs: ['parties', 'prunedTo'],
    good: (f) => [
      {
        query: { limit: LIMIT, stream_idle_timeout_ms: 100 },
        json: { userId: userOf(f), parties: parties(f), beginExclusive: begin(f) },
      },
    ],
  },
  'events-by-contract-id': {
    needs: 'contracts',
    good: (f) =>
      f.contracts
        .slice(0, 2)
        .map(({ contractId }) => ({ json: { contractId, eventFormat: eventsOf(f.parties) } })),
    stranger: { json: { contractId: ABSENT.contractId, eventFormat: eventsOf([ABSENT.party]) } },
  },
  'contract-by-id': {
    needs: 'contracts',
    good: (f) =>
      f.contracts
        .slice(0, 2)
        .map(({ contractId }) => ({ json: { contractId, queryingParties: f.parties } })),
    stranger: { json: { contractId: ABSENT.contractId, queryingParties: [ABSENT.party] } },
  },
  updates,
  'updates-flats': updates,
  'updates-trees': trees,
  'updates-page': {
    needs: HISTORY,
    moot: nothingYet,
    good: (f) => [
      {
        json: {
          beginOffsetExclusive: begin(f),
          endOffsetInclusive: end(f),
          maxPageSize: 10,
          updateFormat: updatesOf(parties(f)),
        },
      },
      {
        json: {
          beginOffsetExclusive: begin(f),
          endOffsetInclusive: end(f),
          maxPageSize: 2,
          descendingOrder: true,
          updateFormat: updatesOf(parties(f)),
        },
      },
    ],
  },
  'transaction-tree-by-offset': {
    needs: 'updates',
    moot: noTransaction,
    good: (f) => [{ path: { offset: `${transaction(f).offset}` }, query: { parties: f.parties } }],
    stranger: { path: { offset: `${ABSENT.later}` }, query: { parties: [ABSENT.party] } },
  },
  'transaction-tree-by-id': {
    needs: 'updates',
    moot: noTransaction,
    good: (f) => [
      { path: { 'update-id': transaction(f).updateId }, query: { parties: f.parties } },
    ],
    stranger: { path: { 'update-id': ABSENT.updateId }, query: { parties: [ABSENT.party] } },
  },
  'transaction-by-offset': {
    needs: 'updates',
    moot: noTransaction,
    good: (f) => [
      { json: { offset: transaction(f).offset, transactionFormat: transactionsOf(f.parties) } },
      { json: { offset: transaction(f).offset, requestingParties: f.parties } },
    ],
    stranger: { json: { offset: ABSENT.later, requestingParties: [ABSENT.party] } },
  },
  'transaction-by-id': {
    needs: 'updates',
    moot: noTransaction,
    good: (f) => [
      { json: { updateId: transaction(f).updateId, transactionFormat: transactionsOf(f.parties) } },
      { json: { updateId: transaction(f).updateId, requestingParties: f.parties } },
    ],
    stranger: { json: { updateId: ABSENT.updateId, requestingParties: [ABSENT.party] } },
  },
  'update-by-offset': {
    needs: 'updates',
    good: (f) =>
      f.updates
        .slice(0, 3)
        .map(({ offset }) => ({ json: { offset, updateFormat: updatesOf(f.parties) } })),
    stranger: { json: { offset: ABSENT.later, updateFormat: updatesOf([ABSENT.party]) } },
  },
  'update-by-id': {
    needs: 'updates',
    good: (f) =>
      f.updates
        .slice(0, 3)
        .map(({ updateId }) => ({ json: { updateId, updateFormat: updatesOf(f.parties) } })),
    stranger: { json: { updateId: ABSENT.updateId, updateFormat: updatesOf([ABSENT.party]) } },
  },
  'users-list': { good: () => [{ query: { pageSize: 20 } }, {}] },
  user: {
    needs: 'users',
    ...oneByOne(({ users }) => users, 'user-id'),
    stranger: { path: { 'user-id': ABSENT.user } },
  },
  'user-rights': {
    needs: 'users',
    ...oneByOne(({ users }) => users, 'user-id'),
    stranger: { path: { 'user-id': ABSENT.user } },
  },
  'authenticated-user': {
    moot: ({ caller }) =>
      caller.some(({ mode }) => mode === 'open') ? 'the ledger asks nobody for a token' : undefined,
    good: () => [{}],
  },
  'identity-provider': {
    needs: 'identityProviders',
    moot: ({ identityProviders, caller }) =>
      identityProviders.length === 0 && caller.length > 0
        ? 'the ledger has no identity provider'
        : undefined,
    ...oneByOne(({ identityProviders }) => identityProviders, 'idp-id'),
    stranger: { path: { 'idp-id': ABSENT.identityProvider } },
  },
  prepare: {
    needs: 'commands',
    moot: nowhere,
    good: (f) => [{ json: prepared(f) }],
    stranger: {
      json: prepared({
        commands: [{ commands: [], actAs: [ABSENT.party] }],
        synchronizers: [],
        caller: [],
      }),
    },
  },
  'preferred-package-version': {
    needs: 'parties',
    moot: nothingVetted,
    good: (f) => [{ query: { 'package-name': one(f.packageNames), parties: parties(f) } }],
    stranger: { query: { 'package-name': ABSENT.packageName, parties: [ABSENT.party] } },
  },
  'preferred-packages': {
    needs: 'parties',
    moot: nothingVetted,
    // Which participants host the parties, and whether all of them vet the package, cannot be seen beforehand.
    none: 'NO_PREFERRED_PACKAGES_FOUND',
    good: (f) => [
      {
        json: {
          packageVettingRequirements: [{ packageName: one(f.packageNames), parties: parties(f) }],
        },
      },
    ],
    stranger: {
      json: {
        packageVettingRequirements: [{ packageName: ABSENT.packageName, parties: [ABSENT.party] }],
      },
    },
  },
};

/** The user that submits and asks for completions. */
export function userOf({ caller: [caller] }: Pick<Fixtures, 'caller'>): string {
  return caller?.userId ?? 'assay';
}

/** What a declared command may need besides its parties, as far as preparing takes it too. */
const NEEDED = [
  'readAs',
  'disclosedContracts',
  'synchronizerId',
  'packageIdSelectionPreference',
  'prefetchContractKeys',
];

function prepared({
  commands,
  synchronizers: [synchronizerId = ABSENT.synchronizer],
  caller,
}: Pick<Fixtures, 'commands' | 'synchronizers' | 'caller'>): object {
  const { actAs, commands: list, ...declared } = one(commands);
  const needed = Object.entries(declared).filter(([name]) => NEEDED.includes(name));
  return {
    userId: userOf({ caller }),
    commandId: 'assay-prepare',
    commands: list,
    actAs,
    readAs: [],
    disclosedContracts: [],
    synchronizerId,
    packageIdSelectionPreference: [],
    verboseHashing: false,
    ...Object.fromEntries(needed),
  };
}

/** An Ed25519 key that nobody can sign with. */
function topology(synchronizer: string): object {
  const keyData = 'MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=';
  return {
    synchronizer,
    partyHint: 'assay-external',
    publicKey: {
      format: 'CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO',
      keyData,
      keySpec: 'SIGNING_KEY_SPEC_EC_CURVE25519',
    },
    localParticipantObservationOnly: false,
    otherConfirmingParticipantUids: [],
    confirmationThreshold: 0,
    observingParticipantUids: [],
  };
}

/** How an operation that only reads is asked; `undefined` for one that changes something. */
export function questionOf(operation: Operation): Question | undefined {
  return QUESTIONS[operation.chapter];
}

/** A well-formed request that the operation would handle, and most likely refuse. */
export function strangeCall(operation: Operation, fixtures: Fixtures): Call {
  const { stranger } = questionOf(operation) ?? {};
  if (stranger !== undefined) return call(operation, stranger);
  // Where nothing acceptable is known, a bare request is at least read.
  const bare = operation.request === undefined ? {} : { json: {} };
  return goodCalls(operation, fixtures)[0] ?? call(operation, bare);
}

/** The acceptable requests to an operation, the plainest first; none when nothing acceptable is known. */
export function goodCalls(operation: Operation, fixtures: Fixtures): readonly Call[] {
  const question = questionOf(operation);
  if (!question || question.moot?.(fixtures) !== undefined) return [];
  if (needsOf(question).some((name) => fixtures[name].length === 0)) return [];
  return question.good(fixtures, operation).map((parts) => call(operation, parts));
}

/** More acceptable requests, of which one is enough. */
export function callsAmong(operation: Operation, fixtures: Fixtures): readonly Call[] {
  const parts = questionOf(operation)?.among?.(fixtures) ?? [];
  return parts.map((one) => call(operation, one));
}
