/** What the blob of a disclosed contract is: base64, and about its own contract. */

import { describe, type Finding, finding } from '../../src/index.ts';
import { isBase64 } from '../kit/base64.ts';

type Entry = Readonly<Record<string, unknown>>;

/** So many bytes that are base64 themselves are no creation event. */
const ENCODED_AGAIN = 100;

export function isEncodedOnce(text: string): boolean {
  if (!isBase64(text)) return false;
  const bytes = bytesOf(text).toString('latin1');
  return bytes.length < ENCODED_AGAIN || !isBase64(bytes);
}

const bytesOf = (blob: unknown): Buffer => Buffer.from(String(blob), 'base64');

/** Blobs with the id of another disclosed contract and without their own: the ledger's hold the bytes of their id. */
export function swappedBlobs(entries: readonly Entry[], at: string): Finding[] {
  const holds = (blob: Buffer, { contractId }: Entry): boolean => {
    const bytes = Buffer.from(String(contractId), 'hex');
    return bytes.length >= ID_BYTES && blob.includes(bytes);
  };
  return entries.flatMap((entry) => {
    const blob = bytesOf(entry['createdEventBlob']);
    if (holds(blob, entry)) return [];
    const other = entries.find((e) => holds(blob, e));
    if (other === undefined) return [];
    const expected = `the blob of ${describe(entry['contractId'])}`;
    const place = `${at}/disclosedContracts/${entries.indexOf(entry)}/createdEventBlob`;
    return [finding(place, expected, `that of ${describe(other['contractId'])}`)];
  });
}

const ID_BYTES = 33;
