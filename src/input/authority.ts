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
  for (const [i, pem] of found.entries()) {
    try {
      new X509Certificate(pem);
    } catch {
      const which = found.length === 1 ? 'its certificate' : `certificate ${i + 1}`;
      throw fail(`${which} cannot be decoded`, 'Copy the complete file again.');
    }
  }
  return found.join('\n');
}
