/** Reads the entries of a zip archive within limits: the declared sizes are not trusted. */
import { inflateRawSync } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  /** The declared bytes after unpacking. */
  readonly size: number;
  readonly packed: number;
  readonly method: number;
  /** The position of its local header. */
  readonly at: number;
}

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const LONGEST_COMMENT = 0xffff;
const STORED = 0;
const DEFLATED = 8;

/** The entries of the central directory, one by one. Throws if it is missing or damaged. */
export function* entriesOf(archive: Uint8Array): Generator<ZipEntry> {
  const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = endIn(bytes);
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    if (bytes.readUInt32LE(at) !== CENTRAL) throw new Error('its directory is damaged');
    const [name, extra, comment] = [28, 30, 32].map((i) => bytes.readUInt16LE(at + i)) as [
      number,
      number,
      number,
    ];
    yield {
      name: bytes.toString('utf8', at + 46, at + 46 + name),
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      at: bytes.readUInt32LE(at + 42),
    };
    at += 46 + name + extra + comment;
  }
}

/** The bytes of an entry. Throws as soon as there are more than declared, and if there are fewer. */
export function unpacked(archive: Uint8Array, { at, packed, size, method }: ZipEntry): Uint8Array {
  const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  if (bytes.readUInt32LE(at) !== LOCAL) throw new Error('it is not where the directory states');
  const begin = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
  const data = bytes.subarray(begin, begin + packed);
  if (data.length !== packed) throw new Error('it is cut off');
  if (method !== STORED && method !== DEFLATED) throw new Error(`its method ${method} is unknown`);
  const whole = method === STORED ? data : inflated(data, size);
  if (whole.length !== size) throw new Error(`it does not have the ${size} bytes that it states`);
  return whole;
}

function inflated(data: Buffer, size: number): Buffer {
  try {
    return inflateRawSync(data, { maxOutputLength: Math.max(1, size) });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE') throw error;
    throw new Error(`it has more than the ${size} bytes that it states`);
  }
}

/** A record ends the directory, and a comment may follow it. */
function endIn(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - END_BYTES - LONGEST_COMMENT);
  for (let at = bytes.length - END_BYTES; at >= first; at--)
    if (bytes.readUInt32LE(at) === END) return at;
  throw new Error('it is no zip file');
}
