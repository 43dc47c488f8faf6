import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'undici';
import type { Call, Exchange, HttpResponse, NoResponse } from '../model/index.ts';
import { Attempt } from './attempt.ts';
import type { Client, ClientOptions, Limit } from './client-options.ts';
import { RequestHeaders } from './headers.ts';
import { lines } from './lines.ts';
import { INTERRUPTED, silenceOf } from './no-response.ts';
import { Pacer } from './pacer.ts';
import { redactor } from './redact.ts';
import { movedTo } from './redirect.ts';
import {
  askedWait,
  countLater,
  type Later,
  LONGEST_PAUSE_MS,
  LONGEST_PAUSES_MS,
  pausesAll,
  pauseTooLong,
  RETRIES,
  throttled,
  throttles,
  waitBefore,
} from './throttle.ts';

export type { Client, ClientOptions, Limit };

const KEPT_BYTES = 2 ** 20;
const CONNECTIONS = 16;
const UNLIMITED: Limit = { requests: Number.POSITIVE_INFINITY, option: '' };

/** Opens the way to a target. Nothing is sent before the first `send`. */
export function connect(options: ClientOptions): Client {
  return new HttpClient(options);
}

class HttpClient implements Client {
  readonly #options: ClientOptions;
  readonly #limits: { timeoutMs: number; maxBodyBytes: number; fresh: boolean };
  readonly #origin: string;
  readonly #prefix: string;
  readonly #headers: RequestHeaders;
  readonly #pacer: Pacer;
  readonly #pool: Pool;
  #fresh: Pool | undefined;
  #sends = 0;
  #requests = 0;
  #later: Later = { tooMany: 0, unavailable: 0, withoutRetryAfter: 0 };
  #pausedMs = 0;
  /** The target asked for a longer pause than a run makes: nothing else is sent. */
  #tooLong: NoResponse | undefined;
  #hasAnswered = false;

