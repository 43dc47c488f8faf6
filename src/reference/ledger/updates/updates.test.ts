import { describe, expect, it } from 'vitest';
import { all, started } from '../../../../test/ledger-shapes.ts';
import { isSince, VERSIONS } from '../versions.ts';

describe.each(VERSIONS)('lists of updates of version %s', (version) => {
  const on = started(version);
  const closed = (eventFormat?: object, shape?: string) => ({
    ...all(eventFormat, shape),
    endInclusive: on.end,
  });

  it('have the latest first on request at 3.5, and ignore that request at 3.4', async () => {
    const forwards = await on.list(closed());
    const backwards = await on.list({ ...closed(), descendingOrder: true });
    expect(backwards).toEqual(isSince(version, '3.5') ? forwards.toReversed() : forwards);
    const endless = await on.ledger.post('/v2/updates', { ...all(), descendingOrder: true });
    expect([endless.status, endless.body.code]).toEqual(
      isSince(version, '3.5') ? [400, 'DESCENDING_ORDER_MISSING_END'] : [200, undefined],
    );
  });
});
