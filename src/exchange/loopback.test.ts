import { createServer } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { expect, it } from 'vitest';
import { keyPair } from '../../test/key-pair.ts';
import { callTo, http, listen } from '../../test/servers.ts';
import { connect } from './client.ts';
import { isLoopback } from './loopback.ts';
import { restarted } from './restart.ts';

/** A server that responds with the Host field, under a name that no resolver knows. */
const named = async (name = 'scan.localhost'): Promise<URL> => {
  const url = await http((request, response) => response.end(request.headers.host));
  url.hostname = name;
  return url;
};

const textAt = async (url: URL): Promise<string | undefined> => {
  const client = connect({ baseUrl: url, timeoutMs: 2000, trust: { insecure: true } });
  const { response, noResponse } = await client.send(callTo('/'));
  await client.close();
  return response?.text ?? noResponse?.message;
};

it.each(['scan.localhost', 'a.b-c.localhost', 'localhost', 'scan.localhost.'])(
  '%s is this machine, and stays the name of the host',
  async (name) => {
    const url = await named(name);
    expect(await textAt(url)).toBe(url.host);
  },
);

it('no server at such a name is a refused connection, and not an unknown name', async () => {
  expect(await textAt(new URL('http://scan.localhost:9'))).toMatch(
    /accepts connections \(ECONNREF/,
  );
  expect(await textAt(new URL('http://scan.localhost.invalid'))).toMatch(/cannot be resolved/);
});

it('TLS names the host as it was given', async () => {
  const port = await listen(
    createServer(keyPair(), (request, response) =>
      response.end((request.socket as TLSSocket & { servername: string }).servername),
    ),
  );
  expect(await textAt(new URL(`https://scan.localhost:${port}`))).toBe('scan.localhost');
});

it('the return of a server with such a name is noticed', async () => {
  let requests = 0;
  const url = await http((_, response) => {
    requests++;
    response.writeHead(requests === 1 ? 503 : 200).end();
  });
  url.hostname = 'scan.localhost';
  await restarted({ url, signal: AbortSignal.timeout(20_000) });
  expect(requests).toBe(2);
});

it.each([
  ['localhost', true],
  ['LOCALHOST', true],
  ['localhost.', true],
  ['scan.localhost', true],
  ['127.0.0.1', true],
  ['127.1.2.3', true],
  ['[::1]', true],
  ['::1', true],
  ['localhost.example', false],
  ['notlocalhost', false],
  ['127.0.0.1.example', false],
  ['127.example', false],
  ['0.0.0.0', false],
  ['::', false],
  ['128.0.0.1', false],
])('%s: loopback is %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});
