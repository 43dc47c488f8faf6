/** The rules of this folder whose requests or checks are functions: their words stand in a chapter of specs/ledger/rules. */
import { loadDocument } from '../../src/kit.ts';
import type { Advice, Chapter } from '../kit/chapters/chapter.ts';
import { type Rule, wordedBy } from '../kit/chapters/words.ts';
import { type ChapterName, chapterFiles, clauseOf, SHARED_WORDS } from './contract.ts';

const SHARED = loadDocument(SHARED_WORDS) as Readonly<Record<string, Advice>>;

/** The rules of a file: each has the words that the chapter has for its name, or the shared ones. */
export const rulesIn = (name: ChapterName, file: string): Rule => {
  const { code = {} } = loadDocument(chapterFiles(name)) as Chapter;
  return wordedBy({ code: { [file]: { ...SHARED, ...code[file] } } }, file, clauseOf);
};
