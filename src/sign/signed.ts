/** A signed report, verified: by its signature, its files, and the verdicts that follow from its evidence. */
import type { KeyObject } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { InputError } from '../input/error.ts';
import type { Report } from '../model/index.ts';
import type { Statement } from '../report/attest/statement.ts';
import { checkAttestation } from '../report/attest/statement-check.ts';
import type { Rejudge } from './again.ts';
import { received } from './received.ts';

/** The signed contents, or why they cannot be trusted. */
export type Signed =
  | { readonly statement: Statement; readonly report: Report }
  | { readonly problems: readonly string[] };

/** The folder or the zip file at a path. Throws InputError if it cannot be read. */
export async function signedAt(
  path: string,
  key: KeyObject,
  rejudge?: Rejudge,
  attestation?: string,
): Promise<Signed> {
  const handed = await received(path, attestation, await isFolder(path));
  if ('problem' in handed) return { problems: [handed.problem] };
  const { problems, statement, report } = checkAttestation(handed, key);
  if (!statement || !report || problems.length > 0) return { problems };
  const packing = handed.packing?.();
  if (packing !== undefined) return { problems: [packing] };
  const otherwise = (await rejudge?.(handed.files)) ?? [];
  return otherwise.length > 0 ? { problems: otherwise } : { statement, report };
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new InputError(`${path}: cannot be read (${error.code}). Name a folder or a zip file.`);
  });
  return found.isDirectory();
}
