/** Sends requests in turn, and again if the connection failed and not the target. */
import { Pacer } from '../availability/pacer.ts';
import { pause } from '../availability/pause.ts';
import { isHangUp, Recovery, type Trouble } from '../availability/recovery.ts';
import { type Call, type Down, type NoResponse, READ_BYTES } from '../model/index.ts';
import { Attempt } from './attempt.ts';
import type { ClientOptions, Limit } from './client-options.ts';
import { Connections } from './connections.ts';
import { leavesNothing } from './gate.ts';
import { RequestHeaders } from './headers.ts';
import { INTERRUPTED, silenceOf } from './no-response.ts';
import { Route } from './route.ts';

const CONNECTIONS = 16;
/** The time after which a target that accepts few connections notices the end of the last one. */
const SETTLE_MS = 50;
/** The interval of tries at a target that accepts no connections. */
const TRY_EVERY_MS = 200;
const UNLIMITED: Limit = { requests: Number.POSITIVE_INFINITY, option: '' };

/** The result of a request and the number of its tries. */
export interface Delivery {
  readonly attempt: Attempt | NoResponse;
  readonly tries: number;
  readonly resent: boolean;
  /** What went down at the request. */
  readonly wentDown?: Down | undefined;
}

export class Sender {
  readonly recovery: Recovery;
  readonly pacer: Pacer;
  readonly route: Route;
  readonly headers: RequestHeaders;
  /** Why nothing more is sent, except after an interruption. */
  stopped: NoResponse | undefined;
  /** Requests that reached the target. */
  requests = 0;
  readonly #options: ClientOptions;
  readonly #prefix: string;
  readonly #connections: Connections;

  constructor(options: ClientOptions) {
    const { baseUrl, ratePerSecond, connections = CONNECTIONS } = options;
    this.#options = options;
    this.#prefix = baseUrl.pathname.replace(/\/+$/, '');
    this.headers = new RequestHeaders(options.headers ?? {});
    // Requests wait here and not for a connection, so that a pause applies to all.
    this.pacer = new Pacer({ ratePerSecond, atOnce: connections });
    this.route = new Route({ ...options, target: baseUrl });
    const { connect } = this.route;
    this.#connections = new Connections(baseUrl.origin, { connections, connect });
    this.recovery = new Recovery(options, this.route);
  }

  /**
   * Sends a call in its turn, and again if that is useful because its connection failed. `again`: it has waited before,
   * and goes first. Never rejects.
   */
  async deliver(call: Call, again: boolean): Promise<Delivery> {
    const attempt = await this.#attempt(call, call.fresh === true, again);
    if (attempt instanceof Attempt) {
      if (attempt.error !== undefined) return this.#recover(attempt, call);
      if (attempt.position === 1) this.recovery.opened(false);
    }
    return { attempt, tries: 1, resent: false };
  }

  /** True if no further request may be sent. */
  get spent(): boolean {
    return this.requests >= this.#limit.requests;
  }

  pause(ms: number): Promise<void> {
    return pause(ms, this.#options.signal);
  }

  interrupt(): void {
    this.pacer.release();
    this.#connections.destroy(INTERRUPTED);
  }

  close(): Promise<void> {
    return this.#connections.close();
  }

  /** Runs a function while no other request is in flight. Its `send` sends one request, or returns why it could not. */
  async alone<T>(
    task: (send: (call: Call) => Promise<Attempt | NoResponse>) => Promise<T>,
  ): Promise<T> {
    await this.pacer.alone();
    try {
      return await task(async (call) => {
        await this.pause(this.pacer.takeAlone());
        const over = this.#over() ?? this.#overLimit();
        if (over !== undefined) return over;
        this.requests++;
        return this.#carry(call, call.fresh === true);
      });
    } finally {
      if (this.recovery.single && this.pacer.atOnce > 1) {
        // From now on only one request at a time is sent, over one connection.
        this.pacer.atOnce = 1;
        await this.#connections.renew(1);
      }
      this.pacer.together();
    }
  }

  /** The result of a failed request, which is sent again if that is useful. */
  async #recover(first: Attempt, call: Call): Promise<Delivery> {
    const missed = this.#missed(first, call);
    const lost = missed ? await this.#attempt(call, true, true) : first;
    const before = {
      attempt: lost,
      tries: missed ? 2 : 1,
      resent: missed && !this.recovery.wasDownSince(first),
    };
    if (!(lost instanceof Attempt) || lost.error === undefined) return before;
    if (lost.cameToNothing) this.recovery.opened(true);
    const inCompany = this.pacer.company >= lost.begin;
    const trouble = await this.recovery.troubleOf(lost, {
      repeatable: repeatable(call),
      others: this.#connections.open || inCompany,
      inCompany,
    });
    // A loss on a dedicated connection is caused by the target.
    if (trouble === undefined || (call.fresh && lost.started))
      return { ...before, wentDown: await this.recovery.wentDown(lost, inCompany) };
    // A request that never arrived is not counted.
    const arrived = trouble === 'unreached' || trouble === 'gone' ? 0 : 1;
    this.requests -= 1 - arrived;
    if (trouble === 'gone' || this.spent) return before;
    const attempt = await this.#repeated(lost, call, trouble);
    if (attempt === lost) return before;
    const explained = this.recovery.single || this.recovery.wasDownSince(first);
    const resent = (missed || arrived === 1) && !explained;
    const wentDown =
      attempt instanceof Attempt ? await this.recovery.wentDown(attempt, false) : undefined;
    return { attempt, tries: before.tries + arrived, resent, wentDown };
  }

