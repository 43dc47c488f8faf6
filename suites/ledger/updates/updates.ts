/** The list of updates: its order, its filters and its limit. */
import { type Fixtures, finding, type Operation } from '../../../src/index.ts';
import { expects200 } from '../../answers.ts';
import { difference } from '../../kit/json.ts';
import { both } from '../../kit/judges.ts';
import { must, requirementsOf, should } from '../../kit/law.ts';
import type { Area } from '../area.ts';
import { goodProbe } from '../laws/laws.ts';
import { LIMIT_LAWS } from '../laws/limited-lists.ts';
import { ofUpdates, probe, ruled } from '../requests/asking.ts';
import {
  EFFECTS,
  eventsOf,
  eventsOfTemplates,
  isFull,
  limitFor,
  listed,
  qualifiedName,
  templatesOf,
  topologyOf,
  transactionsIn,
  updatesOf,
  wantedIn,
} from '../requests/formats.ts';
import { endOf, isEmptyLedger, window } from '../requests/offsets.ts';
import { CONTENT_LAWS } from './content-laws.ts';
import { ORDER_LAW, SHOWN_LAWS } from './laws.ts';
import { sameOutline } from './outlines.ts';
import { eventsIn, noneIsLost, updatesIn } from './shown-updates.ts';

const LISTED = 'updates-are-listed';
const FOLLOW = 'updates-follow-their-filters';

export const updates: Area = ({ operation: at, version }) => {
  const operation = at('updates');
  const filtered = ofOneTemplate(operation);
  const shows = { operation, clause: LISTED, probes: shownBy(operation), filtered };
  const limits = ofUpdates(operation, 'limits', {
    sends: 'the same list with a large limit, with the limit 1 and with the limit 2',
    steps: (f) =>
      [limitFor(f), 1, 2].map((limit) => inWindow(operation, f, updatesOf(f.parties), { limit })),
  });
  const limited = { operation, clause: LISTED, limits, valuesIn: updatesIn };
  const idOf = (): string => 'ledger/updates';
  return [
    ...requirementsOf([ORDER_LAW, ...SHOWN_LAWS, ...CONTENT_LAWS], [shows], idOf),
    ...requirementsOf(LIMIT_LAWS, [limited], idOf),
    ...selects(operation, filtered),
    ...(version === '3.4' ? [] : descending(operation)),
    ...emptyRange(operation),
  ];
};

/** A request for the closed range in which updates were found. */
function inWindow(
  operation: Operation,
  f: Fixtures,
  updateFormat: object,
  { limit, ...members }: { readonly limit?: number; readonly [name: string]: unknown } = {},
) {
  return listed(operation, f, { ...window(f), updateFormat, ...members }, limit);
}

/** Lists of all updates, of one kind, of one party, and with an end or a begin at an update. */
function shownBy(operation: Operation) {
  const needs = 'updates';
  return [
    goodProbe({ operation }),
    probe(operation, 'one-kind', {
      sends: 'only transactions with all effects, only reassignments, only topology events',
      needs,
      calls: (f) => {
        const reassignments = { includeReassignments: eventsOf(f.parties) };
        const kinds = [transactionsIn(eventsOf(f.parties), EFFECTS), reassignments];
        return [...kinds, topologyOf(f.parties)].map((format) => inWindow(operation, f, format));
      },
    }),
    probe(operation, 'one-party', {
      sends: 'the updates that a single party sees',
      needs,
      calls: (f) =>
        f.parties.slice(0, 2).map((party) => inWindow(operation, f, updatesOf([party], EFFECTS))),
    }),
    probe(operation, 'at-an-update', {
      sends: 'the updates up to the first known one, and those after it',
      needs,
      calls: (f) => {
        const first = window(f).beginExclusive + 1;
        const ranges = [{ endInclusive: first }, { beginExclusive: first, endInclusive: endOf(f) }];
        return ranges.map((range) => inWindow(operation, f, updatesOf(f.parties), range));
      },
    }),
  ];
}

/** Contracts may be known where no update was found: then the range is empty. */
function ofOneTemplate(operation: Operation) {
  return probe(operation, 'one-template', {
    sends: 'only events on contracts of one template that is in use',
    needs: 'contracts',
    calls: (f) => {
      const end = { updateId: '', offset: Math.max(1, endOf(f)), kind: 'topology' } as const;
      const some = { ...f, updates: f.updates.length > 0 ? f.updates : [end] };
      const events = eventsOfTemplates(f.parties, templatesOf(f).slice(0, 1));
      return [inWindow(operation, some, transactionsIn(events))];
    },
  });
}

