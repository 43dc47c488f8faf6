/** The causes of values that differ from the expected ones in a way that names the cause. */
import {
  type Found,
  isStatusPlace,
  type LikelyCause,
  namesIn,
  partsOf,
  pointerOf,
  type Shown,
} from '../model/index.ts';

/** The shortest text whose start is recognised in another. */
const RECOGNISED = 8;
const HOUR = 3_600_000;

type Scalar = string | number | boolean | null;

type Fits<T> = (expected: T, actual: T) => boolean;

/** True if both sides show one value, and these fit. */
function differing(fits: Fits<Scalar>, isEither = false): LikelyCause['when'] {
  return ({ finding: { at, expected, actual, compares = [] } }: Found) => {
    const [wanted, came] = [valueIn(expected), valueIn(actual)];
    if (isStatusPlace(at) || wanted === undefined || came === undefined) return false;
    if (wanted === came) return false;
    // Of two operations, either may be the wrong one.
    return fits(wanted, came) || (isEither && compares.length > 1 && fits(came, wanted));
  };
}

/** The only value in it; `undefined` if there are several or none. */
function valueIn(shown: Shown): Scalar | undefined {
  const values = partsOf(shown).flatMap((part) => ('value' in part ? [part.value] : []));
  return values.length === 1 ? values[0] : undefined;
}

const ofTexts = (fits: Fits<string>, isEither = false): LikelyCause['when'] =>
  differing(
    (wanted, came) => typeof wanted === 'string' && typeof came === 'string' && fits(wanted, came),
    isEither,
  );

/** A text that lost or gained something on its way: which of two is the right one is clear. */
const ofDamage = (fits: Fits<string>): LikelyCause['when'] => ofTexts(fits, true);

/** Milliseconds; NaN for other texts, and for times on the minute, which may be apart by chance. */
const timeOf = (text: string): number =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:(?!00(?:\.0+)?(?:Z|[-+]))/.test(text) ? Date.parse(text) : Number.NaN;

/** The length by which the value that came is longer or shorter at its start; 0 for others. Long values show their start only. */
function moreAtStart({ finding: { expected, actual } }: Found): number {
  const [wanted, came] = [startIn(expected), startIn(actual)];
  if (wanted === undefined || came === undefined) return 0;
  const more = came.length - wanted.length;
  const [long, short] = more > 0 ? [came.start, wanted.start] : [wanted.start, came.start];
  const rest = long.slice(Math.abs(more));
  return rest.length >= RECOGNISED && short.startsWith(rest) ? more : 0;
}

function startIn(shown: Shown): { readonly start: string; readonly length: number } | undefined {
  const [part, ...others] = partsOf(shown);
  if (part === undefined || others.length > 0) return undefined;
  if ('value' in part && typeof part.value === 'string')
    return { start: part.value, length: part.value.length };
  return 'start' in part && part.type === 'string' ? part : undefined;
}

export const CHANGED_VALUES: readonly LikelyCause[] = [
  {
    // A member of another element has the same name.
    when: ({ finding: { at, sameAs } }) =>
      sameAs?.in === 'response' &&
      sameAs.isExpected !== true &&
      lastName(sameAs.at) !== lastName(pointerOf(at)),
    cause: ({ finding: { at, sameAs } }) =>
      `The value of ${lastName(sameAs?.at)} is written to ${lastName(pointerOf(at))}.`,
    fix: ({ finding: { at } }) => `Set ${lastName(pointerOf(at))} from its own source.`,
  },
  {
    when: ofDamage((wanted, came) => came.length >= RECOGNISED && wanted.startsWith(came)),
    cause: 'The text is cut off, because a column, a buffer or a pattern is too short for it.',
    fix: 'Keep the whole text.',
  },
  {
    when: ofDamage((wanted, came) => unescapedHtml(came) === wanted),
    cause: 'The text is escaped for HTML, although it is in JSON.',
    fix: 'Write the characters themselves, in UTF-8, and use only the escapes of JSON.',
  },
  {
    when: ofDamage((wanted, came) => came === encodeURIComponent(wanted.toWellFormed())),
    cause: 'The text is percent-encoded, as in a URL.',
    fix: 'Percent-encode text only where a URL is built, and decode text from a URL exactly once.',
  },
  {
    when: ofDamage((wanted, came) => came === JSON.stringify(wanted)),
    cause: 'The text is serialised twice: its quotation marks are part of it.',
    fix: 'Serialise the whole response once.',
  },
  {
    when: ofDamage((wanted, came) => came === Buffer.from(wanted).toString('base64')),
    cause: 'The text is encoded in base64 although it should be plain.',
    fix: 'Send the text as it is.',
  },
  {
    when: (found) => moreAtStart(found) > 0,
    cause: 'The text has an additional prefix, such as the name of a table, a type or a scheme.',
    fix: 'Send the text without the prefix.',
  },
  {
    when: (found) => moreAtStart(found) < 0,
    cause: 'The start of the text is cut off, such as a prefix, a package or a namespace.',
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
    when: ofDamage(isRecoded),
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

/** The name of the member at the end of a pointer. */
const lastName = (pointer = ''): string =>
  namesIn(pointer)
    .filter((name) => name !== '*')
    .at(-1) ?? 'the value';

function unescapedHtml(text: string): string {
  const numbered = text.replace(/&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi, (all, hex, decimal) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : all;
  });
  return numbered.replace(/&(amp|lt|gt|quot|apos);/g, (all, name) => HTML.get(name) ?? all);
}

const HTML: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

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
