/** JSON texts that a parser may reject before the server's own code reads them. */
import { endOfText, opensMore } from '../../src/kit.ts';

/** Parsers accept at least this depth. */
const DEPTH = 32;
/** More digits than a number of 64 bits has, or an exponent of three digits. */
const LONG_NUMBER = /\d[.\d]{16,}|\d[eE][+-]?\d{3,}/;
const GUARDED_NAME = /"(?:__proto__|constructor)"\s*:/;
const LONE_SURROGATE = /\\ud[89a-f]/i;

/**
 * RFC 8259 §9 permits limits of depth, numbers and characters, and some parsers reject names that every JavaScript
 * object inherits. The framework makes such a rejection, as for malformed JSON.
 */
export function parserMayReject(body: string | undefined): boolean {
  if (body === undefined) return false;
  if (last?.body !== body) last = { body, mayReject: mayReject(body) };
  return last.mayReject;
}

/** Several requirements in a row read the same request. */
let last: { readonly body: string; readonly mayReject: boolean } | undefined;

function mayReject(body: string): boolean {
  if (GUARDED_NAME.test(body) || LONE_SURROGATE.test(body)) return true;
  return opensMore(DEPTH, body) || LONG_NUMBER.test(withoutTexts(body));
}

/** In linear time for any body. */
function withoutTexts(body: string): string {
  let bare = '';
  let from = 0;
  for (let at = body.indexOf('"'); at !== -1; at = body.indexOf('"', from)) {
    bare += body.slice(from, at);
    from = endOfText(body, at) + 1;
  }
  return bare + body.slice(from);
}
