import { decode, ReceivedAnswer } from './answer.js';
import { TIMED_OUT } from './silence.js';
/**
 * One try to send one request. It is undici's options and undici's handler in one object, so that a
 * request costs one allocation here and no closures beside its promise.
 */
export class Attempt {
    path;
    method;
    headers;
    body;
    reset;
    /** Set by the pooled client that takes the request. */
    line;
    answer;
    error;
    startedAt = Date.now();
    durationMs = 0;
    /** True from the moment that a connection was there to send on. */
    started = false;
    #timeoutMs;
    #maxBodyBytes;
    #done;
    #begin = performance.now();
    #deadline;
    #socket;
    #reused = false;
    #readBefore = 0;
    #status = 0;
    #headers = {};
    #chunks = [];
    #bytes = 0;
    constructor(call, path, headers, limits) {
        this.path = path;
        this.method = call.method;
        this.headers = headers;
        this.body = call.body ?? null;
        this.reset = limits.fresh;
        this.#timeoutMs = limits.timeoutMs;
        this.#maxBodyBytes = limits.maxBodyBytes;
    }
    /** Sends the request and answers with this attempt, over. Never rejects. */
    run(dispatcher) {
        return new Promise((resolve) => {
            this.#done = resolve;
            dispatcher.dispatch(this, this);
        });
    }
    /** True when a connection that was used before went away before a byte of this answer. */
    get lostRace() {
        return this.#reused && this.#status === 0 && this.#socket?.bytesRead === this.#readBefore;
    }
    onRequestStart(controller) {
        this.started = true;
        this.startedAt = Date.now();
        this.#begin = performance.now();
        this.#deadline = setTimeout(expire, this.#timeoutMs, controller);
        const line = this.line;
        if (line === undefined)
            return;
        this.#reused = line.uses++ > 0;
        this.#socket = line.socket;
        this.#readBefore = line.socket?.bytesRead ?? 0;
    }
    onResponseStart(_, status, headers) {
        // 1xx answers announce the real one.
        if (status < 200)
            return;
        this.#status = status;
        this.#headers = joined(headers);
    }
    onResponseData(_, chunk) {
        if (this.#bytes <= this.#maxBodyBytes)
            this.#chunks.push(chunk);
        this.#bytes += chunk.length;
    }
    onResponseEnd() {
        const limit = this.#maxBodyBytes;
        this.answer = new ReceivedAnswer(this.#status, this.#headers, decode(this.#chunks, limit), this.#bytes, this.#bytes > limit);
        this.#settle();
    }
    onResponseError(_, error) {
        this.error = error;
        this.#settle();
    }
    #settle() {
        clearTimeout(this.#deadline);
        this.durationMs = performance.now() - this.#begin;
        this.#chunks = [];
        const done = this.#done;
        this.#done = undefined;
        done?.(this);
    }
}
function expire(controller) {
    controller.abort(TIMED_OUT);
}
/** undici's names are lower-case already; headers that came more than once are lists. */
function joined(headers) {
    for (const name in headers) {
        const value = headers[name];
        if (Array.isArray(value))
            headers[name] = value.join(', ');
    }
    return headers;
}
