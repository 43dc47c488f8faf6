/** Lookups of updates with filters that leave some of the update out. */
import { type Call, call, type Exchange, type Operation, type Step } from '../../../src/kit.ts';
import { acceptedToo } from '../../kit/judges.ts';
import { type Law, must } from '../../kit/law.ts';
import { once } from '../../kit/once.ts';
import type { FoundUpdate } from '../fixtures.ts';
import { KNOWN_FILTERS, ofUpdates, readsKnownFilters } from '../laws/forms.ts';
import { ofGoodLists } from '../laws/list-contents.ts';
import type { EventFormat, Filter } from '../requests/formats.ts';
import {
  eventsBy,
  eventsOf,
  eventsOfAny,
  isOfAny,
  movesIn,
  ofTemplate,
  readsAny,
  templatesOf,
  viewsOf,
  wantedIn,
} from '../requests/formats.ts';
import { noTransaction, oneOfEachKind, type UpdateLookup } from '../requests/requests-history.ts';
import { noneIsLost, updatesIn } from '../responses/shown-updates.ts';
import { sharedWords } from '../rules.ts';
import { archivalsName } from './extras.ts';
import { filteredAs, templatesShown } from './filters.ts';

export interface Lookup extends UpdateLookup {
  readonly operation: Operation;
}

const hasFilters = ({ returns }: Lookup): boolean => returns !== 'tree';

/** One update of each kind that the lookup returns: as it is, and with filters that leave some of it out. */
const narrowed = once(({ operation, keyOf, request, returns }: Lookup) =>
  ofUpdates(operation, 'by-template', {
    notApplicableWhen: noTransaction,
    sends:
      'an update without a filter, and with a filter for one template, for an interface, and for any party and its own template',
    steps: (f) => {
      const kinds = oneOfEachKind(f).filter(
        ({ kind }) => kind === 'transaction' || (kind === 'reassignment' && returns === 'update'),
      );
      const narrow = (update: FoundUpdate): readonly Step[] => {
        const look = (events: EventFormat): Call => {
          const { includeTransactions, ...more } = movesIn(events);
          const format =
            returns === 'update' ? { includeTransactions, ...more } : includeTransactions;
          return call(operation, request(f.parties, keyOf(update), format));
        };
        const some = (plain: Exchange | undefined): Filter => {
          const shown = templatesShown(plain);
          // If all events have one template, a filter for another one selects nothing.
          const others = templatesOf(f).filter((one) => !shown.includes(one));
          const [template = ''] = shown.length > 1 ? shown : [...others, ...shown];
          return ofTemplate(template, true);
        };
        const own = (plain: Exchange | undefined): Filter =>
          ofTemplate(templatesShown(plain)[0] ?? templatesOf(f)[0] ?? '', true);
        return [
          look(eventsOf(f.parties)),
          ([plain]) => look(eventsBy(f.parties, some(plain))),
          ...viewsOf(f, true).map((view) => look(eventsBy(f.parties, view))),
          ...(readsAny(f) ? [([plain]: readonly Exchange[]) => look(eventsOfAny(own(plain)))] : []),
        ];
      };
      return Object.fromEntries(kinds.map((update) => [update.kind, narrow(update)]));
    },
  }),
);

export const FILTER_LAWS: readonly Law<Lookup>[] = [
  must('template-filter-selects-events', 'updates-follow-their-filters', {
    ...sharedWords('template-filter-selects-events'),
    appliesTo: hasFilters,
    on: narrowed,
    relation: ofGoodLists(([plain, filtered]) => filteredAs(plain, filtered)),
  }),
  must('known-filters-are-accepted', 'updates-follow-their-filters', {
    ...KNOWN_FILTERS,
    appliesTo: hasFilters,
    on: narrowed,
    relation: readsKnownFilters,
  }),
  must('archivals-name-their-interface', 'updates-follow-their-filters', {
    ...sharedWords('archivals-name-their-interface'),
    appliesTo: hasFilters,
    followsFrom: ['known-filters-are-accepted', 'updates/archivals-name-their-interface'],
    on: narrowed,
    relation: (exchanges) => {
      const seen = exchanges.find((one) => wantedIn(one, 'interfaceId').length > 0);
      return seen === undefined ? 'inapplicable' : archivalsName(seen);
    },
  }),
  must('any-party-filter-selects-all', 'updates-follow-their-filters', {
    ...sharedWords('any-party-filter-selects-all'),
    appliesTo: hasFilters,
    on: narrowed,
    relation: ([plain, , ...others]) => {
      const any = others.find(isOfAny);
      if (any === undefined || templatesShown(plain).length === 0) return 'inapplicable';
      return acceptedToo(updatesIn, [plain, any], () => noneIsLost(plain, any));
    },
  }),
];
