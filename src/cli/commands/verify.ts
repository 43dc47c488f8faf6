import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from '../../input/error.ts';
import { ATTESTATION } from '../../report/attest/bundle-files.ts';
import type { Rejudge } from '../../sign/again.ts';
import { verifyingKey } from '../../sign/signing-key.ts';
import { SURFACES } from '../../surfaces/index.ts';
import { EXIT } from '../exit.ts';
import type { Program } from '../program.ts';

interface VerifyFlags {
  readonly key?: string;
  readonly attestation?: string;
  readonly maxAge?: string;
}

export function addVerify(program: Program): void {
  program
    .command('verify <report>')
    .description(
      'verify a signed report: its folder, or the zip file as received; or an entry of a list',
    )
    .option('--key <file>', 'the public key of the signer; an entry may be unsigned')
    .option('--attestation <file>', `the attestation (default: ${ATTESTATION} in the folder)`)
    .option('--max-age <age>', 'reject a report whose run started earlier: 12h, 30d')
    .rules()
    .runs(async (path: string, flags: VerifyFlags) => {
      const { rejudging } = await import('../../sign/again.ts');
      const { rejudge, summary } = rejudging(SURFACES);
      const code = (await isEntryAt(path))
        ? await verifyEntry(path, flags, rejudge)
        : await verify(path, flags, rejudge);
      if (code === EXIT.good) process.stdout.write(summary());
      return code;
    });
}

/**
 * Verifies a report. Returns the exit code: 1 if any part was changed after it was signed, or the report is older than
 * it may be. Throws InputError.
 */
async function verify(path: string, flags: VerifyFlags, rejudge?: Rejudge): Promise<number> {
  const { ageIn, ageProblem } = await import('../../sign/age.ts');
  const maxMs = flags.maxAge === undefined ? undefined : ageIn(flags.maxAge);
  if (flags.key === undefined) throw keyMissing();
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

/** True for a folder of `submit`, and for one that is meant as such. */
async function isEntryAt(path: string): Promise<boolean> {
  const { PRODUCT } = await import('../../entry/files.ts');
  const names = await readdir(path).catch((): string[] => []);
  return names.includes(PRODUCT) && !names.includes('report.json');
}

/** Verifies an entry of a list. Returns the exit code, as `verify` does, and 1 too if it has expired. Throws InputError. */
async function verifyEntry(path: string, flags: VerifyFlags, rejudge: Rejudge): Promise<number> {
  if (flags.attestation !== undefined)
    throw new InputError('--attestation: an entry has its own. Leave the option out.');
  const { ageIn, ageProblem } = await import('../../sign/age.ts');
  const maxMs = flags.maxAge === undefined ? undefined : ageIn(flags.maxAge);
  const { REPORT } = await import('../../entry/files.ts');
  const { keysIn } = await import('../../sign/signing-key.ts');
  const keys = flags.key === undefined ? [] : await keysIn([flags.key]);
  if (keys.length === 0 && existsSync(join(path, REPORT, ATTESTATION))) throw keyMissing();
  const { checkEntry } = await import('../../entry/check.ts');
  const isStrict = keys.length > 0;
  const checked = await checkEntry(path, { keys, isStrict, rejudge, registrations: SURFACES });
  if (checked.problems !== undefined) return reject(path, checked.problems);
  const { entry } = checked;
  const { entryText, expiryProblem } = await import('../../entry/text.ts');
  const old = expiryProblem(entry) ?? ageProblem(entry.report, maxMs);
  if (old !== undefined) return reject(path, [`report/report.json: ${old}`]);
  process.stdout.write(entryText(path, entry));
  return EXIT.good;
}

function keyMissing(): InputError {
  return new InputError('verify: name the public key of the signer with --key FILE.');
}

function reject(path: string, problems: readonly string[]): number {
  const lines = problems.map((problem) => `  ${problem}\n`);
  process.stderr.write(`${path} cannot be trusted:\n${lines.join('')}`);
  return EXIT.failed;
}
