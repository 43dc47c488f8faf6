/** Checks of the list of updates, which chapters name: its range, its order, and what it selects. */
import type { CheckResult, CompleteExchange, Finding, Operation, Probe } from '../../../src/kit.ts';
import { type Exchange, finding, worded } from '../../../src/kit.ts';
import { difference, elements, stringAt } from '../../kit/json.ts';
import {
  accepted,
  acceptedToo,
  all,
  blaming,
  both,
  lacking,
  type Received,
  unless,
} from '../../kit/judges.ts';
import { once } from '../../kit/once.ts';
import { probe } from '../../kit/probes.ts';
import { expects200 } from '../../kit/statuses.ts';
import { rejectedWithoutLimit } from '../laws/limited-lists.ts';
import { comparing } from '../laws/list-contents.ts';
import {
  eventsOfTemplates,
  isFull,
  qualifiedName,
  templatesOf,
  transactionsIn,
  wantedIn,
} from '../requests/formats.ts';
import { sentMembers } from '../requests/members.ts';
import { endOf, listInWindow } from '../requests/offsets.ts';
import { mayBeCut } from '../requests/open-lists.ts';
import { errorOf } from '../responses/errors.ts';
import { eventsIn, noneIsLost, type ShownUpdate, updatesIn } from '../responses/shown-updates.ts';
import { filteredAs, sameOutline } from './filters.ts';

/** A list from which a filter removes most updates. Contracts may be known although no update was found; then the range is empty. */
export const ofOneTemplate: (operation: Operation) => Probe = once((operation) =>
  probe(operation, 'one-template', {
    sends: 'only events of contracts of one template that is in use',
    needs: 'contracts',
    calls: (f) => {
      const end = { updateId: '', offset: Math.max(1, endOf(f)), kind: 'topology' } as const;
      const some = { ...f, updates: f.updates.length > 0 ? f.updates : [end] };
      const events = eventsOfTemplates(f.parties, templatesOf(f).slice(0, 1));
      return [listInWindow(operation, some, transactionsIn(events))];
    },
  }),
);

const isTopology = ({ kind }: ShownUpdate): boolean => kind === 'TopologyTransaction';

export const LIST_OF_UPDATES_CHECKS = {
  hasAllUpdates: (limited: Received, plain: Received, rest: Received): CheckResult => {
    if (plain && plain.response.status !== 200)
      return limited && updatesIn(limited) && rejectedWithoutLimit(limited, plain);
    return both(updatesIn, [limited, plain], (all, some, first, second) => {
      // Checkpoints count as elements too.
      const whole = !isFull(first);
      const found = difference(all, whole ? some : some.slice(0, all.length));
      return found.length > 0 ? found : cutOff(second, rest);
    });
  },
  readsToTheEnd: (limited: Received, open: Received): CheckResult =>
    accepted(updatesIn, [limited, open], (all, some, first, second) => {
      if (all.length === 0) return 'inapplicable';
      // Checkpoints count as elements too.
      const full = elements(second.response.body).length >= all.length;
      const cut = some.length < all.length && mayBeCut(second, first);
      if (cut && difference(all.slice(0, some.length), some).length === 0) return undefined;
      const shared = full ? Math.min(some.length, all.length) : all.length;
      return difference(all.slice(0, shared), some.slice(0, shared));
    }),
  eventsAreOfTheTemplate: (exchange: CompleteExchange): CheckResult => {
    const events = updatesIn(exchange)?.flatMap(eventsIn);
    const [wanted = ''] = wantedIn(exchange);
    if (events?.length === 0) return 'inapplicable';
    return (
      events
        // Other rules judge events without one.
        ?.flatMap(({ value }) => stringAt(value, 'templateId') ?? [])
        .filter((templateId) => qualifiedName(templateId) !== qualifiedName(wanted))
        .map((templateId) => finding('/templateId', wanted, templateId))
    );
  },
  losesNone: comparing((some: Received, all: Received) => noneIsLost(some, all)),
  hasTheSameOutline: comparing(sameOutline),
  reversesTheList: comparing((forwards: Received, ...backwards: readonly Received[]) =>
    all(
      ...backwards.map((list) =>
        acceptedToo(updatesIn, [forwards, list], (first, second, whole) =>
          isFull(whole)
            ? 'inapplicable'
            : all(
                lostForwards(whole, first, second),
                difference(
                  first.toReversed().slice(0, isFull(list) ? second.length : first.length),
                  second,
                ),
              ),
        ),
      ),
    ),
  ),
  listsNoUpdate: (exchange: CompleteExchange): CheckResult => {
    const shown = updatesIn(exchange);
    // A ledger may be pruned further during the run.
    if (errorOf(exchange)?.code === 'PARTICIPANT_PRUNED_DATA_ACCESSED') return undefined;
    if (shown === undefined) return expects200(exchange.response.status);
    const [first] = shown;
    return unless(!first, '', 'no update', worded`the update at offset ${first?.offset ?? ''}`);
  },
  hasUpdatesOf: (named: Received, any: Received): CheckResult =>
    acceptedToo(updatesIn, [named, any], () =>
      noneIsLost(named, any, (update) => !isTopology(update)),
    ),
  hasTopologyOf: (named: Received, any: Received) => noneIsLost(named, any, isTopology),
  isFilteredAs: comparing(filteredAs),
};

/** An update that only the other list has: the first one lost it, because an update outside of the range has its own rule. */
function lostForwards(
  list: CompleteExchange,
  shown: readonly ShownUpdate[],
  others: readonly ShownUpdate[],
): CheckResult {
  const known = new Set(shown.map(({ offset }) => offset));
  const lost = others.find(({ offset }) => !known.has(offset));
  return lost === undefined
    ? []
    : blaming(list, [lacking(worded`the update at offset ${lost.offset}`)]);
}

const lastOffset = (list: Exchange | undefined): number | undefined =>
  updatesIn(list)?.at(-1)?.offset;

/** The updates after the last one of a list. */
function cutOff(plain: Exchange, rest: Exchange | undefined): Finding[] {
  const last = lastOffset(plain);
  if (!rest || last === undefined || sentMembers(rest)['beginExclusive'] !== last) return [];
  const [left] = updatesIn(rest) ?? [];
  if (left === undefined) return [];
  const expected = worded`also the update at offset ${left.offset}, or 413`;
  return [finding('', expected, worded`an end at ${last}`)];
}
