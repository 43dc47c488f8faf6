import { describe, expect, it } from 'vitest';
import {
  all,
  anyParty,
  by,
  type Event,
  eventsIn,
  filter,
  PRUNED,
  started,
  template,
} from '../../../../test/ledger-shapes.ts';
import type { Ledger } from '../ledger.ts';
import { LOCAL_PARTIES, REMOTE_PARTIES, SYNCHRONIZERS } from '../seed.ts';
import { isSince, NEWEST, VERSIONS } from '../versions.ts';

const [alice = '', bob = '', carol = ''] = LOCAL_PARTIES;

interface Active {
  readonly createdEvent: Event;
  readonly synchronizerId: string;
  readonly reassignmentCounter: number;
}
interface Entry {
  readonly contractEntry: {
    readonly JsActiveContract?: Active;
    readonly JsIncompleteUnassigned?: { readonly createdEvent: Event };
  };
  readonly streamContinuationToken?: string;
}
interface Page {
  readonly activeContracts: readonly Entry[];
  readonly activeAtOffset: number;
  readonly nextPageToken: string | null;
}
const LIST = '/v2/state/active-contracts';
const PAGE = '/v2/state/active-contracts-page';
const idsIn = (entries: readonly Entry[]): string[] =>
  entries.map(({ contractEntry: { JsActiveContract: active, JsIncompleteUnassigned: moving } }) => {
    return (active ?? moving)?.createdEvent.contractId ?? '';
  });

