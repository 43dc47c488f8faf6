/** Sends the landmarks of one operation. */
export async function sight(landmarks, send) {
    const twin = landmarks.twin ? await send(landmarks.twin) : undefined;
    const stranger = await send(landmarks.stranger);
    const absent = await send(landmarks.absent);
    const presence = presenceOf(twin, stranger, absent);
    return { landmarks, presence, stranger, absent, ...(twin ? { twin } : {}) };
}
function presenceOf(twin, stranger, absent) {
    if (accepted(twin) && !alike(twin, absent))
        return 'served';
    if (stranger.response === undefined || absent.response === undefined)
        return 'unknown';
    if (needsCredential(stranger.response))
        return 'unknown';
    return alike(stranger, absent) ? 'absent' : 'served';
}
function needsCredential({ status }) {
    return status === 401 || status === 403;
}
export function accepted(exchange) {
    return exchange?.response?.status === 200;
}
/**
 * True when two answers cannot be told apart once what each echoes of its own request is masked:
 * the path, its segments, numbers and identifiers.
 */
export function alike(a, b) {
    if (!a?.response || !b.response)
        return false;
    const same = a.response.status === b.response.status && a.response.mediaType === b.response.mediaType;
    return same && masked(a.request, a.response) === masked(b.request, b.response);
}
function masked(request, response) {
    const segments = request.path.split('/').filter((s) => s.length > 3);
    const texts = [request.path, ...segments.sort((a, b) => b.length - a.length)];
    const told = texts.reduce((text, t) => text.replaceAll(t, '·'), response.text);
    return told.replace(/[0-9a-f]*\d[0-9a-f]*/gi, '·').replace(/[·/]+/g, '·');
}
/** Answers what is known of twins: a refusal counts only while every twin of its probe is accepted. */
export class Twins {
    #accepted = new Map();
    #fixtures;
    #byProbe = new Map();
    constructor(fixtures) {
        this.#fixtures = fixtures;
    }
    note(call, wasAccepted) {
        this.#accepted.set(key(call), wasAccepted);
    }
    accepted(probe) {
        const twin = this.#twinOf(probe);
        return twin !== undefined && this.#accepted.get(twin) === true;
    }
    is(probe, call) {
        return this.#twinOf(probe) === key(call);
    }
    #twinOf(probe) {
        if (!this.#byProbe.has(probe)) {
            const twin = probe.twin?.(this.#fixtures);
            this.#byProbe.set(probe, twin && key(twin));
        }
        return this.#byProbe.get(probe);
    }
}
function key(call) {
    return `${call.method} ${call.path} ${call.body ?? ''}`;
}
