/** Content codings and character encodings. */
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import {
  type Behavior,
  behavior,
  bodied,
  changed,
  type Reply,
  withBody,
  withHeaders,
} from './behavior.ts';

type Coder = (body: Buffer) => Buffer;

function coded(name: string, code: Coder): Behavior['respond'] {
  return changed((reply) =>
    reply.body.length === 0
      ? reply
      : withHeaders(withBody(reply, code(reply.body)), ['content-encoding', name]),
  );
}

/** A zstd frame with uncompressed data (RFC 8878 §3.1). */
function zstd(body: Buffer): Buffer {
  const head = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xa0, 0, 0, 0, 0]);
  head.writeUInt32LE(body.length, 5);
  const block = Buffer.alloc(3);
  block.writeUIntLE(body.length * 8 + 1, 0, 3);
  return Buffer.concat([head, block, body]);
}

/** The quality that servers use for what they compress while they respond; the default takes seconds for a long body. */
const brotli: Coder = (body) =>
  brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });

const spaces = (length: number) => (body: Buffer) =>
  Buffer.concat([Buffer.alloc(length, ' '), body]);
let made: Buffer | undefined;
/** Made on first use, because it takes long. */
function bomb(): Buffer {
  made ??= gzipSync(Buffer.alloc(100_000_000, ' '));
  return made;
}
const recoded = (to: BufferEncoding): Behavior['respond'] =>
  bodied((body, { status }: Reply) => (status === 200 ? Buffer.from(`${body}`, to) : body));

/** Two megabytes of white space, as the first member of a gzip file. */
const PADDING = gzipSync(' '.repeat(2_000_000));

export const ENCODINGS: readonly Behavior[] = [
  behavior(
    'gzip',
    'Bodies are compressed.',
    'conforming',
    coded('gzip', (b) => gzipSync(b)),
  ),
  behavior(
    'x-gzip',
    'Bodies are compressed, under the old name.',
    'conforming',
    coded('X-GZIP', (b) => gzipSync(b)),
  ),
  behavior(
    'gzip-twice',
    'Bodies are compressed twice.',
    'conforming',
    coded('gzip, gzip', (b) => gzipSync(gzipSync(b))),
  ),
  behavior(
    'gzip-and-br',
    'Bodies are compressed with gzip, then with Brotli.',
    'conforming',
    coded('gzip,br', (b) => brotli(gzipSync(b))),
  ),
  behavior(
    'gzip-members',
    'The gzip data have two members.',
    'conforming',
    coded('gzip', (b) => Buffer.concat([gzipSync(b.subarray(0, 9)), gzipSync(b.subarray(9))])),
  ),
  behavior(
    'deflate',
    'Bodies are deflated in the zlib format.',
    'conforming',
    coded('deflate', (b) => deflateSync(b)),
  ),
  behavior(
    'deflate-raw',
    'Bodies are deflated without the zlib format.',
    'conforming',
    coded('deflate', (b) => deflateRawSync(b)),
  ),
  behavior('brotli', 'Bodies are compressed with Brotli.', 'conforming', coded('br', brotli)),
  behavior(
    'identity',
    'Content-Encoding is identity.',
    'conforming',
    coded('identity', (b) => b),
  ),
  behavior(
    'zstd',
    'Bodies are coded with zstd, which Node 20 cannot undo.',
    'partial',
    coded('zstd', zstd),
    { says: 'Assay cannot decode its coding zstd' },
  ),
  behavior(
    'unknown-coding',
    'Bodies have a coding of the future.',
    'partial',
    coded('x-future', (b) => b),
    { says: 'Assay cannot decode its coding x-future' },
  ),
  behavior(
    'false-gzip',
    'Bodies are not compressed, though Content-Encoding states it.',
    'nonconforming',
    coded('gzip', (b) => b),
  ),
  behavior(
    'cut-gzip',
    'The gzip data lack their end.',
    'nonconforming',
    coded('gzip', (b) => gzipSync(b).subarray(0, -12)),
  ),
  behavior('bomb', 'Bodies of 100 kB unpack to 100 MB.', 'partial', coded('gzip', bomb), {
    says: 'it decompresses to more than 1 MiB',
  }),
  behavior(
    'bomb-twice',
    'Bodies of a kilobyte unpack to 100 MB in two steps.',
    'partial',
    coded('gzip, gzip', () => gzipSync(bomb())),
    { says: 'it decompresses to more than 1 MiB' },
  ),
  behavior(
    'padded',
    'Two megabytes of white space precede each body.',
    'partial',
    bodied(spaces(2_000_000)),
    { says: 'it is longer than 1 MiB' },
  ),
  behavior(
    'padded-gzip',
    'The same, compressed.',
    'partial',
    // Compressed once: the server would need more time than the kit.
    coded('gzip', (b) => Buffer.concat([PADDING, gzipSync(b)])),
    { says: 'it decompresses to more than 1 MiB' },
  ),
  behavior('utf-16', 'Valid bodies are UTF-16.', 'nonconforming', recoded('utf16le')),
  behavior(
    'latin-1',
    'Valid bodies are Latin-1, with a character outside ASCII.',
    'nonconforming',
    bodied((body, { status }) =>
      status === 200
        ? Buffer.from(`${body}`.replace('{', '{"caf\u00e9":"\u00e9",'), 'latin1')
        : body,
    ),
  ),
  behavior(
    'bom',
    'Valid bodies begin with a byte order mark.',
    'nonconforming',
    bodied((body, { status }) => (status === 200 ? `\ufeff${body}` : body)),
  ),
];
