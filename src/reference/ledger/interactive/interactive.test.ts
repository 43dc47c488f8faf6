import { generateKeyPairSync, sign } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  by,
  EFFECTS,
  format,
  type Listed,
  started,
  type Transaction,
} from '../../../../test/ledger-shapes.ts';
import { LOCAL_PARTIES, REMOTE_PARTIES, SYNCHRONIZERS } from '../seed.ts';
import { isSince, VERSIONS } from '../versions.ts';

const [alice = '', bob = ''] = LOCAL_PARTIES;
const [erin = ''] = REMOTE_PARTIES;
const PREPARE = '/v2/interactive-submission/prepare';
const EXECUTE = '/v2/interactive-submission/execute';
const WAIT = '/v2/interactive-submission/executeAndWait';
const TRANSACTION = '/v2/interactive-submission/executeAndWaitForTransaction';
const PACKAGES = '/v2/interactive-submission/preferred-packages';

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
  const end = async () => (await on.ledger.get<{ offset: number }>('/v2/state/ledger-end')).body;

  it('prepares the same bytes for the same submission, and stores nothing', async () => {
    const before = await end();
    const body = submission({ verboseHashing: true });
    const prepared = await on.ledger.good<Prepared>(PREPARE, body);
    expect(await on.ledger.good(PREPARE, body)).toEqual(prepared);
    expect(prepared.hashingSchemeVersion).toBe('HASHING_SCHEME_VERSION_V2');
    expect(Buffer.from(prepared.preparedTransactionHash, 'base64')).toHaveLength(32);
    expect(prepared.hashingDetails).toContain(prepared.preparedTransaction);
    expect(prepared.costEstimation).toMatchObject({ totalTrafficCostEstimation: 1200 });
    expect(await end()).toEqual(before);
    const quiet = submission({ estimateTrafficCost: { disabled: true } });
    const bare = await on.ledger.good<Prepared>(PREPARE, quiet);
    expect([bare.hashingDetails, bare.costEstimation]).toEqual([null, null]);
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

  it('executes signed submissions, in three forms', async () => {
    const prepared = async () => on.ledger.good<Prepared>(PREPARE, submission());
    expect(await on.ledger.good(EXECUTE, execution(await prepared()))).toEqual({});
    const waited = await on.ledger.good<{ updateId: string; completionOffset: number }>(
      WAIT,
      execution(await prepared()),
    );
    expect(waited.completionOffset).toBe((await end()).offset);
    const third = await prepared();
    const transactionFormat = { eventFormat: by(party), transactionShape: EFFECTS };
    const { transaction } = await on.ledger.good<{ transaction: Transaction }>(
      TRANSACTION,
      execution(third, { transactionFormat }),
    );
    expect(transaction.externalTransactionHash).toBe(third.preparedTransactionHash);
    const { updateId } = transaction;
    const updateFormat = format(by(party), EFFECTS);
    const found = await on.ledger.good<Listed>('/v2/updates/update-by-id', {
      updateId,
      updateFormat,
    });
    expect(found.update['Transaction']?.value).toEqual(transaction);
    expect(await on.ledger.rejection(WAIT, execution(third))).toBe('409 DUPLICATE_COMMAND 6 10');
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

  it('prefers the highest version that all hosts vet', async () => {
    const requirement = (packageName: string, ...parties: readonly string[]) => ({
      packageVettingRequirements: [{ packageName, parties }],
    });
    const found = await on.ledger.good<{ packageReferences: unknown[]; synchronizerId: string }>(
      PACKAGES,
      requirement('assay-demo', alice, bob),
    );
    expect(found.packageReferences).toMatchObject([
      { packageName: 'assay-demo', packageVersion: '1.1.0' },
    ]);
    const path = '/v2/interactive-submission/preferred-package-version';
    const version = async (query: string) =>
      (await on.ledger.get<{ packagePreference: unknown }>(`${path}?${query}`)).body;
    const of = (name: string, who: string) =>
      `package-name=${name}&parties=${encodeURIComponent(who)}`;
    expect(await version(of('assay-demo', alice))).toEqual({
      packagePreference: {
        packageReference: found.packageReferences[0],
        synchronizerId: found.synchronizerId,
      },
    });
    const unknown = '404 PACKAGE_NAMES_NOT_FOUND 5 11';
    expect(await on.ledger.rejection(PACKAGES, requirement('nothing', alice))).toBe(unknown);
    expect(await version(of('nothing', alice))).toMatchObject({ code: unknown.split(' ')[1] });
    const none = '400 NO_PREFERRED_PACKAGES_FOUND 9 9';
    const elsewhere = `unknown::1220${'0'.repeat(64)}`;
    expect(await version(of('assay-demo', elsewhere))).toEqual({ packagePreference: null });
    expect(await on.ledger.rejection(PACKAGES, requirement('assay-demo', elsewhere))).toBe(none);
    expect(await on.ledger.good(PACKAGES, requirement('assay-demo', alice, erin))).toEqual(found);
    expect(await on.ledger.rejection(PACKAGES, requirement('assay-demo'))).toBe(
      '400 MISSING_FIELD 3 8',
    );
    expect(await on.ledger.rejection(PACKAGES, {})).toBe('400 MISSING_FIELD 3 8');
    const [one] = requirement('assay-demo', alice).packageVettingRequirements;
    const twice = { packageVettingRequirements: [one, one] };
    expect(await on.ledger.rejection(PACKAGES, twice)).toBe('400 INVALID_ARGUMENT 3 8');
    const nameless = await on.ledger.get<string>(path);
    expect(nameless).toMatchObject({
      status: 400,
      body: expect.stringContaining('query parameter package-name'),
    });
  });
});
