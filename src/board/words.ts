/** Small pieces of text that several parts of the board have. */
import { type Html, html } from '../report/html/text.ts';
import { linkFrom } from './file.ts';
import type { BoardReport } from './types.ts';

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
