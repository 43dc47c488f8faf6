import { describe, expect, it } from 'vitest';
import { all, eventsIn, filter, type Listed, started } from '../../../../test/ledger-shapes.ts';
import { isSince, VERSIONS } from '../versions.ts';

describe.each(VERSIONS)('filters of version %s', (version) => {
  const on = started(version);
  const closed = (eventFormat?: object, shape?: string) => ({
    ...all(eventFormat, shape),
    endInclusive: on.end,
  });

  it('accepts package ids in filters only at 3.4', async () => {
    const [first] = eventsIn(await on.list(closed()));
    const only = { TemplateFilter: { value: { templateId: first?.templateId } } };
    const heard = await on.ledger.post<Listed[]>(
      '/v2/updates',
      closed({ filtersForAnyParty: filter(only) }),
    );
    expect(heard.status).toBe(isSince(version, '3.5') ? 400 : 200);
    if (!isSince(version, '3.5')) expect(eventsIn(heard.body).length).toBeGreaterThan(0);
    else expect(heard.body).toMatchObject({ code: 'INVALID_FIELD' });
  });
});
