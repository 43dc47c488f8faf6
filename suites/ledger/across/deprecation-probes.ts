/** Requests to a deprecated operation and to its replacement, which chapters name. */
import type { Call, CallParts, Fixtures, Operation } from '../../../src/kit.ts';
import { call } from '../../../src/kit.ts';
import type { From, Hole } from '../../kit/chapters/template.ts';
import type { FoundUpdate } from '../fixtures.ts';
import { change, type VettingKind } from '../packages/vetting-changes.ts';
import type { Shape } from '../requests/formats.ts';
import {
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
import { window } from '../requests/offsets.ts';
import { undecodable } from '../requests/probes.ts';
import { hasOlderForm, lookupOf, withPartiesOnly } from '../requests/requests-history.ts';

/** The requests to both operations. */
type Both = readonly [newer: CallParts, older: CallParts];
type Calls = Readonly<Record<string, readonly Call[]>>;

const toBoth = (newer: Operation, older: Operation, cases: Readonly<Record<string, Both>>): Calls =>
  Object.fromEntries(
    Object.entries(cases).map(([label, [now, before]]) => [
      label,
      [call(newer, now), call(older, before)],
    ]),
  );

/** Both lists of the same range with the same body, and with the older form of the body if there is one. */
function alikeLists({ fixtures: f, operation: older, named }: From): Calls {
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
  const movesOf = (shape?: Shape, verbose = false): object => movesIn({ ...seen, verbose }, shape);
  const topology = !trees && topologyOf(f.parties);
  const all = { updateFormat: { ...movesOf(EFFECTS), ...topology } };
  const [template = ''] = templatesOf(f);
  const some = { updateFormat: movesIn(eventsOfAny(ofTemplate(template)), EFFECTS) };
  const selected = !trees && readsAny(f) && template !== '' ? some : all;
  const effects = both(selected, selected);
  const cases = (): Readonly<Record<string, Both>> => {
    // Before 3.4.12 the older list responded to deltas with effects; the document of 3.4 has no such body.
    if (!hasOlderForm(older)) return { effects, ...cutAndEnded(all, all) };
    const oldForm = { filter: { filtersByParty: seen.filtersByParty }, verbose: true };
    const shape = trees ? EFFECTS : 'TRANSACTION_SHAPE_ACS_DELTA';
    const newForm = { updateFormat: movesOf(shape, true) };
    const asBefore = { 'older-body': both(newForm, oldForm) };
    // In the document of 3.5 the list of trees does not have the newer form.
    if (trees) return { ...asBefore, ...cutAndEnded(newForm, oldForm) };
    return { effects, ...asBefore, ...cutAndEnded(all, all) };
  };
  return toBoth(named('updates'), older, cases());
}

/**
 * A transaction that archives a contract, where the shape of a request is visible, if there is one. The plainest good
 * request is of the first transaction, so this is the last one. Other rules are about unknown updates and other kinds.
 */
function shapedIn({ updates }: Fixtures): FoundUpdate | undefined {
  const transactions = updates.filter(({ kind }) => kind === 'transaction');
  return transactions.findLast(({ archives }) => archives) ?? transactions.at(-1);
}

/** A lookup of a transaction or a tree, that of an update by the same key, and the update to look up, if there is one. */
function lookupsIn({ fixtures, operation, named }: From) {
  const older = lookupOf(operation);
  const replacement = named(`update-by-${older.by}`);
  const update = shapedIn(fixtures);
  const newer = lookupOf(replacement);
  return update && { newer, older, replacement, key: newer.keyOf(update) };
}

/** The newer lookup in the meaning of the older one, and the older lookup. */
function alikeTrees(from: From): Calls {
  const found = lookupsIn(from);
  if (found === undefined) return {};
  const { newer, older, replacement, key } = found;
  const { parties } = from.fixtures;
  const format = transactionsIn({ ...eventsOf(parties), verbose: true }, EFFECTS);
  const effects = [newer.request(parties, key, format), older.request(parties, key)] as const;
  return toBoth(replacement, from.operation, { effects });
}

/** The same for the lookups of transactions, in both forms of their requests. */
function alikeTransactions(from: From): Calls {
  const found = lookupsIn(from);
  if (found === undefined) return {};
  const { newer, older, replacement, key } = found;
  const { fixtures: f, operation } = from;
  const both = (format: object): Both => [
    newer.request(f.parties, key, { includeTransactions: format }),
    older.request(f.parties, key, format),
  ];
  const delta = transactionsOf(f.parties);
  const [now, before] = both({ ...delta, eventFormat: { ...eventsOf(f.parties), verbose: true } });
  return toBoth(replacement, operation, {
    effects: both({ ...transactionsOf(f.parties, EFFECTS), eventFormat: eventsWithViews(f) }),
    delta: both(delta),
    parties: [now, withPartiesOnly(before, f.parties)],
  });
}

export const DEPRECATION_HOLES: Readonly<Record<string, Hole>> = {
  ...{ alikeLists, alikeTrees, alikeTransactions },
  noArchives: ({ operation, named }) => [undecodable(named('dars-upload')), undecodable(operation)],
  lastSynchronizer: ({ fixtures: { synchronizers } }) => synchronizers.slice(-1),
  eventsOfFirstWithBlobs: ({ fixtures: { parties } }) => eventsOf(parties.slice(0, 1), true),
  /** A change of a package, by its kind. */
  vettingChange: (_, given) => {
    const [[kind = '', id] = []] = Object.entries(given as Readonly<Record<string, string>>);
    return change(String(id), kind as VettingKind);
  },
};
