/** The list of updates: its order, its filters, its limit, and what it refuses. */
import {
  about,
  type CheckResult,
  type CompleteExchange,
  call,
  type Fixtures,
  finding,
  type Operation,
  type Probe,
  type Requirement,
  requirement,
} from '../../src/index.ts';
import { qualifiedName } from './active-entries.ts';
import { difference } from './alike.ts';
import type { Area } from './chapter.ts';
import {
  eventsOf,
  isFull,
  limitFor,
  type Shape,
  topologyOf,
  transactionsOf,
  updatesOf,
} from './formats.ts';
import { endOf, window } from './offsets.ts';
import { each, sharedProbes } from './probes.ts';
import { completeUpTo, eventsIn, updatesIn } from './shown-updates.ts';
import { contents } from './update-contents.ts';
import { asking, inARow, related } from './update-requests.ts';
import {
  askedOf,
  eventsBelongTogether,
  eventsFollowTheShape,
  inOrder,
  onlyIncludedKinds,
  witnessesWereAsked,
} from './update-rules.ts';

const EFFECTS: Shape = 'TRANSACTION_SHAPE_LEDGER_EFFECTS';

/** What is asked of the closed range in which updates were found. */
function listing(operation: Operation, f: Fixtures, members: object, limit = limitFor(f)) {
  return call(operation, { query: { limit }, json: { ...window(f), ...members } });
}

