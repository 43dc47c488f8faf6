/** The six lookups of one update or transaction: what they find, and what they reject. */
import { call, type Fixtures } from '../../../src/index.ts';
import { requirementsOf } from '../../kit/law.ts';
import type { Area, Ledger } from '../area.ts';
import type { FoundUpdate } from '../fixtures.ts';
import { type Rejection, rejections } from '../laws/rejections.ts';
import { ABSENT, eventsOf, transactionsOf, updatesOf } from '../requests/formats.ts';
import { endOf } from '../requests/offsets.ts';
import { sharedProbes } from '../requests/probes.ts';
import { FOUND_LAWS, type Lookup, sameElsewhere, transactionsIn } from './found-updates.ts';
import { SHOWN_LAWS } from './laws.ts';
import { oneOfEachKind } from './requests.ts';

export { shownTo } from './found-updates.ts';

function lookupsOf({ operation: at }: Ledger): readonly Lookup[] {
  return (['offset', 'id'] as const).flatMap((by): Lookup[] => {
    const member = by === 'offset' ? 'offset' : 'updateId';
    const parameter = by === 'offset' ? 'offset' : 'update-id';
    const [update, transaction] = [at(`update-by-${by}`), at(`transaction-by-${by}`)];
    const tree = at(`transaction-tree-by-${by}`);
    return [
      {
        operation: update,
        by,
        returns: 'update',
        request: ({ parties }, key, updateFormat = updatesOf(parties)) =>
          call(update, { json: { [member]: key, updateFormat } }),
      },
      {
        operation: transaction,
        by,
        returns: 'transaction',
        request: ({ parties }, key, transactionFormat = transactionsOf(parties)) =>
          call(transaction, { json: { [member]: key, transactionFormat } }),
      },
      {
        operation: tree,
        by,
        returns: 'tree',
        request: ({ parties }, key) =>
          call(tree, { path: { [parameter]: `${key}` }, query: { parties } }),
      },
    ];
  });
}

const idOf = ({ operation }: Pick<Lookup, 'operation'>): string => `ledger/${operation.name}`;
const keyOf = ({ by }: Lookup, { offset, updateId }: FoundUpdate): string | number =>
  by === 'offset' ? offset : updateId;
const isUpdate = ({ returns }: Lookup): boolean => returns === 'update';

export const updateLookUps: Area = (ledger) => {
  const lookups = lookupsOf(ledger);
  const shown = lookups.filter(isUpdate).map(({ operation, by }) => {
    const clause = `updates-are-found-by-${by}`;
    return { operation, clause, probes: [sharedProbes(operation)?.good].flatMap((p) => p ?? []) };
  });
  return [
    ...rejections(ROWS, lookups),
    ...requirementsOf(FOUND_LAWS, lookups, idOf),
    ...sameElsewhere(ledger),
    ...requirementsOf(SHOWN_LAWS, shown, idOf),
  ];
};

/** An offset between two updates that the list shows one after the other, where there is one. */
function between({ updates }: Fixtures): readonly number[] {
  const offsets = updates.map(({ offset }) => offset).sort((a, b) => a - b);
  return offsets.flatMap((at, i) => ((offsets[i + 1] ?? at) > at + 1 ? [at + 1] : [])).slice(0, 1);
}

const NOT_FOUND = {
  level: 'MUST',
  codeLevel: 'MUST',
  status: 404,
  codes: ['UPDATE_NOT_FOUND'],
} as const;

const otherKinds = (f: Fixtures): readonly FoundUpdate[] =>
  oneOfEachKind(f).filter(({ kind }) => kind !== 'transaction');

