import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { callTo, clientFor, http, ok, raw } from '../../test/servers.ts';
import { NoBody } from '../model/index.ts';
import { VERSION } from './version.ts';

describe('what goes over the wire', () => {
  it('keeps each byte of an encoded path, below the path of the base URL', async () => {
    const server = await raw((socket) => socket.write(ok()));
    const path = '/A/../b/./%2e%2E/%2f%C3%a9/::x/a%00%0a;p=1,\'()!*~[]{}|\\^`"<>//c/?q=%20+&&=#f';
    for (const base of ['/api/x', '/api/x/', '', '/']) {
      const client = clientFor(new URL(base, server.url));
      const call = callTo(path);
      await client.send(call);
      const prefix = base.startsWith('/api') ? '/api/x' : '';
      expect(server.received.at(-1)?.split('\r\n')[0]).toBe(`GET ${prefix}${path} HTTP/1.1`);
      expect(client.urlOf(call)).toBe(server.url.origin + prefix + path);
    }
  });

  it('sends its own headers, the operator’s and the call’s, each name once', async () => {
    const server = await raw((socket) => socket.write(ok()));
    const client = clientFor(server.url, {
      headers: { Accept: 'text/plain', 'X-Who': 'operator' },
    });
    const call = callTo('/h', {
      body: '{"a":1}',
      headers: { 'x-who': 'call', 'Content-Type': 'a/b' },
    });
    await client.send(call);
    expect(server.received[0]?.toLowerCase().split('\r\n').slice(1).sort()).toEqual(
      [
        `host: ${server.url.host}`,
        'connection: keep-alive',
        'accept: text/plain',
        `user-agent: assay/${VERSION}`,
        'x-who: call',
        'content-type: a/b',
        'content-length: 7',
        '',
        '{"a":1}',
      ].sort(),
    );
    expect(client.headersOf(call)['x-who']).toBe('call');
    expect(VERSION).toBe(manifest.version);
  });

  it('sends a body in two chunks if the call says so', async () => {
    const server = await raw((socket, chunk) => chunk.endsWith('0\r\n\r\n') && socket.write(ok()));
    const headers = { 'transfer-encoding': 'chunked' };
    await clientFor(server.url).send(callTo('/c', { method: 'POST', body: '{"a":"é"}', headers }));
    const whole = server.received.join('');
    expect(whole).toMatch(
      /transfer-encoding: chunked\r\n\r\n5\r\n.{5}\r\n5\r\n.{5}\r\n0\r\n\r\n$/i,
    );
    expect(whole).not.toMatch(/content-length/i);
  });

  it('sends a GET with a body, and gives a body no content-type of its own', async () => {
    const server = await raw((socket) => socket.write(ok()));
    await clientFor(server.url).send(callTo('/g', { method: 'GET', body: 'é' }));
    expect(server.received[0]).toMatch(/^GET \/g HTTP\/1\.1\r\n/);
    expect(server.received[0]).toMatch(/content-length: 2\r\n\r\n\u00c3\u00a9$/);
    expect(server.received[0]).not.toMatch(/content-type/i);
  });

  it('never sends userinfo of the base URL', async () => {
    const server = await raw((socket) => socket.write(ok()));
    const client = clientFor(new URL(`http://user:pass@${server.url.host}/p`));
    await client.send(callTo('/x'));
    expect(client.urlOf(callTo('/x'))).toBe(`${server.url.origin}/p/x`);
    expect(server.received[0]).not.toMatch(/user:|pass|authorization/i);
  });
});

