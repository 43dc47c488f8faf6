/**
 * Finds requests that get "later" each time, even after waiting, while others are served: such a refusal is the
 * target's answer. Throttling ends after a wait, or affects other requests too.
 */
import type { Call, HttpResponse, NoResponse } from '../model/index.ts';
import { requestedWait } from './throttle.ts';

/** The number of times that the request and another one are sent in turns, with no other request in flight. */
const TURNS = 2;
const FIRST_PAUSE_MS = 250;
/** The longest pause here, because the client has already waited once as long as the response requested. */
const LONGEST_PAUSE_MS = 1000;
/** After this many requests that did not get a 502 each time, the operation gets it at random. */
const EXAMINED = 3;
/** A known refusal is the target's answer if another request was served within this time before. */
const SHORTLY_MS = 2000;
/** A gateway that waits for a response does so for seconds. */
const GATEWAYS_WAIT_MS = 1000;

/** One try to send a request. */
interface Tried {
  readonly response: HttpResponse | undefined;
  readonly durationMs: number;
}

/** Sends requests while no other one is in flight; the result of `send` without a try is why there was none. */
interface SendsAlone<Try extends Tried> {
  pause(ms: number): Promise<void>;
  alone<Result>(
    task: (send: (call: Call) => Promise<Try | NoResponse>) => Promise<Result>,
  ): Promise<Result>;
}

export class SteadyRefusals<Try extends Tried> {
  readonly #sender: SendsAlone<Try>;
  /** The last served request of each operation. */
  readonly #served = new Map<string, Call>();
  #lastServed: Call | undefined;
  #servedAt = 0;
  /** Operations with the status that some of their requests always get. */
  readonly #answers = new Set<string>();
  /** How many examined requests did not get the status each time. */
  readonly #notAnswers = new Map<string, number>();

  constructor(sender: SendsAlone<Try>) {
    this.#sender = sender;
  }

  /** Notes a response that does not ask for a retry. */
  noteServed(call: Call, { status }: HttpResponse): void {
    this.#servedAt = performance.now();
    if (status >= 300 || (call.operation.effect ?? 'read') !== 'read') return;
    this.#served.set(call.operation.key, call);
    this.#lastServed = call;
  }

  /** True if a 502 is the target's answer, and not that of a gateway which did not reach the target. */
  async isAnswered(call: Call, attempt: Try, response: HttpResponse): Promise<boolean> {
    if (this.isKnown(call, response)) return true;
    if (this.#isRandom(call, response)) return false;
    const examined = await this.examine(call, attempt, response);
    if (examined?.isAnswer) return true;
    // If another request was not served either, this shows nothing about the operation.
    if (examined === undefined) return false;
    const key = keyOf(call, response);
    this.#notAnswers.set(key, (this.#notAnswers.get(key) ?? 0) + 1);
    return false;
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
  async examine(call: Call, last: Try, response: HttpResponse) {
    const other = this.#served.get(call.operation.key) ?? this.#lastServed;
    if (mayPass(last, response) || other === undefined) return undefined;
    const wait = Math.min(LONGEST_PAUSE_MS, requestedWait(response) ?? FIRST_PAUSE_MS);
    return this.#sender.alone(async (send) => {
      // While this request waited, another one may have shown the answer.
      if (this.isKnown(call, response)) return { attempt: last, tries: 0, isAnswer: true };
      if (this.#isRandom(call, response)) return undefined;
      let tries = 0;
      for (let turn = 0; turn < TURNS; turn++) {
        await this.#sender.pause(Math.max(FIRST_PAUSE_MS, wait) * (turn + 1));
        // The request is sent first, because a limit may pass only the first request after a pause.
        const attempt = await send(call);
        if (isUnsent(attempt)) return undefined;
        tries++;
        if (attempt.response?.status !== response.status)
          return { attempt, tries, isAnswer: false };
        const beside = await send(other);
        if (isUnsent(beside) || !isServed(beside.response)) return undefined;
        tries++;
        if (turn < TURNS - 1) continue;
        this.#answers.add(keyOf(call, response));
        return { attempt, tries, isAnswer: true };
      }
      return undefined;
    });
  }

  #isRandom(call: Call, response: HttpResponse): boolean {
    return (this.#notAnswers.get(keyOf(call, response)) ?? 0) >= EXAMINED;
  }
}

/** True for a 409, which another change may cause, and for a late 504: the request may only take long. */
function mayPass({ durationMs }: Tried, { status }: HttpResponse): boolean {
  return status === 409 || (status === 504 && durationMs >= GATEWAYS_WAIT_MS);
}

function isServed(response: HttpResponse | undefined): boolean {
  return response !== undefined && response.status < 300;
}

function keyOf({ operation }: Call, { status }: HttpResponse): string {
  return `${operation.key} ${status}`;
}

function isUnsent(result: Tried | NoResponse): result is NoResponse {
  return 'kind' in result;
}
