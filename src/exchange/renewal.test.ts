import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registryContracts } from '../../suites/registry/contracts.ts';
import { call } from '../plan/call.ts';
import { type Client, connect } from './client.ts';
import { type Credential, type Renewal, renewing } from './renewal.ts';

const [operation] = registryContracts().flatMap(({ operations }) => operations);
if (operation === undefined) throw new Error('the contract has no operation');
const request = call(operation, { path: { allocationId: '00' }, json: {} });

describe('a credential that runs out', () => {
  let seen: (string | undefined)[] = [];
  const server = createServer(({ headers }, response) => {
    seen.push(headers.authorization);
    response.end('{}');
  });
  beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)));
  afterAll(() => server.close());

  function clientWith(renewal: Renewal, secrets: string[]): Client {
    seen = [];
    return connect({
      baseUrl: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
      timeoutMs: 5000,
      headers: { authorization: 'Bearer first' },
      secrets,
      renewed: renewing(renewal, secrets).renewed,
    });
  }

  it('is replaced once for all requests, before it expires, and the new one is a secret too', async () => {
    const secrets = ['first'];
    let fetched = 0;
    const next = async (): Promise<Credential> => {
      fetched++;
      await pause(20);
      return { headers: { authorization: 'Bearer second' }, secrets: ['second'] };
    };
    const client = clientWith({ lastsMs: 250, next }, secrets);
    await client.send(request);
    await pause(220);
    await Promise.all([client.send(request), client.send(request), client.send(request)]);
    await client.close();
    expect(seen).toEqual(['Bearer first', ...Array(3).fill('Bearer second')]);
    expect(fetched).toBe(1);
    expect(secrets).toEqual(['first', 'second']);
  });

  it('is kept if no new one can be fetched', async () => {
    const next = (): Promise<Credential> => Promise.reject(new Error('no server'));
    const client = clientWith({ lastsMs: 0, next }, []);
    await client.send(request);
    await client.close();
    expect(seen).toEqual(['Bearer first']);
  });
});
