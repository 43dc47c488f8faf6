/** Updates with template filters and in both shapes show the same history. */
import type {
  CheckResult,
  CompleteExchange,
  Exchange,
  Fixtures,
  Operation,
} from '../../../src/kit.ts';
import { finding, worded } from '../../../src/kit.ts';
import { difference, elements, type Json, string } from '../../kit/json.ts';
import { anyOf, both, type Received } from '../../kit/judges.ts';
import { must, type Relation } from '../../kit/law.ts';
import { expects200 } from '../../kit/statuses.ts';
import { type Responses, stepsOf } from '../../kit/steps.ts';
import type { Area } from '../area.ts';
import { ofUpdates, ruled } from '../laws/forms.ts';
import { ofGoodLists } from '../laws/list-contents.ts';
import type { Shape } from '../requests/formats.ts';
import {
  EFFECTS,
  eventsBy,
  eventsOf,
  eventsOfTemplates,
  limitFor,
  templateOf,
  transactionsIn,
  viewsOf,
  wantedIn,
} from '../requests/formats.ts';
import { listInWindow, pageInWindow } from '../requests/offsets.ts';
import { errorOf } from '../responses/errors.ts';
import type { ShownEvent, ShownUpdate } from '../responses/shown-updates.ts';
import { bothShown, completeUpTo, eventsIn, updatesIn } from '../responses/shown-updates.ts';
import { rulesIn } from '../rules.ts';
import {
  archivedAlike,
  choicesSelected,
  markedAlike,
  oneOfSeveral,
  shownAlike,
} from './both-shapes.ts';

const rule = rulesIn('4.2-updates', 'updates/filters.ts');

const CLAUSE = 'updates-follow-their-filters';

/** The rule for pages and lookups; lists have more rules. */
export const SELECTS = {
  statement: 'With template filters only events on contracts of these templates are shown.',
  cause: 'Pages and lookups apply the parties of the format, and ignore its filters.',
  fix: 'Apply the format of the request as lists do.',
} as const;

export const updateFilters: Area = ({ operation: at, has }) => [
  ...inLists(at('updates')),
  ...(has('updates-page') ? inPages(at('updates-page'), at('updates')) : []),
];

const SHAPED = stepsOf(
  ...(['changes', 'effects', 'changesOfTwo', 'effectsOfOne', 'firstOfAnother'] as const),
  ...(['changesOfOneParty', 'effectsOfOneParty', 'effectsOfInterface'] as const),
);

type Choice = (templates: readonly string[]) => readonly string[];

/** The templates of the events of a response, each once. */
export function templatesShown(plain: Exchange | undefined): readonly string[] {
  const events = (updatesIn(plain) ?? []).flatMap(eventsIn).filter(hasTemplate);
  return [...new Set(events.map(({ value }) => templateOf(value)))];
}

/** A format for the templates of a response; if it shows none, the same format again. */
function filtersFrom(
  { parties }: Fixtures,
  plain: Exchange | undefined,
  pick: Choice,
  shape?: Shape,
): object {
  const templates = pick(templatesShown(plain));
  const events = templates.length === 0 ? eventsOf(parties) : eventsOfTemplates(parties, templates);
  return transactionsIn(events, shape);
}

/** False for an event that breaks the shape of its response; filters do not apply to it. */
function hasTemplate({ value }: ShownEvent): boolean {
  return ['templateId', 'packageName'].every((name) => string(value, name) !== '');
}

function namesTemplates(updates: readonly ShownUpdate[]): boolean {
  const isOfContract = ({ value }: ShownEvent): boolean => string(value, 'contractId') !== '';
  return updates.flatMap(eventsIn).filter(isOfContract).every(hasTemplate);
}

const firstOf: Choice = (templates) => templates.slice(0, 1);
const lastOf: Choice = (templates) => templates.slice(-1);
/** The last and the first template, so that an ignored filter is detected. */
const twoOf: Choice = (templates) =>
  templates.length < 2 ? [] : [...lastOf(templates), ...firstOf(templates)];

