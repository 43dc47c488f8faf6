import { createServer as createTls } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { keyPair } from '../../test/key-pair.ts';
import { callTo, clientFor, http, listen, ok, raw } from '../../test/servers.ts';
import { retryAfter, waitBefore } from '../availability/throttle.ts';
import type { HttpResponse } from '../model/index.ts';
import { ReceivedResponse } from './response.ts';

describe('a target that requests a later retry', () => {
  it.each([
    [429, '', {}],
    [503, '', {}],
    [504, '', {}],
    [409, 'later', {}],
  ])('%i is sent again after a wait', async (status, body) => {
    const at: number[] = [];
    const url = await http((_, response) => {
      at.push(performance.now());
      response.writeHead(at.length === 1 ? status : 200).end(at.length === 1 ? body : 'yes');
    });
    const client = clientFor(url, { isContention: ({ text }) => text === 'later' });
    expect((await client.send(callTo('/'))).response?.text).toBe('yes');
    expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThanOrEqual(245);
    expect(client.requests()).toBe(2);
  });

  it('accepts another 409 as a response', async () => {
    const url = await http((_, response) => response.writeHead(409).end('never'));
    const isContention = ({ text }: HttpResponse): boolean => text === 'later';
    expect((await clientFor(url, { isContention }).send(callTo('/'))).response?.status).toBe(409);
  });

  it('gives up after four retries and judges nothing', async () => {
    let seen = 0;
    const url = await http((_, response) => {
      seen++;
      response.writeHead(503, { 'retry-after': '0' }).end();
    });
    const exchange = await clientFor(url).send(callTo('/'));
    expect(exchange.noResponse?.kind).toBe('throttled');
    expect(exchange.noResponse?.message).toMatch(
      /127\.0\.0\.1:\d+ responded with 503 .*5 attempts/,
    );
    expect('response' in exchange).toBe(false);
    expect(seen).toBe(5);
  });

  it('retries within the budget only', async () => {
    const url = await http((_, response) => response.writeHead(429, { 'retry-after': '0' }).end());
    const client = clientFor(url, { limit: () => ({ requests: 2, option: '--max-requests' }) });
    const { noResponse } = await client.send(callTo('/'));
    expect(noResponse?.kind).toBe('throttled');
    expect(noResponse?.message).toMatch(
      / to each of 2 attempts of .* The request limit allows no /,
    );
    expect(client.requests()).toBe(2);
  });

  it('waits as long as Retry-After, and stops at an interruption', async () => {
    const controller = new AbortController();
    const url = await http((_, response) => {
      setTimeout(() => controller.abort(), 50);
      response.writeHead(429, { 'retry-after': '9' }).end();
    });
    const begin = performance.now();
    const { noResponse } = await clientFor(url, { signal: controller.signal }).send(callTo('/'));
    expect(noResponse?.kind).toBe('interrupted');
    expect(performance.now() - begin).toBeLessThan(1000);
  });

  it('reads seconds and dates in Retry-After, and doubles the wait without it', () => {
    const now = Date.parse('2030-01-01T00:00:00Z');
    expect(retryAfter('3', now)).toBe(3000);
    expect(retryAfter('Tue, 01 Jan 2030 00:00:02 GMT', now)).toBe(2000);
    expect(retryAfter('Mon, 31 Dec 2029 23:00:00 GMT', now)).toBe(0);
    expect(retryAfter('soon', now)).toBeUndefined();
    expect(retryAfter('-1', now)).toBeUndefined();
    expect(waitBefore(0, new ReceivedResponse(429, { 'retry-after': '30' }, ''), 0)).toBe(30_000);
    // The date of the server counts, not the local clock.
    const date = 'Sat, 01 Jan 2000 00:00:00 GMT';
    const dated = { date, 'retry-after': 'Sat, 01 Jan 2000 00:00:05 GMT' };
    expect(waitBefore(0, new ReceivedResponse(429, dated, ''), 0)).toBe(5000);
    const plain = new ReceivedResponse(429, {}, '');
    for (const retry of [0, 1, 2, 3]) {
      const wait = waitBefore(retry, plain, 7);
      expect(wait).toBeGreaterThanOrEqual(250 * 2 ** retry);
      expect(wait).toBeLessThan(250 * 2 ** retry * 1.25);
      expect(waitBefore(retry, plain, 7)).toBe(wait);
      expect(waitBefore(retry, plain, 8)).not.toBe(wait);
    }
  });
});

describe('a connection that closes as the next request is sent', () => {
  it.each(['close', 'reset'])('is not held against the target (%s)', async (how) => {
    let onFirst = 0;
    const server = await raw((socket, _, connection) => {
      if (connection !== 0 || ++onFirst === 1) socket.write(ok(`${connection}`));
      else if (how === 'close') socket.end();
      else socket.resetAndDestroy();
    });
    const client = clientFor(server.url, { connections: 1 });
    expect((await client.send(callTo('/a'))).response?.text).toBe('0');
    expect((await client.send(callTo('/b'))).response?.text).toBe('1');
    expect(server.received[0]).toMatch(/GET \/b/);
    expect(server.received[1]).toMatch(/^GET \/b/);
    expect(client.requests()).toBe(3);
  });

  it('counts as reset when it happens again on the new connection', async () => {
    const server = await raw((socket, text) =>
      text.includes('/die') ? socket.destroy() : socket.write(ok()),
    );
    const client = clientFor(server.url, { connections: 1 });
    await client.send(callTo('/live'));
    expect((await client.send(callTo('/die'))).noResponse?.kind).toBe('reset');
    expect(client.requests()).toBe(3);
  });

  it('is not sent again when the response had begun', async () => {
    let seen = 0;
    const server = await raw((socket) => {
      if (++seen === 1) socket.write(ok());
      else socket.end('HTTP/1.1 200 O');
    });
    const client = clientFor(server.url, { connections: 1 });
    await client.send(callTo('/a'));
    expect((await client.send(callTo('/b'))).noResponse?.kind).toBe('reset');
    expect(seen).toBe(2);
  });

  it('is not sent again when the connection was new', async () => {
    const server = await raw((socket) => socket.end());
    const client = clientFor(server.url);
    expect((await client.send(callTo('/'))).noResponse?.kind).toBe('reset');
    expect(client.requests()).toBe(1);
  });

  it('is distinguished over TLS too', async () => {
    const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    onTestFinished(() => {
      if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
      else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before;
    });
    let seen = 0;
    const port = await listen(
      createTls(keyPair(), (socket) => {
        socket.on('error', () => undefined);
        socket.on('data', () => (++seen === 2 ? socket.destroy() : socket.write(ok(`${seen}`))));
      }),
    );
    const client = clientFor(new URL(`https://127.0.0.1:${port}`), { connections: 1 });
    expect((await client.send(callTo('/a'))).response?.text).toBe('1');
    expect((await client.send(callTo('/b'))).response?.text).toBe('3');
  });
});
