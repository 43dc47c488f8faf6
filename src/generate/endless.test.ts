/** Drawing values always ends. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { caseAt } from '../plan/plan.ts';
import { kept } from './kept.ts';
import { encodedOnce, nearMisses } from './near-misses.ts';
import { UnsupportedKeywordError } from './unsupported-keyword.ts';
import { valid } from './valid.ts';

const drawn = <T>(arbitrary: fc.Arbitrary<T>): readonly T[] =>
  fc.sample(arbitrary, { seed: 1, numRuns: 200 });

test.each(['.', '..', '...', '....', '.a', '..a', 'a.', 'ab', '\ud800', 'a\udc00b', '🙂'])(
  'near misses of %j are segments of a path, and other ones',
  (id) => {
    for (const { label, raw } of nearMisses(id)) {
      const wrong = drawn(raw).filter((segment) => /^\.{0,2}$/.test(segment) || segment === id);
      expect(wrong, label).toEqual([]);
    }
    expect(drawn(encodedOnce(id))[0]).toMatch(/^(%[0-9A-F]{2})+$/);
  },
);

test('a filter that rejects every value ends with an error that names the keyword', () => {
  const none = kept(fc.nat(), (value) => value < 0, 'minimum', '/a');
  expect(() => drawn(none)).toThrow(
    'No values can be made for "minimum" at #/a. None of 10,000 random values fits it',
  );
  expect(drawn(kept(fc.nat(9), (value) => value > 6, 'minimum', ''))).toContain(7);
  const never = valid({ type: 'string', pattern: '^a$', minLength: 3 }, {});
  expect(() => drawn(never)).toThrow(UnsupportedKeywordError);
});

test('a bounded filter has the values and the shrinks of a plain one', () => {
  const fits = (value: number): boolean => value % 2 === 1;
  for (const seed of [1, 2, 3]) {
    const [one, other] = [kept(fc.nat(), fits, 'multipleOf', ''), fc.nat().filter(fits)].map(
      (values) =>
        fc.check(
          fc.property(values, (value) => value < 20),
          { seed },
        ),
    );
    expect(one?.counterexamplePath).toBe(other?.counterexamplePath);
    expect(one?.counterexample).toEqual(other?.counterexample);
  }
});

test('a case is searched no longer than the length of a run', () => {
  const group = { label: 'x', cases: fc.constant([]) };
  expect(() => caseAt(group, 1, '99999999999')).toThrow(
    'the index at path 99999999999 is above 1000000',
  );
  expect(caseAt(group, 1, '7')).toEqual([]);
});
