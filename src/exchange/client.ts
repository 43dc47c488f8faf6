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
import {
  type Call,
  type Down,
  type Exchange,
  type HttpResponse,
  moment,
  type NoResponse,
  unsent,
} from '../model/index.ts';
import { Attempt } from './attempt.ts';
import type { ClientOptions, Limit } from './client-options.ts';
import { silenceOf } from './no-response.ts';
import { redactor } from './redact.ts';
import { movedTo } from './redirect.ts';
import { repeatable, Sender } from './sender.ts';

export type { ClientOptions, Limit };

/** After this many retries the client checks whether other requests are served. */
const PATIENCE = 1;

/** Makes a client of a target. Sends nothing before the first `send`. */
export function connect(options: ClientOptions): Client {
  return new Client(options);
}

/** A client of one target. */
export class Client {
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

  /** Sends a call, and again while that is useful. Never rejects: the exchange states why there is no response. */
  async send(call: Call): Promise<Exchange> {
    const nth = this.#sends++;
    const { gate, eventualConsistency = true } = this.#options;
    const blocked = gate?.(call);
    if (blocked !== undefined) return unsent(call, { kind: 'unsafe', message: blocked });
    if (eventualConsistency && call.delayMs !== undefined) await this.#sender.pause(call.delayMs);
    let tries = 0;
    let resent = false;
    for (let retry = 0; ; retry++) {
      const delivery = await this.#sender.deliver(call, retry > 0);
      const { attempt, wentDown } = delivery;
      tries += delivery.tries;
      resent ||= delivery.resent;
      if (!(attempt instanceof Attempt))
        return unsent(call, attempt, tries > 2 ? tries - 1 : undefined);
      const exchange =
        this.#served(call, attempt) ?? (await this.#unserved(call, attempt, retry, nth));
      if (exchange !== undefined) return counted(exchange, tries, resent, wentDown);
    }
  }

  /** The exchange of a response that asks for nothing more, as nearly all do. */
  #served(call: Call, attempt: Attempt): Exchange | undefined {
    const { response } = attempt;
    if (response === undefined) return undefined;
    if (isBadGateway(call, response) || this.#throttles(call, response)) return undefined;
    this.#refusals.noteServed(call, response);
    this.#heed(response, undefined);
    return this.#exchange(call, attempt);
  }

  #throttles({ operation }: Call, response: HttpResponse): boolean {
    return throttles(response, operation, this.#options.isContention);
  }

  /**
   * The exchange of another attempt, with the number of tries to examine it; `undefined` after a wait if the call is to
   * be sent again.
   */
  async #unserved(
    call: Call,
    attempt: Attempt,
    retry: number,
    nth: number,
  ): Promise<Exchange | undefined> {
    const { response } = attempt;
    if (response === undefined) return this.#exchange(call, attempt);
    const later = this.#throttles(call, response);
    if (later && this.#refusals.isKnown(call, response)) return this.#exchange(call, attempt, true);
    const wait = waitBefore(retry, response, nth);
    this.#heed(response, later ? wait : undefined);
    if (!later) {
      const isAnswer =
        repeatable(call) && (await this.#refusals.isAnswered(call, attempt, response));
      return this.#exchange(call, attempt, isAnswer);
    }
    // The target may have executed the request even if its response is not a success.
    if (!repeatable(call) && response.status >= 500) return this.#exchange(call, attempt);
    if (this.#sender.stopped !== undefined) return silent(call, attempt, this.#sender.stopped);
    if (retry === PATIENCE || retry === RETRIES) {
      const examined = await this.#refusals.examine(call, attempt, response);
      if (examined !== undefined) {
        const { tries, isAnswer } = examined;
        return { ...this.#exchange(call, examined.attempt, isAnswer), tries };
      }
    }
    if (retry === RETRIES || this.#sender.spent)
      return silent(call, attempt, throttled(response, retry + 1, this.#options.baseUrl));
    this.#later = countLater(this.#later, response);
    if (!pausesAll(response)) await this.#sender.pause(wait);
    return undefined;
  }

  /** Requests sent so far, retries included. */
  requests(): number {
    return this.#sender.requests;
  }

  /** The number of them that got 429 or 503 and were sent again. */
  later(): Later {
    return this.#later;
  }

  /** Notes for the report on how the requests were sent. */
  notes(): readonly string[] {
    return [...this.#sender.recovery.notes(), ...this.#sender.route.notes()];
  }

  urlOf(call: Call): string {
    return this.#base + call.path;
  }

  /** The headers of a call, with secrets in clear: those of the kit, of the operator and of the call. */
  headersOf(call: Call): Readonly<Record<string, string>> {
    return this.#sender.headers.of(call);
  }

  /** Waits for requests in flight and closes the connections. */
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

  /** `isAnswer`: its response is the target's answer, though it asks for a retry. */
  #exchange(call: Call, attempt: Attempt, isAnswer = false): Exchange {
    const { response, durationMs, position } = attempt;
    const startedAt = moment(attempt.begin);
    if (response !== undefined) {
      const moved = response.status >= 300 && movedTo(this.urlOf(call), response);
      const exchange: Growing = { request: call, response, startedAt, durationMs };
      if (position !== undefined) exchange.position = position;
      if (attempt.hasSurplus) exchange.surplus = true;
      if (isAnswer) exchange.isAnswer = true;
      return moved === false ? exchange : { ...exchange, ...moved };
    }
    const { kind, message } = silenceOf(attempt.error, {
      url: this.#options.baseUrl,
      timeoutMs: attempt.timeoutMs,
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
  { begin, durationMs, position }: Attempt,
  silence: NoResponse,
): Exchange {
  const when = {
    startedAt: moment(begin),
    durationMs,
    ...(position === undefined ? {} : { position }),
  };
  return { request, noResponse: silence, ...when };
}

/** The exchange with all its tries, and with what its lost ones showed. */
function counted(
  exchange: Exchange,
  tries: number,
  resent: boolean,
  wentDown: Down | undefined,
): Exchange {
  const all = tries + (exchange.tries ?? 0);
  if (all === 1 && wentDown === undefined) return exchange;
  const several = all > 1 ? { tries: all, ...(resent ? { resent } : {}) } : {};
  return { ...exchange, ...several, ...(wentDown === undefined ? {} : { wentDown }) };
}