const compared = (judge: (at: Responses<typeof SHAPED>) => CheckResult): Relation =>
  ofGoodLists(SHAPED.judged(judge));

/** Compares the two shapes for all parties, and for one of them. */
const inBothShapes = (compare: Parameters<typeof bothShown>[1]) =>
  compared(({ changes, effects, changesOfOneParty, effectsOfOneParty }) =>
    anyOf([
      bothShown([changes, effects], compare),
      bothShown([changesOfOneParty, effectsOfOneParty], compare),
    ]),
  );

function inLists(operation: Operation) {
  const probe = ofUpdates(operation, 'in-both-shapes', {
    sends:
      'the transactions of a range: as changes, with all effects, changes of two templates, effects of one and of an interface, and the first change of another; and both shapes for one of the parties, beside the reassignments of all',
    steps: (f) => {
      const list = (updateFormat: object, limit = limitFor(f)) =>
        listInWindow(operation, f, updateFormat, { limit });
      const views = viewsOf(f);
      // Reassignments have a format of their own.
      const alone = (changes: Exchange | undefined, effects: Exchange | undefined, shape?: Shape) =>
        list({
          ...transactionsIn(eventsOf([oneOfSeveral(f, changes, effects)]), shape),
          includeReassignments: eventsOf(f.parties),
        });
      return SHAPED.requests({
        changes: list(transactionsIn(eventsOf(f.parties))),
        effects: list(transactionsIn(eventsOf(f.parties), EFFECTS)),
        changesOfTwo: ({ changes }) => list(filtersFrom(f, changes, twoOf)),
        effectsOfOne: ({ effects }) => list(filtersFrom(f, effects, firstOf, EFFECTS)),
        firstOfAnother: ({ changes }) => list(filtersFrom(f, changes, lastOf), 1),
        // Sent for a single party too, because only the last steps may be left out.
        changesOfOneParty: ({ changes, effects }) => alone(changes, effects),
        effectsOfOneParty: ({ changes, effects }) => alone(changes, effects, EFFECTS),
        ...(views.length > 0 && {
          effectsOfInterface: list(transactionsIn(eventsBy(f.parties, ...views), EFFECTS)),
        }),
      });
    },
  });
  return ruled(probe, [
    rule('template-filters-combine', {
      relation: compared(({ changes, changesOfTwo }) => filteredAs(changes, changesOfTwo)),
    }),
    rule('template-filter-selects-effects', {
      relation: compared(({ effects, effectsOfOne }) => filteredAs(effects, effectsOfOne)),
    }),
    rule('interface-filter-selects-its-choices', {
      relation: compared(({ effects, effectsOfInterface }) =>
        effectsOfInterface === undefined
          ? 'inapplicable'
          : bothShown(
              [effects, effectsOfInterface],
              choicesSelected(wantedIn(effectsOfInterface, 'interfaceId')),
            ),
      ),
    }),
    rule('limit-counts-filtered-updates', {
      relation: compared(({ changes, firstOfAnother }) => firstPassing(changes, firstOfAnother)),
    }),
    rule('consuming-exercises-match-archived-events', {
      relation: inBothShapes(archivedAlike),
    }),
    rule('shapes-show-same-events', {
      relation: compared(
        ({ changes, effects }) =>
          changes && bothShown([changes, effects], (...lists) => shownAlike(changes, ...lists)),
      ),
    }),
    rule('acs-delta-marks-changes', {
      relation: inBothShapes(markedAlike),
    }),
  ]);
}

