/** The pairs of operations of which one replaces the other, and the requests that show both to be alike. */

import {
  type CaseGroup,
  call,
  type Fixtures,
  type Operation,
  type Probe,
} from '../../../src/index.ts';
import { type Ledger, named } from '../area.ts';
import type { FoundUpdate } from '../fixtures.ts';
import { beforeTrials, type Kind, trial } from '../packages/vetting-changes.ts';
import {
  ABSENT,
  eventsOf,
  limitFor,
  pageOf,
  type Shape,
  transactionsOf,
} from '../requests/formats.ts';
import { endOf, window } from '../requests/offsets.ts';
import { each, effectOfUndecodable, undecodable } from '../requests/probes.ts';
import { inARow, oneOfEachKind, related } from '../updates/requests.ts';

const EFFECTS: Shape = 'TRANSACTION_SHAPE_LEDGER_EFFECTS';

/** Both lists of the same range with the same body; on 3.5 also with the older form of the body. */
export function listsAlike(older: Operation, { operation, version }: Ledger): Probe {
  const newer = operation('updates');
  return related(older, {
    name: 'as-updates',
    sends: 'the same range to the newer and to the older list',
    caseGroups: (f) => {
      const range = window(f);
      // Shorter than what there is, by its end or by its limit: the older list has to keep both.
      const some = { ...range, endInclusive: range.endInclusive - 1 };
      const pair = (
        label: string,
        toNewer: object,
        toOlder: object = toNewer,
        { limit, within }: { limit: number; within: object } = {
          limit: limitFor(f),
          within: range,
        },
      ) =>
        inARow(label, [
          call(newer, { query: { limit }, json: { ...within, ...toNewer } }),
          call(older, { query: { limit }, json: { ...within, ...toOlder } }),
        ]);
      const all = pair('effects', formatOf(f, EFFECTS));
      // Before 3.4.12 deltas were answered as effects, and the older body has no place in the document of 3.4.
      const fewer = { limit: 2, within: some };
      const cut = pair('cut', formatOf(f, EFFECTS), formatOf(f, EFFECTS), fewer);
      const early = { limit: limitFor(f), within: some };
      const ended = pair('ended', formatOf(f, EFFECTS), formatOf(f, EFFECTS), early);
      if (version === '3.4') return [all, cut, ended];
      const { filtersByParty } = eventsOf(f.parties);
      const trees = older.name === 'updates-trees';
      const meant = formatOf(f, trees ? EFFECTS : 'TRANSACTION_SHAPE_ACS_DELTA', true);
      const asBefore = pair('older-body', meant, { filter: { filtersByParty }, verbose: true });
      // In the document of 3.5 the newer form is not for trees.
      const before = { filter: { filtersByParty }, verbose: true };
      return trees
        ? [asBefore, pair('cut', meant, before, fewer), pair('ended', meant, before, early)]
        : [all, pair('deltas', formatOf(f)), asBefore, cut, ended];
    },
  });
}

function formatOf({ parties }: Fixtures, transactionShape?: Shape, verbose = false): object {
  const eventFormat = { ...eventsOf(parties), verbose };
  const includeTransactions = { ...transactionsOf(parties, transactionShape), eventFormat };
  return { updateFormat: { includeTransactions, includeReassignments: eventFormat } };
}

/** How a lookup names an update. */
type By = 'offset' | 'id';
const keyOf = (by: By, { offset, updateId }: FoundUpdate): object =>
  by === 'offset' ? { offset } : { updateId };

/** An update of each kind, and one that is not there. */
function asked(f: Fixtures): readonly (FoundUpdate & { readonly label: string })[] {
  const offset = endOf(f) + ABSENT.later;
  return [
    ...oneOfEachKind(f).map((one) => ({ ...one, label: one.kind })),
    { updateId: ABSENT.updateId, offset, kind: 'transaction', label: 'unknown' },
  ];
}

/** The newer lookup with what the older one means, and the older one. */
export function treesAlike(by: By, { operation }: Ledger): Probe {
  const [newer, older] = [operation(`update-by-${by}`), operation(`transaction-tree-by-${by}`)];
  return related(older, {
    name: 'as-update',
    sends: 'the same update to the newer lookup with all effects, and to the lookup of trees',
    caseGroups: (f) =>
      asked(f).map((update) => {
        const eventFormat = { ...eventsOf(f.parties), verbose: true };
        const updateFormat = { includeTransactions: { transactionShape: EFFECTS, eventFormat } };
        const { offset, updateId } = update;
        const path = by === 'offset' ? { offset: `${offset}` } : { 'update-id': updateId };
        return inARow(update.label, [
          call(newer, { json: { ...keyOf(by, update), updateFormat } }),
          call(older, { path, query: { parties: f.parties } }),
        ]);
      }),
  });
}

