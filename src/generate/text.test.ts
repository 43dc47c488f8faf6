import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { extremeMetas, texts } from './text.ts';

const samples = <T>(arbitrary: fc.Arbitrary<T>, numRuns = 300): readonly T[] =>
  fc.sample(arbitrary, { seed: 42, numRuns });

function meta(label: string): Record<string, string> {
  const found = extremeMetas().find((each) => each.label === label);
  if (!found) throw new Error(`no meta called ${label}`);
  return samples(found.arbitrary, 1)[0] ?? {};
}

describe('texts', () => {
  test('are well-formed Unicode of many kinds', () => {
    const values = samples(texts());
    expect(values.filter((text) => encodeURIComponent(text).includes('%EF%BF%BD'))).toEqual([]);
    for (const kind of [/^$/, /^[ -~]+$/, /[^\0-\x7f]/, / /, /"/, /\p{Emoji_Presentation}/u]) {
      expect(
        values.some((text) => kind.test(text)),
        String(kind),
      ).toBe(true);
    }
  });

  test('have a length in code points between the bounds', () => {
    const lengths = samples(texts({ minLength: 3, maxLength: 5 })).map((t) => Array.from(t).length);
    expect(new Set(lengths)).toEqual(new Set([3, 4, 5]));
  });
});

describe('extreme metas', () => {
  test('are maps of strings that come back from JSON as they were', () => {
    for (const { label, arbitrary } of extremeMetas()) {
      for (const value of samples(arbitrary, 20)) {
        const back: unknown = JSON.parse(JSON.stringify(value));
        expect(Object.entries(back ?? {}), label).toEqual(Object.entries(value));
        expect(Object.values(value).every((text) => typeof text === 'string')).toBe(true);
      }
    }
  });

  test('have the property that their label names', () => {
    expect(Object.keys(meta('empty-key'))).toEqual(['']);
    expect(JSON.stringify(meta('proto-key'))).toMatch(/^\{"__proto__":"/);
    expect(Object.hasOwn(meta('constructor-key'), 'constructor')).toBe(true);
    expect(Object.keys(meta('many-keys'))).toHaveLength(1000);
    expect(Buffer.byteLength(meta('long-value')['k'] ?? '')).toBeGreaterThanOrEqual(16_384);
    expect(JSON.stringify(meta('non-ascii'))).toMatch(/[^\0-\x7f]/);
    expect(JSON.stringify(meta('control-characters'))).toMatch(/\\[u0bfnrt]/);
    expect(JSON.stringify(meta('lone-surrogates'))).toMatch(/\\ud[89a-f]/);
  });

  test('are the same at each seed', () => {
    for (const { label, arbitrary } of extremeMetas()) {
      const drawn = [1, 2, 3].flatMap((seed) => fc.sample(arbitrary, { seed, numRuns: 2 }));
      expect(new Set(drawn.map((one) => JSON.stringify(one))).size, label).toBe(1);
    }
  });

  test('only what a careful server may reject is hostile', () => {
    const hostile = extremeMetas().filter((each) => each.hostile);
    expect(hostile.map(({ label }) => label)).toEqual([
      'proto-key',
      'nul',
      'long-key',
      'control-characters',
      'lone-surrogates',
    ]);
  });
});
