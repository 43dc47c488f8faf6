/** Timers are up to a millisecond late; starts may catch up by this much, so that the mean rate holds. */
const SLACK_MS = 2;
/** A token bucket that holds one token: starts are `1 / ratePerSecond` apart, in the order of the calls. */
export class Pacer {
    #intervalMs;
    #waiting = [];
    #next = 0;
    #timer;
    constructor(ratePerSecond) {
        this.#intervalMs = 1000 / ratePerSecond;
    }
    /** `undefined` when the caller may start at once; else resolves when it is the caller's turn. */
    turn() {
        const now = performance.now();
        if (this.#waiting.length === 0 && now >= this.#next) {
            this.#take(now);
            return undefined;
        }
        return new Promise((resolve) => {
            this.#waiting.push(resolve);
            if (this.#timer === undefined)
                this.#arm(now);
        });
    }
    /** Lets everybody go; the callers see for themselves that the run is over. */
    release() {
        clearTimeout(this.#timer);
        this.#timer = undefined;
        for (const go of this.#waiting.splice(0))
            go();
    }
    #take(now) {
        const slack = Math.min(SLACK_MS, this.#intervalMs / 4);
        this.#next = Math.max(this.#next, now - slack) + this.#intervalMs;
    }
    #arm(now) {
        this.#timer = setTimeout(() => {
            this.#timer = undefined;
            const then = performance.now();
            // A timer may fire a fraction of a millisecond early.
            if (then >= this.#next - 1) {
                this.#take(then);
                this.#waiting.shift()?.();
            }
            if (this.#waiting.length > 0)
                this.#arm(then);
        }, Math.max(0, this.#next - now));
    }
}
