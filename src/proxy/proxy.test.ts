import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { expect, it, onTestFinished } from 'vitest';
import { forwardProxy } from '../../test/forward-proxy.ts';
import { keyPair } from '../../test/key-pair.ts';
import { http, listen, ok, raw } from '../../test/servers.ts';
import type { ProxyFor, Trust } from '../exchange/way.ts';
import { OWN_RESPONSE, type Passed } from './link.ts';
import { startProxy } from './proxy.ts';

interface Between {
  readonly url: URL;
  readonly passed: Passed[];
  readonly tunnels: number;
}

/** A proxy in front of a server until the running test is over. */
async function between(target: URL, trust: Trust = {}, forward?: ProxyFor): Promise<Between> {
  const passed: Passed[] = [];
  let tunnels = 0;
  const proxy = await startProxy({
    ...{ target, trust, host: '127.0.0.1', port: 0, proxy: forward },
    onPassed: (one) => passed.push(one),
    onTunnel: () => tunnels++,
  });
  onTestFinished(() => proxy.close());
  return {
    url: new URL(proxy.origin),
    passed,
    get tunnels() {
      return tunnels;
    },
  };
}

function socketTo({ port }: URL): Socket {
  const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  return socket;
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(5);
}

/** Sends these bytes, and returns the response up to the text `last`. */
async function responseTo(url: URL, bytes: string, last: string): Promise<string> {
  const socket = socketTo(url);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  socket.write(bytes, 'latin1');
  await until(() => text.endsWith(last) || socket.destroyed);
  return text;
}

