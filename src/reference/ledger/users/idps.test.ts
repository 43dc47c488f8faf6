import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SendToLedger, senderOf, verdictOf } from '../../../../test/ledger-requests.ts';
import { type RunningLedger, startLedger } from '../../ledger.ts';
import { NEWEST } from '../versions.ts';

let ledger: RunningLedger;
let send: SendToLedger;
beforeAll(async () => {
  ledger = await startLedger();
  send = senderOf(ledger.url, NEWEST);
});
afterAll(() => ledger.close());

const config = (id: string, more: object = {}): { identityProviderConfig: object } => ({
  identityProviderConfig: {
    identityProviderId: id,
    isDeactivated: false,
    issuer: `https://${id}.example`,
    jwksUrl: `https://${id}.example/jwks`,
    audience: '',
    ...more,
  },
});

async function ids(): Promise<string[]> {
  const { body } = await send('GET /v2/idps');
  const { identityProviderConfigs: all } = body as {
    identityProviderConfigs: { identityProviderId: string }[];
  };
  return all.map(({ identityProviderId }) => identityProviderId);
}

it('creates, changes and removes an identity provider', async () => {
  const made = config('scratch');
  expect((await send('POST /v2/idps', made)).body).toEqual(made);
  expect((await send('GET /v2/idps/scratch')).body).toEqual(made);
  expect(await ids()).toEqual(['demo-idp', 'scratch']);
  expect(verdictOf(await send('POST /v2/idps', made))).toBe('409 IDP_CONFIG_ALREADY_EXISTS');
  const body = {
    ...config('scratch', { audience: 'a', issuer: 'ignored' }),
    updateMask: { paths: ['audience'] },
  };
  expect((await send('PATCH /v2/idps/scratch', body)).body).toEqual(
    config('scratch', { audience: 'a' }),
  );
  expect(await send('DELETE /v2/idps/scratch')).toMatchObject({ status: 200, body: {} });
  for (const method of ['GET', 'DELETE']) {
    expect(verdictOf(await send(`${method} /v2/idps/scratch`))).toBe('404 IDP_CONFIG_NOT_FOUND');
  }
  expect(verdictOf(await send('PATCH /v2/idps/scratch', body))).toBe('404 IDP_CONFIG_NOT_FOUND');
  expect(await ids()).toEqual(['demo-idp']);
});

const TAKEN = { issuer: 'https://issuer.assay.example' };
it.each([
  [{}, '400 MISSING_FIELD'],
  [config(''), '400 MISSING_FIELD'],
  [config('a', { issuer: '' }), '400 MISSING_FIELD'],
  [config('a', { jwksUrl: '' }), '400 MISSING_FIELD'],
  [config('a', { jwksUrl: 'no url' }), '400 INVALID_ARGUMENT'],
  [config('a/b'), '400 INVALID_ARGUMENT'],
  [config('a', TAKEN), '409 IDP_CONFIG_ISSUER_ALREADY_EXISTS'],
])('rejects the new provider %j', async (body, verdict) => {
  expect(verdictOf(await send('POST /v2/idps', body))).toBe(verdict);
});

it.each([
  [config('demo-idp'), '400 MISSING_FIELD'],
  [{ updateMask: { paths: ['audience'] } }, '400 MISSING_FIELD'],
  [{ ...config('other'), updateMask: { paths: ['audience'] } }, '400 INVALID_ARGUMENT'],
  [{ ...config('demo-idp'), updateMask: {} }, '400 INVALID_IDENTITY_PROVIDER_UPDATE_REQUEST'],
  [
    { ...config('demo-idp'), updateMask: { paths: ['identity_provider_id'] } },
    '400 INVALID_IDENTITY_PROVIDER_UPDATE_REQUEST',
  ],
])('rejects the update %j', async (body, verdict) => {
  expect(verdictOf(await send('PATCH /v2/idps/demo-idp', body))).toBe(verdict);
});

it('keeps at most sixteen', async () => {
  for (let n = 2; n <= 16; n += 1) {
    expect(await send('POST /v2/idps', config(`n${n}`))).toMatchObject({ status: 200 });
  }
  const more = await send('POST /v2/idps', config('n17'));
  expect(verdictOf(more)).toBe('400 TOO_MANY_IDENTITY_PROVIDER_CONFIGS');
  expect(more.body).toMatchObject({ grpcCodeValue: 9, errorCategory: 9 });
});
