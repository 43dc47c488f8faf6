import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { namesMore, repeatedName } from './repeated-names.ts';

describe('repeatedName', () => {
  it.each([
    ['{"a":1,"a":2}', 'a'],
    ['{ "a" : 1 ,\n "a"\t: {} }', 'a'],
    ['[{"b":[{"a":1}],"b":0}]', 'b'],
    ['{"a":{"x":1},"c":{"x":1,"x":1}}', 'x'],
    ['{"a":1,"\\u0061":2}', '\\u0061'],
    ['{"":1,"":1}', ''],
    ['{"__proto__":1,"__proto__":1}', '__proto__'],
    ['{"a\\\\":1,"a\\\\":2}', 'a\\\\'],
  ])('%s has %s twice', (json, name) => {
    expect(repeatedName(json)).toBe(name);
  });

  it.each([
    '{"a":"a","b":"a"}',
    '{"a":"\\"a\\":1,\\"a\\":2"}',
    '{"a":["a","a"],"b":{"a":1}}',
    '[{"a":1},{"a":1}]',
    '"a"',
    '12',
    '{"a":"x\\\\","b":"\\\\\\""}',
  ])('%s has no name twice', (json) => {
    expect(repeatedName(json)).toBeUndefined();
  });

  it('a repeated name is found in any JSON, and none in the output of a serialiser', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), fc.string(), (json, name) => {
        expect(repeatedName(json)).toBeUndefined();
        const key = JSON.stringify(name);
        expect(repeatedName(`{${key}:${json},${key}:${json}}`)).toBe(key.slice(1, -1));
      }),
    );
  });
});

describe('namesMore', () => {
  it.each<[string, boolean]>([
    ['{"a":1,"b":{"c":1}}', true],
    ['[{"a":1,"b":1},{"b":1,"a":1}]', false],
    ['{"a":"c:","b":"d: \\"e\\":"}', false],
    ['{"a" : [":","::"], "b"\n:1, "c" :2}', true],
    ['::::', false],
  ])('%s has more than two names: %s', (json, expected) => {
    expect(namesMore(2, json)).toBe(expected);
  });
});
