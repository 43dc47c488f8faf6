/** Latency and limits of reference servers, seen by a client. */
import { expect, it } from 'vitest';
import { ledgerFor, registryFor } from '../../test/reference.ts';
import type { startRegistry } from './registry.ts';

type Options = Parameters<typeof startRegistry>[0];

async function registry(options: Options): Promise<string> {
  const server = await registryFor(options);
  return `${server.url}/registry/metadata/v1/info`;
}

it('a request above the limit gets 429, and is served when Retry-After is over', async () => {
  const url = await registry({ limit: { requests: 2, windowMs: 1000 } });
  const started = performance.now();
  const statuses = [(await fetch(url)).status, (await fetch(url)).status];
  const limited = await fetch(url);
  expect([...statuses, limited.status]).toEqual([200, 200, 429]);
  expect(limited.headers.get('retry-after')).toBe('1');
  expect(limited.headers.get('access-control-allow-origin')).toBe('*');
  expect(await limited.json()).toEqual({ error: expect.stringContaining('1 s') });
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect((await fetch(url)).status).toBe(200);
  expect(performance.now() - started).toBeGreaterThan(990);
});

it('a refused request does not count, and a preflight is never limited', async () => {
  const url = await registry({ limit: { requests: 1, windowMs: 3_600_000 } });
  expect((await fetch(url)).status).toBe(200);
  const { status, headers } = await fetch(url);
  expect([status, headers.get('retry-after')]).toEqual([429, '3600']);
  const preflight = { origin: 'https://wallet.example', 'access-control-request-method': 'GET' };
  expect((await fetch(url, { method: 'OPTIONS', headers: preflight })).ok).toBe(true);
});

it('a response comes after the latency, with requests side by side', async () => {
  const url = await registry({ latencyMs: 500 });
  const started = performance.now();
  const responses = await Promise.all([fetch(url), fetch(url), fetch(url)]);
  const tookMs = performance.now() - started;
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(tookMs).toBeGreaterThan(490);
  expect(tookMs).toBeLessThan(1400);
});

it('a ledger has both too', async () => {
  const { url } = await ledgerFor({
    latencyMs: 100,
    limit: { requests: 1, windowMs: 60_000 },
  });
  const started = performance.now();
  expect((await fetch(`${url}/v2/version`)).status).toBe(200);
  expect(performance.now() - started).toBeGreaterThan(95);
  expect((await fetch(`${url}/v2/version`)).status).toBe(429);
});
