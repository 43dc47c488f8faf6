/** Checks of updates with filters and in both shapes, which chapters name: they show the same history. */
import type { CheckResult, CompleteExchange, Exchange } from '../../../src/kit.ts';
import { finding, worded } from '../../../src/kit.ts';
import { difference, elements, type Json, string } from '../../kit/json.ts';
import { acceptedToo, anyOf, both, type Received, unexpected } from '../../kit/judges.ts';
import { expects200 } from '../../kit/statuses.ts';
import { comparing } from '../laws/list-contents.ts';
import { templateOf, wantedIn } from '../requests/formats.ts';
import { errorOf } from '../responses/errors.ts';
import type { ShownEvent, ShownUpdate } from '../responses/shown-updates.ts';
import { bothShown, completeUpTo, eventsIn, updatesIn } from '../responses/shown-updates.ts';
import { archivedAlike, choicesSelected, markedAlike, shownAlike } from './both-shapes.ts';

/** The templates of the events of a response, each once. */
export function templatesShown(plain: Exchange | undefined): readonly string[] {
  const events = (updatesIn(plain) ?? []).flatMap(eventsIn).filter(hasTemplate);
  return [...new Set(events.map(({ value }) => templateOf(value)))];
}

/** False for an event that breaks the shape of its response; filters do not apply to it. */
function hasTemplate({ value }: ShownEvent): boolean {
  return ['templateId', 'packageName'].every((name) => string(value, name) !== '');
}

function namesTemplates(updates: readonly ShownUpdate[]): boolean {
  const isOfContract = ({ value }: ShownEvent): boolean => string(value, 'contractId') !== '';
  return updates.flatMap(eventsIn).filter(isOfContract).every(hasTemplate);
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
  const found = difference(expected, outline(filtered, upTo, undefined, REQUESTED));
  return found.length === 0 ? [] : (onlyInOne(all, updatesIn(filtered) ?? [], upTo) ?? found);
}

/** An update that the list without the filter does not have: one of the two lists is wrong, and no one knows which. */
function onlyInOne(
  all: readonly ShownUpdate[],
  filtered: readonly ShownUpdate[],
  upTo: number,
): CheckResult {
  const known = new Set(all.map(({ offset }) => offset));
  const other = filtered.find(({ offset }) => offset <= upTo && !known.has(offset));
  if (other === undefined) return undefined;
  return [unexpected(worded`the update at offset ${other.offset}, which only the filter finds,`)];
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
  return acceptedToo(whole, [one, other], (expected, actual) => difference(expected, actual));
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

/** Compares the two shapes for all parties, and for one of them. */
const inBothShapes = (compare: Parameters<typeof bothShown>[1]) =>
  comparing((...[changes, effects, changesOfOne, effectsOfOne]: readonly Received[]) =>
    anyOf([
      bothShown([changes, effects], compare),
      bothShown([changesOfOne, effectsOfOne], compare),
    ]),
  );

export const FILTER_CHECKS = {
  hasChoicesOfInterface: comparing((all: Received, some: Received) =>
    some === undefined
      ? 'inapplicable'
      : bothShown([all, some], choicesSelected(wantedIn(some, 'interfaceId'))),
  ),
  hasTheFirstOfTheTemplate: comparing(firstPassing),
  archivesWhatItConsumes: inBothShapes(archivedAlike),
  showsTheSameEvents: comparing(
    (changes: Received, effects: Received) =>
      changes && bothShown([changes, effects], (...lists) => shownAlike(changes, ...lists)),
  ),
  marksChanges: inBothShapes(markedAlike),
  pagesAreFiltered: comparing((list: Received, ...pages: readonly Received[]) =>
    anyOf(pages.map((page) => filteredAs(list, page))),
  ),
};
