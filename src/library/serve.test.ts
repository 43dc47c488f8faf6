/** Reference servers that a program starts. */
import { expect, expectTypeOf, it, onTestFinished } from 'vitest';
import { InputError, type ServeOptions, serve } from '../index.ts';

const started = async <S extends 'registry' | 'ledger'>(options: ServeOptions<S>) => {
  const server = await serve(options);
  onTestFinished(server.close);
  return server;
};

it('two starts have the same fixtures, and respond with the same bytes', async () => {
  const [one, other] = [
    await started({ surface: 'registry' }),
    await started({ surface: 'registry' }),
  ];
  expectTypeOf(one.fixtures.allocations).toEqualTypeOf<readonly string[] | undefined>();
  expect(one.fixtures).toEqual(other.fixtures);
  const [id] = one.fixtures.allocations ?? [];
  const bodies = [one, other].map(async ({ url }) => {
    const path = `${url}/registry/allocations/v1/${id}/choice-contexts/withdraw`;
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(response.status).toBe(200);
    return response.text();
  });
  expect(await bodies[0]).toBe(await bodies[1]);
  Object.assign(one.fixtures.allocations ?? [], { length: 0 });
  expect(other.fixtures.allocations).toContain(id);
  const lists = [0, 1].map(async () => {
    const { url } = await started({ surface: 'ledger', version: '3.4' });
    const paths = ['parties', 'packages', 'users', 'state/ledger-end'];
    return Promise.all(paths.map(async (path) => (await fetch(`${url}/v2/${path}`)).text()));
  });
  expect(await lists[0]).toEqual(await lists[1]);
  expect((await lists[0])?.[0]).toMatch(/::1220/);
});

it('faults, latency, a limit and tokens are those of the command line', async () => {
  const faulty = await started({ surface: 'registry', faults: ['flag-ignored'], limit: '1/h' });
  expect((await fetch(`${faulty.url}/registry/metadata/v1/info`)).status).toBe(200);
  expect((await fetch(`${faulty.url}/registry/metadata/v1/info`)).status).toBe(429);
  expect(faulty.received()).toBe(2);
  const ledger = await started({ surface: 'ledger', auth: true });
  expect((await fetch(`${ledger.url}/v2/parties`)).status).toBe(401);
  const headers = { authorization: `Bearer ${ledger.tokens['auditor']}` };
  expect((await fetch(`${ledger.url}/v2/parties`, { headers })).status).toBe(200);
});

it('a closed server frees its port, and a port that is taken is named', async () => {
  const first = await serve({ surface: 'registry' });
  const port = Number(new URL(first.url).port);
  await expect(serve({ surface: 'registry', port })).rejects.toThrow(`port ${port}: cannot be`);
  await first.close();
  expect((await started({ surface: 'registry', port })).url).toBe(first.url);
});

it.each<[Partial<ServeOptions<'registry'>>, RegExp]>([
  [{ faults: ['flag-ignord'] }, /faults: flag-ignord: .* Did you mean flag-ignored\?/],
  [{ limit: '2 per second' }, /limit: "2 per second" is not a limit\. Write .* 2\/s/],
  [{ limit: '0/s' }, /limit: "0\/s" is not a limit/],
  [{ latencyMs: -1 }, /latencyMs: -1 is not a whole number/],
  [{ version: '3.4' }, /version: the registry has one contract/],
  [{ auth: true }, /auth: the registry needs no token/],
])('%j is rejected', async (options, message) => {
  const promise = serve({ surface: 'registry', ...options });
  await expect(promise).rejects.toThrow(message);
  await expect(promise).rejects.toThrow(InputError);
});
