import { stat } from 'node:fs/promises';
import type { Command } from 'commander';
import { InputError } from '../../input/error.ts';
import { ATTESTATION } from '../../report/attest/bundle-files.ts';
import type { Rejudge } from '../../sign/again.ts';
import { verifyingKey } from '../../sign/signing-key.ts';
import { SURFACES } from '../../surfaces/index.ts';
import { EXIT, type Finish } from '../exit.ts';

interface VerifyFlags {
  readonly key: string;
  readonly attestation?: string;
}

export function addVerify(program: Command, finish: Finish): void {
  program
    .command('verify <report>')
    .description('verify a signed report: its folder, or the zip file as received')
    .requiredOption('--key <file>', 'the public key of the signer')
    .option('--attestation <file>', `the attestation, when it is not ${ATTESTATION} in the folder`)
    .action(async (path: string, flags: VerifyFlags) => {
      const { rejudging } = await import('../../sign/again.ts');
      const { rejudge, said } = rejudging(SURFACES);
      const code = await verify(path, flags, rejudge);
      if (code === EXIT.good) process.stdout.write(said());
      finish(code);
    });
}

/** Verifies and reports. Returns the exit code: 1 when anything is not as it was signed. Throws InputError. */
export async function verify(path: string, flags: VerifyFlags, rejudge?: Rejudge): Promise<number> {
  const key = await verifyingKey(flags.key);
  const { received } = await import('../../sign/received.ts');
  const handed = await received(path, flags.attestation, await isFolder(path));
  if ('problem' in handed) return reject(path, [handed.problem]);
  const { checkAttestation } = await import('../../report/attest/statement-check.ts');
  const { problems, statement, report } = checkAttestation(handed, key);
  if (!statement || !report || problems.length > 0) return reject(path, problems);
  const packing = handed.packing?.();
  if (packing !== undefined) return reject(path, [packing]);
  const otherwise = (await rejudge?.(handed.files)) ?? [];
  if (otherwise.length > 0) return reject(path, otherwise);
  const { verified } = await import('../../sign/verified.ts');
  process.stdout.write(await verified(path, statement, report, key, SURFACES));
  return EXIT.good;
}

function reject(path: string, problems: readonly string[]): number {
  const lines = problems.map((problem) => `  ${problem}\n`);
  process.stderr.write(`${path} cannot be trusted:\n${lines.join('')}`);
  return EXIT.failed;
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new InputError(`${path}: cannot be read (${error.code}). Name a folder or a zip file.`);
  });
  return found.isDirectory();
}
