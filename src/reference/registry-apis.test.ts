/** What the factories of the conforming registry do with arguments that no requirement sends. */
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningRegistry, startRegistry } from './registry.ts';

let registry: RunningRegistry;
beforeAll(async () => {
  registry = await startRegistry();
});
afterAll(() => registry.close());

async function send(path: string, method: string, body?: unknown) {
  const reply = await request(registry.url + path, {
    method: method as 'POST',
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await reply.body.text();
  const value = text === '' ? undefined : JSON.parse(text);
  return { status: reply.statusCode, headers: reply.headers, value };
}
const post = (path: string, body: unknown) => send(path, 'POST', body);

const context = (place: string, id: string | undefined, choice: string) =>
  post(`/registry/${place}/${id}/choice-contexts/${choice}`, {});

const disclosedIds = (document: { disclosedContracts: { contractId: string }[] }): string[] =>
  document.disclosedContracts.map(({ contractId }) => contractId);

type Arguments = Record<string, unknown>;
const TRANSFER_V1 = '/registry/transfer-instruction/v1/transfer-factory';
const TRANSFER_V2 = '/registry/transfer-instruction/v2/transfer-factory';
const SETTLEMENT = '/registry/allocation/v2/settlement-factory';

describe('factories', () => {
  const v2 = (): Arguments => structuredClone(registry.fixtures.transferArgumentsV2[0] ?? {});
  const kindOf = async (change: object): Promise<unknown> => {
    const given = v2();
    const reply = await post(TRANSFER_V2, {
      choiceArguments: { ...given, transfer: { ...(given['transfer'] as object), ...change } },
    });
    return reply.value.transferKind ?? reply.status;
  };

  it('rejects accounts without an owner, and looks at owners only', async () => {
    const mint = { owner: null, provider: null, id: 'cip-112/mint' };
    expect(await kindOf({ sender: mint })).toBe(400);
    expect(await kindOf({ receiver: mint })).toBe(400);
    const { sender } = v2()['transfer'] as { sender: object };
    expect(await kindOf({ receiver: { ...sender, id: 'savings' } })).toBe('self');
  });

  it('rejects the admin of another registry', async () => {
    const [given = {}] = registry.fixtures.transferArguments;
    const choiceArguments = { ...given, expectedAdmin: 'other::1220' };
    expect((await post(TRANSFER_V1, { choiceArguments })).status).toBe(400);
  });

  it('discloses the holdings that the allocations of a settlement lock, and skips unknown ones', async () => {
    const [given = {}] = registry.fixtures.settlementArguments;
    const settle = async (allocations: object[]): Promise<string[]> => {
      const reply = await post(SETTLEMENT, { choiceArguments: { ...given, allocations } });
      return disclosedIds(reply.value.choiceContext);
    };
    const all = given['allocations'] as { allocationCid: string }[];
    const none = await settle([]);
    const both = await settle([...all, { allocationCid: `00${'ab'.repeat(68)}` }]);
    const withdrawn = await context('allocations/v2', all[0]?.allocationCid, 'withdraw');
    expect(both).toHaveLength(none.length + 2);
    expect(both).toContain(disclosedIds(withdrawn.value)[0]);
  });
});