const ROWS: readonly Rejection<Lookup>[] = [
  {
    ...NOT_FOUND,
    name: 'unknown-update',
    clause: 'missing-updates-are-not-found',
    statement: 'A lookup rejects an offset or an id that no update has.',
    cause: 'A missing update is returned as 200 with null, or as an error of another name.',
    fix: 'Return 404 UPDATE_NOT_FOUND.',
    sends: 'a well-formed offset or id that no update has',
    requests: ({ by, returns, request }, f) => {
      // Trees show updates that lists of changes leave out.
      const offsets = [endOf(f) + ABSENT.later, ...(returns === 'tree' ? [] : between(f))];
      return (by === 'offset' ? offsets : [ABSENT.updateId]).map((key) => request(f, key));
    },
  },
  {
    ...NOT_FOUND,
    name: 'filtered-update',
    clause: 'filtered-updates-are-not-found',
    appliesTo: isUpdate,
    statement: 'A lookup rejects a request whose format leaves no event of the update.',
    cause: 'The update is returned without events, or with events that the format excludes.',
    fix: 'Apply the format first, and return 404 UPDATE_NOT_FOUND when no event is left.',
    sends: 'an update of each kind, in a format that includes only another kind',
    requests: (one, f) =>
      oneOfEachKind(f).map((update) => {
        const shape = 'TRANSACTION_SHAPE_LEDGER_EFFECTS';
        const other =
          update.kind === 'transaction'
            ? { includeReassignments: eventsOf(f.parties) }
            : { includeTransactions: transactionsOf(f.parties, shape) };
        return one.request(f, keyOf(one, update), other);
      }),
  },
  {
    ...NOT_FOUND,
    name: 'other-kind',
    clause: 'filtered-updates-are-not-found',
    appliesTo: (one) => !isUpdate(one),
    statement: 'A lookup of a transaction rejects a reassignment and a topology change.',
    cause: 'Any update with this offset or id is wrapped as a transaction.',
    fix: 'Check the kind of the update, and return 404 UPDATE_NOT_FOUND for other kinds.',
    sends: 'an update that is no transaction',
    notApplicableWhen: (f) =>
      f.updates.length > 0 && otherKinds(f).length === 0
        ? 'the ledger showed only transactions'
        : undefined,
    requests: (one, f) => otherKinds(f).map((update) => one.request(f, keyOf(one, update))),
  },
  {
    name: 'non-positive-offset',
    level: 'MUST',
    except: ({ returns }) =>
      returns === 'tree'
        ? { level: 'SHOULD', reason: 'The documents give no range for the offset in a path.' }
        : undefined,
    clause: 'offsets-are-positive',
    appliesTo: ({ by }) => by === 'offset',
    statement: 'A lookup rejects the offset 0 and negative offsets.',
    cause: 'Such an offset goes to the store.',
    fix: 'Check the sign first, and return 400 NON_POSITIVE_OFFSET.',
    sends: 'the offsets 0 and -1',
    status: 400,
    codes: ['NON_POSITIVE_OFFSET'],
    requests: ({ request }, f) => [request(f, 0), request(f, -1)],
  },
  {
    name: 'malformed-update-id',
    level: 'SHOULD',
    clause: 'refusals-name-their-reason',
    appliesTo: ({ by }) => by === 'id',
    statement: 'A lookup rejects an id that no update can have.',
    cause: 'Any string is looked up.',
    fix: 'Check first that the id is the hex form of a hash, and return 400 INVALID_ARGUMENT.',
    sends: 'an id that is no hash',
    status: 400,
    codes: ['INVALID_ARGUMENT'],
    requests: ({ request }, f) => [request(f, 'assay-no-hash')],
  },
  {
    name: 'missing-parties',
    level: 'SHOULD',
    clause: 'refusals-name-their-reason',
    appliesTo: ({ returns }) => returns === 'tree',
    statement: 'A lookup of a tree rejects a request without parties.',
    cause: 'No party counts as all parties of the token, or as one that sees nothing.',
    fix: 'Return 400 INVALID_ARGUMENT when no party is given.',
    sends: 'a known transaction, without parties',
    status: 400,
    codes: ['INVALID_ARGUMENT'],
    requests: (one, f) =>
      transactionsIn(f)
        .slice(0, 1)
        .map((known) => one.request({ ...f, parties: [] }, keyOf(one, known))),
  },
];