/** A port on which no process listens. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const bodyOf = (copy: Passed['responseBody']): string => Buffer.concat(copy.chunks).toString();

it('the proxy passes every byte on, in both directions, except the Host field', async () => {
  const response =
    'HTTP/1.1 100 Go on\r\n\r\nHTTP/1.1 103 Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 299 Öddly  Fine\r\nX-B: 1\r\nset-COOKIE: a=1\r\nx-b: 2\r\nSet-Cookie: b=2\r\nTransfer-Encoding: chunked\r\nTrailer: X-T\r\n\r\n3;ext="1"\r\nabc\r\n0\r\nX-T: end\r\n\r\n';
  const server = await raw((socket, chunk) => {
    if (chunk.endsWith('last\r\n\r\n')) socket.write(response, 'latin1');
  });
  const proxy = await between(server.url);
  const sent = (host: string): string =>
    `POST //a/../b%2f?x=1&x=%zz HTTP/1.1\r\nx-Odd: 1\r\nHOST: ${host}\r\nX-oDD: 2\r\nExpect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nüber\r\n0\r\nX-Sum: last\r\n\r\n`;
  expect(await responseTo(proxy.url, sent(proxy.url.host), 'X-T: end\r\n\r\n')).toBe(response);
  expect(server.received).toEqual([sent(server.url.host)]);
  await until(() => proxy.passed.length > 0);
  const [one] = proxy.passed;
  expect(one?.request).toMatchObject({
    method: 'POST',
    target: '//a/../b%2f?x=1&x=%zz',
    headers: { 'x-odd': '1, 2', expect: '100-continue' },
  });
  expect(one && Buffer.concat(one.requestBody.chunks).toString('latin1')).toBe('über');
  expect(one?.response?.status).toBe(299);
  expect(one && bodyOf(one.responseBody)).toBe('abc');
});

it('a client with its own connections keeps them, one for one', async () => {
  const connections = new Set<Socket>();
  const server = await http((incoming, response) => {
    connections.add(incoming.socket);
    incoming.resume().on('end', () => response.end('{"a":1}'));
  });
  const proxy = await between(server);
  const dispatcher = new Agent({ connections: 1 });
  onTestFinished(() => dispatcher.close());
  const get = async (): Promise<unknown> =>
    (await request(proxy.url, { dispatcher, method: 'POST', body: '{}' })).body.json();
  for (let i = 0; i < 5; i++) expect(await get()).toEqual({ a: 1 });
  expect(connections.size).toBe(1);
  await until(() => proxy.passed.length === 5);
  expect(proxy.passed.every(({ response }) => response?.status === 200)).toBe(true);
});

it('requests in a pipeline get their own responses', async () => {
  const server = await raw((socket, chunk) => {
    for (const [, name = ''] of chunk.matchAll(/GET \/(\w)/g)) socket.write(ok(name));
  });
  const proxy = await between(server.url);
  const all = ['a', 'b', 'c'].map((name) => `GET /${name} HTTP/1.1\r\nHost: x\r\n\r\n`).join('');
  await responseTo(proxy.url, all, 'c');
  await until(() => proxy.passed.length === 3);
  expect(proxy.passed.map((one) => `${one.request.target} ${bodyOf(one.responseBody)}`)).toEqual([
    '/a a',
    '/b b',
    '/c c',
  ]);
});

it('a long body passes completely, as fast as it is read, and only its beginning is kept', async () => {
  const length = 48 * 2 ** 20;
  const chunk = randomBytes(2 ** 20);
  const digest = createHash('sha256');
  const server = await http((incoming, response) => {
    incoming.on('data', (bytes: Buffer) => digest.update(bytes));
    incoming.on('end', () => {
      response.writeHead(200, { 'content-length': length });
      Readable.from(parts()).pipe(response);
    });
  });
  function* parts(): Generator<Buffer> {
    for (let at = 0; at < length; at += chunk.length) yield chunk;
  }
  const proxy = await between(server);
  const { body } = await request(proxy.url, { method: 'PUT', body: Readable.from(parts()) });
  // The reader is slow: the proxy must not collect the unread bytes.
  const before = process.memoryUsage().arrayBuffers;
  await sleep(300);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(length / 2);
  const back = createHash('sha256');
  for await (const bytes of body) back.update(bytes);
  const expected = createHash('sha256');
  for (const part of parts()) expected.update(part);
  const whole = expected.digest('hex');
  expect([digest.digest('hex'), back.digest('hex')]).toEqual([whole, whole]);
  await until(() => proxy.passed.length === 1);
  for (const copy of [proxy.passed[0]?.requestBody, proxy.passed[0]?.responseBody]) {
    expect(copy?.cut).toBe(true);
    expect(Buffer.concat(copy?.chunks ?? [])).toHaveLength(2 ** 16);
  }
});

it('a closed connection of a client is closed at the server too, and is not blamed', async () => {
  let gone = false;
  const server = await http((_, response) => {
    response.write('{');
    response.on('close', () => {
      gone = true;
    });
  });
  const proxy = await between(server);
  const socket = socketTo(proxy.url);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'data');
  socket.destroy();
  await until(() => gone && proxy.passed.length === 1);
  expect(proxy.passed[0]).toMatchObject({ noResponse: { kind: 'interrupted' } });
  expect(proxy.passed[0]).not.toHaveProperty('response');
});

it('a response that breaks off breaks off for the client too', async () => {
  const server = await raw((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc', () =>
      socket.resetAndDestroy(),
    );
  });
  const proxy = await between(server.url);
  const { body } = await request(proxy.url);
  await expect(body.text()).rejects.toThrow();
  await until(() => proxy.passed.length === 1);
  expect(proxy.passed[0]).toMatchObject({ noResponse: { kind: 'reset' } });
});

it('a client without a server gets a 502 that names the proxy, and the server is not blamed for it', async () => {
  const port = await freePort();
  const inner = await between(new URL(`http://127.0.0.1:${port}`));
  const outer = await between(inner.url);
  const { statusCode, headers, body } = await request(outer.url, { method: 'POST', body: '{}' });
  expect([statusCode, headers[OWN_RESPONSE.toLowerCase()]]).toEqual([502, 'no-server']);
  expect(await body.text()).toMatch(
    /^assay proxy: Nothing at 127\.0\.0\.1:\d+ accepts connections \(ECONNREFUSED\)/,
  );
  await until(() => inner.passed.length === 1 && outer.passed.length === 1);
  expect(inner.passed[0]).toMatchObject({ noResponse: { kind: 'refused' } });
});

it('WebSockets and other protocols pass unread', async () => {
  const server = await raw((socket, chunk) => {
    if (chunk.startsWith('GET')) {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n');
    } else socket.write(`echo ${chunk}`);
  });
  const proxy = await between(server.url);
  const socket = socketTo(proxy.url);
  socket.write('GET /v2/updates HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n\r\n');
  await once(socket, 'data');
  socket.write('\x01\x00 frame');
  const [frame] = (await once(socket, 'data')) as [Buffer];
  expect(frame.toString()).toBe('echo \x01\x00 frame');
  expect([proxy.passed.length, proxy.tunnels]).toEqual([0, 1]);
});

it('requests in flight at the end are recorded as interrupted', async () => {
  const server = await raw(() => undefined);
  const passed: Passed[] = [];
  const proxy = await startProxy({
    ...{ target: server.url, host: '127.0.0.1', port: 0 },
    onPassed: (one) => passed.push(one),
  });
  socketTo(new URL(proxy.origin)).write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await until(() => server.received.length === 1 && server.received[0] !== '');
  await proxy.close();
  expect(passed).toMatchObject([{ noResponse: { kind: 'interrupted' } }]);
});

it('a server with TLS is reached if its certificate is accepted, and gets its own host name', async () => {
  const pair = keyPair();
  const hosts: (string | undefined)[] = [];
  const server = createHttps(pair, (incoming, response) => {
    hosts.push(incoming.headers.host);
    response.end('{}');
  });
  const target = new URL(`https://127.0.0.1:${await listen(server)}`);
  const trusted = await between(target, { ca: `${pair.cert}` });
  const careless = await between(target, { insecure: true });
  const strict = await between(target);
  const statuses = [trusted, careless, strict].map(async ({ url }) => {
    const { statusCode, body } = await request(url);
    return [statusCode, await body.text()];
  });
  expect(await Promise.all(statuses)).toEqual([
    [200, '{}'],
    [200, '{}'],
    [
      502,
      expect.stringMatching(/^assay proxy: The certificate of 127\.0\.0\.1:\d+ is self-signed /),
    ],
  ]);
  expect(hosts).toEqual([target.host, target.host]);
  await until(() => strict.passed.length === 1);
  expect(strict.passed[0]).toMatchObject({ noResponse: { kind: 'tls' } });
});

it('passes requests to a name below localhost, which needs no resolver', async () => {
  const target = await http((request, response) => response.end(request.headers.host));
  target.hostname = 'scan.localhost';
  const { url } = await between(target);
  const text = await responseTo(url, 'GET / HTTP/1.1\r\nhost: x\r\n\r\n', target.host);
  expect(text).toMatch(/^HTTP\/1\.1 200 /);
});

it.each(['http', 'https'])('a %s server is reached through a forward proxy', async (scheme) => {
  const pair = keyPair();
  const target =
    scheme === 'http'
      ? await http((_, response) => response.end('{}'))
      : new URL(`https://127.0.0.1:${await listen(createHttps(pair, (_, to) => to.end('{}')))}`);
  const { url: way, seen } = await forwardProxy();
  const proxy = await between(target, { ca: String(pair.cert) }, () => ({ url: way, from: 'x' }));
  const answer = await responseTo(proxy.url, 'GET / HTTP/1.1\r\nhost: x\r\n\r\n', '{}');
  expect(answer).toMatch(/^HTTP\/1\.1 200/);
  expect(seen).toEqual([`CONNECT ${target.host}`]);
});

it('a forward proxy that opens no tunnel is named to the client', async () => {
  const { url: way } = await forwardProxy({ connect: 403 });
  const target = new URL('http://127.0.0.1:9');
  const proxy = await between(target, {}, () => ({ url: way, from: 'HTTP_PROXY' }));
  const answer = await responseTo(proxy.url, 'GET / HTTP/1.1\r\nhost: x\r\n\r\n', '\n');
  expect(answer).toMatch(/^HTTP\/1\.1 502/);
  await until(() => proxy.passed.length > 0);
  expect(proxy.passed[0]?.noResponse).toMatchObject({ kind: 'proxy' });
  expect(proxy.passed[0]?.noResponse?.message).toMatch(/HTTP_PROXY.*does not connect.*\(403\)/);
});
