/** Mistakes in a chapter: each has its file, its line, and what to write. Those that a rules file may have too are in src/surfaces/rules-files.test.ts. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkLedgerChapter, mistakesInChapters } from '../../src/surfaces/check-chapters.ts';
import { type ChapterName, chapterFiles } from './contract.ts';

test('the chapters have no mistake', () => {
  expect(mistakesInChapters()).toEqual([]);
});

const text = (name: ChapterName): string =>
  readFileSync(new URL(`../../specs/${chapterFiles(name).files[0]}`, import.meta.url), 'utf8');

const moves = text('4.2-users-move');
const queries = text('4.2-queries');
const members = text('members');
const users = text('4.2-users');
const resources = text('4.2-resources');

/** The chapter with one change, and the number of the line that it changes. */
function changed(chapter: string, from: string, to: string): { text: string; line: number } {
  const at = chapter.indexOf(from);
  if (at < 0) throw new Error(`the chapter has no ${from}`);
  return { text: chapter.replace(from, to), line: chapter.slice(0, at).split('\n').length };
}

describe.each<[what: string, chapter: string, from: string, to: string, problem: RegExp]>([
  [
    'value of no hole',
    moves,
    '{ from: $provider, to: "" }',
    '{ frm: $provider, to: "" }',
    /Did you mean from\?/,
  ],
  [
    'row',
    moves,
    'other-id: {',
    'other-idd: {',
    /no rule says that other-idd is rejected. Did you mean other-id\?/,
  ],
  [
    'check',
    moves,
    'check: keepsRights create',
    'check: keepRights create',
    /Did you mean keepsRights\?/,
  ],
  [
    'form',
    moves,
    'check: keepsRights',
    'chek: keepsRights',
    /chek: is not a known member.* Did you mean check\?/,
  ],
  [
    'pointer',
    moves,
    'there /user/identityProviderId =',
    'there /user/identityProvider =',
    /no identityProvider at .*Did you mean identityProviderId\?/,
  ],
  [
    'body',
    moves,
    'sourceIdentityProviderId: $from',
    'sourceIdentityProvider: $from',
    /does not fit PATCH .*has no \/sourceIdentityProvider/,
  ],
  [
    'rule that it follows',
    moves,
    'users-create/keeps-rights',
    'users-create/keeps-right',
    /Did you mean users-create\/keeps-rights\?/,
  ],
  [
    'published document',
    moves,
    '1818 /paths/~1v2~1users~1{user-id}~1',
    '1818 /paths/~1v2~1user~1{user-id}~1',
    /the document of 3.4.12 has nothing at/,
  ],
  [
    'equation',
    moves,
    'back? here? /user',
    'back here /user',
    /is not an equation. Write: step \/pointer = "value"/,
  ],
  [
    'case of rejected steps',
    users,
    'rejects whole-user:',
    'rejects whole-usr:',
    /there is no case whole-usr. Did you mean whole-user\?/,
  ],
  [
    'step of one of several cases',
    users,
    'revokes: change again none }',
    'revokes: change agan none }',
    /there is no step agan. Did you mean again\?/,
  ],
  [
    'check in a list',
    users,
    'isAcceptedUnlessDenied wide]',
    'isAcceptedUnlesDenied wide]',
    /Did you mean isAcceptedUnlessDenied\?/,
  ],
  [
    'place in an element',
    resources,
    'until: /users lacks /id =',
    'until: /users lacks /ids =',
    /no ids at \/users\/0\/ids. Did you mean id\?/,
  ],
  [
    'part',
    queries,
    'needs: older',
    'needs: odler',
    /there is no part of a query odler. Did you mean older\?/,
  ],
  [
    'body of a query',
    queries,
    'low: activeAtOffset',
    'low: activeAtOfset',
    /does not fit POST .* no \/activeAtOfset/,
  ],
  [
    'form of a member',
    members,
    'form: dateTime',
    'form: datetme',
    /there is no form datetme. Did you mean dateTime\?/,
  ],
])('a wrong %s', (what, chapter, from, to, problem) => {
  test(`is named: ${to}`, () => {
    const { text: wrong, line } = changed(chapter, from, to);
    const check = () => checkLedgerChapter('rules/wrong.yaml', wrong);
    expect(check).toThrow(problem);
    expect(check).toThrow(/^rules\/wrong.yaml:\d+:\d+: /);
    if (!/^(body|case)/.test(what)) expect(check).toThrow(new RegExp(`^rules/wrong.yaml:${line}:`));
  });
});
