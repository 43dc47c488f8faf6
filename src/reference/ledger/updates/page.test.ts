import { describe, expect, it } from 'vitest';
import {
  all,
  anyParty,
  by,
  EFFECTS,
  format,
  type Listed,
  PRUNED,
  started,
} from '../../../../test/ledger-shapes.ts';
import { LOCAL_PARTIES } from '../seed.ts';
import { NEWEST } from '../versions.ts';

const PAGE = '/v2/updates/get-updates-page';
const [alice = ''] = LOCAL_PARTIES;

interface Page {
  readonly updates: readonly Listed[];
  readonly lowestPageOffsetExclusive: number;
  readonly highestPageOffsetInclusive: number;
  readonly nextPageToken: string | null;
}

describe('pages of updates', () => {
  const on = started(NEWEST);
  const updateFormat = format(anyParty, EFFECTS);

  const pages = async (body: object): Promise<Page[]> => {
    const found: Page[] = [];
    let pageToken: string | null = '';
    while (pageToken !== null) {
      const one: Page = await on.ledger.good(PAGE, { updateFormat, ...body, pageToken });
      found.push(one);
      pageToken = one.nextPageToken;
    }
    return found;
  };
  const range = () => ({ beginOffsetExclusive: 5, endOffsetInclusive: on.end - 2 });
  const whole = () =>
    on.list({ ...all(anyParty, EFFECTS), beginExclusive: 5, endInclusive: on.end - 2 });

  it.each([1, 3, 100])('contain the list, forwards in pages of %i', async (maxPageSize) => {
    const found = await pages({ ...range(), maxPageSize });
    expect(found.flatMap(({ updates }) => updates)).toEqual(await whole());
    expect(found[0]?.lowestPageOffsetExclusive).toBe(5);
    expect(found.at(-1)?.highestPageOffsetInclusive).toBe(on.end - 2);
    for (const [index, one] of found.slice(1).entries()) {
      expect(one.lowestPageOffsetExclusive).toBe(found[index]?.highestPageOffsetInclusive);
    }
  });

  it.each([1, 3, 100])('contain the list, backwards in pages of %i', async (maxPageSize) => {
    const found = await pages({ ...range(), maxPageSize, descendingOrder: true });
    expect(found.flatMap(({ updates }) => updates)).toEqual((await whole()).toReversed());
    for (const [index, one] of found.slice(1).entries()) {
      expect(one.highestPageOffsetInclusive).toBe(found[index]?.lowestPageOffsetExclusive);
    }
    expect(found.at(-1)?.lowestPageOffsetExclusive).toBe(5);
  });

  it('begin at the pruned offset, and always have a next page if the request has no end', async () => {
    const first = await on.ledger.good<Page>(PAGE, { updateFormat });
    expect(first.lowestPageOffsetExclusive).toBe(PRUNED);
    expect(first.highestPageOffsetInclusive).toBe(on.end);
    const fromZero = await on.ledger.good<Page>(PAGE, { updateFormat, beginOffsetExclusive: 0 });
    expect(fromZero.updates).toEqual(first.updates);
    const next: Page = await on.ledger.good(PAGE, { updateFormat, pageToken: first.nextPageToken });
    expect(next).toMatchObject({ updates: [], lowestPageOffsetExclusive: on.end });
    expect(next.nextPageToken).not.toBeNull();
  });

  it('are rejected for bad sizes, ranges and tokens', async () => {
    const rejection = (body: object) => on.ledger.rejection(PAGE, { updateFormat, ...body });
    for (const maxPageSize of [0, -3, 2001]) {
      expect(await rejection({ maxPageSize })).toBe('400 INVALID_ARGUMENT 3 8');
    }
    expect(await rejection({ endOffsetInclusive: on.end + 9 })).toBe(
      '400 OFFSET_AFTER_LEDGER_END 11 12',
    );
    expect(await rejection({ beginOffsetExclusive: 1 })).toBe(
      '400 PARTICIPANT_PRUNED_DATA_ACCESSED 9 9',
    );
    expect(await rejection({ pageToken: 'garbage' })).toBe('400 INVALID_FIELD 3 8');
    const [first] = await pages({ ...range(), maxPageSize: 4 });
    const stolen = { pageToken: first?.nextPageToken, updateFormat: format(by(alice)) };
    expect(await rejection({ ...range(), ...stolen })).toBe('400 INVALID_UPDATE_PAGE_TOKEN 3 8');
    expect(await rejection({ updateFormat: null })).toBe('400 MISSING_FIELD 3 8');
  });
});
