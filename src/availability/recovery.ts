/**
 * Handles a target that refuses or drops connections: waits for one that restarts, and sends one request at a time to
 * one that accepts few connections.
 */
import type { Down } from '../model/index.ts';

/** The longest wait for a target that has not responded yet: the URL may be wrong. */
const FIRST_WAIT_MS = 2000;
/** The longest wait for a target that has responded before: once, and in total. */
const LONGEST_WAIT_MS = 10_000;
const LONGEST_WAITS_MS = 3 * 60_000;
/** This many requests that got a response only alone show that the target accepts few connections. */
const SIGNS_ENOUGH = 2;
/** After this many requests without a response, even alone, requests are no longer sent alone. */
const VAIN_ENOUGH = 5;
/** The least share of lost first requests on new connections; random losses are rarer. */
const LOST_SHARE = 0.5;
/** The most retries of a request that was alone in flight when the target stopped: it may be the cause. */
const RESENT_AFTER = 3;

/** Why an attempt failed. `gone`: the target is not reached, and waiting does not help. */
export type Trouble = 'unreached' | 'gone' | 'late' | 'cut';

/** The code of an error: a proxy on the way does not reach the target. */
export const PROXY_AWAY = 'ASSAY_PROXY_AWAY';

/** One try to send a request that got no response. */
interface Lost {
  readonly error: unknown;
  /** True from the moment that a connection was there to send on. */
  readonly started: boolean;
  /** True for the first request on its connection, if no byte came back. */
  readonly cameToNothing: boolean;
  /** The time of sending, on the clock of `performance.now`. */
  readonly begin: number;
}

/** The way to the target. */
interface Way {
  /** The forward proxy on it, as it is shown. */
  readonly shownProxy: string | undefined;
  /** True if the proxy reads each request and passes it on. */
  readonly passesOn: boolean;
  /** True if nothing takes connections at the target's port now. */
  refuses(): Promise<boolean>;
}

interface RecoveryOptions {
  readonly baseUrl: URL;
  readonly onNotice?: ((text: string) => void) | undefined;
  readonly awaitsStart?: boolean;
}

export class Recovery {
  readonly #url: URL;
  readonly #notice: (text: string) => void;
  readonly #way: Way;
  /** True if requests are sent one at a time. */
  single = false;
  #signs = 0;
  #vain = 0;
  /** New connections without a byte for their first request, and those with a response to it. */
  #lost = 0;
  #served = 0;
  #backAt = 0;
  readonly #refusesAfter = new WeakMap<Lost, Promise<boolean>>();
  hasResponded = false;
  /** The time of the last response, on the clock of `performance.now`: a request may follow within a millisecond. */
  #respondedAt = 0;
  #outages = 0;
  #waitedMs = 0;
  #gaveUp = false;
  /** True if requests without a response in time are sent again alone: they may get one then. */
  resendsLate = true;

  constructor({ baseUrl, onNotice, awaitsStart = true }: RecoveryOptions, way: Way) {
    this.#url = baseUrl;
    this.#way = way;
    this.#notice = onNotice ?? (() => undefined);
    this.#gaveUp = !awaitsStart;
  }

  /** Counts a response. */
  responded(): void {
    this.hasResponded = true;
    this.#respondedAt = performance.now();
    this.#gaveUp = false;
  }

  /** Counts the first request of a connection, as lost or as served. */
  opened(lost: boolean): void {
    if (lost) this.#lost++;
    else this.#served++;
  }

