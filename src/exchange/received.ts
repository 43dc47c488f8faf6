/** Makes a response from the received bytes. */
import { inDeclaredCharset } from './charset.ts';
import { codingsOf, decompressed } from './coding.ts';
import { decode, decodeStart, ReceivedResponse, START_BYTES } from './response.ts';

interface Received {
  readonly status: number;
  /** Lower-case names; repeated headers are joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body, or its start. */
  readonly chunks: readonly Buffer[];
  /** The length of the whole body. */
  readonly bytes: number;
  /** The most bytes of a body; longer ones are cut. */
  readonly limit: number;
  /** The digest of raw bytes, because decoding them as text would change them. */
  readonly sha256: string | undefined;
}

/** The response, with decoded body. A body that is too long is cut, and cannot be judged. */
export function received(parts: Received): ReceivedResponse {
  const { status, headers, bytes, limit, sha256 } = parts;
  const cut = bytes > limit;
  const codings = cut ? undefined : codingsOf(headers);
  const plain =
    codings === undefined
      ? undefined
      : decompressed(codings, Buffer.concat([...parts.chunks]), limit);
  const chunks = plain === undefined ? parts.chunks : [plain.bytes];
  const decoded = cut ? decodeStart(parts.chunks, Math.min(limit, START_BYTES)) : decode(chunks);
  const declared =
    cut || sha256 !== undefined
      ? undefined
      : inDeclaredCharset(chunks, headers['content-type'], decoded);
  const { text, utf8, textDigest } = declared
    ? { ...declared, utf8: true, textDigest: undefined }
    : decoded;
  const miscoded = plain?.miscoded;
  const misencoded = sha256 === undefined && !utf8;
  const details = { sha256, misencoded, charset: declared?.charset, miscoded, textDigest };
  const lacks = plain?.missing !== undefined;
  return new ReceivedResponse(status, headers, text, bytes, cut || lacks, details);
}
