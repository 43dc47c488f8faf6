/** The values in a command: of which kind each is, as far as its JSON shows, and how a ledger shows it again. */
import type { Finding, Fixtures, Pointer } from '../../../src/kit.ts';
import { describe, finding, step, worded } from '../../../src/kit.ts';
import { nanosecondsOf } from '../../kit/date-time.ts';
import { elements, isObject, type Json, member } from '../../kit/json.ts';

/** What JSON shows of the type of a value. Records and maps are objects. */
export type Kind =
  | ('party' | 'contractId' | 'date' | 'time' | 'decimal' | 'integer' | 'name' | 'text')
  | ('number' | 'boolean' | 'list' | 'variant' | 'object' | 'none');

export interface Value {
  readonly kind: Kind;
  readonly value: unknown;
  /** The names and indices that lead to it. */
  readonly path: readonly (string | number)[];
}

/** The forms of texts; the first that fits decides. */
const TEXTS: readonly (readonly [Kind, RegExp])[] = [
  ['contractId', /^00[0-9a-f]{64,}$/],
  ['party', /^[\w: -]+::[0-9a-f]{8,}$/],
  ['date', /^\d{4}-\d\d-\d\d$/],
  ['time', /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/],
  ['integer', /^[-+]?\d+$/],
  ['decimal', /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i],
  // Possibly one of an enumeration.
  ['name', /^[A-Z]\w*$/],
];

/** The kinds that JSON writes as text; the first one takes any text. */
export const TEXT_KINDS: readonly Kind[] = ['text', ...TEXTS.map(([kind]) => kind)];

/** Numbers, and texts that are numbers. */
const NUMBERS: readonly Kind[] = ['integer', 'decimal', 'number'];

export function kindOfValue(value: unknown): Kind {
  if (typeof value === 'string') return TEXTS.find(([, form]) => form.test(value))?.[0] ?? 'text';
  if (typeof value === 'number' || typeof value === 'boolean') return typeof value as Kind;
  if (Array.isArray(value)) return 'list';
  if (!isObject(value)) return 'none';
  const names = Object.keys(value).sort().join();
  return names === 'tag,value' && typeof value['tag'] === 'string' ? 'variant' : 'object';
}

/** All values inside a record, the outer ones first. The tag of a variant is not a value. */
export function valuesIn(value: unknown, path: Value['path'] = []): readonly Value[] {
  const kind = kindOfValue(value);
  const own: readonly Value[] = path.length === 0 ? [] : [{ kind, value, path }];
  if (Array.isArray(value)) return [...own, ...value.flatMap((v, i) => valuesIn(v, [...path, i]))];
  if (!isObject(value)) return own;
  const inner = Object.entries(value).filter(([name]) => kind !== 'variant' || name === 'value');
  return [...own, ...inner.flatMap(([name, one]) => valuesIn(one, [...path, name]))];
}

/** The JSON with another value at this path; `undefined` removes a member. */
export function replaced(json: unknown, path: Value['path'], value: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  const inner = replaced((json as Record<string | number, unknown>)[first], rest, value);
  if (Array.isArray(json)) return json.map((one, i) => (i === first ? inner : one));
  return { ...Object(json), [first]: inner };
}

/** The first command of a body that creates a contract: the name of its kind, and its parts. */
export function creatingCommand(body: unknown): readonly [name: string, parts: Json] | undefined {
  for (const one of elements(body, 'commands')) {
    for (const name of ['CreateCommand', 'CreateAndExerciseCommand']) {
      const parts = member(one, name);
      if (isObject(parts)) return [name, parts];
    }
  }
  return undefined;
}

/** The declared command whose created contract has the most kinds of values; the first one of several. */
export function richest({ commands }: Fixtures): Json | undefined {
  const kinds = (body: Json): number => {
    const [, parts] = creatingCommand(body) ?? [];
    return parts === undefined ? -1 : new Set(valuesIn(parts).map(({ kind }) => kind)).size;
  };
  const most = Math.max(...commands.map(kinds));
  return most < 0 ? undefined : commands.find((body) => kinds(body) === most);
}

/** How a shown value may differ from the one that was sent. */
export interface Differences {
  /** It is another value. */
  readonly values: readonly Finding[];
  /** It is the same value in another form of JSON, or in a form that shows no value. */
  readonly forms: readonly Finding[];
}

const NONE: Differences = { values: [], forms: [] };

