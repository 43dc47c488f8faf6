/**
 * Requests that get "later" each time, however long the client waits, while others are served: this refusal is the
 * target's answer. Throttling ends after a wait, or affects other requests too.
 */
import type { Call, HttpResponse } from '../model/index.ts';
import { Attempt } from './attempt.ts';
import type { Sender } from './sender.ts';
import { pausesAll, requestedWait } from './throttle.ts';

/** The number of turns of the request and another one, with no other request in flight. */
const TURNS = 2;
const FIRST_PAUSE_MS = 250;
/** No longer pause is needed: the client has already waited once as long as the response requested. */
const LONGEST_PAUSE_MS = 1000;
/** A known refusal is the target's answer if another request was served at most this long before. */
const SHORTLY_MS = 2000;

export class Refusals {
  readonly #sender: Sender;
  /** The last request of each operation that was served. */
  readonly #served = new Map<string, Call>();
  #lastServed: Call | undefined;
  #servedAt = 0;
  /** Operations with the status that some of their requests get each time. */
  readonly #answers = new Set<string>();

  constructor(sender: Sender) {
    this.#sender = sender;
  }

  /** Notes a response that does not ask for a later retry. */
  noteServed(call: Call, { status }: HttpResponse): void {
    this.#servedAt = performance.now();
    if (status >= 300 || (call.operation.effect ?? 'read') !== 'read') return;
    this.#served.set(call.operation.key, call);
    this.#lastServed = call;
  }

  /** True if requests of this operation are known to get this each time, and others are served now. */
  isKnown(call: Call, response: HttpResponse): boolean {
    const isServing = performance.now() - this.#servedAt < SHORTLY_MS;
    return isServing && this.#answers.has(keyOf(call, response));
  }

  /**
   * Examines a request that got "later" again: returns the last attempt, and whether its response is an answer;
   * `undefined` if that stays unknown.
   */
  async examine(call: Call, last: Attempt, response: HttpResponse): Promise<Examined | undefined> {
    const other = this.#served.get(call.operation.key) ?? this.#lastServed;
    if (!pausesAll(response) || other === undefined) return undefined;
    const wait = Math.min(LONGEST_PAUSE_MS, requestedWait(response) ?? FIRST_PAUSE_MS);
    return this.#sender.alone(async (send) => {
      // Another request of the operation may have shown it while this one waited for its turn.
      if (this.isKnown(call, response)) return { attempt: last, tries: 0, isAnswer: true };
      let tries = 0;
      for (let turn = 0; turn < TURNS; turn++) {
        await this.#sender.pause(Math.max(FIRST_PAUSE_MS, wait) * (turn + 1));
        // The request is sent first, because a limit may let through only the first request after a pause.
        const attempt = await send(call);
        if (!(attempt instanceof Attempt)) return undefined;
        tries++;
        if (attempt.response?.status !== response.status)
          return { attempt, tries, isAnswer: false };
        const beside = await send(other);
        if (!(beside instanceof Attempt) || !isServed(beside.response)) return undefined;
        tries++;
        if (turn < TURNS - 1) continue;
        this.#answers.add(keyOf(call, response));
        return { attempt, tries, isAnswer: true };
      }
      return undefined;
    });
  }
}

/** The result for an examined request. */
interface Examined {
  readonly attempt: Attempt;
  readonly tries: number;
  readonly isAnswer: boolean;
}

function isServed(response: HttpResponse | undefined): boolean {
  return response !== undefined && response.status < 300;
}

function keyOf({ operation }: Call, { status }: HttpResponse): string {
  return `${operation.key} ${status}`;
}
