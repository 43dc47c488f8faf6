/** Reads the two halves of a key pair from the operator's files or variables. */

import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { basename } from 'node:path';
import { InputError } from '../input/error.ts';
import { secretIn, shownName } from '../input/secret-name.ts';
import { ASSAY } from '../model/package.ts';
import { keyIdOf } from '../report/attest/dsse.ts';

export interface KeyFlags {
  readonly key?: string;
  readonly keyEnv?: string;
}

/** The private key to sign with. Throws InputError, which never shows the key. */
export async function signingKey({ key: file, keyEnv }: KeyFlags): Promise<KeyObject> {
  if ((file === undefined) === (keyEnv === undefined)) {
    throw new InputError('sign: name the private key, with --key FILE or with --key-env NAME.');
  }
  const where = file ?? `environment variable ${shownName(keyEnv ?? '')}`;
  const pem = file === undefined ? inVariable(keyEnv ?? '') : await secretIn(file);
  return ed25519(where, () => createPrivateKey(pem), 'private key (PKCS #8 in PEM, not encrypted)');
}

/** The public key to verify with. Throws InputError, also for a private key: it belongs to the signer alone. */
export async function verifyingKey(file: string): Promise<KeyObject> {
  return publicKeyIn(file, await secretIn(file));
}

/** The public key in a text. Throws InputError with the name of the place. */
export function publicKeyIn(file: string, pem: string): KeyObject {
  if (pem.includes('PRIVATE KEY')) {
    throw new InputError(
      `${file}: this is a private key, which only the signer keeps. Verify with the public one: ${file}.pub`,
    );
  }
  return ed25519(file, () => createPublicKey(pem), 'public key (SPKI in PEM)');
}

/** A public key under the name that a reader sees. */
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

function ed25519(where: string, read: () => KeyObject, wanted: string): KeyObject {
  let key: KeyObject | undefined;
  try {
    key = read();
  } catch {
    // Messages of the library may quote the input.
  }
  if (key?.asymmetricKeyType === 'ed25519') return key;
  throw new InputError(
    `${where}: there is no Ed25519 ${wanted} in it. Make a pair with: ${ASSAY} keygen`,
  );
}

/** People write line breaks as `\n` if variables cannot hold them. */
function inVariable(name: string): string {
  const pem = process.env[name]?.replaceAll('\\n', '\n') ?? '';
  if (pem.trim() !== '') return pem;
  throw new InputError(
    `environment variable ${shownName(name)}: is empty or missing. Put the private key in it, as PEM.`,
  );
}
