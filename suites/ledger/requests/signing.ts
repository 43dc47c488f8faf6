/** Ed25519 keys of external parties, derived from the names of the parties, so that a run can be repeated. */

import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import type { Body } from './body.ts';

/** The prefix of the 32 bytes of an Ed25519 key in PKCS #8. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

function keyOf(hint: string): KeyObject {
  const seed = createHash('sha256').update(`assay external party ${hint}`).digest();
  return createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
}

/** The public key for a name, in the form of a request. */
export function publicKeyOf(hint: string): Body<'SigningPublicKey'> {
  const der = createPublicKey(keyOf(hint)).export({ type: 'spki', format: 'der' });
  return {
    format: 'CRYPTO_KEY_FORMAT_DER_X509_SUBJECT_PUBLIC_KEY_INFO',
    keyData: der.toString('base64'),
    keySpec: 'SIGNING_KEY_SPEC_EC_CURVE25519',
  };
}

/** The signature of bytes in base64, with the key for a name. */
export function signatureOf(hint: string, base64: string, signedBy: string): Body<'Signature'> {
  const signature = sign(null, Buffer.from(base64, 'base64'), keyOf(hint)).toString('base64');
  return {
    format: 'SIGNATURE_FORMAT_CONCAT',
    signature,
    signedBy,
    signingAlgorithmSpec: 'SIGNING_ALGORITHM_SPEC_ED25519',
  };
}
