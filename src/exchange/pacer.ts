/** Timers are up to a millisecond late; starts may catch up by this much, so that the mean rate holds. */
const SLACK_MS = 2;

export interface Pace {
  /** Starts per second at most; without it, as many as there is room for. */
  readonly ratePerSecond?: number | undefined;
  /** Requests under way at most. */
  readonly atOnce: number;
}

/**
 * Decides when the requests of a client start: in order, `1 / ratePerSecond` apart, at most `atOnce` under
 * way, and none during a pause or while one has the target to itself.
 */
export class Pacer {
  readonly #intervalMs: number;
  /** Requests under way at most. */
  atOnce: number;
  /** When two requests were last under way, in milliseconds since the epoch. */
  company = 0;
  readonly #waiting: (() => void)[] = [];
  /** Those that wait until nothing is under way, and the one that has its turn. */
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
   * `undefined` when the caller may start at once; else resolves when it is the caller's turn. `first`: before
   * all others that wait. A caller that had its turn calls `done` when its request is over.
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

  /** One request less is under way. */
  done(): void {
    if (this.#underWay > 1) this.company = Date.now();
    this.#underWay--;
    this.#admit();
    if (this.#waiting.length > 0) this.#serve();
  }

  /** Resolves when nothing is under way, and holds all turns back until `together` is called. */
  alone(): Promise<void> {
    return new Promise((resolve) => {
      this.#solos.push(resolve);
      this.#admit();
    });
  }

  /** The one that was alone is done. */
  together(): void {
    this.#solo = false;
    this.#admit();
    this.#serve();
  }

  /** Milliseconds until one that is alone may send. It may do so once. */
  takeAlone(): number {
    const now = performance.now();
    const wait = Math.max(0, this.#waitMs(now));
    this.#next = Math.max(this.#next, now) + this.#intervalMs;
    return wait;
  }

  get paused(): boolean {
    return performance.now() < this.#pausedUntil;
  }

  /** Nothing starts for so long. Responses by how many milliseconds the pause became longer. */
  pause(ms: number): number {
    const now = performance.now();
    const before = Math.max(now, this.#pausedUntil);
    this.#pausedUntil = Math.max(before, now + ms);
    return this.#pausedUntil - before;
  }

  /** Resolves all turns; the callers check for themselves that the run is over. */
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

  /** A timer may fire a fraction of a millisecond early: the rate allows that, a pause does not. */
  #waitMs(now: number, earlyMs = 0): number {
    return Math.max(this.#next - earlyMs, this.#pausedUntil) - now;
  }

  /** Gives turns while it can, and sets the timer for the next one. */
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
