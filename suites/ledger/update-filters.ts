/** Updates seen through template filters and in both shapes: the same history each time, and no more of it. */

import {
  type Call,
  type CheckResult,
  type CompleteExchange,
  call,
  type Exchange,
  type Fixtures,
  finding,
  type Operation,
  type Requirement,
  requirement,
} from '../../src/index.ts';
import { eventsOfTemplates, templatesOf } from './active-entries.ts';
import { difference } from './alike.ts';
import { type Area, named } from './chapter.ts';
import type { FoundUpdate } from './fixtures.ts';
import { eventsOf, limitFor, type Shape, transactionsIn } from './formats.ts';
import { string } from './members.ts';
import { window } from './offsets.ts';
import { completeUpTo, eventsIn, type ShownEvent, updatesIn } from './shown-updates.ts';
import { filteredAs, firstPassing, templateOf } from './update-outlines.ts';
import { inARow, related } from './update-requests.ts';

const FOLLOW = 'updates-follow-their-filters';

export const updateFilters: Area = ({ operation: byChapter, has }) => {
  const updates = byChapter('updates');
  return [
    ...listed(updates),
    ...(has('updates-page') ? [paged(byChapter('updates-page'), updates)] : []),
    ...(['offset', 'id'] as const).map((by) => lookedUp(byChapter(`update-by-${by}`), by)),
  ];
};

/** A format for templates that an answer showed; where it showed none, the same format again. */
function filtersFrom(
  { parties }: Fixtures,
  plain: Exchange | undefined,
  pick: (templates: readonly string[]) => readonly string[],
  shape?: Shape,
): object {
  const templates = pick(plain?.response ? templatesShown(plain as CompleteExchange) : []);
  return transactionsIn(
    templates.length === 0 ? eventsOf(parties) : eventsOfTemplates(parties, templates),
    shape,
  );
}

function templatesShown(exchange: CompleteExchange): readonly string[] {
  return [...new Set((updatesIn(exchange) ?? []).flatMap(eventsIn).map(templateOf))];
}

const firstOf = (templates: readonly string[]): readonly string[] => templates.slice(0, 1);
const lastOf = (templates: readonly string[]): readonly string[] => templates.slice(-1);
const EFFECTS: Shape = 'TRANSACTION_SHAPE_LEDGER_EFFECTS';
/** The last and the first, so that a filter that is overlooked leaves something out. */
const twoOf = (templates: readonly string[]): readonly string[] =>
  templates.length < 2 ? [] : [...templates.slice(-1), ...templates.slice(0, 1)];

