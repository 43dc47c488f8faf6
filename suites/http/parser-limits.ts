/** JSON texts that a parser may reject before the server's own code sees them. */
import { endOfText, opensMore } from '../../src/kit.ts';

/** Parsers allow at least this depth. */
const DEPTH = 32;
/** More digits than a number of 64 bits holds exactly, or an exponent of three digits. */
const LONG_NUMBER = /\d[.\d]{16,}|\d[eE][+-]?\d{3,}/;
const GUARDED_NAME = /"(?:__proto__|constructor)"\s*:/;
const LONE_SURROGATE = /\\ud[89a-f]/i;

/**
 * RFC 8259 §9 lets a parser limit the depth, the numbers and the characters of a text, and some parsers guard
 * names that JavaScript gives to every object. Such a rejection comes from the framework, like that of a text
 * which is not JSON.
 */
export function parserMayReject(body: string | undefined): boolean {
  if (body === undefined) return false;
  if (last?.body !== body) last = { body, mayReject: mayReject(body) };
  return last.mayReject;
}

/** Several requirements look at the same request, one after the other. */
let last: { readonly body: string; readonly mayReject: boolean } | undefined;

function mayReject(body: string): boolean {
  if (GUARDED_NAME.test(body) || LONE_SURROGATE.test(body)) return true;
  return opensMore(DEPTH, body) || LONG_NUMBER.test(withoutTexts(body));
}

/** In linear time, whatever the body is. */
function withoutTexts(body: string): string {
  let bare = '';
  let from = 0;
  for (let at = body.indexOf('"'); at !== -1; at = body.indexOf('"', from)) {
    bare += body.slice(from, at);
    from = endOfText(body, at) + 1;
  }
  return bare + body.slice(from);
}
