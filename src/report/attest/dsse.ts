/** DSSE v1.0: an envelope around bytes and their type, signed with Ed25519. */
import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { fits, parsedJson } from '../../model/index.ts';

export interface Envelope {
  readonly payloadType: string;
  readonly payload: string;
  readonly signatures: readonly { readonly keyid: string; readonly sig: string }[];
}

const isEnvelope: fits.Fits<Envelope> = fits.object({
  ...{ payloadType: fits.text, payload: fits.text },
  signatures: fits.list(fits.object({ keyid: fits.text, sig: fits.text })),
});

/** The contents of an envelope, or its error. */
export type Opened =
  | { readonly payloadType: string; readonly payload: Buffer }
  | { readonly problem: string };

/** The signed bytes: type and body with their lengths (DSSE v1.0, pre-authentication encoding). */
export function pae(type: string, body: Uint8Array): Buffer {
  const head = `DSSEv1 ${Buffer.byteLength(type)} ${type} ${body.length} `;
  return Buffer.concat([Buffer.from(head), body]);
}

/** The id of a key: SHA-256 of the public key's SPKI bytes, in lower-case hex. Accepts either key of the pair. */
export function keyIdOf(key: KeyObject): string {
  const spki = (key.type === 'private' ? createPublicKey(key) : key).export({
    type: 'spki',
    format: 'der',
  });
  return createHash('sha256').update(spki).digest('hex');
}

/** The envelope around a payload as text. The same payload and key give the same text. */
export function seal(payloadType: string, payload: Uint8Array, key: KeyObject): string {
  const sig = sign(null, pae(payloadType, payload), key).toString('base64');
  const envelope: Envelope = {
    payloadType,
    payload: Buffer.from(payload).toString('base64'),
    signatures: [{ keyid: keyIdOf(key), sig }],
  };
  return `${JSON.stringify(envelope)}\n`;
}

/** Verifies an envelope's signature over its bytes, and only then returns the payload. Never throws. */
export function open(text: string, key: KeyObject): Opened {
  const envelope = envelopeIn(text);
  if ('problem' in envelope) return envelope;
  const { payloadType, signatures } = envelope;
  const payload = decoded(envelope.payload);
  if (payload === undefined) return { problem: 'its payload is not base64' };
  const mine = keyIdOf(key);
  const claimed = signatures.filter(({ keyid }) => keyid === mine);
  if (claimed.length === 0) {
    const others = signatures.map(({ keyid }) => keyid).join(', ') || 'no key';
    return { problem: `it is signed by ${others}, but the given key is ${mine}` };
  }
  const signed = pae(payloadType, payload);
  for (const { sig } of claimed) {
    const bytes = decoded(sig);
    if (bytes === undefined) return { problem: 'its signature is not base64' };
    if (!verify(null, signed, key, bytes)) {
      return { problem: 'its signature does not match: payload, payloadType or sig was changed' };
    }
  }
  return { payloadType, payload };
}

/** The key ids in an envelope; empty if it is not one. */
export function signersOf(text: string): readonly string[] {
  const envelope = envelopeIn(text);
  return 'problem' in envelope ? [] : envelope.signatures.map(({ keyid }) => keyid);
}

function envelopeIn(text: string): Envelope | { readonly problem: string } {
  const value = parsedJson(text);
  if (value === undefined) return { problem: 'it is not JSON' };
  if (isEnvelope(value)) return value;
  return {
    problem: 'it is not a DSSE envelope with payloadType, payload and signatures of keyid and sig',
  };
}

/** Decodes base64 of either alphabet. Node skips unknown characters; here they are an error. */
function decoded(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  const standard = bytes.toString('base64');
  const url = bytes.toString('base64url');
  const forms = [standard, url, url.padEnd(standard.length, '=')];
  return forms.includes(text) ? bytes : undefined;
}
