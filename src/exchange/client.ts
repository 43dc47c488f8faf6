import { setMaxListeners } from 'node:events';
import { SteadyRefusals } from '../availability/steady-refusals.ts';
import {
  countLater,
  type Later,
  LONGEST_PAUSE_MS,
  LONGEST_PAUSES_MS,
  pausesAll,
  pauseTooLong,
  RETRIES,
  requestedWait,
  throttled,
  throttles,
  waitBefore,
} from '../availability/throttle.ts';
import type { Call, Down, Exchange, HttpResponse, NoResponse } from '../model/index.ts';
import { Attempt } from './attempt.ts';
import type { Client, ClientOptions, Limit } from './client-options.ts';
import { silenceOf } from './no-response.ts';
import { redactor } from './redact.ts';
import { movedTo } from './redirect.ts';
import { type Delivery, repeatable, Sender } from './sender.ts';

export type { Client, ClientOptions, Limit };

/** After this many retries the client checks whether other requests are served. */
const PATIENCE = 1;

/** Makes a client of a target. Sends nothing before the first `send`. */
export function connect(options: ClientOptions): Client {
  return new HttpClient(options);
}

class HttpClient implements Client {
  readonly #options: ClientOptions;
  /** The base URL, without a slash at its end. */
  readonly #base: string;
  readonly #sender: Sender;
  readonly #refusals: SteadyRefusals<Attempt>;
  readonly #redact: (text: string) => string;
  #sends = 0;
  #later: Later = { tooMany: 0, unavailable: 0, withoutRetryAfter: 0 };
  #pausedMs = 0;

