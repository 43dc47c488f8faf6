/** Ways to frame a response. Most of them are unusual and allowed. */
import {
  type Behavior,
  behavior,
  bytes,
  changed,
  encode,
  later,
  type Reply,
  type Turn,
  withHeaders,
  without,
} from './behavior.ts';

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';
const HINTS = 'HTTP/1.1 103 Early Hints\r\nlink: </a>; rel=preload\r\n\r\n';

const after = (before: string): Behavior['respond'] =>
  bytes((reply) => Buffer.concat([Buffer.from(before), encode(reply)]));

/** The head of a response without Content-Length. */
function headOf(reply: Reply, ...more: (readonly [string, string])[]): Buffer {
  const headers = [...without(reply, 'content-length'), ...more];
  return encode({ ...reply, headers, body: Buffer.alloc(0) });
}

/** Sends the response in pieces, each after a short pause. */
function inPieces(cut: (whole: Buffer) => readonly Buffer[]): Behavior['respond'] {
  return async ({ reply, socket }: Turn) => {
    socket.setNoDelay(true);
    for (const piece of cut(encode(await reply()))) {
      socket.write(piece);
      await later(1);
    }
  };
}

function chunked(
  encodeChunk: (chunk: Buffer, i: number) => string,
  end: string,
  size = 16,
): Behavior['respond'] {
  return bytes((reply) => {
    if (reply.body.length === 0) return encode(reply);
    const chunks: Buffer[] = [];
    for (let at = 0; at < reply.body.length; at += size) {
      const chunk = reply.body.subarray(at, at + size);
      chunks.push(Buffer.from(encodeChunk(chunk, at)), chunk, Buffer.from('\r\n'));
    }
    const head = headOf(reply, ['transfer-encoding', 'chunked']);
    return Buffer.concat([head, ...chunks, Buffer.from(end)]);
  });
}

const plainSize = (chunk: Buffer): string => `${chunk.length.toString(16)}\r\n`;

function closing(version: string): Behavior['respond'] {
  return async ({ reply, socket }) => {
    const whole = await reply();
    socket.end(Buffer.concat([headOf({ ...whole, version }), whole.body]));
  };
}

