/** The rules of lists in pages, with unusual servers that page correctly, and mistakes at the last page. */
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
});
