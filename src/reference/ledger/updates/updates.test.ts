import { describe, expect, it } from 'vitest';
import {
  all,
  anyParty,
  DELTA,
  EFFECTS,
  eventsIn,
  format,
  kindOf,
  type Listed,
  PRUNED,
  started,
  updateIn,
} from '../../../../test/ledger-shapes.ts';
import { isSince, VERSIONS } from '../versions.ts';

describe.each(VERSIONS)('lists of updates of version %s', (version) => {
  const on = started(version);
  const closed = (eventFormat?: object, shape?: string) => ({
    ...all(eventFormat, shape),
    endInclusive: on.end,
  });

  it('contain every kind, in ascending order and within the range', async () => {
    const updates = await on.list(closed());
    expect(updates.length).toBeGreaterThan(20);
    expect(new Set(updates.map(({ update }) => kindOf(update)))).toEqual(
      new Set(['Transaction', 'Reassignment', 'TopologyTransaction']),
    );
    const seen = updates.map((one) => updateIn(one).offset);
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b));
    expect(Math.min(...seen)).toBeGreaterThan(PRUNED);
    expect(seen.at(-1)).toBe(on.end);
    const kinds = updates.flatMap(
      ({ update }) => JSON.stringify(update).match(/ParticipantAuthorization\w+/g) ?? [],
    );
    expect(kinds).toEqual([
      'ParticipantAuthorizationAdded',
      `ParticipantAuthorization${isSince(version, '3.5') ? 'Onboarding' : 'Changed'}`,
    ]);
  });

  it('show deltas as created and archived, effects as created and exercised', async () => {
    const kinds = async (shape: string) =>
      new Set(
        (await on.list(closed(anyParty, shape)))
          .filter(({ update }) => kindOf(update) === 'Transaction')
          .flatMap((one) => updateIn(one).events.map(kindOf)),
      );
    expect(await kinds(DELTA)).toEqual(new Set(['CreatedEvent', 'ArchivedEvent']));
    expect(await kinds(EFFECTS)).toEqual(new Set(['CreatedEvent', 'ExercisedEvent']));
  });

  it('keep nodes nested, ascending and at the offset of their transaction', async () => {
    const updates = await on.list(closed(anyParty, EFFECTS));
    for (const one of updates.filter(({ update }) => kindOf(update) === 'Transaction')) {
      const { events, offset } = updateIn(one);
      const nodes = events.flatMap((event) => Object.values(event));
      expect(nodes.map(({ nodeId }) => nodeId)).toEqual(nodes.map((_node, index) => index));
      expect(nodes.every((node) => node.offset === offset)).toBe(true);
    }
    const refresh = eventsIn(updates).find(({ choice }) => choice === 'Refresh');
    expect(refresh).toMatchObject({ nodeId: 0, lastDescendantNodeId: 3, acsDelta: false });
  });

  it('leave transient contracts out of deltas', async () => {
    const passing = (await on.list(closed(anyParty, EFFECTS))).find((one) =>
      JSON.stringify(one).includes('"draft"'),
    );
    const updateId = passing === undefined ? '' : updateIn(passing).updateId;
    expect(passing && eventsIn([passing]).map(({ acsDelta }) => acsDelta)).toEqual([
      false,
      false,
      true,
    ]);
    const delta = await on.ledger.good<Listed>('/v2/updates/update-by-id', {
      updateId,
      updateFormat: format(anyParty),
    });
    expect(updateIn(delta).events.map(kindOf)).toEqual(['CreatedEvent']);
    expect(JSON.stringify(delta)).toContain('"house"');
  });

  it('reject ranges outside the ledger, and those that end before they begin', async () => {
    const rejection = (range: object) => on.ledger.rejection('/v2/updates', { ...all(), ...range });
    expect(await rejection({ beginExclusive: -1 })).toBe('400 NEGATIVE_OFFSET 3 8');
    expect(await rejection({ beginExclusive: 0 })).toBe('400 PARTICIPANT_PRUNED_DATA_ACCESSED 9 9');
    expect(await rejection({ beginExclusive: on.end + 1 })).toBe(
      '400 OFFSET_AFTER_LEDGER_END 11 12',
    );
    expect(await rejection({ endInclusive: on.end + 1 })).toBe('400 OFFSET_AFTER_LEDGER_END 11 12');
    expect(await rejection({ beginExclusive: on.end, endInclusive: 5 })).toBe(
      '400 OFFSET_OUT_OF_RANGE 9 9',
    );
  });

  it('return the first elements for a limit, and a checkpoint at the end of an open list', async () => {
    const whole = await on.list(all());
    expect(whole.at(-1)?.update).toMatchObject({ OffsetCheckpoint: { value: { offset: on.end } } });
    expect(whole.slice(0, -1)).toEqual(await on.list(closed()));
    expect(await on.list(all(), '/v2/updates?limit=4')).toEqual(whole.slice(0, 4));
    expect(await on.list(all(), '/v2/updates?limit=0')).toEqual([]);
    const quiet = await on.list({ ...all(), beginExclusive: on.end });
    expect(quiet.map(({ update }) => kindOf(update))).toEqual(
      isSince(version, '3.5') ? ['OffsetCheckpoint'] : [],
    );
    const text = await on.ledger.post<string>('/v2/updates?limit=many', all());
    expect(text).toEqual({ status: 400, body: 'Invalid value for: query parameter limit' });
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
