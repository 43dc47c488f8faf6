/** A board of any number of reports. Each report is read, and only the displayed parts of it stay in memory. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../input/error.ts';
import { bytesOfFile, MAX_ARCHIVE_BYTES, MAX_REPORT_BYTES, textOf } from '../input/file.ts';
import type { Report } from '../model/index.ts';
import type { Registration } from '../model/registration.ts';
import { bytesAt } from '../output/report-folder.ts';
import { unpack } from '../report/attest/bundle.ts';
import { ATTESTATION } from '../report/attest/bundle-files.ts';
import { signersOf } from '../report/attest/dsse.ts';
import { checkAttestation } from '../report/attest/statement-check.ts';
import { readReport, whyNoReport } from '../report/read.ts';
import { contradictions } from '../report/summary-check.ts';
import { received } from '../sign/received.ts';
import type { NamedKey } from '../sign/signing-key.ts';
import { type Source, sourcesAt } from './find.ts';
import { kept, Numbers } from './keep.ts';
import { byName, type ListedProduct, productAt } from './products.ts';
import { standingOf } from './standing.ts';
import { type Target, targetsOf } from './targets.ts';
import type { BoardReport, Signature, Unread } from './types.ts';

/** The signature of a report, and the verified report itself, because its file may change meanwhile. */
interface Verified {
  readonly signature: Signature;
  readonly read?: Report;
}

/** Verifies a report with the key that its attestation names, if that is one of these. */
async function verified(
  source: Source,
  envelope: string | undefined,
  keys: readonly NamedKey[],
): Promise<Verified> {
  if (envelope === undefined) return { signature: { state: 'none' } };
  const signers = signersOf(envelope);
  if (signers.length === 0)
    return { signature: { state: 'failed', why: 'it has no attestation: it is not signed' } };
  const named = keys.find(({ id }) => signers.includes(id));
  if (named === undefined) {
    const state = keys.length === 0 ? 'signed' : 'other-key';
    return { signature: { state, keyId: String(signers[0]).slice(0, 64) } };
  }
  const handed = await received(source.path, undefined, !source.isBundle);
  if (handed.problem !== undefined) return { signature: { state: 'failed', why: handed.problem } };
  const { problems, report } = checkAttestation(handed, named.key);
  // The packing of the bundle is not verified here, because that takes most of a second; `verify` does it.
  const [why = 'report.json: it is not a report'] = problems;
  if (problems.length > 0 || report === undefined) return { signature: { state: 'failed', why } };
  return { signature: { state: 'verified', key: named.name }, read: report };
}

const REPORT = 'report.json';

interface Reading {
  readonly keys: readonly NamedKey[];
  readonly numbers: Numbers;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Reads the parts of a report for the board, or returns why it cannot be shown. Never throws. */
async function readSource(source: Source, reading: Reading): Promise<BoardReport | Unread> {
  try {
    return await reportAt(source, reading);
  } catch (error) {
    const { message } = error as Error;
    const isOwn = error instanceof InputError;
    return { path: source.path, why: isOwn ? message : `it cannot be shown (${message})` };
  }
}

async function reportAt(source: Source, { keys, numbers, now }: Reading): Promise<BoardReport> {
  const { path, isBundle } = source;
  const { bytes, envelope } = await (isBundle ? inBundle(path) : inFolder(path));
  const { signature, read } = await verified(source, envelope, keys);
  const text = textOf(REPORT, bytes);
  const shown = read ?? readReport(text);
  if (shown === undefined) throw new InputError(`${REPORT}: ${whyNoReport(text)}`);
  // A changed report is shown without this check, because nothing in it is trusted.
  const [wrong] = signature.state === 'failed' ? [] : contradictions(shown);
  if (wrong !== undefined) throw new InputError(`${REPORT}: ${wrong}`);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const html = join(path, 'report.html');
  const page = isBundle ? path : existsSync(html) ? html : join(path, REPORT);
  const contents = kept(shown, numbers);
  return {
    ...contents,
    standing: standingOf(signature, contents.startedAt, { isKeyed: keys.length > 0, now }),
    path,
    page,
    isBundle,
    sha256,
    signature,
  };
}

interface Files {
  readonly bytes: Uint8Array;
  readonly envelope: string | undefined;
}

async function inFolder(path: string): Promise<Files> {
  const bytes = await bytesOfFile(join(path, REPORT), MAX_REPORT_BYTES);
  const envelope = await bytesAt(join(path, ATTESTATION), MAX_REPORT_BYTES);
  return { bytes, envelope: envelope?.toString() };
}

async function inBundle(path: string): Promise<Files> {
  const archive = await bytesOfFile(path, MAX_ARCHIVE_BYTES);
  const unpacked = unpack(archive, [REPORT, ATTESTATION]);
  if ('problem' in unpacked) throw new InputError(String(unpacked.problem));
  const { files } = unpacked;
  const bytes = files.get(REPORT);
  if (bytes === undefined) throw new InputError(`there is no ${REPORT} in it`);
  if (bytes.length > MAX_REPORT_BYTES)
    throw new InputError(`${REPORT}: it is larger than ${MAX_REPORT_BYTES / 2 ** 20} MiB`);
  const envelope = files.get(ATTESTATION);
  return { bytes, envelope: envelope && Buffer.from(envelope).toString() };
}

/** The most reports of a board; no one reads a longer page. */
const MAX_REPORTS = 5000;

export interface Board {
  readonly targets: readonly Target[];
  readonly products: readonly ListedProduct[];
  readonly unread: readonly Unread[];
  readonly keys: readonly NamedKey[];
}

/**
 * Reads all reports and entries at and below these paths. Files that cannot be read are named, and do not stop the
 * others.
 */
export async function boardOf(
  paths: readonly string[],
  keys: readonly NamedKey[] = [],
  now: number = Date.now(),
  registrations: readonly Registration[] = [],
): Promise<Board> {
  const reports: BoardReport[] = [];
  const products: ListedProduct[] = [];
  const unread: Unread[] = [];
  const reading = { keys, numbers: new Numbers(), now };
  for (const source of sourcesAt(paths)) {
    if (reports.length + products.length === MAX_REPORTS) {
      unread.push({ path: source.path, why: `a board holds at most ${MAX_REPORTS} reports` });
      break;
    }
    if ('isEntry' in source) {
      products.push(await productAt(source.path, { keys, registrations, now }));
      continue;
    }
    const read = 'why' in source ? source : await readSource(source, reading);
    if ('why' in read) unread.push(read);
    else reports.push(read);
  }
  return { targets: targetsOf(reports), products: products.sort(byName), unread, keys };
}
