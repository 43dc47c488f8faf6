import * as fc from 'fast-check';
/** Choices are drawn from short lists read in a circle; an empty list always says 0, the plain way. */
const DICE = fc.array(fc.nat(255), { maxLength: 12 });
const BLANKS = ['', ' ', '\n', '\t', '  ', '\r\n'];
/**
 * The same JSON value as other texts: members in another order at every depth, blanks between tokens,
 * characters of strings written as \u escapes. Shrinks to the text of JSON.stringify.
 */
export function rewritten(value) {
    return fc.tuple(DICE, DICE, DICE).map(([order, blanks, escapes]) => {
        const writer = new Writer(circle(order), circle(blanks), circle(escapes));
        return writer.document(value);
    });
}
class Writer {
    #order;
    #blanks;
    #escapes;
    constructor(order, blanks, escapes) {
        this.#order = order;
        this.#blanks = blanks;
        this.#escapes = escapes;
    }
    document(value) {
        return this.#blank() + this.#value(value) + this.#blank();
    }
    #value(value) {
        if (typeof value === 'string')
            return this.#string(value);
        if (typeof value !== 'object' || value === null)
            return JSON.stringify(value) ?? 'null';
        if (Array.isArray(value)) {
            return `[${this.#blank()}${value.map((item) => this.document(item)).join(',')}]`;
        }
        // Members stay pairs all the way, so `__proto__` is a name like any other.
        const members = Object.entries(value).filter(([, each]) => each !== undefined);
        const written = this.#shuffled(members).map(([name, each]) => `${this.#blank()}${this.#string(name)}${this.#blank()}:${this.document(each)}`);
        return `{${this.#blank()}${written.join(',')}}`;
    }
    #blank() {
        return BLANKS[this.#blanks() % BLANKS.length] ?? '';
    }
    /** JSON.stringify writes a lone surrogate as an escape; pairs and all else stand as they are. */
    #string(text) {
        const plain = JSON.stringify(text);
        return plain.replaceAll(/\\(?:u[0-9a-f]{4}|.)|[^"\\]/gu, (unit) => unit.startsWith('\\') || this.#escapes() % 4 === 0 ? unit : escaped(unit));
    }
    #shuffled(items) {
        const out = [];
        for (const item of items)
            out.splice(out.length - (this.#order() % (out.length + 1)), 0, item);
        return out;
    }
}
/** Both halves of a pair or none: half a pair is no text. */
function escaped(character) {
    const units = character.split('');
    return units.map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
}
function circle(numbers) {
    let next = 0;
    return () => numbers[next++ % Math.max(1, numbers.length)] ?? 0;
}
