/** The valid requests for updates, contracts and completions. */
import type { CallParts, Fixtures, Operation } from '../../../src/kit.ts';
import { CODINGS, NO_GZIP } from '../../http/near-requests.ts';
import { canBeInPath } from '../../kit/ids.ts';
import type { FoundContract, FoundUpdate } from '../fixtures.ts';
import { bodyMember } from './documented.ts';
import type { EventFormat } from './formats.ts';
import {
  ABSENT,
  ALL_TOPOLOGY,
  EFFECTS,
  eventsOf,
  eventsWithViews,
  limitFor,
  movesIn,
  narrowFormats,
  readsAny,
  transactionsOf,
  updatesOf,
} from './formats.ts';
import { endOf, isEmptyLedger, prunedTo, when, wholeRange } from './offsets.ts';
import { idleOf } from './open-lists.ts';
import { one, parties, type Requests, userOf } from './request-parts.ts';
import { activeContracts, type Listed } from './still-listed.ts';

/** The first known transactions. */
export function transactionsIn({ updates }: Fixtures): readonly FoundUpdate[] {
  return updates.filter(({ kind }) => kind === 'transaction').slice(0, 2);
}

/** One found update of each documented kind, transactions first. */
export function oneOfEachKind({ updates }: Fixtures): readonly FoundUpdate[] {
  const known = updates.filter(({ kind }) => kind !== 'other');
  return [...new Map(known.toReversed().map((u) => [u.kind, u])).values()].toReversed();
}

export const noTransaction: ReturnType<typeof when> = when(
  'the ledger showed no transaction',
  (f) => f.parties.length > 0 && f.updates.length > 0 && transactionsIn(f).length === 0,
);

/** A server may reject sizes above a limit of its own; this one is within each. */
const SMALLEST_PAGE = 1;

const stream = (f: Fixtures) => ({ limit: limitFor(f) });

const atEnd = (f: Fixtures) => ({ activeAtOffset: endOf(f), eventFormat: eventsOf(f.parties) });

export const EVENTS: Listed = activeContracts((contractId, { parties: some }) => ({
  contractId,
  eventFormat: eventsOf(some),
}));
export const EVENTS_WITH_VIEWS: Listed = activeContracts(
  (contractId, f) => ({ contractId, eventFormat: eventsWithViews(f) }),
  eventsWithViews,
);
export const CONTRACT: Listed = activeContracts((contractId, { parties: queryingParties }) => ({
  contractId,
  queryingParties,
}));

function ofContract(listed: Listed): Requests {
  return {
    needs: 'contracts',
    acceptable: (f) => {
      const readersOf = ({ stakeholders }: FoundContract): readonly string[] =>
        stakeholders.filter((party) => f.parties.includes(party));
      const [first, ...others] = f.contracts;
      const [most] = others.toSorted((a, b) => readersOf(b).length - readersOf(a).length);
      return [
        ...(first ? [listed.look(first.contractId, f)] : []),
        // Signatories come first, so that the last stakeholder most likely is an observer.
        ...(most
          ? [listed.look(most.contractId, { ...f, parties: readersOf(most).slice(-1) })]
          : []),
      ];
    },
    listed,
    unknown: listed.look(ABSENT.contractId, { parties: [ABSENT.party] }),
  };
}

/** Without ledger end and pruned offset the valid range is unknown. An end is positive. */
const HISTORY = {
  needs: ['parties', 'ledgerEnd', 'prunedTo'],
  notApplicableWhen: isEmptyLedger,
} as const;

/** Lists of updates, also in these narrow formats. */
const updates = (narrow: (f: Fixtures) => readonly EventFormat[] = () => []): Requests => ({
  ...HISTORY,
  acceptable: (f) => {
    const some = parties(f);
    const list = (query: object, updateFormat: object): CallParts => ({
      query: { ...query },
      json: { ...wholeRange(f), updateFormat },
    });
    const idle = { ...stream(f), stream_idle_timeout_ms: idleOf(f) };
    return [
      list(stream(f), updatesOf(some)),
      // Some servers compress only large responses.
      { ...list(idle, updatesOf(some, EFFECTS, false)), headers: CODINGS },
      list({ limit: 1 }, movesIn({ ...eventsOf(some.slice(0, 1)), verbose: true })),
      ...narrow(f).map((format) => list(stream(f), movesIn(format))),
    ];
  },
});

