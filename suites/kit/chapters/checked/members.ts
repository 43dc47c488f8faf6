/** Checks the rules of a chapter about members. */
import { canHave } from '../../can-have.ts';
import { type Chapter, namesIn } from '../chapter.ts';
import type { ChapterKit } from '../kit.ts';
import { isMeant } from '../members.ts';
import type { Checker } from './names.ts';

export function checkMembers(
  checker: Checker<Pick<ChapterKit, 'memberForms'>, unknown>,
  { members = {} }: Chapter,
): void {
  const { kit, apis, words, known, mistake } = checker;
  const operations = apis.flatMap(({ contract }) => contract.operations);
  const isShown = (isOne: ReturnType<typeof isMeant>): boolean =>
    operations.some(({ contract, responses }) =>
      canHave(contract, responses['200']?.['application/json'] ?? {}, isOne),
    );
  for (const [name, rule] of Object.entries(members)) {
    const path = ['members', name];
    words(rule, path);
    known('form', Object.keys(kit.memberForms), rule.form, [...path, 'form']);
    for (const one of namesIn(rule.members))
      if (!isShown(isMeant({ ...rule, members: one })))
        throw mistake([...path, 'members'], `no response has a member ${one} of this type.`);
    if (rule.members === undefined && !isShown(isMeant(rule)))
      throw mistake([...path, 'objects-with'], 'no response has an object with these members.');
  }
}
