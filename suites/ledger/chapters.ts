/** The chapters of the ledger: specs/ledger/rules, and what their files may name. */
import { loadDocument } from '../../src/kit.ts';
import type { Chapter, StepData } from '../kit/chapters/chapter.ts';
import { chapterRequirements } from '../kit/chapters/compile.ts';
import type { ChapterKit } from '../kit/chapters/kit.ts';
import type { Area } from './area.ts';
import { type CHAPTER_FILES, chapterFiles, SHARED_REQUESTS } from './contract.ts';
import { HOLES } from './holes.ts';
import { rowOf } from './laws/rejected-steps.ts';
import { waited } from './requests/open-lists.ts';
import { retryUntilShown } from './requests/retry.ts';
import { sameView } from './responses/views.ts';
import { LEDGER } from './surface.ts';
import { keepsRights } from './users/user-rights.ts';

export const LEDGER_CHAPTERS: ChapterKit = {
  ...LEDGER,
  rowOf,
  holes: HOLES,
  requests: () => loadDocument(SHARED_REQUESTS) as Readonly<Record<string, StepData>>,
  checks: { keepsRights },
  timed: waited,
  until: retryUntilShown,
  sameView,
};

/** The requirements of a chapter. */
export const chapter =
  (name: (typeof CHAPTER_FILES)[number]): Area =>
  (ledger) =>
    chapterRequirements(LEDGER_CHAPTERS, ledger, loadDocument(chapterFiles(name)) as Chapter);
