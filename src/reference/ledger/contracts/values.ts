/** The types of Daml values, and their JSON: which values a field takes, and how the ledger shows them. */
import { isParty } from '../parties/book.ts';

/** Values of a record by the names of its fields, as the ledger shows them. */
export type Values = Readonly<Record<string, unknown>>;

export type Fields = Readonly<Record<string, FieldType>>;

type FieldType =
  | ('Party' | 'Text' | 'Int64' | 'Numeric' | 'Bool' | 'Date' | 'Time' | 'ContractId')
  | { readonly optional: FieldType }
  | { readonly list: FieldType }
  | { readonly textMap: FieldType }
  | { readonly record: Fields }
  | { readonly variant: Fields }
  | { readonly enumeration: readonly string[] };

/** A value that its type does not have. */
export class ValueMistake extends Error {}

/** The text of a member; empty if it is not a text. */
export function textOf(values: Values, name: string): string {
  const found = values[name];
  return typeof found === 'string' ? found : '';
}

/** True for a text that can be a contract id: version 00 and at least a hash, in hex. */
export function isContractId(text: string): boolean {
  return /^00[0-9a-f]{64}([0-9a-f]{2})*$/.test(text);
}

/** A record with exactly these fields; an optional one may be absent. Throws ValueMistake. */
export function recordOf(fields: Fields, value: unknown, at = ''): Values {
  if (!isRecord(value)) throw wrong(at, 'a record');
  const extra = Object.keys(value).find((name) => !Object.hasOwn(fields, name));
  if (extra !== undefined) throw new ValueMistake(`there is no field ${within(at, extra)}`);
  return Object.fromEntries(
    Object.entries(fields).map(([name, type]) => [name, read(type, value[name], within(at, name))]),
  );
}

/** The value as the ledger shows it. */
function read(type: FieldType, value: unknown, at: string): unknown {
  if (typeof type === 'string') return SCALARS[type](value, at);
  if ('optional' in type) return optional(type.optional, value, at);
  if ('record' in type) return recordOf(type.record, value, at);
  if ('list' in type) {
    if (!Array.isArray(value)) throw wrong(at, 'a list');
    return value.map((one, i) => read(type.list, one, within(at, `${i}`)));
  }
  if ('enumeration' in type) {
    if (type.enumeration.includes(value as string)) return value;
    throw wrong(at, `one of ${type.enumeration.join(', ')}`);
  }
  if (!isRecord(value)) throw wrong(at, 'an object');
  if ('variant' in type) return variant(type.variant, value, at);
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, read(type.textMap, one, within(at, key))]),
  );
}

function optional(type: FieldType, value: unknown, at: string): unknown {
  return value === undefined || value === null ? null : read(type, value, at);
}

function variant(tags: Fields, value: Values, at: string): unknown {
  const { tag, value: inner, ...others } = value;
  const type = typeof tag === 'string' && Object.hasOwn(tags, tag) ? tags[tag] : undefined;
  if (type === undefined || Object.keys(others).length > 0) {
    throw wrong(at, `a tag of ${Object.keys(tags).join(', ')} and its value`);
  }
  return { tag, value: read(type, inner, within(at, 'value')) };
}

const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const within = (at: string, name: string): string => (at === '' ? name : `${at}.${name}`);

const wrong = (at: string, what: string): ValueMistake =>
  new ValueMistake(`${at === '' ? 'the value' : `the field ${at}`} must be ${what}`);

/** Reads a text for which `shown` has a form. */
const text =
  (what: string, shown: (value: string) => string | undefined) =>
  (value: unknown, at: string): string => {
    const found = typeof value === 'string' ? shown(value) : undefined;
    if (found === undefined) throw wrong(at, what);
    return found;
  };

const MOST_INT64 = 2n ** 63n;

const SCALARS = {
  Text: text('a text', (value) => value),
  Party: text('a Party', (value) => (isParty(value) ? value : undefined)),
  ContractId: text('a ContractId', (value) => (isContractId(value) ? value : undefined)),
  Int64: text('an Int64', (value) => {
    if (!/^[+-]?\d{1,40}$/.test(value)) return undefined;
    const number = BigInt(value.replace('+', ''));
    return number >= -MOST_INT64 && number < MOST_INT64 ? `${number}` : undefined;
  }),
  /** At most 28 digits before the point and 10 after it; shown with at least one of each. */
  Numeric: text('a Numeric 10', (value) => {
    const [, sign = '', whole = '', fraction = ''] =
      /^([+-]?)0*(\d{1,28})(?:\.(\d{1,10})0*)?$/.exec(value) ?? [];
    if (whole === '') return undefined;
    return `${sign.replace('+', '')}${whole}.${fraction.replace(/0+$/, '') || '0'}`;
  }),
  Date: text('a Date', (value) =>
    /^\d{4}-\d\d-\d\d$/.test(value) && instant(`${value}T00:00:00Z`)?.slice(0, 10) === value
      ? value
      : undefined,
  ),
  Time: text('a Time', (value) => {
    const [, seconds = '', fraction = ''] =
      /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?Z$/.exec(value) ?? [];
    const digits = fraction.replace(/0+$/, '');
    const isReal = instant(`${seconds}Z`)?.slice(0, 19) === seconds;
    return isReal ? `${seconds}${digits && `.${digits}`}Z` : undefined;
  }),
  Bool: (value: unknown, at: string): boolean => {
    if (typeof value !== 'boolean') throw wrong(at, 'true or false');
    return value;
  },
} as const;

/** The ISO form of a time; undefined if it is none. */
function instant(value: string): string | undefined {
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}
