/** The causes of values that differ from the expected ones in a way that names the cause. */
import {
  type Found,
  isStatusPlace,
  type LikelyCause,
  partsOf,
  type Shown,
} from '../model/index.ts';

/** The shortest text whose start is recognised in another. */
const RECOGNISED = 8;
const HOUR = 3_600_000;

type Scalar = string | number | boolean | null;

/** True if both sides show one value, and these fit. */
function differing(fits: (expected: Scalar, actual: Scalar) => boolean): LikelyCause['when'] {
  return ({ finding: { at, expected, actual } }: Found) => {
    const [wanted, came] = [valueIn(expected), valueIn(actual)];
    if (isStatusPlace(at) || wanted === undefined || came === undefined) return false;
    return wanted !== came && fits(wanted, came);
  };
}

/** The only value in it; `undefined` if there are several or none. */
function valueIn(shown: Shown): Scalar | undefined {
  const values = partsOf(shown).flatMap((part) => ('value' in part ? [part.value] : []));
  return values.length === 1 ? values[0] : undefined;
}

const ofTexts = (fits: (expected: string, actual: string) => boolean): LikelyCause['when'] =>
  differing(
    (wanted, came) => typeof wanted === 'string' && typeof came === 'string' && fits(wanted, came),
  );

/** Milliseconds; NaN for other texts, and for times on the minute, which may be apart by chance. */
const timeOf = (text: string): number =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:(?!00(?:\.0+)?(?:Z|[-+]))/.test(text) ? Date.parse(text) : Number.NaN;

export const CHANGED_VALUES: readonly LikelyCause[] = [
  {
    when: ofTexts((wanted, came) => came.length >= RECOGNISED && wanted.startsWith(came)),
    cause: 'The text is cut off, because a column, a buffer or a pattern is too short for it.',
    fix: 'Keep the whole text.',
  },
  {
    when: ofTexts((wanted, came) => wanted.trim() === came && came !== ''),
    cause: 'White space at the start or end of the text is removed.',
    fix: 'Keep the text as it was sent.',
  },
  {
    when: ofTexts((wanted, came) => wanted.toLowerCase() === came.toLowerCase()),
    cause: 'The letter case of the text is changed.',
    fix: 'Keep the text as it was sent.',
  },
  {
    when: ofTexts(isRecoded),
    cause:
      'The text passes through a character set other than UTF-8, in a table, a file or a conversion.',
    fix: 'Read, store and write the text as UTF-8 everywhere.',
  },
  {
    when: differing(
      (wanted, came) => typeof wanted !== typeof came && String(wanted) === String(came),
    ),
    cause:
      'The value is correct, but has the wrong JSON type: a number or a boolean is written as text, or a text is written without quotation marks.',
    fix: 'Write the value with the documented type.',
  },
  {
    when: ofTexts((wanted, came) => {
      const apart = Math.abs(timeOf(wanted) - timeOf(came));
      return apart > 0 && apart <= 14 * HOUR && apart % (HOUR / 4) === 0;
    }),
    cause: 'The time is in another time zone: a local time is read or written as UTC.',
    fix: 'Keep times in UTC, and write them with Z.',
  },
  {
    when: ofTexts((wanted, came) => {
      const apart = Math.abs(timeOf(wanted) - timeOf(came));
      return apart < 1000 && wanted.slice(0, 19) === came.slice(0, 19);
    }),
    cause: 'Fractions of a second are cut or rounded.',
    fix: 'Keep times with six fractional digits.',
  },
];

/** True for text in UTF-8 that was read as ISO 8859-1, or that lost its characters beyond a character set. */
function isRecoded(wanted: string, came: string): boolean {
  if (/^[\x20-\x7e]*$/.test(wanted)) return false;
  if (Buffer.from(wanted, 'utf8').toString('latin1') === came) return true;
  const [from, to] = [[...wanted], [...came]];
  const kept = from.every(
    (one, i) => one === to[i] || (one > '~' && /[?\uFFFD]/.test(to[i] ?? '')),
  );
  return from.length === to.length && kept;
}
