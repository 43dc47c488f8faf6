/** Blobs and views in the events of updates agree with those in lists of active contracts. */
import type { CheckResult, CompleteExchange } from '../../../src/kit.ts';
import { between, finding, worded } from '../../../src/kit.ts';
import { difference, differing, elements, string, strings } from '../../kit/json.ts';
import { all, eachOf, isAccepted, lacking, type Received, unexpected } from '../../kit/judges.ts';
import { must } from '../../kit/law.ts';
import { expects200 } from '../../kit/statuses.ts';
import { stepsOf } from '../../kit/steps.ts';
import type { Area } from '../area.ts';
import { KNOWN_FILTERS, mayBePruned, ofUpdates, ruled } from '../laws/forms.ts';
import type { EventFormat } from '../requests/formats.ts';
import {
  EFFECTS,
  eventsBy,
  eventsWithViews,
  extrasForLast,
  movesIn,
  ofTemplate,
  qualifiedName,
  templatesOf,
  viewsOf,
  wantedIn,
} from '../requests/formats.ts';
import { activeAtEnd, listInWindow } from '../requests/offsets.ts';
import { hasOlderForm } from '../requests/requests-history.ts';
import { entriesIn } from '../responses/entries.ts';
import { bothShown, eventsIn, type ShownUpdate, updatesIn } from '../responses/shown-updates.ts';
import { extrasDiffer } from '../responses/views.ts';
import { rulesIn } from '../rules.ts';

const rule = rulesIn('4.2-updates', 'updates/extras.ts');

const STEPS = stepsOf('active', 'all', 'ofTemplate', 'ofInterface', 'ofEach');
const FORMS = stepsOf('all', 'older');

export const updateExtras: Area = ({ operation: at }) => {
  const clause = 'updates-follow-their-filters';
  const probe = ofUpdates(at('updates'), 'with-extras', {
    needs: ['updates', 'contracts', 'ledgerEnd'],
    sends:
      'active contracts and transactions with blobs and the view of an interface, transactions with the blobs of one template, those of the interface only, and all effects with views and blobs for the last party alone',
    steps: (f) => {
      const views = viewsOf(f);
      const eventFormat = eventsWithViews(f, true);
      const [template = ''] = templatesOf(f);
      const list = (format: EventFormat) => listInWindow(at('updates'), f, movesIn(format));
      return STEPS.requests({
        active: activeAtEnd(at('active-contracts'), f, eventFormat),
        all: list(eventFormat),
        ofTemplate: list(eventsBy(f.parties, ofTemplate(template, true))),
        ...(views.length > 0 && {
          ofInterface: list(eventsBy(f.parties, ...views)),
          ofEach: listInWindow(at('updates'), f, movesIn(extrasForLast(f), EFFECTS)),
        }),
      });
    },
  });
  // By itself, because ledgers switch off the older form.
  const older = ofUpdates(at('updates'), 'older-form', {
    needs: ['updates', 'contracts', 'ledgerEnd'],
    sends:
      'transactions with blobs and the view of an interface, and the same in the older form of the body if there is one',
    steps: (f) => {
      const eventFormat = eventsWithViews(f, true);
      const filter = { filtersByParty: eventFormat.filtersByParty };
      const plain = listInWindow(at('updates'), f, movesIn(eventFormat));
      const form = { updateFormat: undefined, filter, verbose: false };
      return FORMS.requests({
        all: plain,
        older: hasOlderForm(at('updates')) ? listInWindow(at('updates'), f, {}, form) : plain,
      });
    },
  });
  const olderForm = ruled(older, [
    rule('older-form-selects-the-same', clause, {
      relation: FORMS.judged(({ all: newer, older }) => {
        if (newer === undefined || older === undefined || !isAccepted(newer)) return undefined;
        if (mayBePruned(older)) return undefined;
        if (!isAccepted(older)) return between([newer, older], expects200(older.response.status));
        // The older form may show topology events.
        return bothShown([newer, older], (...lists) => {
          const [expected, actual] = lists.map((updates) => updates.filter(isMove));
          return difference(expected, actual);
        });
      }),
    }),
  ]);
  const extras = ruled(probe, [
    rule('returns-requested-blobs', clause, {
      relation: STEPS.judged(({ all, ofTemplate: some }) => {
        const lists = [all, some].flatMap((list) => list ?? []);
        if (lists.some((list) => updatesIn(list) === undefined)) return undefined;
        const created = lists.flatMap(createdIn);
        if (created.length === 0) return 'inapplicable';
        const bare = created.find((event) => string(event, 'createdEventBlob') === '');
        if (bare === undefined) return [];
        const at = `/createdEventBlob of contract ${string(bare, 'contractId')}`;
        return between(lists, [finding(at, 'a blob', 'none')]);
      }),
    }),
    must('known-filters-are-accepted', clause, {
      ...KNOWN_FILTERS,
      followsFrom: ['active-contracts/template-filter-selects-template'],
      relation: STEPS.judged(({ active, ...lists }) => {
        const refused = Object.values(lists).find((list) => !isAccepted(list));
        if (active === undefined || !isAccepted(active)) return undefined;
        if (refused && mayBePruned(refused)) return undefined;
        return refused ? between([active, refused], expects200(refused.response.status, true)) : [];
      }),
    }),
    rule('interface-filter-selects-events', clause, {
      relation: STEPS.judged(({ all, ofInterface: some }) => implemented(all, some)),
    }),
    must('archivals-name-their-interface', clause, {
      ...ARCHIVALS_NAME,
      followsFrom: ['template-filter-selects-events', 'interface-filter-selects-events'],
      relation: STEPS.judged(({ ofInterface: some }) =>
        some === undefined ? 'inapplicable' : archivalsName(some),
      ),
    }),
    rule('extras-match-active-contracts', clause, {
      relation: STEPS.judged(({ active, all }) => extrasMatch(active, all)),
    }),
  ]);
  return [...extras, ...olderForm];
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

/** The rule for lists and lookups. */
export const ARCHIVALS_NAME = {
  statement: 'An archived event that an interface filter with a view selects names the interface.',
  cause: 'implementedInterfaces stays empty, or names every interface of the template.',
  fix: 'Set implementedInterfaces to the interfaces of the filter that the template implements.',
} as const;

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
