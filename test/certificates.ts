/** The certificates in `test-only-certificates`, and servers that have them. */
import { chmodSync, copyFileSync, readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { basename, join } from 'node:path';
import type { TlsOptions } from 'node:tls';
import { ROOT } from './as-built.ts';
import { folderWith } from './files.ts';
import { listen } from './servers.ts';

const FOLDER = join(ROOT, 'test/test-only-certificates');
/** Opens `client-encrypted.key` and the `.p12` files. */
export const PASSPHRASE = 'test only';

/** The path of a file. */
export function certificateFile(name: string): string {
  return join(FOLDER, name);
}

export function pem(name: string): string {
  return readFileSync(certificateFile(name), 'utf8');
}

/** A certificate with its key, as a server takes them. */
export function pairOf(name: string): { readonly cert: string; readonly key: string } {
  return { cert: pem(`${name}.pem`), key: pem(`${name}.key`) };
}

/** A copy that only its owner may read: a checkout gives everyone that right. */
export function privateCopy(name: string, mode = 0o600): string {
  const copy = join(folderWith({}), basename(name));
  copyFileSync(certificateFile(name), copy);
  chmodSync(copy, mode);
  return copy;
}

const found: RequestListener = (_, response) => {
  response.setHeader('content-type', 'application/json').end('{}');
};

/** A server of https on 127.0.0.1 with this certificate; returns its base URL. */
export async function https(options: TlsOptions, listener: RequestListener = found): Promise<URL> {
  return new URL(`https://127.0.0.1:${await listen(createServer(options, listener))}`);
}

/** What makes a server require a certificate of the test authority from its clients. */
export const MUTUAL: TlsOptions = {
  ca: pem('authority.pem'),
  requestCert: true,
  rejectUnauthorized: true,
};
