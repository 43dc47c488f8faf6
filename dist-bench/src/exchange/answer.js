const UNREAD = Symbol('not parsed yet');
/** An answer as it came. Its body is parsed when somebody asks for it, at most once. */
export class ReceivedAnswer {
    status;
    headers;
    mediaType;
    text;
    bytes;
    truncated;
    #parsed = UNREAD;
    constructor(status, headers, text, bytes = Buffer.byteLength(text), truncated = false) {
        this.status = status;
        this.headers = headers;
        this.mediaType = mediaTypeOf(headers['content-type']);
        this.text = text;
        this.bytes = bytes;
        this.truncated = truncated;
    }
    get body() {
        if (this.#parsed === UNREAD) {
            try {
                this.#parsed = JSON.parse(this.text);
            }
            catch {
                this.#parsed = undefined;
            }
        }
        return this.#parsed;
    }
}
/** `application/json` of `Application/JSON; charset=utf-8`; empty without a Content-Type. */
export function mediaTypeOf(contentType) {
    if (contentType === undefined)
        return '';
    const end = contentType.indexOf(';');
    return (end === -1 ? contentType : contentType.slice(0, end)).trim().toLowerCase();
}
/** Decodes the chunks of a body as UTF-8. A character that a cut at `limit` bytes would split is left out. */
export function decode(chunks, limit) {
    const [only] = chunks;
    const all = chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
    return all.length <= limit ? all.toString('utf8') : all.toString('utf8', 0, boundary(all, limit));
}
/** The last start of a character at or before `at`, looking back at most the three bytes UTF-8 can need. */
function boundary(bytes, at) {
    for (let start = at; start > at - 4 && start > 0; start--) {
        if (((bytes[start] ?? 0) & 0xc0) !== 0x80)
            return start;
    }
    return at;
}
