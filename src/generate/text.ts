import * as fc from 'fast-check';
import { allOf } from './all-of.ts';

/** Each unit is one code point, as JSON Schema counts lengths. Shrinks end at `a`. */
const UNIT = fc.constantFrom(...'abczABZ019 .,:;-_/\\\'"<>&%+=?#{}[]éßñΩж漢字‐\u{a0}🙂🚀');

/** Texts on which parsers, templates and databases are known to fail; the shortest comes first. */
const PITFALLS: readonly string[] = [
  ...['', ' ', '0', 'null', 'undefined', 'true', '{}', "it's", '"quoted"', ' padded '],
  ...['two words', 'Zürich', '日本語'],
  '👩🏽‍💻',
  '<b>bold</b>',
  '%s{0}$1',
];

/** A plain sentence with words that a firewall takes for SQL. */
const LIKE_SQL = "Select all of it -- or drop the union, if it's '1'; thanks";

const SHORT = fc.oneof(fc.constantFrom(...PITFALLS), fc.string({ unit: UNIT, maxLength: 12 }));

/** Short, well-formed Unicode text of many kinds; `bounds` limits the number of code points. */
export function texts(
  bounds: { readonly minLength?: number | undefined; readonly maxLength?: number | undefined } = {},
): fc.Arbitrary<string> {
  const { minLength = 0, maxLength } = bounds;
  if (minLength === 0 && maxLength === undefined) return SHORT;
  const most = Math.min(maxLength ?? Number.POSITIVE_INFINITY, minLength + 12);
  return fc.string({ unit: UNIT, minLength, maxLength: most, size: 'max' });
}

/** All texts on which parsers, templates, databases and firewalls are known to fail. */
export function pitfalls(): fc.Arbitrary<readonly string[]> {
  return allOf([...PITFALLS, LIKE_SQL]);
}

export interface ExtremeMeta {
  readonly label: string;
  /** The same at every seed. Several entries shrink to the one that causes the failure. */
  readonly arbitrary: fc.Arbitrary<Record<string, string>>;
  /** True if JSON allows the text and a careful server may still reject it. */
  readonly hostile: boolean;
}

type Meta = Record<string, string>;

/** fromEntries makes `__proto__` a normal member; an assignment would not. */
const named = (names: readonly string[]): Meta =>
  Object.fromEntries(names.map((name) => [name, 'text']));

const numbered = (values: readonly string[]): Meta =>
  Object.fromEntries(values.map((value, i) => [`k${i + 1}`, value]));

/** Each text as a name and as its value. */
const twice = (texts: readonly string[]): Meta =>
  Object.fromEntries(texts.map((text) => [text, text]));

/** Member names of responses: a server that merges meta into a response overwrites these members. */
const MEMBER_NAMES = [
  ...['disclosedContracts', 'choiceContextData', 'choiceContext', 'debugPackageName'],
  ...['debugNote', 'error', 'meta'],
];
const INHERITED = ['constructor', 'toString', 'hasOwnProperty', 'valueOf'];
const SCRIPTS = ['ключ', '値', 'éßøñ', '한글', 'עברית', 'عربي', 'ไทย', '🙂🚀', 'e\u0301'];
const CONTROLS = [...'\n\t\r\b\f\0\x01\x07\v\x1b\x1f'];
const LONE = ['\ud800', '\udbff', '\udc00', '\udfff'].map((half) => `a ${half} b`);

let extreme: readonly ExtremeMeta[] | undefined;

/** String maps at the limits of `meta`, by their extreme property. */
export function extremeMetas(): readonly ExtremeMeta[] {
  const all = (hostile: boolean, metas: Readonly<Record<string, fc.Arbitrary<Meta>>>) =>
    Object.entries(metas).map(([label, arbitrary]) => ({ label, arbitrary, hostile }));
  extreme ??= [
    ...all(false, {
      'empty-key': fc.constant(named([''])),
      'constructor-key': allOf(INHERITED).map(named),
      'many-keys': fc.constant(named(Array.from({ length: 1000 }, (_, index) => `k${index}`))),
      'long-value': fc.constant({ k: 'x'.repeat(16_384) }),
      'non-ascii': allOf(SCRIPTS).map(twice),
      'member-names': allOf(MEMBER_NAMES).map(named),
      'dollar-keys': allOf(['$ref', '$where']).map(named),
      'line-break': allOf(['one\ntwo', 'one\r\ntwo']).map(numbered),
    }),
    ...all(true, {
      // Parsers that guard against prototype pollution reject it, some by default.
      'proto-key': fc.constant(named(['__proto__'])),
      nul: fc.constant({ k: 'a\0b' }),
      'long-key': fc.constant(named(['k'.repeat(400)])),
      'control-characters': allOf(CONTROLS).map(twice),
      'lone-surrogates': allOf(LONE).map(numbered),
    }),
  ];
  return extreme;
}
