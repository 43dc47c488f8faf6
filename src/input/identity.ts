/** The client certificate of mutual TLS: read, and checked before anything is sent. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { statSync } from 'node:fs';
import { identityProblem } from '../exchange/trust.ts';
import type { Identity } from '../exchange/way.ts';
import { certificateIn } from './authority.ts';
import { InputError } from './error.ts';
import { bytesOfOption, failing, MAX_CERTIFICATE_BYTES } from './file.ts';
import type { IdentityFlags } from './flags.ts';
import { exampleName, secretIn, shownName } from './secret-name.ts';

const CERTIFICATE = /-----BEGIN (?:TRUSTED )?CERTIFICATE-----/;
const KEY = /-----BEGIN (?:[A-Z]+ )?(?:ENCRYPTED )?PRIVATE KEY-----/;
/** Rights of others than the owner of a file. */
const OTHERS = 0o077;
const ENCRYPTED =
  'is encrypted. Name the environment variable that holds its passphrase with --key-passphrase-env, or the file with --key-passphrase-file.';
const LOCKED = 'the passphrase does not decrypt it. Correct the passphrase.';
const LEGACY =
  'openssl pkcs12 -legacy -in OLD -nodes -out BOTH.pem converts an old file; then use --cert BOTH.pem.';

export interface ReadIdentity {
  readonly identity: Identity;
  /** What the operator should change, in sentences. */
  readonly warnings: readonly string[];
}

/**
 * The certificate and the key in these files; `undefined` if none is named. Throws InputError, which names the file and the
 * remedy: for files that cannot be read, a wrong passphrase, and a key of another certificate.
 */
