/** Checks the words of rules whose requests or checks are functions. */
import { suggestion } from '../../../../src/kit.ts';
import type { Chapter } from '../chapter.ts';
import type { Checker } from './names.ts';

export function checkCode({ words, rules, mistake }: Checker, { code = {} }: Chapter): void {
  for (const [file, all] of Object.entries(code))
    for (const [name, rule] of Object.entries(all)) {
      const path = ['code', file, name];
      words(rule, path);
      // A rejection has two rules.
      const made = rules();
      if (!made.has(name) && !made.has(`rejects-${name}`))
        throw mistake(path, `no file has a rule with this name.${suggestion(name, [...made])}`);
    }
}
