/** Checks an entry of a public list: its files, its product, its report, its signature and what it claims. */
import { VERSION } from '../exchange/version.ts';
import { InputError } from '../input/error.ts';
import { MissingRules } from '../input/rules.ts';
import { defined } from '../model/defined.ts';
import type { Report } from '../model/index.ts';
import type { Registration } from '../model/registration.ts';
import { reportAmong } from '../output/report-folder.ts';
import { ATTESTATION } from '../report/attest/bundle-files.ts';
import { keyIdOf, signersOf } from '../report/attest/dsse.ts';
import type { Files } from '../report/attest/statement.ts';
import { type Checked, checkAttestation } from '../report/attest/statement-check.ts';
import { line } from '../report/text.ts';
import type { Rejudge } from '../sign/again.ts';
import { type NamedKey, publicKeyIn } from '../sign/signing-key.ts';
import { claimProblems, type Entry, entryOf, type ListedEntry } from './entry.ts';
import {
  AGAIN,
  DISPUTES,
  entryFiles,
  filesIn,
  PRODUCT,
  REPORT,
  SIGNER,
  sumProblems,
  VERIFICATION,
} from './files.ts';
import { pagesOf } from './page.ts';
import { disputesIn, isProductSigned, productIn } from './product.ts';

export interface Checking {
  /** The keys whose names are shown. A signature of another key is checked with the key in the entry. */
  readonly keys: readonly NamedKey[];
  /** True if the signature has to be of one of the keys. */
  readonly isStrict?: boolean;
  /** Judges the evidence again, which takes seconds. */
  readonly rejudge?: Rejudge;
  readonly registrations: readonly Registration[];
}

/** The entry, or why it is none: one clause for each problem, with its file and the remedy. */
export type CheckedEntry =
  | { readonly entry: ListedEntry; readonly problems?: never }
  | { readonly problems: readonly string[] };

/** Throws InputError if the folder cannot be read, or if own rules are missing. */
export async function checkEntry(folder: string, checking: Checking): Promise<CheckedEntry> {
  const { files, problems: others } = await entryFiles(folder);
  const problems = others.length > 0 ? others : sumProblems(files);
  if (problems.length > 0) return { problems };
  try {
    return { entry: await contentsOf(files, checking) };
  } catch (error) {
    if (!(error instanceof InputError) || error instanceof MissingRules) throw error;
    return { problems: error.message.split('\n').map((one) => line(one, LONGEST)) };
  }
}

/** The most characters of a problem. */
const LONGEST = 1000;

/** The error of problems, one on each line. */
function wrong(...problems: readonly string[]): InputError {
  return new InputError(problems.join('\n'));
}

/** Throws InputError with every problem of one step. */
async function contentsOf(files: Files, checking: Checking): Promise<ListedEntry> {
  const bytes = (path: string): Uint8Array => files.get(path) ?? new Uint8Array();
  const product = productIn(PRODUCT, bytes(PRODUCT));
  const disputes = files.has(DISPUTES) ? disputesIn(DISPUTES, bytes(DISPUTES)) : [];
  const reported = filesIn(files, REPORT);
  const signature = signatureOf(files, checking);
  const report = signature?.report ?? reportAmong(REPORT, reported);
  const again = (await checking.rejudge?.(reported)) ?? [];
  if (again.length > 0) throw wrong(...again.map((what) => `${REPORT}/${what}. ${AGAIN}`));
  const entry = entryOf(product, report, signature?.keyId, checking.registrations);
  const claims = claimProblems(entry).map((what) => what.replace(/^report\.json/, `${REPORT}/$&`));
  const pages = report.kit.version === VERSION ? [...pagesOf(entry)] : [];
  const others = pages
    .filter(([path, page]) => Buffer.compare(bytes(path), page) !== 0)
    .map(([path]) => `${path}: it does not match the report and ${PRODUCT}. ${AGAIN}`);
  if (claims.length + others.length > 0) throw wrong(...claims, ...others);
  const verifiedBy = verifierOf(files, entry, checking.keys);
  const { signedBy, coversProduct } = signature ?? {};
  return { ...entry, disputes, ...defined({ signedBy, verifiedBy, coversProduct }) };
}

interface Signature extends Required<Pick<ListedEntry, 'report' | 'keyId' | 'coversProduct'>> {
  readonly signedBy?: string;
}

/** The signature of the report; `undefined` if there is none. Throws InputError. */
function signatureOf(files: Files, { keys, isStrict = false }: Checking): Signature | undefined {
  const path = `${REPORT}/${ATTESTATION}`;
  const pem = files.get(SIGNER);
  if (!files.has(path)) {
    if (pem !== undefined) throw wrong(`${SIGNER}: ${path} is missing. ${AGAIN}`);
    if (!isStrict) return undefined;
    throw wrong(
      `${path}: it is missing, because the report is not signed. Leave --key out, or ask for a signed report`,
    );
  }
  if (pem === undefined) throw wrong(`${SIGNER}: it is missing. ${AGAIN}`);
  const signer = publicKeyIn(SIGNER, new TextDecoder().decode(pem));
  const keyId = keyIdOf(signer);
  const named = keys.find(({ id }) => id === keyId) ?? (isStrict ? keys[0] : undefined);
  const { report, statement } = attested(REPORT, files, named?.key ?? signer);
  const coversProduct = isProductSigned(statement, files.get(PRODUCT) ?? new Uint8Array());
  return { keyId, report, coversProduct, ...defined({ signedBy: named?.name }) };
}

/** The signed report in a folder of the entry. Throws InputError. */
function attested(
  folder: string,
  files: Files,
  key: NamedKey['key'],
): Required<Pick<Checked, 'report' | 'statement'>> {
  const reported = new Map(filesIn(files, folder));
  const envelope = new TextDecoder().decode(reported.get(ATTESTATION));
  reported.delete(ATTESTATION);
  const checked = checkAttestation({ envelope, files: reported, bundled: false }, key);
  const { problems, report, statement } = checked;
  if (problems.length === 0 && report && statement) return { report, statement };
  throw wrong(...problems.map((what) => `${folder}/${what}. ${folder === REPORT ? AGAIN : OTHER}`));
}

const OTHER = 'Ask the person who ran Assay for the report again';

/** The given key that signed the report of somebody else on the listed APIs; `undefined` if none did. Throws InputError. */
function verifierOf(
  files: Files,
  { product, report, keyId }: Entry,
  keys: readonly NamedKey[],
): string | undefined {
  const bytes = files.get(`${VERIFICATION}/${ATTESTATION}`);
  if (bytes === undefined) return undefined;
  const envelope = new TextDecoder().decode(bytes);
  const signers = signersOf(envelope);
  const named = keys.find(({ id }) => id !== keyId && signers.includes(id));
  if (named === undefined) return undefined;
  const { report: second } = attested(VERIFICATION, files, named.key);
  const digestsOf = ({ contract }: Report): readonly string[] =>
    contract.filter(({ id }) => product.apis.includes(id)).map(({ sha256 }) => sha256);
  const isSame = digestsOf(report).every((digest) => digestsOf(second).includes(digest));
  if (isSame && claimProblems(entryOf(product, second, undefined, [])).length === 0)
    return named.name;
  throw wrong(
    `${VERIFICATION}/report.json: it does not show that ${product.apis.join(', ')} conform to the same contracts. ${OTHER}`,
  );
}
