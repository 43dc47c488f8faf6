/** Rules whose requests or checks are functions: a chapter has their words, and a file of the suite the rest. */
import { suggestion } from '../../../src/kit.ts';
import { type Headed, type JudgingTest, type Law, tested } from '../law.ts';
import { causesOf } from './causes.ts';
import { type Chapter, type ClauseOf, namesIn } from './chapter.ts';

/** What a chapter says of a rule. */
type Words = 'name' | 'level' | 'statement' | 'cause' | 'fix';

/** A rule without its words. */
type Wordless<R> = R extends unknown ? Omit<R, Words | 'clause'> : never;

type WordlessLaw<S> = Omit<Law<S>, Words | 'clause' | 'test'> & JudgingTest<S>;

/** Makes a rule of its name. A clause is given only if it depends on the subject. */
export interface Rule {
  <S>(name: string, law: WordlessLaw<S>): Law<S>;
  <S>(name: string, clause: Law<S>['clause'], law: WordlessLaw<S>): Law<S>;
  <R extends Headed>(name: string, rule: Wordless<R>): R;
  <R extends Headed>(name: string, clause: R['clause'], rule: Wordless<R>): R;
}

/** The rules of this file in a chapter. Throws for a name that the chapter does not have there. */
export function wordedBy({ code = {} }: Chapter, file: string, clauseOf: ClauseOf): Rule {
  const words = code[file];
  if (words === undefined)
    throw new Error(`the chapter has no rules of ${file}.${suggestion(file, Object.keys(code))}`);
  return ((name: string, ...[first, second]: readonly unknown[]) => {
    const own = words[name];
    if (own === undefined)
      throw new Error(`${file}: no rule ${name}.${suggestion(name, Object.keys(words))}`);
    const stated = own.clause === undefined ? undefined : clauseOf(own.clause);
    const { level = stated?.level ?? 'MUST', cause, causes, fix, follows } = own;
    const clause = second === undefined ? own.clause : first;
    return {
      ...tested(Object(second ?? first)),
      ...{ name, level, statement: own.statement ?? stated?.statement ?? '', cause, fix },
      ...(causes && { causes: causesOf(causes) }),
      ...(follows && { followsFrom: namesIn(follows) }),
      ...(clause ? { clause } : {}),
    };
  }) as Rule;
}
