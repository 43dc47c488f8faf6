/** Lookups of updates with filters that leave some of the update out. */
import { type Call, call, type Exchange, type Step } from '../../../src/kit.ts';
import type { From } from '../../kit/chapters/template.ts';
import { acceptedToo, type Received } from '../../kit/judges.ts';
import type { FoundUpdate } from '../fixtures.ts';
import { comparing } from '../laws/list-contents.ts';
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
import { lookupOf, oneOfEachKind } from '../requests/requests-history.ts';
import { noneIsLost, updatesIn } from '../responses/shown-updates.ts';
import { archivalsName } from './extras.ts';
import { filteredAs, templatesShown } from './filters.ts';

/** One update of each kind that the lookup returns: as it is, and with filters that leave some of it out. */
export function narrowedUpdates({
  fixtures: f,
  operation,
}: From): Readonly<Record<string, readonly Step[]>> {
  const { returns, request, keyOf } = lookupOf(operation);
  const kinds = oneOfEachKind(f).filter(
    ({ kind }) => kind === 'transaction' || (kind === 'reassignment' && returns === 'update'),
  );
  const narrow = (update: FoundUpdate): readonly Step[] => {
    const look = (events: EventFormat): Call => {
      const { includeTransactions, ...more } = movesIn(events);
      const format = returns === 'update' ? { includeTransactions, ...more } : includeTransactions;
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
}

const isOfAnyParty = (one: Received): boolean => one !== undefined && isOfAny(one);

export const FILTERED_LOOKUP_CHECKS = {
  filterSelectsEvents: comparing((plain: Received, filtered: Received) =>
    filteredAs(plain, filtered),
  ),
  archivalNamesTheInterface: (...all: readonly Received[]) => {
    const seen = all.find((one) => one && wantedIn(one, 'interfaceId').length > 0);
    return seen === undefined ? 'inapplicable' : archivalsName(seen);
  },
  anyPartySelectsAll: (plain: Received, _: Received, ...others: readonly Received[]) => {
    const any = others.find(isOfAnyParty);
    if (any === undefined || templatesShown(plain).length === 0) return 'inapplicable';
    return acceptedToo(updatesIn, [plain, any], () => noneIsLost(plain, any));
  },
};
