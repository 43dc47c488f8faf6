import { once } from 'node:events';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { request } from 'undici';
import { describe, expect, it } from 'vitest';
import { type RunningRegistry, startRegistry } from './registry.ts';
import { REGISTRY_VARIANTS } from './registry-variants.ts';

const FACTORY = '/registry/allocation-instruction/v1/allocation-factory';
const path = (id = '', name = 'withdraw'): string =>
  `/registry/allocations/v1/${id}/choice-contexts/${name}`;

type Ask = (
  path: string,
  body: string,
  headers?: Record<string, string>,
) => Promise<{ status: number; type: string; text: string }>;

/** Runs with a registry that shows the variant. */
async function withVariant(
  id: string,
  look: (ask: Ask, registry: RunningRegistry, live: string) => Promise<void>,
): Promise<void> {
  const registry = await startRegistry({ variants: [id] });
  const ask: Ask = async (below, body, headers = {}) => {
    const reply = await request(registry.url + below, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
    const type = String(reply.headers['content-type']);
    return { status: reply.statusCode, type, text: await reply.body.text() };
  };
  try {
    await look(ask, registry, path(registry.fixtures.allocations[0]));
  } finally {
    await registry.close();
  }
}

/** What each variant shows. */
const shows: Record<string, Parameters<typeof withVariant>[1]> = {
  'extra-members': async (ask, _, live) => {
    const context = JSON.parse((await ask(live, '{}')).text);
    expect(context).toMatchObject({ registryVersion: '2.4.0' });
    expect(context.disclosedContracts[0].domainId).toBe(
      context.disclosedContracts[0].synchronizerId,
    );
    expect(JSON.parse((await ask(live, '[]')).text)).toMatchObject({ code: 'type' });
  },
  'two-nodes': async (ask, _, live) => {
    const texts = new Set<string>();
    for (let i = 0; i < 12; i++) texts.add((await ask(live, '{}')).text);
    expect(texts.size).toBe(2);
  },
  'debug-for-some': async (ask, { fixtures }, live) => {
    const [, second, third] = fixtures.allocations;
    expect((await ask(live, '{}')).text).toContain('debugPayload');
    expect((await ask(path(second), '{}')).text).not.toContain('debugPayload');
    expect((await ask(path(third), '{}')).text).toContain('"disclosedContracts":[]');
  },
  'odd-paths-refused-early': async (ask) => {
    expect(await ask(path('00%00'), '{}')).toMatchObject({ status: 400, type: 'text/html' });
    expect((await ask(path('00'), '{}')).status).toBe(404);
  },
  'line-numbers-in-errors': async (ask) => {
    expect((await ask(path('00'), '{}')).text).toContain('\\n  at line 1, column 7');
  },
  'tracing-member': async (ask, _, live) => {
    expect((await ask(live, '{}')).text).not.toBe((await ask(live, '{}')).text);
  },
  'empty-lists': async (ask, _, live) => {
    expect((await ask(live, '{}')).text).toBe(
      '{"choiceContextData":{"values":{}},"disclosedContracts":[]}',
    );
    expect((await ask(FACTORY, '{"choiceArguments":{}}')).text).toContain('createdEventBlob');
  },
  'no-debug': async (ask, _, live) => {
    expect((await ask(live, '{}')).text).not.toContain('debugPayload');
  },
  nulls: async (ask, _, live) => {
    expect((await ask(live, '{}')).text).toContain('"debugPackageName":null');
    expect((await ask(live, '{"excludeDebugFields":true}')).text).toContain('"debugPayload":null');
  },
  'meta-in-context': async (ask, _, live) => {
    const { text } = await ask(live, '{"meta":{"__proto__":"read-as-updated"}}');
    expect(text).toContain('"meta/__proto__":{"tag":"AV_Text","value":"read-as-updated"}');
  },
  'allocations-disclosed': async (ask, { fixtures }, live) => {
    const { text } = await ask(live, '{}');
    for (const id of fixtures.allocations) expect(text).toContain(`"contractId":"${id}"`);
    expect((await ask(live, '{"excludeDebugFields":true}')).text).not.toContain('"debugPayload"');
  },
  rotating: async (ask, _, live) => {
    const before = (await ask(live, '{}')).text;
    for (let i = 0; i < 148; i += 1) expect((await ask(live, '{}')).text).toBe(before);
    const after = (await ask(live, '{}')).text;
    expect(after).not.toBe(before);
    expect((await ask(live, '{}')).text).toBe(after);
  },
  unordered: async (ask, _, live) => {
    const [one, other] = [
      JSON.parse((await ask(live, '{}')).text),
      JSON.parse((await ask(live, '{}')).text),
    ];
    expect(one.disclosedContracts).not.toEqual(other.disclosedContracts);
    expect(one.choiceContextData).toEqual(other.choiceContextData);
    expect(
      new Set(one.disclosedContracts.map(({ contractId }: { contractId: string }) => contractId))
        .size,
    ).toBe(5);
  },
  'framework-text-errors': async (ask, _, live) => {
    expect(await ask(live, '{')).toMatchObject({ status: 400, type: 'text/plain; charset=UTF-8' });
    expect(await ask(path('00'), '{}')).toMatchObject({ status: 404, type: 'application/json' });
  },
  'quoting-errors': async (ask) => {
    expect(JSON.parse((await ask('/etc/passwd', '{}')).text).error).toContain('/etc/passwd');
  },
  'malformed-id-400': async (ask) => {
    expect((await ask(path('xyz'), '{}')).status).toBe(400);
    expect((await ask(path(`00${'ab'.repeat(68)}`), '{}')).status).toBe(404);
  },
  'lookup-first': async (ask, _, live) => {
    expect((await ask(path('00'), '{')).status).toBe(404);
    expect((await ask(live, '{')).status).toBe(400);
  },
  'refuses-undeclared': async (ask, { fixtures }) => {
    const arguments_ = (change: object): string =>
      JSON.stringify({ choiceArguments: { ...fixtures.choiceArguments[0], ...change } });
    expect((await ask(FACTORY, arguments_({}))).status).toBe(200);
    expect((await ask(FACTORY, arguments_({ inputHoldingCids: [] }))).status).toBe(404);
    expect((await ask(FACTORY, arguments_({ expectedAdmin: 'x' }))).status).toBe(400);
  },
  'refuses-nulls': async (ask, _, live) => {
    expect((await ask(live, '{"meta":null}')).status).toBe(400);
  },
  throttling: async (ask, _, live) => {
    const statuses: number[] = [];
    for (let i = 0; i < 26; i += 1) statuses.push((await ask(live, '{}')).status);
    expect(statuses.indexOf(429)).toBe(24);
    expect(statuses.at(-1)).toBe(200);
  },
  'needs-token': async (ask, _, live) => {
    expect((await ask(live, '{}')).status).toBe(401);
    expect((await ask(live, '{}', { authorization: 'Bearer test-token' })).status).toBe(200);
  },
  charset: async (ask, _, live) => {
    expect((await ask(live, '{}')).type).toBe('application/json; charset=utf-8');
  },
  'contexts-only-core': async (ask, { fixtures }) => {
    const [id] = fixtures.allocations;
    expect((await ask(path(id, 'cancel'), '{}')).status).toBe(404);
    expect((await ask(path(id, 'withdraw'), '{}')).status).toBe(200);
  },
  'under-prefix': async (ask, { url, fixtures }, live) => {
    expect((await ask(live, '{}')).status).toBe(200);
    const atRoot = new URL(path(fixtures.allocations[0]), url);
    const reply = await request(atRoot, { method: 'POST', body: '{}' });
    expect(reply.statusCode).toBe(404);
    await reply.body.dump();
  },
  'closes-without-saying': async (_ask, { url }, live) => {
    const asked = httpRequest(new URL(live, url), {
      agent: new Agent({ keepAlive: true }),
      headers: { 'content-type': 'application/json' },
      method: 'POST',
    });
    const closed = once(asked, 'socket').then(([socket]) => once(socket, 'close'));
    asked.end('{}');
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(200);
    expect(answer.headers.connection).toBe('keep-alive');
    answer.resume();
    await closed;
  },
  'json-parsed-first': async (ask, { url }, live) => {
    expect(await ask(live, '{')).toMatchObject({ status: 400 });
    expect(await ask('/no/such/path', '{')).toMatchObject({ status: 400 });
    expect(await ask('/no/such/path', '{}')).toMatchObject({ status: 404 });
    expect(url).not.toBe('');
  },
  'guarded-names': async (ask, _, live) => {
    const rejected = await ask(live, '{"meta":{"__proto__":"x"}}');
    expect(rejected).toMatchObject({ status: 400, type: 'text/html' });
    expect(await ask(live, '{"meta":{"note":"x"}}')).toMatchObject({ status: 200 });
  },
  'parser-limits': async (ask, _, live) => {
    expect(await ask(live, '{"more":1e400}')).toMatchObject({ status: 400, type: 'text/plain' });
    expect(await ask(live, '{"more":1e10}')).toMatchObject({ status: 200 });
  },
  'origins-rejected': async (ask, { url }, live) => {
    const preflight = await request(url + live, { method: 'OPTIONS' });
    expect([preflight.statusCode, await preflight.body.json()]).toEqual([
      403,
      { error: 'This origin is not allowed.' },
    ]);
    expect(await ask(live, '{}')).toMatchObject({ status: 200 });
  },
  slow: async (ask, _, live) => {
    const started = performance.now();
    await ask(live, '{}');
    expect(performance.now() - started).toBeGreaterThan(18);
  },
};

describe('conforming variants', () => {
  it('shows every variant of the table', () => {
    expect(Object.keys(shows).sort()).toEqual(REGISTRY_VARIANTS.map(({ id }) => id).sort());
  });

  it.each(Object.entries(shows))('%s', (id, look) => withVariant(id, look));
});
