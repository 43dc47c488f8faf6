/** Checks the words of rules whose requests or checks are functions. */
import { suggestion } from '../../../../src/kit.ts';
import type { Chapter } from '../chapter.ts';
import type { Checker } from './names.ts';

export function checkCode(
  { clauses, rules, known, mistake }: Checker,
  { code = {} }: Chapter,
): void {
  for (const [file, all] of Object.entries(code))
    for (const [name, { clause, follows }] of Object.entries(all)) {
      const path = ['code', file, name];
      known('clause', clauses, clause, [...path, 'clause']);
      known('rule', follows ? rules() : [], follows, [...path, 'follows']);
      // A rejection has two rules.
      const made = rules();
      if (!made.has(name) && !made.has(`rejects-${name}`))
        throw mistake(path, `no file has a rule with this name.${suggestion(name, [...made])}`);
    }
}