function selects(operation: Operation, filtered: ReturnType<typeof probe>) {
  const parties = ofUpdates(operation, 'parties', {
    sends: 'the updates that all parties see, and those that the last of them sees',
    steps: (f) =>
      [f.parties, f.parties.slice(-1)].map((some) => inWindow(operation, f, updatesOf(some))),
  });
  const verbose = ofUpdates(operation, 'verbose', {
    sends: 'the same list without and with verbose',
    steps: (f) =>
      [false, true].map((isVerbose) => {
        const includeReassignments = { ...eventsOf(f.parties), verbose: isVerbose };
        const transactions = transactionsIn(includeReassignments, EFFECTS);
        return inWindow(operation, f, { ...transactions, includeReassignments });
      }),
  });
  return [
    ...ruled(filtered, [
      must('template-filter-selects-events', FOLLOW, {
        statement: 'With a template filter only events on contracts of that template are shown.',
        cause: 'The filter selects transactions, and all their events are shown.',
        fix: 'Select events one by one, by their whole template id.',
        check: (exchange) => {
          const events = updatesIn(exchange)?.flatMap(eventsIn);
          const [wanted = ''] = wantedIn(exchange);
          if (events?.length === 0) return 'inapplicable';
          return events
            ?.map(({ value }) => String(value['templateId']))
            .filter((templateId) => qualifiedName(templateId) !== qualifiedName(wanted))
            .map((templateId) => finding('/templateId', wanted, templateId));
        },
      }),
    ]),
    ...ruled(parties, [
      must('parties-combine', FOLLOW, {
        statement: 'A list for all parties has each update of the list for one of them.',
        cause: 'Only the first party counts, or all parties must see an update.',
        fix: 'Show what any of the parties sees.',
        relation: ([all, last]) => noneIsLost(last, all),
      }),
    ]),
    ...ruled(verbose, [
      should('verbose-keeps-events', FOLLOW, {
        statement: 'With verbose a list shows the same updates, events and contracts.',
        cause: 'verbose uses another code path, which drops or reorders events.',
        fix: 'Let verbose change only how values are encoded.',
        relation: ([plain, detailed]) => sameOutline(plain, detailed),
      }),
    ]),
  ];
}

function descending(operation: Operation) {
  const directions = ofUpdates(operation, 'descending', {
    sends: 'the same list forwards and backwards',
    steps: (f) =>
      [false, true].map((descendingOrder) =>
        inWindow(operation, f, updatesOf(f.parties), { descendingOrder }),
      ),
  });
  return ruled(directions, [
    must('descending-reverses-list', LISTED, {
      statement: 'Descending order shows the same updates, the last one first.',
      cause: 'Only each batch is reversed, or another end of the range becomes inclusive.',
      fix: 'Read the same range, and reverse the whole list.',
      relation: (lists) =>
        both(updatesIn, lists, (first, second, forwards) =>
          isFull(forwards) ? undefined : difference(first.toReversed(), second),
        ),
    }),
  ]);
}

function emptyRange(operation: Operation) {
  const empty = probe(operation, 'empty-range', {
    needs: ['parties', 'ledgerEnd'],
    notApplicableWhen: isEmptyLedger,
    sends: 'a range that ends where it begins, at the end of the ledger',
    calls: (f) => {
      const range = { beginExclusive: endOf(f), endInclusive: endOf(f) };
      return [listed(operation, f, { ...range, updateFormat: updatesOf(f.parties) })];
    },
  });
  return ruled(empty, [
    should('empty-range-lists-nothing', LISTED, {
      statement: 'A range that ends where it begins holds no update.',
      cause: 'A range with equal ends is rejected, or the begin counts as part of the range.',
      fix: 'Read offsets greater than beginExclusive and at most endInclusive.',
      check: (exchange) => {
        const shown = updatesIn(exchange);
        if (shown === undefined) return expects200(exchange.response.status);
        const [first] = shown;
        return first ? [finding('', 'no update', `the update at offset ${first.offset}`)] : [];
      },
    }),
  ]);
}
