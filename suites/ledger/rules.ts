/** The rules of this folder whose requests or checks are functions: their words stand in a chapter of specs/ledger/rules. */
import { loadDocument } from '../../src/kit.ts';
import type { Chapter } from '../kit/chapters/chapter.ts';
import { type Rule, wordedBy } from '../kit/chapters/words.ts';
import { type ChapterName, chapterFiles, clauseOf } from './contract.ts';

/** The rules of a file: each has the words that the chapter has for its name. */
export const rulesIn = (chapter: ChapterName, file: string): Rule =>
  wordedBy(loadDocument(chapterFiles(chapter)) as Chapter, file, clauseOf);