/** True if a list accepts the older form of its body, which is then the form for trees. */
export function hasOlderForm(list: Operation): boolean {
  return ['updateFormat', 'eventFormat'].every((name) => bodyMember(list, name)?.required !== true);
}

/** Trees do not have topology events. */
const trees: Requests = {
  ...HISTORY,
  acceptable: (f, operation) => {
    const { filtersByParty } = eventsOf(parties(f));
    const form = (verbose: boolean) =>
      hasOlderForm(operation)
        ? { filter: { filtersByParty }, verbose }
        : { updateFormat: updatesOf(parties(f), EFFECTS, false) };
    return [
      { query: stream(f), json: { ...wholeRange(f), ...form(false) } },
      { query: { limit: 1 }, json: { ...wholeRange(f), ...form(true) } },
    ];
  },
};

type Key = string | number;

/** A lookup of one update by its offset or its id. */
export interface UpdateLookup {
  /** The name of the operation. */
  readonly name: string;
  readonly by: 'offset' | 'id';
  readonly returns: 'update' | 'transaction' | 'tree';
  readonly keyOf: (update: Pick<FoundUpdate, 'offset' | 'updateId'>) => Key;
  /** Everything that these parties see of the update with this key. */
  readonly request: (parties: readonly string[], key: Key, format?: object) => CallParts;
}

const UPDATE_LOOKUPS: readonly UpdateLookup[] = (['offset', 'id'] as const).flatMap((by) =>
  (['update', 'transaction', 'tree'] as const).map((returns): UpdateLookup => {
    const isTree = returns === 'tree';
    const [member, parameter] = by === 'offset' ? ['offset', 'offset'] : ['updateId', 'update-id'];
    const formatOf = returns === 'update' ? updatesOf : transactionsOf;
    return {
      name: `${isTree ? 'transaction-tree' : returns}-by-${by}`,
      by,
      returns,
      keyOf: ({ offset, updateId }) => (by === 'offset' ? offset : updateId),
      request: (some, key, format = formatOf(some)) =>
        isTree
          ? { path: { [parameter]: `${key}` }, query: { parties: some } }
          : { json: { [member]: key, [`${returns}Format`]: format } },
    };
  }),
);

/** The lookup that an operation is. Throws for another operation. */
export function lookupOf({ name }: Pick<Operation, 'name'>): UpdateLookup {
  const found = UPDATE_LOOKUPS.find((one) => one.name === name);
  if (found === undefined) throw new Error(`${name} is not a lookup of an update`);
  return found;
}

/** The older lookup of a transaction has only parties. */
export function withPartiesOnly({ json }: CallParts, parties: readonly string[]): CallParts {
  const form = { transactionFormat: undefined, requestingParties: parties };
  return { json: { ...Object(json), ...form } };
}

function ofUpdate({ returns, keyOf, request }: UpdateLookup): Requests {
  const absent = keyOf({ offset: ABSENT.later, updateId: ABSENT.updateId });
  const unknown = request([ABSENT.party], absent);
  if (returns === 'update')
    return {
      needs: 'updates',
      acceptable: (f) => f.updates.slice(0, 3).map((known) => request(f.parties, keyOf(known))),
      unknown,
    };
  return {
    needs: 'updates',
    notApplicableWhen: noTransaction,
    acceptable: (f) => {
      const plain = request(f.parties, keyOf(one(transactionsIn(f))));
      return returns === 'tree' ? [plain] : [plain, withPartiesOnly(plain, f.parties)];
    },
    unknown: returns === 'tree' ? unknown : withPartiesOnly(unknown, [ABSENT.party]),
  };
}

/** The hashes of up to two known transactions that were signed outside. */
const hashesIn = ({ updates: known }: Fixtures): readonly string[] =>
  known.flatMap(({ hash }) => hash ?? []).slice(0, 2);

