import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { https, pairOf, pem } from '../../test/certificates.ts';
import { forwardProxy } from '../../test/forward-proxy.ts';
import { callTo, clientFor, http, listen, raw } from '../../test/servers.ts';
import type { Exchange } from '../model/index.ts';
import { type Client, connect } from './client.ts';
import type { ClientOptions } from './client-options.ts';

const CREDENTIALS = `Basic ${Buffer.from('user:pass word').toString('base64')}`;

function through(
  baseUrl: URL,
  url: URL,
  more: Partial<ClientOptions> & { authorization?: string } = {},
): Client {
  const { authorization, ...options } = more;
  const client = connect({
    ...{ baseUrl, timeoutMs: 3000, awaitsStart: false },
    proxy: () => ({ url, from: 'HTTPS_PROXY', authorization }),
    ...options,
  });
  onTestFinished(() => client.close());
  return client;
}

const look = async (client: Client, path = '/x'): Promise<Exchange> => client.send(callTo(path));

/** A port of 127.0.0.1 where nothing listens. */
async function nowhere(): Promise<URL> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return new URL(`http://127.0.0.1:${port}`);
}

describe('through a proxy', () => {
  it('a target with TLS is reached in a tunnel, which keeps its connection', async () => {
    const target = await https(pairOf('server'), (request, response) => response.end(request.url));
    const proxy = await forwardProxy();
    const trust = { ca: pem('authority.pem') };
    const client = through(target, proxy.url, { trust, connections: 1 });
    const first = await look(client);
    const second = await look(client, '/y');
    expect([first.response?.text, second.response?.text]).toEqual(['/x', '/y']);
    expect(second.position).toBe(2);
    expect(proxy.seen).toEqual([`CONNECT ${target.host}`]);
    expect(client.notes()).toEqual([
      `the requests went through the proxy ${proxy.url.origin} (HTTPS_PROXY)`,
    ]);
  });

  it('a target without TLS is reached in a tunnel too: what is sent arrives byte for byte', async () => {
    const target = await raw((socket) =>
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'),
    );
    const proxy = await forwardProxy();
    const direct = clientFor(target.url, { timeoutMs: 3000 });
    const call = callTo('/a/%zz', { body: '{', headers: { 'transfer-encoding': 'chunked' } });
    await direct.send(call);
    const client = through(target.url, proxy.url, { authorization: CREDENTIALS });
    const { response } = await client.send(call);
    expect(response?.status).toBe(200);
    const [bare, sent] = target.received.filter((text) => text !== '');
    expect(sent).toBe(bare);
    expect(sent).not.toContain('proxy');
  });

  it('that opens no tunnel without TLS, requests have the whole URL', async () => {
    const target = await http((request, response) =>
      response.end(JSON.stringify([request.url, request.headers])),
    );
    const proxy = await forwardProxy({ connect: 403, credentials: 'user:pass word' });
    const client = through(target, proxy.url, { authorization: CREDENTIALS });
    const exchange = await look(client);
    const [path, headers] = JSON.parse(exchange.response?.text ?? '[]');
    expect(path).toBe('/x');
    expect(headers).toMatchObject({ host: target.host });
    await look(client, '/y');
    expect(proxy.seen).toEqual([
      `CONNECT ${target.host}`,
      `GET ${target.origin}/x`,
      `GET ${target.origin}/y`,
    ]);
    expect(new Set(proxy.credentials)).toEqual(new Set([CREDENTIALS]));
    expect(JSON.stringify(exchange.request)).not.toMatch(/proxy|Basic/);
    expect(client.notes()[0]).toMatch(/does not open a tunnel.*may have changed some/);
  });

  it('with TLS of its own, whose certificate is verified', async () => {
    const target = await https(pairOf('server'));
    const proxy = await forwardProxy({ tls: pairOf('server') });
    const trusting = through(target, proxy.url, { trust: { ca: pem('authority.pem') } });
    expect((await look(trusting)).response?.status).toBe(200);
    const { noResponse } = await look(through(target, proxy.url, { trust: { insecure: true } }));
    expect(noResponse).toMatchObject({ kind: 'proxy' });
    expect(noResponse?.message).toMatch(/connection to the proxy .* failed: .*--ca/);
  });

  it('a dedicated connection is one through the proxy', async () => {
    const target = await http((_, response) => response.end('{}'));
    const proxy = await forwardProxy();
    const client = through(target, proxy.url);
    await look(client);
    expect((await client.send(callTo('/z', { fresh: true }))).position).toBe(1);
    expect(proxy.seen.length).toBe(3);
  });
});

