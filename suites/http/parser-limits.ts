/** JSON texts that a parser may reject before the server's own code sees them. */

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
  const bare = withoutTexts(body);
  return LONG_NUMBER.test(bare) || depthOf(bare) > DEPTH;
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

/** Where the text that begins at a quote ends: the length of the body when it does not. */
function endOfText(body: string, begin: number): number {
  let end = begin;
  let escapes: number;
  do {
    end = body.indexOf('"', end + 1);
    if (end === -1) return body.length;
    escapes = 0;
    while (body[end - 1 - escapes] === '\\') escapes++;
  } while (escapes % 2 === 1);
  return end;
}

function depthOf(bare: string): number {
  let [depth, deepest] = [0, 0];
  for (let at = 0; at < bare.length; at++) {
    const c = bare[at];
    if (c === '{' || c === '[') deepest = Math.max(deepest, ++depth);
    else if (c === '}' || c === ']') depth--;
  }
  return deepest;
}
