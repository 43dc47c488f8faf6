/** Bodies whose bytes are not UTF-8, which RFC 8259 §8.1 requires of JSON between systems. */
import type { Call } from '../../src/kit.ts';

interface Encoding {
  readonly label: string;
  /** The bytes of a text that ends in the only `ü` of a marker. */
  readonly bytesOf: (text: string) => Buffer;
}

export const ENCODINGS: readonly Encoding[] = [
  { label: 'latin-1-letter', bytesOf: withLatin1 },
  { label: 'utf-16', bytesOf: (text) => Buffer.from(`\uFEFF${text}`, 'utf16le') },
];

/** The text of a member before the body is encoded. */
export const MARKER = 'Z\u00fcrich';

export function encoded(request: Call, bytesOf: Encoding['bytesOf']): Call {
  const body = bytesOf(request.body ?? '').toString('base64');
  return { ...request, body, encoding: 'base64' };
}

/** One byte that is not UTF-8; the bytes around it stay the same. */
function withLatin1(text: string): Buffer {
  const at = text.lastIndexOf('ü');
  return Buffer.concat([
    Buffer.from(text.slice(0, at)),
    Buffer.from([0xfc]),
    Buffer.from(text.slice(at + 1)),
  ]);
}
