/** The client reads everything that RFC 9110 and RFC 9112 allow in a response. */
import { deflateRawSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { callTo, clientFor, ok, raw } from '../../test/servers.ts';
import { type Exchange, NoBody } from '../model/index.ts';
import { DEEPEST } from './response.ts';

const BODY = '{"a":1}';

/** The exchange with a server that sends these pieces one by one. */
async function exchangeWith(...pieces: readonly (string | Buffer)[]): Promise<Exchange> {
  const server = await raw(async (socket) => {
    for (const piece of pieces) {
      socket.write(piece);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  });
  const client = clientFor(server.url, { timeoutMs: 4000 });
  // The second request shows that the first one left the connection in a good state.
  await client.send(callTo('/'));
  return client.send(callTo('/'));
}

const head = (lines: string): string => `HTTP/1.1 200 OK\r\n${lines}\r\n\r\n`;
const coded = (coding: string, bytes: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(head(`content-encoding: ${coding}\r\ncontent-length: ${bytes.length}`)),
    bytes,
  ]);

describe('a response is read', () => {
  it.each([
    ['after 100 Continue', [`HTTP/1.1 100 Continue\r\n\r\n${ok(BODY)}`]],
    ['after 100 with fields', [`HTTP/1.1 100 Continue\r\nx: 100\r\n\r\n${ok(BODY)}`]],
    [
      'after several 1xx',
      [`${'HTTP/1.1 100 C\r\n\r\nHTTP/1.1 103 E\r\nlink: a\r\n\r\n'.repeat(3)}`, ok(BODY)],
    ],
    ['after 100 in pieces', [...'HTTP/1.1 100 Continue\r\n\r\n', ok(BODY)]],
    ['after a line end', [`\r\n${ok(BODY)}`]],
    [
      'of HTTP/1.0',
      [`HTTP/1.0 200 OK\r\nconnection: keep-alive\r\ncontent-length: 7\r\n\r\n${BODY}`],
    ],
    ['with tabs around its values', [head(`x:\t y\t\r\ncontent-length:\t7 \t`), `${BODY}`]],
    ['with a continued line', [head('x: a\r\n \tb\r\ncontent-length: 7'), BODY]],
    ['without a reason phrase', [`HTTP/1.1 200 \r\ncontent-length: 7\r\n\r\n${BODY}`]],
    [
      'with chunk extensions and trailers',
      [head('transfer-encoding: chunked'), '7;a=b;c="d e"\r\n', BODY, '\r\n0\r\nx: y\r\n\r\n'],
    ],
    ['with 200 KiB of fields', [head(`x: ${'y'.repeat(200_000)}\r\ncontent-length: 7`), BODY]],
    ['with 3000 fields', [head(`${'x: y\r\n'.repeat(3000)}content-length: 7`), BODY]],
    ['of two codings', [coded('gzip, x-gzip', gzipSync(gzipSync(BODY)))]],
    [
      'of many codings in two fields',
      [coded('deflate, identity\r\ncontent-encoding: GZIP', gzipSync(deflateRawSync(BODY)))],
    ],
  ])('%s', async (_, pieces) => {
    const { response, noResponse } = await exchangeWith(...pieces);
    expect(noResponse).toBeUndefined();
    expect(response).toMatchObject({ status: 200, body: { a: 1 }, truncated: false });
  });

  const both = 'transfer-encoding: chunked\r\nContent-Length: 2';
  it.each([
    ['before', 'Content-Length: 2\r\nTransfer-Encoding: chunked'],
    ['after', both],
    ['after an interim response', `x: y\r\n\r\nHTTP/1.1 200 OK\r\n${both}`],
    ['in a long head', `x: ${'y'.repeat(5000)}\r\n${both}`],
  ])('by its chunks if a length stands %s', async (where, fields) => {
    const status = where.includes('interim') ? 'HTTP/1.1 102 Processing' : 'HTTP/1.1 200 OK';
    const bytes = `${status}\r\n${fields}\r\n\r\n7\r\n${BODY}\r\n0\r\n\r\n`;
    const { response, noResponse } = await exchangeWith(bytes);
    expect(noResponse).toBeUndefined();
    expect(response).toMatchObject({
      ...{ body: { a: 1 }, truncated: false },
      headers: { 'content-length': '2', 'transfer-encoding': 'chunked' },
    });
  });

  it.each([
    ['ISO-8859-1', Buffer.from('{"a":"\u00fc"}', 'latin1'), { a: '\u00fc' }, 'windows-1252'],
    ['"UTF-16"', Buffer.from('{"a":"\u00fc"}', 'utf16le'), { a: '\u00fc' }, 'utf-16le'],
    ['ISO-8859-1', Buffer.from('{"a":"\u00fc"}'), { a: '\u00fc' }, undefined],
    ['utf-8', Buffer.from('{"a":"\u00fc"}', 'latin1'), { a: '\ufffd' }, undefined],
    ['no-such-charset', Buffer.from('{"a":"\u00fc"}', 'latin1'), { a: '\ufffd' }, undefined],
  ])('in its charset, if it declares %s', async (name, bytes, body, charset) => {
    const { response } = await exchangeWith(
      Buffer.concat([
        Buffer.from(
          head(
            `content-type: application/json; charset=${name}\r\ncontent-length: ${bytes.length}`,
          ),
        ),
        bytes,
      ]),
    );
    expect(response?.body).toEqual(body);
    expect(response?.charset).toBe(charset);
    expect(response?.misencoded === true).toBe(body.a === '\ufffd');
  });

  it('with a length and no body, because its status allows none', async () => {
    const { response } = await exchangeWith(
      'HTTP/1.1 304 Not Modified\r\ncontent-length: 7\r\n\r\n',
    );
    expect(response).toMatchObject({ status: 304, text: '' });
  });
});

describe('a body that the kit cannot judge is not a failure of the target', () => {
  it.each([
    ['of an unknown coding', coded('aes128gcm', Buffer.from('xx')), 'its coding aes128gcm'],
    [
      'of an unknown coding among others',
      coded('gzip, compress', gzipSync('x')),
      'its coding compress',
    ],
    [
      'that unpacks to too much',
      coded('gzip', gzipSync(Buffer.alloc(2 ** 21))),
      'decompresses to more than',
    ],
    ['that is too long', Buffer.from(ok(`"${'x'.repeat(2 ** 20)}"`)), 'longer than 1 MiB'],
    ['that never ends', Buffer.from(`${head('x: y')}${'x'.repeat(2 ** 21)}`), 'longer than 1 MiB'],
    [
      'that is nested deeply',
      Buffer.from(ok('['.repeat(100_000) + ']'.repeat(100_000))),
      `deeper than ${DEEPEST} levels`,
    ],
  ])('%s', async (_, bytes, why) => {
    const { response, durationMs } = await exchangeWith(bytes);
    expect(response).toMatchObject({ truncated: true });
    expect(response?.unread).toContain(why);
    expect(() => response?.body).toThrow(NoBody);
    expect(durationMs).toBeLessThan(3900);
  });

  it('is a failure if it breaks its schema within the depth that the kit reads', async () => {
    const { response } = await exchangeWith(ok('['.repeat(DEEPEST) + ']'.repeat(DEEPEST)));
    expect(response).toMatchObject({ truncated: false });
  });
});

describe('what HTTP does not allow is named', () => {
  it.each([
    [
      'fields without end',
      `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(2 ** 21)}`,
      /more than 1 MiB of header fields/,
    ],
    [
      '101',
      'HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n',
      /responds with 101/,
    ],
    ['a status below 100', 'HTTP/1.1 099 Low\r\ncontent-length: 0\r\n\r\n', /not HTTP\/1\.1/],
    [
      'two lengths',
      `${head('content-length: 7\r\ncontent-length: 8')}${BODY}`,
      /Content-Length is not a single number/,
    ],
  ])('%s', async (_, bytes, message) => {
    const { noResponse } = await exchangeWith(bytes);
    expect(noResponse?.message).toMatch(message);
  });

  it.each([
    ['content-length: 7', 'transfer-encoding: chunked', /together with Transfer-Encoding/],
    ['transfer-encoding: chunked', 'content-length: 7', /Content-Length/],
  ])('%s in one piece of the head, and %s in the next', async (first, second, message) => {
    const { noResponse } = await exchangeWith(
      `HTTP/1.1 200 OK\r\n${first}\r\n`,
      `${second}\r\n\r\n`,
    );
    expect(noResponse?.message).toMatch(message);
  });
});
