import { expect, it, onTestFinished } from 'vitest';
import { entryOf } from '../../test/entry.ts';
import { callTo, http } from '../../test/servers.ts';
import { connect } from '../exchange/client.ts';
import { redactor } from '../exchange/redact.ts';
import { momentText } from '../model/index.ts';

it('an archive has each exchange as an entry at its own index, without secrets', async () => {
  const url = await http((request, response) => {
    if (request.url?.startsWith('/p/die')) return request.socket.destroy();
    response.writeHead(404, {
      'content-type': 'application/json; charset=utf-8',
      'set-cookie': 'id=canary',
      location: 'http://me:canary@host/x',
    });
    return response.end(JSON.stringify({ error: `no canary ${'é'.repeat(10)}` }));
  });
  const headers = { authorization: 'Bearer canary', 'x-registry-token': 'other' };
  const client = connect({
    baseUrl: new URL('/p', url),
    timeoutMs: 1000,
    headers,
    maxBodyBytes: 20,
  });
  onTestFinished(() => client.close());
  const call = callTo('/x?a=1&a=%20canary', {
    body: '{"t":"canary"}',
    headers: { 'content-type': 'application/json' },
  });
  const exchanges = [await client.send(call), await client.send(callTo('/die'))];

  const redact = redactor(['canary']);
  const shown = {
    urlOf: client.urlOf.bind(client),
    headersOf: client.headersOf.bind(client),
    operator: headers,
    redact,
  };
  const entries = exchanges.map((exchange, index) =>
    entryOf(exchange, `p${index}#s@0/0`, shown, redact(exchange.response?.text ?? '')),
  );
  const text = JSON.stringify(entries);
  expect(text).not.toMatch(/canary|other/);
  expect(JSON.parse(text)).toMatchObject([
    {
      startedDateTime: momentText(exchanges[0]?.startedAt ?? 0),
      time: exchanges[0]?.durationMs,
      request: {
        method: 'POST',
        url: `${url.origin}/p/x?a=1&a=%20%5Bredacted%5D`,
        _url: `${url.origin}/p/x?a=1&a=%20[redacted]`,
        httpVersion: 'HTTP/1.1',
        cookies: [],
        headers: expect.arrayContaining([
          { name: 'authorization', value: '[redacted]' },
          { name: 'x-registry-token', value: '[redacted]' },
          { name: 'content-type', value: 'application/json' },
        ]),
        queryString: [
          { name: 'a', value: '1' },
          { name: 'a', value: ' [redacted]' },
        ],
        postData: { mimeType: 'application/json', text: '{"t":"[redacted]"}' },
        headersSize: -1,
        bodySize: 14,
      },
      response: {
        status: 404,
        statusText: 'Not Found',
        headers: expect.arrayContaining([{ name: 'set-cookie', value: '[redacted]' }]),
        content: { size: 42, mimeType: 'application/json; charset=utf-8' },
        redirectURL: 'http://[redacted]@host/x',
        _truncated: true,
      },
      cache: {},
      timings: { send: 0, receive: 0 },
      _operation: 'test#op',
      _ref: 'p0#s@0/0',
      _probe: 'p0#s@0',
    },
    {
      request: { method: 'GET', bodySize: 0 },
      response: { status: 0 },
      _silence: { kind: 'reset' },
    },
  ]);
  expect(text).toContain('closed the connection');
});
