/** What is said about an entry in words: on its page, in CONFORMANCE.md, on the terminal. */
import { texts } from '../model/defined.ts';
import { commandOf, PACKAGE } from '../model/package.ts';
import { line } from '../report/text.ts';
import { dayOf, type Entry, expiryOf, type ListedEntry, lastDayOf, levelOf } from './entry.ts';

/** The command that checks an entry, in its folder: the same for each program that makes the page. */
export function verifyCommand({ keyId }: Entry): string {
  return `${commandOf(PACKAGE)} verify .${keyId === undefined ? '' : ' --key FILE'}`;
}

/** What the product is not listed for, in a sentence: an entry may be about a part of what the product offers. */
export function restWords({ others, unjudged }: Entry): string | undefined {
  const offered = others.filter(({ result }) => result !== 'not-offered');
  const parts = texts(
    ...offered.map(({ api, words }) => `${api} (${words})`),
    unjudged.length > 0 && `${unjudged.join(', ')} (not judged)`,
  );
  return parts.length === 0 ? undefined : `Not listed for ${parts.join(', ')}.`;
}

/** Why the entry does not hold any more; `undefined` if it does. */
export function expiryProblem({ report }: Entry, now: number = Date.now()): string | undefined {
  if (now < expiryOf(report)) return undefined;
  return `the entry expired: its last day was ${lastDayOf(report)}. Run again, and submit that report`;
}

/** `self-attested`, and by which key; or who verified it. */
export function standingWords({ keyId, signedBy, verifiedBy, coversProduct }: ListedEntry): string {
  if (keyId === undefined && verifiedBy === undefined) return 'not signed';
  const who =
    verifiedBy === undefined
      ? `self-attested, key ${signedBy ?? keyId?.slice(0, 12)}`
      : `verified by ${verifiedBy}`;
  return coversProduct === false ? `${who}; product.yaml is not signed` : who;
}

/** The disputes without an outcome. */
export function openDisputes({ disputes }: ListedEntry): ListedEntry['disputes'] {
  return disputes.filter(({ outcome }) => outcome === undefined);
}

const UNCOVERED =
  'the signature covers the report but not product.yaml, so anyone could have changed the name, the version and the contact. Ask the vendor to sign with --product and to submit again.';

/** What the recipient of a verified entry may rely on. */
export function entryText(path: string, entry: ListedEntry): string {
  const { product, report, listed } = entry;
  const rest = restWords(entry);
  return texts(
    `Verified: ${path} is as it was submitted.`,
    `Product:   ${line(product.name, 100)} ${line(product.version, 100)} of ${line(product.vendor, 100)}`,
    ...listed.map(
      ({ api, version, words, passed }) =>
        `API:       ${api} ${version}: ${words}, ${passed} passed`,
    ),
    rest && `Note:      ${rest}`,
    `Checked:   ${dayOf(report)}, valid until ${lastDayOf(report)}`,
    `Made by:   ${line(report.kit.name, 50)} ${line(report.kit.version, 50)}`,
    `Level:     ${levelOf(entry)}`,
    `Entry:     ${standingWords(entry)}`,
    entry.coversProduct === false && `Note:      ${UNCOVERED}`,
    ...openDisputes(entry).map(
      ({ day, requirement, link }) => `Disputed:  since ${day}: ${requirement}, ${line(link, 300)}`,
    ),
    '',
  ).join('\n');
}