describe("trouble of the proxy is never the target's", () => {
  const message = async (client: Client): Promise<string> => {
    const { noResponse, response } = await look(client);
    expect(response).toBeUndefined();
    expect(noResponse?.kind).toBe('proxy');
    return noResponse?.message ?? '';
  };

  it.each(['https', 'http'])('407 for a target with %s: what it wants', async (scheme) => {
    const target = new URL(`${scheme}://127.0.0.1:9`);
    const proxy = await forwardProxy({ credentials: 'user:pass word' });
    expect(await message(through(target, proxy.url))).toMatch(
      /The proxy http:\S+ \(HTTPS_PROXY\) asks for a user and a password \(407\)\. Write them into the environment variable HTTPS_PROXY: http:/,
    );
    const authorization = 'Basic d3Jvbmc6d3Jvbmc=';
    expect(await message(through(target, proxy.url, { authorization }))).toMatch(
      /rejects the user and password \(407\)\. Correct them there/,
    );
    proxy.behave({ credentials: 'x:y', authenticate: 'Negotiate' });
    expect(await message(through(target, proxy.url))).toMatch(
      /requires Negotiate authentication \(407\).*only Basic/,
    );
  });

  it.each([
    [403, /does not connect to 127\.0\.0\.1:9 \(403\)\. Ask its operator.*NO_PROXY/],
    [502, /does not reach 127\.0\.0\.1:9 \(502\)\. Check the host and port of the target/],
    [503, /does not reach/],
    [504, /does not reach/],
  ])('%d to CONNECT', async (status, words) => {
    const proxy = await forwardProxy({ connect: status });
    expect(await message(through(new URL('https://127.0.0.1:9'), proxy.url))).toMatch(words);
  });

  it.each(['https', 'http'])('a proxy that takes no connections, for %s', async (scheme) => {
    const proxy = await nowhere();
    expect(await message(through(new URL(`${scheme}://127.0.0.1:9`), proxy))).toMatch(
      /^The proxy \S+ \(HTTPS_PROXY\) does not accept connections \(ECONNREFUSED\)\. .*--proxy none/,
    );
  });

  it('a port that is no proxy', async () => {
    const ssh = await raw((socket) => socket.end('SSH-2.0-OpenSSH_9\r\n'));
    const target = new URL('https://127.0.0.1:9');
    expect(await message(through(target, ssh.url))).toMatch(/not HTTP\/1\.1/);
    const mute = await raw(() => undefined);
    expect(await message(through(target, mute.url, { timeoutMs: 100 }))).toMatch(
      /did not open a connection to 127\.0\.0\.1:9 within 100 ms/,
    );
    const plain = await http((_, response) => response.end());
    const secure = new URL(`https://${plain.host}`);
    expect(await message(through(target, secure))).toMatch(/does not speak TLS .*http:\/\//);
  });

  it('marked responses and losses of a proxy that passes requests on', async () => {
    const target = await http((_, response) => response.end('{}'));
    const proxy = await forwardProxy({ connect: 405 });
    const client = through(target, proxy.url);
    expect((await look(client)).response?.status).toBe(200);
    proxy.behave({
      passOn: (response) =>
        response.writeHead(403, { 'x-squid-error': 'ERR_ACCESS_DENIED 0' }).end('denied'),
    });
    expect(await message(client)).toMatch(/does not connect to .* \(403\)/);
    proxy.behave({
      passOn: (response) =>
        response
          .writeHead(502, { 'proxy-status': 'proxy.example; error=connection_refused' })
          .end(),
    });
    expect(await message(client)).toMatch(/does not reach/);
    proxy.behave({ passOn: (response) => response.destroy() });
    expect(await message(client)).toMatch(/The proxy .* closed the connection before/);
    // What a target itself sends stays its own.
    proxy.behave({ passOn: (response) => response.writeHead(403).end('{}') });
    expect((await look(client)).response?.status).toBe(403);
  });

  it('a proxy that comes back is waited for', async () => {
    const target = await https(pairOf('server'));
    const proxy = await forwardProxy({ connect: 503 });
    const notices: string[] = [];
    const client = through(target, proxy.url, {
      trust: { ca: pem('authority.pem') },
      awaitsStart: true,
      onNotice: (text) => {
        notices.push(text);
        proxy.behave({});
      },
    });
    expect((await look(client)).response?.status).toBe(200);
    expect(notices[0]).toMatch(/^The proxy \S+ \(HTTPS_PROXY\) does not open a connection to 127/);
  });
});
