/** Laws of a chapter: who has them, and what judges the responses. */
import { expect, test } from 'vitest';
import type { CompleteExchange, Operation, Probe } from '../../../src/kit.ts';
import { requirementsOf } from '../law.ts';
import { chapterLaws, type LawChapter, type LawKit } from './laws.ts';

interface Shelf {
  readonly operation: Operation;
  readonly members: readonly string[];
  readonly probes: readonly Probe[];
}

const KIT: LawKit<Shelf> = {
  clauseOf: () => undefined,
  sent: ({ probes }, name) => probes.filter(({ id }) => id.endsWith(`/${name}`)),
  hasMember: ({ members }, name) => members.includes(name),
  checks: {
    status: (_, wanted) => ({
      withControl: true,
      check: ({ response: { status } }) =>
        status === Number(wanted) ? [] : [{ at: 'status', expected: {}, actual: {} } as never],
    }),
  },
  causes: {},
  httpRule: (name, { on, clause }) => [
    {
      ...{ name, clause, statement: 'A rule of HTTP.', cause: 'c', fix: 'f' },
      test: (of) => (on(of).length > 0 ? { probes: on(of), check: () => [] } : undefined),
    },
  ],
};

const shelf = (name: string, ...families: readonly string[]): Shelf => ({
  operation: { name } as Operation,
  members: name === 'lend' ? ['until'] : [],
  probes: families.map((family) => ({ id: `${name}/${family}` }) as Probe),
});

const SHELVES = [shelf('lend', 'good', 'odd'), shelf('return', 'good')];

const made = (laws: NonNullable<LawChapter['laws']>) =>
  requirementsOf(
    chapterLaws(KIT, {
      clauses: [{ id: 'a-clause', section: '§1', level: 'SHOULD', statement: 'S.' }],
      laws,
    }),
    SHELVES,
    ({ operation }) => `books/${operation.name}`,
  );

const words = { clause: 'a-clause', cause: 'c', fix: 'f' };

test('operations that get the requests have the law, with the level and the statement of its clause', () => {
  const found = made({ odd: { ...words, sent: 'odd', check: 'status 404' } });
  expect(found.map(({ id, level, statement }) => [id, level, statement])).toEqual([
    ['books/lend/odd', 'SHOULD', 'S.'],
  ]);
});

test('a law may be for some operations, or for those whose request has a member', () => {
  const law = { ...words, sent: 'good odd', check: 'status 200' };
  expect(made({ all: law }).map(({ id }) => id)).toEqual(['books/lend/all', 'books/return/all']);
  expect(made({ some: { ...law, on: 'return' } }).map(({ id }) => id)).toEqual([
    'books/return/some',
  ]);
  expect(made({ until: { ...law, 'if-member': 'until' } }).map(({ id }) => id)).toEqual([
    'books/lend/until',
  ]);
});

test('the check gets the words behind its name', () => {
  const [law] = made({ odd: { ...words, sent: 'odd', check: 'status 404' } });
  if (law === undefined || !('check' in law)) throw new Error('no check');
  const withStatus = (status: number) => ({ response: { status } }) as CompleteExchange;
  expect(law.check?.(withStatus(404), false)).toEqual([]);
  expect(law.check?.(withStatus(200), false)).toHaveLength(1);
  expect(law.withControl).toBe(true);
});

test('without a check it is the rule of HTTP with its name; an unknown check is an error', () => {
  const [rule] = made({ 'is-json': { clause: 'a-clause', sent: 'odd' } });
  expect(rule).toMatchObject({ id: 'books/lend/is-json', statement: 'A rule of HTTP.' });
  expect(() => made({ odd: { ...words, sent: 'odd', check: 'nothing' } })).toThrow('no check');
});
