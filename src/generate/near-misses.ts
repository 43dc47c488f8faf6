import * as fc from 'fast-check';

export interface NearMiss {
  readonly label: string;
  /** A path segment, already percent-encoded. */
  readonly raw: fc.Arbitrary<string>;
}

const LETTER = /[A-Za-z]/;
const UNRESERVED = /[A-Za-z0-9\-._~]/;

/**
 * Path segments that look like the id of a live thing and name another one: none is the live id after
 * one percent-decoding. Kinds that the id cannot give (no letters: no change of case) are left out.
 */
export function nearMisses(live: string): readonly NearMiss[] {
  const characters = Array.from(live);
  const whole = encodeURIComponent(live);
  const hex = fc.string({
    unit: fc.constantFrom(...'0123456789abcdef'),
    minLength: 1,
    maxLength: 8,
  });
  const kinds: readonly (NearMiss | false)[] = [
    LETTER.test(live) && { label: 'case', raw: changed(characters, LETTER, otherCase) },
    characters.length > 1 && { label: 'cut', raw: cut(characters) },
    { label: 'suffix', raw: hex.map((more) => whole + more) },
    { label: 'space-after', raw: fc.constant(`${whole}%20`) },
    { label: 'space-before', raw: fc.constant(`%20${whole}`) },
    { label: 'nul', raw: fc.constant(`${whole}%00`) },
    live.startsWith('00') && { label: 'version', raw: fc.constant(`01${whole.slice(2)}`) },
    { label: 'prefixed', raw: fc.constant(`0x${whole}`) },
    { label: 'quoted', raw: fc.constantFrom(`%22${whole}%22`, `'${whole}'`) },
    { label: 'separator', raw: fc.constantFrom(`${whole}%23`, `${whole}%3A0`, `${whole}%2C`) },
    { label: 'long-suffix', raw: hex.map((more) => whole + more.repeat(120).slice(0, 120)) },
    { label: 'line-end', raw: fc.constantFrom(`${whole}%0A`, `${whole}%0D%0A`) },
    UNRESERVED.test(live) && {
      label: 'twice-encoded',
      raw: changed(characters, UNRESERVED, (character) => percent(percent(character))),
    },
  ];
  return kinds.filter((kind) => kind !== false);
}

/** The same id with some unreserved characters percent-encoded: one decoding gives the live id. */
export function encodedOnce(live: string): fc.Arbitrary<string> {
  const characters = Array.from(live);
  if (!UNRESERVED.test(live)) return fc.constant(encodeURIComponent(live));
  return changed(characters, UNRESERVED, percent);
}

/** Segments where one or more, or all, of the characters that fit are changed and the others encoded as usual. */
function changed(
  characters: readonly string[],
  fitting: RegExp,
  change: (character: string) => string,
): fc.Arbitrary<string> {
  const plain = characters.map((character) => encodeURIComponent(character));
  const places = [...characters.keys()].filter((at) => fitting.test(characters[at] ?? ''));
  const some = fc.uniqueArray(fc.constantFrom(...places), {
    minLength: 1,
    maxLength: Math.min(8, places.length),
  });
  return fc.oneof({ withCrossShrink: true }, some, fc.constant(places)).map((chosen) => {
    const out = [...plain];
    for (const at of chosen) out[at] = change(characters[at] ?? '');
    return out.join('');
  });
}

function cut(characters: readonly string[]): fc.Arbitrary<string> {
  const most = Math.min(8, characters.length - 1);
  return fc
    .integer({ min: 1, max: most })
    .map((count) => encodeURIComponent(characters.slice(0, -count).join('')))
    .filter((segment) => segment !== '.' && segment !== '..');
}

function otherCase(letter: string): string {
  const lower = letter.toLowerCase();
  return letter === lower ? letter.toUpperCase() : lower;
}

/** Every byte of an ASCII text as `%XX`, or of an encoded one as `%25XX`. */
function percent(text: string): string {
  if (text.startsWith('%')) return `%25${text.slice(1)}`;
  return `%${text.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
