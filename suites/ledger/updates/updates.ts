/** The list of updates: its order, its filters and its limit. */
import {
  type Call,
  type CheckResult,
  type CompleteExchange,
  call,
  type Fixtures,
  finding,
  type Operation,
  type Probe,
  type Requirement,
} from '../../../src/index.ts';
import { requirementsOf } from '../../kit/law.ts';
import { eventsOfTemplates, qualifiedName } from '../active/entries.ts';
import type { Area } from '../area.ts';
import { expectsServed } from '../laws/errors.ts';
import { LIMIT_LAWS } from '../laws/limited-lists.ts';
import { difference } from '../requests/alike.ts';
import {
  type EventFormat,
  eventsOf,
  isFull,
  limitFor,
  type Shape,
  topologyOf,
  transactionsIn,
  transactionsOf,
  updatesOf,
} from '../requests/formats.ts';
import { endOf, window } from '../requests/offsets.ts';
import { each, sharedProbes } from '../requests/probes.ts';
import { CONTENT_LAWS, ORDER_LAW, SHOWN_LAWS } from './laws.ts';
import { asking, compared, inARow, related, ruled } from './requests.ts';
import { askedOf } from './rules.ts';
import { completeUpTo, eventsIn, updatesIn } from './shown-updates.ts';

const LISTED = 'updates-are-listed';
const FOLLOW = 'updates-follow-their-filters';
const EFFECTS: Shape = 'TRANSACTION_SHAPE_LEDGER_EFFECTS';

/** A request for the closed range in which updates were found. */
function listing(operation: Operation, f: Fixtures, updateFormat: object, more: object = {}): Call {
  const { limit = limitFor(f), ...members } = more as { readonly limit?: number };
  return call(operation, { query: { limit }, json: { ...window(f), updateFormat, ...members } });
}

export const updates: Area = ({ operation: at, version }) => {
  const operation = at('updates');
  const filtered = ofOneTemplate(operation);
  const shows = { operation, clause: LISTED, probes: shownBy(operation), filtered };
  const idOf = (): string => 'ledger/updates';
  const limits = related(operation, {
    name: 'limits',
    sends: 'the same list with a large limit, with the limit 1 and with the limit 2',
    caseGroups: (f) => {
      const some = [limitFor(f), 1, 2];
      const lists = some.map((limit) => listing(operation, f, updatesOf(f.parties), { limit }));
      return [inARow('large-1-2', lists)];
    },
  });
  const limited = { operation, clause: LISTED, limits, valuesIn: updatesIn };
  return [
    ...requirementsOf([ORDER_LAW, ...SHOWN_LAWS, ...CONTENT_LAWS], [shows], idOf),
    ...requirementsOf(LIMIT_LAWS, [limited], idOf),
    ...selects(operation, filtered),
    ...(version === '3.4' ? [] : descending(operation)),
    ...emptyRange(operation),
  ];
};

/** Lists of all updates, of one kind, of one party, and with an end or a begin at an update. */
function shownBy(operation: Operation): readonly Probe[] {
  const lists = (
    name: string,
    sends: string,
    calls: (ask: (format: object, range?: object) => Call, f: Fixtures) => readonly Call[],
  ): Probe =>
    asking(operation, {
      name,
      sends,
      caseGroups: (f) =>
        each(
          calls((format, range) => listing(operation, f, format, range), f),
          name,
        ),
    });
  return [
    ...[sharedProbes(operation)?.good].flatMap((good) => good ?? []),
    lists(
      'one-kind',
      'only transactions with all effects, only reassignments, only topology events',
      (ask, { parties }) => [
        ask({ includeTransactions: transactionsOf(parties, EFFECTS) }),
        ask({ includeReassignments: eventsOf(parties) }),
        ask(topologyOf(parties)),
      ],
    ),
    lists('one-party', 'the updates that a single party sees', (ask, { parties }) =>
      parties.slice(0, 2).map((party) => ask(updatesOf([party], EFFECTS))),
    ),
    lists('at-an-update', 'the updates up to the first known one, and those after it', (ask, f) => {
      const first = window(f).beginExclusive + 1;
      const ranges = [{ endInclusive: first }, { beginExclusive: first, endInclusive: endOf(f) }];
      return ranges.map((range) => ask(updatesOf(f.parties), range));
    }),
  ];
}

/** Contracts may be known where no update was found: then the range is empty. */
function ofOneTemplate(operation: Operation): Probe {
  return asking(operation, {
    name: 'one-template',
    sends: 'only events on contracts of one template that is in use',
    needs: 'contracts',
    caseGroups: (f) => {
      const [{ templateId = '', packageName = '' } = {}] = f.contracts;
      const filter = [`#${packageName}:${qualifiedName(templateId)}`];
      const end = { updateId: '', offset: Math.max(1, endOf(f)), kind: 'topology' } as const;
      const some = { ...f, updates: f.updates.length > 0 ? f.updates : [end] };
      const format = transactionsIn(eventsOfTemplates(f.parties, filter));
      return each([listing(operation, some, format)], 'template');
    },
  });
}

