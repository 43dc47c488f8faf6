import escapeHtml from 'escape-html';
import { head, visible } from './text.js';
/** Markup that is already safe. Made by `html` and `trusted` only. */
export class Html {
    #markup;
    constructor(markup) {
        this.#markup = markup;
    }
    toString() {
        return this.#markup;
    }
}
/** A template whose every value is escaped, unless it is markup made the same way; lists are joined. */
export function html(strings, ...values) {
    return new Html(strings.map((text, i) => text + (i < values.length ? safe(values[i]) : '')).join(''));
}
/** Markup written in this folder, taken as it is. Never for text from a target. */
export function trusted(markup) {
    return new Html(markup);
}
/** Text that keeps its lines, for a `pre` element, cut at `max` with a word on what is missing. */
export function lines(text, max = 4096) {
    const rest = text.length - max;
    const more = rest > 0 ? html `<i>\n… ${rest.toLocaleString('en')} more characters</i>` : undefined;
    return html `${trusted(escapeHtml(visible(head(text, max), '\n\t')))}${more}`;
}
function safe(value) {
    if (value === undefined || value === false)
        return '';
    if (value instanceof Html)
        return value.toString();
    if (typeof value === 'object')
        return value.map(safe).join('');
    return escapeHtml(visible(String(value)));
}
