/** Short texts that several parts of the board use. */
import { dirname, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Html, html } from '../report/html/text.ts';
import type { BoardReport } from './types.ts';

/** The command that makes the page; it identifies its own pages. */
export const BOARD = 'assay board';

/** `2026-08-24` in UTC. */
export function day({ startedAt }: BoardReport): string {
  return new Date(startedAt).toISOString().slice(0, 10);
}

/** `2026-08-24 10:15 UTC` */
export function moment({ startedAt }: BoardReport): string {
  return `${new Date(startedAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** The day or the time of a report as a link to it. */
export function linkTo(out: string, report: BoardReport, text: string): Html {
  const time = new Date(report.startedAt).toISOString();
  return html`<a href="${linkFrom(out, report.page)}"><time datetime="${time}">${text}</time></a>`;
}

/** The address of a file in a link: relative, unless the file is on another drive. */
export function linkFrom(page: string, file: string): string {
  const path = relative(dirname(resolve(page)), resolve(file));
  if (path === resolve(path)) return pathToFileURL(path).href;
  return path.split(sep).map(encodeURIComponent).join('/');
}