/** Compares a sent value with the shown one, as far as the JSON of the sent one tells its type. */
export function differences(sent: unknown, shown: unknown, at: Pointer): Differences {
  const kind = kindOfValue(sent);
  // What is optional may be left out, and be shown as null or as an empty list.
  if (kind === 'none') return isNothing(shown) ? NONE : other(sent, shown, at);
  if (shown === undefined || shown === null) return isNothing(sent) ? NONE : other(sent, shown, at);
  if (kind === 'list') return ofLists(sent as unknown[], shown, at);
  if (kind === 'object' || kind === 'variant') return ofObjects(sent as Json, shown, at);
  if (NUMBERS.includes(kind)) return ofNumbers(sent, shown, at);
  if (sent === shown) return NONE;
  if (kind === 'time' && isSameInstant(sent, shown)) return NONE;
  if (kind === 'date' && isSameInstant(`${sent}T00:00:00Z`, shown))
    return inForm('a date', shown, at);
  if (typeof sent === typeof shown) return other(sent, shown, at);
  return String(sent) === String(shown)
    ? inForm(`a ${typeof sent}`, shown, at)
    : other(sent, shown, at);
}

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0);

const other = (sent: unknown, shown: unknown, at: Pointer): Differences => ({
  values: [finding(at, describe(sent ?? 'nothing'), describe(shown ?? 'nothing'))],
  forms: [],
});

const inForm = (expected: string, shown: unknown, at: Pointer): Differences => ({
  values: [],
  forms: [finding(at, expected, describe(shown))],
});

const joined = (all: readonly Differences[]): Differences => ({
  values: all.flatMap(({ values }) => values),
  forms: all.flatMap(({ forms }) => forms),
});

function ofLists(sent: readonly unknown[], shown: unknown, at: Pointer): Differences {
  if (!Array.isArray(shown)) return inForm('a list', shown, at);
  if (sent.length !== shown.length)
    return {
      values: [finding(at, worded`${sent.length} values`, worded`${shown.length}`)],
      forms: [],
    };
  const inOrder = joined(sent.map((one, i) => differences(one, shown[i], `${at}/${i}`)));
  // The entries of a map with keys of any type are pairs, which a ledger sorts.
  const arePairs = sent.every((one) => Array.isArray(one) && one.length === 2);
  if (inOrder.values.length === 0 || !arePairs) return inOrder;
  const matches = sent.map((one) =>
    shown.map((two) => differences(one, two, at)).find(({ values }) => values.length === 0),
  );
  const found = matches.filter((one) => one !== undefined);
  return found.length < sent.length ? inOrder : joined(found);
}

function ofObjects(sent: Json, shown: unknown, at: Pointer): Differences {
  if (!isObject(shown)) return inForm('an object', shown, at);
  const added = Object.keys(shown).find(
    (name) => !Object.hasOwn(sent, name) && !isNothing(shown[name]),
  );
  return joined([
    ...Object.entries(sent).map(([name, one]) =>
      differences(one, shown[name], `${at}${step(name)}`),
    ),
    added === undefined ? NONE : other(undefined, shown[added], `${at}${step(added)}`),
  ]);
}

/** A number is shown as text, whatever it was sent as. */
function ofNumbers(sent: unknown, shown: unknown, at: Pointer): Differences {
  const isNumeric = NUMBERS.includes(kindOfValue(shown));
  if (!isNumeric || !isSameNumber(`${sent}`, `${shown}`)) return other(sent, shown, at);
  if (typeof shown !== 'string') return inForm('a number as text', shown, at);
  return EXPONENT.test(shown) && sent !== shown
    ? inForm('a number without an exponent', shown, at)
    : NONE;
}

const EXPONENT = /e/i;

/** True for the sent text, or for the same number in another form. */
export const isSameText = (sent: unknown, shown: unknown): boolean =>
  sent === shown ||
  ([sent, shown].every((one) => NUMBERS.includes(kindOfValue(one))) &&
    isSameNumber(`${sent}`, `${shown}`));

/** More digits after the point than a Numeric usually has: a ledger may round them. */
const LONG_FRACTION = /\.\d{11}/;

/** Compares decimal texts without rounding; other numbers of JSON, such as 1e21, by their value. */
function isSameNumber(sent: string, shown: string): boolean {
  const [left, right] = [sent, shown].map((text) => {
    const [, sign = '', whole, fraction = ''] = /^([-+]?)0*(\d+?)(?:\.(\d*?)0*)?$/.exec(text) ?? [];
    if (whole === undefined) return undefined;
    const digits = `${whole}.${fraction}`;
    return sign === '-' && digits !== '0.' ? `-${digits}` : digits;
  });
  if (left !== undefined && right !== undefined && !LONG_FRACTION.test(sent)) return left === right;
  return Math.abs(Number(sent) - Number(shown)) <= 1e-10 * Math.max(1, Math.abs(Number(sent)));
}

/** Times are kept to the microsecond, so that a longer fraction is cut or rounded. */
function isSameInstant(one: unknown, two: unknown): boolean {
  const [left, right] = [one, two].map((text) => nanosecondsOf(String(text)));
  if (typeof two !== 'string' || left === undefined || right === undefined) return false;
  const apart = left < right ? right - left : left - right;
  return apart <= 1000n;
}
