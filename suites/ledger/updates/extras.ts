/** Checks of blobs and views in updates against those in lists of active contracts, which chapters name. */
import type { CheckResult, CompleteExchange } from '../../../src/kit.ts';
import { between, bodyPlace, finding, worded } from '../../../src/kit.ts';
import { difference, differing, elements, string, strings } from '../../kit/json.ts';
import { all, eachOf, isAccepted, lacking, type Received, unexpected } from '../../kit/judges.ts';
import { expects200 } from '../../kit/statuses.ts';
import { mayBePruned } from '../laws/forms.ts';
import { qualifiedName, wantedIn } from '../requests/formats.ts';
import { entriesIn } from '../responses/entries.ts';
import { bothShown, eventsIn, type ShownUpdate, updatesIn } from '../responses/shown-updates.ts';
import { extrasDiffer } from '../responses/views.ts';

export const EXTRA_CHECKS = {
  returnsBlobs: (...sent: readonly Received[]): CheckResult => {
    const lists = sent.flatMap((list) => list ?? []);
    if (lists.some((list) => updatesIn(list) === undefined)) return undefined;
    const created = lists.flatMap(createdIn);
    if (created.length === 0) return 'inapplicable';
    const bare = created.find((event) => string(event, 'createdEventBlob') === '');
    if (bare === undefined) return [];
    const of = `contract ${string(bare, 'contractId')}`;
    return between(lists, [finding(bodyPlace('/createdEventBlob', { of }), 'a blob', 'none')]);
  },
  acceptsKnownFilters: (active: Received, ...lists: readonly Received[]): CheckResult => {
    const refused = lists.find((list) => list && !isAccepted(list));
    if (active === undefined || !isAccepted(active)) return undefined;
    if (refused && mayBePruned(refused)) return undefined;
    return refused ? between([active, refused], expects200(refused.response.status, true)) : [];
  },
  hasEventsOfInterface: implemented,
  archivalsNameTheInterface: (some: Received): CheckResult =>
    some === undefined ? 'inapplicable' : archivalsName(some),
  hasExtrasOfActiveContracts: extrasMatch,
  olderFormHasTheSameUpdates: (newer: Received, older: Received): CheckResult => {
    if (newer === undefined || older === undefined || !isAccepted(newer)) return undefined;
    if (mayBePruned(older)) return undefined;
    if (!isAccepted(older)) return between([newer, older], expects200(older.response.status));
    // The older form may show topology events.
    return bothShown([newer, older], (...lists) => {
      const [expected, actual] = lists.map((updates) => updates.filter(isMove));
      return difference(expected, actual);
    });
  },
};

function extrasMatch(list: Received, all: Received): CheckResult {
  const entries = entriesIn(list);
  if (!entries || !list || !all || updatesIn(all) === undefined) return undefined;
  const known = new Map(entries.map(({ contractId, created }) => [contractId, created]));
  const pairs = createdIn(all).flatMap((event): (readonly [unknown, unknown])[] => {
    const entry = known.get(string(event, 'contractId'));
    return entry ? [[entry, event]] : [];
  });
  return pairs.length === 0 ? 'inapplicable' : between([list, all], extrasDiffer(pairs));
}

/** Compares a list for an interface with the list of all: it must have the creations with a view of the interface. */
function implemented(whole: Received, some: Received): CheckResult {
  if (some === undefined) return 'inapplicable';
  return bothShown([whole, some], (known, shown) => {
    const created = known.flatMap(createdOf);
    const seen = created.filter((event) => elements(event, 'interfaceViews').length > 0);
    if (created.length === 0) return 'inapplicable';
    const idsOf = (events: readonly unknown[]) =>
      new Set(events.map((event) => string(event, 'contractId')));
    const [due, came] = [idsOf(seen), idsOf(shown.flatMap(createdOf))];
    const lost = [...due].find((id) => !came.has(id));
    const other = [...came].find((id) => !due.has(id));
    return all(
      lost === undefined ? [] : [lacking(worded`contract ${lost}, which has a view`)],
      other === undefined ? [] : [unexpected(worded`contract ${other}, which has no view`)],
    );
  });
}

const isMove = ({ kind }: ShownUpdate): boolean => kind !== 'TopologyTransaction';

/** Each archived event of a response for an interface names that interface, and no other. */
export function archivalsName(list: CompleteExchange): CheckResult {
  const [wanted = ''] = wantedIn(list, 'interfaceId').map(qualifiedName);
  const archived = updatesIn(list)
    ?.filter(({ kind }) => kind === 'Transaction')
    .flatMap(eventsIn)
    .filter(({ kind }) => kind === 'ArchivedEvent');
  return (
    archived &&
    eachOf(archived, ({ value }) => {
      const names = strings(value, 'implementedInterfaces').map(qualifiedName);
      return differing('/ArchivedEvent/implementedInterfaces', [wanted], names);
    })
  );
}

/** The created events of the transactions of a response. */
function createdIn(list: CompleteExchange): readonly unknown[] {
  return (updatesIn(list) ?? []).flatMap(createdOf);
}

function createdOf(update: ShownUpdate): readonly unknown[] {
  if (update.kind !== 'Transaction') return [];
  return eventsIn(update)
    .filter(({ kind }) => kind === 'CreatedEvent')
    .map(({ value }) => value);
}
