/** Compares a filtered list of updates with the unfiltered one. */
import { type CheckResult, type CompleteExchange, finding } from '../../../src/index.ts';
import { expects200 } from '../../answers.ts';
import { difference, elements } from '../../kit/json.ts';
import { both } from '../../kit/judges.ts';
import { errorOf } from '../laws/errors.ts';
import { templateOf, wantedIn } from '../requests/formats.ts';
import { completeUpTo, eventsIn, type ShownEvent, updatesIn } from './shown-updates.ts';

type Maybe = CompleteExchange | undefined;
type Outline = readonly { readonly offset: number; readonly events: readonly unknown[] }[];

/** The events of a response that pass. */
function outline(
  exchange: CompleteExchange,
  upTo: number,
  passes: (event: ShownEvent) => boolean = () => true,
): Outline {
  return (updatesIn(exchange) ?? [])
    .filter(({ offset }) => offset <= upTo)
    .map((update) => ({
      offset: update.offset,
      events: eventsIn(update)
        .filter(passes)
        .map(({ kind, value: { contractId, nodeId } }) => ({ kind, contractId, nodeId })),
    }))
    .filter(({ events }) => events.length > 0);
}

/** Whether a response shows exactly the events of the plain one that match its template filters. */
export function filteredAs(plain: Maybe, filtered: Maybe): CheckResult {
  const all = updatesIn(plain);
  if (!plain || !filtered || all === undefined) return undefined;
  const wanted = wantedIn(filtered);
  const passes = ({ value }: ShownEvent): boolean => wanted.includes(templateOf(value));
  const leavesOut = all.flatMap(eventsIn).some((event) => !passes(event));
  if (wanted.length === 0 || (wanted.length === 1 && !leavesOut)) return 'inapplicable';
  const upTo = Math.min(completeUpTo(plain), completeUpTo(filtered));
  const expected = outline(plain, upTo, passes);
  const { status } = filtered.response;
  if (status === 404 && expected.length === 0) return [];
  // The history may show a package that was removed since.
  if (status === 404 && errorOf(filtered)?.code !== 'UPDATE_NOT_FOUND') return undefined;
  if (status !== 200) return expected.length === 0 ? undefined : expects200(status);
  return difference(expected, outline(filtered, upTo));
}

/** Whether two responses show the same events. */
export function sameOutline(one: Maybe, other: Maybe): CheckResult {
  const whole = (list: CompleteExchange) => updatesIn(list) && outline(list, Infinity);
  return both(whole, [one, other], (expected, actual) => difference(expected, actual));
}

/** Whether a list with the limit 1 shows the first update with an event of its template. */
export function firstPassing(plain: Maybe, first: Maybe): CheckResult {
  return both(updatesIn, [plain, first], (_, shown, whole, cut) => {
    const [wanted] = wantedIn(cut);
    const isWanted = ({ value }: ShownEvent): boolean => templateOf(value) === wanted;
    const [expected] = outline(whole, completeUpTo(whole), isWanted);
    if (expected === undefined) return 'inapplicable';
    // A checkpoint counts as an element too.
    if (shown.length === 0 && elements(cut.response.body).length > 0) return undefined;
    const at = shown[0]?.offset;
    if (at === expected.offset) return [];
    return [finding('', `the update at offset ${expected.offset}`, `${at ?? 'nothing'}`)];
  });
}
