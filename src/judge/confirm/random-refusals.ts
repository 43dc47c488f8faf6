/**
 * Random refusals: the target accepts a request and refuses the same request at another time. If they spread over the
 * run, between acceptances, or come at the first of several requests each, the cause is not a restart or changed data,
 * but one defect of the target.
 */
import { type Call, type Exchange, statuses, worded } from '../../model/index.ts';
import { isSameCall, keyOf } from '../../plan/call.ts';
import { hasResponse, onlyReads } from '../case.ts';
import type { Kept } from '../evidence.ts';
import type { Failure, Observations } from '../observations.ts';
import { type Confirmed, rank } from './confirm.ts';

/** This many refusals between acceptances are not chance. */
const EPISODES_ENOUGH = 3;
/** A restart affects a smaller part of the requests. */
const LEAST_SPAN = 1 / 3;

/** Statuses about the load, or the current state of a resource. Not only passing if each first request gets a 409. */
const PASSING: ReadonlySet<number> = new Set([407, 408, 409, 423, 425, 429]);

/** True for a refusal of a request that was accepted at another time. */
export function accidental(kept: readonly Kept[]): (one: Exchange) => boolean {
  let acceptances: ReadonlyMap<string, readonly Exchange[]> | undefined;
  let conflicts: ReadonlySet<Exchange> | undefined;
  return (one) => {
    if (isConflict(one)) {
      conflicts ??= new Set(refusedFirst(inOrder(kept), isConflict));
      return conflicts.size >= EPISODES_ENOUGH && conflicts.has(one);
    }
    if (!isRefusal(one)) return false;
    acceptances ??= acceptedBySize(kept);
    const alike = acceptances.get(sizeOf(one.request)) ?? [];
    return alike.some(({ request }) => isSameCall(request, one.request));
  };
}

/** The accepted exchanges by path and length; whole keys would take much longer to make. */
function acceptedBySize(kept: readonly Kept[]): ReadonlyMap<string, readonly Exchange[]> {
  const accepted = new Map<string, Exchange[]>();
  for (const { exchange } of kept) {
    if (!isAccepted(exchange)) continue;
    const size = sizeOf(exchange.request);
    const alike = accepted.get(size) ?? [];
    if (alike.push(exchange) === 1) accepted.set(size, alike);
  }
  return accepted;
}

function sizeOf({ path, body }: Call): string {
  return `${path} ${body?.length}`;
}

/** The failures that such refusals confirm, one for each operation; the other requirements only get a note. */
export function randomRefusals(
  open: readonly Observations[],
  kept: readonly Kept[],
): Map<Observations, Confirmed> {
  const found = new Map<Observations, Confirmed>();
  const isRandom = accidental(kept);
  const suspects = open.filter(
    ({ failures, requirement }) =>
      requirement.probes.every(onlyReads) &&
      failures.length > 0 &&
      failures.every(({ culprit }) => isRandom(culprit)),
  );
  if (suspects.length === 0) return found;
  const exchanges = inOrder(kept);
  const operations = new Set(
    suspects.flatMap(({ failures }) => failures.map((f) => f.culprit.request.operation)),
  );
  const refusals = exchanges.filter(
    (one) => operations.has(one.request.operation) && isRandom(one),
  );
  const firsts = refusedFirst(exchanges, isRandom).length;
  if (firsts < EPISODES_ENOUGH && !areSpread(exchanges, new Set(refusals))) return found;
  const refused = exchanges.filter(isRandom).length;
  const share = { count: refused, of: exchanges.length };
  const note =
    firsts < EPISODES_ENOUGH
      ? 'the same requests are accepted at other times'
      : `${firsts} requests are refused when they first come, and accepted when they are sent again`;
  const led = new Set<string>();
  for (const observed of suspects.toSorted((a, b) => rank(a.requirement) - rank(b.requirement))) {
    const [failure] = observed.failures;
    const key = observed.requirement.probes[0]?.operation.key ?? '';
    // A comparative requirement is not about the refusal itself.
    const isPlain = 'check' in observed.requirement && !observed.requirement.comparative;
    if (failure !== undefined && isPlain && !led.has(key)) {
      led.add(key);
      found.set(observed, confirmed(failure, share, note));
    } else
      observed.atRandom = `${share.count} of ${share.of} responses are refusals of good requests`;
  }
  const [first] = suspects;
  if (found.size === 0 && first?.failures[0] !== undefined)
    found.set(first, confirmed(first.failures[0], share, note));
  return found;
}

/** The exchanges in the order in which they were sent. */
export function inOrder(kept: readonly Kept[]): readonly Exchange[] {
  return kept.map(({ exchange }) => exchange).sort((a, b) => a.startedAt - b.startedAt);
}

function confirmed(
  failure: Failure,
  atRandom: { readonly count: number; readonly of: number },
  note: string,
): Confirmed {
  const [first, ...others] = failure.findings;
  const status = statuses(failure.culprit.response?.status ?? 0);
  const actual = worded`${status}${{ atRandom }}`;
  const findings = first ? [{ ...first, actual }, ...others] : [];
  return { failure: { ...failure, findings }, steady: false, note, when: 'now-and-then' };
}

/** True if acceptances come in between often enough, in a large part of the run. */
export function areSpread(
  exchanges: readonly Exchange[],
  refusals: ReadonlySet<Exchange>,
): boolean {
  let [episodes, isOver] = [0, true];
  const places: number[] = [];
  for (const [place, exchange] of exchanges.entries()) {
    if (refusals.has(exchange)) {
      if (isOver) episodes++;
      isOver = false;
      places.push(place);
    } else if (isAccepted(exchange)) isOver = true;
  }
  const span = (places.at(-1) ?? 0) - (places[0] ?? 0);
  return episodes >= EPISODES_ENOUGH && span >= exchanges.length * LEAST_SPAN;
}

/** The refusals of requests that are first sent, and are accepted when they are sent again, before the next such one. */
function refusedFirst(
  exchanges: readonly Exchange[],
  isRefused: (one: Exchange) => boolean,
): readonly Exchange[] {
  const known = new Set<string>();
  const firsts: Exchange[] = [];
  let refused: { readonly key: string; readonly exchange: Exchange } | undefined;
  for (const exchange of exchanges) {
    const key = keyOf(exchange.request);
    if (key === refused?.key) {
      if (isAccepted(exchange)) firsts.push(refused.exchange);
      refused = undefined;
    }
    if (!known.has(key) && isRefused(exchange)) refused = { key, exchange };
    known.add(key);
  }
  return firsts;
}

function isConflict({ response }: Exchange): boolean {
  return response?.status === 409;
}

function isRefusal(exchange: Exchange): boolean {
  if (!hasResponse(exchange) || exchange.isAnswer) return false;
  const { status } = exchange.response;
  return status >= 400 && status < 500 && !PASSING.has(status);
}

function isAccepted({ response }: Exchange): boolean {
  return response !== undefined && response.status < 300;
}