function inPages(operation: Operation, updates: Operation) {
  const probe = ofUpdates(operation, 'by-template', {
    sends: 'the list of a range, and then its page with one and with two templates',
    steps: (f) => {
      const page =
        (pick: Choice) =>
        ([plain]: readonly Exchange[]) =>
          pageInWindow(operation, f, filtersFrom(f, plain, pick));
      const all = listInWindow(updates, f, transactionsIn(eventsOf(f.parties)));
      return [all, page(firstOf), page(twoOf)];
    },
  });
  return ruled(probe, [
    must('template-filter-selects-events', CLAUSE, {
      ...SELECTS,
      followsFrom: [
        'updates/template-filters-combine',
        'events-pass-their-filters',
        'updates/events-pass-their-filters',
      ],
      relation: ofGoodLists(([plain, ...pages]) =>
        anyOf(pages.map((page) => filteredAs(plain, page))),
      ),
    }),
  ]);
}

/** The updates of a response with their passing events, without updates that have none. */
function outline(
  exchange: CompleteExchange,
  upTo: number,
  passes: (event: ShownEvent) => boolean = () => true,
  values: readonly string[] = [],
) {
  return (updatesIn(exchange) ?? [])
    .filter(({ offset }) => offset <= upTo)
    .map((update) => ({
      offset: update.offset,
      events: eventsIn(update)
        .filter(passes)
        .map(({ kind, value }) => ({ kind, value: withoutAll(value, values) })),
    }))
    .filter(({ events }) => events.length > 0);
}

function withoutAll(event: Json, names: readonly string[]): Json {
  return Object.fromEntries(Object.entries(event).filter(([name]) => !names.includes(name)));
}

/** Members that a filter requests; one of two requests may do so alone. */
const REQUESTED = ['createdEventBlob'];

/** Compares two responses: the filtered one must show exactly the plain events that match its template filters. */
export function filteredAs(plain: Received, filtered: Received): CheckResult {
  const all = updatesIn(plain);
  if (!plain || !filtered || all === undefined) return undefined;
  if (!namesTemplates(all)) return undefined;
  const wanted = wantedIn(filtered);
  const passes = ({ value }: ShownEvent): boolean => wanted.includes(templateOf(value));
  const leavesOut = all.flatMap(eventsIn).some((event) => !passes(event));
  if (wanted.length === 0 || (wanted.length === 1 && !leavesOut)) return 'inapplicable';
  const upTo = Math.min(completeUpTo(plain), completeUpTo(filtered));
  const expected = outline(plain, upTo, passes, REQUESTED);
  const { status } = filtered.response;
  if (status === 404 && expected.length === 0) return [];
  // The history may show a package that was removed since.
  if (status === 404 && errorOf(filtered)?.code !== 'UPDATE_NOT_FOUND') return undefined;
  if (status !== 200) return expected.length === 0 ? undefined : expects200(status);
  return difference(expected, outline(filtered, upTo, undefined, REQUESTED));
}

/** Members that verbose changes. */
const VALUES = [
  ...['createArgument', 'contractKey', 'interfaceViews'],
  ...['choiceArgument', 'exerciseResult'],
];

/** Compares two responses: both must show the same events, apart from their values. */
export function sameOutline(one: Received, other: Received): CheckResult {
  const whole = (list: CompleteExchange) =>
    updatesIn(list) && outline(list, Infinity, undefined, VALUES);
  return both(whole, [one, other], (expected, actual) => difference(expected, actual));
}

/** The list with the limit 1 must show the first update with an event of its template. */
function firstPassing(plain: Received, first: Received): CheckResult {
  return both(updatesIn, [plain, first], (all, shown, whole, cut) => {
    if (![all, shown].every(namesTemplates)) return undefined;
    const [wanted] = wantedIn(cut);
    const isWanted = ({ value }: ShownEvent): boolean => templateOf(value) === wanted;
    const [expected] = outline(whole, completeUpTo(whole), isWanted);
    if (expected === undefined) return 'inapplicable';
    // A checkpoint counts as an element too.
    if (shown.length === 0 && elements(cut.response.body).length > 0) return undefined;
    const at = shown[0]?.offset;
    if (at === expected.offset) return [];
    return [finding('', worded`the update at offset ${expected.offset}`, at ?? 'nothing')];
  });
}
