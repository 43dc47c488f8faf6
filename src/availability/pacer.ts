/** Timers are up to a millisecond late. Starts may catch up by this much, so that the average rate is right. */
const SLACK_MS = 2;

export interface Pace {
  /** The most starts per second; by default only the connections limit them. */
  readonly ratePerSecond?: number | undefined;
  /** The most requests in flight. */
  readonly atOnce: number;
}

/**
 * Decides when the requests of a client start: in order, `1 / ratePerSecond` apart, at most `atOnce` in flight. None
 * starts during a pause, or while one caller has the target alone.
 */
export class Pacer {
  readonly #intervalMs: number;
  /** The most requests in flight. */
  atOnce: number;
  /** The time when two requests were last in flight, on the clock of `performance.now`. */
  company = 0;
  readonly #waiting: (() => void)[] = [];
  /** Callers that wait until no request is in flight, and whether one of them has its turn. */
  readonly #solos: (() => void)[] = [];
  #solo = false;
  #underWay = 0;
  #next = 0;
  #pausedUntil = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor({ ratePerSecond, atOnce }: Pace) {
    this.#intervalMs = ratePerSecond === undefined ? 0 : 1000 / ratePerSecond;
    this.atOnce = atOnce;
  }

  /**
   * `undefined` if the caller may start at once; otherwise resolves when it may. `first` goes before all waiting
   * callers. The caller calls `done` when its request is over.
   */
  turn(first = false): Promise<void> | undefined {
    const now = performance.now();
    if (this.#waiting.length === 0 && this.#hasRoom() && this.#waitMs(now) <= 0) {
      this.#take(now);
      return undefined;
    }
    return new Promise((resolve) => {
      if (first) this.#waiting.unshift(resolve);
      else this.#waiting.push(resolve);
      this.#serve();
    });
  }

  /** One request fewer is in flight. An arrow function, so that it can be passed on. */
  readonly done = (): void => {
    if (this.#underWay > 1) this.company = performance.now();
    this.#underWay--;
    this.#admit();
    if (this.#waiting.length > 0) this.#serve();
  };

  /** Resolves when no request is in flight; other requests then wait until `together` is called. */
  alone(): Promise<void> {
    return new Promise((resolve) => {
      this.#solos.push(resolve);
      this.#admit();
    });
  }

  /** Lets other requests start again after `alone`. */
  together(): void {
    this.#solo = false;
    this.#admit();
    this.#serve();
  }

  /** Milliseconds until the caller of `alone` may send one request. */
  takeAlone(): number {
    const now = performance.now();
    const wait = Math.max(0, this.#waitMs(now));
    this.#next = Math.max(this.#next, now) + this.#intervalMs;
    return wait;
  }

  get paused(): boolean {
    return performance.now() < this.#pausedUntil;
  }

  /** Starts nothing for this time. Returns the milliseconds by which the pause became longer. */
  pause(ms: number): number {
    const now = performance.now();
    const before = Math.max(now, this.#pausedUntil);
    this.#pausedUntil = Math.max(before, now + ms);
    return this.#pausedUntil - before;
  }

  /** Resolves all waiting promises; the callers then check whether the run is over. */
  release(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const go of [...this.#waiting.splice(0), ...this.#solos.splice(0)]) go();
  }

  #hasRoom(): boolean {
    return this.#underWay < this.atOnce && !this.#solo && this.#solos.length === 0;
  }

  #admit(): void {
    if (this.#solo || this.#underWay > 0) return;
    const next = this.#solos.shift();
    this.#solo = next !== undefined;
    next?.();
  }

  #take(now: number): void {
    const slack = Math.min(SLACK_MS, this.#intervalMs / 4);
    this.#next = Math.max(this.#next, now - slack) + this.#intervalMs;
    this.#underWay++;
  }

  /** A timer may fire a fraction of a millisecond early: the rate tolerates that, a pause does not. */
  #waitMs(now: number, earlyMs = 0): number {
    return Math.max(this.#next - earlyMs, this.#pausedUntil) - now;
  }

  /** Starts waiting callers as far as the pace allows, and sets the timer for the next one. */
  #serve(early = 0): void {
    if (this.#timer !== undefined) return;
    while (this.#waiting.length > 0 && this.#hasRoom()) {
      const now = performance.now();
      if (this.#waitMs(now, early) > 0) {
        this.#arm(Math.max(1, Math.ceil(this.#waitMs(now))));
        return;
      }
      this.#take(now);
      this.#waiting.shift()?.();
    }
  }

  #arm(ms: number): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#serve(1);
    }, ms);
  }
}
