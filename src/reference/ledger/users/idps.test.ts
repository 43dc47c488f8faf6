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

it('keeps at most sixteen', async () => {
  for (let n = 2; n <= 16; n += 1) {
    expect(await send('POST /v2/idps', config(`n${n}`))).toMatchObject({ status: 200 });
  }
  const more = await send('POST /v2/idps', config('n17'));
  expect(verdictOf(more)).toBe('400 TOO_MANY_IDENTITY_PROVIDER_CONFIGS');
  expect(more.body).toMatchObject({ grpcCodeValue: 9, errorCategory: 9 });
});
