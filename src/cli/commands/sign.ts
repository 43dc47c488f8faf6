import { join } from 'node:path';
import { InputError } from '../../input/error.ts';
import { replaceFile } from '../../input/file.ts';
import type { Report } from '../../model/index.ts';
import { ASSAY } from '../../model/package.ts';
import { ATTESTATION, README } from '../../report/attest/bundle-files.ts';
import type { Subject } from '../../report/attest/statement.ts';
import { unserved } from '../../report/served.ts';
import { type KeyFlags, signingKey } from '../../sign/signing-key.ts';
import { SURFACES } from '../../surfaces/index.ts';
import { collected } from '../options/values.ts';
import type { Program } from '../program.ts';

interface SignFlags extends KeyFlags {
  readonly subject?: readonly string[];
  readonly product?: string;
  readonly out?: string;
  readonly bundle?: string;
}

export function addSign(program: Program): void {
  program
    .command('sign <folder>')
    .description('sign the report in a folder, so that others can verify it')
    .option('--key <file>', `the private key, as ${ASSAY} keygen writes it`)
    .option('--key-env <name>', 'environment variable with the private key, as PEM')
    .option(
      '--subject <name@digest>',
      'the artifact that was tested, such as my-image@sha256:<hex>; repeatable',
      collected,
    )
    .option(
      '--product <file>',
      'the product.yaml of an entry of a list, so that the signature covers it',
    )
    .option('--out <file>', `where the attestation goes (default: ${ATTESTATION} in the folder)`)
    .rules()
    .option('--bundle <file>', 'also write the report and the attestation to one zip file')
    .action(signFolder);
}

/** Signs the report, and prints a text about it. Throws InputError before it signs anything. */
async function signFolder(folder: string, flags: SignFlags): Promise<void> {
  const subjects = [
    ...(flags.subject ?? []).map(subjectIn),
    ...(flags.product === undefined ? [] : [await productSubject(flags.product)]),
  ];
  const key = await signingKey(flags);
  const { readFolder, reportAmong } = await import('../../output/report-folder.ts');
  const { keyIdOf, seal } = await import('../../report/attest/dsse.ts');
  const { PAYLOAD_TYPE, statementOf } = await import('../../report/attest/statement.ts');
  const { readme } = await import('../../report/attest/bundle-readme.ts');
  const given = await readFolder(folder);
  const report = reportAmong(folder, given);
  const { rejudging } = await import('../../sign/again.ts');
  // A signer vouches for what a recipient will check.
  const problems = await rejudging(SURFACES).rejudge(given);
  if (problems.length > 0)
    throw new InputError(
      `${folder} is not signed: verify would reject it. Sign a report exactly as a run wrote it.\n${problems.map((one) => `  ${one}`).join('\n')}`,
    );
  const keyId = keyIdOf(key);
  const { signedWith } = await import('../../report/html/signature.ts');
  // The page of a certificate names the key that signs it; other pages stay as they are.
  const before = Buffer.from(given.get(PAGE) ?? []).toString();
  const after = signedWith(before, keyId, flags.out === undefined);
  const page = after === before ? undefined : Buffer.from(after);
  const inFolder = page === undefined ? given : new Map([...given, [PAGE, page] as const]);
  const text = readme(report, [...inFolder.keys()], keyId);
  const files = new Map([...inFolder, [README, Buffer.from(text)] as const]);
  for (const { name } of subjects) {
    if (files.has(name)) throw unfit(name, 'is the name of a file in the report');
  }
  const statement = statementOf(report, files, subjects);
  const envelope = seal(PAYLOAD_TYPE, Buffer.from(JSON.stringify(statement)), key);
  const { prepareBundle, writeBundle } = await import('../../output/bundle.ts');
  if (flags.bundle !== undefined) prepareBundle(flags.bundle);
  const { prepareOutFile, writeOutFile } = await import('../../output/out-file.ts');
  const out = flags.out ?? join(folder, ATTESTATION);
  const file = { path: out, option: '--out', mark: `{"payloadType":"${PAYLOAD_TYPE}"` };
  prepareOutFile(file);
  if (page !== undefined) replaceFile(join(folder, PAGE), page);
  writeOutFile(file, envelope);
  const lines = [
    `Signed ${inFolder.size} files of ${folder} as ${statement.predicate.result}${why(report)}.`,
    `Key id:      ${keyId}`,
    `Attestation: ${out}`,
  ];
  if (flags.bundle !== undefined) {
    await writeBundle(flags.bundle, files.set(ATTESTATION, Buffer.from(envelope)));
    lines.push(`Bundle:      ${flags.bundle}`);
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** The product.yaml as a subject. Throws InputError if it is not filled in. */
async function productSubject(file: string): Promise<Subject> {
  const { productIn, subjectOf } = await import('../../entry/product.ts');
  const { bytesOfFile } = await import('../../input/file.ts');
  const { MAX_TOP_BYTES } = await import('../../entry/files.ts');
  const bytes = await bytesOfFile(
    file,
    MAX_TOP_BYTES,
    `\`${ASSAY} submit\` writes one to fill in.`,
  );
  productIn(file, bytes);
  return subjectOf(bytes);
}

const PAGE = 'report.html';

function why(report: Report): string {
  if (report.result !== 'partial') return '';
  const [missing] = unserved(report);
  return missing === undefined
    ? ', because the run could not judge every mandatory requirement'
    : `, because not every operation is served (${missing})`;
}

/** Digests that a subject may have, and their length in hex digits. */
const DIGESTS: Readonly<Record<string, number>> = { sha256: 64, gitCommit: 40 };

function subjectIn(text: string): Subject {
  const at = text.lastIndexOf('@');
  const [, algorithm = '', hex = ''] =
    /^([A-Za-z0-9]+):([0-9a-f]+)$/.exec(text.slice(at + 1)) ?? [];
  if (at < 1 || hex.length !== DIGESTS[algorithm]) throw unfit(text, 'has no digest');
  return { name: text.slice(0, at), digest: { [algorithm]: hex } };
}

function unfit(subject: string, problem: string): InputError {
  return new InputError(
    `--subject ${subject}: ${problem}. Write name@sha256: and 64 digits of lower-case hex, or name@gitCommit: and 40.`,
  );
}