export async function readIdentity(
  flags: IdentityFlags,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<ReadIdentity | undefined> {
  const { cert, key } = flags;
  if (cert === undefined) {
    if (key === undefined) return undefined;
    throw new InputError(`--key ${key}: --cert is missing. Name the certificate of this key too.`);
  }
  const passphrase = await passphraseOf(flags, environment);
  const bytes = await bytesOfOption('--cert', cert, MAX_CERTIFICATE_BYTES);
  const text = bytes.toString('latin1');
  const whole = { file: cert, bytes, passphrase };
  const identity =
    CERTIFICATE.test(text) || KEY.test(text)
      ? await pairOf({ ...whole, text }, key)
      : pkcs12Of(whole, key);
  return {
    identity,
    warnings: [...unprotected(key ?? cert), ...outOfDate(cert, identity)],
  };
}

interface Given {
  readonly file: string;
  readonly bytes: Buffer;
  readonly passphrase: string | undefined;
}

async function pairOf(
  { file, text, passphrase }: Given & { readonly text: string },
  keyFile: string | undefined,
): Promise<Identity> {
  if (!CERTIFICATE.test(text))
    throw new InputError(
      `--cert ${file}: holds a key but no certificate. Name the key with --key.`,
    );
  const certificate = certificateIn(text);
  if (certificate === undefined)
    throw new InputError(
      `--cert ${file}: its certificate cannot be decoded. Copy the complete file again.`,
    );
  if (keyFile === undefined && !KEY.test(text))
    throw new InputError(`--cert ${file}: holds no private key. Name its file with --key.`);
  const place = keyFile === undefined ? `--cert ${file}` : `--key ${keyFile}`;
  const key =
    keyFile === undefined
      ? text
      : (await bytesOfOption('--key', keyFile, MAX_CERTIFICATE_BYTES)).toString('latin1');
  if (!KEY.test(key))
    throw new InputError(
      `${place}: holds no private key in PEM (-----BEGIN PRIVATE KEY-----). For one in DER: openssl pkey -inform der -in FILE -out FILE.pem.`,
    );
  const pem = key.slice(key.search(KEY));
  let own: ReturnType<typeof createPrivateKey>;
  try {
    own = createPrivateKey({ key: pem, ...(passphrase !== undefined && { passphrase }) });
  } catch (error) {
    throw new InputError(`${place}: ${keyProblem(error, pem, passphrase)}`);
  }
  if (!certificate.checkPrivateKey(own))
    throw new InputError(
      `${place}: is not the key of the certificate in ${file}, which is that of ${certificate.subject?.replaceAll('\n', ', ') ?? 'no name'}. Name the two files of one pair; in --cert, put the certificate itself first, followed by its chain.`,
    );
  return { cert: text, key: pem, ...(passphrase !== undefined && { passphrase }) };
}

function keyProblem(error: unknown, pem: string, passphrase: string | undefined): string {
  const { code = '' } = error as NodeJS.ErrnoException;
  const isEncrypted = /ENCRYPTED/.test(pem.slice(0, 200));
  if (code === 'ERR_MISSING_PASSPHRASE' || (isEncrypted && passphrase === undefined))
    return ENCRYPTED;
  if (isEncrypted) return LOCKED;
  return `cannot be decoded (${code}). Copy the complete file again.`;
}

function pkcs12Of({ file, bytes, passphrase }: Given, key: string | undefined): Identity {
  // A sequence of ASN.1, which certificates in DER are too.
  if (bytes[0] !== 0x30)
    throw new InputError(
      `--cert ${file}: holds neither a certificate in PEM (-----BEGIN CERTIFICATE-----) nor PKCS#12. Name a .pem with its --key, or a .p12.`,
    );
  if (certificateIn(bytes) !== undefined)
    throw new InputError(
      `--cert ${file}: is a certificate in DER. Convert it to PEM: openssl x509 -inform der -in ${file} -out FILE.pem.`,
    );
  if (key !== undefined)
    throw new InputError(
      `--key ${key}: ${file} is PKCS#12, which already holds its key. Leave out --key.`,
    );
  const identity = { pfx: bytes, ...(passphrase !== undefined && { passphrase }) };
  const problem = identityProblem(identity);
  if (problem === undefined) return identity;
  throw new InputError(`--cert ${file}: ${pkcs12Problem(problem, passphrase)}`);
}

function pkcs12Problem(message: string, passphrase: string | undefined): string {
  if (/mac verify failure|decrypt/i.test(message))
    return passphrase === undefined ? ENCRYPTED : LOCKED;
  if (/unsupported/i.test(message))
    return `uses a cipher that is disabled on this machine, as old PKCS#12 files do. Export it again; ${LEGACY}`;
  return `is not a PKCS#12 file with a certificate and its key (${message}). Export it again.`;
}

/** The passphrase of the key. Throws InputError without showing it. */
async function passphraseOf(
  { keyPassphraseEnv: name, keyPassphraseFile: file }: IdentityFlags,
  environment: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  if (name !== undefined) {
    const value = environment[name] ?? '';
    if (value !== '') return value;
    throw new InputError(
      `--key-passphrase-env: environment variable ${shownName(name)} is empty or missing. Set it, for example: export ${exampleName(name)}=…`,
    );
  }
  if (file === undefined) return undefined;
  const text = await secretIn(file).catch(failing('--key-passphrase-file'));
  // An editor ends the line; other spaces belong to a passphrase.
  const passphrase = text.replace(/\r?\n$/, '');
  if (passphrase !== '') return passphrase;
  throw new InputError(
    `--key-passphrase-file: ${shownName(file)} is empty. Put the passphrase in it.`,
  );
}

/** A warning if other users of this machine may read a private key. Windows has other rights. */
function unprotected(file: string): readonly string[] {
  if (process.platform === 'win32') return [];
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats?.isFile() || (stats.mode & OTHERS) === 0) return [];
  const mode = (stats.mode & 0o777).toString(8);
  return [
    `Warning: ${file} holds a private key, and other users of this machine can read it (mode ${mode}): chmod 600 ${file}`,
  ];
}

/** A warning about a certificate that a server will reject. */
function outOfDate(file: string, { cert }: Identity): readonly string[] {
  if (cert === undefined) return [];
  const { validFrom, validTo } = new X509Certificate(cert);
  const day = (text: string): string => new Date(text).toISOString().slice(0, 10);
  if (Date.parse(validTo) < Date.now())
    return [`Warning: the certificate in ${file} expired on ${day(validTo)}.`];
  if (Date.parse(validFrom) > Date.now())
    return [`Warning: the certificate in ${file} is not valid before ${day(validFrom)}.`];
  return [];
}
