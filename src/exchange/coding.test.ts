import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { callTo, clientFor, http } from '../../test/servers.ts';
import type { HttpResponse } from '../model/index.ts';

const CONTENT = JSON.stringify({ error: 'für alle' });

/** The client's response for these bytes with this Content-Encoding. */
async function received(coding: string, bytes: Buffer): Promise<HttpResponse | undefined> {
  const headers = { 'content-type': 'application/json', 'content-encoding': coding };
  const url = await http((_, response) => {
    response.writeHead(404, headers);
    return response.end(bytes);
  });
  const client = clientFor(new URL(url), { timeoutMs: 1000, maxBodyBytes: 100 });
  return (await client.send(callTo('/x'))).response;
}

it.each([
  ['gzip', gzipSync(CONTENT)],
  ['deflate', deflateSync(CONTENT)],
  ['br', brotliCompressSync(CONTENT)],
  ['identity', Buffer.from(CONTENT)],
])(
  'the client reads a response that is encoded as %s, and counts its bytes on the wire',
  async (coding, sent) => {
    expect(await received(coding, sent)).toMatchObject({
      text: CONTENT,
      body: { error: 'für alle' },
      bytes: sent.length,
    });
  },
);

it('the client finds no JSON in a response that only claims to be gzip', async () => {
  const response = await received('gzip', Buffer.from(CONTENT));
  expect(response?.body).toBeUndefined();
  expect(response).toMatchObject({ text: CONTENT, miscoded: 'gzip' });
});

it('the client cuts a response that is small on the wire and large when it is decoded', async () => {
  const response = await received('gzip', gzipSync('x'.repeat(10_000)));
  expect(response).toMatchObject({ truncated: true, text: '' });
});
