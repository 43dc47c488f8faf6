/** What the reference registry sends back, and why it refuses. */
/** A request that gets no 200. Steps hand it on as a value, it is never thrown. */
export class Refusal {
    status;
    why;
    error;
    constructor(status, why, error) {
        this.status = status;
        this.why = why;
        this.error = error;
    }
}
/** The refusal of a server that fell over. */
export function crash() {
    return new Refusal(500, 'crash', 'Something went wrong inside the registry.');
}
const CORS = { 'access-control-allow-origin': '*' };
/** An answer with that text and media type. */
export function textReply(status, body, mediaType = 'text/plain') {
    return { status, headers: { 'content-type': mediaType, ...CORS }, body };
}
/** An answer with that value as JSON. */
export function jsonReply(status, value) {
    return textReply(status, JSON.stringify(value), 'application/json');
}
/** The same answer with one more or another header. */
export function withHeader(reply, name, value) {
    return { ...reply, headers: { ...reply.headers, [name]: value } };
}
/** The answer to a CORS preflight. */
export function preflightReply() {
    return {
        status: 204,
        headers: {
            ...CORS,
            'access-control-allow-methods': 'POST, OPTIONS',
            'access-control-allow-headers': 'content-type, authorization',
            'access-control-max-age': '600',
        },
        body: '',
    };
}
