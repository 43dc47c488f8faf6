import { describe, expect, it } from 'vitest';
import { linearPattern, PatternError } from './pattern.ts';

const PATTERNS = [
  '',
  ...String.raw`^$ x$ ^x ^.$ ^[^a]$ \s ^\S+$ [\s,] \d \W \bx [\b] ^\p{L}$ ^\P{Lu}$ \p{Script=Greek}
    \p{gc=Lu} \u0041 \x41 \cJ \/ [a\]] [\-a] [^] [.] (?:a|b)*?c (?<n>a) a{2,3} \uD83D\uDE00
    \u{1F600} [\u{1F600}-\u{1F64F}] ^#[^:]+:[^:]+:[^:]+$ ^[\w.-]+$ \. ^a\nb$ a|b|`.split(/\s+/),
];
const TEXTS = [
  ...[
    '',
    'a',
    'A',
    'x',
    'é',
    'Ω',
    '😀',
    '\ud83d',
    '\n',
    '\r',
    '\u2028',
    '\u00a0',
    '\ufeff',
    '\v',
    '\b',
  ],
  ...[
    'x\n',
    '\nx',
    'a:b',
    '/',
    '-',
    ']',
    'aaa',
    'abc',
    '#a:b:c',
    '.',
    '5',
    'a\nb',
    'I',
    'İ',
    '\u0085',
  ],
];

describe('linearPattern', () => {
  it('matches the same texts as the engine of JavaScript', () => {
    for (const source of PATTERNS) {
      const own = new RegExp(source, 'u');
      for (const text of TEXTS) {
        expect(linearPattern(source).test(text), `${source} in ${JSON.stringify(text)}`).toBe(
          own.test(text),
        );
      }
    }
  });

  it('is quick with a pattern on which other engines never end', () => {
    expect(linearPattern('^(a+)+$').test(`${'a'.repeat(5000)}!`)).toBe(false);
    expect(linearPattern('(x+x+)+y').test('x'.repeat(5000))).toBe(false);
  });

  it('names the pattern that it cannot run, and what to do', () => {
    for (const source of [
      '(?=a)b',
      '(?<!a)b',
      '(a)\\1',
      'a{1001}',
      '(a{900}){900}',
      '[\\Sa]',
      '(',
    ]) {
      expect(() => linearPattern(source), source).toThrow(PatternError);
    }
    expect(() => linearPattern('a'.repeat(4097))).toThrow(
      'has 4097 characters, and the limit is 4096. Write it without',
    );
  });
});
