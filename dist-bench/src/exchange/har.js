import { STATUS_CODES } from 'node:http';
import { mediaTypeOf } from './answer.js';
import { redactHeaders } from './redact.js';
/**
 * The exchanges as HTTP Archive 1.2; an entry's index is the exchange's. Custom members start with `_`:
 * `_operation`, `_probe`, `_requirements`, `_silence`, and `_truncated` for a body that was cut.
 */
export function toHar(exchanges, options) {
    const entries = exchanges.map((exchange, index) => entry(exchange, index, options));
    return { log: { version: '1.2', creator: options.creator, entries } };
}
function entry(exchange, index, options) {
    const { request: call, response, silence } = exchange;
    const { probe, requirements } = options.about?.(exchange, index) ?? {};
    return {
        startedDateTime: new Date(exchange.startedAt).toISOString(),
        time: exchange.durationMs,
        request: requestOf(call, options),
        response: response === undefined ? NO_RESPONSE : responseOf(response, options),
        cache: {},
        timings: { send: 0, wait: exchange.durationMs, receive: 0 },
        _operation: call.operation.key,
        ...(probe === undefined ? {} : { _probe: probe }),
        ...(requirements === undefined ? {} : { _requirements: requirements }),
        ...(silence === undefined
            ? {}
            : { _silence: { kind: silence.kind, message: options.redact(silence.message) } }),
    };
}
function requestOf(call, options) {
    const url = options.redact(options.urlOf(call));
    const headers = (options.headersOf ?? ((c) => c.headers))(call);
    const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type');
    return {
        method: call.method,
        url,
        httpVersion: 'HTTP/1.1',
        cookies: [],
        headers: pairs(headers, options),
        queryString: queryOf(url),
        ...(call.body === undefined
            ? {}
            : { postData: { mimeType: type?.[1] ?? '', text: options.redact(call.body) } }),
        headersSize: -1,
        bodySize: Buffer.byteLength(call.body ?? ''),
    };
}
function responseOf(answer, options) {
    const type = answer.headers['content-type'];
    return {
        status: answer.status,
        statusText: STATUS_CODES[answer.status] ?? '',
        httpVersion: 'HTTP/1.1',
        cookies: [],
        headers: pairs(answer.headers, options),
        content: {
            size: answer.bytes,
            mimeType: type ?? mediaTypeOf(type),
            text: options.redact(answer.text),
        },
        redirectURL: options.redact(answer.headers['location'] ?? ''),
        headersSize: -1,
        bodySize: answer.bytes,
        ...(answer.truncated ? { _truncated: true } : {}),
    };
}
/** HAR has no word for "no answer": readers know status 0. */
const NO_RESPONSE = {
    status: 0,
    statusText: '',
    httpVersion: '',
    cookies: [],
    headers: [],
    content: { size: 0, mimeType: '' },
    redirectURL: '',
    headersSize: -1,
    bodySize: -1,
};
function pairs(headers, { redact, operatorHeaders }) {
    const shown = redactHeaders(headers, redact, operatorHeaders);
    return Object.entries(shown).map(([name, value]) => ({ name, value }));
}
function queryOf(url) {
    const start = url.indexOf('?');
    if (start === -1)
        return [];
    return [...new URLSearchParams(url.slice(start))].map(([name, value]) => ({ name, value }));
}
