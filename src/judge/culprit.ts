/** What a relation compares, and which of its exchanges is to blame: the offending request, not its control. */

import type { Call, CompleteExchange, Finding, Probe, RelationFinding } from '../model/index.ts';
import { statusOf } from '../model/index.ts';
import { keyOf } from '../plan/call.ts';

/**
 * The exchange that the finding blames. Where it blames none: of those that it compares, the last one to the probe's
 * own operation that repeats no earlier request and is no baseline of another one; of a status, those that have it.
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
  // Where all are alike the repetition itself is the subject.
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

/** In the order of the case. */
function comparedIn(
  { exchanges }: RelationFinding,
  complete: readonly CompleteExchange[],
): readonly CompleteExchange[] {
  return exchanges === undefined ? complete : complete.filter((one) => exchanges.includes(one));
}

/** Those of a list that are so, or all of it where none is. */
function preferring<T>(list: readonly T[], isSo: (one: T) => boolean): readonly T[] {
  const some = list.filter(isSo);
  return some.length > 0 ? some : list;
}

/** The response that a finding about a status means. */
function hasStatus({ response }: CompleteExchange, { kind, actual }: Finding): boolean {
  return kind === 'status' && statusOf(actual) === response.status;
}

/** The plainest form of a request, unless it is that already. */
function baselineKey({ baseline: plain }: Probe, request: Call): string | undefined {
  const baseline = plain && keyOf(plain(request));
  return baseline === keyOf(request) ? undefined : baseline;
}
