import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SendToLedger, senderOf, verdictOf } from '../../../../test/ledger-requests.ts';
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
const ALLOCATE = 'POST /v2/parties/external/allocate';

async function generate(publicKey: object = DER): Promise<Topology> {
  const { body } = await send(GENERATE, { synchronizer, partyHint: 'ext', publicKey });
  return body as Topology;
}

function allocation(topology: Topology, signature: object): object {
  return {
    synchronizer,
    onboardingTransactions: topology.topologyTransactions.map((transaction) => ({ transaction })),
    multiHashSignatures: [signature],
    userId: 'reader',
  };
}

function signed({ multiHash, publicKeyFingerprint }: Topology): object {
  return {
    format: 'SIGNATURE_FORMAT_CONCAT',
    signature: sign(null, Buffer.from(multiHash, 'base64'), PRIVATE).toString('base64'),
    signedBy: publicKeyFingerprint,
    signingAlgorithmSpec: 'SIGNING_ALGORITHM_SPEC_ED25519',
  };
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

it('allocates the party that signed, once', async () => {
  const topology = await generate();
  const good = signed(topology);
  const rejections = [
    allocation(topology, { ...good, signature: Buffer.alloc(64).toString('base64') }),
    allocation(topology, { ...good, signedBy: '1220' }),
    allocation(topology, {
      ...good,
      signingAlgorithmSpec: 'SIGNING_ALGORITHM_SPEC_EC_DSA_SHA_256',
    }),
    { ...allocation(topology, good), multiHashSignatures: [] },
    { ...allocation(topology, good), onboardingTransactions: [{ transaction: 'eHl6' }] },
    { ...allocation(topology, good), synchronizer: SYNCHRONIZERS[1] },
    { ...allocation(topology, good), synchronizer: 'none' },
  ];
  for (const body of rejections) {
    expect(verdictOf(await send(ALLOCATE, body))).toBe('400 INVALID_ARGUMENT');
  }
  const made = await send(ALLOCATE, allocation(topology, good));
  expect(made.body).toEqual({ partyId: topology.partyId });
  expect((await send(`GET /v2/parties/${topology.partyId}`)).body).toMatchObject({
    partyDetails: [{ party: topology.partyId, isLocal: true }],
  });
  expect((await send('GET /v2/users/reader/rights')).body).toMatchObject({
    rights: expect.arrayContaining([
      { kind: { CanActAs: { value: { party: topology.partyId } } } },
    ]),
  });
  expect(verdictOf(await send(ALLOCATE, allocation(topology, good)))).toBe('400 INVALID_ARGUMENT');
});

it.each([
  [{ partyHint: 'x', publicKey: DER }, '400 MISSING_FIELD'],
  [{ synchronizer, publicKey: DER }, '400 MISSING_FIELD'],
  [{ synchronizer, partyHint: 'x' }, '400 MISSING_FIELD'],
  [{ synchronizer, partyHint: 'a/b', publicKey: DER }, '400 INVALID_ARGUMENT'],
  [{ synchronizer: 'none', partyHint: 'x', publicKey: DER }, '400 INVALID_ARGUMENT'],
  [
    { synchronizer, partyHint: 'x', publicKey: { ...DER, keyData: 'AAAA' } },
    '400 INVALID_ARGUMENT',
  ],
  [{ synchronizer, partyHint: 'x', publicKey: { ...DER, keySpec: 'odd' } }, '400 INVALID_ARGUMENT'],
  [{ synchronizer, partyHint: 'x', publicKey: { ...DER, keyData: '***' } }, '400'],
  [
    { synchronizer, partyHint: 'x', publicKey: RAW, confirmationThreshold: 2 },
    '400 INVALID_ARGUMENT',
  ],
])('computes no topology of %j', async (body, verdict) => {
  expect(verdictOf(await send(GENERATE, body))).toBe(verdict);
});
