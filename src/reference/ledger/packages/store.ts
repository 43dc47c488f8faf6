/** The packages of the reference ledger, and the small archive format in which they are uploaded. */
import { unzipSync, zipSync } from 'fflate';
import { Book } from '../book.ts';
import { LedgerError } from '../errors.ts';
import { digest } from '../ids.ts';

export interface Package {
  /** The SHA-256 of the bytes, as hex. */
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly bytes: Buffer;
}

const MANIFEST = 'META-INF/MANIFEST.MF';
const FORMAT = 'Format: assay-reference-package';

export function packageOf(name: string, version: string): Package {
  const bytes = Buffer.from(`assay-reference-package\n${name}\n${version}\n`);
  return { id: digest(bytes), name, version, bytes };
}

/** The archive that contains only this package. */
export function darOf({ name, version, bytes }: Package): Buffer {
  const file = `${name}-${version}-${digest(bytes)}.dalf`;
  const manifest = Buffer.from(`${FORMAT}\nMain: ${file}\n`);
  // A constant local time, so that equal packages have equal bytes.
  return Buffer.from(
    zipSync({ [MANIFEST]: manifest, [file]: bytes }, { mtime: new Date(2025, 0, 6) }),
  );
}

/** The package of an archive; 400 if the bytes are not an archive of this format. */
export function readDar(archive: Buffer): Package {
  if (archive.subarray(0, 4).toString('latin1') !== 'PK\x03\x04') {
    throw bad('INVALID_DAR', 'The bytes are not an archive.');
  }
  const files = unpack(archive);
  const manifest = textOf(files[MANIFEST])?.split('\n') ?? [];
  if (!manifest.includes(FORMAT)) throw bad('INVALID_DAR', 'The archive has no known manifest.');
  const main = manifest.find((line) => line.startsWith('Main: '))?.slice('Main: '.length);
  const [format, name, version] = textOf(files[main ?? ''])?.split('\n') ?? [];
  if (format !== 'assay-reference-package' || name === undefined || version === undefined) {
    throw bad('DAR_PARSE_ERROR', 'The main package of the archive cannot be read.');
  }
  return packageOf(name, version);
}

function unpack(archive: Buffer): Readonly<Record<string, Uint8Array>> {
  try {
    return unzipSync(archive);
  } catch {
    throw bad('INVALID_ZIP_ENTRY', 'The archive cannot be read.');
  }
}

function textOf(bytes: Uint8Array | undefined): string | undefined {
  return bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8');
}

function bad(code: string, cause: string): LedgerError {
  return new LedgerError(code, 3, cause);
}

export class PackageStore extends Book<Package> {
  constructor(seed: readonly Package[]) {
    super({ name: 'package', unknown: 'PACKAGE_NOT_FOUND', idOf: ({ id }) => id });
    for (const one of seed) this.put(one);
  }
}
