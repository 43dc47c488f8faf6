import { generateKeyPairSync, sign } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { started } from '../../../../test/ledger-shapes.ts';
import { LOCAL_PARTIES, SYNCHRONIZERS } from '../seed.ts';
import { isSince, VERSIONS } from '../versions.ts';

const [alice = ''] = LOCAL_PARTIES;
const PREPARE = '/v2/interactive-submission/prepare';
const EXECUTE = '/v2/interactive-submission/execute';
const WAIT = '/v2/interactive-submission/executeAndWait';

interface Prepared {
  readonly preparedTransaction: string;
  readonly preparedTransactionHash: string;
  readonly hashingSchemeVersion: string;
  readonly hashingDetails: string | null;
  readonly costEstimation: unknown;
}
interface Topology {
  readonly partyId: string;
  readonly publicKeyFingerprint: string;
  readonly topologyTransactions: readonly string[];
  readonly multiHash: string;
}

describe.each(VERSIONS)('interactive submissions of version %s', (version) => {
  const on = started(version);
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const signatureOf = (base64: string, signedBy: string) => ({
    format: 'SIGNATURE_FORMAT_CONCAT',
    signature: sign(null, Buffer.from(base64, 'base64'), privateKey).toString('base64'),
    signedBy,
    signingAlgorithmSpec: 'SIGNING_ALGORITHM_SPEC_ED25519',
  });
  let party = '';
  let key = '';
  beforeAll(async () => {
    const der = publicKey.export({ type: 'spki', format: 'der' });
    const generated = await on.ledger.good<Topology>('/v2/parties/external/generate-topology', {
      synchronizer: SYNCHRONIZERS[0],
      partyHint: 'signer',
      publicKey: {
        format: 'CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO',
        keyData: der.toString('base64'),
        keySpec: 'SIGNING_KEY_SPEC_EC_CURVE25519',
      },
    });
    key = generated.publicKeyFingerprint;
    const { partyId } = await on.ledger.good<{ partyId: string }>('/v2/parties/external/allocate', {
      synchronizer: SYNCHRONIZERS[0],
      identityProviderId: '',
      onboardingTransactions: generated.topologyTransactions.map((transaction) => ({
        transaction,
      })),
      multiHashSignatures: [signatureOf(generated.multiHash, key)],
    });
    party = partyId;
  });

  let number = 0;
  const submission = (more: object = {}) => {
    number += 1;
    const createArguments = { owner: party, name: `signed ${number}` };
    const CreateCommand = { templateId: '#assay-demo:Main:Asset', createArguments };
    const names = { commandId: `interactive-${number}`, userId: 'auditor', actAs: [party] };
    return { ...names, commands: [{ CreateCommand }], ...more };
  };
  const execution = (prepared: Prepared, more: object = {}) => ({
    preparedTransaction: prepared.preparedTransaction,
    hashingSchemeVersion: prepared.hashingSchemeVersion,
    partySignatures: {
      signatures: [{ party, signatures: [signatureOf(prepared.preparedTransactionHash, key)] }],
    },
    submissionId: 'submission',
    userId: 'auditor',
    deduplicationPeriod: { Empty: {} },
    ...more,
  });

  it('knows the third hashing scheme from 3.5', async () => {
    const hashingSchemeVersion = 'HASHING_SCHEME_VERSION_V3';
    const body = submission({ hashingSchemeVersion });
    const prepared = await on.ledger.good<Prepared>(PREPARE, body);
    expect(prepared.hashingSchemeVersion).toMatch(isSince(version, '3.5') ? /V3$/ : /V2$/);
    const later = await on.ledger.post<string>(
      EXECUTE,
      execution(prepared, { hashingSchemeVersion }),
    );
    expect(later.status).toBe(isSince(version, '3.5') ? 200 : 400);
    if (!isSince(version, '3.5')) expect(later.body).toMatch(/^Invalid value for: body/);
  });

  it('rejects signatures that are wrong, missing or of other bytes', async () => {
    const prepared = await on.ledger.good<Prepared>(PREPARE, submission());
    const other = await on.ledger.good<Prepared>(PREPARE, submission());
    const rejection = (more: object) => on.ledger.rejection(WAIT, execution(prepared, more));
    const signed = (one: object, by = party) => ({
      partySignatures: { signatures: [{ party: by, signatures: [one] }] },
    });
    const right = signatureOf(prepared.preparedTransactionHash, key);
    const wrong = '400 INVALID_ARGUMENT 3 8';
    expect(await rejection(signed(signatureOf(other.preparedTransactionHash, key)))).toBe(wrong);
    expect(await rejection(signed({ ...right, signedBy: '1220' }))).toBe(wrong);
    expect(
      await rejection(
        signed({ ...right, signingAlgorithmSpec: 'SIGNING_ALGORITHM_SPEC_EC_DSA_SHA_256' }),
      ),
    ).toBe(wrong);
    expect(await rejection(signed(right, alice))).toBe(wrong);
    expect(await rejection({ partySignatures: { signatures: [] } })).toBe(wrong);
    expect(await rejection({ preparedTransaction: Buffer.from('junk').toString('base64') })).toBe(
      wrong,
    );
    expect(await rejection({ submissionId: '' })).toBe('400 MISSING_FIELD 3 8');
    const text = await on.ledger.post<string>(
      WAIT,
      execution(prepared, { preparedTransaction: '%%' }),
    );
    expect([text.status, text.body.slice(0, 23)]).toEqual([400, 'Invalid value for: body']);
    await on.ledger.good(WAIT, execution(prepared, signed(right)));
  });

  it('does not let external parties submit without a signature', async () => {
    expect(await on.ledger.rejection('/v2/commands/submit-and-wait', submission())).toBe(
      '400 NO_SYNCHRONIZER_ON_WHICH_ALL_SUBMITTERS_CAN_SUBMIT 9 9',
    );
    const unknown = { commands: [{ ...submission().commands[0] }], actAs: [alice] };
    expect(await on.ledger.rejection(PREPARE, submission(unknown))).toBe(
      '400 DAML_AUTHORIZATION_ERROR 3 8',
    );
  });
});
