import { setTimeout as sleep } from 'node:timers/promises';
import { Attempt } from './attempt.js';
import { lines } from './lines.js';
import { Pacer } from './pacer.js';
import { redactor } from './redact.js';
import { INTERRUPTED, silenceOf } from './silence.js';
import { RETRIES, throttles, waitBefore } from './throttle.js';
import { VERSION } from './version.js';
const KEPT_BYTES = 2 ** 20;
const CONNECTIONS = 16;
/** Opens the way to a target. Nothing is sent before the first `send`. */
export function connect(options) {
    return new HttpClient(options);
}
class HttpClient {
    #options;
    #limits;
    #origin;
    #prefix;
    #headers;
    #redact;
    #pacer;
    #pool;
    #fresh;
    #sends = 0;
    #requests = 0;
    constructor(options) {
        const { baseUrl, timeoutMs, maxBodyBytes = KEPT_BYTES, ratePerSecond, signal } = options;
        this.#options = options;
        this.#limits = { timeoutMs, maxBodyBytes, fresh: false };
        this.#origin = baseUrl.origin;
        this.#prefix = baseUrl.pathname.replace(/\/+$/, '');
        this.#headers = {
            accept: '*/*',
            'user-agent': `assay/${VERSION}`,
            ...lowerCased(options.headers ?? {}),
        };
        this.#redact = redactor(options.secrets ?? []);
        this.#pacer = ratePerSecond === undefined ? undefined : new Pacer(ratePerSecond);
        this.#pool = lines(this.#origin, options.connections ?? CONNECTIONS, timeoutMs);
        signal?.addEventListener('abort', this.#interrupt, { once: true });
    }
    async send(call) {
        const send = this.#sends++;
        const refusal = this.#options.gate?.(call.operation);
        if (refusal !== undefined)
            return unsent(call, { kind: 'unsafe', message: refusal });
        for (let retry = 0;; retry++) {
            const attempt = await this.#try(call);
            if (!(attempt instanceof Attempt)) {
                return unsent(call, attempt);
            }
            const { answer } = attempt;
            if (answer === undefined || !throttles(answer))
                return this.#exchange(call, attempt);
            if (retry === RETRIES || this.#spent()) {
                return over(call, attempt, { silence: throttled(answer, retry, this.#options.baseUrl) });
            }
            await this.#pause(waitBefore(retry, answer, send));
        }
    }
    requests() {
        return this.#requests;
    }
    urlOf(call) {
        return this.#origin + this.#prefix + call.path;
    }
    headersOf(call) {
        return { ...this.#headers, ...lowerCased(call.headers) };
    }
    async close() {
        this.#options.signal?.removeEventListener('abort', this.#interrupt);
        await Promise.all([this.#pool, this.#fresh].map((pool) => pool?.destroyed || pool?.close()));
    }
    /** One request; a second one over a new connection when the first only met a closing one. */
    async #try(call) {
        const first = await this.#attempt(call, false);
        if (!(first instanceof Attempt) || first.error === undefined)
            return first;
        if (!first.lostRace || !isHangUp(first.error) || this.#spent())
            return first;
        return this.#attempt(call, true);
    }
    async #attempt(call, fresh) {
        if (this.#aborted())
            return this.#interrupted();
        if (this.#spent()) {
            const message = `The budget of ${this.#options.maxRequests} requests is used up. Raise --max-requests to send the rest.`;
            return { kind: 'budget', message };
        }
        this.#requests++;
        const turn = this.#pacer?.turn();
        if (turn !== undefined) {
            await turn;
            if (this.#aborted()) {
                this.#requests--;
                return this.#interrupted();
            }
        }
        const limits = fresh ? { ...this.#limits, fresh } : this.#limits;
        const attempt = new Attempt(call, this.#prefix + call.path, this.headersOf(call), limits);
        return attempt.run(fresh ? this.#freshPool() : this.#pool);
    }
    #exchange(call, attempt) {
        if (attempt.answer !== undefined)
            return over(call, attempt, { response: attempt.answer });
        const { kind, message } = silenceOf(attempt.error, {
            url: this.#options.baseUrl,
            timeoutMs: this.#options.timeoutMs,
            started: attempt.started,
        });
        return over(call, attempt, { silence: { kind, message: this.#redact(message) } });
    }
    /** Connections that are never used twice. */
    #freshPool() {
        this.#fresh ??= lines(this.#origin, CONNECTIONS, this.#limits.timeoutMs);
        return this.#fresh;
    }
    #spent() {
        return this.#requests >= (this.#options.maxRequests ?? Number.POSITIVE_INFINITY);
    }
    #aborted() {
        return this.#options.signal?.aborted === true;
    }
    #interrupted() {
        const { baseUrl, timeoutMs } = this.#options;
        return silenceOf(INTERRUPTED, { url: baseUrl, timeoutMs, started: false });
    }
    #interrupt = () => {
        this.#pacer?.release();
        for (const pool of [this.#pool, this.#fresh])
            pool?.destroy(INTERRUPTED);
    };
    async #pause(ms) {
        const { signal } = this.#options;
        await sleep(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
    }
}
function throttled(answer, retries, { host }) {
    const message = `${host} answered ${answer.status} to each of ${retries + 1} tries of this request. Lower --rate, or run again when the server has less to do.`;
    return { kind: 'throttled', message };
}
function isHangUp(error) {
    const { code } = error;
    return code === 'ECONNRESET' || code === 'EPIPE' || code === 'UND_ERR_SOCKET';
}
function over(request, { startedAt, durationMs }, outcome) {
    return { request, ...outcome, startedAt, durationMs };
}
function unsent(request, silence) {
    return { request, silence, startedAt: Date.now(), durationMs: 0 };
}
function lowerCased(headers) {
    const lower = {};
    for (const name in headers)
        lower[name.toLowerCase()] = headers[name] ?? '';
    return lower;
}
