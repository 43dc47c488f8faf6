/** Bytes in responses: clients must be able to decode them as base64. */
import type { CheckResult, CompleteExchange } from '../../src/kit.ts';
import { noOther } from './judges.ts';

const PADDED = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** True for padded standard base64; an empty string is valid. */
export function isBase64(value: string): boolean {
  return PADDED.test(value);
}

export const BASE64 = {
  name: 'bytes-are-base64',
  level: 'SHOULD',
  statement: 'Blobs, hashes and serialized transactions are padded standard base64.',
  cause: 'Bytes are sent as stored: as hex, or in the alphabet for URLs.',
  fix: 'Encode bytes as padded standard base64: other forms are rejected in requests.',
} as const;

/** The bytes of a response, found by `bytesIn`, are base64. */
export const base64Check =
  (bytesIn: (body: unknown) => readonly string[]) =>
  ({ response: { status, body } }: CompleteExchange): CheckResult => {
    if (status !== 200) return undefined;
    const bytes = bytesIn(body).filter((value) => value !== '');
    const other = bytes.find((value) => !isBase64(value));
    return bytes.length === 0 ? 'inapplicable' : noOther(other, 'body', 'base64');
  };
