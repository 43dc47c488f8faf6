/** The common frame of all pages: one file that loads nothing and runs only its own script. */
import { sourceHash } from '../page-assets.ts';
import { type Html, html, trusted } from './text.ts';

export interface Shell {
  readonly title: string;
  /** The command that made the page: only pages with the same mark are replaced. */
  readonly generator?: string;
  /** The class of `body`. */
  readonly kind?: string;
  readonly style: string;
  readonly script?: string;
  readonly body: Html;
}

/** The content security policy allows only its own style and script, by hash, so that no foreign text can run. */
export function pageWith({ title, generator, kind, style, script, body }: Shell): string {
  const scripts = script === undefined ? '' : ` script-src ${sourceHash(script)};`;
  const policy = `default-src 'none'; style-src ${sourceHash(style)};${scripts} base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${generator !== undefined && trusted(generatorMark(generator))}
<meta http-equiv="Content-Security-Policy" content="${trusted(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${trusted(style)}</style>
</head>
<body${kind !== undefined && html` class="${kind}"`}>
${body}
${script !== undefined && html`<script>${trusted(script)}</script>\n`}</body>
</html>
`.toString();
}

/** The mark near the start of a page. */
export function generatorMark(command: string): string {
  return `<meta name="generator" content="${command}">`;
}
