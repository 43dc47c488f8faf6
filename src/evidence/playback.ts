/** Plays a recording in place of the target, in the same order. */

import { movedTo } from '../exchange/redirect.ts';
import { defined } from '../model/defined.ts';
import { type Call, type Exchange, purposeText, type Send } from '../model/index.ts';
import type { Recorded } from './read.ts';
import { hasBody } from './read-response.ts';

/** A caller that waits for a response. */
interface Waiting {
  readonly call: Call;
  readonly resolve: (exchange: Exchange) => void;
}

const UNRECORDED = 'The recording does not hold this request.';
const UNFINISHED = 'The run was killed before this request got a response.';

/**
 * Plays the exchanges of a run. A response is given after its request came and all earlier responses were given, so
 * that a concurrent caller repeats the schedule of the run. If this version sends other requests, responses are given
 * out of order; requests that were not recorded, or differ, get the result `unrecorded`. A killed run is played until
 * no request has a recorded response, and is then interrupted.
 */
export interface Playback {
  readonly send: Send;
  /** Aborted if the recorded run was. */
  readonly signal: AbortSignal;
  readonly counts: {
    /** Requests without a recorded response. */
    unrecorded: number;
    /** Responses that were given before their turn. */
    outOfOrder: number;
    /** Recorded exchanges that were not used. */
    unused: number;
  };
  /** The recorded request whose response a call got. */
  readonly recordedFor: (call: Call) => Recorded | undefined;
}

export function playbackOf(
  entries: readonly Recorded[],
  urlOf: (call: Call) => string,
  isUnfinished: boolean,
): Playback {
  const byRef = new Map(entries.map(({ ref = '' }, at) => [ref, at] as const).reverse());
  const given = entries.map(() => false);
  const waiting = new Map<string, Waiting>();
  const sent = new Map<Call, Recorded>();
  const stop = new AbortController();
  const counts = { unrecorded: 0, outOfOrder: 0, unused: entries.length };
  let next = 0;
  let isArmed = false;

  const whoseTurn = (): string | undefined => {
    while (given[next]) next++;
    const due = entries[next]?.ref;
    if (due !== undefined && waiting.has(due)) return due;
    let first: string | undefined;
    let lowest = Number.POSITIVE_INFINITY;
    for (const ref of waiting.keys()) {
      const at = byRef.get(ref);
      // If an earlier request never comes, the first recorded one among the waiting gets its response.
      if (at !== undefined && !given[at]) {
        if (at < lowest) [first, lowest] = [ref, at];
      } else if (!isUnfinished) return ref;
    }
    if (first !== undefined) counts.outOfOrder++;
    if (first !== undefined || !isUnfinished) return first;
    stop.abort();
    return waiting.keys().next().value;
  };

  const exchangeOf = (request: Call, at: number | undefined): Exchange => {
    const recorded = at === undefined || given[at] ? undefined : entries[at];
    if (recorded === undefined && stop.signal.aborted) {
      const noResponse = { kind: 'interrupted', message: UNFINISHED } as const;
      return { request, noResponse, startedAt: 0, durationMs: 0 };
    }
    if (at !== undefined && recorded !== undefined) {
      given[at] = true;
      counts.unused--;
    }
    // A response whose body was omitted cannot be judged.
    const isComplete = recorded?.response === undefined || hasBody(recorded.response);
    if (recorded === undefined || !isComplete || !isSame(request, urlOf(request), recorded)) {
      counts.unrecorded++;
      const noResponse = { kind: 'unrecorded', message: UNRECORDED } as const;
      return { request, noResponse, startedAt: recorded?.startedAt ?? 0, durationMs: 0 };
    }
    sent.set(request, recorded);
    if (recorded.silence?.kind === 'interrupted') stop.abort();
    return exchangeAsRecorded(request, recorded);
  };

  /** Gives one response after all requests that can come before it were sent. */
  const turn = (): void => {
    isArmed = false;
    const ref = whoseTurn() ?? '';
    const caller = waiting.get(ref);
    waiting.delete(ref);
    caller?.resolve(exchangeOf(caller.call, byRef.get(ref)));
    if (waiting.size > 0) arm();
  };
  const arm = (): void => {
    if (!isArmed) setImmediate(turn);
    isArmed = true;
  };
  return {
    send: (call, purpose) =>
      new Promise((resolve) => {
        const ref = purposeText(purpose);
        // Two simultaneous requests with one purpose were not recorded, so the second one is unknown.
        waiting.set(waiting.has(ref) ? `${ref} (again)` : ref, { call, resolve });
        arm();
      }),
    signal: stop.signal,
    counts,
    recordedFor: (call) => sent.get(call),
  };
}

/** The recorded exchange, with this request. */
function exchangeAsRecorded(request: Call, recorded: Recorded): Exchange {
  const { response, silence, resent, surplus, isAnswer, tries, position } = recorded;
  const { startedAt, durationMs } = recorded;
  const seen = defined({ resent, surplus, isAnswer, tries, position });
  const when = { startedAt, durationMs, ...seen };
  if (response !== undefined)
    return { request, response, ...when, ...movedTo(recorded.url, response) };
  return { request, ...(silence ? { noResponse: silence } : {}), ...when };
}

function isSame(call: Call, sent: string, { method, url, body }: Recorded): boolean {
  if (method !== call.method || (body === undefined) !== (call.body === undefined)) return false;
  return matches(url, sent) && matches(body ?? '', call.body ?? '');
}

const REDACTED = '[redacted]';

/** True if the recorded text may stand for this one; a redacted part matches any text. */
function matches(recorded: string, text: string): boolean {
  if (recorded === text) return true;
  const [first = '', ...rest] = recorded.split(REDACTED);
  if (rest.length === 0 || !text.startsWith(first)) return false;
  const last = rest.pop() ?? '';
  let from = first.length;
  for (const part of rest) {
    const at = text.indexOf(part, from);
    if (at === -1) return false;
    from = at + part.length;
  }
  return text.length - last.length >= from && text.endsWith(last);
}
