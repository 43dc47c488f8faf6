/** Findings are data: only src/report makes words of them, and no code decides by words. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type Finding, partsOf, type Words } from '../src/model/index.ts';
import { finding } from '../src/plan/requirement.ts';

const ROOT = new URL('../', import.meta.url);

function sources(folder: string): readonly (readonly [string, string])[] {
  const names = readdirSync(new URL(folder, ROOT), { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.ts') && !/\.(?:test|bench)\.ts$/.test(name))
    .map((name) => [`${folder}${name}`, readFileSync(new URL(folder + name, ROOT), 'utf8')]);
}

const all = [...sources('src/'), ...sources('suites/')];
const outside = all.filter(([name]) => !name.startsWith('src/report/'));

function matching(pattern: RegExp, files = outside): readonly string[] {
  return files.filter(([, text]) => pattern.test(text)).map(([name]) => name);
}

it('the words of a finding have a type that no text operation takes', () => {
  const { expected }: Finding = finding('/name', 'a name', undefined);
  const [part] = partsOf(expected);
  if (part === undefined || !('words' in part)) throw new Error('no words');
  const { words }: { readonly words: Words } = part;
  // @ts-expect-error: words are no string
  const text: string = words;
  // @ts-expect-error: nor do they have its methods
  expect(words.startsWith('a')).toBe(true);
  expect(text).toBe('a name');
});

it('outside src/report, words are made and never read', () => {
  expect(matching(/as unknown as string\b/)).toEqual([]);
  expect(matching(/\breadable\(/)).toEqual([]);
  // One is the library, the other prints the words of two reports.
  expect(matching(/report\/words\.ts'/)).toEqual(['src/index.ts', 'src/compare/reports.ts']);
});

it('no code decides by what a note says', () => {
  const reads = /\bnotes?\??\.(?:startsWith|endsWith|includes|match|search|indexOf|some|find)\(/;
  const tests = /\.(?:test|exec)\((?:\w+\??\.)*notes?\b/;
  expect(matching(reads, all)).toEqual([]);
  expect(matching(tests, all)).toEqual([]);
});

it('places are words only in reports of earlier versions', () => {
  expect(matching(/\bplaceOfWords\(/, all)).toEqual(['src/report/version-3.ts']);
  const parsed = /placeText\([^()]*\)\.(?:startsWith|endsWith|includes|match|split|slice)\(/;
  expect(matching(parsed, all)).toEqual([]);
});
