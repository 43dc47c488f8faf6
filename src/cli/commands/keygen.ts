import { generateKeyPairSync } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { InputError } from '../../input/error.ts';
import type { Finish } from '../exit.ts';

export function addKeygen(program: Command, finish: Finish): void {
  program
    .command('keygen')
    .description('make a key pair to sign reports with (Ed25519)')
    .option('--out <file>', 'the private key; the public key is next to it, with .pub', 'assay-key')
    .action(async ({ out }: { out: string }) => {
      process.stdout.write(await keygen(out));
      finish(0);
    });
}

/** Writes a new key pair, and returns a text about it. Throws InputError if a file exists. */
async function keygen(file: string): Promise<string> {
  const { keyIdOf } = await import('../../report/attest/dsse.ts');
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  await create(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), 0o600);
  try {
    await create(`${file}.pub`, publicKey.export({ type: 'spki', format: 'pem' }), 0o644);
  } catch (error) {
    await rm(file);
    throw error;
  }
  return `Private key: ${file} (keep it secret; it signs)
Public key:  ${file}.pub (give it to those who verify)
Key id:      ${keyIdOf(publicKey)}
`;
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
