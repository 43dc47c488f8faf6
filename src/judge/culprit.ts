/** Chooses which of the exchanges that a relation compares is to blame: the offending request, not its control. */

import type { Call, CompleteExchange, Finding, Probe, RelationFinding } from '../model/index.ts';
import { statusOf } from '../model/index.ts';
import { keyOf } from '../plan/call.ts';

/**
 * The exchange that the finding blames. By default, the last exchange that it compares whose operation is the probe's,
 * and that is neither a repetition nor a baseline; for a status, one that has it.
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
  const own = preferring(
    preferring(compared, (one) => hasStatus(one, finding)),
    ({ request }) => request.operation === probe.operation,
  );
  const controls = new Set(complete.flatMap(({ request }) => baselineKey(probe, request) ?? []));
  const keys = complete.map(({ request }) => keyOf(request));
  const fresh = own.filter((one) => {
    const at = complete.indexOf(one);
    const key = keys[at] ?? '';
    return keys.indexOf(key) === at && !controls.has(key);
  });
  // If all requests are equal, the repetition itself is the subject.
  const repeats = new Set(own.map(({ request }) => keyOf(request))).size === 1;
  return (repeats ? undefined : fresh.at(-1)) ?? own.at(-1);
}

/** The findings of a relation as a report has them: with the names of the operations that it compares. */
export function comparing(
  findings: readonly RelationFinding[],
  complete: readonly CompleteExchange[],
): readonly Finding[] {
  return findings.map((finding) => {
    const { exchanges: _, exchange: __, ...shown } = finding;
    const names = comparedIn(finding, complete).map(({ request }) => request.operation.name);
    const kind = shown.kind === 'status' ? shown.kind : 'relation';
    return { ...shown, kind, compares: [...new Set(names)] };
  });
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

/** The key of a request's plainest form, if that is another request. */
function baselineKey({ baseline: plain }: Probe, request: Call): string | undefined {
  const baseline = plain && keyOf(plain(request));
  return baseline === keyOf(request) ? undefined : baseline;
}
