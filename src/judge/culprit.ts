/** Chooses which of the exchanges that a relation compares is to blame: the offending request, not its control. */

import { follow } from '../contract/pointer.ts';
import type { Call, CompleteExchange, Finding, Probe, RelationFinding } from '../model/index.ts';
import {
  isNothing,
  namesIn,
  numbersIn,
  parsedJson,
  pointerOf,
  showsActual,
  statusOf,
  textsIn,
} from '../model/index.ts';
import { keyOf } from '../plan/call.ts';

/**
 * The exchange that the finding blames. By default, the last exchange that it compares and that has its status, place and
 * value, and not the expected value, whose operation is the probe's, and that is neither a repetition nor a baseline.
 */
export function culpritOf(
  [finding]: readonly RelationFinding[],
  probe: Probe,
  complete: readonly CompleteExchange[],
): CompleteExchange | undefined {
  if (finding === undefined) return undefined;
  const named = complete.find((one) => one === finding.exchange);
  if (named !== undefined) return named;
  const compared = comparedIn(finding, complete);
  const shown = [hasStatus, hasPlace, hasValue, hasOnlyValue].reduce(
    (left, isSo) => preferring(left, (one) => isSo(one, finding)),
    compared,
  );
  const keys = complete.map(({ request }) => keyOf(request));
  const keyAt = (one: CompleteExchange): string => keys[complete.indexOf(one)] ?? '';
  // If all requests are equal, the repetition itself is the subject.
  if (new Set(shown.map(keyAt)).size === 1) return shown.at(-1);
  const controls = new Set(complete.flatMap(({ request }) => baselineKey(probe, request) ?? []));
  const isFresh = (one: CompleteExchange): boolean =>
    keys.indexOf(keyAt(one)) === complete.indexOf(one) && !controls.has(keyAt(one));
  const isOwn = ({ request }: CompleteExchange): boolean => request.operation === probe.operation;
  return preferring(preferring(shown, isFresh), isOwn).at(-1);
}

/** The findings of a relation as a report has them: with the names of the operations that it compares. */
export function comparing(
  findings: readonly RelationFinding[],
  complete: readonly CompleteExchange[],
): readonly Finding[] {
  return findings.map((finding) => {
    const { exchanges: _, exchange, ...shown } = finding;
    const names = comparedIn(finding, complete).map(({ request }) => request.operation.name);
    const kind = shown.kind === 'status' ? shown.kind : 'relation';
    const compares = [...new Set(names)];
    return { ...shown, kind, compares, ...(exchange && compares.length > 1 && { blames: true }) };
  });
}

/** The findings about one exchange as a report has them. A judge may share its comparison with a relation. */
export function withoutExchanges(findings: readonly RelationFinding[]): readonly Finding[] {
  return findings.map(({ exchanges: _, exchange: __, ...shown }) => shown);
}

/** The compared exchanges, in the order of the case. */
function comparedIn(
  { exchanges }: RelationFinding,
  complete: readonly CompleteExchange[],
): readonly CompleteExchange[] {
  return exchanges === undefined ? complete : complete.filter((one) => exchanges.includes(one));
}

/** The items that satisfy the condition, or the whole list if none does. */
function preferring<T>(list: readonly T[], isSo: (one: T) => boolean): readonly T[] {
  const some = list.filter(isSo);
  return some.length > 0 ? some : list;
}

/** True for a response with the status that the finding is about. */
function hasStatus({ response }: CompleteExchange, { kind, actual }: Finding): boolean {
  return kind === 'status' && statusOf(actual) === response.status;
}

/** True for a body with the first member of the pointer: a lookup is not blamed for what a list shows. */
function hasPlace({ response }: CompleteExchange, { at }: Finding): boolean {
  const [name] = namesIn(pointerOf(at) ?? '');
  return name !== undefined && response.text.includes(JSON.stringify(name));
}

/** True for a body with the wrong value, or without the missing one: the response with the right one is no evidence. */
function hasValue({ response: { text } }: CompleteExchange, finding: Finding): boolean {
  const { kind, at, expected, actual } = finding;
  const pointer = pointerOf(at);
  if (kind === 'status' || !pointer) return false;
  const isMissing = isNothing(actual);
  const texts = textsIn(isMissing ? expected : actual);
  const [count] = numbersIn(actual);
  if (texts.length === 0 && count !== undefined) return countAt(text, pointer) === count;
  return texts.length > 0 && texts.every((one) => text.includes(one) !== isMissing);
}

/** The same at its place: a list with both values is evidence of neither. */
function hasOnlyValue({ response }: CompleteExchange, finding: Finding): boolean {
  return finding.kind !== 'status' && showsActual(parsedJson(response.text), finding);
}

/** The number at a place of a body, or the length of the array there. */
function countAt(text: string, at: string): unknown {
  try {
    const found = follow(JSON.parse(text), `#${at}`);
    return Array.isArray(found) ? found.length : found;
  } catch {
    // No JSON, or no such place.
    return undefined;
  }
}

/** The key of a request's plainest form, if that is another request. */
function baselineKey({ baseline: plain }: Probe, request: Call): string | undefined {
  const baseline = plain && keyOf(plain(request));
  return baseline === keyOf(request) ? undefined : baseline;
}
