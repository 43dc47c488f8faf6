/** Content codings: servers may compress without being asked to. */
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

type Decoder = (bytes: Buffer, options: { maxOutputLength: number }) => Buffer;

const DECODERS: Readonly<Record<string, Decoder>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

export interface Decompressed {
  readonly bytes: Buffer;
  /** More came out than is kept. */
  readonly tooLong: boolean;
}

/**
 * The bytes that a body stands for under its Content-Encoding. A body that does not keep to it stays as it
 * is, behind a line that states it: no client could read it. Codings that are not known are left alone.
 */
export function decompressed(
  coding: string | undefined,
  bytes: Buffer,
  limit: number,
): Decompressed {
  const decoder = coding === undefined ? undefined : DECODERS[coding.trim().toLowerCase()];
  if (decoder === undefined || bytes.length === 0) return { bytes, tooLong: false };
  try {
    return { bytes: decoder(bytes, { maxOutputLength: limit }), tooLong: false };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      return { bytes: Buffer.alloc(0), tooLong: true };
    return { bytes: Buffer.concat([Buffer.from(`not ${coding}: `), bytes]), tooLong: false };
  }
}
