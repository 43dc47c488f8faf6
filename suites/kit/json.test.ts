/** The first difference of two JSON values, in words that show it. */

import { expect, it } from 'vitest';
import { inWords } from '../../src/report/words.ts';
import { difference, differing } from './json.ts';

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
    { at: '', expected: '"left"', actual: '"right"' },
  ]);
  expect(differing('', [1, 2], [1]).map(inWords)).toMatchObject([
    { at: '', expected: '[1,2]', actual: '[1]' },
  ]);
  expect(difference(`${LONG}0`, LONG)).toHaveLength(1);
});
