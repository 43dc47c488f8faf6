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
import { ABSENT, eventsOf, limitFor, pageOf, transactionsOf } from '../requests/formats.ts';
import { endOf, window } from '../requests/offsets.ts';
import { each, effectOfUndecodable, row, undecodable } from '../requests/probes.ts';
import { oneOfEachKind } from '../updates/requests.ts';

const EFFECTS = 'TRANSACTION_SHAPE_LEDGER_EFFECTS';

/** A probe of the older operation, with requests to both. */
const pair = (
  operation: Operation,
  name: string,
  probe: Pick<Probe, 'sends' | 'caseGroups' | 'needs' | 'effect' | 'alone'>,
): Probe => ({
  operation,
  id: named(operation, name),
  weight: 0,
  acrossOperations: true,
  ...probe,
});

/** Both lists of the same range with the same body; on 3.5 also with the older form of the body. */
export function listsAlike(older: Operation, { operation, version }: Ledger): Probe {
  return pair(older, 'as-updates', {
    sends: 'the same range to the newer and to the older list',
    needs: 'updates',
    caseGroups: (f) => {
      const within = window(f);
      // Shorter than what there is, by its end or by its limit: the older list has to keep both.
      const shorter = { ...within, endInclusive: within.endInclusive - 1 };
      const whole = { limit: limitFor(f), range: within };
      const fewer = { limit: 2, range: shorter };
      const early = { limit: limitFor(f), range: shorter };
      const both = (label: string, newBody: object, oldBody = newBody, { limit, range } = whole) =>
        row(
          label,
          call(operation('updates'), { query: { limit }, json: { ...range, ...newBody } }),
          call(older, { query: { limit }, json: { ...range, ...oldBody } }),
        );
      const effects = formatOf(f, EFFECTS);
      const all = both('effects', effects);
      // Before 3.4.12 the response to deltas was effects, and the older body has no place in the document of 3.4.
      const cut = both('cut', effects, effects, fewer);
      const ended = both('ended', effects, effects, early);
      if (version === '3.4') return [all, cut, ended];
      const { filtersByParty } = eventsOf(f.parties);
      const oldForm = { filter: { filtersByParty }, verbose: true };
      const trees = older.name === 'updates-trees';
      const newForm = formatOf(f, trees ? EFFECTS : 'TRANSACTION_SHAPE_ACS_DELTA', true);
      const asBefore = both('older-body', newForm, oldForm);
      // In the document of 3.5 the newer form is not for trees.
      return trees
        ? [asBefore, both('cut', newForm, oldForm, fewer), both('ended', newForm, oldForm, early)]
        : [all, both('deltas', formatOf(f)), asBefore, cut, ended];
    },
  });
}

function formatOf(
  { parties }: Fixtures,
  shape?: Parameters<typeof transactionsOf>[1],
  verbose = false,
): object {
  const eventFormat = { ...eventsOf(parties), verbose };
  const includeTransactions = { ...transactionsOf(parties, shape), eventFormat };
  return { updateFormat: { includeTransactions, includeReassignments: eventFormat } };
}

/** How a lookup names an update. */
type By = 'offset' | 'id';
const keyOf = (by: By, { offset, updateId }: FoundUpdate): object =>
  by === 'offset' ? { offset } : { updateId };

/** An update of each kind, and one that is not there. */
function someUpdates(f: Fixtures): readonly (FoundUpdate & { readonly label: string })[] {
  const offset = endOf(f) + ABSENT.later;
  return [
    ...oneOfEachKind(f).map((one) => ({ ...one, label: one.kind })),
    { updateId: ABSENT.updateId, offset, kind: 'transaction', label: 'unknown' },
  ];
}

