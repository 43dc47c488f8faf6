/** Reads JSON of unknown shape, and describes the first difference of two values. */

import { describe, expect, it } from 'vitest';
import { pointerOf } from '../../src/kit.ts';
import { inWords } from '../../src/report/words.ts';
import {
  canonical,
  count,
  difference,
  differing,
  elements,
  holds,
  isDefault,
  member,
  repeated,
  string,
  strings,
} from './json.ts';

const LONG = `00${'ab'.repeat(80)}`;

it('a difference behind the beginning of long texts is shown', () => {
  const [found] = difference({ id: `${LONG}01` }, { id: `${LONG}02` }).map(inWords);
  expect(found?.at).toBe('/id');
  expect(found?.expected).toContain('01');
  expect(found?.actual).toContain('02');
  expect(`${found?.expected} ${found?.actual}`).not.toContain('not shown');
});

it('a difference behind the beginning of long lists is shown', () => {
  const list = Array.from({ length: 90 }, (_, i) => `party-${i}`);
  const [found] = differing('/parties', [...list, 'a'], [...list, 'b']).map(inWords);
  expect(found?.expected).toContain('"a"');
  expect(found?.actual).toContain('"b"');
});

it('short values are shown whole', () => {
  expect(difference('left', 'right').map(inWords)).toMatchObject([
    { at: 'the body', expected: '"left"', actual: '"right"' },
  ]);
  expect(differing('', [1, 2], [1]).map(inWords)).toMatchObject([
    { at: 'the body', expected: '[1,2]', actual: '[1]' },
  ]);
  expect(difference(`${LONG}0`, LONG)).toHaveLength(1);
});

describe('a reader of JSON', () => {
  it.each([null, undefined, 'text', 7, [], {}, { a: null }])('finds nothing in %j', (value) => {
    const read = [member(value, 'a', 'b'), string(value, 'a'), elements(value, 'a')];
    expect([...read, strings(value, 'a')]).toEqual([undefined, '', [], []]);
  });

  it('finds members at a path, and only the strings of an array', () => {
    const value = { a: { b: ['x', 1, null, 'y'] } };
    expect(elements(value, 'a', 'b')).toEqual(['x', 1, null, 'y']);
    expect(strings(value, 'a', 'b')).toEqual(['x', 'y']);
  });

  it.each([
    [{ n: 3 }, 3],
    [{}, 0],
    [{ n: null, m: 1 }, 0],
    [{ other: 'kind' }, undefined],
    [{ n: 1.5 }, undefined],
    [{ n: '3' }, undefined],
    [[], undefined],
  ])('counts in %j the number %s', (value, expected) => {
    expect(count(value, 'n')).toBe(expected);
  });
});

