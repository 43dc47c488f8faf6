/** The rules of lists in pages, with a server that pages correctly or wrongly. */
import { describe, expect, test } from 'vitest';
import { call } from '../../src/kit.ts';
import { inWords } from '../../src/report/words.ts';
import {
  type Change,
  judgedNotes,
  list,
  NOTES_KIT,
  reply,
  reportOnNotes,
} from '../../test/notes-surface.ts';
import { shownList } from './judges.ts';
import { asked, nextTokenOf, type Pages } from './page-walks.ts';
import { PAGE_LAWS, TOKEN_LAWS } from './pages.ts';
import { probe } from './probes.ts';
import { lawsOf } from './surface.ts';

const ALL = ['a', 'b', 'c', 'd', 'e'];
const LARGEST = 50;

const pages: Pages = {
  operation: list,
  clause: 'notes-come-in-pages',
  probe: (name, own) => probe(list, name, own),
  list: () => call(list, { query: { size: LARGEST } }),
  page: (_, query) => call(list, { query: query as Record<string, string> }),
  size: 'size',
  member: 'notes',
  walks: {
    two: { size: 2, pages: 4 },
    halves: { parts: 2, pages: 3 },
    rest: { lastOfOne: true, pages: 3 },
  },
  read: (page) => (page.response.status === 200 ? shownList(page, 'notes') : undefined),
  isCut: (page) => nextTokenOf(page) !== '' || Number(asked(page, 'size')) <= 2,
  isOrdered: true,
};

/** The parameters of a request for a page: its start and its size. */
interface Asked {
  readonly from: number;
  readonly size: number;
  readonly token: string;
}

interface Page {
  readonly notes: readonly string[];
  readonly nextPageToken?: string;
}

const cut = ({ from, size }: Asked): Page => {
  const next = from + size;
  const notes = ALL.slice(from, next);
  return { notes, ...(next < ALL.length && { nextPageToken: String(next) }) };
};

const serving =
  (page: (asked: Asked) => Page | undefined): Change =>
  (usual, { path }) => {
    if (!path.startsWith('/notes?')) return usual;
    const query = new URLSearchParams(path.split('?')[1]);
    const token = query.get('pageToken') ?? '';
    const found = page({ from: Number(token), size: Number(query.get('size')), token });
    return found === undefined ? reply(400, { error: 'no such page' }) : reply(200, found);
  };

async function brokenBy(server: (asked: Asked) => Page | undefined, of: Partial<Pages> = {}) {
  const requirements = lawsOf(NOTES_KIT, [...PAGE_LAWS, ...TOKEN_LAWS], [{ ...pages, ...of }]);
  const { passed = [], failed = [] } = await judgedNotes(serving(server), requirements);
  return { passed: passed.length, failed };
}

const isLong = ({ size }: Asked): boolean => size === LARGEST;

