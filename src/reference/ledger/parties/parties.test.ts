import { describe, expect, it } from 'vitest';
import { senderAt, verdictOf } from '../../../../test/ledger-requests.ts';
import { ALL_PARTIES, LOCAL_PARTIES, PARTICIPANT, REMOTE_PARTIES } from '../seed.ts';
import { VERSIONS } from '../versions.ts';

interface Details {
  readonly party: string;
  readonly isLocal: boolean;
}
const [ALICE = '', BOB = ''] = LOCAL_PARTIES;

describe.each(VERSIONS)('parties at %s', (version) => {
  const send = senderAt(version);

  async function page(query = ''): Promise<{ parties: Details[]; token: string }> {
    const { body } = await send(`GET /v2/parties?${query}`);
    const { partyDetails, nextPageToken } = body as {
      partyDetails: Details[];
      nextPageToken: string;
    };
    return { parties: partyDetails, token: encodeURIComponent(nextPageToken) };
  }
  const namesOf = ({ parties }: { parties: Details[] }): string[] =>
    parties.map(({ party }) => party);

  it('names this participant', async () => {
    const { body } = await send('GET /v2/parties/participant-id');
    expect(body).toEqual({ participantId: PARTICIPANT });
  });

  it('pages in ascending order', async () => {
    const whole = await page();
    expect(namesOf(whole)).toEqual([...ALL_PARTIES].sort());
    const first = await page('pageSize=4');
    const second = await page(`pageSize=4&pageToken=${first.token}`);
    expect([first.parties.length, second.token]).toEqual([4, '']);
    expect([...first.parties, ...second.parties]).toEqual(whole.parties);
  });

  it('accepts pages up to the limit that the version reports, and rejects larger ones', async () => {
    expect(await send('GET /v2/parties?pageSize=10000')).toMatchObject({ status: 200 });
    for (const query of ['pageSize=10001', 'pageSize=-1', 'pageToken=junk']) {
      expect(verdictOf(await send(`GET /v2/parties?${query}`))).toBe('400 INVALID_ARGUMENT');
    }
  });

  it('filters by prefix', async () => {
    expect(namesOf(await page('filter-party=bo'))).toEqual([BOB]);
    expect(namesOf(await page('filter-party=zz'))).toEqual([]);
    expect(verdictOf(await send('GET /v2/parties?filter-party=a%2Fb'))).toBe('400 INVALID_FIELD');
  });

  it('finds each listed party with the same details, and no unknown party', async () => {
    for (const details of (await page()).parties) {
      expect(details.isLocal).toBe(!REMOTE_PARTIES.includes(details.party));
      const { body } = await send(`GET /v2/parties/${details.party}?parties=unknown::1220`);
      expect(body).toEqual({ partyDetails: [details] });
    }
    expect((await send('GET /v2/parties/unknown::1220')).body).toEqual({ partyDetails: [] });
    const two = await send(`GET /v2/parties/${ALICE}?parties=${BOB}&parties=${ALICE}`);
    expect(two.body).toMatchObject({ partyDetails: [{ party: ALICE }, { party: BOB }] });
    expect(verdictOf(await send('GET /v2/parties/no-namespace'))).toBe('400 INVALID_ARGUMENT');
    const idp = 'identity-provider-id=none';
    expect(verdictOf(await send(`GET /v2/parties/${ALICE}?${idp}`))).toBe(
      '404 IDP_CONFIG_NOT_FOUND',
    );
  });

  it('allocates a party once', async () => {
    const body = {
      partyIdHint: 'Gina 1',
      localMetadata: { annotations: { a: 'b' } },
      userId: 'reader',
    };
    const made = await send('POST /v2/parties', body);
    const { partyDetails } = made.body as { partyDetails: Details };
    expect(partyDetails).toMatchObject({
      isLocal: true,
      localMetadata: { annotations: { a: 'b' } },
    });
    expect(partyDetails.party).toMatch(/^Gina 1::1220[0-9a-f]{64}$/);
    expect(namesOf(await page())).toContain(partyDetails.party);
    expect(verdictOf(await send('POST /v2/parties', body))).toBe('400 INVALID_ARGUMENT');
    expect((await send('GET /v2/users/reader/rights')).body).toMatchObject({
      rights: expect.arrayContaining([
        { kind: { CanActAs: { value: { party: partyDetails.party } } } },
      ]),
    });
    expect(await send('POST /v2/parties', {})).toMatchObject({ status: 200 });
  });

  it.each([
    [{ partyIdHint: 'a/b' }, '400 INVALID_ARGUMENT'],
    [{ partyIdHint: 'alice' }, '400 INVALID_ARGUMENT'],
    [{ synchronizerId: 'none::1' }, '400 INVALID_ARGUMENT'],
    [{ identityProviderId: 'none' }, '404 IDP_CONFIG_NOT_FOUND'],
    [{ userId: 'unknown' }, '404 USER_NOT_FOUND'],
    [{ localMetadata: { resourceVersion: '1' } }, '400 INVALID_ARGUMENT'],
    [{ localMetadata: 7 }, '400'],
  ])('allocates no party for %j', async (body, verdict) => {
    expect(verdictOf(await send('POST /v2/parties', body))).toBe(verdict);
  });

  it('checks the version of a party before it annotates the party', async () => {
    const patch = (partyDetails: object, paths: string[]) =>
      send(`PATCH /v2/parties/${BOB}`, { partyDetails, updateMask: { paths } });
    const annotations = { colour: 'green', size: 'small' };
    const first = await patch({ party: BOB, localMetadata: { annotations } }, ['local_metadata']);
    expect(first.body).toMatchObject({
      partyDetails: { localMetadata: { resourceVersion: '1', annotations } },
    });
    const second = {
      party: BOB,
      localMetadata: { resourceVersion: '1', annotations: { size: '' } },
    };
    expect((await patch(second, ['local_metadata.annotations'])).body).toMatchObject({
      partyDetails: { localMetadata: { resourceVersion: '2', annotations: { colour: 'green' } } },
    });
    expect(verdictOf(await patch(second, ['local_metadata']))).toBe(
      '409 CONCURRENT_PARTY_DETAILS_UPDATE_DETECTED',
    );
    expect(verdictOf(await patch({ party: BOB }, ['is_local']))).toBe(
      '400 INVALID_PARTY_DETAILS_UPDATE_REQUEST',
    );
    expect(verdictOf(await patch({ party: ALICE }, ['local_metadata']))).toBe(
      '400 INVALID_ARGUMENT',
    );
    const unknownParty = {
      partyDetails: { party: 'unknown::1' },
      updateMask: { paths: ['local_metadata'] },
    };
    expect(verdictOf(await send('PATCH /v2/parties/unknown::1', unknownParty))).toBe(
      '404 PARTY_NOT_FOUND',
    );
  });
});
