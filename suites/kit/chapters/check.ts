/**
 * Checks a chapter against its surface: every name exists, every body fits, and every pointer leads somewhere. Throws at
 * the first mistake, with file, line and remedy. Runs in the build and in tests; a run trusts what was checked.
 */
import type { Source } from '../../../src/kit.ts';
import {
  type Chapter,
  casesOf,
  casesRejectedBy,
  namesIn,
  type RejectedStepData,
  wordedRule,
} from './chapter.ts';
import { checkCase } from './checked/cases.ts';
import { checkClauses } from './checked/clauses.ts';
import { checkCode } from './checked/code.ts';
import { checkMembers } from './checked/members.ts';
import { type Checker, checkerOf, type Known } from './checked/names.ts';
import { checkRejections } from './checked/rejections.ts';
import { checkRules } from './checked/rules.ts';
import { rejectedSteps } from './checks/forms.ts';

export function checkChapter(source: Source, known: Known): void {
  const checker = checkerOf(source, known);
  const chapter = source.value as Chapter;
  const { on = [], clauses = [], cases = {} } = chapter;
  checker.operation(on, ['on']);
  checkClauses(checker, clauses);
  for (const [name, data] of Object.entries(cases))
    checkCase(
      checker,
      { ...data, on: data.on ?? on },
      ['cases', name],
      rejectedStepsOf(chapter, name),
    );
  checkRules(checker, chapter);
  checkWords(checker, chapter);
  checkCode(checker, chapter);
  checkMembers(checker, chapter);
  for (const [name, row] of Object.entries(chapter.rows ?? {})) checker.words(row, ['rows', name]);
  checkRejections(checker, chapter);
}

/** Fails if a rule has neither words of its own nor shared ones. */
function checkWords({ kit, mistake }: Checker, { rules = {} }: Chapter): void {
  const shared = kit.words();
  for (const [name, rule] of Object.entries(rules)) {
    if (name.split(' ')[0] === 'rejects') continue;
    try {
      wordedRule(name, rule, shared);
    } catch (error) {
      throw mistake(['rules', name], (error as Error).message);
    }
  }
}

/** The steps of a case that rules want rejected. */
function rejectedStepsOf({ cases = {}, rules = {} }: Chapter, name: string): readonly string[] {
  const all = Object.keys(cases);
  return Object.entries(rules).flatMap(([id, rule]) => {
    const rejecting = casesRejectedBy(id, all);
    if (!namesIn(rejecting ?? casesOf(rule, all)).includes(name)) return [];
    const rows = Object.values(rule) as unknown as readonly RejectedStepData[];
    return rejecting ? rows.map(({ step }) => step) : rejectedSteps(rule['rejected']);
  });
}