function selects(operation: Operation, filtered: Probe): Requirement[] {
  return [
    ...ruled(filtered, [
      {
        name: 'template-filter-selects-events',
        level: 'MUST',
        clause: FOLLOW,
        statement: 'With a template filter only events on contracts of that template are shown.',
        cause: 'The filter selects transactions, and all their events are shown.',
        fix: 'Select events one by one, by their whole template id.',
        check: onlyTheTemplate,
      },
    ]),
    ...compared(operation, {
      name: 'parties',
      sends: 'the updates that all parties see, and those that the last of them sees',
      steps: (f) =>
        [f.parties, f.parties.slice(-1)].map((some) => listing(operation, f, updatesOf(some))),
      rules: [
        {
          name: 'parties-combine',
          level: 'MUST',
          clause: FOLLOW,
          statement: 'A list for all parties has each update of the list for one of them.',
          cause: 'Only the first party counts, or all parties must see an update.',
          fix: 'Show what any of the parties sees.',
          relation: partiesCombine,
        },
      ],
    }),
    ...compared(operation, {
      name: 'verbose',
      sends: 'the same list without and with verbose',
      steps: (f) =>
        [false, true].map((verbose) => {
          const eventFormat: EventFormat = { ...eventsOf(f.parties), verbose };
          const transactions = transactionsIn(eventFormat, EFFECTS);
          return listing(operation, f, { ...transactions, includeReassignments: eventFormat });
        }),
      rules: [
        {
          name: 'verbose-keeps-events',
          level: 'SHOULD',
          clause: FOLLOW,
          statement: 'With verbose a list shows the same updates, events and contracts.',
          cause: 'verbose uses another code path, which drops or reorders events.',
          fix: 'Let verbose change only how values are encoded.',
          relation: ([off, on]) => {
            const [plain, detailed] = [off, on].map((one) => one && outline(one));
            return plain && detailed ? difference(plain, detailed) : undefined;
          },
        },
      ],
    }),
  ];
}

function onlyTheTemplate(exchange: CompleteExchange): CheckResult {
  const events = updatesIn(exchange)?.flatMap(eventsIn);
  if (events === undefined) return undefined;
  const wanted = /"templateId":"([^"]*)"/.exec(JSON.stringify(askedOf(exchange)))?.[1] ?? '';
  if (events.length === 0) return 'inapplicable';
  return events.flatMap(({ value: { templateId } }) =>
    qualifiedName(String(templateId)) === qualifiedName(wanted)
      ? []
      : [finding('/templateId', wanted, `${templateId}`)],
  );
}

function partiesCombine([all, last]: readonly CompleteExchange[]): CheckResult {
  const [shown, own] = [all, last].map((list) => list && updatesIn(list));
  if (all === undefined || !shown || !own) return undefined;
  const known = new Set(shown.map(({ value }) => value['updateId']));
  const upTo = completeUpTo(all);
  const lost = own.find(({ offset, value }) => offset <= upTo && !known.has(value['updateId']));
  if (lost === undefined) return own.length === 0 ? 'inapplicable' : [];
  return [finding('', `also the update at offset ${lost.offset}`, 'none there')];
}

/** What verbose does not change. */
function outline(exchange: CompleteExchange): unknown {
  return updatesIn(exchange)?.map((update) => ({
    offset: update.offset,
    updateId: update.value['updateId'],
    events: eventsIn(update).map(({ kind, value: { contractId, nodeId } }) => ({
      kind,
      contractId,
      nodeId,
    })),
  }));
}

function descending(operation: Operation): Requirement[] {
  return compared(operation, {
    name: 'descending',
    sends: 'the same list forwards and backwards',
    steps: (f) =>
      [false, true].map((descendingOrder) =>
        listing(operation, f, updatesOf(f.parties), { descendingOrder }),
      ),
    rules: [
      {
        name: 'descending-reverses-list',
        level: 'MUST',
        clause: LISTED,
        statement: 'Descending order shows the same updates, the last one first.',
        cause: 'Only each batch is reversed, or another end of the range becomes inclusive.',
        fix: 'Read the same range, and reverse the whole list.',
        relation: ([forwards, backwards]) => {
          const [first, second] = [forwards, backwards].map((one) => one && updatesIn(one));
          if (!first || !second || isFull(forwards)) return undefined;
          return difference(first.toReversed(), second);
        },
      },
    ],
  });
}

function emptyRange(operation: Operation): Requirement[] {
  const probe = asking(operation, {
    name: 'empty-range',
    needs: ['parties', 'ledgerEnd'],
    notApplicableWhen: ({ ledgerEnd: [at] }) => (at === 0 ? 'the ledger is empty' : undefined),
    sends: 'a range that ends where it begins, at the end of the ledger',
    caseGroups: (f) => {
      const range = { beginExclusive: endOf(f), endInclusive: endOf(f) };
      return each([listing(operation, f, updatesOf(f.parties), range)], 'empty');
    },
  });
  return ruled(probe, [
    {
      name: 'empty-range-lists-nothing',
      level: 'SHOULD',
      clause: LISTED,
      statement: 'A range that ends where it begins holds no update.',
      cause: 'A range with equal ends is rejected, or the begin counts as part of the range.',
      fix: 'Read offsets greater than beginExclusive and at most endInclusive.',
      check: (exchange) => {
        const shown = updatesIn(exchange);
        if (shown === undefined) return expectsServed(exchange.response.status);
        const [first] = shown;
        return first ? [finding('', 'no update', `the update at offset ${first.offset}`)] : [];
      },
    },
  ]);
}