describe('responses', () => {
  it('gives lower-case header names, repeated headers joined, media type, JSON body parsed once', async () => {
    const url = await http((_, response) => {
      response.writeHead(
        201,
        [
          ['Content-Type', 'Application/JSON ; charset=utf-8'],
          ['X-Two', 'a'],
          ['X-Two', 'b'],
        ].flat(),
      );
      response.end('{"a":["é"]}');
    });
    const { response, noResponse, startedAt, durationMs } = await clientFor(url).send(callTo('/'));
    expect(noResponse).toBeUndefined();
    expect(response).toMatchObject({
      status: 201,
      mediaType: 'application/json',
      bytes: 12,
      truncated: false,
    });
    expect(response?.headers['x-two']).toBe('a, b');
    expect(response?.body).toEqual({ a: ['é'] });
    expect(response?.body).toBe(response?.body);
    expect(Math.abs(Date.now() - startedAt)).toBeLessThan(2000);
    expect(durationMs).toBeGreaterThan(0);
  });

  it('gives undefined for a body that is not JSON, null for the JSON text null', async () => {
    const url = await http((request, response) =>
      response.end(request.url === '/n' ? 'null' : 'nul'),
    );
    const client = clientFor(url);
    expect((await client.send(callTo('/n'))).response?.body).toBeNull();
    expect((await client.send(callTo('/x'))).response).toMatchObject({
      body: undefined,
      mediaType: '',
    });
  });

  it('cuts a long body at a character and reads no more of it', async () => {
    const url = await http((_, response) => {
      for (let i = 0; i < 100; i++) response.write('é'.repeat(1000));
      response.end();
    });
    const { response } = await clientFor(url, { maxBodyBytes: 1001 }).send(callTo('/'));
    expect(response).toMatchObject({ truncated: true, text: 'é'.repeat(500) });
    expect(response?.bytes).toBeLessThan(200_000);
    const whole = await clientFor(url, { maxBodyBytes: 200_000 }).send(callTo('/'));
    expect(whole.response).toMatchObject({ truncated: false, text: 'é'.repeat(100_000) });
  });

  it('marks bodies that are not UTF-8, except raw bytes', async () => {
    const bodies: Record<string, [string, Buffer]> = {
      '/latin1': ['application/json', Buffer.from('{"a":"é"}', 'latin1')],
      '/utf8': ['application/json', Buffer.from('{"a":"é\ufffd"}')],
      '/raw': ['application/octet-stream', Buffer.from([0xff, 0xfe])],
    };
    const url = await http((request, response) => {
      const [type, bytes] = bodies[request.url ?? ''] ?? ['', ''];
      response.setHeader('content-type', type).end(bytes);
    });
    const client = clientFor(url);
    const flags = Object.keys(bodies).map(async (path) => {
      // Twice, because the client does not decode equal bytes again.
      await client.send(callTo(path));
      return (await client.send(callTo(path))).response?.misencoded;
    });
    expect(await Promise.all(flags)).toEqual([true, undefined, undefined]);
  });

  it('returns no body if it keeps only a part of it', async () => {
    const url = await http((_, response) => response.end('{"a":"aaaaaaaaaaaa"}'));
    const { response } = await clientFor(url, { maxBodyBytes: 10 }).send(callTo('/'));
    expect(() => response?.body).toThrow(NoBody);
  });

  it('does not follow a redirect', async () => {
    let requests = 0;
    const url = await http((_, response) => {
      requests++;
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    const { response } = await clientFor(url).send(callTo('/'));
    expect(response).toMatchObject({ status: 307, headers: { location: '/elsewhere' } });
    expect(requests).toBe(1);
  });

  it('skips 1xx responses', async () => {
    const server = await raw((socket) =>
      socket.write(`HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n${ok('[1]')}`),
    );
    const { response } = await clientFor(server.url).send(callTo('/'));
    expect(response).toMatchObject({ status: 200, text: '[1]' });
  });
});

describe('limits', () => {
  it('starts requests in order and no faster than the rate', async () => {
    const paths: string[] = [];
    const url = await http((request, response) => {
      paths.push(request.url ?? '');
      response.end();
    });
    const client = clientFor(url, { ratePerSecond: 40 });
    const begin = performance.now();
    await Promise.all(Array.from({ length: 9 }, (_, i) => client.send(callTo(`/${i}`))));
    expect(paths).toEqual(Array.from({ length: 9 }, (_, i) => `/${i}`));
    // A slow machine only lengthens it.
    expect(performance.now() - begin).toBeGreaterThan(8 * 25 - 5);
  });

  it('stops at the budget', async () => {
    let seen = 0;
    const url = await http((_, response) => {
      seen++;
      response.end();
    });
    const client = clientFor(url, { limit: () => ({ requests: 3, option: '--max-requests' }) });
    const all = await Promise.all(Array.from({ length: 5 }, () => client.send(callTo('/'))));
    expect(all.map(({ noResponse }) => noResponse?.kind)).toEqual([
      undefined,
      undefined,
      undefined,
      'budget',
      'budget',
    ]);
    expect(all[4]?.noResponse?.message).toMatch(/3 requests.*--max-requests/);
    expect([seen, client.requests()]).toEqual([3, 3]);
  });

  it('interrupts requests in flight, waiting requests and later ones', async () => {
    const controller = new AbortController();
    const url = await http(() => controller.abort());
    const client = clientFor(url, { signal: controller.signal, ratePerSecond: 0.1 });
    const both = await Promise.all([client.send(callTo('/')), client.send(callTo('/'))]);
    const later = await client.send(callTo('/'));
    expect([...both, later].map(({ noResponse }) => noResponse?.kind)).toEqual([
      'interrupted',
      'interrupted',
      'interrupted',
    ]);
    expect(client.requests()).toBe(1);
  });

  it('never has more connections open than allowed', async () => {
    let open_ = 0;
    let most = 0;
    const url = await http((_, response) => {
      most = Math.max(most, ++open_);
      setTimeout(() => {
        open_--;
        response.end();
      }, 10);
    });
    const client = clientFor(url, { connections: 3 });
    await Promise.all(Array.from({ length: 20 }, () => client.send(callTo('/'))));
    expect(most).toBe(3);
  });

  it('sends nothing that the gate blocks', async () => {
    let seen = 0;
    const url = await http((_, response) => {
      seen++;
      response.end();
    });
    const client = clientFor(url, {
      gate: ({ operation }) => (operation.key === 'test#op' ? 'it writes' : undefined),
    });
    const { noResponse, response } = await client.send(callTo('/'));
    expect(noResponse).toEqual({ kind: 'unsafe', message: 'it writes' });
    expect([response, seen, client.requests()]).toEqual([undefined, 0, 0]);
  });
});

describe('the timeout', () => {
  it('is longer by the time that the target asks the client to wait', async () => {
    const url = await http((_, response) => setTimeout(() => response.end(), 300));
    const client = clientFor(url, { timeoutMs: 150 });
    const waited = await client.send({ ...callTo('/'), waitsMs: 1000 });
    const plain = await client.send(callTo('/'));
    expect(waited.response?.status).toBe(200);
    expect(plain.noResponse?.kind).toBe('timeout');
  });
});
