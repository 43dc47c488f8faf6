/** An operation that left so many requests without an answer in time is not asked further. */
const TIMEOUTS_ENOUGH = 24;
/** After so many silences in a row it is asked whether the target answers anything at all. */
const SILENCES_IN_A_ROW = 8;
/** Each throttled request has been tried several times with growing pauses; so many in a row are enough. */
const THROTTLED_IN_A_ROW = 12;
export class Target {
    notes = [];
    #landmarks;
    #wire;
    #signal;
    #timeouts = new Map();
    #stopped;
    #silent = 0;
    #throttled = 0;
    #requests = 0;
    #lastAnswered;
    #search;
    constructor(wire, landmarks, signal) {
        this.#wire = wire;
        this.#landmarks = landmarks;
        this.#signal = signal;
    }
    /** Bound, so that it can be handed on as a function. */
    send = async (call) => {
        this.#requests++;
        const exchange = await this.#wire(call);
        this.#watch(exchange);
        if (this.#silent >= SILENCES_IN_A_ROW && !this.#stopped)
            await this.#lookForTarget(exchange);
        return exchange;
    };
    get requests() {
        return this.#requests;
    }
    get stopped() {
        return this.#signal?.aborted ? 'interrupted' : this.#stopped;
    }
    /** Nothing was answered from the very beginning. */
    giveUp() {
        this.#stopped ??= this.#throttled > 0 ? 'throttled' : 'unreachable';
    }
    worthAsking(operation) {
        return (this.#timeouts.get(operation) ?? 0) < TIMEOUTS_ENOUGH;
    }
    /** A request of the operation that should be answered, whatever it says, is answered. */
    async answers(operation) {
        const marks = this.#landmarks.find((l) => l.operation === operation);
        for (const call of [marks?.twin, marks?.stranger]) {
            if (call && (await this.send(call)).response)
                return true;
        }
        return false;
    }
    #watch(exchange) {
        const kind = exchange.silence?.kind;
        if (kind === undefined) {
            this.#silent = 0;
            this.#throttled = 0;
            this.#lastAnswered = exchange;
        }
        else if (kind === 'budget') {
            if (!this.#stopped)
                this.notes.push('the requests allowed were used up before the plan was done');
            this.#stopped ??= 'budget';
        }
        else if (kind === 'interrupted') {
            this.#stopped ??= 'interrupted';
        }
        else if (kind === 'throttled') {
            if (++this.#throttled < THROTTLED_IN_A_ROW || this.#stopped)
                return;
            this.#stopped = 'throttled';
            this.notes.push(`the run was ended: ${exchange.silence?.message}`);
        }
        else if (kind !== 'unsafe') {
            this.#silent++;
            if (kind === 'timeout')
                this.#countTimeout(exchange.request.operation);
        }
    }
    #countTimeout(operation) {
        const count = (this.#timeouts.get(operation) ?? 0) + 1;
        this.#timeouts.set(operation, count);
        if (count !== TIMEOUTS_ENOUGH)
            return;
        this.notes.push(`${operation.chapter}: ${count} requests got no answer in time; the others were not sent`);
    }
    /** Many silences in a row may be the target's way with these requests; others tell whether it is gone. */
    async #lookForTarget(silent) {
        this.#search ??= this.#anyLandmarkAnswered().then((answered) => {
            this.#search = undefined;
            if (answered)
                this.#silent = 0;
            else
                this.#gone(silent);
        });
        await this.#search;
    }
    async #anyLandmarkAnswered() {
        for (const { stranger, absent } of this.#landmarks) {
            for (const call of [stranger, absent]) {
                if ((await this.#wire(call)).response)
                    return true;
            }
        }
        return false;
    }
    #gone({ silence }) {
        if (this.#stopped)
            return;
        this.#stopped = 'unreachable';
        const last = this.#lastAnswered?.request;
        const after = last ? `; the last answered request was ${last.method} ${last.path}` : '';
        this.notes.push(`the target stopped answering: ${silence?.message}${after}`);
    }
}
