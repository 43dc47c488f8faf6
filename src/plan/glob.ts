/** Patterns of names. Matching takes time that is linear in pattern and name. */

/** The most characters of a pattern after its braces are expanded. */
const LONGEST = 4000;

const STAR = '*';
const SEGMENTS = '**';

/** One character of a pattern: a literal, or a set. */
type Sign = string | ((character: string) => boolean);

/** A pattern with too many braces, or with too many characters. */
export class GlobError extends Error {}

/**
 * Matches names: `*` and `?` stand for characters of one segment, `**` for any number of segments, `[a-z]` and `[^a-z]`
 * for one character, `{a,b}` for either part. Throws GlobError.
 */
export function glob(pattern: string): (name: string) => boolean {
  const each = writtenOut(pattern).map(matcherOf);
  return (name) => each.some((matches) => matches(name));
}

/** The signs that stand for something else. */
const SPECIAL = /[*?[\\]/;

/** Most patterns are whole names. */
function matcherOf(pattern: string): (name: string) => boolean {
  if (!SPECIAL.test(pattern)) return (name) => name === pattern;
  // It decides for most names.
  const [start = ''] = pattern.split(/\/?[*?[\\]/, 1);
  const segments = pattern.split('/').map(segmentOf);
  return (name) =>
    name.startsWith(start) && fits(segments, name.split('/'), (s) => s === SEGMENTS, fitsSegment);
}

/** A whole name, or any number of segments, or signs. */
type Segment = string | readonly Sign[];

function segmentOf(text: string): Segment {
  if (text === SEGMENTS || !SPECIAL.test(text)) return text;
  const signs = text.match(/\[\^?[^\]]+\]|\\.|./gsu) ?? [];
  return signs.map((sign) => {
    if (sign === '?') return () => true;
    if (sign.length > 1 && sign.startsWith('[')) return oneOf(sign.slice(1, -1));
    return sign.length > 1 && sign.startsWith('\\') ? sign.slice(1) : sign;
  });
}

/** The characters in brackets, with ranges. */
function oneOf(text: string): (character: string) => boolean {
  const isNot = text.startsWith('^');
  const ranges = text.replace(/^\^/, '').match(/.-.|./gsu) ?? [];
  const isIn = (c: string): boolean =>
    ranges.some((range) =>
      range.length < 3 ? range === c : c >= range.charAt(0) && c <= range.charAt(2),
    );
  return (character) => isIn(character) !== isNot;
}

function fitsSegment(segment: Segment, text: string): boolean {
  if (typeof segment === 'string') return segment !== SEGMENTS && segment === text;
  if (text === '') return false;
  const match = (sign: Sign, character: string): boolean =>
    typeof sign === 'string' ? sign === character : sign(character);
  return fits(segment, [...text], (sign) => sign === STAR, match);
}

/** After a mismatch the last star takes one more part. */
function fits<One, Text>(
  pattern: readonly One[],
  text: readonly Text[],
  isStar: (one: One) => boolean,
  fitsOne: (one: One, part: Text) => boolean,
): boolean {
  let [at, star, taken] = [0, -1, 0];
  for (let i = 0; i < text.length; ) {
    const [one, part] = [pattern[at], text[i]] as [One, Text];
    if (at < pattern.length && isStar(one)) {
      star = at++;
      taken = i;
    } else if (at < pattern.length && fitsOne(one, part)) {
      at++;
      i++;
    } else if (star >= 0) {
      at = star + 1;
      i = ++taken;
    } else return false;
  }
  return pattern.slice(at).every(isStar);
}

/** The patterns without braces for a pattern. Throws GlobError. */
function writtenOut(pattern: string): readonly string[] {
  let done = [''];
  const add = (ends: readonly string[]): void => {
    const size = done.reduce((sum, text) => sum + text.length + 1, 0) * ends.length;
    if (size + ends.join('').length * done.length > LONGEST) throw new GlobError(pattern);
    done = done.flatMap((text) => ends.map((end) => text + end));
  };
  for (let rest = pattern; rest !== ''; ) {
    const open = rest.indexOf('{');
    const parts = open === -1 ? undefined : partsOf(rest.slice(open));
    if (parts === undefined) {
      const end = open === -1 ? rest.length : open + 1;
      add([rest.slice(0, end)]);
      rest = rest.slice(end);
    } else {
      add([rest.slice(0, open)]);
      add(parts.options.flatMap(writtenOut));
      rest = rest.slice(open + parts.length);
    }
  }
  return done;
}

/** The contents of the braces at the start of a text; `undefined` if they are not closed or have no comma. */
function partsOf(text: string): { options: readonly string[]; length: number } | undefined {
  const options: string[] = [];
  let depth = 0;
  let from = 1;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '{') depth++;
    else if (character === '}') depth--;
    if (depth === 0 || (depth === 1 && character === ',')) {
      options.push(text.slice(from, at));
      from = at + 1;
    }
    if (depth === 0) return options.length > 1 ? { options, length: from } : undefined;
  }
  return undefined;
}