  /** Repeats a lost request while no other is in flight, and waits for a target that is down. */
  #repeated(lost: Attempt, call: Call, trouble: Trouble): Promise<Attempt | NoResponse> {
    return this.alone(async () => {
      // Meanwhile another request may have shown that this is useless, or none beside it got a response.
      const isUseful = this.recovery.resendsLate && this.recovery.respondedSince(lost);
      if (trouble === 'late' && !isUseful) return lost;
      await this.#connections.renew();
      await this.pause(Math.max(SETTLE_MS, this.pacer.takeAlone()));
      for (let downSince: number | undefined; ; ) {
        const over = this.#over();
        if (over !== undefined) return over;
        const attempt = await this.#carry(call, true);
        if (attempt.started || attempt.error === undefined) {
          this.requests++;
          if (downSince !== undefined) this.recovery.isBack(downSince);
          else this.recovery.wasAlone(trouble, lost, attempt.error === undefined);
          return attempt;
        }
        const begins = downSince === undefined;
        downSince ??= performance.now();
        if (!this.recovery.waits(downSince, begins))
          return trouble === 'unreached' ? attempt : lost;
        await this.pause(TRY_EVERY_MS);
      }
    });
  }

  /** True if the request met a closing connection, and may be sent again over a new one. */
  #missed(attempt: Attempt, call: Call): boolean {
    if (!attempt.lostRace) return false;
    return isHangUp(attempt.error) && !this.spent && repeatable(call);
  }

  /** Sends one request in its turn. */
  #attempt(call: Call, fresh: boolean, again: boolean): Promise<Attempt | NoResponse> | NoResponse {
    const over = this.#over() ?? this.#overLimit();
    if (over !== undefined) return over;
    this.requests++;
    // A repeated request has already waited.
    const turn = this.pacer.turn(again);
    const { renewed } = this.#options;
    return turn === undefined && renewed === undefined && !this.recovery.single
      ? this.#carry(call, fresh, this.pacer.done)
      : this.#attemptLater(call, fresh, turn);
  }

  async #attemptLater(
    call: Call,
    fresh: boolean,
    turn: Promise<void> | undefined,
  ): Promise<Attempt | NoResponse> {
    for (let next = turn; ; next = this.pacer.turn(true)) {
      await next;
      const over = this.#over();
      if (over !== undefined) {
        this.requests--;
        return over;
      }
      const renewed = this.#options.renewed?.();
      if (renewed === undefined) break;
      this.headers.replace(await renewed);
      // Meanwhile a pause may have started.
      if (!this.pacer.paused) break;
      this.pacer.done();
    }
    if (this.recovery.single) {
      // The target has to notice the end of the last connection before the next one.
      if (fresh) await this.#connections.renew();
      if (!this.#connections.open && this.recovery.helps) await this.pause(SETTLE_MS);
    }
    return this.#carry(call, fresh, this.pacer.done);
  }

  get #limit(): Limit {
    return this.#options.limit?.() ?? UNLIMITED;
  }

  /** Why nothing more is sent. */
  #over(): NoResponse | undefined {
    const { signal, baseUrl: url, timeoutMs } = this.#options;
    return signal?.aborted
      ? silenceOf(INTERRUPTED, { url, timeoutMs, started: false })
      : this.stopped;
  }

  #overLimit(): NoResponse | undefined {
    if (!this.spent) return undefined;
    const { requests, option } = this.#limit;
    const message = `The limit of ${requests} requests is reached. ${option} raises it.`;
    return { kind: 'budget', message };
  }

  /** Sends a request now. Calls `done` when it is over. */
  #carry(call: Call, fresh: boolean, done?: () => void): Promise<Attempt> {
    const { route } = this;
    if (!route.mayPassOn) return this.#run(call, fresh, done);
    const sent = route.ready().then(() => this.#run(call, fresh, done));
    return sent.then((attempt) => route.check(attempt));
  }

  #run(call: Call, fresh: boolean, done?: () => void): Promise<Attempt> {
    const { maxBodyBytes = READ_BYTES } = this.#options;
    const timeoutMs = this.#options.timeoutMs + (call.waitsMs ?? 0);
    const headers = this.route.headersFor(this.headers.of(call));
    const path = this.route.before + this.#prefix + call.path;
    const attempt = new Attempt(call, path, headers, { timeoutMs, maxBodyBytes, fresh });
    return attempt.run(this.#connections.pool(fresh), done);
  }
}

/** True if sending a call twice has the same effect as sending it once. */
export function repeatable(call: Call): boolean {
  const { effect = 'read' } = call.operation;
  return effect === 'read' || leavesNothing(call);
}