describe.each(VERSIONS)('state of version %s', (version) => {
  const on = started(version);
  const active = (activeAtOffset: number, eventFormat: object = anyParty, path = LIST) =>
    on.ledger.good<readonly Entry[]>(path, { activeAtOffset, eventFormat });

  it('reports its end, its pruned offset, and its synchronizers', async () => {
    const pruned = await on.ledger.get('/v2/state/latest-pruned-offsets');
    expect(pruned.body).toEqual({
      participantPrunedUpToInclusive: PRUNED,
      allDivulgedContractsPrunedUpToInclusive: PRUNED,
    });
    const connected = async (query: string) => {
      const path = `/v2/state/connected-synchronizers${query}`;
      const heard = await on.ledger.get<{ connectedSynchronizers: { permission: unknown }[] }>(
        path,
      );
      return heard.body.connectedSynchronizers;
    };
    const unspecified = isSince(version, '3.5') ? null : 'PARTICIPANT_PERMISSION_UNSPECIFIED';
    expect(await connected('')).toEqual([
      expect.objectContaining({ synchronizerId: SYNCHRONIZERS[0], permission: unspecified }),
      expect.objectContaining({ synchronizerAlias: 'private-domain', permission: unspecified }),
    ]);
    const [first] = await connected(`?party=${encodeURIComponent(alice)}`);
    expect(first?.permission).toBe('PARTICIPANT_PERMISSION_SUBMISSION');
    expect(await connected(`?party=${encodeURIComponent(REMOTE_PARTIES[0] ?? '')}`)).toEqual([]);
    expect(await connected('?participantId=another')).toEqual([]);
    const malformed = await on.ledger.get('/v2/state/connected-synchronizers?party=x');
    expect([malformed.status, malformed.body.code]).toEqual([400, 'INVALID_FIELD']);
  });

  it('lists contracts that were created and not archived', async () => {
    const updates = await on.list({ ...all(), endInclusive: on.end });
    const events = eventsIn(updates);
    const created = events.filter((event) => event.createArgument !== undefined);
    const archived = new Set(
      events.filter((event) => event.createArgument === undefined).map((one) => one.contractId),
    );
    const expected = created.map(({ contractId }) => contractId).filter((id) => !archived.has(id));
    const listed = idsIn(await active(on.end));
    const older = idsIn(await active(PRUNED));
    expect(older).toHaveLength(1);
    expect(new Set(listed)).toEqual(new Set([...older, ...expected]));
  });

  it('follows a contract through its reassignment', async () => {
    const boat = async (offset: number) => {
      const entries = await active(offset, by(carol));
      return entries.find((one) => JSON.stringify(one).includes('"boat"'))?.contractEntry;
    };
    const moves = (await on.list({ ...all(), endInclusive: on.end })).flatMap(({ update }) =>
      update['Reassignment'] === undefined ? [] : [update['Reassignment'].value.offset],
    );
    const [unassigned = 0, assigned = 0] = moves;
    expect((await boat(unassigned - 1))?.JsActiveContract).toMatchObject({
      synchronizerId: SYNCHRONIZERS[0],
      reassignmentCounter: 0,
    });
    expect(await boat(unassigned)).toMatchObject({
      JsIncompleteUnassigned: { unassignedEvent: { target: SYNCHRONIZERS[1] } },
    });
    expect((await boat(assigned))?.JsActiveContract).toMatchObject({
      synchronizerId: SYNCHRONIZERS[1],
      reassignmentCounter: 1,
      createdEvent: { offset: assigned, nodeId: 0 },
    });
    expect(JSON.stringify(await active(on.end))).toContain('JsIncompleteUnassigned');
  });

  it('checks its offsets', async () => {
    const rejection = (activeAtOffset: number) =>
      on.ledger.rejection(LIST, { activeAtOffset, eventFormat: anyParty });
    expect(await active(0)).toEqual([]);
    expect(await rejection(-1)).toBe('400 NEGATIVE_OFFSET 3 8');
    expect(await rejection(PRUNED - 1)).toBe('400 PARTICIPANT_PRUNED_DATA_ACCESSED 9 9');
    expect(await rejection(on.end + 1_000_000)).toBe('400 OFFSET_AFTER_LEDGER_END 11 12');
  });

  it('accepts the older pair of members, and rejects both forms together and neither form', async () => {
    const older = { activeAtOffset: on.end, filter: by(alice), verbose: true };
    expect(await on.ledger.good(LIST, older)).toEqual(await active(on.end, by(alice)));
    const both = { ...older, eventFormat: by(alice) };
    expect(await on.ledger.rejection(LIST, both)).toBe('400 INVALID_ARGUMENT 3 8');
    expect(await on.ledger.rejection(LIST, { activeAtOffset: 5 })).toBe('400 INVALID_ARGUMENT 3 8');
    expect(await on.ledger.rejection(LIST, { activeAtOffset: 5, eventFormat: {} })).toBe(
      '400 INVALID_ARGUMENT 3 8',
    );
  });

  it('filters for each party separately', async () => {
    const filtersByParty = {
      [alice]: template('#assay-demo:Main:Registration'),
      [bob]: template('#assay-demo:Main:Asset'),
    };
    const entries = await active(on.end, { filtersByParty });
    const kinds = entries.map(({ contractEntry }) => contractEntry.JsActiveContract?.createdEvent);
    expect(kinds.some((one) => one?.witnessParties.includes(alice))).toBe(true);
    for (const event of kinds) {
      const entity = event?.witnessParties.includes(alice) ? 'Registration' : 'Asset';
      expect(event?.templateId).toMatch(new RegExp(`:Main:${entity}$`));
    }
    const nothing = filter({ TemplateFilter: { value: { templateId: '#assay-base:Main:Asset' } } });
    expect(
      await on.ledger.rejection(LIST, {
        activeAtOffset: on.end,
        eventFormat: { filtersForAnyParty: nothing },
      }),
    ).toBe('404 NO_TEMPLATES_FOR_PACKAGE_NAME_AND_QUALIFIED_NAME 5 11');
  });

  it('returns the first entries for a limit', async () => {
    const whole = await active(on.end);
    expect(await active(on.end, anyParty, `${LIST}?limit=3`)).toEqual(whole.slice(0, 3));
  });

  if (!isSince(version, '3.5')) {
    it('has no pages and no tokens', async () => {
      const [first] = await active(on.end);
      expect(first).not.toHaveProperty('streamContinuationToken');
      expect(JSON.stringify(first)).not.toContain('contractKeyHash');
    });
    return;
  }

  const page = async (body: object): Promise<Page> =>
    (await on.ledger.get<Page>(PAGE, { eventFormat: anyParty, ...body })).body;
  const code = async (body: object): Promise<string> => {
    const heard = await on.ledger.get(PAGE, { eventFormat: anyParty, ...body });
    return `${heard.status} ${heard.body.code}`;
  };

  it.each([1, 2, 7, 1000])('returns the list in pages of %i', async (maxPageSize) => {
    const found: string[] = [];
    let token: string | null = '';
    while (token !== null) {
      const one: Page = await page({ activeAtOffset: on.end, maxPageSize, pageToken: token });
      expect(one.activeAtOffset).toBe(on.end);
      expect(one.activeContracts.every((entry) => entry.streamContinuationToken === '')).toBe(true);
      found.push(...idsIn(one.activeContracts));
      token = one.nextPageToken;
    }
    expect(found).toEqual(idsIn(await active(on.end)));
  });

  it('rejects sizes out of range, garbage, and tokens of other requests', async () => {
    for (const maxPageSize of [0, -1, 1001]) {
      expect(await code({ maxPageSize })).toBe('400 INVALID_ARGUMENT');
    }
    expect(await code({ pageToken: 'garbage' })).toBe('400 INVALID_FIELD');
    const { nextPageToken: pageToken } = await page({ maxPageSize: 1 });
    expect(await code({ maxPageSize: 1, pageToken })).toBe('200 undefined');
    expect(await code({ pageToken, eventFormat: by(alice) })).toBe('400 INVALID_ACS_PAGE_TOKEN');
    expect(await code({ pageToken, activeAtOffset: 7 })).toBe('400 INVALID_ACS_PAGE_TOKEN');
    const bare = await on.ledger.get<string>(PAGE);
    expect([bare.status, bare.body.slice(0, 23)]).toEqual([400, 'Invalid value for: body']);
  });

  it('continues after the token of an entry', async () => {
    const whole = await active(on.end);
    const request = { activeAtOffset: on.end, eventFormat: anyParty };
    const streamContinuationToken = whole[2]?.streamContinuationToken;
    expect(await on.ledger.good(LIST, { ...request, streamContinuationToken })).toEqual(
      whole.slice(3),
    );
    const garbage = { ...request, streamContinuationToken: 'garbage' };
    expect(await on.ledger.rejection(LIST, garbage)).toBe('400 INVALID_CONTINUATION_TOKEN 3 8');
  });
});

describe('a ledger with a small cap', () => {
  const on = started(NEWEST, {
    change: (_conforming, ledger: Ledger) => {
      ledger.history.listCap = 4;
      return {};
    },
  });

  it('rejects longer lists with 413 and takes a limit up to the cap', async () => {
    for (const [path, body] of [
      ['/v2/updates', all()],
      [LIST, { activeAtOffset: on.end, eventFormat: anyParty }],
      [
        '/v2/commands/completions',
        { parties: LOCAL_PARTIES, userId: 'auditor', beginExclusive: PRUNED },
      ],
    ] as const) {
      const cap = '413 JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED 10 2';
      expect(await on.ledger.rejection(path, body)).toBe(cap);
      expect(await on.ledger.rejection(`${path}?limit=5`, body)).toBe(cap);
      expect(await on.ledger.good(`${path}?limit=4`, body)).toHaveLength(4);
    }
  });
});
