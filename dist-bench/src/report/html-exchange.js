import { html, lines } from './html-text.js';
import { cut } from './text.js';
const CURL = 32_768;
const PRETTY = 65_536;
/** A curl line to copy, and the request and response behind it. */
export function exchange(example, id) {
    const { request, response } = example;
    const answer = response
        ? html `<h4>Response</h4>${message(`HTTP ${response.status}`, response.headers, response.body)}`
        : html `<h4>Response</h4><p class="muted">No answer came.</p>`;
    return html `${curl(example.curl, id)}
<div class="exchange"><div><h4>Request</h4>${message(`${request.method} ${request.url}`, request.headers, request.body)}</div>
<div>${answer}</div></div>
<p class="muted">Seed ${example.seed}, case <code>${cut(example.path, 200)}</code></p>
`;
}
function curl(text, id) {
    if (text.length > CURL)
        return html `<p class="muted">The curl line is long: see report.json.</p>`;
    return html `<div class="copy"><pre tabindex="0" aria-label="curl line"><code id="${id}">${lines(text, CURL)}</code></pre>
<button type="button" data-copy="${id}" aria-live="polite" hidden>Copy</button></div>`;
}
function message(first, headers, body = '') {
    const top = [first, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
    const content = body === '' ? html `<i>no body</i>` : lines(pretty(body));
    return html `<pre tabindex="0" class="message"><code>${lines(top.join('\n'))}\n\n${content}</code></pre>`;
}
/** JSON with line breaks, if that changes nothing but white space; any other text as it is. */
export function pretty(text) {
    if (text.length > PRETTY)
        return text;
    try {
        const value = JSON.parse(text);
        const bare = text.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');
        return JSON.stringify(value) === bare ? JSON.stringify(value, null, 2) : text;
    }
    catch {
        return text;
    }
}