  /**
   * The kind of failure; `undefined` if sending the request again would show nothing. `others`: other connections are
   * open. `inCompany`: other requests were in flight, and one of them may be the cause.
   */
  async troubleOf(
    lost: Lost,
    { repeatable, others, inCompany }: Record<'repeatable' | 'others' | 'inCompany', boolean>,
  ): Promise<Trouble | undefined> {
    const code = codeOf(lost.error);
    const hungUp = isHangUp(lost.error);
    if (!lost.started) {
      if (!hungUp && !UNREACHED.has(code)) return undefined;
      return this.#gaveUp ? 'gone' : 'unreached';
    }
    if (!repeatable) return undefined;
    const mayBeCrowded = lost.cameToNothing && (others || this.single);
    if (code === 'ASSAY_TIMED_OUT')
      return mayBeCrowded && this.hasResponded && this.resendsLate ? 'late' : undefined;
    if (!hungUp) return undefined;
    // Another request may be the cause: only alone does this one show whether it is lost.
    if (inCompany && lost.cameToNothing) return 'cut';
    if (!inCompany && this.#outages >= RESENT_AFTER) return undefined;
    return (mayBeCrowded && this.helps) || (await this.#isDownAfter(lost)) ? 'cut' : undefined;
  }

  /** True if the client waits on for a target that accepted no connection since this time. */
  waits(sinceMs: number, begins: boolean): boolean {
    if (this.#gaveUp) return false;
    const waited = performance.now() - sinceMs;
    const longest = this.hasResponded ? LONGEST_WAIT_MS : FIRST_WAIT_MS;
    this.#gaveUp = waited > longest || this.#waitedMs + waited > LONGEST_WAITS_MS;
    if (begins && !this.#gaveUp) {
      const most = `${longest / 1000} s`;
      const { shownProxy: proxy } = this.#way;
      const problem =
        proxy === undefined
          ? `${this.#url.host} does not accept connections`
          : `The proxy ${proxy} does not open a connection to ${this.#url.host}`;
      this.#notice(`${problem}; waiting up to ${most} for it.`);
    }
    return !this.#gaveUp;
  }

  /** Notes that the target accepts connections again. */
  isBack(sinceMs: number): void {
    this.#backAt = performance.now();
    this.#waitedMs += performance.now() - sinceMs;
    this.#outages++;
  }

  /** True if the target responded to another request after this one had started. */
  respondedSince({ begin }: Lost): boolean {
    return this.#respondedAt > begin;
  }

  /** True if the target was down after the request had started, which explains the loss. */
  wasDownSince({ begin }: Lost): boolean {
    return begin <= this.#backAt;
  }

  /** Notes the result of a failed request that was sent again alone. */
  wasAlone(trouble: Trouble, lost: Lost, responded: boolean): void {
    // Such a retry takes the whole timeout.
    if (!responded && trouble === 'late') this.resendsLate = false;
    if (this.wasDownSince(lost)) return;
    if (responded) this.#signs++;
    else this.#vain++;
    if (this.#signs < SIGNS_ENOUGH || this.#vain > 0 || this.single) return;
    if (this.#lost < this.#served * LOST_SHARE) return;
    this.single = true;
    this.#notice(
      `${this.#url.host} accepts few connections; from now on, requests are sent one at a time.`,
    );
  }

  /** False after requests were also lost alone. */
  get helps(): boolean {
    return this.#vain < VAIN_ENOUGH;
  }

  /** Notes for the report. */
  notes(): readonly string[] {
    const times = this.#outages === 1 ? 'once' : `${this.#outages} times`;
    const seconds = (this.#waitedMs / 1000).toFixed(1);
    const who = this.#way.shownProxy === undefined ? 'the target' : 'the target, or the proxy,';
    return [
      ...(this.#outages > 0
        ? [
            `${who} did not accept connections ${times}, ${seconds} s in all, and recovered: the run waited and repeated the requests that had not arrived`,
          ]
        : []),
      ...(this.single
        ? [
            'the target refused, dropped or ignored connections while others were open, so the run sent one request at a time (--concurrency 1 does this from the start)',
          ]
        : []),
    ];
  }

  /**
   * What went down at this request. If the port stays open and nothing came back, it was a worker behind it, as it may
   * be if other requests were in flight: one of them may be the cause.
   */
  async wentDown(lost: Lost, inCompany: boolean): Promise<Down | undefined> {
    // A proxy that passes requests on ends its own connections.
    if (!this.hasResponded || !isHangUp(lost.error) || this.#way.passesOn) return undefined;
    if (!inCompany && (await this.#isDownAfter(lost))) return 'target';
    return lost.cameToNothing ? 'worker' : undefined;
  }

  /** True if the target closed the connection of this request and took no other then: it is asked once. */
  async #isDownAfter(lost: Lost): Promise<boolean> {
    if (!lost.started || !this.hasResponded || !isHangUp(lost.error)) return false;
    const refuses = this.#refusesAfter.get(lost) ?? this.#way.refuses();
    this.#refusesAfter.set(lost, refuses);
    return refuses;
  }
}

const UNREACHED: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH'],
  PROXY_AWAY,
]);

/** True if the target closed the connection. */
export function isHangUp(error: unknown): boolean {
  return ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException | undefined)?.code ?? '');
}