function listed(operation: Operation): readonly Requirement[] {
  const probe = related(operation, {
    name: 'in-both-shapes',
    sends:
      'the transactions of a range: as changes, with all effects, changes of two templates, effects of one, and the first change of another',
    caseGroups: (f) => {
      const ask = (updateFormat: object, limit = limitFor(f)): Call =>
        call(operation, { query: { limit }, json: { ...window(f), updateFormat } });
      return [
        inARow('shapes', [
          ask(transactionsIn(eventsOf(f.parties))),
          ask(transactionsIn(eventsOf(f.parties), EFFECTS)),
          ([plain]) => ask(filtersFrom(f, plain, twoOf)),
          ([, effects]) => ask(filtersFrom(f, effects, firstOf, EFFECTS)),
          ([plain]) => ask(filtersFrom(f, plain, lastOf), 1),
        ]),
      ];
    },
  });
  const id = (name: string): string => `ledger/${named(operation, name)}`;
  return [
    requirement({
      id: id('template-filters-add-up'),
      level: 'MUST',
      clause: FOLLOW,
      statement:
        'With several template filters the events on contracts of all these templates come and no others.',
      cause:
        'Only the first or the last element of cumulative is read, or an event has to fit all of them.',
      fix: 'Let through what fits any.',
      probes: [probe],
      relation: ([plain, , filtered]) => filteredAs(plain, filtered),
    }),
    requirement({
      id: id('template-filters-choose-effects'),
      level: 'MUST',
      clause: FOLLOW,
      statement:
        'Among all effects, too, a template filter lets the events on contracts of that template through and no others.',
      cause:
        'Filters are applied to what is created, and exercises come whatever their template is; or a transaction is shown as a whole.',
      fix: 'Choose events one by one in both shapes.',
      probes: [probe],
      relation: ([, effects, , filtered]) => filteredAs(effects, filtered),
    }),
    requirement({
      id: id('limit-counts-what-passes'),
      level: 'MUST',
      clause: FOLLOW,
      statement:
        'A limit counts the updates that pass the filter, and not those that it leaves out.',
      cause:
        'The first updates of the range are read up to the limit, and the filter is applied to these.',
      fix: 'Filter first, and cut the list then.',
      probes: [probe],
      relation: ([plain, , , , first]) => firstPassing(plain, first),
    }),
    requirement({
      id: id('consuming-exercises-archive'),
      level: 'MUST',
      clause: FOLLOW,
      statement:
        'What is archived as a change is exercised as an effect, by a choice that says that it consumes, and the other way round.',
      cause: 'consuming is a constant, or is read of another choice of the same name.',
      fix: 'Take it from the node of the transaction that the archived event is made from.',
      probes: [probe],
      relation: ([changes, effects]) =>
        changes && effects ? archivedAlike(changes, effects) : undefined,
    }),
    requirement({
      id: id('acs-delta-tells-the-changes'),
      level: 'MUST',
      clause: 'events-tell-whether-they-are-changes',
      statement:
        'The events whose acsDelta is true among all effects are those that are listed as changes.',
      cause:
        'acsDelta is a constant, or is true for what is created and archived in one transaction and for what a party only witnesses.',
      fix: 'Make it by the rule that lets events into the list of changes.',
      probes: [probe],
      relation: ([changes, effects]) =>
        changes && effects ? markedAlike(changes, effects) : undefined,
    }),
  ];
}

function paged(operation: Operation, updates: Operation): Requirement {
  return requirement({
    id: `ledger/${named(operation, 'only-the-asked-templates')}`,
    level: 'MUST',
    clause: FOLLOW,
    statement:
      'A page holds the events on contracts of the templates that are filtered for, and no others.',
    cause: 'Pages have a path of their own, to which parties are passed and filters are not.',
    fix: 'Use the format of the request for lists and pages alike.',
    probes: [
      related(operation, {
        name: 'by-template',
        sends: 'the list of a range, and then its page with one and with two templates',
        caseGroups: (f) => {
          const { beginExclusive, endInclusive } = window(f);
          const range = { beginOffsetExclusive: beginExclusive, endOffsetInclusive: endInclusive };
          const page =
            (pick: typeof firstOf) =>
            ([plain]: readonly Exchange[]): Call =>
              call(operation, { json: { ...range, updateFormat: filtersFrom(f, plain, pick) } });
          const updateFormat = transactionsIn(eventsOf(f.parties));
          const list = call(updates, {
            query: { limit: limitFor(f) },
            json: { beginExclusive, endInclusive, updateFormat },
          });
          return [inARow('templates', [list, page(firstOf), page(twoOf)])];
        },
      }),
    ],
    relation: ([plain, one, two]) => {
      const said = [filteredAs(plain, one), filteredAs(plain, two)];
      return said.find((each) => typeof each === 'object' && each.length > 0) ?? said[0];
    },
  });
}

