/** Decodes compressed bodies: servers may compress without a request for it, even several times (RFC 9110 §8.4). */
import * as zlib from 'node:zlib';

type Decoder = (bytes: Buffer, options: { maxOutputLength: number }) => Buffer;

/** Node has it since 22.15. */
const { zstdDecompressSync } = zlib as { readonly zstdDecompressSync?: Decoder };

const DECODERS: Readonly<Record<string, Decoder>> = {
  gzip: zlib.gunzipSync,
  'x-gzip': zlib.gunzipSync,
  deflate: inflate,
  br: zlib.brotliDecompressSync,
  ...(zstdDecompressSync ? { zstd: zstdDecompressSync } : {}),
};
const NONE: ReadonlySet<string> = new Set(['', 'identity', 'chunked']);

export interface Decompressed {
  readonly bytes: Buffer;
  /** Why the bytes are missing: the decoded body is too long, or the kit does not know a coding. */
  readonly missing?: 'too-long' | 'unknown-coding';
  /** The codings, if the bytes break them. */
  readonly miscoded?: string;
}

type Headers = Readonly<Record<string, string>>;

/** The codings of a body in the order in which they were applied; `undefined` if there are none. */
export function codingsOf(headers: Headers): readonly string[] | undefined {
  const content = headers['content-encoding'];
  const transfer = headers['transfer-encoding'];
  if (content === undefined && (transfer === undefined || transfer === 'chunked')) return undefined;
  const names = `${content ?? ''},${transfer ?? ''}`.toLowerCase().split(',');
  const codings = names.map((name) => name.trim()).filter((name) => !NONE.has(name));
  return codings.length === 0 ? undefined : codings;
}

/** The codings that the kit cannot decode. */
export function unknownCodings(headers: Headers): readonly string[] {
  return (codingsOf(headers) ?? []).filter((name) => !Object.hasOwn(DECODERS, name));
}

/** The decoded bytes of a body; the bytes themselves if they break their coding. */
export function decompressed(
  codings: readonly string[],
  bytes: Buffer,
  limit: number,
): Decompressed {
  if (bytes.length === 0) return { bytes };
  let left = bytes;
  for (const coding of codings.toReversed()) {
    const decoder = Object.hasOwn(DECODERS, coding) ? DECODERS[coding] : undefined;
    if (decoder === undefined) return { bytes: Buffer.alloc(0), missing: 'unknown-coding' };
    try {
      left = decoder(left, { maxOutputLength: limit });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
        return { bytes: Buffer.alloc(0), missing: 'too-long' };
      return { bytes, miscoded: codings.join(', ') };
    }
  }
  return { bytes: left };
}

/** RFC 9110 §8.4.1.2 requires the zlib format; some implementations omit it. */
function inflate(bytes: Buffer, options: { maxOutputLength: number }): Buffer {
  try {
    return zlib.inflateSync(bytes, options);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'Z_DATA_ERROR') throw error;
    return zlib.inflateRawSync(bytes, options);
  }
}
