/** Rules for the blob of a disclosed contract: it is base64, and belongs to its own contract and its template. */

import {
  describe,
  type Finding,
  finding,
  firstOf,
  jsonOf,
  type LikelyCause,
  type Pointer,
  pointerOf,
  type Shown,
  worded,
} from '../../src/kit.ts';
import { isBase64 } from '../kit/base64.ts';
import { valueAt } from '../kit/chapters/places.ts';
import type { Json } from '../kit/json.ts';
import type { Causes } from './check-types.ts';

/** This many bytes that are themselves base64 cannot be a creation event. */
const ENCODED_AGAIN = 100;

export function isEncodedOnce(text: string): boolean {
  if (!isBase64(text)) return false;
  const bytes = bytesOf(text).toString('latin1');
  return bytes.length < ENCODED_AGAIN || !isBase64(bytes);
}

/** What the text of a blob itself shows. */
const ofBlob =
  (isIt: (blob: string) => boolean): LikelyCause['when'] =>
  ({ finding: { at }, exchange }) => {
    const pointer = pointerOf(at);
    const blob = pointer === undefined ? undefined : valueAt(jsonOf(exchange?.response), pointer);
    return typeof blob === 'string' && isIt(blob);
  };

export const BLOB_CAUSES = {
  'blob-is-base64': [
    {
      when: ofBlob((blob) => /[\r\n]/.test(blob)),
      cause: 'The encoder breaks the text into lines, as encoders for e-mail do.',
      fix: "Use an encoder without line breaks, or forward the ledger's string unchanged.",
    },
    { when: ofBlob((blob) => /^[0-9a-f]+$/i.test(blob)), cause: 'The bytes are written in hex.' },
    {
      when: ofBlob((blob) => /^[\w-]+=*$/.test(blob) && /[-_]/.test(blob)),
      cause: 'The bytes are encoded in the URL-safe alphabet, with - and _.',
    },
    {
      when: ofBlob((blob) => /^[\w+/]+$/.test(blob) && blob.length % 4 !== 0),
      cause: 'The = padding is left out, or the text is cut off.',
    },
    { when: ofBlob(isBase64), cause: 'The bytes are encoded twice.' },
  ],
} satisfies Causes;

const bytesOf = (blob: unknown): Buffer => Buffer.from(String(blob), 'base64');

/**
 * Blobs that do not belong to their contracts. A blob contains the bytes of its contract id, as far as the response
 * shows that: a blob with the id of another entry, or without an id if the other blobs have theirs.
 */
export function foreignBlobs(entries: readonly Json[], at: Pointer): Finding[] {
  return firstOf(foreignIn(entries), ([entry, actual]) => {
    const place = `${at}/disclosedContracts/${entries.indexOf(entry)}/createdEventBlob` as const;
    return finding(place, worded`the blob of ${describe(entry['contractId'])}`, actual);
  });
}

/** The entries with another blob, and what it is. */
function* foreignIn(entries: readonly Json[]): Generator<readonly [Json, Shown | string]> {
  const holds = (blob: Buffer, { contractId }: Json): boolean => {
    const bytes = Buffer.from(String(contractId), 'hex');
    return bytes.length >= ID_BYTES && blob.includes(bytes);
  };
  const isOwn = (entry: Json): boolean => holds(bytesOf(entry['createdEventBlob']), entry);
  const foreign = entries.filter((entry) => !isOwn(entry));
  for (const entry of foreign) {
    // A text that is not a blob breaks only its form.
    if (!isEncodedOnce(String(entry['createdEventBlob']))) continue;
    // If a contract occurs twice, duplicates-agree compares the contents.
    if (entries.filter((e) => e['contractId'] === entry['contractId']).length > 1) continue;
    const blob = bytesOf(entry['createdEventBlob']);
    const other = entries.find((e) => holds(blob, e));
    // Ids of another version may have another form in their blobs.
    const isAlike = (e: Json): boolean => versionOf(e) === versionOf(entry);
    const isPattern =
      entries.filter(isAlike).length > PATTERN && foreign.filter(isAlike).length === 1;
    if (other === undefined && !isPattern) continue;
    yield other === undefined
      ? [entry, 'one without this id; every other blob contains the id of its contract']
      : [entry, worded`that of ${describe(other['contractId'])}`];
  }
}

const versionOf = ({ contractId }: Json): string => String(contractId).slice(0, 2);

/** This many other blobs prove that a blob contains the id of its contract. */
const PATTERN = 2;
const ID_BYTES = 33;

/**
 * Templates that are not those in their blobs. A blob contains the package id and the entity of its template, as far as
 * the response shows that: another blob has those of its own template, or this one has those of another entry, or has
 * the package id alone.
 */
export function foreignTemplates(entries: readonly Json[]): readonly Json[] | 'inapplicable' {
  const foreign = entries.filter((entry) => !namesTemplate(entry, entry)).slice(0, MAX_FOREIGN);
  const own = entries.filter((entry) => !foreign.includes(entry));
  // Blobs of ids of another version may have another form.
  const shown = new Set(own.map(versionOf));
  const isAnother = (entry: Json): boolean =>
    foreign.some((other) => versionOf(other) === versionOf(entry) && namesTemplate(entry, other));
  const found = foreign.filter(
    (entry) => shown.has(versionOf(entry)) || isAnother(entry) || namesPackage(entry),
  );
  return shown.size === 0 && found.length === 0 ? 'inapplicable' : found;
}

/** The most contracts with another template that are compared with each other. */
const MAX_FOREIGN = 20;

/** True if the blob of the one contract contains the template of the other. */
const namesTemplate = (one: Json, other: Json): boolean => contains(one, partsOf(other));

const namesPackage = (entry: Json): boolean => contains(entry, partsOf(entry).slice(0, 1));

/** The package id and the names of the entity. */
function partsOf({ templateId }: Json): readonly string[] {
  const [packageId = '', , entity = ''] = String(templateId).split(':');
  return [packageId, ...entity.split('.')];
}

function contains({ createdEventBlob }: Json, parts: readonly string[]): boolean {
  const blob = bytesOf(createdEventBlob);
  return parts.every((part) => part !== '' && blob.includes(part));
}
