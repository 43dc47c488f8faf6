import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { RESPELLINGS, rewritten } from './json-text.ts';

const samples = (value: unknown): readonly string[] =>
  fc.sample(rewritten(value), { seed: 42, numRuns: 300 });

const VALUE: unknown = JSON.parse(
  '{"__proto__":{"a":1},"b":[1.5,true,null,[],{}],"":"q\\"\\\\ \\u0001 é🙂 \\ud800","c":{"x":"","y":-2e30}}',
);

test('every text is the same value, `__proto__` and lone surrogates too', () => {
  const plain = JSON.parse(JSON.stringify(VALUE));
  for (const text of samples(VALUE)) {
    const back = JSON.parse(text);
    expect(back).toEqual(plain);
    expect(Object.hasOwn(back, '__proto__')).toBe(true);
    expect(Buffer.from(text).toString()).toBe(text);
  }
});

test.each(Object.entries(RESPELLINGS))(
  '%s: another text of the same value, always the same',
  (_, write) => {
    const text = write(VALUE);
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(VALUE)));
    expect(text).not.toBe(JSON.stringify(VALUE));
    expect(write(VALUE)).toBe(text);
  },
);

test('the fixed spellings have blanks around each token, line breaks, another order and escapes', () => {
  const [lines, escapes, blanks] = Object.values(RESPELLINGS).map((write) =>
    write({ a: true, b: 'c' }),
  );
  expect(lines).toMatch(/^\s+\{\s+"b"\s+:\s+"c"\s*,\s+"a"/);
  expect(lines).toContain('\n');
  expect(escapes).toBe('{"\\u0062":"\\u0063","\\u0061":true}');
  expect(blanks).toMatch(/^\s+\{\s+"a"\s+:\s+true/);
});

test('order, blanks and escapes all vary, at every depth', () => {
  const texts = samples({ first: { p: 1, q: 2 }, last: 'text' });
  const has = (pattern: RegExp): boolean => texts.some((text) => pattern.test(text));
  expect(has(/last[\s\S]*first/)).toBe(true);
  expect(has(/"q"[\s\S]*"p"/)).toBe(true);
  expect(has(/[\n\t]/)).toBe(true);
  expect(has(/\\u006c|\\u0074/)).toBe(true);
});

test('items of lists keep their order', () => {
  for (const text of samples([1, 2, 3])) expect(JSON.parse(text)).toEqual([1, 2, 3]);
});

test('shrinks to the text of JSON.stringify', () => {
  const property = fc.property(rewritten(VALUE), () => false);
  const { counterexample } = fc.check(property, { seed: 7 });
  expect(counterexample?.[0]).toBe(JSON.stringify(VALUE));
});

test('members without a value are left out, as JSON.stringify does', () => {
  expect(new Set(samples({ a: undefined }).map((text) => text.trim().replace(/\s/g, '')))).toEqual(
    new Set(['{}']),
  );
});
