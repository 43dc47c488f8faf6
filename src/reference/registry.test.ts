import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningRegistry, startRegistry } from './registry.ts';

let registry: RunningRegistry;
beforeAll(async () => {
  registry = await startRegistry();
});
afterAll(() => registry.close());

const JSON_TYPE = { 'content-type': 'application/json' };
const FACTORY = '/registry/allocation-instruction/v1/allocation-factory';
const withdraw = (id: string): string => `/registry/allocations/v1/${id}/choice-contexts/withdraw`;
const live = (): string => withdraw(registry.fixtures.allocations[0] ?? '');

async function send(
  path: string,
  body?: string,
  { method = 'POST', headers = JSON_TYPE as Record<string, string> } = {},
) {
  const reply = await request(registry.url + path, {
    method: method as 'POST',
    headers,
    ...(body === undefined ? {} : { body }),
  });
  const text = await reply.body.text();
  return { status: reply.statusCode, headers: reply.headers, text };
}

describe('valid requests', () => {
  it.each(['withdraw', 'execute-transfer', 'cancel'])(
    'responds with %s for every allocation',
    async (name) => {
      for (const id of registry.fixtures.allocations) {
        const path = withdraw(id).replace('withdraw', name);
        const { status, headers, text } = await send(path, '{}');
        expect([status, headers['content-type']]).toEqual([200, 'application/json']);
        const context = JSON.parse(text);
        const disclosed = context.disclosedContracts.map(
          (one: { contractId: string }) => one.contractId,
        );
        const referred = text.match(/(?<="AV_ContractId","value":")[0-9a-f]{138}/g) ?? [];
        expect(referred).toHaveLength(4);
        expect(disclosed).toEqual(expect.arrayContaining(referred));
      }
    },
  );

  it('discloses contracts in the forms that ledgers use', async () => {
    const { text } = await send(live(), '{}');
    for (const one of JSON.parse(text).disclosedContracts) {
      expect(one.contractId).toMatch(/^00[0-9a-f]{64}ca101220[0-9a-f]{64}$/);
      expect(one.templateId).toMatch(/^[0-9a-f]{64}:[A-Za-z.]+:[A-Za-z]+$/);
      expect(one.synchronizerId).toMatch(/^global-domain::1220[0-9a-f]{64}$/);
      const blob = Buffer.from(one.createdEventBlob, 'base64');
      expect(blob.toString('base64')).toBe(one.createdEventBlob);
      expect(blob.includes(Buffer.from(one.contractId, 'hex'))).toBe(true);
      expect(Date.parse(one.debugCreatedAt)).not.toBeNaN();
      expect(one.debugPayload.debugSettings.verbose).toBe(false);
    }
  });

  it('returns the factory for the declared arguments and discloses it', async () => {
    const [choiceArguments] = registry.fixtures.choiceArguments;
    const { status, text } = await send(FACTORY, JSON.stringify({ choiceArguments }));
    const { factoryId, choiceContext } = JSON.parse(text);
    expect(status).toBe(200);
    expect(choiceContext.disclosedContracts[0].contractId).toBe(factoryId);
  });

  it('leaves out its own debug members under the flag and nothing else', async () => {
    const full = JSON.parse((await send(live(), '{"excludeDebugFields":false}')).text);
    const lean = JSON.parse((await send(live(), '{"excludeDebugFields":true}')).text);
    expect(lean.choiceContextData).toEqual(full.choiceContextData);
    expect(lean.choiceContextData.values['debug-level']).toBeDefined();
    expect(JSON.stringify(full.disclosedContracts)).toContain('debugCreatedAt');
    expect(JSON.stringify(lean.disclosedContracts)).not.toContain('debug');
  });

  it.each([
    ['unknown members', '{"later":[1]}'],
    ['null for absent members', '{"meta":null,"excludeDebugFields":null}'],
    [
      'any key in meta',
      '{"meta":{"":"","__proto__":"x","constructor":"\\ud800","a/b":"é\\u0000"}}',
    ],
    ['white space', ' \n{ "meta" : { } }\r\n'],
  ])('accepts %s', async (_, body) => {
    expect((await send(live(), body)).status).toBe(200);
  });

  it('accepts parameters and capitals in the media type, and an id with escapes', async () => {
    const headers = { 'content-type': 'Application/JSON; charset=utf-8' };
    expect((await send(live(), '{}', { headers })).status).toBe(200);
    const [id = ''] = registry.fixtures.allocations;
    expect((await send(withdraw(`%30${id.slice(1)}`), '{}')).status).toBe(200);
  });

  it('responds to a preflight', async () => {
    const { status, headers } = await send(live(), undefined, { method: 'OPTIONS', headers: {} });
    expect([status, headers['access-control-allow-origin']]).toEqual([204, '*']);
  });
});

describe('rejections', () => {
  const twice = (id: string): string => id.replace('0', '%2530');
  it.each<[string, number, () => ReturnType<typeof send>]>([
    ['malformed JSON', 400, () => send(live(), '{"meta":')],
    ['a missing body', 400, () => send(live())],
    ['an array', 400, () => send(live(), '[]')],
    ['null', 400, () => send(live(), 'null')],
    ['meta of another type', 400, () => send(live(), '{"meta":[]}')],
    ['a number in meta', 400, () => send(live(), '{"meta":{"a":1}}')],
    ['a flag of another type', 400, () => send(live(), '{"excludeDebugFields":"true"}')],
    ['no choiceArguments', 400, () => send(FACTORY, '{}')],
    ['choiceArguments of another type', 400, () => send(FACTORY, '{"choiceArguments":[]}')],
    ['an unknown path', 404, () => send('/registry/allocations/v1', '{}')],
    ['an unknown id', 404, () => send(withdraw(`00${'ab'.repeat(68)}`), '{}')],
    ['a malformed id', 404, () => send(withdraw('%E0%A4'), '{}')],
    ['an id that is encoded twice', 404, () => send(twice(live()), '{}')],
    [
      'an id in capitals',
      404,
      () =>
        send(
          live()
            .replace(/[a-f]{2}/, (two) => two.toUpperCase())
            .replace('/REgistry', '/registry'),
          '{}',
        ),
    ],
    ['another method', 405, () => send(live(), undefined, { method: 'GET' })],
    ['a reassignment', 409, () => send(withdraw(registry.fixtures.reassigning[0] ?? ''), '{}')],
    ['a large body', 413, () => send(live(), JSON.stringify({ a: 'x'.repeat(1_000_001) }))],
    [
      'another media type',
      415,
      () => send(live(), '{}', { headers: { 'content-type': 'text/plain' } }),
    ],
  ])('rejects %s with %i and an ErrorResponse', async (_, expected, sending) => {
    const { status, headers, text } = await sending();
    expect([status, headers['content-type']]).toEqual([expected, 'application/json']);
    expect(JSON.parse(text)).toEqual({ error: expect.stringMatching(/./) });
  });

  it('separates an unknown path from an unknown id, and names the method that it serves', async () => {
    const path = await send('/registry/unknown', '{}');
    const id = await send(withdraw('00'), '{}');
    expect(path.text).not.toBe(id.text);
    const put = await send(live(), '{}', { method: 'PUT' });
    expect(put.headers['allow']).toBe('POST, OPTIONS');
  });
});

it('serves the same contracts on every start, and each server its own copy of the fixtures', async () => {
  const other = await startRegistry();
  try {
    expect(other.fixtures).toEqual(registry.fixtures);
    other.fixtures.allocations.length = 0;
    expect(registry.fixtures.allocations).toHaveLength(3);
  } finally {
    await other.close();
  }
});

it('names the nearest id when a fault or a variant is unknown', async () => {
  await expect(startRegistry({ faults: ['flag-ignord'] })).rejects.toThrow("'flag-ignored'");
  await expect(startRegistry({ variants: ['charsett'] })).rejects.toThrow("'charset'");
});
