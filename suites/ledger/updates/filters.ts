/** Updates with template filters and in both shapes show the same history. */
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
} from '../../../src/index.ts';
import { eventsOfTemplates } from '../active/entries.ts';
import type { Area } from '../area.ts';
import { difference } from '../requests/alike.ts';
import { eventsOf, limitFor, type Shape, transactionsIn } from '../requests/formats.ts';
import { string } from '../requests/members.ts';
import { window } from '../requests/offsets.ts';
import { filteredAs, firstPassing, templateOf } from './outlines.ts';
import { compared, type Stated } from './requests.ts';
import { completeUpTo, eventsIn, type ShownEvent, updatesIn } from './shown-updates.ts';
import { rangeOf } from './updates-page.ts';

const CLAUSE = 'updates-follow-their-filters';
/** The rule for pages and lookups; lists have others besides. */
export const SELECTS: Stated = {
  name: 'template-filter-selects-events',
  level: 'MUST',
  clause: CLAUSE,
  statement: 'With template filters only events on contracts of these templates are shown.',
  cause: 'Pages and lookups apply the parties of the format, and ignore its filters.',
  fix: 'Apply the format of the request as lists do.',
};

export const updateFilters: Area = ({ operation: at, has }) => [
  ...listed(at('updates')),
  ...(has('updates-page') ? paged(at('updates-page'), at('updates')) : []),
];

/** A format for templates of a response; where it shows none, the same format again. */
export function filtersFrom(
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

export const firstOf = (templates: readonly string[]): readonly string[] => templates.slice(0, 1);
const lastOf = (templates: readonly string[]): readonly string[] => templates.slice(-1);
const EFFECTS: Shape = 'TRANSACTION_SHAPE_LEDGER_EFFECTS';
/** The last and the first, so that an ignored filter shows. */
const twoOf = (templates: readonly string[]): readonly string[] =>
  templates.length < 2 ? [] : [...templates.slice(-1), ...templates.slice(0, 1)];

function listed(operation: Operation): Requirement[] {
  return compared(operation, {
    name: 'in-both-shapes',
    sends:
      'the transactions of a range: as changes, with all effects, changes of two templates, effects of one, and the first change of another',
    steps: (f) => {
      const request = (updateFormat: object, limit = limitFor(f)): Call =>
        call(operation, { query: { limit }, json: { ...window(f), updateFormat } });
      return [
        request(transactionsIn(eventsOf(f.parties))),
        request(transactionsIn(eventsOf(f.parties), EFFECTS)),
        ([plain]) => request(filtersFrom(f, plain, twoOf)),
        ([, effects]) => request(filtersFrom(f, effects, firstOf, EFFECTS)),
        ([plain]) => request(filtersFrom(f, plain, lastOf), 1),
      ];
    },
    rules: [
      {
        name: 'template-filters-combine',
        level: 'MUST',
        clause: CLAUSE,
        statement:
          'With several template filters events on contracts of all these templates are shown.',
        cause: 'One element of cumulative counts, or an event must match all of them.',
        fix: 'Show events that match any of the filters.',
        relation: ([plain, , filtered]) => filteredAs(plain, filtered),
      },
      {
        name: 'template-filter-selects-effects',
        level: 'MUST',
        clause: CLAUSE,
        statement:
          'In all effects a template filter shows only events on contracts of that template.',
        cause: 'Filters apply to created events only, or to whole transactions.',
        fix: 'Select events one by one in both shapes.',
        relation: ([, effects, , filtered]) => filteredAs(effects, filtered),
      },
      {
        name: 'limit-counts-filtered-updates',
        level: 'MUST',
        clause: CLAUSE,
        statement: 'A limit counts only updates that match the filter.',
        cause: 'The limit cuts the range before the filter applies.',
        fix: 'Filter first, and then cut the list.',
        relation: ([plain, , , , first]) => firstPassing(plain, first),
      },
      {
        name: 'consuming-exercises-match-archived-events',
        level: 'MUST',
        clause: CLAUSE,
        statement:
          'A contract is archived in the delta where its effects have a consuming exercise.',
        cause: 'consuming is a constant, or belongs to another choice of the same name.',
        fix: 'Read consuming from the transaction node of the archived event.',
        relation: ([changes, effects]) =>
          changes && effects ? archivedAlike(changes, effects) : undefined,
      },
      {
        name: 'acs-delta-marks-changes',
        level: 'MUST',
        clause: 'events-tell-whether-they-are-changes',
        statement: 'The effects with acsDelta true are the events of the delta.',
        cause:
          'acsDelta is a constant, or is true for transient contracts and for events that a party only witnesses.',
        fix: 'Use the rule that selects the events of the delta.',
        relation: ([changes, effects]) =>
          changes && effects ? markedAlike(changes, effects) : undefined,
      },
    ],
  });
}

function paged(operation: Operation, updates: Operation): Requirement[] {
  return compared(operation, {
    name: 'by-template',
    sends: 'the list of a range, and then its page with one and with two templates',
    steps: (f) => {
      const { range, list } = rangeOf(f);
      const page =
        (pick: typeof firstOf) =>
        ([plain]: readonly Exchange[]): Call =>
          call(operation, { json: { ...range, updateFormat: filtersFrom(f, plain, pick) } });
      return [list(updates, transactionsIn(eventsOf(f.parties))), page(firstOf), page(twoOf)];
    },
    rules: [
      {
        ...SELECTS,
        relation: ([plain, one, two]) => {
          const said = [filteredAs(plain, one), filteredAs(plain, two)];
          return said.find((each) => typeof each === 'object' && each.length > 0) ?? said[0];
        },
      },
    ],
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

/** Whether the same contracts end in a delta and in all effects. */
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
  // A party that sees the creation as a change is a stakeholder, and sees the end as one too.
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
  const [all, shown] = [happened(changes, upTo, listed), happened(effects, upTo, marked)];
  const unmarked = happened(changes, upTo, (event) => {
    return event.kind === 'CreatedEvent' && event.value['acsDelta'] !== true;
  });
  if (unmarked[0]) return [finding(placeOf(unmarked[0]), 'acsDelta true: it is a change', 'false')];
  const keys = (list: readonly Happened[]): readonly string[] => list.map(placeOf).sort();
  return all.length + shown.length === 0 ? 'inapplicable' : difference(keys(all), keys(shown));
}
