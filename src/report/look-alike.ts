/** Texts that look alike, such as two normal forms of a letter: the code points that differ. */

/** For the actual and the expected text what tells them apart: ` with U+0061 U+0308 (NFD)`. */
export interface Apart {
  readonly actual: string;
  readonly expected: string;
}

/** What tells two texts apart that look alike; `undefined` for equal texts, and for those that look different. */
export function apartIn(actual: string, expected: string): Apart | undefined {
  if (actual === expected || looks(actual) !== looks(expected)) return undefined;
  const [came, due] = middles([...actual], [...expected]);
  const isSameText = actual.normalize('NFC') === expected.normalize('NFC');
  const form = (text: string): string => (isSameText ? formOf(text) : '');
  return {
    actual: ` with ${pointsOf(came)}${form(actual)}`,
    expected: ` with ${pointsOf(due)}${form(expected)}`,
  };
}

/** The parts of two texts with long ids around the few characters that differ: ` (…0a1b70a1b…)`. */
export function nearIds(actual: string, expected: string): Apart | undefined {
  if (actual === expected || ![actual, expected].every((text) => ID.test(text))) return undefined;
  const [came, due, at] = middles([...actual], [...expected]);
  if (came.length > MOST_SHOWN || due.length > MOST_SHOWN) return undefined;
  const around = (text: string, length: number): string => {
    const end = at + length + AROUND;
    return ` (…${text.slice(Math.max(0, at - AROUND), end)}${end < text.length ? '…' : ''})`;
  };
  return { actual: around(actual, came.length), expected: around(expected, due.length) };
}

/** An id that is shown by its start alone. */
const ID = /[0-9a-f]{20}/;
/** The characters that are shown before and after the difference. */
const AROUND = 4;

/** The text as a reader sees it: one normal form, no invisible characters, one kind of space, Latin letters. */
function looks(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/[^ -~]/gu, (letter) => LATIN.get(letter) ?? letter);
}

/** Letters of the Cyrillic and the Greek alphabet that look like Latin ones. */
const LATIN: ReadonlyMap<string, string> = new Map([
  ...lettersOf('аеорсухіјѕԁһАВЕКМНОРСТУХІЈЅ', 'aeopcyxijsdhABEKMHOPCTYXIJS'),
  ...lettersOf('ανορτυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'avoptuxABEZHIKMNOPTYX'),
]);

function lettersOf(foreign: string, latin: string): readonly (readonly [string, string])[] {
  return [...foreign].map((letter, i) => [letter, latin[i] ?? letter]);
}

/** The parts between the common start and the common end, and the length of that start. */
function middles(
  one: readonly string[],
  other: readonly string[],
): readonly [string[], string[], number] {
  const most = Math.min(one.length, other.length);
  let start = 0;
  while (start < most && one[start] === other[start]) start++;
  let end = 0;
  while (end < most - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  return [one.slice(start, one.length - end), other.slice(start, other.length - end), start];
}

/** `U+0061 U+0308`; `nothing there` for a text that lacks the character of the other one. */
function pointsOf(characters: readonly string[]): string {
  if (characters.length === 0) return 'nothing there';
  const shown = characters.slice(0, MOST_SHOWN).map(pointOf);
  return [...shown, ...(characters.length > shown.length ? ['…'] : [])].join(' ');
}

const MOST_SHOWN = 4;

function pointOf(character: string): string {
  const point = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `U+${point.padStart(4, '0')}`;
}

function formOf(text: string): string {
  const form = ['NFC', 'NFD'].find((name) => text.normalize(name) === text);
  return form === undefined ? '' : ` (${form})`;
}
