import fc from 'fast-check';
import picomatch from 'picomatch';
import { describe, expect, it } from 'vitest';
import { surfaces } from '../../suites/index.ts';
import { GlobError, glob } from './glob.ts';
import { SelectionError, select } from './select.ts';

describe('a glob', () => {
  it('has the usual meaning', () => {
    const part = fc.constantFrom(
      'a',
      'b',
      '-',
      '*',
      '?',
      '**',
      '[ab]',
      '[^a]',
      '[a-b]',
      '{a,*b}',
      '/',
    );
    const text = fc.array(fc.constantFrom('a', 'b', 'c', '-', '/'), { minLength: 1, maxLength: 6 });
    const pattern = fc.array(part, { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(pattern, text, (parts, letters) => {
        const [own, name] = [parts.join(''), letters.join('')];
        // Empty segments and several stars for one thing have no meaning in ids.
        fc.pre(
          ![own, name].some((one) => /\/\/|^\/|\/$/.test(one)) &&
            !/\*{2}[^/]|[^/]\*{2}|\*\}?\*|\/-?$/.test(own),
        );
        expect(glob(own)(name), `${own} of ${name}`).toBe(picomatch(own)(name));
      }),
      { numRuns: 2000 },
    );
  });

  it('may have nested braces, unclosed braces, and wildcards at both ends', () => {
    expect(['ab', 'acd', 'ace', 'a'].filter(glob('a{b,c{d,e}}'))).toEqual(['ab', 'acd', 'ace']);
    expect(glob('a{b')('a{b')).toBe(true);
    expect(glob('a{b}')('a{b}')).toBe(true);
    expect(['a', 'a/b', 'a/b/c', 'b'].filter(glob('a/**'))).toEqual(['a', 'a/b', 'a/b/c']);
    expect(['c', 'b/c', 'a/b/c', 'c/a'].filter(glob('**/c'))).toEqual(['c', 'b/c', 'a/b/c']);
  });

  it('is matched in linear time', () => {
    const name = `${'a'.repeat(200)}!`;
    const begin = performance.now();
    for (const bad of ['*a'.repeat(300), '**/'.repeat(300), '?*'.repeat(300), '{a,a}'.repeat(8)])
      expect(glob(`${bad}b`)(name)).toBe(false);
    expect(performance.now() - begin).toBeLessThan(1000);
    expect(() => glob('{a,b}'.repeat(30))).toThrow(GlobError);
  });
});

it('a selection by hostile patterns ends at once, with a clear error', () => {
  const all = Object.values(surfaces).flatMap((surface) => surface().requirements);
  const begin = performance.now();
  for (const only of [
    '*a'.repeat(500),
    '+(a|a*)'.repeat(50),
    '{a,b}'.repeat(40),
    'x,'.repeat(50_000),
  ])
    expect(() => select(all, { only })).toThrow(SelectionError);
  expect(performance.now() - begin).toBeLessThan(5000);
});
