import type { Command } from 'commander';
import { ATTESTATION } from '../../report/attest/bundle-files.ts';
import type { Rejudge } from '../../sign/again.ts';
import { verifyingKey } from '../../sign/signing-key.ts';
import { SURFACES } from '../../surfaces/index.ts';
import { EXIT, type Finish } from '../exit.ts';
import { RULES } from '../options/options.ts';

interface VerifyFlags {
  readonly key: string;
  readonly attestation?: string;
  readonly maxAge?: string;
}

export function addVerify(program: Command, finish: Finish): void {
  program
    .command('verify <report>')
    .description('verify a signed report: its folder, or the zip file as received')
    .requiredOption('--key <file>', 'the public key of the signer')
    .option('--attestation <file>', `the attestation, when it is not ${ATTESTATION} in the folder`)
    .option('--max-age <age>', 'reject a report whose run started earlier: 12h, 30d')
    .addOption(RULES)
    .action(async (path: string, flags: VerifyFlags) => {
      const { rejudging } = await import('../../sign/again.ts');
      const { rejudge, summary } = rejudging(SURFACES);
      const code = await verify(path, flags, rejudge);
      if (code === EXIT.good) process.stdout.write(summary());
      finish(code);
    });
}

/**
 * Verifies a report. Returns the exit code: 1 if any part was changed after it was signed, or the report is older than
 * it may be. Throws InputError.
 */
export async function verify(path: string, flags: VerifyFlags, rejudge?: Rejudge): Promise<number> {
  const { ageIn, ageProblem } = await import('../../sign/age.ts');
  const maxMs = flags.maxAge === undefined ? undefined : ageIn(flags.maxAge);
  const key = await verifyingKey(flags.key);
  const { signedAt } = await import('../../sign/received.ts');
  const signed = await signedAt(path, key, rejudge, flags.attestation);
  if ('problems' in signed) return reject(path, signed.problems);
  const age = ageProblem(signed.report, maxMs);
  if (age !== undefined && maxMs !== undefined) return reject(path, [`report.json: ${age}`]);
  const { verified } = await import('../../sign/verified.ts');
  process.stdout.write(await verified(path, signed, key, SURFACES));
  return EXIT.good;
}

function reject(path: string, problems: readonly string[]): number {
  const lines = problems.map((problem) => `  ${problem}\n`);
  process.stderr.write(`${path} cannot be trusted:\n${lines.join('')}`);
  return EXIT.failed;
}