function lookedUp(operation: Operation, by: 'offset' | 'id'): Requirement {
  const transaction = ({ updates }: Fixtures): FoundUpdate | undefined =>
    updates.find(({ kind }) => kind === 'transaction');
  return requirement({
    id: `ledger/${named(operation, 'only-the-asked-template')}`,
    level: 'MUST',
    clause: FOLLOW,
    statement:
      'A look-up shows the events on contracts of the template that is filtered for, and finds nothing where there are none.',
    cause: 'The look-up passes the parties of the format on, and not its filters.',
    fix: 'Use the format of the request as lists do, and answer 404 UPDATE_NOT_FOUND when nothing is left.',
    probes: [
      related(operation, {
        name: 'by-template',
        notApplicableWhen: (f) =>
          f.updates.length > 0 && transaction(f) === undefined
            ? 'the ledger showed no transaction'
            : undefined,
        sends: 'a transaction as it is, and with a template filter that leaves some of it out',
        caseGroups: (f) => {
          const found = transaction(f);
          const key = by === 'offset' ? { offset: found?.offset } : { updateId: found?.updateId };
          const ask = (updateFormat: object): Call =>
            call(operation, { json: { ...key, updateFormat } });
          // Where all of it is of one template, one of other contracts leaves nothing.
          const pick = (shown: readonly string[]): readonly string[] =>
            firstOf(
              shown.length > 1 ? shown : templatesOf(f).filter((one) => !shown.includes(one)),
            );
          return [
            inARow('template', [
              ask(transactionsIn(eventsOf(f.parties))),
              ([plain]) => ask(filtersFrom(f, plain, pick)),
            ]),
          ];
        },
      }),
    ],
    relation: ([plain, filtered]) => filteredAs(plain, filtered),
  });
}

interface Happened {
  readonly contractId: string;
  readonly offset: number;
}

function happened(
  exchange: CompleteExchange,
  upTo: number,
  is: (event: ShownEvent) => boolean,
): readonly Happened[] {
  return (updatesIn(exchange) ?? [])
    .filter(({ offset }) => offset <= upTo)
    .flatMap((update) =>
      eventsIn(update)
        .filter(is)
        .map(({ value }) => ({ contractId: string(value, 'contractId'), offset: update.offset })),
    );
}

/** Whether the same contracts end in a list of changes and in one of all effects. */
function archivedAlike(changes: CompleteExchange, effects: CompleteExchange): CheckResult {
  if (updatesIn(changes) === undefined || updatesIn(effects) === undefined) return undefined;
  const upTo = Math.min(completeUpTo(changes), completeUpTo(effects));
  const created = happened(changes, upTo, ({ kind }) => kind === 'CreatedEvent');
  const archived = happened(changes, upTo, ({ kind }) => kind === 'ArchivedEvent');
  const consumed = happened(effects, upTo, ({ kind, value }) => {
    return kind === 'ExercisedEvent' && value['consuming'] === true;
  });
  const among = (list: readonly Happened[], one: Happened): boolean =>
    list.some(({ contractId, offset }) => contractId === one.contractId && offset === one.offset);
  const spared = archived.find((one) => !among(consumed, one));
  if (spared) return [finding(placeOf(spared), 'a consuming exercise: it is archived', 'none')];
  // Whoever saw the creation as a change has a stake, and sees the end as one too.
  const staked = consumed.filter((one) =>
    created.some(({ contractId, offset }) => contractId === one.contractId && offset < one.offset),
  );
  const ghost = staked.find((one) => !among(archived, one));
  if (ghost) return [finding(placeOf(ghost), 'an archived event: it is consumed', 'none')];
  return archived.length + staked.length === 0 ? 'inapplicable' : [];
}

function placeOf({ contractId, offset }: Happened): string {
  return `contract ${contractId} at offset ${offset}`;
}

/** Whether the effects that are marked as changes are the changes. */
function markedAlike(changes: CompleteExchange, effects: CompleteExchange): CheckResult {
  if (updatesIn(changes) === undefined || updatesIn(effects) === undefined) return undefined;
  const upTo = Math.min(completeUpTo(changes), completeUpTo(effects));
  const marked = ({ kind, value }: ShownEvent): boolean =>
    /^(Created|Exercised)Event$/.test(kind) && value['acsDelta'] === true;
  const listed = ({ kind }: ShownEvent): boolean => /^(Created|Archived)Event$/.test(kind);
  const [all, told] = [happened(changes, upTo, listed), happened(effects, upTo, marked)];
  const unmarked = happened(changes, upTo, (event) => {
    return event.kind === 'CreatedEvent' && event.value['acsDelta'] !== true;
  });
  if (unmarked[0]) return [finding(placeOf(unmarked[0]), 'acsDelta true: it is a change', 'false')];
  const keys = (list: readonly Happened[]): readonly string[] => list.map(placeOf).sort();
  return all.length + told.length === 0 ? 'inapplicable' : difference(keys(all), keys(told));
}
