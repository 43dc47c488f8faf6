/** Plays a recording in place of the target, in the same order. */

import { movedTo } from '../exchange/redirect.ts';
import type { Send } from '../judge/case.ts';
import { defined } from '../model/defined.ts';
import type { Call, Exchange } from '../model/index.ts';
import { hasBody, type Recorded } from './har/read.ts';

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
export class Playback {
  readonly #entries: readonly Recorded[];
  readonly #urlOf: (call: Call) => string;
  readonly #byRef: ReadonlyMap<string, number>;
  readonly #given: boolean[];
  readonly #waiting = new Map<string, Waiting>();
  readonly #sent = new Map<Call, Recorded>();
  readonly #stop = new AbortController();
  #next = 0;
  #armed = false;
  #unrecorded = 0;
  #outOfOrder = 0;

  readonly #unfinished: boolean;

  constructor(entries: readonly Recorded[], urlOf: (call: Call) => string, unfinished = false) {
    this.#unfinished = unfinished;
    this.#entries = entries;
    this.#urlOf = urlOf;
    this.#given = entries.map(() => false);
    this.#byRef = new Map(entries.map(({ ref = '' }, at) => [ref, at] as const).reverse());
  }

  /** Bound, so that it can be passed on as a function. */
  readonly send: Send = (call, ref) =>
    new Promise((resolve) => {
      // Two simultaneous requests with one reference were not recorded, so the second one is unknown.
      this.#waiting.set(this.#waiting.has(ref) ? `${ref} (again)` : ref, { call, resolve });
      if (this.#armed) return;
      this.#armed = true;
      setImmediate(this.#turn);
    });

  /** Aborted if the recorded run was. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Requests without a recorded response. */
  get unrecorded(): number {
    return this.#unrecorded;
  }

  /** Responses that were given before their turn. */
  get outOfOrder(): number {
    return this.#outOfOrder;
  }

  /** Recorded exchanges that were not used. */
  get unused(): number {
    return this.#given.filter((given) => !given).length;
  }

  /** The recorded request whose response a call got. */
  recordedFor(call: Call): Recorded | undefined {
    return this.#sent.get(call);
  }

  /** Gives one response after all requests that can come before it were sent. */
  readonly #turn = (): void => {
    this.#armed = false;
    const ref = this.#whoseTurn();
    const waiting = ref === undefined ? undefined : this.#waiting.get(ref);
    if (ref === undefined || waiting === undefined) return;
    this.#waiting.delete(ref);
    waiting.resolve(this.#exchange(waiting.call, this.#byRef.get(ref)));
    if (this.#waiting.size === 0) return;
    this.#armed = true;
    setImmediate(this.#turn);
  };

  #whoseTurn(): string | undefined {
    while (this.#given[this.#next]) this.#next++;
    const due = this.#entries[this.#next]?.ref;
    if (due !== undefined && this.#waiting.has(due)) return due;
    let first: string | undefined;
    let lowest = Number.POSITIVE_INFINITY;
    for (const ref of this.#waiting.keys()) {
      const at = this.#byRef.get(ref);
      // If an earlier request never comes, the first recorded one among the waiting gets its response.
      if (at !== undefined && !this.#given[at]) {
        if (at < lowest) [first, lowest] = [ref, at];
      } else if (!this.#unfinished) return ref;
    }
    if (first !== undefined) this.#outOfOrder++;
    if (first !== undefined || !this.#unfinished) return first;
    this.#stop.abort();
    return this.#waiting.keys().next().value;
  }

  #exchange(request: Call, at: number | undefined): Exchange {
    const recorded = at === undefined || this.#given[at] ? undefined : this.#entries[at];
    if (recorded === undefined && this.#stop.signal.aborted) {
      const noResponse = { kind: 'interrupted', message: UNFINISHED } as const;
      return { request, noResponse, startedAt: 0, durationMs: 0 };
    }
    if (at !== undefined) this.#given[at] = true;
    // A response whose body was omitted cannot be judged.
    const isComplete = recorded?.response === undefined || hasBody(recorded.response);
    if (recorded === undefined || !isComplete || !this.#isSame(request, recorded)) {
      this.#unrecorded++;
      const silence = { kind: 'unrecorded', message: UNRECORDED } as const;
      return { request, noResponse: silence, startedAt: recorded?.startedAt ?? 0, durationMs: 0 };
    }
    this.#sent.set(request, recorded);
    const { response, silence, resent, surplus, isAnswer, tries, position } = recorded;
    const { startedAt, durationMs } = recorded;
    if (silence?.kind === 'interrupted') this.#stop.abort();
    const seen = defined({ resent, surplus, isAnswer, tries, position });
    const when = { startedAt, durationMs, ...seen };
    if (response !== undefined)
      return { request, response, ...when, ...movedTo(recorded.url, response) };
    return { request, ...(silence ? { noResponse: silence } : {}), ...when };
  }

  #isSame(call: Call, { method, url, body }: Recorded): boolean {
    if (method !== call.method || (body === undefined) !== (call.body === undefined)) return false;
    return matches(url, this.#urlOf(call)) && matches(body ?? '', call.body ?? '');
  }
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