export const updates: Area = ({ operation: byChapter, version }) => {
  const operation = byChapter('updates');
  const good = sharedProbes(operation)?.good;
  const listed = good === undefined ? [] : [good];
  const kinds = asking(operation, {
    name: 'one-kind',
    sends: 'only transactions with all effects, only reassignments, only topology events',
    caseGroups: (f) => [
      ...each(
        [
          { includeTransactions: transactionsOf(f.parties, EFFECTS) },
          { includeReassignments: eventsOf(f.parties) },
          topologyOf(f.parties),
        ].map((updateFormat) => listing(operation, f, { updateFormat })),
        'kind',
      ),
    ],
  });
  const oneParty = asking(operation, {
    name: 'one-party',
    sends: 'the updates that a single party sees',
    caseGroups: (f) =>
      each(
        f.parties
          .slice(0, 2)
          .map((party) => listing(operation, f, { updateFormat: updatesOf([party], EFFECTS) })),
        'party',
      ),
  });
  const early = asking(operation, {
    name: 'at-an-update',
    sends: 'the updates up to the first that is known, and those after it',
    caseGroups: (f) => {
      const updateFormat = updatesOf(f.parties);
      const at = window(f).beginExclusive + 1;
      const ranges = [{ endInclusive: at }, { beginExclusive: at, endInclusive: endOf(f) }];
      return each(
        ranges.map((range) => listing(operation, f, { ...range, updateFormat })),
        'edge',
      );
    },
  });
  const parties = related(operation, {
    name: 'parties',
    sends: 'the updates that all parties see, and those that the last of them sees',
    caseGroups: (f) => [
      inARow(
        'all-last',
        [f.parties, f.parties.slice(-1)].map((some) =>
          listing(operation, f, { updateFormat: updatesOf(some) }),
        ),
      ),
    ],
  });
  const template = templateProbe(operation);
  const limits = related(operation, {
    name: 'limits',
    sends: 'the same list with a large limit, with the limit 1 and with the limit 2',
    caseGroups: (f) => {
      const updateFormat = updatesOf(f.parties);
      return [
        inARow(
          'large-1-2',
          [limitFor(f), 1, 2].map((limit) => listing(operation, f, { updateFormat }, limit)),
        ),
      ];
    },
  });
  const verbose = related(operation, {
    name: 'verbose',
    sends: 'the same list without and with verbose',
    caseGroups: (f) => {
      const updateFormat = (on: boolean): object => {
        const eventFormat = { ...eventsOf(f.parties), verbose: on };
        return {
          includeTransactions: { transactionShape: EFFECTS, eventFormat },
          includeReassignments: eventFormat,
        };
      };
      const lists = [false, true].map((on) =>
        listing(operation, f, { updateFormat: updateFormat(on) }),
      );
      return [inARow('off-on', lists)];
    },
  });
  const id = (name: string): string => `ledger/updates/${name}`;
  const shown = [...listed, kinds, oneParty];

  return [
    ...rules(id, 'updates-are-listed', [...shown, early]),
    ...contents(id, [...shown, early], template),
    requirement({
      id: id('only-the-asked-template'),
      level: 'MUST',
      clause: 'updates-follow-their-filters',
      statement:
        'A filter that names a template lets only events on contracts of that template through.',
      cause: 'The filter chooses transactions, and all events of a chosen one are shown.',
      fix: 'Choose events one by one, by their whole template id.',
      probes: [template],
      check: onlyTheTemplate,
    }),
    requirement({
      id: id('parties-add-up'),
      level: 'MUST',
      clause: 'updates-follow-their-filters',
      statement: 'What one of the parties sees is among what all of them see.',
      cause:
        'Only the first party of filtersByParty is looked at, or an update has to be seen by all of them.',
      fix: 'Show what any of the parties sees.',
      probes: [parties],
      relation: ([all, last]) => {
        const [shown, own] = [all && updatesIn(all), last && updatesIn(last)];
        if (all === undefined || !shown || !own) return undefined;
        const known = new Set(shown.map(({ value }) => value['updateId']));
        const upTo = completeUpTo(all);
        const lost = own.find(
          ({ offset, value }) => offset <= upTo && !known.has(value['updateId']),
        );
        if (lost === undefined) return own.length === 0 ? 'inapplicable' : [];
        return [finding('', `also the update at offset ${lost.offset}`, 'none there')];
      },
    }),
    requirement({
      id: id('limit-is-kept'),
      level: 'MUST',
      clause: 'updates-are-listed',
      statement: 'A list has at most as many elements as its limit says.',
      cause: 'The query parameter limit is ignored, or checkpoints come on top of it.',
      fix: 'Count every element of the list.',
      probes: [limits],
      relation: (lists) =>
        lists.flatMap((list) => {
          const { request } = list;
          const { body } = list.response;
          const limit = Number(/[?&]limit=(\d+)/.exec(request.path)?.[1]);
          if (!Array.isArray(body) || body.length <= limit) return [];
          const found = finding('', `at most ${limit} elements`, `${body.length} elements`);
          return about(list, [found]);
        }),
    }),
    requirement({
      id: id('limit-cuts-the-end'),
      level: 'MUST',
      clause: 'updates-are-listed',
      statement: 'A list with a smaller limit is the beginning of the list with a larger one.',
      cause: 'The limit is applied from the end, or for each synchronizer by itself.',
      fix: 'Cut the ordered list after its first elements.',
      probes: [limits],
      relation: (lists) => beginnings(lists),
    }),
    requirement({
      id: id('verbose-adds-only-detail'),
      level: 'SHOULD',
      clause: 'updates-follow-their-filters',
      statement:
        'With verbose the same updates are listed with the same events on the same contracts.',
      cause: 'verbose takes another code path, which drops or reorders events.',
      fix: 'Let it change how values are written and nothing else.',
      probes: [verbose],
      relation: ([off, on]) => {
        const [plain, detailed] = [off && outline(off), on && outline(on)];
        return plain && detailed ? difference(plain, detailed) : undefined;
      },
    }),
    ...(version === '3.4' ? [] : [descending(operation, id)]),
  ];
};

/** What holds for updates wherever they are shown. */
export function rules(
  id: (name: string) => string,
  clause: string,
  probes: readonly Probe[],
): Requirement[] {
  const follow = 'updates-follow-their-filters';
  type Check = (exchange: CompleteExchange) => CheckResult;
  const must = (
    name: string,
    of: string,
    statement: string,
    cause: string,
    fix: string,
    check: Check,
  ) =>
    requirement({ id: id(name), level: 'MUST', clause: of, statement, cause, fix, probes, check });
  return [
    must(
      'offsets-in-order',
      clause,
      'Updates come in the order of their offsets, all of them in the range that was asked for.',
      'The begin is taken as inclusive, or lists of several synchronizers are joined unsorted.',
      'Read what is greater than beginExclusive and at most endInclusive, ordered by offset.',
      inOrder,
    ),
    must(
      'only-included-kinds',
      follow,
      'Only kinds of updates come that the request includes.',
      'A kind that the format leaves out is shown all the same, often topology events or reassignments.',
      'Show a kind only where its own include member is there.',
      onlyIncludedKinds,
    ),
    must(
      'events-follow-the-shape',
      follow,
      'A delta has only created and archived events, effects have only created and exercised ones.',
      'The shape is not passed on, and another is the default: an older path showed effects where the delta is due.',
      'Make events by the transactionShape of the request.',
      eventsFollowTheShape,
    ),
    must(
      'witnesses-were-asked',
      follow,
      'Where the request names parties, each event has a witness among them, and no other.',
      'All stakeholders are named as witnesses, whoever asks, or all events of a transaction are shown to whoever sees one of them.',
      'Keep in witnessParties only the parties that the filter of the request names, and leave out events without one.',
      witnessesWereAsked,
    ),
    must(
      'events-belong-together',
      clause,
      'The events of a transaction carry its offset, and their node ids ascend.',
      'Events are numbered anew or left in the order of the store, or get the offset of the page.',
      'Give each event the offset of its transaction, and sort by node id.',
      eventsBelongTogether,
    ),
  ];
}

