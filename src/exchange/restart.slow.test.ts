import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createRaw } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { https, pairOf, pem } from '../../test/certificates.ts';
import { forwardProxy } from '../../test/forward-proxy.ts';
import { http, listen, raw } from '../../test/servers.ts';
import { type RestartOptions, restarted } from './restart.ts';

vi.setConfig({ testTimeout: 30_000 });

interface Watched {
  readonly back: Promise<void>;
  readonly events: string[];
}

function watching(url: URL, more: Partial<RestartOptions> = {}): Watched {
  const events: string[] = [];
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const back = restarted({
    url,
    signal: stop.signal,
    onDown: () => events.push('down'),
    onBlind: () => events.push('blind'),
    ...more,
  }).then(() => void events.push('back'));
  back.catch(() => undefined);
  return { back, events };
}

const portOf = ({ port }: URL): number => Number(port);

describe('a server that is there', () => {
  it('gets one request, and its restart is noticed', async () => {
    const requests: string[] = [];
    const options = { keepAliveTimeout: 60_000 };
    const start = () =>
      createServer(options, ({ method, url, headers }, response) => {
        requests.push(`${method} ${url} ${'authorization' in headers}`);
        response.writeHead(401).end();
      });
    const first = start();
    const url = new URL(`http://127.0.0.1:${await listen(first)}/base`);
    const { back, events } = watching(url);
    await vi.waitUntil(() => requests.length > 0);
    await sleep(1500);
    expect([requests, events]).toEqual([['GET /base false'], []]);
    first.close();
    first.closeAllConnections();
    await vi.waitUntil(() => events.length > 0, 5000);
    expect(events).toEqual(['down']);
    const second = start();
    // A process that another test starts meanwhile may hold the port for a moment.
    await vi.waitFor(async () => {
      second.listen(portOf(url), '127.0.0.1');
      await once(second, 'listening');
    });
    onTestFinished(() => {
      second.closeAllConnections();
      second.close();
    });
    await back;
    expect(events).toEqual(['down', 'back']);
    expect(requests).toHaveLength(2);
  });

  it('gets a few requests if it keeps no connection', async () => {
    const { url, received } = await raw((socket) => {
      socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
    });
    const { events } = watching(url);
    await vi.waitUntil(() => events.length > 0, 10_000);
    await sleep(1500);
    expect(events).toEqual(['blind']);
    expect(received).toHaveLength(3);
  });
});

it('a proxy without its server is down', async () => {
  let status = 503;
  const server = createServer((_, response) => response.writeHead(status).end());
  const { back, events } = watching(new URL(`http://127.0.0.1:${await listen(server)}`));
  await vi.waitUntil(() => events.includes('down'));
  status = 404;
  await back;
  expect(events).toEqual(['down', 'back']);
});

it('a server that is down is looked for once a second at most', async () => {
  const server = createRaw((socket) => socket.destroy());
  let looks = 0;
  server.on('connection', () => looks++);
  const from = performance.now();
  watching(new URL(`http://127.0.0.1:${await listen(server)}`));
  await sleep(2500);
  expect(looks).toBeGreaterThan(0);
  expect(looks).toBeLessThanOrEqual(1 + (performance.now() - from) / 1000);
});

it('the wait for a server ends when it gets a signal', async () => {
  const stop = new AbortController();
  const server = createServer((_, response) => response.end());
  const url = new URL(`http://127.0.0.1:${await listen(server)}`);
  const back = restarted({ url, signal: stop.signal });
  setTimeout(() => stop.abort(), 300);
  await expect(back).rejects.toThrow();
});

describe('behind a forward proxy', () => {
  it.each<[string, number | undefined]>([
    ['in a tunnel', undefined],
    ['as requests with the whole URL', 403],
  ])('the restart of a server is noticed, %s', async (_, connect) => {
    let requests = 0;
    const target = await http((__, response) => {
      requests++;
      response.writeHead(requests === 1 ? 503 : 200).end();
    });
    const { url, seen } = await forwardProxy(connect === undefined ? {} : { connect });
    const { back, events } = watching(target, { proxy: () => ({ url, from: 'HTTP_PROXY' }) });
    await back;
    expect([requests, events]).toEqual([2, ['down', 'back']]);
    const own = connect === undefined ? `CONNECT ${target.host}` : `GET ${target.href}`;
    expect(seen.at(-1)).toBe(own);
  });

  it('and behind TLS', async () => {
    let requests = 0;
    const target = await https(pairOf('server'), (_, response) => {
      requests++;
      response.writeHead(requests === 1 ? 503 : 200).end();
    });
    const { url } = await forwardProxy();
    const trust = { ca: pem('authority.pem') };
    const { back } = watching(target, { trust, proxy: () => ({ url, from: 'HTTP_PROXY' }) });
    await back;
    expect(requests).toBe(2);
  });
});
