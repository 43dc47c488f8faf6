import { describe, expect, it } from 'vitest';
import { senderAt, verdictOf } from '../../../../test/ledger-requests.ts';
import { SEED_USERS } from '../seed.ts';
import { isSince, VERSIONS } from '../versions.ts';

interface UserJson {
  readonly id: string;
  readonly metadata: { readonly resourceVersion: string };
}

describe.each(VERSIONS)('users at %s', (version) => {
  const send = senderAt(version);

  async function page(query: string): Promise<{ ids: string[]; token: string }> {
    const { status, body } = await send(`GET /v2/users?${query}`);
    expect(status).toBe(200);
    const { users, nextPageToken } = body as { users: UserJson[]; nextPageToken: string };
    return { ids: users.map(({ id }) => id), token: encodeURIComponent(nextPageToken) };
  }

  async function get(id: string): Promise<UserJson> {
    return ((await send(`GET /v2/users/${id}`)).body as { user: UserJson }).user;
  }

  it('pages in ascending order until there is no token', async () => {
    const whole = await page('');
    expect(whole).toEqual({ ids: SEED_USERS.map(({ id }) => id).sort(), token: '' });
    for (const size of [1, 2, 7, 5000]) {
      const ids: string[] = [];
      let token = '';
      do {
        const next = await page(`pageSize=${size}&pageToken=${token}`);
        expect(next.ids.length).toBeLessThanOrEqual(size);
        ids.push(...next.ids);
        token = next.token;
      } while (token !== '');
      expect(ids).toEqual(whole.ids);
    }
    const full = await page('pageSize=7');
    expect([full.ids.length, full.token === '']).toEqual([7, false]);
    expect(await page(`pageToken=${full.token}`)).toEqual({ ids: [], token: '' });
  });

  it('rejects a negative page size and tokens of other lists', async () => {
    const foreign = Buffer.from('parties\nalice').toString('base64');
    for (const query of ['pageSize=-1', 'pageToken=junk', `pageToken=${foreign}`]) {
      expect(verdictOf(await send(`GET /v2/users?${query}`))).toBe('400 INVALID_ARGUMENT');
    }
    expect((await page('pageSize=0')).ids).toHaveLength(7);
  });

  it('creates, changes and removes a user', async () => {
    const user = { id: 'scratch', primaryParty: 'x::1220', metadata: { annotations: { a: '1' } } };
    const made = await send('POST /v2/users', { user });
    const more = isSince(version, '3.5') ? { primaryPartyAuthentication: false } : {};
    const expected = {
      id: 'scratch',
      primaryParty: 'x::1220',
      isDeactivated: false,
      metadata: { resourceVersion: '0', annotations: { a: '1' } },
      identityProviderId: '',
      ...more,
    };
    expect(made.body).toEqual({ user: expected });
    expect(await get('scratch')).toEqual(expected);
    expect((await page('')).ids).toContain('scratch');
    expect(verdictOf(await send('POST /v2/users', { user }))).toBe('409 USER_ALREADY_EXISTS');
    expect(await send('DELETE /v2/users/scratch')).toMatchObject({ status: 200, body: {} });
    for (const call of [
      'GET /v2/users/scratch',
      'GET /v2/users/scratch/rights',
      'DELETE /v2/users/scratch',
    ]) {
      expect(verdictOf(await send(call))).toBe('404 USER_NOT_FOUND');
    }
  });

  it('changes only the members in the mask', async () => {
    const user = { id: 'carol-app', primaryParty: '', isDeactivated: true };
    const metadata = { annotations: { 'x.y/z': 'v' } };
    const paths = ['metadata.annotations'];
    const before = await get('carol-app');
    const body = { user: { ...user, metadata }, updateMask: { paths } };
    expect(await send('PATCH /v2/users/carol-app', body)).toMatchObject({ status: 200 });
    const after = await get('carol-app');
    expect(after).toEqual({
      ...before,
      metadata: { resourceVersion: '1', annotations: { 'x.y/z': 'v' } },
    });
    const stale = { ...user, metadata: { resourceVersion: '0' } };
    const again = await send('PATCH /v2/users/carol-app', { user: stale, updateMask: { paths } });
    expect(verdictOf(again)).toBe('409 CONCURRENT_USER_UPDATE_DETECTED');
    expect(again.body).toMatchObject({ errorCategory: 2, retryInfo: '1 second' });
  });

  it.each([
    [{ updateMask: { paths: ['is_deactivated'] } }, 'MISSING_FIELD'],
    [{ user: { id: 'bob-app' } }, 'MISSING_FIELD'],
    [{ user: { id: 'bob-app' }, updateMask: {} }, 'INVALID_USER_UPDATE_REQUEST'],
    [{ user: { id: 'bob-app' }, updateMask: { paths: ['odd'] } }, 'INVALID_USER_UPDATE_REQUEST'],
    [{ user: { id: 'reader' }, updateMask: { paths: ['is_deactivated'] } }, 'INVALID_ARGUMENT'],
    [
      {
        user: { id: 'bob-app', metadata: { resourceVersion: 'x' } },
        updateMask: { paths: ['metadata'] },
      },
      'INVALID_ARGUMENT',
    ],
  ])('rejects the update %j', async (body, code) => {
    expect(verdictOf(await send('PATCH /v2/users/bob-app', body))).toBe(`400 ${code}`);
  });

  it.each([
    [{}, '400 MISSING_FIELD'],
    [{ user: {} }, '400 MISSING_FIELD'],
    [{ user: { id: 'with space' } }, '400 INVALID_ARGUMENT'],
    [{ user: { id: 'a', primaryParty: 'nope' } }, '400 INVALID_ARGUMENT'],
    [{ user: { id: 'a', metadata: { resourceVersion: '1' } } }, '400 INVALID_ARGUMENT'],
    [{ user: { id: 'a', metadata: { annotations: { 'bad key': 'v' } } } }, '400 INVALID_ARGUMENT'],
    [{ user: { id: 'a' }, rights: [{ kind: { Empty: {} } }] }, '400 INVALID_ARGUMENT'],
    [{ user: { id: 'a' }, rights: [{}] }, '400 INVALID_ARGUMENT'],
    [{ user: { id: 'a', identityProviderId: 'none' } }, '404 IDP_CONFIG_NOT_FOUND'],
  ])('rejects the new user %j', async (body, verdict) => {
    expect(verdictOf(await send('POST /v2/users', body))).toBe(verdict);
  });

  it('grants new rights, revokes existing ones, and keeps the version', async () => {
    const right = (kind: string, party?: string): unknown => ({
      kind: { [kind]: { value: party === undefined ? {} : { party } } },
    });
    const [reads, acts] = [right('CanReadAs', 'x::1'), right('CanExecuteAsAnyParty')];
    const change = (method: string, ...rights: unknown[]) =>
      send(`${method} /v2/users/dave-app/rights`, { userId: 'dave-app', rights });
    const before = (await send('GET /v2/users/dave-app/rights')).body as { rights: unknown[] };
    const version0 = (await get('dave-app')).metadata;
    expect((await change('POST', reads, acts, reads)).body).toEqual({
      newlyGrantedRights: [reads, acts],
    });
    expect((await change('POST', acts)).body).toEqual({ newlyGrantedRights: [] });
    expect((await change('POST')).body).toEqual({ newlyGrantedRights: [] });
    expect((await send('GET /v2/users/dave-app/rights')).body).toEqual({
      rights: [...before.rights, reads, acts],
    });
    expect((await change('PATCH', acts, reads)).body).toEqual({
      newlyRevokedRights: [acts, reads],
    });
    expect((await change('PATCH', acts)).body).toEqual({ newlyRevokedRights: [] });
    expect((await get('dave-app')).metadata).toEqual(version0);
  });

  it('rejects rights beyond the thousandth, and for another user than the path names', async () => {
    const rights = Array.from({ length: 1000 }, (_, n) => ({
      kind: { CanReadAs: { value: { party: `p${n}::1` } } },
    }));
    const path = 'POST /v2/users/dave-app/rights';
    const many = await send(path, { userId: 'dave-app', rights });
    expect(verdictOf(many)).toBe('400 TOO_MANY_USER_RIGHTS');
    expect(verdictOf(await send(path, { userId: 'bob-app', rights: [] }))).toBe(
      '400 INVALID_ARGUMENT',
    );
    expect(verdictOf(await send(path, { rights: [] }))).toBe('400 INVALID_ARGUMENT');
  });

  it('moves a user to another identity provider and back', async () => {
    const path = '/v2/users/alice-app/identity-provider-id';
    const move = (source: string, target: string) =>
      send(`PATCH ${path}`, {
        userId: 'alice-app',
        sourceIdentityProviderId: source,
        targetIdentityProviderId: target,
      });
    expect(verdictOf(await move('', 'none'))).toBe('400 INVALID_ARGUMENT');
    expect(verdictOf(await move('demo-idp', ''))).toBe('403 NA');
    expect((await move('', 'demo-idp')).body).toEqual({});
    const query = 'identity-provider-id=demo-idp';
    expect(await send(`GET /v2/users/alice-app?${query}`)).toMatchObject({
      body: { user: { identityProviderId: 'demo-idp' } },
    });
    expect(verdictOf(await send(`GET /v2/users/bob-app?${query}`))).toBe('403 NA');
    expect((await page('')).ids).not.toContain('alice-app');
    expect((await move('demo-idp', '')).status).toBe(200);
  });

  it('knows primaryPartyAuthentication only since 3.5', async () => {
    const user = { id: 'ppa', primaryPartyAuthentication: true };
    const made = await send('POST /v2/users', { user });
    const shown = (made.body as { user: { primaryPartyAuthentication?: boolean } }).user;
    expect(shown.primaryPartyAuthentication).toBe(isSince(version, '3.5') ? true : undefined);
    const odd = { user: { id: 'ppa2', primaryPartyAuthentication: 7 } };
    expect((await send('POST /v2/users', odd)).status).toBe(isSince(version, '3.5') ? 400 : 200);
    await send('DELETE /v2/users/ppa');
    await send('DELETE /v2/users/ppa2');
  });
});
