/** Bytes in answers: whoever passes them on has them read again as base64. */
import {
  describe,
  finding,
  type Operation,
  type Probe,
  type Requirement,
  requirement,
} from '../../src/index.ts';
import { named } from './chapter.ts';

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Whether a text can be bytes in padded standard base64; an empty one stands for no bytes. */
export function isBase64(value: string): boolean {
  return BASE64.test(value);
}

export function bytesAreBase64(
  operation: Operation,
  clause: string,
  probe: Probe,
  bytesIn: (body: unknown) => readonly string[],
): Requirement {
  return requirement({
    id: `ledger/${named(operation, 'bytes-are-base64')}`,
    level: 'SHOULD',
    clause,
    statement: 'Blobs, hashes and serialised transactions are written in padded standard base64.',
    cause:
      'Bytes come out of the store as hex, or in the alphabet for URLs, and are passed on as they are.',
    fix: 'Write base64 with its padding: requests with another form of the same bytes are refused.',
    probes: [probe],
    check: ({ response: { status, body } }) => {
      if (status !== 200) return undefined;
      const bytes = bytesIn(body).filter((text) => text !== '');
      const other = bytes.find((text) => !isBase64(text));
      if (other !== undefined) return [finding('body', 'base64', describe(other))];
      return bytes.length === 0 ? 'inapplicable' : [];
    },
  });
}
