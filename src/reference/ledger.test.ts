import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SendToLedger, senderOf } from '../../test/ledger-requests.ts';
import { isSince, NEWEST, VERSIONS } from './ledger/versions.ts';
import { type RunningLedger, startLedger } from './ledger.ts';

const NOTHING_THERE = ['Nothing is served at this path.'];

describe.each(VERSIONS)('the framework at %s', (version) => {
  let ledger: RunningLedger;
  let send: SendToLedger;
  beforeAll(async () => {
    ledger = await startLedger({ version, variants: ['deprecated-enabled'] });
    send = senderOf(ledger.url, version);
  });
  afterAll(() => ledger.close());

  it('responds to unknown paths with another body', async () => {
    const { status, body } = await send('GET /v2/nothing');
    const more = isSince(version, '3.5') ? { ledgerApiError: null } : {};
    expect([status, body]).toEqual([404, { errors: NOTHING_THERE, status: 404, ...more }]);
    expect(await send('GET /v2/updates/flats')).toMatchObject({ status: 404 });
    const newer = isSince(version, '3.5') ? 400 : 404;
    expect(await send('POST /v2/updates/get-updates-page', '{broken')).toMatchObject({
      status: newer,
    });
  });

  it('rejects a wrong method with plain text, and lists the methods of the path', async () => {
    for (const [call, allow] of [
      ['DELETE /v2/version', 'GET'],
      ['OPTIONS /v2/users', 'GET, POST'],
      ['POST /v2/parties/x', 'GET, PATCH'],
    ] as const) {
      const { status, body, headers } = await send(call);
      expect([status, body, headers.allow]).toEqual([405, 'Method Not Allowed', allow]);
      expect(headers['content-type']).toBe('text/plain; charset=UTF-8');
    }
  });

  it('ignores repeated slashes, and treats HEAD like GET', async () => {
    expect(await send('GET //v2//version/')).toMatchObject({ status: 200 });
    const { status, bytes, headers } = await send('HEAD /v2/version');
    expect([status, bytes.length, headers['content-type']]).toEqual([200, 0, 'application/json']);
  });

  it.each([
    ['POST /v2/users', '', /^Invalid value for: body/],
    ['POST /v2/users', undefined, /^Invalid value for: body/],
    ['POST /v2/users', '{"user":', /^Invalid value for: body/],
    ['POST /v2/users', '[]', /^Invalid value for: body/],
    ['POST /v2/users', { user: { id: 7 } }, /^Invalid value for: body .*'user\.id'/],
    [
      'POST /v2/users',
      { user: { id: 'a' }, rights: [{ kind: { Odd: {} } }] },
      /'rights\[0\]\.kind'/,
    ],
    ['GET /v2/package-vetting', undefined, /^Invalid value for: body/],
    ['GET /v2/users?pageSize=abc', undefined, /^Invalid value for: query parameter pageSize$/],
    ['GET /v2/users?pageSize=3000000000', undefined, /query parameter pageSize$/],
    ['GET /v2/users?pageSize=1&pageSize=2', undefined, /query parameter pageSize$/],
    ['POST /v2/dars?vetAllPackages=maybe', 'junk', /query parameter vetAllPackages$/],
    ['GET /v2/users/%E0%A4', undefined, /path parameter user-id$/],
  ])('rejects %s with body %j as plain text', async (call, body, pattern) => {
    const { status, headers, body: text } = await send(call, body);
    expect([status, headers['content-type']]).toEqual([400, 'text/plain; charset=UTF-8']);
    expect(text).toMatch(pattern);
  });

  it('accepts bodies of any content type, and unknown members and parameters', async () => {
    const headers = { 'content-type': 'text/csv' };
    const heard = await send('POST /v2/package-vetting/list?x=1', { odd: 1 }, { headers });
    expect(heard.status).toBe(200);
  });

  it('sends 406 before it executes the request', async () => {
    const json = { headers: { accept: 'application/json' } };
    const heard = await send('GET /v2/packages/0', undefined, json);
    expect([heard.status, heard.bytes.length]).toEqual([406, 0]);
    const text = { headers: { accept: 'text/html, text/*;q=0.5' } };
    expect(await send('GET /v2/version', undefined, text)).toMatchObject({ status: 406 });
    const some = { headers: { accept: 'text/html, */*;q=0.1' } };
    expect(await send('GET /v2/version', undefined, some)).toMatchObject({ status: 200 });
    const expected = isSince(version, '3.5') ? 406 : 200;
    expect(await send('GET /readyz', undefined, json)).toMatchObject({ status: expected });
  });

  it('has limits for bodies, targets and headers', async () => {
    const large = await send('POST /v2/users', Buffer.alloc(8 * 1024 * 1024 + 1, ' '));
    expect(large.status).toBe(413);
    expect(await send(`GET /v2/users?x=${'x'.repeat(2048)}`)).toMatchObject({ status: 414 });
    const headers = { 'x-long': 'x'.repeat(8193) };
    expect(await send('GET /v2/users', undefined, { headers })).toMatchObject({ status: 431 });
  });
});

describe('startLedger', () => {
  it('serves the same ids at each start', async () => {
    const heard: unknown[] = [];
    for (let start = 0; start < 2; start += 1) {
      const ledger = await startLedger();
      const send = senderOf(ledger.url, NEWEST);
      const calls = [
        'GET /v2/parties',
        'GET /v2/packages',
        'GET /v2/users',
        'GET /v2/state/ledger-end',
      ];
      heard.push(await Promise.all(calls.map(async (call) => (await send(call)).body)));
      await ledger.close();
    }
    expect(heard[0]).toEqual(heard[1]);
  });

  it('names the nearest fault and variant', async () => {
    await expect(startLedger({ faults: ['no-such'] })).rejects.toThrow("Unknown fault 'no-such'");
    await expect(startLedger({ variants: ['odd'] })).rejects.toThrow("Unknown variant 'odd'");
  });
});
