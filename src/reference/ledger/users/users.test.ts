import { describe, expect, it } from 'vitest';
import { senderAt, verdictOf } from '../../../../test/ledger-requests.ts';
import { isSince, VERSIONS } from '../versions.ts';

describe.each(VERSIONS)('users at %s', (version) => {
  const send = senderAt(version);

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
