import { expect, it } from 'vitest';
import { differences, placeOf } from './values.ts';

it.each([
  [{ a: 1, b: [true, 'x'] }, { b: [true, 'x'], a: 1 }, []],
  [{ a: null, b: 1 }, { b: 1 }, []],
  [1, 2, [['', 'value', '1', '2']]],
  [{ a: 1, c: 1 }, { a: '1', c: 1 }, [['/a', 'type', '1', '"1"']]],
  [{ a: [], c: 1 }, { a: {}, c: 1 }, [['/a', 'type', 'an empty list', 'an object']]],
  [{ a: [1, 2], c: 1 }, { a: [1], c: 1 }, [['/a', 'length', 'a list of 2', 'a list of 1']]],
  [
    { list: [{ 'a/b': 1, c: 1 }] },
    { list: [{ 'a/b': 2 }] },
    [
      ['/list/0/a~1b', 'value', '1', '2'],
      ['/list/0/c', 'missing', '1', 'absent'],
    ],
  ],
  [
    { event: { Created: { x: 1 } } },
    { event: { Archived: {} } },
    [['/event', 'choice', 'Created', 'Archived']],
  ],
  [{ constructor: 1, c: 1 }, { c: 1 }, [['/constructor', 'missing', '1', 'absent']]],
])('the differences of %j and %j are %j', (a, b, expected) => {
  expect(differences(a, b).map((d) => [d.at, d.kind, d.a, d.b])).toEqual(expected);
});

it('a comparison of values stays small and quick, however deep and wide they are', () => {
  const nested = (depth: number, end: unknown): unknown => {
    let value = end;
    for (let i = 0; i < depth; i++) value = { a: value, b: 0 };
    return value;
  };
  expect(differences(nested(20_000, 1), nested(20_000, 2))).toHaveLength(1);
  const wide = (n: number): number[] => Array.from({ length: 5000 }, () => n);
  expect(differences(wide(1), wide(2))).toHaveLength(1000);
  expect(differences({ a: 'x'.repeat(1000) }, { a: 1 })[0]?.a).toHaveLength(120);
});

it('the place of a difference has * for the index of an array', () => {
  expect(placeOf('/users/12/rights/0/id')).toBe('/users/*/rights/*/id');
  expect(placeOf('/eventsById/3')).toBe('/eventsById/*');
  expect(placeOf('the status')).toBe('the status');
});