  constructor(options: ClientOptions) {
    const { signal, baseUrl } = options;
    this.#options = options;
    this.#base = baseUrl.origin + baseUrl.pathname.replace(/\/+$/, '');
    this.#redact = redactor(options.secrets ?? []);
    this.#sender = new Sender(options);
    this.#refusals = new SteadyRefusals(this.#sender);
    signal?.addEventListener('abort', this.#interrupt, { once: true });
    // Each waiting request adds a listener.
    if (signal !== undefined) setMaxListeners(0, signal);
  }

  async send(call: Call): Promise<Exchange> {
    const send = this.#sends++;
    const { gate, eventualConsistency = true } = this.#options;
    const blocked = gate?.(call);
    if (blocked !== undefined) return unsent(call, { kind: 'unsafe', message: blocked });
    if (eventualConsistency && call.delayMs !== undefined) await this.#sender.pause(call.delayMs);
    const first = this.#sender.delivered(await this.#sender.attempt(call, false), call);
    const served = first instanceof Promise ? undefined : this.#served(call, first.attempt);
    return served ?? this.#patiently(call, send, first);
  }

  /** The exchange of a response that asks for nothing more, as nearly all do. */
  #served(call: Call, attempt: Delivery['attempt']): Exchange | undefined {
    const response = attempt instanceof Attempt ? attempt.response : undefined;
    if (!(attempt instanceof Attempt) || response === undefined) return undefined;
    if (isBadGateway(call, response) || this.#throttles(call, response)) return undefined;
    this.#refusals.noteServed(call, response);
    this.#heed(response, undefined);
    return this.#exchange(call, attempt);
  }

  #throttles({ operation }: Call, response: HttpResponse): boolean {
    return throttles(response, operation, this.#options.isContention);
  }

  /** What comes of a delivery that may need others: it waits and sends the call again as often as that is useful. */
  async #patiently(
    call: Call,
    send: number,
    first: Delivery | Promise<Delivery>,
  ): Promise<Exchange> {
    let resent = false;
    let wentDown: Down | undefined;
    let tries = 0;
    const sent = (exchange: Exchange): Exchange => {
      const again = tries > 1 ? { ...exchange, tries, ...(resent ? { resent } : {}) } : exchange;
      return wentDown === undefined ? again : { ...again, wentDown };
    };
    for (let retry = 0; ; retry++) {
      const delivery = await (retry === 0
        ? first
        : this.#sender.delivered(await this.#sender.attempt(call, true), call));
      const { attempt } = delivery;
      resent ||= delivery.resent;
      wentDown = delivery.wentDown;
      tries += delivery.tries;
      if (!(attempt instanceof Attempt)) return unsent(call, attempt, tries - 1);
      const served = this.#served(call, attempt);
      if (served !== undefined) return sent(served);
      const { response } = attempt;
      if (response === undefined) return sent(this.#exchange(call, attempt));
      const later = this.#throttles(call, response);
      if (later && this.#refusals.isKnown(call, response))
        return sent({ ...this.#exchange(call, attempt), isAnswer: true });
      this.#heed(response, later ? waitBefore(retry, response, send) : undefined);
      const isAnswered =
        !later && repeatable(call) && (await this.#refusals.isAnswered(call, attempt, response));
      if (isAnswered) return sent({ ...this.#exchange(call, attempt), isAnswer: true });
      // The target may have executed the request even if its response is not a success.
      if (!later || (!repeatable(call) && response.status >= 500)) {
        return sent(this.#exchange(call, attempt));
      }
      if (this.#sender.stopped !== undefined)
        return sent(silent(call, attempt, this.#sender.stopped));
      const isDue = retry === PATIENCE || retry === RETRIES;
      const examined = isDue ? await this.#refusals.examine(call, attempt, response) : undefined;
      tries += examined?.tries ?? 0;
      if (examined?.isAnswer)
        return sent({ ...this.#exchange(call, examined.attempt), isAnswer: true });
      if (examined !== undefined) return sent(this.#exchange(call, examined.attempt));
      if (retry === RETRIES || this.#sender.spent) {
        return sent(silent(call, attempt, throttled(response, retry + 1, this.#options.baseUrl)));
      }
      this.#later = countLater(this.#later, response);
      if (!pausesAll(response)) await this.#sender.pause(waitBefore(retry, response, send));
    }
  }

  requests(): number {
    return this.#sender.requests;
  }

  later(): Later {
    return this.#later;
  }

  notes(): readonly string[] {
    return [...this.#sender.recovery.notes(), ...this.#sender.route.notes()];
  }

  urlOf(call: Call): string {
    return this.#base + call.path;
  }

  headersOf(call: Call): Readonly<Record<string, string>> {
    return this.#sender.headers.of(call);
  }

  async close(): Promise<void> {
    this.#options.signal?.removeEventListener('abort', this.#interrupt);
    await this.#sender.close();
  }

  /** Delays all requests as Retry-After requires, or ends the run if the delay is too long. */
  #heed(response: HttpResponse, backOffMs: number | undefined): void {
    this.#sender.recovery.responded();
    if (!pausesAll(response)) return;
    const ms = backOffMs ?? requestedWait(response);
    if (ms === undefined) return;
    if (ms <= LONGEST_PAUSE_MS) {
      this.#pausedMs += this.#sender.pacer.pause(ms);
      if (this.#pausedMs <= LONGEST_PAUSES_MS) return;
    }
    this.#sender.stopped ??= pauseTooLong(response, ms, this.#options.baseUrl);
    this.#sender.pacer.release();
  }

  #exchange(call: Call, attempt: Attempt): Exchange {
    const { response, startedAt, durationMs, position } = attempt;
    if (response !== undefined) {
      const moved = response.status >= 300 && movedTo(this.urlOf(call), response);
      const exchange: Growing = { request: call, response, startedAt, durationMs };
      if (position !== undefined) exchange.position = position;
      if (attempt.hasSurplus) exchange.surplus = true;
      return moved === false ? exchange : { ...exchange, ...moved };
    }
    const { kind, message } = silenceOf(attempt.error, {
      url: this.#options.baseUrl,
      timeoutMs: this.#sender.timeoutOf(call),
      started: attempt.started,
      hasResponded: this.#sender.recovery.hasResponded,
      trust: this.#options.trust,
      passedOnBy: this.#sender.route.passesOn ? this.#sender.route.proxy : undefined,
    });
    return silent(call, attempt, { kind, message: this.#redact(message) });
  }

  readonly #interrupt = (): void => this.#sender.interrupt();
}

/** True for a status of gateways that the operation does not have. */
function isBadGateway({ operation }: Call, { status }: HttpResponse): boolean {
  return status === 502 && operation.responses[502] === undefined;
}

/** An exchange under construction. */
type Growing = { -readonly [K in keyof Exchange]: Exchange[K] };

function silent(
  request: Call,
  { startedAt, durationMs, position }: Attempt,
  silence: NoResponse,
): Exchange {
  const when = { startedAt, durationMs, ...(position === undefined ? {} : { position }) };
  return { request, noResponse: silence, ...when };
}

/** An exchange that was not sent, or not sent again after this many tries. */
function unsent(request: Call, silence: NoResponse, tries = 0): Exchange {
  const more = tries > 1 ? { tries } : {};
  return { request, noResponse: silence, startedAt: Date.now(), durationMs: 0, ...more };
}
