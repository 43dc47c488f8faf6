import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { describe, expect, it } from 'vitest';
import { rejectionVariants } from './registry/variants/rejections.ts';
import { responseVariants } from './registry/variants/responses.ts';
import { servingVariants } from './registry/variants/serving.ts';
import { type RunningRegistry, startRegistry } from './registry.ts';

const FACTORY = '/registry/allocation-instruction/v1/allocation-factory';
const path = (id = '', name = 'withdraw'): string =>
  `/registry/allocations/v1/${id}/choice-contexts/${name}`;

type Send = (
  path: string,
  body: string,
  headers?: Record<string, string>,
) => Promise<{ status: number; type: string; text: string }>;

/** Calls `check` with a registry that has the variant. */
async function withVariant(
  id: string,
  look: (send: Send, registry: RunningRegistry, live: string) => Promise<void>,
): Promise<void> {
  const registry = await startRegistry({ variants: [id] });
  const send: Send = async (below, body, headers = {}) => {
    const reply = await request(registry.url + below, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
    const type = String(reply.headers['content-type']);
    return { status: reply.statusCode, type, text: await reply.body.text() };
  };
  try {
    await look(send, registry, path(registry.fixtures.allocations[0]));
  } finally {
    await registry.close();
  }
}

/** The visible difference of each variant. */
const shows: Record<string, Parameters<typeof withVariant>[1]> = {
  'extra-members': async (send, _, live) => {
    const context = JSON.parse((await send(live, '{}')).text);
    expect(context).toMatchObject({ registryVersion: '2.4.0' });
    expect(context.disclosedContracts[0].domainId).toBe(
      context.disclosedContracts[0].synchronizerId,
    );
    expect(JSON.parse((await send(live, '[]')).text)).toMatchObject({ code: 'type' });
  },
  'two-nodes': async (send, _, live) => {
    const texts = new Set<string>();
    for (let i = 0; i < 12; i++) texts.add((await send(live, '{}')).text);
    expect(texts.size).toBe(2);
  },
  'debug-for-some': async (send, { fixtures }, live) => {
    const [, second, third] = fixtures.allocations;
    expect((await send(live, '{}')).text).toContain('debugPayload');
    expect((await send(path(second), '{}')).text).not.toContain('debugPayload');
    expect((await send(path(third), '{}')).text).toContain('"disclosedContracts":[]');
  },
  'odd-paths-rejected-early': async (send) => {
    expect(await send(path('00%00'), '{}')).toMatchObject({ status: 400, type: 'text/html' });
    expect((await send(path('00'), '{}')).status).toBe(404);
  },
  'path-parameters-rejected': async (send) => {
    expect(await send(path('00;v=1'), '{}')).toMatchObject({ status: 400, type: 'text/html' });
    expect((await send(path('00'), '{}')).status).toBe(404);
  },
  'line-numbers-in-errors': async (send) => {
    expect((await send(path('00'), '{}')).text).toContain('\\n  at line 1, column 7');
  },
  'tracing-member': async (send, _, live) => {
    expect((await send(live, '{}')).text).not.toBe((await send(live, '{}')).text);
  },
  'cache-member': async (send, _, live) => {
    const first = JSON.parse((await send(live, '{}')).text);
    const second = JSON.parse((await send(live, '{}')).text);
    expect([first.cached, second.cached]).toEqual([false, true]);
    expect(first.disclosedContracts[0]).not.toHaveProperty('debugPackageName');
    expect(second.disclosedContracts[0]).toHaveProperty('debugPackageName');
  },
  'opaque-blobs': async (send, _, live) => {
    const { disclosedContracts } = JSON.parse((await send(live, '{}')).text);
    const [{ contractId, createdEventBlob }] = disclosedContracts;
    const blob = Buffer.from(createdEventBlob, 'base64');
    expect(blob.includes(Buffer.from(contractId, 'hex'))).toBe(false);
  },
  'empty-lists': async (send, _, live) => {
    expect((await send(live, '{}')).text).toBe(
      '{"choiceContextData":{"values":{}},"disclosedContracts":[]}',
    );
    expect((await send(FACTORY, '{"choiceArguments":{}}')).text).toContain('createdEventBlob');
  },
  'no-debug': async (send, _, live) => {
    expect((await send(live, '{}')).text).not.toContain('debugPayload');
  },
  nulls: async (send, _, live) => {
    expect((await send(live, '{}')).text).toContain('"debugPackageName":null');
    expect((await send(live, '{"excludeDebugFields":true}')).text).toContain('"debugPayload":null');
  },
  'meta-in-context': async (send, _, live) => {
    const { text } = await send(live, '{"meta":{"__proto__":"read-as-updated"}}');
    expect(text).toContain('"meta/__proto__":{"tag":"AV_Text","value":"read-as-updated"}');
  },
  'allocations-disclosed': async (send, { fixtures }, live) => {
    const { text } = await send(live, '{}');
    for (const id of fixtures.allocations) expect(text).toContain(`"contractId":"${id}"`);
    expect((await send(live, '{"excludeDebugFields":true}')).text).not.toContain('"debugPayload"');
  },
  rotating: async (send, _, live) => {
    const before = (await send(live, '{}')).text;
    for (let i = 0; i < 148; i += 1) expect((await send(live, '{}')).text).toBe(before);
    const after = (await send(live, '{}')).text;
    expect(after).not.toBe(before);
    expect((await send(live, '{}')).text).toBe(after);
  },
  'cached-by-text': async (send, _, live) => {
    const before = (await send(live, '{}')).text;
    for (let i = 0; i < 150; i += 1) await send(live, '{}');
    expect((await send(live, '{}')).text).toBe(before);
    expect((await send(live, '{ }')).text).not.toBe(before);
  },
  'changed-once': async (send, _, live) => {
    const before = (await send(live, '{}')).text;
    const after = (await send(live, '{}')).text;
    expect(after).not.toBe(before);
    expect((await send(live, '{}')).text).toBe(after);
  },
  'length-required': async (send, { url }, live) => {
    const [headers, duplex] = [{ 'content-type': 'application/json' }, 'half'] as const;
    const body = new Blob(['{}']).stream();
    const chunked = await fetch(url + live, { method: 'POST', body, headers, duplex });
    expect(chunked.status).toBe(411);
    expect(await send(live, '{}')).toMatchObject({ status: 200 });
  },
  unordered: async (send, _, live) => {
    const [one, other] = [
      JSON.parse((await send(live, '{}')).text),
      JSON.parse((await send(live, '{}')).text),
    ];
    expect(one.disclosedContracts).not.toEqual(other.disclosedContracts);
    expect(one.choiceContextData).toEqual(other.choiceContextData);
    expect(
      new Set(one.disclosedContracts.map(({ contractId }: { contractId: string }) => contractId))
        .size,
    ).toBe(5);
  },
  'framework-text-errors': async (send, _, live) => {
    expect(await send(live, '{')).toMatchObject({ status: 400, type: 'text/plain; charset=UTF-8' });
    expect(await send(path('00'), '{}')).toMatchObject({ status: 404, type: 'application/json' });
  },
  'quoting-errors': async (send) => {
    expect(JSON.parse((await send('/etc/passwd', '{}')).text).error).toContain('/etc/passwd');
  },
  'malformed-id-400': async (send) => {
    expect((await send(path('xyz'), '{}')).status).toBe(400);
    expect((await send(path(`00${'ab'.repeat(68)}`), '{}')).status).toBe(404);
  },
  'lookup-first': async (send, _, live) => {
    expect((await send(path('00'), '{')).status).toBe(404);
    expect((await send(live, '{')).status).toBe(400);
  },
  'rejects-undeclared': async (send, { fixtures }) => {
    const arguments_ = (change: object): string =>
      JSON.stringify({ choiceArguments: { ...fixtures.choiceArguments[0], ...change } });
    expect((await send(FACTORY, arguments_({}))).status).toBe(200);
    expect((await send(FACTORY, arguments_({ inputHoldingCids: [] }))).status).toBe(404);
    expect((await send(FACTORY, arguments_({ expectedAdmin: 'x' }))).status).toBe(400);
  },
  'rejects-nulls': async (send, _, live) => {
    expect((await send(live, '{"meta":null}')).status).toBe(400);
  },
  throttling: async (send, _, live) => {
    const statuses: number[] = [];
    for (let i = 0; i < 26; i += 1) statuses.push((await send(live, '{}')).status);
    expect(statuses.indexOf(429)).toBe(24);
    expect(statuses.at(-1)).toBe(200);
  },
  'needs-token': async (send, _, live) => {
    expect((await send(live, '{}')).status).toBe(401);
    expect((await send(live, '{}', { authorization: 'Bearer test-token' })).status).toBe(200);
  },
  'foreign-ids-forbidden': async (send, _, live) => {
    const authorization = 'Bearer test-token';
    expect((await send(path('00'), '{}')).status).toBe(401);
    expect((await send(path('00'), '{}', { authorization })).status).toBe(403);
    expect((await send(live, '{}', { authorization })).status).toBe(200);
  },
  charset: async (send, _, live) => {
    expect((await send(live, '{}')).type).toBe('application/json; charset=utf-8');
  },
  'contexts-only-core': async (send, { fixtures }) => {
    const [id] = fixtures.allocations;
    expect((await send(path(id, 'cancel'), '{}')).status).toBe(404);
    expect((await send(path(id, 'withdraw'), '{}')).status).toBe(200);
  },
  'under-prefix': async (send, { url, fixtures }, live) => {
    expect((await send(live, '{}')).status).toBe(200);
    const atRoot = new URL(path(fixtures.allocations[0]), url);
    const reply = await request(atRoot, { method: 'POST', body: '{}' });
    expect(reply.statusCode).toBe(404);
    await reply.body.dump();
  },
  'closes-without-saying': async (_send, { url }, live) => {
    const sending = httpRequest(new URL(live, url), {
      agent: new Agent({ keepAlive: true }),
      headers: { 'content-type': 'application/json' },
      method: 'POST',
    });
    const closed = once(sending, 'socket').then(([socket]) => once(socket, 'close'));
    sending.end('{}');
    const [response] = (await once(sending, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(200);
    expect(response.headers.connection).toBe('keep-alive');
    response.resume();
    await closed;
  },
  'json-parsed-first': async (send, { url }, live) => {
    expect(await send(live, '{')).toMatchObject({ status: 400 });
    expect(await send('/no/such/path', '{')).toMatchObject({ status: 400 });
    expect(await send('/no/such/path', '{}')).toMatchObject({ status: 404 });
    expect(url).not.toBe('');
  },
  'guarded-names': async (send, _, live) => {
    const rejected = await send(live, '{"meta":{"__proto__":"x"}}');
    expect(rejected).toMatchObject({ status: 400, type: 'text/html' });
    expect(await send(live, '{"meta":{"note":"x"}}')).toMatchObject({ status: 200 });
  },
  'parser-limits': async (send, _, live) => {
    expect(await send(live, '{"more":1e400}')).toMatchObject({ status: 400, type: 'text/plain' });
    expect(await send(live, '{"meta":{"__proto__":"a"}}')).toMatchObject({ status: 400 });
    expect(await send(live, '{"more":1e10}')).toMatchObject({ status: 200 });
  },
  'origins-rejected': async (send, { url }, live) => {
    const preflight = await request(url + live, { method: 'OPTIONS' });
    expect([preflight.statusCode, await preflight.body.json()]).toEqual([
      403,
      { error: 'This origin is not allowed.' },
    ]);
    expect(await send(live, '{}')).toMatchObject({ status: 200 });
  },
  'bytes-replaced': async (_, { url }, live) => {
    const body = Buffer.from('{"note":"\xfc"}', 'latin1');
    const headers = { 'content-type': 'application/json' };
    const reply = await request(url + live, { method: 'POST', headers, body });
    expect(reply.statusCode).toBe(200);
    await reply.body.dump();
  },
  compresses: async (_, { url }, live) => {
    const headers = { 'content-type': 'application/json', 'accept-encoding': 'gzip, br' };
    const reply = await request(url + live, { method: 'POST', headers, body: '{}' });
    expect(reply.headers['content-encoding']).toBe('gzip');
    const plain = gunzipSync(Buffer.from(await reply.body.arrayBuffer()));
    expect(JSON.parse(plain.toString())).toHaveProperty('disclosedContracts');
  },
  'debug-in-errors-without-flag': async (send) => {
    expect((await send(path('00'), '{}')).text).toContain('debugReason');
    const flagged = await send(path('00'), '{"excludeDebugFields": true}');
    expect(flagged.text).not.toContain('debugReason');
  },
  'limited-paths': async (send, _, live) => {
    expect((await send(path('0'.repeat(400)), '{}')).status).toBe(414);
    expect((await send(live, '{}')).status).toBe(200);
  },
  'other-methods-not-implemented': async (_, { url }, live) => {
    const reply = await request(url + live, { method: 'GET' });
    expect(reply.statusCode).toBe(501);
    await reply.body.dump();
  },
  'other-methods-crash': async (_, { url }, live) => {
    for (const method of ['GET', 'OPTIONS'] as const) {
      const reply = await request(url + live, { method });
      expect(reply.statusCode).toBe(500);
      await reply.body.dump();
    }
  },
  'paths-not-implemented': async (_, { url }) => {
    const reply = await request(`${url}/registry/nothing`, { method: 'GET' });
    expect(reply.statusCode).toBe(501);
    await reply.body.dump();
  },
  'reassigned-meanwhile': async (send, _, live) => {
    const statuses: number[] = [];
    for (let i = 0; i < 10; i++) statuses.push((await send(live, '{}')).status);
    expect(statuses).toEqual([...Array<number>(8).fill(200), 409, 409]);
  },
  'router-rejects-encoded-slashes': async (send) => {
    expect((await send(path('00%2F00'), '{}')).text).toBe('{"detail":"Not Found"}');
  },
  slow: async (send, _, live) => {
    const started = performance.now();
    await send(live, '{}');
    expect(performance.now() - started).toBeGreaterThan(18);
  },
};

describe('conforming variants', () => {
  it('every variant of contexts and of serving has a check', () => {
    const variants = [...responseVariants, ...rejectionVariants, ...servingVariants];
    expect(Object.keys(shows).sort()).toEqual(variants.map(({ id }) => id).sort());
  });

  it.each(Object.entries(shows))('%s', (id, look) => withVariant(id, look));
});
