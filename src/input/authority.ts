import { X509Certificate } from 'node:crypto';
import { InputError } from './error.ts';
import { bytesOfOption, MAX_CERTIFICATE_BYTES } from './file.ts';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;

/** The certificates of authorities in a PEM file. Throws InputError, which names the file and the remedy. */
export async function readAuthorities(file: string): Promise<string> {
  const fail = (problem: string, remedy: string): InputError =>
    new InputError(`--ca ${file}: ${problem}. ${remedy}`);
  const bytes = await bytesOfOption('--ca', file, MAX_CERTIFICATE_BYTES);
  const text = bytes.toString('latin1');
  const found = text.match(CERTIFICATE);
  if (found === null) {
    const der = 'For one in DER: openssl x509 -inform der -in FILE -out FILE.pem.';
    throw fail('has no certificate in PEM (-----BEGIN CERTIFICATE-----)', der);
  }
  const wrong = found.findIndex((pem) => certificateIn(pem) === undefined);
  if (wrong === -1) return found.join('\n');
  const which = found.length === 1 ? 'its certificate' : `certificate ${wrong + 1}`;
  throw fail(`${which} cannot be decoded`, 'Copy the complete file again.');
}

/** The certificate in PEM or DER; `undefined` if it cannot be decoded. */
export function certificateIn(bytes: string | Buffer): X509Certificate | undefined {
  try {
    return new X509Certificate(bytes);
  } catch {
    return undefined;
  }
}