  constructor(options: ClientOptions) {
    const { baseUrl, timeoutMs, maxBodyBytes = KEPT_BYTES, ratePerSecond, signal } = options;
    const { connections = CONNECTIONS } = options;
    this.#options = options;
    this.#limits = { timeoutMs, maxBodyBytes, fresh: false };
    this.#origin = baseUrl.origin;
    this.#prefix = baseUrl.pathname.replace(/\/+$/, '');
    this.#headers = new RequestHeaders(options.headers ?? {});
    // Requests wait here and not in front of the connections, so that a pause holds for all of them.
    this.#pacer = new Pacer({ ratePerSecond, atOnce: connections });
    this.#pool = lines(this.#origin, connections, timeoutMs);
    signal?.addEventListener('abort', this.#interrupt, { once: true });
    // Each request that waits listens too.
    if (signal !== undefined) setMaxListeners(0, signal);
  }

  async send(call: Call): Promise<Exchange> {
    const send = this.#sends++;
    const { gate, eventualConsistency = true } = this.#options;
    const refusal = gate?.(call);
    if (refusal !== undefined) return unsent(call, { kind: 'unsafe', message: refusal });
    if (eventualConsistency && call.delayMs !== undefined) await this.#pause(call.delayMs);
    let resent = false;
    let tries = 0;
    const sent = (exchange: Exchange): Exchange =>
      tries > 1 ? { ...exchange, tries, ...(resent ? { resent } : {}) } : exchange;
    for (let retry = 0; ; retry++) {
      const first = await this.#attempt(call, call.fresh === true, retry > 0);
      const missed = first instanceof Attempt && this.#missed(first, call);
      const attempt = missed ? await this.#attempt(call, true, true) : first;
      resent ||= missed;
      tries += missed ? 2 : 1;
      if (!(attempt instanceof Attempt)) return unsent(call, attempt, tries - 1);
      const { response } = attempt;
      const later =
        response !== undefined && throttles(response, call.operation, this.#options.isContention);
      if (response !== undefined)
        this.#heed(response, later ? waitBefore(retry, response, send) : undefined);
      // The target may have done what it sent no success for.
      if (!later || (!repeatable(call) && response.status >= 500)) {
        return sent(this.#exchange(call, attempt));
      }
      if (this.#tooLong !== undefined) return sent(silent(call, attempt, this.#tooLong));
      if (retry === RETRIES || this.#spent()) {
        return sent(silent(call, attempt, throttled(response, retry + 1, this.#options.baseUrl)));
      }
      this.#later = countLater(this.#later, response);
      if (!pausesAll(response)) await this.#pause(waitBefore(retry, response, send));
    }
  }

  requests(): number {
    return this.#requests;
  }

  later(): Later {
    return this.#later;
  }

  urlOf(call: Call): string {
    return this.#origin + this.#prefix + call.path;
  }

  headersOf(call: Call): Readonly<Record<string, string>> {
    return this.#headers.of(call);
  }

  async close(): Promise<void> {
    this.#options.signal?.removeEventListener('abort', this.#interrupt);
    await Promise.all([this.#pool, this.#fresh].map((pool) => pool?.destroyed || pool?.close()));
  }

  /** The request only met a connection that was closing, and may be sent again over a new one. */
  #missed(attempt: Attempt, call: Call): boolean {
    if (attempt.error === undefined || !attempt.lostRace) return false;
    return isHangUp(attempt.error) && !this.#spent() && repeatable(call);
  }

  /** One request, when its turn has come. */
  #attempt(call: Call, fresh: boolean, again: boolean): Promise<Attempt | NoResponse> | NoResponse {
    const over = this.#over();
    if (over !== undefined) return over;
    if (this.#spent()) {
      const { requests, option } = this.#options.limit?.() ?? UNLIMITED;
      const message = `The limit of ${requests} requests is reached. ${option} raises it.`;
      return { kind: 'budget', message };
    }
    this.#requests++;
    // What is sent again has waited before.
    const turn = this.#pacer.turn(again);
    if (turn === undefined && this.#options.renewed === undefined) return this.#start(call, fresh);
    return this.#startLater(call, fresh, turn);
  }

  async #startLater(
    call: Call,
    fresh: boolean,
    turn: Promise<void> | undefined,
  ): Promise<Attempt | NoResponse> {
    for (let next = turn; ; next = this.#pacer.turn(true)) {
      await next;
      const over = this.#over();
      if (over !== undefined) {
        this.#requests--;
        return over;
      }
      const renewed = this.#options.renewed?.();
      if (renewed === undefined) break;
      this.#headers.replace(await renewed);
      // A pause may have begun in the meantime.
      if (!this.#pacer.paused) break;
      this.#pacer.done();
    }
    return this.#start(call, fresh);
  }

  /** Why nothing is sent any more. */
  #over(): NoResponse | undefined {
    return this.#aborted() ? this.#interrupted() : this.#tooLong;
  }

  #start(call: Call, fresh: boolean): Promise<Attempt> {
    const timeoutMs = this.#timeoutOf(call);
    const limits =
      fresh || call.waitsMs !== undefined ? { ...this.#limits, timeoutMs, fresh } : this.#limits;
    const attempt = new Attempt(call, this.#prefix + call.path, this.headersOf(call), limits);
    return attempt.run(fresh ? this.#freshPool() : this.#pool).finally(this.#done);
  }

  readonly #done = (): void => this.#pacer.done();

  /** A response that asks to wait makes all requests wait, or ends the run where that is too long. */
  #heed(answer: HttpResponse, backOffMs: number | undefined): void {
    this.#hasAnswered = true;
    if (!pausesAll(answer)) return;
    const ms = backOffMs ?? askedWait(answer);
    if (ms === undefined) return;
    if (ms <= LONGEST_PAUSE_MS) {
      this.#pausedMs += this.#pacer.pause(ms);
      if (this.#pausedMs <= LONGEST_PAUSES_MS) return;
    }
    this.#tooLong ??= pauseTooLong(answer, ms, this.#options.baseUrl);
    this.#pacer.release();
  }

  #exchange(call: Call, attempt: Attempt): Exchange {
    const { response, startedAt, durationMs, position } = attempt;
    if (response !== undefined) {
      const moved = response.status >= 300 && movedTo(this.urlOf(call), response);
      return position === undefined
        ? { request: call, response, startedAt, durationMs, ...moved }
        : { request: call, response, startedAt, durationMs, position, ...moved };
    }
    const { kind, message } = silenceOf(attempt.error, {
      url: this.#options.baseUrl,
      timeoutMs: this.#timeoutOf(call),
      started: attempt.started,
      answered: this.#hasAnswered,
    });
    // Built now: renewed credentials have brought new secrets.
    const redact = redactor(this.#options.secrets ?? []);
    return silent(call, attempt, { kind, message: redact(message) });
  }

  #timeoutOf({ waitsMs = 0 }: Call): number {
    return this.#options.timeoutMs + waitsMs;
  }

  /** Connections that are never used twice. */
  #freshPool(): Pool {
    this.#fresh ??= lines(this.#origin, CONNECTIONS, this.#limits.timeoutMs);
    return this.#fresh;
  }

  #spent(): boolean {
    return this.#requests >= (this.#options.limit?.() ?? UNLIMITED).requests;
  }

  #aborted(): boolean {
    return this.#options.signal?.aborted === true;
  }

  #interrupted(): NoResponse {
    const { baseUrl, timeoutMs } = this.#options;
    return silenceOf(INTERRUPTED, { url: baseUrl, timeoutMs, started: false });
  }

  readonly #interrupt = (): void => {
    this.#pacer.release();
    for (const pool of [this.#pool, this.#fresh]) pool?.destroy(INTERRUPTED);
  };

  async #pause(ms: number): Promise<void> {
    const { signal } = this.#options;
    await sleep(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
  }
}

function silent(
  request: Call,
  { startedAt, durationMs, position }: Attempt,
  silence: NoResponse,
): Exchange {
  const when = { startedAt, durationMs, ...(position === undefined ? {} : { position }) };
  return { request, noResponse: silence, ...when };
}

/** Not sent, or not sent again after so many tries. */
function unsent(request: Call, silence: NoResponse, tries = 0): Exchange {
  const more = tries > 1 ? { tries } : {};
  return { request, noResponse: silence, startedAt: Date.now(), durationMs: 0, ...more };
}

function isHangUp(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === 'ECONNRESET' || code === 'EPIPE' || code === 'UND_ERR_SOCKET';
}

/** Sending it twice is the same as sending it once. */
function repeatable(call: Call): boolean {
  const { effect = 'read' } = call.operation;
  return effect === 'read';
}
