import { generateKeyPairSync } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { InputError } from '../../input/error.ts';
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
  await create(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), 0o600);
  try {
    await create(`${file}.pub`, publicKey.export({ type: 'spki', format: 'pem' }), 0o644);
  } catch (error) {
    await rm(file);
    throw error;
  }
  process.stdout.write(`Private key: ${file} (keep it secret; it signs)
Public key:  ${file}.pub (give it to those who verify)
Key id:      ${keyIdOf(publicKey)}
`);
}

async function create(file: string, content: string | Buffer, mode: number): Promise<void> {
  await writeFile(file, content, { flag: 'wx', mode }).catch(
    async (error: NodeJS.ErrnoException) => {
      // An incomplete file would prevent the next attempt.
      if (error.code !== 'EEXIST') await rm(file, { force: true }).catch(() => undefined);
      const why =
        error.code === 'EEXIST'
          ? 'already exists, and a key is never overwritten. Name another with --out.'
          : `cannot be written (${error.code}). Name another with --out, or change the permissions there.`;
      throw new InputError(`${file}: ${why}`);
    },
  );
}
