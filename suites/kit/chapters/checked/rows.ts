/** Checks the rows of a chapter: why steps of scenarios are rejected. */
import type { Chapter } from '../chapter.ts';
import type { Checker } from './names.ts';

export function checkRows({ clauses, rules, known }: Checker, { rows = {} }: Chapter): void {
  for (const [name, { clause, follows }] of Object.entries(rows)) {
    known('clause', clauses, clause, ['rows', name, 'clause']);
    known('rule', follows ? rules() : [], follows, ['rows', name, 'follows']);
  }
}
