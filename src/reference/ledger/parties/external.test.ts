import { createPrivateKey, createPublicKey } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SendToLedger, senderOf } from '../../../../test/ledger-requests.ts';
import { type RunningLedger, startLedger } from '../../ledger.ts';
import { SYNCHRONIZERS } from '../seed.ts';
import { NEWEST } from '../versions.ts';

/** The private key of these tests: 32 bytes of ones. */
const PRIVATE = createPrivateKey({
  key: Buffer.from(`302e020100300506032b657004220420${'01'.repeat(32)}`, 'hex'),
  format: 'der',
  type: 'pkcs8',
});
const PUBLIC = createPublicKey(PRIVATE);
const DER = {
  format: 'CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO',
  keyData: PUBLIC.export({ format: 'der', type: 'spki' }).toString('base64'),
  keySpec: 'SIGNING_KEY_SPEC_EC_CURVE25519',
};
const RAW = {
  ...DER,
  format: 'CRYPTO_KEY_FORMAT_RAW',
  keyData: Buffer.from(PUBLIC.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64'),
};

interface Topology {
  readonly partyId: string;
  readonly publicKeyFingerprint: string;
  readonly topologyTransactions: readonly string[];
  readonly multiHash: string;
}

let ledger: RunningLedger;
let send: SendToLedger;
const [synchronizer = ''] = SYNCHRONIZERS;
beforeAll(async () => {
  ledger = await startLedger();
  send = senderOf(ledger.url, NEWEST);
});
afterAll(() => ledger.close());

const GENERATE = 'POST /v2/parties/external/generate-topology';

async function generate(publicKey: object = DER): Promise<Topology> {
  const { body } = await send(GENERATE, { synchronizer, partyHint: 'ext', publicKey });
  return body as Topology;
}

it('computes the same topology each time, for each form of the key, and stores nothing', async () => {
  const topology = await generate();
  expect(topology.partyId).toBe(`ext::${topology.publicKeyFingerprint}`);
  expect(topology.publicKeyFingerprint).toMatch(/^1220[0-9a-f]{64}$/);
  expect(Buffer.from(topology.multiHash, 'base64').toString('hex')).toMatch(/^1220[0-9a-f]{64}$/);
  expect(await generate(RAW)).toEqual(topology);
  const { body } = await send(`GET /v2/parties/${topology.partyId}`);
  expect(body).toEqual({ partyDetails: [] });
});
