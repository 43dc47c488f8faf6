import * as fc from 'fast-check';
import { allOf } from './all-of.ts';

export interface NearMiss {
  readonly label: string;
  /** A percent-encoded path segment. It depends on the seed only if `drawn` is set. */
  readonly raw: fc.Arbitrary<string>;
  readonly drawn?: true;
}

const LETTER = /[A-Za-z]/;
/** Segments that clients remove from a path. */
const DOTS = /^\.{1,2}$/;
const UNRESERVED = /[A-Za-z0-9\-._~]/;

/**
 * Path segments that look like a live id and name another one: none equals the id after one percent-decoding. Kinds
 * that the id does not allow are left out, such as a change of case without letters.
 */
export function nearMisses(id: string): readonly NearMiss[] {
  // A path cannot carry half a character.
  const live = id.toWellFormed();
  const characters = Array.from(live);
  const whole = encodeURIComponent(live);
  const kind = (label: string, segment: string): NearMiss => ({ label, raw: fc.constant(segment) });
  const shorter = withoutEnd(characters, 2);
  const rest = encodeURIComponent(characters.slice(2).join(''));
  const kinds: readonly (NearMiss | false)[] = [
    LETTER.test(live) && { label: 'other-case', raw: changed(characters, LETTER, otherCase) },
    characters.length > 1 && !DOTS.test(shorter) && kind('two-characters-less', shorter),
    characters.length > 2 && !DOTS.test(rest) && kind('without-beginning', rest),
    characters.length > 1 && kind('hyphens', hyphened(live)),
    characters.length > 2 && kind('wildcards', `${shorter}__`),
    kind('two-digits-after', `${whole}00`),
    kind('space-after', `${whole}%20`),
    kind('nul-after', `${whole}%00`),
    live.startsWith('00') && kind('other-version', `01${whole.slice(2)}`),
    kind('hex-prefix', `0x${whole}`),
    kind('quoted', `%22${whole}%22`),
    kind('single-quoted', `'${whole}'`),
    kind('number-sign-after', `${whole}%23`),
    kind('colon-after', `${whole}%3A0`),
    kind('comma-after', `${whole}%2C`),
    !DOTS.test(`${whole}.`) && kind('dot-after', `${whole}.`),
    kind('long-suffix', whole + 'a0'.repeat(60)),
    kind('line-end-after', `${whole}%0A`),
    kind('extension-after', `${whole}.json`),
    live.includes(' ') && kind('plus-for-space', whole.replaceAll('%20', '+')),
    UNRESERVED.test(live) && {
      label: 'twice-encoded',
      raw: changed(characters, UNRESERVED, twiceEncoded),
    },
    { label: 'random-changes', raw: any(characters), drawn: true },
  ];
  return kinds.filter((kind) => kind !== false);
}

/** The same id with its unreserved characters percent-encoded: one decoding gives the live id. */
export function encodedOnce(id: string): fc.Arbitrary<string> {
  const live = id.toWellFormed();
  if (!UNRESERVED.test(live)) return fc.constant(encodeURIComponent(live));
  return changed(Array.from(live), UNRESERVED, percent);
}

/** Random near misses: changed letters, removed characters, added digits. */
function any(characters: readonly string[]): fc.Arbitrary<string> {
  const unit = fc.constantFrom(...'0123456789abcdef');
  const whole = encodeURIComponent(characters.join(''));
  const longer = fc.string({ unit, minLength: 1, maxLength: 8 }).map((more) => whole + more);
  const some = (fitting: RegExp, change: (character: string) => string): fc.Arbitrary<string>[] => {
    const places = placesOf(characters, fitting);
    if (places.length === 0) return [];
    const chosen = fc.subarray([...places], {
      minLength: 1,
      maxLength: Math.min(8, places.length),
    });
    return [chosen.map((at) => edited(characters, at, change))];
  };
  // At least one character is left beyond leading dots, which clients remove.
  const dots = /^\.{0,2}/.exec(whole)?.[0].length ?? 0;
  const most = Math.min(8, characters.length - 1 - dots);
  const cut = fc
    .integer({ min: 1, max: Math.max(1, most) })
    .map((count) => withoutEnd(characters, count));
  return fc.oneof(
    longer,
    ...(most > 0 ? [cut] : []),
    ...some(LETTER, otherCase),
    ...some(UNRESERVED, twiceEncoded),
  );
}

/** The segment with all fitting characters changed, and the others encoded as usual; shrinks to one change. */
function changed(
  characters: readonly string[],
  fitting: RegExp,
  change: (character: string) => string,
): fc.Arbitrary<string> {
  return allOf(placesOf(characters, fitting)).map((places) => edited(characters, places, change));
}

function placesOf(characters: readonly string[], fitting: RegExp): readonly number[] {
  return [...characters.keys()].filter((at) => fitting.test(characters[at] ?? ''));
}

function edited(
  characters: readonly string[],
  places: readonly number[],
  change: (character: string) => string,
): string {
  const out = characters.map((character) => encodeURIComponent(character));
  for (const at of places) out[at] = change(characters[at] ?? '');
  return out.join('');
}

/** The id without its hyphens, or with one put in if it has none. */
function hyphened(live: string): string {
  const joined = live.replaceAll('-', '');
  const characters = Array.from(live);
  const middle = Math.min(8, Math.ceil(characters.length / 2));
  const canBeLeftOut = joined !== live && joined !== '' && !DOTS.test(joined);
  return encodeURIComponent(canBeLeftOut ? joined : characters.toSpliced(middle, 0, '-').join(''));
}

/** At least one character is left. */
function withoutEnd(characters: readonly string[], count: number): string {
  const kept = characters.slice(0, Math.max(1, characters.length - count)).join('');
  return encodeURIComponent(kept);
}

const twiceEncoded = (character: string): string => percent(percent(character));

function otherCase(letter: string): string {
  const lower = letter.toLowerCase();
  return letter === lower ? letter.toUpperCase() : lower;
}

/** Every byte of an ASCII text as `%XX`, or of an encoded text as `%25XX`. */
function percent(text: string): string {
  if (text.startsWith('%')) return `%25${text.slice(1)}`;
  return `%${text.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
