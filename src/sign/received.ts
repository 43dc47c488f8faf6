/** A signed report as received: a folder, or a zip file. */

import type { KeyObject } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from '../input/error.ts';
import type { Report } from '../model/index.ts';
import { bytesAt, readFolder } from '../output/report-folder.ts';
import { ATTESTATION, README } from '../report/attest/bundle-files.ts';
import type { Statement } from '../report/attest/statement.ts';
import { checkAttestation, filesOf, type SignedReport } from '../report/attest/statement-check.ts';
import type { Rejudge } from './again.ts';

/** Reports problems of an archive whose files are all as they were signed. */
type Packing = () => string | undefined;

export type Received =
  | (SignedReport & { readonly packing?: Packing; readonly problem?: never })
  | { readonly problem: string };

/** Reads the files to verify. Throws InputError if a named file cannot be read. */
export async function received(
  path: string,
  attestation: string | undefined,
  folder: boolean,
): Promise<Received> {
  if (!folder) return bundleAt(path);
  const envelope = await bytesAt(attestation ?? join(path, ATTESTATION));
  if (envelope !== undefined) {
    // An unpacked bundle has its README.txt, which states the result.
    const readme = await bytesAt(join(path, README));
    const files = await readFolder(path);
    return {
      envelope: envelope.toString(),
      files: readme === undefined ? files : new Map([...files, [README, readme]]),
      bundled: false,
    };
  }
  if (attestation === undefined)
    return { problem: `${ATTESTATION}: it is missing: the report is not signed` };
  throw new InputError(`${attestation}: there is no such file. Name the attestation.`);
}

async function bundleAt(path: string): Promise<Received> {
  const { foreignAt, unpack } = await import('../report/attest/bundle.ts');
  const archive = (await bytesAt(path)) ?? Buffer.alloc(0);
  const unpacked = unpack(archive);
  if ('problem' in unpacked) return { problem: unpacked.problem };
  const all = unpacked.files;
  const envelope = all.get(ATTESTATION);
  if (envelope === undefined)
    return { problem: `${ATTESTATION}: it is missing: the report is not signed` };
  const files = new Map([...all].filter(([name]) => name !== ATTESTATION));
  const packing: Packing = () => {
    const at = foreignAt(archive, all);
    if (at === undefined) return undefined;
    return `from byte ${at} on, the archive was not packed by Assay. The files in it match the signature: unpack it and verify the folder`;
  };
  return { envelope: Buffer.from(envelope).toString(), files, bundled: true, packing };
}

export interface SignedContents {
  readonly statement: Statement;
  readonly report: Report;
  /** The names in the folder that the signature does not cover; a bundle has none. */
  readonly unsigned: readonly string[];
}

/** The signed contents, or why they cannot be trusted. */
type Signed = SignedContents | { readonly problems: readonly string[] };

/** The folder or the zip file at a path. Throws InputError if it cannot be read. */
export async function signedAt(
  path: string,
  key: KeyObject,
  rejudge?: Rejudge,
  attestation?: string,
): Promise<Signed> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new InputError(`${path}: cannot be read (${error.code}). Name a folder or a zip file.`);
  });
  const folder = found.isDirectory();
  const handed = await received(path, attestation, folder);
  if ('problem' in handed) return { problems: [handed.problem] };
  const { problems, statement, report } = checkAttestation(handed, key);
  if (!statement || !report || problems.length > 0) return { problems };
  const packing = handed.packing?.();
  if (packing !== undefined) return { problems: [packing] };
  const otherwise = (await rejudge?.(handed.files)) ?? [];
  if (otherwise.length > 0) return { problems: otherwise };
  // A recipient may take such files for a part of the report, but not hidden ones.
  const known = new Set([...filesOf(statement), ATTESTATION]);
  const names = folder ? await readdir(path) : [];
  const unsigned = names.filter((name) => !name.startsWith('.') && !known.has(name)).sort();
  return { statement, report, unsigned };
}
