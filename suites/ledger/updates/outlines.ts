/** Compares a filtered list of updates with the unfiltered one. */
import { type CheckResult, type CompleteExchange, finding, sent } from '../../../src/index.ts';
import { qualifiedName } from '../active/entries.ts';
import { errorOf, expectsServed } from '../laws/errors.ts';
import { difference } from '../requests/alike.ts';
import { elements, string } from '../requests/members.ts';
import { completeUpTo, eventsIn, type ShownEvent, updatesIn } from './shown-updates.ts';

/** The template of an event in the form of a filter. */
export function templateOf({ value }: ShownEvent): string {
  return `#${string(value, 'packageName')}:${qualifiedName(string(value, 'templateId'))}`;
}

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
export function filteredAs(
  plain: CompleteExchange | undefined,
  filtered: CompleteExchange | undefined,
): CheckResult {
  if (plain === undefined || filtered === undefined || updatesIn(plain) === undefined)
    return undefined;
  const filters = JSON.stringify(sent(filtered.request)).matchAll(/"templateId":"([^"]*)"/g);
  const wanted = new Set([...filters].map(([, templateId]) => templateId));
  const passes = (event: ShownEvent): boolean => wanted.has(templateOf(event));
  const leavesOut = (updatesIn(plain) ?? []).flatMap(eventsIn).some((event) => !passes(event));
  if (wanted.size === 0 || (wanted.size === 1 && !leavesOut)) return 'inapplicable';
  const upTo = Math.min(completeUpTo(plain), completeUpTo(filtered));
  const expected = outline(plain, upTo, passes);
  const { status } = filtered.response;
  if (status === 404 && expected.length === 0) return [];
  // The history may show a package that was removed since.
  if (status === 404 && errorOf(filtered)?.code !== 'UPDATE_NOT_FOUND') return undefined;
  if (status !== 200) return expected.length === 0 ? undefined : expectsServed(status);
  return difference(expected, outline(filtered, upTo));
}

/** Whether a list with the limit 1 shows the first update with an event of its template. */
export function firstPassing(
  plain: CompleteExchange | undefined,
  first: CompleteExchange | undefined,
): CheckResult {
  if (plain === undefined || first === undefined || updatesIn(plain) === undefined)
    return undefined;
  const wanted = /"templateId":"([^"]*)"/.exec(JSON.stringify(sent(first.request)))?.[1];
  const [expected] = outline(plain, completeUpTo(plain), (event) => templateOf(event) === wanted);
  if (expected === undefined) return 'inapplicable';
  const shown = updatesIn(first);
  if (shown === undefined) return undefined;
  // A checkpoint counts as an element too.
  if (shown.length === 0 && elements(first.response.body).length > 0) return undefined;
  const at = shown[0]?.offset;
  return at === expected.offset
    ? []
    : [
        finding(
          '',
          `the update at offset ${expected.offset}`,
          at === undefined ? 'nothing' : `${at}`,
        ),
      ];
}