describe('two JSON values', () => {
  it.each([
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    [{ a: null }, {}],
    [{ a: { c: null, b: [1] } }, { a: { b: [1] } }],
  ])('%j and %j are equal, whatever the order of members, with null for absent', (one, other) => {
    expect(canonical(one)).toBe(canonical(other));
    expect([...difference(one, other), ...differing('', one, other)]).toEqual([]);
  });

  it('are equal if times differ in zeros at their end only', () => {
    const time = '2026-11-28T21:39:01.261000Z';
    expect(difference({ a: time }, { a: '2026-11-28T21:39:01.261Z' })).toEqual([]);
    expect(difference('2026-11-28T21:39:01Z', '2026-11-28T21:39:01.000Z')).toEqual([]);
    expect(difference(time, '2026-11-28T21:39:01.2610001Z')).toHaveLength(1);
    expect(difference('1.0', '1.00')).toHaveLength(1);
  });

  it('are equal if lists of strings differ only in order, unlike other lists', () => {
    expect(difference({ a: ['x', 'y'] }, { a: ['y', 'x'] })).toEqual([]);
    expect(difference({ a: [1, 2] }, { a: [2, 1] })).toMatchObject([{ at: { pointer: '/a/0' } }]);
  });

  it.each([
    [['x', 'y', 'z'], ['x', 'z'], '"y"', 'nothing'],
    [['x'], ['y', 'x'], 'nothing', '"y"'],
    [['x', 'y', 'y'], ['x', 'x', 'y'], '"y"', '"x" a second time'],
    [['x', 'y'], ['z', 'x'], '"y"', '"z"'],
  ])('the sets %j and %j differ in %s and %s', (one, other, expected, actual) => {
    expect(difference({ a: one }, { a: other }).map(inWords)).toMatchObject([
      { at: '/a/-', expected, actual },
    ]);
    expect(difference(one, other)).toMatchObject([{ at: { part: 'list', pointer: '' } }]);
  });

  it.each([
    [[4, 7, 9], [4, 9], 'the entry with offset 7', 'nothing'],
    [[4, 7], [4, 7, 9], 'nothing', 'the entry with offset 9'],
    [[4, 7], [4, 4], 'the entry with offset 7', 'the entry with offset 4 a second time'],
    [[4, 7, 9], [4, 9, 11], 'the entry with offset 7', 'the entry with offset 11'],
  ])('the entries %j and %j differ in %s and %s', (one, other, expected, actual) => {
    const [due, came] = [one, other].map((list) => list.map((offset) => ({ offset, kind: 'a' })));
    expect(difference(due, came).map(inWords)).toMatchObject([{ expected, actual }]);
  });

  it('a member without any contents is named, and not the first of them', () => {
    const [one, other] = [{ apis: { a: 1, b: 2 } }, { apis: {} }];
    expect(difference(one, other)).toMatchObject([{ at: { pointer: '/apis' } }]);
    expect(difference({ apis: { a: '' } }, other)).toEqual([]);
  });

  it.each([
    [{ a: 1 }, { a: '1' }, '/a'],
    [{ a: [{ b: 1 }] }, { a: [{ b: 2 }] }, '/a/0/b'],
    [{ a: [1] }, { a: [1, 2] }, '/a'],
    [{ 'a/b~c': 1 }, {}, '/a~1b~0c'],
    [{ a: [] }, { a: {} }, '/a'],
  ])('%j and %j differ at %s', (one, other, at) => {
    expect(difference(one, other).map((found) => pointerOf(found.at))).toEqual([at]);
  });
});

describe('a part of a JSON value', () => {
  it.each([
    [{ a: 1 }, { a: 1, b: 2 }],
    [{ a: '' }, {}],
    [{ a: { b: false, c: [] } }, {}],
    [{ a: [{ b: 1 }] }, { a: [{ b: 1, c: 2 }] }],
  ])('%j is contained in %j', (part, whole) => {
    expect(holds(part, whole)).toEqual([]);
  });

  it.each([
    [{ a: 1 }, { a: 2 }, '/a'],
    [{ a: 'x' }, {}, '/a'],
    [{ a: [{ b: 1 }] }, { a: [] }, '/a'],
    [{ a: [{ b: 1 }, { b: 2 }] }, { a: [{ b: 1 }, {}] }, '/a/1/b'],
  ])('%j is not contained in %j, as %s shows', (part, whole, at) => {
    expect(holds(part, whole).map((found) => pointerOf(found.at))).toEqual([at]);
  });

  it.each([
    ['', true],
    [[], true],
    [{ a: [null, { b: false }] }, true],
    [0, false],
    ['x', false],
    [{ a: true }, false],
  ])('%j may be absent: %s', (value, expected) => {
    expect(isDefault(value)).toBe(expected);
  });
});

it('the first repeated string of a list is named', () => {
  expect(repeated('/ids', ['a', 'b', 'c', 'b', 'a']).map(inWords)).toMatchObject([
    { actual: '"b" again' },
  ]);
  expect(repeated('/ids', ['a', 'b'])).toEqual([]);
});