export const FRAMING: readonly Behavior[] = [
  behavior('100-first', '100 Continue comes before each response.', 'conforming', after(CONTINUE)),
  behavior(
    '100-many',
    'Fifty 100 Continue come before each response.',
    'conforming',
    after(CONTINUE.repeat(50)),
  ),
  behavior(
    '100-almost-too-many',
    'A thousand 100 Continue come before each response.',
    'conforming',
    after(CONTINUE.repeat(1000)),
  ),
  behavior(
    '100-too-many',
    'Ten thousand 100 Continue come before each response.',
    'partial',
    after(CONTINUE.repeat(10_000)),
    { says: 'more than 1,000 interim (1xx) responses' },
  ),
  behavior(
    '102-first',
    '102 Processing comes before each response.',
    'conforming',
    after('HTTP/1.1 102 Processing\r\n\r\n'),
  ),
  behavior(
    '103-first',
    'Three 103 Early Hints come before each response.',
    'conforming',
    after(HINTS.repeat(3)),
  ),
  behavior(
    '1xx-mixed',
    '103, 100 and 199 come before each response.',
    'conforming',
    after(`${HINTS}${CONTINUE}HTTP/1.1 199 Odd\r\nx: y\r\n\r\n`),
  ),
  behavior(
    '100-in-pieces',
    '100 Continue comes before, in pieces of five bytes.',
    'conforming',
    async (turn) => {
      const pieces = CONTINUE.match(/.{1,5}/gs) ?? [];
      await inPieces((whole) => [...pieces.map((one) => Buffer.from(one)), whole])(turn);
    },
  ),
  behavior(
    'http-1.0',
    'HTTP/1.0 without a length: the body ends with the connection.',
    'conforming',
    closing('HTTP/1.0'),
  ),
  behavior(
    'http-1.0-kept',
    'HTTP/1.0 with Connection: keep-alive.',
    'conforming',
    changed((reply) => ({
      ...withHeaders(reply, ['connection', 'keep-alive']),
      version: 'HTTP/1.0',
    })),
  ),
  behavior(
    'until-close',
    'HTTP/1.1 without a length: the body ends with the connection.',
    'conforming',
    closing('HTTP/1.1'),
  ),
  behavior(
    'no-reason',
    'The status line has no reason phrase.',
    'conforming',
    changed(() => ({ reason: '' })),
  ),
  behavior(
    'odd-reason',
    'The reason phrase has Latin-1 characters.',
    'conforming',
    changed(() => ({ reason: 'tr\u00e8s bien\t!' })),
  ),
  behavior(
    'chunks-of-one',
    'The body comes in chunks of one byte.',
    'conforming',
    chunked(plainSize, '0\r\n\r\n', 1),
  ),
  behavior(
    'chunk-extensions',
    'Each chunk has extensions.',
    'conforming',
    chunked((c) => `${c.length.toString(16)};a=b;c="d;e";f\r\n`, '0;last\r\n\r\n'),
  ),
  behavior(
    'chunk-zeros',
    'Chunk sizes have leading zeros and capitals.',
    'conforming',
    chunked((c) => `000${c.length.toString(16).toUpperCase()}\r\n`, '000\r\n\r\n', 11),
  ),
  behavior(
    'trailers',
    'Trailer fields follow the body.',
    'conforming',
    chunked(plainSize, '0\r\nx-checksum: 1\r\nx: y\r\n\r\n'),
  ),
  behavior(
    'byte-by-byte',
    'The head comes byte by byte.',
    'conforming',
    inPieces((whole) => [
      ...Array.from({ length: 20 }, (_, i) => whole.subarray(i, i + 1)),
      whole.subarray(20),
    ]),
  ),
  behavior(
    'head-then-body',
    'The body comes a moment after the head.',
    'conforming',
    inPieces((whole) => [
      whole.subarray(0, whole.indexOf('\r\n\r\n') + 4),
      whole.subarray(whole.indexOf('\r\n\r\n') + 4),
    ]),
  ),
  behavior(
    'line-end-first',
    'An empty line comes before the status line.',
    'conforming',
    after('\r\n'),
  ),
  behavior(
    'spaces-around-chunk-size',
    'Chunk sizes have spaces before the extension.',
    'partial',
    chunked((c) => `${c.length.toString(16)} ;a\r\n`, '0\r\n\r\n'),
    { says: 'not HTTP/1.1' },
  ),
  behavior(
    'bad-chunk-size',
    'A chunk size is no number.',
    'partial',
    chunked(() => 'zz\r\n', '0\r\n\r\n'),
    { says: 'not HTTP/1.1' },
  ),
  behavior(
    'chunk-cut',
    'The connection ends inside a chunk.',
    'partial',
    async ({ reply, socket }) => {
      const head = headOf(await reply(), ['transfer-encoding', 'chunked'], ['connection', 'close']);
      socket.end(Buffer.concat([head, Buffer.from('ff\r\n{"a"')]));
    },
    { says: 'before the response was complete' },
  ),
  behavior(
    'length-too-long',
    'Content-Length counts more than there is.',
    'partial',
    async ({ reply, socket }) => {
      const whole = await reply();
      const length = ['content-length', String(whole.body.length + 9)] as const;
      socket.end(Buffer.concat([headOf(whole, length), whole.body]));
    },
    { says: 'before the response was complete' },
  ),
  behavior(
    'length-too-short',
    'Content-Length counts less than there is.',
    'nonconforming',
    bytes((reply) => {
      const length = ['content-length', String(Math.max(0, reply.body.length - 9))] as const;
      return Buffer.concat([headOf(reply, length), reply.body]);
    }),
  ),
  behavior(
    'two-lengths',
    'There are two Content-Length fields that differ.',
    'partial',
    bytes((reply) => encode(withHeaders(reply, ['content-length', '3']))),
    { says: 'Content-Length is not a single number' },
  ),
  behavior(
    'length-and-chunks',
    'A chunked body has a Content-Length too.',
    'nonconforming',
    bytes((reply) => {
      const both = [
        ['transfer-encoding', 'chunked'],
        ['content-length', '1'],
      ] as const;
      const size = Buffer.from(`${reply.body.length.toString(16)}\r\n`);
      if (reply.body.length === 0) return encode(reply);
      return Buffer.concat([
        headOf(reply, ...both),
        size,
        reply.body,
        Buffer.from('\r\n0\r\n\r\n'),
      ]);
    }),
    { says: 'Content-Length together with Transfer-Encoding' },
  ),
  behavior(
    'folded',
    'A field goes on in the next line, as before RFC 7230.',
    'conforming',
    changed((reply) => withHeaders(reply, ['x', 'a\r\n b'])),
  ),
  behavior(
    'bare-lf',
    'Lines end without a carriage return.',
    'partial',
    bytes((reply) => encode(reply).toString('latin1').replaceAll('\r\n', '\n')),
    { says: 'not HTTP/1.1' },
  ),
  behavior(
    'lower-case-http',
    'The status line begins with http/1.1.',
    'partial',
    changed(() => ({ version: 'http/1.1' })),
    { says: 'not HTTP/1.1' },
  ),
  behavior(
    'http-9',
    'The status line names HTTP/9.9.',
    'partial',
    changed(() => ({ version: 'HTTP/9.9' })),
    { says: 'not HTTP/1.1' },
  ),
];
