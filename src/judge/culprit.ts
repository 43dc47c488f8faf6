/** Which exchange of a case a relation's findings are about: the offending request, not its control. */

import {
  type Call,
  type CheckResult,
  type CompleteExchange,
  type Exchange,
  type Finding,
  type Probe,
  statusOf,
} from '../model/index.ts';
import { keyOf } from '../plan/call.ts';
import { subjectOf } from '../plan/requirement.ts';

/**
 * The exchange that the relation names. Where it names none: of those it looks at, the last one to the probe's
 * own operation that repeats no earlier request and is no baseline of another one; of a status, those that have it.
 */
export function culpritOf(
  findings: readonly Finding[],
  probe: Probe,
  relation: (exchanges: readonly CompleteExchange[]) => CheckResult,
  complete: readonly CompleteExchange[],
): Exchange | undefined {
  if (findings.length === 0) return undefined;
  const named = subjectOf(findings[0]);
  if (named !== undefined) return named;
  const read = lookedAt(relation, complete);
  const blamed = read.filter((one) => hasStatus(one, findings[0]));
  const seen = blamed.length > 0 ? blamed : read;
  const own = seen.filter(({ request }) => request.operation === probe.operation);
  const subjects = own.length > 0 ? own : seen;
  const controls = new Set(complete.flatMap(({ request }) => baselineKey(probe, request) ?? []));
  const keys = complete.map(({ request }) => keyOf(request));
  const fresh = subjects.filter((one) => {
    const at = complete.indexOf(one);
    const key = keys[at] ?? '';
    return keys.indexOf(key) === at && !controls.has(key);
  });
  // Where all are alike the repetition itself is the subject.
  const repeats = new Set(subjects.map(({ request }) => keyOf(request))).size === 1;
  return (repeats ? undefined : fresh.at(-1)) ?? subjects.at(-1) ?? complete.at(-1);
}

/** The response that a finding about a status means. */
function hasStatus({ response }: CompleteExchange, one: Finding | undefined): boolean {
  return one?.kind === 'status' && statusOf(one.actual) === response.status;
}

/** The plainest form of a request, unless it is that already. */
function baselineKey({ baseline: plain }: Probe, request: Call): string | undefined {
  const baseline = plain && keyOf(plain(request));
  return baseline === keyOf(request) ? undefined : baseline;
}

/** What a relation finds, with the names of the operations whose responses it looks at. */
export function comparing(
  findings: readonly Finding[],
  relation: (exchanges: readonly CompleteExchange[]) => CheckResult,
  complete: readonly CompleteExchange[],
): readonly Finding[] {
  if (findings.length === 0) return findings;
  const names = lookedAt(relation, complete).map(({ request }) => request.operation.name);
  const compares = [...new Set(names)];
  return findings.map((one) => ({
    ...one,
    kind: one.kind === 'status' ? one.kind : 'relation',
    compares,
  }));
}

/** Relations are pure: this calls it again, and watches which responses are read. */
function lookedAt(
  relation: (exchanges: readonly CompleteExchange[]) => CheckResult,
  complete: readonly CompleteExchange[],
): readonly CompleteExchange[] {
  const read = new Set<CompleteExchange>();
  const watched = complete.map((exchange) => ({
    ...exchange,
    get response() {
      read.add(exchange);
      return exchange.response;
    },
  }));
  relation(watched);
  return complete.filter((exchange) => read.has(exchange));
}
