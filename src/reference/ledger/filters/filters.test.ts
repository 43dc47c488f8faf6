import { describe, expect, it } from 'vitest';
import {
  all,
  by,
  EFFECTS,
  eventsIn,
  filter,
  kindOf,
  type Listed,
  PRUNED,
  started,
  updateIn,
  wildcard,
} from '../../../../test/ledger-shapes.ts';
import { ALL_PARTIES, LOCAL_PARTIES } from '../seed.ts';
import { isSince, VERSIONS } from '../versions.ts';

const [alice = '', bob = '', carol = ''] = LOCAL_PARTIES;

describe.each(VERSIONS)('filters of version %s', (version) => {
  const on = started(version);
  const closed = (eventFormat?: object, shape?: string) => ({
    ...all(eventFormat, shape),
    endInclusive: on.end,
  });

  it('names only the requesting parties that see an event', async () => {
    const seen = eventsIn(await on.list(closed(by(bob), EFFECTS)));
    expect(seen.length).toBeGreaterThan(0);
    expect(new Set(seen.flatMap(({ witnessParties }) => witnessParties))).toEqual(new Set([bob]));
    const both = eventsIn(await on.list(closed(by(alice, bob), EFFECTS)));
    expect(both.some(({ witnessParties }) => witnessParties.length === 2)).toBe(true);
    const divulged = eventsIn(await on.list(closed(by(alice), EFFECTS))).filter(
      (event) => kindOf({ event }) && event.acsDelta === false && event.choice === undefined,
    );
    expect(divulged.length).toBeGreaterThan(0);
  });

  it('shows command ids to submitters only', async () => {
    const ids = async (party: string) =>
      new Map(
        (await on.list(closed(by(party)))).map((one) => [
          updateIn(one).offset,
          updateIn(one).commandId,
        ]),
      );
    const [ofAlice, ofBob] = [await ids(alice), await ids(bob)];
    const shared = [...ofAlice.keys()].filter(
      (offset) => ofBob.has(offset) && ofAlice.get(offset) !== undefined,
    );
    expect(
      shared.map((offset) => [ofAlice.get(offset), ofBob.get(offset)].filter(Boolean).length),
    ).toEqual(shared.map(() => 1));
    expect(shared.length).toBeGreaterThan(0);
  });

  it('filters by template and interface, and adds blobs and views on request', async () => {
    const templates = async (only: object) =>
      eventsIn(await on.list(closed({ filtersForAnyParty: filter(only) })));
    const offers = await templates({
      TemplateFilter: {
        value: { templateId: '#assay-demo:Main:Registration', includeCreatedEventBlob: true },
      },
    });
    expect(offers.length).toBeGreaterThan(2);
    expect(offers.every(({ templateId }) => templateId.endsWith(':Main:Registration'))).toBe(true);
    const blobs = offers.flatMap(({ createdEventBlob }) => createdEventBlob ?? []);
    expect(blobs.every((blob) => blob !== '')).toBe(true);
    const named = await templates({
      InterfaceFilter: {
        value: { interfaceId: '#assay-demo:Main:Named', includeInterfaceView: true },
      },
    });
    expect(named.every(({ templateId }) => templateId.endsWith(':Main:Asset'))).toBe(true);
    const views = named.flatMap(({ interfaceViews }) => interfaceViews ?? []);
    expect(views).toContainEqual(expect.objectContaining({ viewValue: { name: 'boat' } }));
  });

  it('rejects filters that name unknown templates, interfaces and packages', async () => {
    const rejection = (value: string, kind = 'TemplateFilter') => {
      const name = kind === 'TemplateFilter' ? 'templateId' : 'interfaceId';
      const only = { [kind]: { value: { [name]: value } } };
      return on.ledger.rejection('/v2/updates', closed({ filtersForAnyParty: filter(only) }));
    };
    expect(await rejection('#nothing:Main:Asset')).toBe('404 PACKAGE_NAMES_NOT_FOUND 5 11');
    expect(await rejection('#assay-demo:Main:Nothing')).toBe(
      '404 NO_TEMPLATES_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME 5 11',
    );
    expect(await rejection('#assay-demo:Main:Asset', 'InterfaceFilter')).toBe(
      '404 NO_INTERFACE_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME 5 11',
    );
    expect(await rejection('no-hash:Main:Asset')).toBe('400 INVALID_FIELD 3 8');
    const text = await on.ledger.post<string>(
      '/v2/updates',
      closed({
        filtersForAnyParty: filter({ TemplateFilter: { value: { templateId: 'Asset' } } }),
      }),
    );
    expect([text.status, text.body.startsWith('Invalid value for: body')]).toEqual([400, true]);
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

  it('shows the topology of the requested parties', async () => {
    const topology = (parties: readonly string[]) =>
      on.list({
        beginExclusive: PRUNED,
        endInclusive: on.end,
        updateFormat: {
          includeTopologyEvents: { includeParticipantAuthorizationEvents: { parties } },
        },
      });
    expect(await topology([])).toHaveLength(2);
    expect(await topology([carol])).toHaveLength(1);
    expect(await topology([alice])).toEqual([]);
  });

  it('needs no format for unknown parties', async () => {
    expect(ALL_PARTIES).not.toContain('unknown::1220');
    expect(await on.list(closed({ filtersByParty: { 'unknown::1220': wildcard } }))).toHaveLength(
      2,
    );
    expect(
      await on.ledger.rejection(
        '/v2/updates',
        closed({ filtersByParty: { 'no party': wildcard } }),
      ),
    ).toBe('400 INVALID_ARGUMENT 3 8');
  });
});
