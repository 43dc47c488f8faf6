import { createHash } from 'node:crypto';
import { headline } from './digest.js';
import { failed } from './html-failures.js';
import { filters } from './html-filters.js';
import { notJudged } from './html-gaps.js';
import { sprite } from './html-icons.js';
import { matrix } from './html-matrix.js';
import { about, overview } from './html-overview.js';
import { passed } from './html-passed.js';
import { SCRIPT } from './html-script.js';
import { STYLE } from './html-style.js';
import { html, trusted } from './html-text.js';
/**
 * The report as one self-contained page: it loads nothing, works from disk, and reads the same without
 * script. Its content policy allows only its own style and script, by their hashes, so that nothing a
 * target sent can run even if it were not escaped.
 */
export function toHtml(report) {
    const policy = `default-src 'none'; style-src ${hash(STYLE)}; script-src ${hash(SCRIPT)}; base-uri 'none'; form-action 'none'`;
    const page = html `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trusted(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${headline(report)}: ${report.target.url}</title>
<style>${trusted(STYLE)}</style>
</head>
<body>
<a class="skip" href="#details">Skip to the verdicts</a>
${sprite()}
${overview(report)}
<main id="details">
${filters(report)}
${failed(report)}
${matrix(report)}
${notJudged(report)}
${passed(report)}
${about(report)}
</main>
<footer><p>${report.kit.name} ${report.kit.version} · report format ${report.schemaVersion}</p></footer>
<script>${trusted(SCRIPT)}</script>
</body>
</html>
`;
    return page.toString();
}
function hash(text) {
    return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