/** The newer lookup with what the older one means, and the older one. */
export function treesAlike(by: By, { operation }: Ledger): Probe {
  const [newer, older] = [operation(`update-by-${by}`), operation(`transaction-tree-by-${by}`)];
  return pair(older, 'as-update', {
    sends: 'the same update to the newer lookup with all effects, and to the lookup of trees',
    needs: 'updates',
    caseGroups: (f) =>
      someUpdates(f).map((update) => {
        const eventFormat = { ...eventsOf(f.parties), verbose: true };
        const updateFormat = { includeTransactions: { transactionShape: EFFECTS, eventFormat } };
        const { offset, updateId } = update;
        const path = by === 'offset' ? { offset: `${offset}` } : { 'update-id': updateId };
        return row(
          update.label,
          call(newer, { json: { ...keyOf(by, update), updateFormat } }),
          call(older, { path, query: { parties: f.parties } }),
        );
      }),
  });
}

/** The same for the lookups of transactions, in both forms of their requests. */
export function transactionsAlike(by: By, { operation }: Ledger): Probe {
  const [newer, older] = [operation(`update-by-${by}`), operation(`transaction-by-${by}`)];
  return pair(older, 'as-update', {
    sends: 'the same update with the same format to the newer and the older lookup',
    needs: 'updates',
    caseGroups: (f) => {
      const both = (label: string, update: FoundUpdate, format: object, oldFormat: object) => {
        const updateFormat = { includeTransactions: format };
        return row(
          label,
          call(newer, { json: { ...keyOf(by, update), updateFormat } }),
          call(older, { json: { ...keyOf(by, update), ...oldFormat } }),
        );
      };
      const effects = transactionsOf(f.parties, EFFECTS);
      const eventFormat = { ...eventsOf(f.parties), verbose: true };
      const format = { ...transactionsOf(f.parties), eventFormat };
      const first = oneOfEachKind(f).slice(0, 1);
      return [
        ...someUpdates(f).map((one) =>
          both(one.label, one, effects, { transactionFormat: effects }),
        ),
        ...first.map((one) => both('parties', one, format, { requestingParties: f.parties })),
      ];
    },
  });
}

/** The newer list, the older one, and the newer one again, to see what changed meanwhile. */
export function vettedAlike({ operation }: Ledger): Probe {
  const [newer, older] = [operation('package-vetting-list'), operation('package-vetting')];
  return pair(older, 'as-list', {
    sends: 'the same body to the newer list, to the older one, and to the newer one again',
    caseGroups: (f) => {
      const [name = ABSENT.packageName] = f.packageNames;
      const pageSize = pageOf(f, 'maxVettedPackagesPageSize', 10);
      const packageMetadataFilter = { packageIds: [], packageNamePrefixes: [name] };
      const thrice = (label: string, json: object): CaseGroup =>
        row(label, call(newer, { json }), call(older, { json }), call(newer, { json }));
      return [
        thrice('first-page', { pageSize }),
        thrice('one-name', { packageMetadataFilter, pageSize }),
      ];
    },
  });
}

/** The requests before the changes of each case of `vettingAlike`. */
export const LEAD_IN = 2;

/** The newer update, the older one and the newer one again, all as dry runs. */
export function vettingAlike(ledger: Ledger): Probe {
  const newer = ledger.operation('package-vetting-update');
  const older = ledger.operation('package-vetting-change');
  return pair(older, 'as-update', {
    sends:
      'the same dry run at the newer path, at the older one, and at the newer again; of a known package and of an unknown one. A package that a server changes nevertheless gets its former state back',
    effect: 'irreversible',
    alone: true,
    needs: 'packages',
    caseGroups: (f) => {
      const thrice = (label: string, kind: Kind, packageId?: string): CaseGroup => {
        const trials = [newer, older, newer].map((one) => trial(ledger, one, f, kind, packageId));
        return row(label, ...beforeTrials(ledger), ...trials);
      };
      return [
        thrice('vet', 'Vet'),
        thrice('unvet', 'Unvet'),
        thrice('unknown', 'Vet', ABSENT.packageId),
      ];
    },
  });
}

/** Bytes that are no archive, at both paths. */
export function uploadsAlike({ operation }: Ledger): Probe {
  const [newer, older] = [operation('dars-upload'), operation('packages-upload')];
  return pair(older, 'as-dars', {
    sends: 'bytes that are no archive to the path of archives and to that of packages',
    effect: 'undecodable',
    caseGroups: () => [row('no-archive', undecodable(newer), undecodable(older))],
  });
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
