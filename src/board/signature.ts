/** Verifies the signature of a report. */
import type { KeyObject } from 'node:crypto';
import { basename } from 'node:path';
import { keyIdOf, signersOf } from '../report/attest/dsse.ts';
import { checkAttestation } from '../report/attest/statement-check.ts';
import type { WithProblems } from '../report/summary-check.ts';
import { received } from '../sign/received.ts';
import { verifyingKey } from '../sign/signing-key.ts';
import type { Source } from './find.ts';
import type { Signature } from './types.ts';

/** A public key under the name that the page shows. */
export interface NamedKey {
  readonly name: string;
  readonly id: string;
  readonly key: KeyObject;
}

/** The keys in these files, named after them. Throws InputError for a file without one. */
export async function keysIn(files: readonly string[]): Promise<readonly NamedKey[]> {
  const keys: NamedKey[] = [];
  for (const file of files) {
    const key = await verifyingKey(file);
    const name = basename(file).replace(/\.pub$/, '');
    const isTaken = keys.some((other) => other.name === name);
    keys.push({ name: isTaken ? file : name, id: keyIdOf(key), key });
  }
  return keys;
}

/** The signature of a report, and the verified report itself, because its file may change meanwhile. */
export interface Verified {
  readonly signature: Signature;
  readonly read?: WithProblems;
}

/** Verifies a report with the key that its attestation names, if that is one of these. */
export async function verified(
  source: Source,
  envelope: string | undefined,
  keys: readonly NamedKey[],
): Promise<Verified> {
  if (envelope === undefined) return { signature: { state: 'none' } };
  const signers = signersOf(envelope);
  if (signers.length === 0)
    return { signature: { state: 'failed', why: 'its attestation is none: it is not signed' } };
  const named = keys.find(({ id }) => signers.includes(id));
  if (named === undefined) {
    const state = keys.length === 0 ? 'signed' : 'other-key';
    return { signature: { state, keyId: String(signers[0]).slice(0, 64) } };
  }
  const handed = await received(source.path, undefined, !source.isBundle);
  if (handed.problem !== undefined) return { signature: { state: 'failed', why: handed.problem } };
  const { problems, report, stated } = checkAttestation(handed, named.key);
  // The packing of the bundle is not verified here, because that takes most of a second; `verify` does it.
  const [why = 'report.json: it is not a report'] = problems;
  if (problems.length > 0 || report === undefined) return { signature: { state: 'failed', why } };
  return { signature: { state: 'verified', key: named.name }, read: { report, stated } };
}