describe('a list in pages', () => {
  test.each<[string, (asked: Asked) => Page | undefined, Partial<Pages>?]>([
    ['cuts its pages one after the other', cut],
    [
      'has a token on the last page, which leads to an empty one',
      (asked) => ({
        nextPageToken: String(asked.from + asked.size),
        ...cut(asked),
        ...(asked.from >= ALL.length && { nextPageToken: '' }),
      }),
    ],
    [
      'has a smaller largest page, and more behind it',
      (asked) => cut({ ...asked, size: Math.min(asked.size, 3) }),
    ],
    [
      'lists in another order than its pages have, where none is documented',
      (asked) => (isLong(asked) ? { notes: ALL.toReversed() } : cut(asked)),
      { isOrdered: false },
    ],
  ])('conforms if it %s', async (_, server, of) => {
    expect(await brokenBy(server, of)).toEqual({ passed: 5, failed: [] });
  });

  test('fails none of its rules where its token is a number, which breaks the shape of the page', async () => {
    const server = (asked: Asked) => ({ ...cut(asked), nextPageToken: 7 as unknown as string });
    expect((await brokenBy(server, { isOrdered: false })).failed).toEqual([]);
  });

  test.each([2, 3, 4, 5, 6, 7])(
    'fails if it never offers a last page that is not full: %i',
    async (count) => {
      const server = ({ from, size }: Asked): Page => {
        const next = from + size;
        const notes = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].slice(from, Math.min(next, count));
        return { notes, ...(next + size <= count && { nextPageToken: String(next) }) };
      };
      const walks = { rest: { size: 20, lastOfOne: true, pages: 3 } } as const;
      const { failed } = await brokenBy(server, { walks });
      expect(failed).toEqual(count === 2 ? [] : ['pages-match-list']);
    },
  );

  test('fails if it rejects the token of the page that ends with a certain element', async () => {
    const server = (asked: Asked) => (asked.token === '3' ? undefined : cut(asked));
    const walks = {
      usual: { size: 1, endsWith: (one: unknown) => one === 'e', pages: 3 },
      after: { size: 4, endsWith: (one: unknown) => one === 'c', pages: 2 },
    };
    const { failed } = await brokenBy(server, { walks });
    expect(failed).toEqual([expect.stringContaining('page-token-is-accepted')]);
  });

  test.each([4, 6])('fails if it loses a last page that is full, of %i elements', async (count) => {
    const server = ({ from, size }: Asked): Page => {
      const next = from + size;
      const notes = ['a', 'b', 'c', 'd', 'e', 'f'].slice(0, count).slice(from, next);
      const isLost = next + size === count;
      return { notes, ...(next < count && !isLost && { nextPageToken: String(next) }) };
    };
    const walks = { rest: { size: 20, lastOfOne: true, pages: 3 } } as const;
    const { failed } = await brokenBy(server, { walks });
    expect(failed).toEqual(['pages-match-list']);
  });

  const used = new Set<string>();
  test.each<[string, string[], (asked: Asked) => Page | undefined]>([
    [
      'loses the first element of each further page',
      ['pages-match-list'],
      (asked) => ({ ...cut(asked), notes: cut(asked).notes.slice(asked.from > 0 ? 1 : 0) }),
    ],
    [
      'repeats the last element of the page before',
      ['pages-match-list'],
      ({ from, size }) => ({
        ...cut({ from, size, token: '' }),
        notes: ALL.slice(from && from - 1, from + size),
      }),
    ],
    ['ends with the first page', ['pages-match-list'], (asked) => ({ notes: cut(asked).notes })],
    [
      'has a token that leads to the same page',
      ['pages-match-list'],
      (asked) => ({ ...cut(asked), ...(asked.from > 0 && { nextPageToken: asked.token }) }),
    ],
    [
      'rejects its own tokens',
      ['page-token-is-accepted', 'page-token-is-repeatable'],
      (asked) => (asked.token === '' ? cut(asked) : undefined),
    ],
    [
      'has one element more than was asked for',
      ['page-size-bounds-page'],
      (asked) => ({ ...cut(asked), notes: ALL.slice(asked.from, asked.from + asked.size + 1) }),
    ],
    [
      'accepts a token once',
      ['page-token-is-repeatable'],
      (asked) => (isUsed(asked) ? undefined : cut(asked)),
    ],
    [
      'remembers the page size with a token',
      ['page-size-may-change'],
      (asked) => cut({ ...asked, from: asked.token === '1' && asked.size === 2 ? 0 : asked.from }),
    ],
  ])('fails if it %s', async (_, expected, server) => {
    used.clear();
    expect((await brokenBy(server)).failed).toEqual(expect.arrayContaining(expected));
  });

  test('an element that only the pages have is named with the page sizes of both', async () => {
    const short = serving((asked) => (isLong(asked) ? { notes: ALL.slice(0, 4) } : cut(asked)));
    const whole = { ...pages, isCut: () => false };
    const report = await reportOnNotes(short, lawsOf(NOTES_KIT, PAGE_LAWS, [whole]));
    const found = report.verdicts.find(({ requirement }) =>
      requirement.endsWith('/pages-match-list'),
    );
    expect(found?.findings.map(inWords)[0]?.actual).toBe(
      '"e" (5 elements with page size 2, 4 with 50)',
    );
    expect(found?.cause).toContain('A large page is cut');
  });

  function isUsed({ token, size }: Asked): boolean {
    const key = `${token} ${size}`;
    const isKnown = token === '1' && used.has(key);
    used.add(key);
    return isKnown;
  }
});
