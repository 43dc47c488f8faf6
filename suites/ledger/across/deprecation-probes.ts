/** Pairs of a deprecated operation and its replacement, and requests that compare both. */
import type { Call, CallParts, Fixtures, Operation, Probe } from '../../../src/kit.ts';
import { call } from '../../../src/kit.ts';
import { probe } from '../../kit/probes.ts';
import type { Ledger } from '../area.ts';
import type { FoundUpdate } from '../fixtures.ts';
import { beforeTrials, trial, type VettingKind } from '../packages/vetting-changes.ts';
import type { Shape } from '../requests/formats.ts';
import {
  ABSENT,
  EFFECTS,
  eventsOf,
  eventsOfAny,
  eventsWithViews,
  limitFor,
  movesIn,
  ofTemplate,
  readsAny,
  templatesOf,
  topologyOf,
  transactionsIn,
  transactionsOf,
} from '../requests/formats.ts';
import { endOf, window } from '../requests/offsets.ts';
import { undecodable } from '../requests/probes.ts';
import type { UpdateLookup } from '../requests/requests-history.ts';
import { hasOlderForm, UPDATE_LOOKUPS, withPartiesOnly } from '../requests/requests-history.ts';

/** The requests to both operations; the older one may need another form. */
type Both = readonly [newer: CallParts, older?: CallParts];

interface Pair extends Pick<Probe, 'sends' | 'needs'> {
  readonly name: string;
  /** The requests of each case, by its label. */
  readonly cases: (fixtures: Fixtures) => Readonly<Record<string, Both>>;
  /** True if the newer operation gets its request twice, to detect changes in between. */
  readonly again?: true;
}

/** A probe of the older operation, with requests to both. */
function pair(newer: Operation, older: Operation, { name, cases, again, ...own }: Pair): Probe {
  const calls = ([parts, oldParts = parts]: Both): readonly Call[] => [
    call(newer, parts),
    call(older, oldParts),
    ...(again ? [call(newer, parts)] : []),
  ];
  return probe(older, name, {
    ...own,
    acrossOperations: true,
    steps: (f) =>
      Object.fromEntries(Object.entries(cases(f)).map(([label, both]) => [label, calls(both)])),
  });
}

/** Both lists of the same range with the same body, and with the older form of the body if there is one. */
export function listsAlike(older: Operation, { operation }: Ledger): Probe {
  return pair(operation('updates'), older, {
    name: 'as-updates',
    sends: 'the same range to the newer and to the older list',
    needs: 'updates',
    cases: (f) => {
      const within = window(f);
      const shorter = { ...within, endInclusive: within.endInclusive - 1 };
      const both = (newer: object, old: object, range = within, limit = limitFor(f)): Both => [
        { query: { limit }, json: { ...range, ...newer } },
        { query: { limit }, json: { ...range, ...old } },
      ];
      // A part of the range, by a limit and by an end: the older list must respect both.
      const cutAndEnded = (newer: object, old: object) => ({
        cut: both(newer, old, shorter, 2),
        ended: both(newer, old, shorter),
      });
      // Trees do not have topology events.
      const trees = older.name === 'updates-trees';
      const seen = trees ? eventsOf(f.parties) : eventsWithViews(f);
      const movesOf = (shape?: Shape, verbose = false): object =>
        movesIn({ ...seen, verbose }, shape);
      const topology = !trees && topologyOf(f.parties);
      const all = { updateFormat: { ...movesOf(EFFECTS), ...topology } };
      const [template = ''] = templatesOf(f);
      const some = { updateFormat: movesIn(eventsOfAny(ofTemplate(template)), EFFECTS) };
      const selected = !trees && readsAny(f) && template !== '' ? some : all;
      const effects = both(selected, selected);
      // Before 3.4.12 the older list responded to deltas with effects; the document of 3.4 has no such body.
      if (!hasOlderForm(older)) return { effects, ...cutAndEnded(all, all) };
      const oldForm = { filter: { filtersByParty: seen.filtersByParty }, verbose: true };
      const shape = trees ? EFFECTS : 'TRANSACTION_SHAPE_ACS_DELTA';
      const newForm = { updateFormat: movesOf(shape, true) };
      const asBefore = { 'older-body': both(newForm, oldForm) };
      // In the document of 3.5 the list of trees does not have the newer form.
      if (trees) return { ...asBefore, ...cutAndEnded(newForm, oldForm) };
      return { effects, ...asBefore, ...cutAndEnded(all, all) };
    },
  });
}

type By = UpdateLookup['by'];

/** The lookup by this key that returns this. */
function lookupOf(returns: UpdateLookup['returns'], by: By): UpdateLookup {
  const found = UPDATE_LOOKUPS.find((one) => one.returns === returns && one.by === by);
  if (found === undefined) throw new Error(`there is no lookup of a ${returns} by ${by}`);
  return found;
}

/**
 * A transaction that archives a contract, where the shape of a request is visible, if there is one. The plainest good
 * request is of the first transaction, so this is the last one. Other rules are about unknown updates and other kinds.
 */
