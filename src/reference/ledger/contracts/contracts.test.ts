import { describe, expect, it } from 'vitest';
import {
  all,
  anyParty,
  by,
  type Event,
  eventsIn,
  PRUNED,
  started,
  template,
} from '../../../../test/ledger-shapes.ts';
import { LOCAL_PARTIES } from '../seed.ts';
import { VERSIONS } from '../versions.ts';

const [, , , dave = ''] = LOCAL_PARTIES;
const EVENTS = '/v2/events/events-by-contract-id';
const CONTRACT = '/v2/contracts/contract-by-id';
const UNKNOWN = `00${'5'.repeat(64)}`;

interface Events {
  readonly created: { readonly createdEvent: Event; readonly synchronizerId: string };
  readonly archived: { readonly archivedEvent: Event } | null;
}

describe.each(VERSIONS)('contracts of version %s', (version) => {
  const on = started(version);
  const history = async () => eventsIn(await on.list({ ...all(), endInclusive: on.end }));

  it('shows the events of each contract as the updates do', async () => {
    const events = await history();
    const ended = new Map(
      events.filter((one) => one.createArgument === undefined).map((one) => [one.contractId, one]),
    );
    const created = events.filter((one) => one.createArgument !== undefined);
    expect(created.length).toBeGreaterThan(15);
    for (const event of created) {
      const { contractId } = event;
      const heard = await on.ledger.good<Events>(EVENTS, { contractId, eventFormat: anyParty });
      expect(heard.created.createdEvent).toEqual(event);
      expect(heard.archived?.archivedEvent).toEqual(ended.get(contractId));
    }
  });

  it('shows a contract without its place, archived or not', async () => {
    for (const event of await history()) {
      if (event.createArgument === undefined) continue;
      const { contractId } = event;
      const heard = await on.ledger.good<{ createdEvent: Event }>(CONTRACT, { contractId });
      expect({
        ...heard.createdEvent,
        offset: event.offset,
        nodeId: event.nodeId,
        createdEventBlob: event.createdEventBlob,
        acsDelta: event.acsDelta,
      }).toEqual(event);
      const queryingParties = [...event.witnessParties, dave];
      const again = await on.ledger.good<{ createdEvent: Event }>(CONTRACT, {
        contractId,
        queryingParties,
      });
      expect(again.createdEvent.witnessParties).toEqual(event.witnessParties);
    }
  });

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

  it('shows contracts only to stakeholders, and only those that the filters select', async () => {
    const offer = (await history()).find(({ templateId }) => templateId.endsWith(':Registration'));
    const contractId = offer?.contractId ?? '';
    const unseen = { contractId, eventFormat: by(dave) };
    expect(await on.ledger.rejection(EVENTS, unseen)).toBe('404 CONTRACT_EVENTS_NOT_FOUND 5 11');
    const eventFormat = { filtersForAnyParty: template('#assay-demo:Main:Asset') };
    const filtered = { contractId, eventFormat };
    expect(await on.ledger.rejection(EVENTS, filtered)).toBe('404 CONTRACT_EVENTS_NOT_FOUND 5 11');
    expect(await on.ledger.rejection(CONTRACT, { contractId, queryingParties: [dave] })).toBe(
      '404 CONTRACT_PAYLOAD_NOT_FOUND 5 11',
    );
  });

  it('rejects ids that are unknown, malformed or missing', async () => {
    const both = async (contractId: string): Promise<string[]> => [
      await on.ledger.rejection(EVENTS, { contractId, eventFormat: anyParty }),
      await on.ledger.rejection(CONTRACT, { contractId }),
    ];
    expect(await both(UNKNOWN)).toEqual([
      '404 CONTRACT_EVENTS_NOT_FOUND 5 11',
      '404 CONTRACT_PAYLOAD_NOT_FOUND 5 11',
    ]);
    expect(await both('zz')).toEqual(['400 INVALID_FIELD 3 8', '400 INVALID_FIELD 3 8']);
    expect(await both('')).toEqual(['400 MISSING_FIELD 3 8', '400 MISSING_FIELD 3 8']);
    expect(await on.ledger.rejection(EVENTS, { contractId: UNKNOWN })).toBe(
      '400 MISSING_FIELD 3 8',
    );
  });
});
