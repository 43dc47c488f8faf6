/** The style sheet and the script of the report page. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

let assets: { readonly style: string; readonly script: string } | undefined;

/** Read for the first page. */
export function pageAssets(): NonNullable<typeof assets> {
  assets ??= { style: asset('report/html/page.css'), script: asset('report/html/browser.js') };
  return assets;
}

/** The text of a file in `src`. The bundle is as deep in the folders as this file, so that both find it. */
export function asset(path: string): string {
  return readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
}

/** The source for the content security policy that allows exactly this style sheet or script. */
export function sourceHash(source: string): string {
  return `'sha256-${createHash('sha256').update(source).digest('base64')}'`;
}
