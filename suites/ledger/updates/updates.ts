/** The list of updates: its range, its order, its limit, and what it selects. */
import { finding, type Operation } from '../../../src/kit.ts';
import { difference, stringAt } from '../../kit/json.ts';
import { all, both } from '../../kit/judges.ts';
import { probe } from '../../kit/probes.ts';
import type { Area } from '../area.ts';
import { goodProbe, lawsOf, ofUpdates, ruled } from '../laws/forms.ts';
import { LIMIT_LAWS } from '../laws/limited-lists.ts';
import { ofGoodLists } from '../laws/list-contents.ts';
import { bodyMember } from '../requests/documented.ts';
import {
  EFFECTS,
  eventsOf,
  eventsOfTemplates,
  isFull,
  LONG_LIMIT,
  limitFor,
  movesIn,
  qualifiedName,
  templatesOf,
  topologyOf,
  transactionsIn,
  updatesOf,
  wantedIn,
} from '../requests/formats.ts';
import { endOf, listInWindow, window } from '../requests/offsets.ts';
import { eventsIn, noneIsLost, updatesIn } from '../responses/shown-updates.ts';
import { rulesIn } from '../rules.ts';
import { CONTENT_LAWS } from './content-laws.ts';
import { sameOutline } from './filters.ts';
import { ORDER_LAW, SHOWN_LAWS } from './laws.ts';
import { emptyRange, unlimited } from './ranges.ts';

const rule = rulesIn('4.2-updates', 'updates/updates.ts');

const LISTED = 'updates-are-listed';

export const updates: Area = ({ operation: at }) => {
  const operation = at('updates');
  const filtered = ofOneTemplate(operation);
  const shows = { operation, clause: LISTED, probes: shownBy(operation), filtered };
  const limits = ofUpdates(operation, 'limits', {
    sends: 'the same list with a large limit, with the limits 1, 2 and 0, and with one of 64 bits',
    steps: (f) =>
      [limitFor(f), 1, 2, 0, LONG_LIMIT].map((limit) =>
        listInWindow(operation, f, updatesOf(f.parties), { limit }),
      ),
  });
  const flats = at('updates-flats');
  const older = { operation: flats, clause: 'flat-updates-are-listed' };
  const limited = { operation, clause: LISTED, limits, valuesIn: updatesIn };
  return [
    ...lawsOf([ORDER_LAW, ...SHOWN_LAWS, ...CONTENT_LAWS], shows),
    ...lawsOf([ORDER_LAW, ...SHOWN_LAWS], { ...older, probes: [goodProbe(older)] }),
    ...lawsOf(LIMIT_LAWS, limited),
    ...unlimited(operation),
    ...selects(operation, filtered),
    ...(bodyMember(operation, 'descendingOrder') ? descending(operation) : []),
    ...emptyRange(operation),
  ];
};

/** Lists of all updates, of one kind, of one party, and with an end or a start at an update. */
function shownBy(operation: Operation) {
  const needs = 'updates';
  return [
    goodProbe({ operation }),
    probe(operation, 'one-kind', {
      sends:
        'only transactions with all effects, only reassignments, only topology events, nothing',
      needs,
      calls: (f) => {
        const reassignments = { includeReassignments: eventsOf(f.parties) };
        const kinds = [transactionsIn(eventsOf(f.parties), EFFECTS), reassignments];
        return [...kinds, topologyOf(f.parties), {}].map((format) =>
          listInWindow(operation, f, format),
        );
      },
    }),
    probe(operation, 'one-party', {
      sends: 'the updates that a single party sees',
      needs,
      calls: (f) =>
        f.parties
          .slice(0, 2)
          .map((party) => listInWindow(operation, f, updatesOf([party], EFFECTS))),
    }),
    probe(operation, 'at-an-update', {
      sends:
        'the updates up to the first one in the range, those after it, and a range that ends before it starts',
      needs,
      calls: (f) => {
        const { beginExclusive, endInclusive } = window(f);
        const known = f.updates.map(({ offset }) => offset).filter((at) => at > beginExclusive);
        const first = Math.min(...known);
        const ranges = [
          { endInclusive: first },
          { beginExclusive: first, endInclusive: endOf(f) },
          { beginExclusive: endInclusive, endInclusive: first },
        ];
        return ranges.map((range) => listInWindow(operation, f, updatesOf(f.parties), range));
      },
    }),
  ];
}

/** Contracts may be known although no update was found; then the range is empty. */
function ofOneTemplate(operation: Operation) {
  return probe(operation, 'one-template', {
    sends: 'only events on contracts of one template that is in use',
    needs: 'contracts',
    calls: (f) => {
      const end = { updateId: '', offset: Math.max(1, endOf(f)), kind: 'topology' } as const;
      const some = { ...f, updates: f.updates.length > 0 ? f.updates : [end] };
      const events = eventsOfTemplates(f.parties, templatesOf(f).slice(0, 1));
      return [listInWindow(operation, some, transactionsIn(events))];
    },
  });
}

function selects(operation: Operation, filtered: ReturnType<typeof probe>) {
  const parties = ofUpdates(operation, 'parties', {
    sends: 'the updates that all parties see, and those that the last of them sees',
    steps: (f) =>
      [f.parties, f.parties.slice(-1)].map((some) => listInWindow(operation, f, updatesOf(some))),
  });
  const verbose = ofUpdates(operation, 'verbose', {
    sends: 'the same list without and with verbose',
    steps: (f) =>
      [false, true].map((verbose) =>
        listInWindow(operation, f, movesIn({ ...eventsOf(f.parties), verbose }, EFFECTS)),
      ),
  });
  return [
    ...ruled(filtered, [
      rule('template-filter-selects-events', {
        check: (exchange) => {
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
      }),
    ]),
    ...ruled(parties, [
      rule('parties-combine', {
        relation: ofGoodLists(([all, last]) => noneIsLost(last, all)),
      }),
    ]),
    ...ruled(verbose, [
      rule('verbose-keeps-events', {
        relation: ofGoodLists(([plain, detailed]) => sameOutline(plain, detailed)),
      }),
    ]),
  ];
}

function descending(operation: Operation) {
  const directions = ofUpdates(operation, 'descending', {
    sends: 'the same list forwards, backwards, and backwards with a small limit',
    steps: (f) =>
      [
        { descendingOrder: false },
        { descendingOrder: true },
        { descendingOrder: true, limit: 2 },
      ].map((members) => listInWindow(operation, f, updatesOf(f.parties), members)),
  });
  return ruled(directions, [
    rule('descending-reverses-list', {
      relation: ofGoodLists(([forwards, ...backwards]) =>
        all(
          ...backwards.map((list) =>
            both(updatesIn, [forwards, list], (first, second, whole) =>
              isFull(whole)
                ? 'inapplicable'
                : difference(
                    first.toReversed().slice(0, isFull(list) ? second.length : first.length),
                    second,
                  ),
            ),
          ),
        ),
      ),
    }),
  ]);
}
