/**
 * The expected or actual value of a finding, as data. Code decides by its members; only src/report turns it into words.
 */

declare const opaque: unique symbol;

/** Words of a finding: a text at run time, and only src/report can read it. */
export interface Words {
  readonly [opaque]: true;
}

/** A JSON value; for a long one its start and its length. */
export type Value =
  | { readonly value: string | number | boolean | null }
  /**
   * `near`: a similar name that is present instead. `others`: all members of its object, if the document has none of
   * them. `with`: the part of the request that makes it absent.
   */
  | {
      readonly type: 'nothing';
      readonly near?: string;
      readonly others?: readonly string[];
      readonly with?: Condition;
    }
  | { readonly type: 'string'; readonly start: string; readonly length: number }
  /** A number that JSON cannot represent exactly: minus zero, or one out of range. */
  | { readonly type: 'number'; readonly start: string }
  | { readonly type: 'array'; readonly length: number }
  /** The first names of its members; the last one may be cut. */
  | { readonly type: 'object'; readonly members: readonly string[]; readonly length: number };

/** A member or parameter of a request, and its value. */
export interface Condition {
  readonly name: string;
  readonly value: string | number | boolean;
}

/** Which responses have a status at random. */
export type RandomWhich = 'first' | 'first-of-operation' | 'as-success';

export type Part =
  | Value
  | { readonly statuses: readonly number[] }
  /** The status of these responses comes at random. */
  | {
      readonly atRandom: {
        readonly count: number;
        readonly of: number;
        /** `first`: each is the first response for an id; `first-of-operation`: of an operation; `as-success`: most have the body of a success. */
        readonly which?: RandomWhich;
      };
    }
  /** A count, or an offset. */
  | { readonly number: number }
  /** A text from a request or a response: an id, a name. */
  | { readonly text: string }
  /** JSON, or the part of it that differs. */
  | { readonly json: string }
  | { readonly words: Words };

/** One part, or several parts in their order. */
export type Shown = Part | { readonly parts: readonly Part[] };

/** A part, words, or a number. */
export type Given = Shown | string | number | boolean | null | undefined;

/** The expected statuses. */
export type Statuses = number | readonly number[] | Shown;

export function partsOf(shown: Shown): readonly Part[] {
  return 'parts' in shown ? shown.parts : [shown];
}

/** The given value as data: texts are words, numbers are counts. */
export function shownOf(given: Given): Shown {
  if (given === undefined) return { type: 'nothing' };
  if (typeof given === 'number' && Number.isFinite(given)) return { number: given };
  if (typeof given === 'object' && given !== null) return given;
  return inWords(String(given));
}

function inWords(text: string): Part {
  return { words: text as unknown as Words };
}

/** Words with data in them: worded`at most ${limit}, the end`. */
export function worded(words: readonly string[], ...given: readonly Given[]): Shown {
  if (given.length === 0) return inWords(words[0] ?? '');
  const parts = words.flatMap((text, i): readonly Part[] => [
    ...(text === '' ? [] : [inWords(text)]),
    ...(i < given.length ? partsOf(insertOf(given[i])) : []),
  ]);
  const [first, ...others] = parts;
  return first !== undefined && others.length === 0 ? first : { parts };
}

function insertOf(given: Given): Shown {
  return typeof given === 'string' ? { text: given } : shownOf(given);
}

/** The items, separated by `between`. */
export function listed(all: readonly Given[], between: string): Shown {
  const texts = ['', ...Array.from({ length: Math.max(0, all.length - 1) }, () => between), ''];
  return worded(all.length === 0 ? [''] : texts, ...all);
}

export function statuses(...all: readonly number[]): Shown {
  return { statuses: all };
}

/** The first status: the expected or the actual one. */
export function statusOf(shown: Shown): number | undefined {
  const [first] = partsOf(shown);
  return first !== undefined && 'statuses' in first ? first.statuses[0] : undefined;
}

/** All statuses in it. */
export function statusesIn(shown: Shown): readonly number[] {
  return partsOf(shown).flatMap((part) => ('statuses' in part ? part.statuses : []));
}

/** All texts and values in it. */
export function textsIn(shown: Shown): readonly string[] {
  return partsOf(shown).flatMap((part) => {
    if ('text' in part) return part.text;
    if ('value' in part) return typeof part.value === 'string' ? part.value : [];
    return 'type' in part && part.type === 'string' ? part.start : [];
  });
}

/** All counts and offsets in it. */
export function numbersIn(shown: Shown): readonly number[] {
  return partsOf(shown).flatMap((part) => ('number' in part ? part.number : []));
}

/** True for a status at random. */
export function isRandom(shown: Shown): boolean {
  return randomShare(shown) !== undefined;
}

/** The share of the responses with an error that comes at random; absent for other values. */
export function randomShare(shown: Shown): number | undefined {
  const [share] = partsOf(shown).flatMap((part) =>
    'atRandom' in part ? part.atRandom.count / part.atRandom.of : [],
  );
  return share;
}

/** True for an absent value. */
export function isNothing(shown: Shown): boolean {
  return 'type' in shown && shown.type === 'nothing';
}

export function isNull(shown: Shown): boolean {
  return 'value' in shown && shown.value === null;
}
