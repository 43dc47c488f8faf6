/**
 * Removes the escapes of JSON, JSON Pointers, URLs and HTML from texts, so that escaped secrets can be found. The zero
 * bytes that UTF-16 and UTF-32 put between the characters of ASCII count as escapes too.
 */
import type { Piece } from './needles.ts';

/** The names that HTML has for characters of ASCII; browsers read the first ones without a semicolon too. */
const BARE: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };
const NAMED: Readonly<Record<string, string>> = {
  ...BARE,
  ...{ excl: '!', num: '#', dollar: '$', percnt: '%', apos: "'", lpar: '(', rpar: ')' },
  ...{ ast: '*', plus: '+', comma: ',', period: '.', sol: '/', colon: ':', semi: ';' },
  ...{ equals: '=', quest: '?', commat: '@' },
  ...{ lsqb: '[', lbrack: '[', bsol: '\\', rsqb: ']', rbrack: ']', hat: '^', lowbar: '_' },
  ...{ grave: '`', lcub: '{', lbrace: '{', verbar: '|', vert: '|', rcub: '}', rbrace: '}' },
};

/** Consecutive backslashes, as in JSON inside JSON, belong to the same escape. */
const ESCAPES = new RegExp(
  [
    String.raw`\\{1,8}(?:u[\da-f]{4}|u\{[\da-f]{1,6}\}|x[\da-f]{2}|["'/])`,
    String.raw`%[\da-f]{2}`,
    '~[01]',
    String.raw`&(?:#\d+|#x[\da-f]+|${Object.keys(BARE).join('|')});?`,
    `&(?:${Object.keys(NAMED).join('|')});`,
    String.raw`\0+`,
  ].join('|'),
  'gi',
);

/** A text without escapes, with the way back to the original positions. */
export interface Unescaped {
  readonly text: string;
  /** The pieces at their positions in the original text; pieces must be in order. */
  places(pieces: readonly Piece[]): readonly Piece[];
}

/** The text without its escapes; `undefined` if it has none. */
export function unescaped(text: string): Unescaped | undefined {
  if (!/[\\%&~\0]/.test(text)) return undefined;
  // The end of each escape, in the plain text and in the original.
  const plainEnds: number[] = [];
  const ownEnds: number[] = [];
  const parts: string[] = [];
  let length = 0;
  let from = 0;
  for (const found of text.matchAll(ESCAPES)) {
    const part = text.slice(from, found.index) + characterOf(found[0]);
    parts.push(part);
    length += part.length;
    from = found.index + found[0].length;
    plainEnds.push(length);
    ownEnds.push(from);
  }
  if (parts.length === 0) return undefined;
  let at = 0;
  // The pieces and the escapes are read in parallel.
  const ownEnd = (end: number): number => {
    while (at < plainEnds.length && (plainEnds[at] ?? 0) <= end) at++;
    return at === 0 ? end : (ownEnds[at - 1] ?? 0) + (end - (plainEnds[at - 1] ?? 0));
  };
  return {
    text: parts.join('') + text.slice(from),
    places: (pieces) => pieces.map(([begin, end]) => [ownEnd(begin), ownEnd(end)] as const),
  };
}

function characterOf(written: string): string {
  if (written.startsWith('%')) return String.fromCharCode(Number.parseInt(written.slice(1), 16));
  if (written.startsWith('~')) return written === '~1' ? '/' : '~';
  if (written.startsWith('\0')) return '';
  if (written.startsWith('&')) {
    const name = written.slice(1).replace(';', '').toLowerCase();
    if (!name.startsWith('#')) return NAMED[name] ?? written;
    return pointOf(
      name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1)),
    );
  }
  const rest = written.replace(/^\\+/, '');
  const hex = /^[ux]\{?([\da-f]+)\}?$/i.exec(rest)?.[1];
  return hex === undefined ? rest : pointOf(Number.parseInt(hex, 16));
}

function pointOf(point: number): string {
  return point > 0x10ffff ? '\ufffd' : String.fromCodePoint(point);
}
