import { describe, expect, it } from 'vitest';
import {
  anything,
  base64,
  bool,
  checked,
  type Decoder,
  dateTime,
  decodeBody,
  enumeration,
  int32,
  int64,
  list,
  map,
  object,
  oneOf,
  optional,
  or,
  text,
} from './decode.ts';

const read = (decoder: Decoder, value: unknown): unknown =>
  decodeBody(Buffer.from(JSON.stringify(value)), decoder);

describe('decoders accept', () => {
  it.each<[string, Decoder, unknown]>([
    ['text', text, ''],
    ['bool', bool, false],
    ['int32', int32, -(2 ** 31)],
    ['int64', int64, 2 ** 53],
    ['base64', base64, 'YWI='],
    ['dateTime', dateTime, '2025-01-01T00:00:00.123456Z'],
    ['enumeration', enumeration('A', 'B'), 'B'],
    ['list', list(int32), [1, 2]],
    ['map', map(text), { a: 'b' }],
    ['anything', anything, [null, 1.5]],
    ['checked', checked(int32, (n) => n > 0, 'a positive number'), 1],
  ])('%s', (_name, decoder, value) => {
    expect(read(decoder, value)).toEqual(value);
  });

  it('members that it knows, with defaults for absent ones, and null for optional ones', () => {
    const decoder = object({ a: or(list(text), []), b: optional(bool), c: text });
    expect(read(decoder, { b: null, c: 'x', odd: 1 })).toEqual({ a: [], b: undefined, c: 'x' });
  });

  it.each([
    ['12', 12],
    ['1.2e1', 12],
    [12.0, 12],
    ['-0', -0],
  ])('%s as a number', (value, number) => {
    expect(read(object({ n: int64 }), { n: value })).toEqual({ n: number });
  });

  it('one of two cases', () => {
    const decoder = oneOf({ B: int32, A: int32 });
    expect(read(decoder, { B: 1, A: 2 })).toEqual({ case: 'A', value: 2 });
  });

  it('one case of several', () => {
    const decoder = oneOf({ A: object({ value: int32 }), Empty: object({}) });
    expect(read(decoder, { A: { value: 1 } })).toEqual({ case: 'A', value: { value: 1 } });
  });
});

describe('decoders reject', () => {
  const cases = oneOf({ A: int32, Empty: object({}) });
  it.each<[string, Decoder, unknown, string]>([
    ['a number for text', object({ a: text }), { a: 1 }, "'a'"],
    ['a missing member', object({ a: object({ b: text }) }), { a: {} }, "'a.b'"],
    ['null for a member', object({ a: text }), { a: null }, "'a'"],
    ['a fraction', list(int32), [1, 1.5], "'[1]'"],
    ['an int beyond 32 bits', object({ n: int32 }), { n: 2 ** 31 }, "'n'"],
    ['an int beyond 64 bits', object({ n: int64 }), { n: 1e19 }, "'n'"],
    ['base64 without padding', object({ b: base64 }), { b: 'YWI' }, "'b'"],
    ['a date without a time', object({ d: dateTime }), { d: '2025-01-01' }, "'d'"],
    ['an unknown literal', object({ e: enumeration('A') }), { e: 'a' }, "'e'"],
    ['an array for a map', object({ m: map(text) }), { m: [] }, "'m'"],
    ['a wrong value in a map', object({ m: map(text) }), { m: { k: 1 } }, "'m.k'"],
    ['an unknown case', object({ c: cases }), { c: { B: 1 } }, "'c'"],
    ['no case', object({ c: cases }), { c: {} }, "'c'"],
    ['a wrong case', object({ c: cases }), { c: { A: 'x' } }, "'c.A'"],
    ['null for a list', object({ l: or(list(text), []) }), { l: null }, "'l'"],
    ['null for a map', object({ m: or(map(text), {}) }), { m: null }, "'m'"],
    ['null for a flag', object({ f: or(bool, false) }), { f: null }, "'f'"],
    ['null for a number', object({ n: or(int32, 0) }), { n: null }, "'n'"],
    ['a number with a leading zero', object({ n: int32 }), { n: '012' }, "'n'"],
    ['a number with a space', object({ n: int32 }), { n: ' 12' }, "'n'"],
    ['an inherited name for a case', object({ c: cases }), { c: { toString: 1 } }, "'c'"],
    ['text for the whole', object({}), 'x', "'$'"],
  ])('%s', (_name, decoder, value, place) => {
    expect(() => read(decoder, value)).toThrow(/^Invalid value for: body/);
    expect(() => read(decoder, value)).toThrow(place);
  });
});
