/**
 * Readers for request bodies. Each checks the JSON type of one place, and names that place if the type is wrong.
 * Unknown members are ignored. Null counts as absent, but not for a list, a map, a flag or a number with a default. The
 * handlers check the values.
 */
import { DecodeError } from './errors.ts';

/** Reads the value at that place, or throws DecodeError. */
export interface Decoder<T = unknown> {
  (value: unknown, at: string): T;
  /** The value of an absent member; without this function the member is required. */
  readonly absent?: () => T;
  /** False if null is a value of a wrong type instead of an absent member. */
  readonly nullIsAbsent?: boolean;
}

/** The type of the values that a decoder returns. */
export type Decoded<D> = D extends Decoder<infer T> ? T : never;

/** Rejects a value of another type than the expected one. */
function wrong(at: string, wanted: string): never {
  throw new DecodeError(`Invalid value for: body (expected ${wanted} at '${at || '$'}')`);
}

export const text: Decoder<string> = (value, at) =>
  typeof value === 'string' ? value : wrong(at, 'a string');

export const bool: Decoder<boolean> = (value, at) =>
  typeof value === 'boolean' ? value : wrong(at, 'true or false');

/** A whole number of 32 bits. */
export const int32: Decoder<number> = (value, at) => {
  const whole = wholeIn(value);
  return whole >= -(2 ** 31) && whole < 2 ** 31 ? whole : wrong(at, 'an int32');
};

/** A whole number of 64 bits, as near as JSON.parse keeps it. */
export const int64: Decoder<number> = (value, at) => {
  const whole = wholeIn(value);
  return Math.abs(whole) <= 2 ** 63 ? whole : wrong(at, 'an int64');
};

/** A whole number, also in a string; NaN for any other value. */
function wholeIn(value: unknown): number {
  const isText = typeof value === 'string' && /^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i.test(value);
  const number = isText ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) ? number : Number.NaN;
}

/** Base64 with its padding, kept as text. */
export const base64: Decoder<string> = (value, at) =>
  typeof value === 'string' && Buffer.from(value, 'base64').toString('base64') === value
    ? value
    : wrong(at, 'base64');

/** A point in time in ISO form, kept as text. */
export const dateTime: Decoder<string> = (value, at) =>
  typeof value === 'string' && isDateTime(value) ? value : wrong(at, 'a date-time');

/** True for an ISO date-time with a zone. */
export function isDateTime(value: string): boolean {
  return (
    /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/.test(value) &&
    !Number.isNaN(Date.parse(value))
  );
}

/** Any JSON value, as it is. */
export const anything: Decoder<unknown> = (value) => value;

export function enumeration<const T extends string>(...literals: readonly T[]): Decoder<T> {
  return (value, at) =>
    literals.includes(value as T) ? (value as T) : wrong(at, `one of ${literals.join(', ')}`);
}

/** An array of such items. */
export function list<T>(item: Decoder<T>): Decoder<T[]> {
  return (value, at) =>
    Array.isArray(value)
      ? value.map((one, index) => item(one, `${at}[${index}]`))
      : wrong(at, 'an array');
}

/** An object with free names and values of one kind. */
export function map<T>(item: Decoder<T>): Decoder<Record<string, T>> {
  return (value, at) => {
    if (!isRecord(value)) return wrong(at, 'an object');
    const entries = Object.entries(value);
    return Object.fromEntries(entries.map(([name, one]) => [name, item(one, `${at}.${name}`)]));
  };
}

type Fields = Readonly<Record<string, Decoder>>;
export type Read<F extends Fields> = { [K in keyof F]: Decoded<F[K]> };

/** An object with these members. */
export function object<F extends Fields>(fields: F): Decoder<Read<F>> {
  const members = Object.entries(fields);
  return (value, at) => {
    if (!isRecord(value)) return wrong(at, 'an object');
    const read: Record<string, unknown> = {};
    for (const [name, decoder] of members) {
      read[name] = member(value[name], decoder, at === '' ? name : `${at}.${name}`);
    }
    return read as Read<F>;
  };
}

function member(value: unknown, decoder: Decoder, at: string): unknown {
  const isAbsent = value === undefined || (value === null && decoder.nullIsAbsent !== false);
  if (!isAbsent) return decoder(value, at);
  if (decoder.absent !== undefined) return decoder.absent();
  throw new DecodeError(`Invalid value for: body (missing required member at '${at}')`);
}

type OneOf<F extends Fields> = { [K in keyof F]: { case: K; value: Decoded<F[K]> } }[keyof F];

/** An object with one of these members; the result has its name and value. Only the first by name counts. */
export function oneOf<F extends Fields>(cases: F): Decoder<OneOf<F>> {
  return (value, at) => {
    if (!isRecord(value)) return wrong(at, 'an object');
    const names = Object.keys(cases).sort();
    const name = names.find((one) => Object.hasOwn(value, one));
    const decoder = name === undefined ? undefined : cases[name];
    if (name === undefined || decoder === undefined) {
      return wrong(at, `one of ${names.join(', ')}`);
    }
    const read = { case: name, value: member(value[name], decoder, `${at}.${name}`) };
    return read as OneOf<F>;
  };
}

/** An optional member; undefined if it is absent. */
export function optional<T>(decoder: Decoder<T>): Decoder<T | undefined> {
  return or<T | undefined>(decoder, undefined);
}

/** An optional member; `fallback` if it is absent. */
export function or<T>(decoder: Decoder<T>, fallback: NoInfer<T>): Decoder<T> {
  const read: Decoder<T> = (value, at) => decoder(value, at);
  return Object.assign((value: unknown, at: string) => read(value, at), {
    absent: () => structuredClone(fallback),
    nullIsAbsent: !isPlainDefault(fallback),
  });
}

/** True if the default is a flag, a number, an empty list or an empty map. */
function isPlainDefault(fallback: unknown): boolean {
  if (typeof fallback === 'boolean' || typeof fallback === 'number') return true;
  return typeof fallback === 'object' && fallback !== null && Object.keys(fallback).length === 0;
}

/** The value of the decoder, if `good` holds for it. */
export function checked<T>(
  decoder: Decoder<T>,
  good: (value: T) => boolean,
  wanted: string,
): Decoder<T> {
  return (value, at) => {
    const read = decoder(value, at);
    return good(read) ? read : wrong(at, wanted);
  };
}

/** True for a JSON object. */
function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads a whole body: JSON first, then the decoder. Throws DecodeError. */
export function decodeBody(bytes: Buffer, decoder: Decoder): unknown {
  let value: unknown;
  try {
    value = JSON.parse(UTF_8.decode(bytes));
  } catch {
    throw new DecodeError('Invalid value for: body (the body is not JSON)');
  }
  return decoder(value, '');
}