function templateProbe(operation: Operation): Probe {
  return {
    operation,
    id: 'updates/one-template',
    sends: 'only events on contracts of one template that is in use',
    weight: 0,
    needs: 'contracts',
    caseGroups: (f) => {
      const [{ templateId = '', packageName = '' } = {}] = f.contracts;
      const value = { templateId: `#${packageName}:${qualifiedName(templateId)}` };
      const filter = { TemplateFilter: { value: { ...value, includeCreatedEventBlob: false } } };
      const all = { cumulative: [{ identifierFilter: filter }] };
      const filtersByParty = Object.fromEntries(f.parties.map((party) => [party, all]));
      const eventFormat = { filtersByParty, verbose: false };
      const transactionShape: Shape = 'TRANSACTION_SHAPE_ACS_DELTA';
      const updateFormat = { includeTransactions: { transactionShape, eventFormat } };
      return each([listing(operation, rangeOf(f), { updateFormat })], 'template');
    },
  };
}

/** Contracts may be known where no update was found: then the range is empty. */
function rangeOf(f: Fixtures): Fixtures {
  if (f.updates.length > 0) return f;
  return { ...f, updates: [{ updateId: '', offset: Math.max(1, endOf(f)), kind: 'topology' }] };
}

function onlyTheTemplate(exchange: CompleteExchange): CheckResult {
  const shown = updatesIn(exchange);
  if (shown === undefined) return undefined;
  const wanted = /"templateId":"([^"]*)"/.exec(JSON.stringify(askedOf(exchange)))?.[1] ?? '';
  const events = shown.flatMap(eventsIn);
  if (events.length === 0) return 'inapplicable';
  return events.flatMap(({ value: { templateId } }) => {
    const entity = qualifiedName(String(templateId));
    return entity === qualifiedName(wanted)
      ? []
      : [finding('/templateId', wanted, `${templateId}`)];
  });
}

function beginnings([full, ...shorter]: readonly CompleteExchange[]): CheckResult {
  const all = full && updatesIn(full);
  if (all === undefined) return undefined;
  for (const list of shorter) {
    const some = updatesIn(list);
    if (some === undefined) return undefined;
    const found = difference(all.slice(0, some.length), some);
    if (found.length > 0) return found;
    const { body } = list.response;
    const limit = Number(/[?&]limit=(\d+)/.exec(list.request.path)?.[1]);
    if (Array.isArray(body) && body.length < Math.min(limit, all.length))
      return [finding('', `${Math.min(limit, all.length)} elements`, `${body.length} elements`)];
  }
  return all.length < 2 ? 'inapplicable' : [];
}

/** What verbose has no say in. */
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

function descending(operation: Operation, id: (name: string) => string): Requirement {
  return requirement({
    id: id('descending-is-the-reverse'),
    level: 'MUST',
    clause: 'updates-are-listed',
    statement: 'In descending order the same updates come, the last one first.',
    cause:
      'Only the order of each batch is turned, or one end of the range becomes inclusive with the other order.',
    fix: 'Read the same range, and turn the whole list.',
    probes: [
      related(operation, {
        name: 'descending',
        sends: 'the same list forwards and backwards',
        caseGroups: (f) => {
          const updateFormat = updatesOf(f.parties);
          const lists = [false, true].map((descendingOrder) =>
            listing(operation, f, { updateFormat, descendingOrder }),
          );
          return [inARow('both-ways', lists)];
        },
      }),
    ],
    relation: ([forwards, backwards]) => {
      const [first, second] = [forwards && updatesIn(forwards), backwards && updatesIn(backwards)];
      if (!first || !second || isFull(forwards)) return undefined;
      return difference(first.toReversed(), second);
    },
  });
}
