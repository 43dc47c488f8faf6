/** Targets that are down for a while, that accept few connections, and that drop requests. */
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createRaw, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { callTo, clientFor, http, ok, raw } from '../../test/servers.ts';
import type { Exchange } from '../model/index.ts';

/** A server that can be stopped and started again at the same port. */
class Restarting {
  server: Server | undefined;
  readonly #sockets = new Set<Socket>();
  served = 0;
  #port = 0;

  async up(): Promise<URL> {
    const server = createServer((request, response) => {
      this.served++;
      if (request.url === '/crash') void this.down().then(() => this.up());
      else response.end('{}');
    });
    server.on('connection', (socket) => {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (server.address() as AddressInfo).port;
    this.server = server;
    return new URL(`http://127.0.0.1:${this.#port}`);
  }

  async down(): Promise<void> {
    const closed = new Promise((resolve) => this.server?.close(resolve));
    for (const socket of this.#sockets) socket.resetAndDestroy();
    await closed;
  }
}

async function restarting(): Promise<{ readonly server: Restarting; readonly url: URL }> {
  const server = new Restarting();
  const url = await server.up();
  onTestFinished(() => server.down());
  return { server, url };
}

const statuses = (exchanges: readonly Exchange[]): unknown[] =>
  exchanges.map(({ response, noResponse }) => response?.status ?? noResponse?.kind);

describe('a target that is down', () => {
  it('is waited for, and gets each request once', async () => {
    const { server, url } = await restarting();
    const notices: string[] = [];
    const client = clientFor(url, { onNotice: (text) => notices.push(text) });
    await client.send(callTo('/'));
    await server.down();
    setTimeout(() => server.up(), 700);
    const all = await Promise.all(Array.from({ length: 20 }, () => client.send(callTo('/'))));
    expect(statuses(all)).toEqual(all.map(() => 200));
    expect([server.served, client.requests()]).toEqual([21, 21]);
    expect(notices).toEqual([
      expect.stringMatching(/does not accept connections; waiting up to 10 s/),
    ]);
    expect(client.notes()).toEqual([
      expect.stringMatching(/did not accept connections once, [\d.]+ s/),
    ]);
  });

  it('is waited for at the start too, for a short time', async () => {
    const { server, url } = await restarting();
    await server.down();
    setTimeout(() => server.up(), 500);
    const client = clientFor(url);
    expect(statuses([await client.send(callTo('/'))])).toEqual([200]);
  });

  it('is given up once if it does not start, and noticed if it starts later', async () => {
    const { server, url } = await restarting();
    await server.down();
    const client = clientFor(url);
    const begin = performance.now();
    const first = await client.send(callTo('/'));
    const waited = performance.now() - begin;
    expect(waited).toBeGreaterThan(1500);
    expect(waited).toBeLessThan(3500);
    const second = await client.send(callTo('/'));
    expect(performance.now() - begin - waited).toBeLessThan(500);
    expect(statuses([first, second])).toEqual(['refused', 'refused']);
    expect(client.requests()).toBe(0);
    await server.up();
    expect(statuses([await client.send(callTo('/'))])).toEqual([200]);
  });

  it('is not waited for without awaitsStart, or after an interruption', async () => {
    const { server, url } = await restarting();
    await server.down();
    const begin = performance.now();
    await clientFor(url, { awaitsStart: false }).send(callTo('/'));
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 100);
    await clientFor(url, { signal: controller.signal }).send(callTo('/'));
    expect(performance.now() - begin).toBeLessThan(1200);
  });

  it('gets a change again only if the change never arrived', async () => {
    const { server, url } = await restarting();
    const client = clientFor(url);
    const call = callTo('/', { body: '{}' });
    const change = { ...call, operation: { ...call.operation, effect: 'reversible' as const } };
    await client.send(callTo('/'));
    await server.down();
    setTimeout(() => server.up(), 300);
    expect(statuses([await client.send({ ...change, fresh: true })])).toEqual([200]);
    const dropping = await raw((socket) => socket.destroy());
    expect(statuses([await clientFor(dropping.url).send(change)])).toEqual(['reset']);
    expect(dropping.received).toHaveLength(1);
  });
});

describe('a target that takes few connections', () => {
  it.each([1, 3])('gets one request at a time if it accepts %i', async (most) => {
    const server = createServer((_, response) => setTimeout(() => response.end('{}'), 2));
    server.maxConnections = most;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.close();
    });
    const client = clientFor(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
    const all = await Promise.all(Array.from({ length: 60 }, () => client.send(callTo('/'))));
    expect(statuses(all)).toEqual(all.map(() => 200));
    expect(client.notes()).toEqual([expect.stringMatching(/one request at a time/)]);
  });

  it('gets one request at a time if it lets the others wait', async () => {
    let serving: Socket | undefined;
    const waiting: Socket[] = [];
    const serve = (socket: Socket | undefined): void => {
      serving = socket;
      const next = (): void => serve(waiting.shift());
      if (socket?.destroyed) next();
      else
        socket
          ?.resume()
          .on('data', () => socket.write(ok()))
          .on('close', next);
    };
    const server = createRaw((socket) => {
      socket.on('error', () => undefined).pause();
      if (serving === undefined) serve(socket);
      else waiting.push(socket);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.close();
    });
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const client = clientFor(url, { timeoutMs: 1000 });
    const all = await Promise.all(Array.from({ length: 40 }, () => client.send(callTo('/'))));
    expect(statuses(all)).toEqual(all.map(() => 200));
  });
});

describe('a loss is not covered up', () => {
  it('of a request that is also dropped when it is sent alone', async () => {
    const url = await http((request, response) => {
      if (request.url === '/poison') request.socket.destroy();
      else response.end('{}');
    });
    const client = clientFor(url);
    const paths = Array.from({ length: 40 }, (_, i) => (i % 8 === 0 ? '/poison' : '/'));
    const all = await Promise.all(paths.map((path) => client.send(callTo(path))));
    expect(statuses(all)).toEqual(paths.map((path) => (path === '/' ? 200 : 'reset')));
    expect(client.notes()).toEqual([]);
  });

  it('of an occasional request: the request that was sent again is marked', async () => {
    let n = 0;
    const url = await http((request, response) => {
      if (++n % 30 === 0) request.socket.destroy();
      else response.setHeader('connection', 'close').end('{}');
    });
    const client = clientFor(url);
    const all = await Promise.all(Array.from({ length: 200 }, () => client.send(callTo('/'))));
    expect(all.filter(({ resent, noResponse }) => resent ?? noResponse).length).toBeGreaterThan(4);
    const alone = Array.from({ length: 60 }, () => client.send({ ...callTo('/'), fresh: true }));
    expect(statuses(await Promise.all(alone))).toContain('reset');
  });

  it('of a request that stops the target each time', async () => {
    const { server, url } = await restarting();
    const client = clientFor(url);
    await client.send(callTo('/'));
    const lost = await client.send(callTo('/crash'));
    expect(statuses([lost])).toEqual(['reset']);
    expect(server.served).toBeLessThan(6);
    expect(statuses([await client.send(callTo('/'))])).toEqual([200]);
  });
});

it('a target that does not come back is named as gone', async () => {
  const { server, url } = await restarting();
  const client = clientFor(url);
  await client.send(callTo('/'));
  await server.down();
  const { noResponse } = await client.send(callTo('/'));
  expect(noResponse?.kind).toBe('refused');
  expect(noResponse?.message).toMatch(/no longer accepts connections \(ECONNREFUSED\)\. Check/);
});
