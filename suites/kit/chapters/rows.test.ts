/** Rejections of a chapter: what they send, and the requirements that they make. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Call, Requirement } from '../../../src/kit.ts';
import { textOf } from '../../../src/report/words.ts';
import { NOTES_KIT, search } from '../../../test/notes-surface.ts';
import { expectedOf } from '../rejections.ts';
import { chapterRequirements } from './compile.ts';
import type { ChapterKit } from './kit.ts';

const KIT = {
  ...NOTES_KIT,
  clauseOf: (id: string) => (id === 'notes-have-texts' ? { id, level: 'SHOULD' } : undefined),
  holes: { absent: () => undefined },
  reasons: {},
  bodyMember: () => undefined,
  timed: (sent: Call) => sent,
} as unknown as ChapterKit;

const words = { statement: 'A rule.', cause: 'A.', fix: 'B.', sends: 'a wrong text' };

const rules = chapterRequirements(
  KIT,
  { operation: () => search, has: () => true, isSince: () => true },
  {
    queries: [
      {
        on: 'search',
        clause: 'notes-are-served',
        values: { text: 'milk' },
        request: { json: { text: '$text' } },
        twice: { text: '$value$value' },
      },
    ],
    rejections: {
      value: { ...words, clause: 'notes-have-texts', changes: [{ text: 'gold' }] },
      part: { ...words, changes: [{ twice: 'gold' }, { twice: '$absent' }] },
      other: {
        ...words,
        changes: [{ text: '' }],
        status: 404,
        codes: 'A B',
        'or-else': { status: 409, codes: 'C' },
      },
      text: { ...words, texts: ['[]', 'null'], wrong: 'schema', 'code-documented-on': 'search' },
    },
  },
);

const find = (name: string): Requirement | undefined =>
  rules.find(({ id }) => id.endsWith(`/${name}`));

const bodiesOf = (name: string): readonly unknown[] =>
  (find(name)?.probes ?? []).flatMap(({ caseGroups }) =>
    caseGroups(KIT.example).flatMap(({ cases }) =>
      fc.sample(cases, 1).flatMap((steps) => steps.map((step) => 'body' in step && step.body)),
    ),
  );

test.each([
  ['rejects-value', ['{"text":"gold"}']],
  ['rejects-part', ['{"text":"goldgold"}']],
  ['rejects-text', ['[]', 'null']],
])('%s sends %j', (name, bodies) => {
  expect(bodiesOf(name)).toEqual(bodies);
});

test('a finding shows the codes as alternatives', () => {
  const expected = expectedOf({ status: 404, codes: ['A', 'B'] }, { status: 409, codes: ['C'] });
  expect(textOf(expected)).toBe('404 A or B, or 409 C');
});

test('the level of a rejection is that of its clause, whatever chapter has it', () => {
  expect(find('rejects-value')?.level).toBe('SHOULD');
  expect(find('rejects-part')?.level).toBe('MUST');
});

test('a rejection has its own clause, or that of the query', () => {
  expect(find('rejects-value')?.clause).toBe('notes-have-texts');
  expect(find('rejects-part')?.clause).toBe('notes-are-served');
});

test('the error may be another one, and is required where documents state its code', () => {
  expect(find('other-error')).toMatchObject({
    level: 'SHOULD',
    statement: 'The rejection is 404 A or B, or 409 C.',
  });
  expect(find('text-error')).toMatchObject({ level: 'MUST' });
});
