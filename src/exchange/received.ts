/** Makes a response from received bytes. */
import { codingsOf, decompressed } from './coding.ts';
import { decode, ReceivedResponse } from './response.ts';

interface Received {
  readonly status: number;
  /** Lower-case names; repeated headers are joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body, or its beginning. */
  readonly chunks: readonly Buffer[];
  /** The length of the whole body. */
  readonly bytes: number;
  /** Longer bodies are cut there, in bytes. */
  readonly limit: number;
  /** The digest of raw bytes: as text they would change. */
  readonly sha256: string | undefined;
}

/** The response; its codings are undone. A body that is too long is cut, and so cannot be judged. */
export function received(parts: Received): ReceivedResponse {
  const { status, headers, bytes, limit, sha256 } = parts;
  const cut = bytes > limit;
  const codings = cut ? undefined : codingsOf(headers);
  const plain =
    codings === undefined
      ? undefined
      : decompressed(codings, Buffer.concat([...parts.chunks]), limit);
  const { text, utf8 } = decode(plain === undefined ? parts.chunks : [plain.bytes], limit);
  const details = sha256 === undefined ? { misencoded: !utf8 } : { sha256 };
  const lacks = plain?.missing !== undefined;
  return new ReceivedResponse(status, headers, text, bytes, cut || lacks, details);
}
