import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { layout } from './body.ts';

const json = fc.jsonValue({ maxDepth: 6 });

describe('layout', () => {
  test.each([
    ['{"a":[1]}', '{\n  "a": [\n    1\n  ]\n}'],
    ['{"a":12345678901234567890}', '{\n  "a": 12345678901234567890\n}'],
    ['{"a":1.0,"a":-2E+3}', '{\n  "a": 1.0,\n  "a": -2E+3\n}'],
    ['{ "a b" : " c \\" " , "e":{},"f":[ ]}', '{\n  "a b": " c \\" ",\n  "e": {},\n  "f": []\n}'],
    ['{"a":[1,{"b":"cut he', '{\n  "a": [\n    1,\n    {\n      "b": "cut he'],
    ['"x"', '"x"'],
  ])('%s has a line for each member and loses nothing', (source, expected) => {
    expect(layout(source).text).toBe(expected);
  });

  test.each([
    '<html>',
    '[info] started',
    '{"a":1}}',
    '{"a":1,}',
    '[1 2]',
    '{1:2}',
    '{a:1}',
    '{"a"}',
    '',
  ])('%j is no JSON and stays as it is', (source) => {
    expect(layout(source)).toEqual({ text: source, places: new Map(), cut: false });
  });

  test('any JSON value has the layout of JSON.stringify', () => {
    fc.assert(
      fc.property(json, (value) => {
        const { text } = layout(JSON.stringify(value));
        expect(text).toBe(JSON.stringify(value, null, 2));
      }),
    );
  });

  test('every member of any object can be found by its JSON Pointer', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), json), (value) => {
        const { text, places } = layout(JSON.stringify(value));
        for (const [name, member] of Object.entries(value)) {
          const pointer = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
          const [start, end] = places.get(pointer) ?? [0, 0];
          expect(JSON.parse(`{${text.slice(start, end)}}`)).toEqual(
            JSON.parse(JSON.stringify({ [name]: member })),
          );
        }
      }),
    );
  });

  test('ten thousand levels and ten million characters are shown quickly', () => {
    const deep = layout('['.repeat(1_000_000));
    expect(deep.text.length).toBeLessThan(5_000_000);
    expect(deep.cut).toBe(true);
    expect(layout(`"${'\\"'.repeat(5_000_000)}"`).text.length).toBeLessThan(70_000);
  });
});