const OF_A_HASH = {
  needs: ['parties', 'updates'],
  notApplicableWhen: when(
    'the ledger showed no transaction that was signed externally',
    (f) => f.updates.length > 0 && hashesIn(f).length === 0,
  ),
} as const;

const PAGE_OF_CONTRACTS: Requests = {
  needs: ['parties', 'ledgerEnd'],
  acceptable: (f) => [
    { json: { ...atEnd(f), maxPageSize: SMALLEST_PAGE } },
    { json: { ...atEnd(f), eventFormat: eventsOf(parties(f), true) }, headers: NO_GZIP },
  ],
};

/** The requests by the name of the operation. */
export const HISTORY_REQUESTS: Readonly<Record<string, Requests>> = {
  'active-contracts': {
    needs: ['parties', 'ledgerEnd'],
    acceptable: (f) => [
      { query: stream(f), json: atEnd(f) },
      { query: { limit: 1 }, json: { ...atEnd(f), eventFormat: eventsOf(parties(f), true) } },
    ],
  },
  'active-contracts-page': PAGE_OF_CONTRACTS,
  'contracts-page': PAGE_OF_CONTRACTS,
  completions: {
    needs: ['parties', 'prunedTo'],
    acceptable: (f) => [
      {
        query: { ...stream(f), stream_idle_timeout_ms: idleOf(f) },
        json: { userId: userOf(f), parties: parties(f), beginExclusive: prunedTo(f) },
      },
    ],
  },
  'command-completions': {
    needs: ['parties', 'prunedTo'],
    acceptable: (f) => [
      {
        query: { ...stream(f), stream_idle_timeout_ms: idleOf(f) },
        json: { parties: parties(f), beginExclusive: prunedTo(f) },
      },
    ],
  },
  'completion-by-hash': {
    ...OF_A_HASH,
    acceptable: (f) => hashesIn(f).map((transactionHash) => ({ json: { transactionHash } })),
    unknown: { json: { transactionHash: ABSENT.transactionHash } },
  },
  'update-by-hash': {
    ...OF_A_HASH,
    acceptable: (f) =>
      hashesIn(f).map((transactionHash) => ({
        json: { transactionHash, updateFormat: updatesOf(f.parties) },
      })),
    unknown: {
      json: { transactionHash: ABSENT.transactionHash, updateFormat: updatesOf([ABSENT.party]) },
    },
  },
  'party-keys': {
    needs: ['synchronizers', 'parties'],
    acceptable: ({ synchronizers, parties: [party = ABSENT.party] }) => [
      { path: { synchronizer: one(synchronizers), party } },
    ],
    unknown: { path: { synchronizer: ABSENT.synchronizer, party: ABSENT.party } },
  },
  'traffic-account': {
    needs: 'parties',
    acceptable: ({ parties: some, caller: [caller] }) => [
      { path: { 'account-id': caller?.actAs?.find(canBeInPath) ?? one(some) } },
    ],
    unknown: { path: { 'account-id': ABSENT.party } },
  },
  'events-by-contract-id': ofContract(EVENTS),
  'contract-by-id': ofContract(CONTRACT),
  updates: updates(),
  'updates-flats': updates(narrowFormats),
  'updates-trees': trees,
  'updates-page': {
    ...HISTORY,
    acceptable: (f) => {
      const range = { beginOffsetExclusive: prunedTo(f), endOffsetInclusive: endOf(f) };
      const updateFormat = updatesOf(parties(f));
      const ofAll = readsAny(f) ? { ...updateFormat, ...ALL_TOPOLOGY } : updateFormat;
      return [
        { json: { ...range, maxPageSize: SMALLEST_PAGE, updateFormat } },
        { json: { ...range, descendingOrder: true, updateFormat: ofAll } },
        ...narrowFormats(f).map((format) => ({
          json: { ...range, updateFormat: movesIn(format) },
        })),
      ];
    },
  },
  ...Object.fromEntries(UPDATE_LOOKUPS.map((lookup) => [lookup.name, ofUpdate(lookup)])),
};
