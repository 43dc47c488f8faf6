/** The transactions that an external party signs, in a form of this server: each is a line of JSON. */
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { invalidArgument } from '../errors.ts';
import { fingerprint } from '../ids.ts';

/** One signature, as JSON carries it. */
export interface SignatureBody {
  readonly format: string;
  readonly signature: string;
  readonly signedBy: string;
  readonly signingAlgorithmSpec: string;
}

/** The Ed25519 key of a request; 400 for another format, another kind of key, or malformed bytes. */
export function readPublicKey(format: string, keyData: string, keySpec: string): KeyObject {
  if (keySpec !== 'SIGNING_KEY_SPEC_EC_CURVE25519') {
    throw invalidArgument('Only keys of SIGNING_KEY_SPEC_EC_CURVE25519 are known here.');
  }
  const bytes = Buffer.from(keyData, 'base64');
  let key: KeyObject | undefined;
  try {
    if (format === 'CRYPTO_KEY_FORMAT_RAW') key = keyOf(bytes);
    if (format === 'CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO') {
      key = createPublicKey({ key: bytes, format: 'der', type: 'spki' });
    }
  } catch {
    // The check below rejects the missing key.
  }
  if (key?.asymmetricKeyType !== 'ed25519') throw invalidArgument('The public key cannot be read.');
  return key;
}

function keyOf(raw: Buffer): KeyObject {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') };
  return createPublicKey({ key: jwk, format: 'jwk' });
}

function rawOf(key: KeyObject): Buffer {
  return Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url');
}

/** The fingerprint of a key: signatures name it, and it is the namespace of the party. */
export function keyFingerprint(key: KeyObject): string {
  return fingerprint(rawOf(key));
}

const MAPPINGS = ['NamespaceDelegation', 'PartyToKeyMapping', 'PartyToParticipant'];

/** The transactions that create the party, in base64. */
export function topologyOf(party: string, key: KeyObject, synchronizer: string): readonly string[] {
  const publicKey = rawOf(key).toString('base64');
  return MAPPINGS.map((mapping) =>
    Buffer.from(JSON.stringify({ mapping, party, publicKey, synchronizer })).toString('base64'),
  );
}

/** The party and the key of such transactions; 400 unless topologyOf makes the same ones for them. */
export function readTopology(
  transactions: readonly string[],
  synchronizer: string,
): { readonly party: string; readonly key: KeyObject } {
  try {
    const bytes = Buffer.from(transactions[0] ?? '', 'base64');
    const { party, publicKey } = JSON.parse(bytes.toString('utf8'));
    const key = keyOf(Buffer.from(publicKey, 'base64'));
    const expected = topologyOf(party, key, synchronizer);
    const ours = String(party).endsWith(`::${keyFingerprint(key)}`);
    if (ours && expected.join() === transactions.join()) return { party, key };
  } catch {
    // Rejected below.
  }
  throw invalidArgument('The onboarding transactions are not those of an external party.');
}

/** The multihash of all transactions together. */
export function multiHashOf(transactions: readonly string[]): Buffer {
  const hash = createHash('sha256');
  for (const one of transactions) {
    hash.update(createHash('sha256').update(Buffer.from(one, 'base64')).digest());
  }
  return Buffer.concat([Buffer.from([0x12, 0x20]), hash.digest()]);
}

/** True for a valid Ed25519 signature of the bytes by this key. */
export function isSignedBy(key: KeyObject, bytes: Buffer, signature: SignatureBody): boolean {
  return (
    signature.signingAlgorithmSpec === 'SIGNING_ALGORITHM_SPEC_ED25519' &&
    ['SIGNATURE_FORMAT_CONCAT', 'SIGNATURE_FORMAT_RAW'].includes(signature.format) &&
    signature.signedBy === keyFingerprint(key) &&
    verify(null, bytes, key, Buffer.from(signature.signature, 'base64'))
  );
}