function shapedIn({ updates }: Fixtures): FoundUpdate | undefined {
  const transactions = updates.filter(({ kind }) => kind === 'transaction');
  return transactions.findLast(({ archives }) => archives) ?? transactions.at(-1);
}

/** The newer lookup in the meaning of the older one, and the older lookup. */
export function treesAlike(by: By, { operation }: Ledger): Probe {
  const [newer, older] = [lookupOf('update', by), lookupOf('tree', by)];
  return pair(operation(newer.name), operation(older.name), {
    name: 'as-update',
    sends: 'the same update to the newer lookup with all effects, and to the lookup of trees',
    needs: 'updates',
    cases: (f) => {
      const format = transactionsIn({ ...eventsOf(f.parties), verbose: true }, EFFECTS);
      const update = shapedIn(f);
      if (update === undefined) return {};
      const key = newer.keyOf(update);
      return { effects: [newer.request(f.parties, key, format), older.request(f.parties, key)] };
    },
  });
}

/** The same for the lookups of transactions, in both forms of their requests. */
export function transactionsAlike(by: By, { operation }: Ledger): Probe {
  const [newer, older] = [lookupOf('update', by), lookupOf('transaction', by)];
  return pair(operation(newer.name), operation(older.name), {
    name: 'as-update',
    sends: 'the same update with the same format to the newer and the older lookup',
    needs: 'updates',
    cases: (f) => {
      const effects = { ...transactionsOf(f.parties, EFFECTS), eventFormat: eventsWithViews(f) };
      const both = (update: FoundUpdate, format = effects) => {
        const key = newer.keyOf(update);
        return [
          newer.request(f.parties, key, { includeTransactions: format }),
          older.request(f.parties, key, format),
        ] as const;
      };
      const shaped = shapedIn(f);
      if (shaped === undefined) return {};
      const delta = transactionsOf(f.parties);
      const eventFormat = { ...eventsOf(f.parties), verbose: true };
      const [now, before] = both(shaped, { ...delta, eventFormat });
      const parties: Both = [now, withPartiesOnly(before, f.parties)];
      return { effects: both(shaped), delta: both(shaped, delta), parties };
    },
  });
}

/** The page of a GET and the one of a POST: the first, the next, and one in another format. */
export function contractPagesAlike({ operation }: Ledger): Probe {
  return pair(operation('contracts-page'), operation('active-contracts-page'), {
    name: 'as-post',
    sends: 'the same pages of active contracts with a POST, with a GET, and with a POST again',
    needs: ['parties', 'ledgerEnd'],
    again: true,
    cases: (f) => {
      const at = { activeAtOffset: endOf(f) };
      return {
        first: [{ json: { ...at, eventFormat: eventsOf(f.parties), maxPageSize: 2 } }],
        blobs: [{ json: { ...at, eventFormat: eventsOf(f.parties.slice(0, 1), true) } }],
      };
    },
  });
}

/** The newer list, the older one, and the newer one again, to detect changes in between. */
export function vettedAlike({ operation }: Ledger): Probe {
  return pair(operation('package-vetting-list'), operation('package-vetting'), {
    name: 'as-list',
    sends: 'the same body to the newer list, to the older one, and to the newer one again',
    again: true,
    cases: (f) => {
      const [name = ABSENT.packageName] = f.packageNames;
      const packageMetadataFilter = { packageIds: [], packageNamePrefixes: [name] };
      return {
        // The size of the page is optional.
        'one-name': [{ json: { packageMetadataFilter } }],
        'one-place': [
          {
            json: {
              topologyStateFilter: { synchronizerIds: f.synchronizers.slice(-1) },
              pageSize: 1,
            },
          },
        ],
      };
    },
  });
}

/** The newer update, the older one and the newer one again, all as dry runs. */
export function vettingAlike(ledger: Ledger): Probe {
  const newer = ledger.operation('package-vetting-update');
  const older = ledger.operation('package-vetting-change');
  return probe(older, 'as-update', {
    sends:
      'the same dry run at the newer path, the older one, and the newer one again, for a known package and for an unknown one. If the server changes a package anyway, its previous state is restored',
    acrossOperations: true,
    effect: 'irreversible',
    alone: true,
    needs: 'packages',
    steps: (f) => {
      const thrice = (kind: VettingKind, packageId?: string) => [
        ...beforeTrials(ledger),
        ...[newer, older, newer].map((one) => trial(ledger, one, f, kind, packageId)),
      ];
      return {
        vet: thrice('Vet'),
        unvet: thrice('Unvet'),
        unknown: thrice('Vet', ABSENT.packageId),
      };
    },
  });
}

/** Bytes that are not an archive, at both paths. */
export function uploadsAlike({ operation }: Ledger): Probe {
  const [newer, older] = [operation('dars-upload'), operation('packages-upload')];
  return probe(older, 'as-dars', {
    sends: 'bytes that are not an archive, to the path of archives and to that of packages',
    acrossOperations: true,
    effect: 'undecodable',
    steps: () => ({ 'no-archive': [undecodable(newer), undecodable(older)] }),
  });
}
