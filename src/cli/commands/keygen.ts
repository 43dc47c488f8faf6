import { generateKeyPairSync } from 'node:crypto';
import { rmSync } from 'node:fs';
import { newFile } from '../../input/file.ts';
import type { Program } from '../program.ts';

export function addKeygen(program: Program): void {
  program
    .command('keygen')
    .description('create a key pair to sign reports with (Ed25519)')
    .option('--out <file>', 'the private key; the public key is next to it, with .pub', 'assay-key')
    .action(keygen);
}

/** Writes a new key pair, and prints a text about it. Throws InputError if a file exists. */
async function keygen({ out: file }: { readonly out: string }): Promise<void> {
  const { keyIdOf } = await import('../../report/attest/dsse.ts');
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  create(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), 0o600);
  try {
    create(`${file}.pub`, publicKey.export({ type: 'spki', format: 'pem' }), 0o644);
  } catch (error) {
    rmSync(file);
    throw error;
  }
  process.stdout.write(`Private key: ${file} (keep it secret; it signs)
Public key:  ${file}.pub (give it to those who verify)
Key id:      ${keyIdOf(publicKey)}
`);
}

function create(file: string, content: string | Buffer, mode: number): void {
  const exists = 'already exists, and a key is never overwritten. Name another with --out.';
  const remedy = 'Name another with --out, or change the permissions there.';
  newFile(file, content, { exists, remedy, mode });
}
