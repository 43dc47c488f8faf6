import { expect, it } from 'vitest';
import { prose } from './look.ts';

const TEXT = 'Whole words stay whole in a terminal.\n  + an indented line keeps its indent\nshort';

it('a line that is too long for a terminal is wrapped below its own indent and never inside a word', () => {
  expect(prose(TEXT, { columns: 40 })).toBe(TEXT);
  const long = `${'word '.repeat(12).trim()}\n  ${'more '.repeat(9).trim()}\n${'x'.repeat(50)}`;
  expect(prose(long, { columns: 40 })).toBe(
    [
      'word word word word word word word word',
      'word word word word',
      '  more more more more more more more',
      '    more more',
      'x'.repeat(50),
    ].join('\n'),
  );
});

it('a long line stays the same without a terminal', () => {
  const long = 'word '.repeat(100);
  expect(prose(long, {})).toBe(long);
});
