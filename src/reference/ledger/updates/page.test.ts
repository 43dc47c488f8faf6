import { describe, expect, it } from 'vitest';
import {
  anyParty,
  EFFECTS,
  format,
  type Listed,
  PRUNED,
  started,
} from '../../../../test/ledger-shapes.ts';
import { NEWEST } from '../versions.ts';

const PAGE = '/v2/updates/get-updates-page';

interface Page {
  readonly updates: readonly Listed[];
  readonly lowestPageOffsetExclusive: number;
  readonly highestPageOffsetInclusive: number;
  readonly nextPageToken: string | null;
}

describe('pages of updates', () => {
  const on = started(NEWEST);
  const updateFormat = format(anyParty, EFFECTS);

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
});
