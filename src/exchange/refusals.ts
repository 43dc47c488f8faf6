/**
 * Finds requests that get "later" each time, even after waiting, while others are served: such a refusal is the
 * target's answer. Throttling ends after a wait, or affects other requests too.
 */
import type { Call, HttpResponse } from '../model/index.ts';
import { Attempt } from './attempt.ts';
import type { Sender } from './sender.ts';
import { pausesAll, requestedWait } from './throttle.ts';

/** The number of times that the request and another one are sent in turns, with no other request in flight. */
const TURNS = 2;
const FIRST_PAUSE_MS = 250;
/** The longest pause here, because the client has already waited once as long as the response requested. */
const LONGEST_PAUSE_MS = 1000;
/** A known refusal is the target's answer if another request was served within this time before. */
const SHORTLY_MS = 2000;

export class Refusals {
  readonly #sender: Sender;
  /** The last served request of each operation. */
  readonly #served = new Map<string, Call>();
  #lastServed: Call | undefined;
  #servedAt = 0;
  /** Operations with the status that some of their requests always get. */
  readonly #answers = new Set<string>();

  constructor(sender: Sender) {
    this.#sender = sender;
  }

  /** Notes a response that does not ask for a retry. */
  noteServed(call: Call, { status }: HttpResponse): void {
    this.#servedAt = performance.now();
    if (status >= 300 || (call.operation.effect ?? 'read') !== 'read') return;
    this.#served.set(call.operation.key, call);
    this.#lastServed = call;
  }

  /** True if this refusal is known as an answer of the operation, and other requests are served now. */
  isKnown(call: Call, response: HttpResponse): boolean {
    const isServing = performance.now() - this.#servedAt < SHORTLY_MS;
    return isServing && this.#answers.has(keyOf(call, response));
  }

  /**
   * Examines a request that got "later" again. Returns the last attempt, and whether its response is an answer;
   * `undefined` if this stays unknown.
   */
  async examine(call: Call, last: Attempt, response: HttpResponse): Promise<Examined | undefined> {
    const other = this.#served.get(call.operation.key) ?? this.#lastServed;
    if (!pausesAll(response) || other === undefined) return undefined;
    const wait = Math.min(LONGEST_PAUSE_MS, requestedWait(response) ?? FIRST_PAUSE_MS);
    return this.#sender.alone(async (send) => {
      // While this request waited, another one may have shown the answer.
      if (this.isKnown(call, response)) return { attempt: last, tries: 0, isAnswer: true };
      let tries = 0;
      for (let turn = 0; turn < TURNS; turn++) {
        await this.#sender.pause(Math.max(FIRST_PAUSE_MS, wait) * (turn + 1));
        // The request is sent first, because a limit may pass only the first request after a pause.
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

/** The result of examining a request. */
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
