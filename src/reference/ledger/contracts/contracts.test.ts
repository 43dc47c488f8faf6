import { describe, expect, it } from 'vitest';
import { anyParty, type Event, PRUNED, started } from '../../../../test/ledger-shapes.ts';
import { VERSIONS } from '../versions.ts';

const EVENTS = '/v2/events/events-by-contract-id';

interface Events {
  readonly created: { readonly createdEvent: Event; readonly synchronizerId: string };
  readonly archived: { readonly archivedEvent: Event } | null;
}

describe.each(VERSIONS)('contracts of version %s', (version) => {
  const on = started(version);

  it('keeps active contracts and removes pruned ones', async () => {
    interface Entry {
      readonly contractEntry: { readonly JsActiveContract: { readonly createdEvent: Event } };
    }
    const [old] = await on.ledger.good<readonly Entry[]>('/v2/state/active-contracts', {
      activeAtOffset: PRUNED,
      eventFormat: anyParty,
    });
    const contractId = old?.contractEntry.JsActiveContract.createdEvent.contractId;
    const heard = await on.ledger.good<Events>(EVENTS, { contractId, eventFormat: anyParty });
    expect(heard.created.createdEvent.offset).toBeLessThanOrEqual(PRUNED);
    expect(heard.archived).toBeNull();
  });
});