/** The same for the lookups of transactions, in both forms of their requests. */
export function transactionsAlike(by: By, { operation }: Ledger): Probe {
  const [newer, older] = [operation(`update-by-${by}`), operation(`transaction-by-${by}`)];
  return related(older, {
    name: 'as-update',
    sends: 'the same update with the same format to the newer and the older lookup',
    caseGroups: (f) => {
      const pair = (label: string, update: FoundUpdate, format: object, toOlder: object) =>
        inARow(label, [
          call(newer, {
            json: { ...keyOf(by, update), updateFormat: { includeTransactions: format } },
          }),
          call(older, { json: { ...keyOf(by, update), ...toOlder } }),
        ]);
      const effects = transactionsOf(f.parties, EFFECTS);
      const eventFormat = { ...eventsOf(f.parties), verbose: true };
      const meant = { ...transactionsOf(f.parties), eventFormat };
      const first = oneOfEachKind(f).slice(0, 1);
      return [
        ...asked(f).map((one) => pair(one.label, one, effects, { transactionFormat: effects })),
        ...first.map((one) => pair('parties', one, meant, { requestingParties: f.parties })),
      ];
    },
  });
}

/** The newer list, the older one, and the newer one again, to see what changed meanwhile. */
export function vettedAlike({ operation }: Ledger): Probe {
  const [newer, older] = [operation('package-vetting-list'), operation('package-vetting')];
  return {
    operation: older,
    id: named(older, 'as-list'),
    sends: 'the same body to the newer list, to the older one, and to the newer one again',
    weight: 0,
    acrossOperations: true,
    caseGroups: (f) => {
      const [name = ABSENT.packageName] = f.packageNames;
      const pageSize = pageOf(f, 'maxVettedPackagesPageSize', 10);
      const filter = { packageIds: [], packageNamePrefixes: [name] };
      return [{ pageSize }, { packageMetadataFilter: filter, pageSize }].map((json, i) =>
        inARow(i === 0 ? 'first-page' : 'one-name', [
          call(newer, { json }),
          call(older, { json }),
          call(newer, { json }),
        ]),
      );
    },
  };
}

/** The requests before the changes of each case of `vettingAlike`. */
export const LEAD_IN = 2;

/** The newer update, the older one and the newer one again, all as dry runs. */
export function vettingAlike(ledger: Ledger): Probe {
  const newer = ledger.operation('package-vetting-update');
  const older = ledger.operation('package-vetting-change');
  return {
    operation: older,
    id: named(older, 'as-update'),
    sends:
      'the same dry run at the newer path, at the older one, and at the newer again; of a known package and of an unknown one. A package that a server changes nevertheless gets its former state back',
    effect: 'irreversible',
    weight: 0,
    acrossOperations: true,
    alone: true,
    needs: 'packages',
    caseGroups: (f) => {
      const thrice = (label: string, kind: Kind, packageId?: string): CaseGroup =>
        inARow(label, [
          ...beforeTrials(ledger),
          ...[newer, older, newer].map((one) => trial(ledger, one, f, kind, packageId)),
        ]);
      return [
        thrice('vet', 'Vet'),
        thrice('unvet', 'Unvet'),
        thrice('unknown', 'Vet', ABSENT.packageId),
      ];
    },
  };
}

/** Bytes that are no archive, at both paths. */
export function uploadsAlike({ operation }: Ledger): Probe {
  const [newer, older] = [operation('dars-upload'), operation('packages-upload')];
  return {
    operation: older,
    id: named(older, 'as-dars'),
    sends: 'bytes that are no archive to the path of archives and to that of packages',
    effect: 'undecodable',
    weight: 0,
    acrossOperations: true,
    caseGroups: () => [inARow('no-archive', [undecodable(newer), undecodable(older)])],
  };
}

/** Shows that an operation that changes something is there, and changes nothing. */
export function unreadable(operation: Operation): Probe {
  return {
    operation,
    id: named(operation, 'still-there'),
    sends: 'a body that no server can read, so that none acts on it',
    effect: effectOfUndecodable(operation),
    weight: 0,
    wrong: 'framing',
    caseGroups: () => each([undecodable(operation)], 'unreadable'),
  };
}
