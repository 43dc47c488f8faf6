/** Makes the folder of an entry from the report of a finished run. Nothing is sent. */
import { existsSync, rmSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import schema from '../../schemas/product.schema.json' with { type: 'json' };
import { VERSION } from '../exchange/version.ts';
import { InputError } from '../input/error.ts';
import { makeFolder, replaceFile, writing } from '../input/file.ts';
import type { Report } from '../model/index.ts';
import { ASSAY } from '../model/package.ts';
import type { Registration } from '../model/registration.ts';
import { bytesAt, readFolder, reportAmong } from '../output/report-folder.ts';
import { ATTESTATION } from '../report/attest/bundle-files.ts';
import type { Files, Statement } from '../report/attest/statement.ts';
import { type Checked, checkAttestation } from '../report/attest/statement-check.ts';
import { line } from '../report/text.ts';
import type { Rejudge } from '../sign/again.ts';
import type { NamedKey } from '../sign/signing-key.ts';
import { claimProblems, type Entry, entryOf } from './entry.ts';
import {
  DISPUTES,
  entryFiles,
  PRODUCT,
  REPORT,
  SIGNER,
  SUMS,
  sumsOf,
  VERIFICATION,
} from './files.ts';
import { pagesOf } from './page.ts';
import { isProductSigned, type Product, productIn, productTemplate } from './product.ts';

const RIGHTS = 'Name another folder, or change its permissions.';

/** A report that can be verified, with its files. */
export interface Submitted {
  readonly report: Report;
  /** With the attestation, if there is one. */
  readonly files: Files;
  readonly signed?: { readonly key: NamedKey; readonly statement: Statement };
}

/** The report in a folder, if `verify` would accept it. Throws InputError. */
export async function reportToSubmit(
  from: string,
  key: NamedKey | undefined,
  rejudge: Rejudge,
): Promise<Submitted> {
  const files = await readFolder(from);
  const report = reportAmong(from, files);
  for (const name of ['report.html', 'summary.md'])
    if (!files.has(name)) throw new InputError(`${from}: there is no ${name}. Run again.`);
  if (report.kit.version !== VERSION) {
    throw new InputError(
      `submit: Assay ${line(report.kit.version, 50)} made the report, and this is ${VERSION}. Submit it with that version, or run again.`,
    );
  }
  const envelope = (await bytesAt(join(from, ATTESTATION)))?.toString();
  if (envelope !== undefined && key === undefined)
    throw new InputError(
      `submit: the report is signed. Name the public key of the signer with --key.`,
    );
  if (envelope === undefined && key !== undefined)
    throw new InputError(`submit: the report is not signed. Sign it first, or leave --key out.`);
  const { problems, statement }: Checked =
    envelope === undefined || key === undefined
      ? { problems: [] }
      : checkAttestation({ envelope, files, bundled: false }, key.key);
  const wrong = problems.length > 0 ? problems : await rejudge(files);
  if (wrong.length > 0) {
    throw new InputError(
      `submit: ${from} is not submitted, because verify would reject it. Submit a report exactly as a run wrote it.\n${wrong.map((one) => `  ${one}`).join('\n')}`,
    );
  }
  if (envelope === undefined || !key || !statement) return { report, files };
  const withEnvelope = new Map([...files, [ATTESTATION, Buffer.from(envelope)]]);
  return { report, files: withEnvelope, signed: { key, statement } };
}

/** The product in the folder. Without one a template is written. Throws InputError that names what is missing. */
export async function productAt(folder: string, report: Report): Promise<Product> {
  const there = statSync(folder, { throwIfNoEntry: false });
  if (there !== undefined) {
    const [problem] = there.isDirectory() ? (await entryFiles(folder)).problems : ['it is a file'];
    if (problem !== undefined)
      throw new InputError(
        `submit: ${folder} is not the folder of an entry: ${problem}. Name another folder, or clear it.`,
      );
  }
  const file = join(folder, PRODUCT);
  if (existsSync(file)) return productIn(file, await readFile(file));
  writing(`submit: ${folder}`, RIGHTS, () => {
    makeFolder(folder);
    replaceFile(file, productTemplate(report));
  });
  const names = schema.required.filter((name) => name !== 'apis');
  throw new InputError(
    `submit: ${file} is new. Fill in ${names.join(', ')}, and run the same command again.`,
  );
}

/** Writes the entry, and removes the files of an earlier one. What the keeper of a list added stays. Throws InputError. */
export async function writeEntry(
  folder: string,
  product: Product,
  { report, files, signed }: Submitted,
  registrations: readonly Registration[],
): Promise<Entry> {
  const entry = entryOf(product, report, signed?.key.id, registrations);
  const [claim] = claimProblems(entry);
  if (claim !== undefined) throw new InputError(`submit: ${claim}.`);
  const { files: before } = await entryFiles(folder);
  const written = before.get(PRODUCT) ?? new Uint8Array();
  if (signed !== undefined && !isProductSigned(signed.statement, written))
    throw new InputError(
      `submit: the signature does not cover ${join(folder, PRODUCT)}. Sign the report again: \`${ASSAY} sign REPORT --key FILE --product ${join(folder, PRODUCT)}\`.`,
    );
  const own: (readonly [string, Uint8Array])[] = [
    [PRODUCT, written],
    ...pagesOf(entry),
    ...(signed === undefined ? [] : [[SIGNER, pemOf(signed.key)] as const]),
    ...[...files].map(([name, bytes]) => [`${REPORT}/${name}`, bytes] as const),
  ];
  const all = new Map<string, Uint8Array>(own);
  all.set(SUMS, Buffer.from(sumsOf(all)));
  writing(`submit: ${folder}`, RIGHTS, () => {
    makeFolder(join(folder, REPORT));
    for (const path of before.keys())
      if (!all.has(path) && path !== DISPUTES && !path.startsWith(`${VERIFICATION}/`))
        rmSync(join(folder, path));
    for (const [path, bytes] of all)
      if (path !== PRODUCT) replaceFile(join(folder, path), Buffer.from(bytes));
  });
  return entry;
}

function pemOf({ key }: NamedKey): Buffer {
  return Buffer.from(key.export({ type: 'spki', format: 'pem' }));
}
