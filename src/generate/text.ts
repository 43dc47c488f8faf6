import * as fc from 'fast-check';

/** Units are single code points, so JSON Schema's lengths count them one by one; shrinks end at `a`. */
const UNIT = fc.constantFrom(...'abczABZ019 .,:;-_/\\\'"<>&%+=?#{}[]éßñΩж漢字‐\u{a0}🙂🚀');

/** Texts that parsers, templates and databases are known to trip over; the shortest comes first. */
const PITFALLS = fc.constantFrom(
  '',
  ' ',
  '0',
  'null',
  'true',
  '{}',
  "it's",
  '"quoted"',
  ' padded ',
  'two words',
  'Zürich',
  '日本語',
  '👩🏽‍💻',
  '<b>bold</b>',
  '%s{0}$1',
);

const SHORT = fc.oneof(PITFALLS, fc.string({ unit: UNIT, maxLength: 12 }));

/** Short, well-formed Unicode text of many kinds; with bounds, of a length in code points between them. */
export function texts(
  bounds: { readonly minLength?: number | undefined; readonly maxLength?: number | undefined } = {},
): fc.Arbitrary<string> {
  const { minLength = 0, maxLength } = bounds;
  if (minLength === 0 && maxLength === undefined) return SHORT;
  const most = Math.min(maxLength ?? Number.POSITIVE_INFINITY, minLength + 12);
  return fc.string({ unit: UNIT, minLength, maxLength: most, size: 'max' });
}

export interface ExtremeMeta {
  readonly label: string;
  readonly arbitrary: fc.Arbitrary<Record<string, string>>;
  /** True when JSON allows the text and careful servers may still turn it down. */
  readonly hostile: boolean;
}

const one = (keys: fc.Arbitrary<string>, values = texts()): fc.Arbitrary<Record<string, string>> =>
  // fromEntries makes `__proto__` a member like any other; an assignment would not.
  fc.tuple(keys, values).map((entry) => Object.fromEntries([entry]));

const controls = fc.string({
  unit: fc.constantFrom(...'\n\t\r\b\f\0\x01\x07\v\x1b\x1f'),
  minLength: 1,
  maxLength: 8,
});
const loneSurrogates = fc
  .tuple(texts(), fc.constantFrom('\ud800', '\udbff', '\udc00', '\udfff'), texts())
  .map(([before, lone, after]) => `${before} ${lone} ${after}`);

/** String maps at the edge of what `meta` may hold, by what is extreme in them. */
export function extremeMetas(): readonly ExtremeMeta[] {
  return [
    { label: 'empty-key', arbitrary: one(fc.constant('')), hostile: false },
    { label: 'proto-key', arbitrary: one(fc.constant('__proto__')), hostile: false },
    { label: 'constructor-key', arbitrary: one(fc.constant('constructor')), hostile: false },
    { label: 'many-keys', arbitrary: texts().map(manyKeys), hostile: false },
    { label: 'long-value', arbitrary: one(fc.constant('k'), UNIT.map(longValue)), hostile: false },
    { label: 'non-ascii', arbitrary: one(nonAscii('ключ'), nonAscii('値')), hostile: false },
    { label: 'member-names', arbitrary: MEMBER_NAMES.map(named), hostile: false },
    { label: 'dollar-keys', arbitrary: one(fc.constantFrom('$ref', '$where')), hostile: false },
    { label: 'line-break', arbitrary: one(fc.constant('k'), LINES), hostile: false },
    { label: 'nul', arbitrary: one(fc.constant('k'), fc.constant('a\0b')), hostile: true },
    { label: 'long-key', arbitrary: one(fc.constant('k'.repeat(400))), hostile: true },
    { label: 'control-characters', arbitrary: one(controls, controls), hostile: true },
    { label: 'lone-surrogates', arbitrary: one(fc.constant('k'), loneSurrogates), hostile: true },
  ];
}

const LINES = fc.constantFrom('one\ntwo', 'one\r\ntwo');

/** Names that answers use: where meta is merged over an answer, they take the place of its members. */
const MEMBER_NAMES = fc.constant([
  'disclosedContracts',
  'choiceContextData',
  'choiceContext',
  'debugPackageName',
  'debugNote',
  'error',
  'meta',
]);

const named = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, 'text']));

const THOUSAND = Array.from({ length: 1000 }, (_, index) => `k${index}`);

function manyKeys(value: string): Record<string, string> {
  const meta: Record<string, string> = {};
  for (const key of THOUSAND) meta[key] = value;
  return meta;
}

/** 16 kB when written as UTF-8, give or take the last character. */
function longValue(unit: string): string {
  return unit.repeat(Math.ceil(16_384 / Buffer.byteLength(unit)));
}

function nonAscii(start: string): fc.Arbitrary<string> {
  const unit = fc.constantFrom(...'éßøñЖдΩλ漢字語한글עבעربไทย🙂🚀');
  return fc.string({ unit, maxLength: 12 }).map((rest) => start + rest);
}
