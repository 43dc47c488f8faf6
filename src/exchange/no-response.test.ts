import { createServer as createHttps } from 'node:https';
import { createServer as createRaw } from 'node:net';
import { describe, expect, it } from 'vitest';
import { keyPair } from '../../test/key-pair.ts';
import { callTo, clientFor, http, listen, ok, raw } from '../../test/servers.ts';
import type { Call, Exchange } from '../model/index.ts';
import { silenceOf } from './no-response.ts';

async function send(
  baseUrl: URL,
  timeoutMs = 1500,
  call: Call = callTo('/'),
): Promise<Exchange['noResponse']> {
  const client = clientFor(baseUrl, { timeoutMs, awaitsStart: false });
  const exchange = await client.send(call);
  expect(exchange.response).toBeUndefined();
  return exchange.noResponse;
}

describe('silence', () => {
  it('refused: nothing listens', async () => {
    const server = createRaw();
    const port = await listen(server);
    await new Promise((resolve) => server.close(resolve));
    const silence = await send(new URL(`http://127.0.0.1:${port}`));
    expect(silence?.kind).toBe('refused');
    expect(silence?.message).toMatch(
      `Nothing at 127.0.0.1:${port} accepts connections (ECONNREFUSED)`,
    );
  });

  it('of a target that has responded before never doubts its address', () => {
    const url = new URL('http://h:1');
    const codes = ['ECONNREFUSED', 'ENOTFOUND', 'EPROTO', 'HPE_ERROR', 'ECONNRESET', 'ETIMEDOUT'];
    for (const code of codes) {
      for (const started of [true, false]) {
        const where = { url, timeoutMs: 1, started, hasResponded: true };
        const { message } = silenceOf(Object.assign(new Error(code), { code }), where);
        expect(message).toMatch(/server's log|DNS settings|--timeout/);
        expect(message).not.toMatch(/host(,| and) port|Check the port|spelling|https/);
      }
    }
  });

  it('dns: a name that cannot exist', async () => {
    // A label of 64 characters is too long for any name service, so it is not looked up.
    const host = `${'a'.repeat(64)}.invalid`;
    const silence = await send(new URL(`http://${host}`));
    expect(silence?.kind).toBe('dns');
    expect(silence?.message).toMatch(new RegExp(`^The name ${host} cannot be resolved`));
  });

  it('not-http: more interim responses than are read', async () => {
    const sending = (count: number): Promise<{ readonly url: URL }> =>
      raw((socket) => {
        socket.write(`${'HTTP/1.1 100 Continue\r\n\r\n'.repeat(count)}${ok()}`);
      });
    const few = clientFor((await sending(1000)).url, { timeoutMs: 5000 });
    expect((await few.send(callTo('/'))).response?.status).toBe(200);
    const silence = await send((await sending(1001)).url, 5000);
    expect(silence?.kind).toBe('not-http');
    expect(silence?.message).toMatch('more than 1,000 interim (1xx) responses');
  });

  it('not-http: malformed bytes, quoted in the message', async () => {
    const server = await raw((socket) => socket.end('SSH-2.0-OpenSSH_9\r\n'));
    const silence = await send(server.url);
    expect(silence?.kind).toBe('not-http');
    expect(silence?.message).toMatch(/127\.0\.0\.1:\d+ responds with something.*"SSH-2\.0/);
  });

  it('not-http: a broken chunk size, and too many header bytes', async () => {
    const chunked = await raw((socket) =>
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'),
    );
    expect((await send(chunked.url))?.kind).toBe('not-http');
    const headers = await raw((socket) =>
      socket.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(2 ** 20)}\r\n\r\n`),
    );
    expect((await send(headers.url))?.kind).toBe('not-http');
  });

  it.each([
    ['at once', ''],
    ['within the headers', 'HTTP/1.1 200 OK\r\nx:'],
    ['within the body', 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n123'],
    [
      'within the last body',
      'HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 9\r\n\r\n123',
    ],
    [
      'within the last chunk',
      'HTTP/1.1 200 OK\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n9\r\n123',
    ],
    ['within a chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n9\r\n123'],
  ])('reset: closed %s', async (_, bytes) => {
    const server = await raw((socket) => socket.end(bytes));
    const silence = await send(server.url);
    expect(silence?.kind).toBe('reset');
    expect(silence?.message).toMatch(/127\.0\.0\.1:\d+ closed the connection/);
  });

  it('reset: the connection is torn down', async () => {
    const server = await raw((socket) => socket.resetAndDestroy());
    expect((await send(server.url))?.kind).toBe('reset');
  });

  it('timeout: no response, and a response that drips for ever', async () => {
    const mute = await raw(() => undefined);
    const silence = await send(mute.url, 100);
    expect(silence?.kind).toBe('timeout');
    expect(silence?.message).toMatch(/within 100 ms.*--timeout/);
    const drip = await http((_, response) => {
      const timer = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(timer));
    });
    const begin = performance.now();
    expect((await send(drip, 200))?.kind).toBe('timeout');
    expect(performance.now() - begin).toBeLessThan(1000);
  });

  it('unsafe: a request that cannot be put on the wire', async () => {
    const server = await raw((socket) => socket.write(ok()));
    for (const call of [callTo('/a b'), callTo('/x', { headers: { bad: 'a\nb' } })]) {
      expect((await send(server.url, 1000, call))?.kind).toBe('unsafe');
    }
    expect(server.received).toEqual([]);
  });

  it('tls: https to a server of plain http, which is named as the remedy', async () => {
    const url = await http((_, response) => response.end());
    const silence = await send(new URL(`https://${url.host}`));
    expect(silence?.kind).toBe('tls');
    expect(silence?.message).toMatch(`use http://${url.host}`);
  });

  it('tls: https to a server that hangs up or sends malformed bytes', async () => {
    for (const bytes of ['', 'garbage garbage garbage']) {
      const server = await raw((socket) => socket.end(bytes));
      expect((await send(new URL(`https://${server.url.host}`)))?.kind).toBe('tls');
    }
  });

  it('tls: an untrusted certificate; http to a server of https gets no response', async () => {
    const port = await listen(createHttps(keyPair(), (_, response) => response.end()));
    const silence = await send(new URL(`https://127.0.0.1:${port}`));
    expect(silence?.kind).toBe('tls');
    expect(silence?.message).toMatch(/self-signed.*DEPTH_ZERO_SELF_SIGNED_CERT.*--ca/);
    expect((await send(new URL(`http://127.0.0.1:${port}`)))?.message).toMatch(/use https/);
  });

  it('the reason comes from the causes of an error, and any value may be an error', () => {
    const where = { url: new URL('http://h'), timeoutMs: 1, started: true };
    const cause = Object.assign(new Error('x'), { code: 'ENOTFOUND' });
    expect(silenceOf(new Error('outer', { cause }), where).kind).toBe('dns');
    expect(silenceOf('odd', where).kind).toBe('reset');
  });
});
