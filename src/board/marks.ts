/** Verdicts and signatures as marks with a shape and a word, so that no reader depends on colour. */

import { dirname, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Html, html } from '../report/html/text.ts';
import { type Mark, RESULTS } from '../report/status.ts';
import type { Verdict } from './standing.ts';
import type { BoardReport, Signature } from './types.ts';

const SHIELD = 'M8 .8 14.4 3v4.8c0 3.6-2.6 6.2-6.4 7.5-3.8-1.3-6.4-3.9-6.4-7.5V3z';
/** The shapes of signatures. */
export const SHIELDS = {
  verified: `<path d="${SHIELD}"/><path class="cut" d="M5 7.9l2.1 2.2 3.9-4.2"/>`,
  broken: `<path d="${SHIELD}"/><path class="cut" d="M5.6 5.4l4.8 4.8M10.4 5.4l-4.8 4.8"/>`,
  signed: `<path class="line" d="${SHIELD}"/><path class="line" d="M8 4.6v3.6M8 10.6v.5"/>`,
  unsigned: `<path class="line" d="${SHIELD}" stroke-dasharray="2.4 2.2"/>`,
};

const VERDICTS: Readonly<
  Record<Verdict, { readonly words: string; readonly mark: Mark; readonly shape?: string }>
> = {
  ...RESULTS,
  untrusted: { words: 'changed after signing', mark: 'failed', shape: 's-broken' },
  future: { words: 'dated in the future', mark: 'warning' },
  unverified: { words: 'not verified', mark: 'untested', shape: 's-unsigned' },
};

export function verdictWords(verdict: Verdict): string {
  return VERDICTS[verdict].words;
}

/** The mark of a verdict, for a place with its words beside it. */
export function verdictMark(verdict: Verdict): Html {
  return shape(verdictShape(verdict), VERDICTS[verdict].mark);
}

/** The shape of a verdict inside a drawing: the id of its symbol. */
export function verdictShape(verdict: Verdict): string {
  const { mark, shape: own = `i-${mark}` } = VERDICTS[verdict];
  return own;
}

export function signatureMark({ signature }: BoardReport): Html {
  const [shield, mark] = SIGNATURES[signature.state];
  return html`${shape(`s-${shield}`, mark)} ${signatureWords(signature)}`;
}

/** Each state of a signature: its shape and its mark, and its words for a number of reports. */
export const SIGNATURES: Readonly<
  Record<Signature['state'], readonly [keyof typeof SHIELDS, Mark, string]>
> = {
  verified: ['verified', 'passed', 'verified'],
  failed: ['broken', 'failed', 'changed after signing'],
  'other-key': ['signed', 'warning', 'signed with another key'],
  signed: ['signed', 'untested', 'signed, but no key was given to verify it'],
  none: ['unsigned', 'untested', 'not signed'],
};

function signatureWords(signature: Signature): string {
  if ('key' in signature) return `verified: ${signature.key}`;
  if (!('keyId' in signature)) return SIGNATURES[signature.state][2];
  const other = signature.state === 'other-key' ? 'other key' : 'key';
  return `not verified: ${other} ${shortly(signature.keyId)}`;
}

/** The start of a key id, which is enough for a reader to distinguish keys. */
export function shortly(keyId: string): string {
  return keyId.slice(0, 12);
}

/** A symbol of the page in the colour of a mark. */
export function shape(symbol: string, mark: Mark): Html {
  return html`<span class="mark ${mark}"><svg class="icon" aria-hidden="true"><use href="#${symbol}"/></svg></span>`;
}

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
