/** Every operation of the seven APIs at the conforming registry. */
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Instrument } from './registry/instruments.ts';
import { type RunningRegistry, startRegistry } from './registry.ts';

let registry: RunningRegistry;
beforeAll(async () => {
  registry = await startRegistry();
});
afterAll(() => registry.close());

const METADATA = '/registry/metadata/v1';

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
const get = (path: string) => send(METADATA + path, 'GET');

const context = (place: string, id: string | undefined, choice: string) =>
  post(`/registry/${place}/${id}/choice-contexts/${choice}`, {});

/** The paths of the contexts of each fixture, and their choices. */
const PLACES: readonly [
  fixture: keyof RunningRegistry['fixtures'],
  place: string,
  choices: readonly string[],
  moving: keyof RunningRegistry['fixtures'],
][] = [
  ['allocations', 'allocations/v1', ['withdraw', 'execute-transfer', 'cancel'], 'reassigning'],
  ['allocationsV2', 'allocations/v2', ['withdraw', 'cancel'], 'reassigningAllocationsV2'],
  [
    'transferInstructions',
    'transfer-instruction/v1',
    ['accept', 'reject', 'withdraw'],
    'reassigningTransferInstructions',
  ],
  [
    'transferInstructionsV2',
    'transfer-instruction/v2',
    ['accept', 'reject', 'withdraw'],
    'reassigningTransferInstructionsV2',
  ],
  [
    'allocationInstructionsV2',
    'allocation-instruction/v2',
    ['accept', 'withdraw'],
    'reassigningAllocationInstructionsV2',
  ],
];

const disclosedIds = (document: { disclosedContracts: { contractId: string }[] }): string[] =>
  document.disclosedContracts.map(({ contractId }) => contractId);

describe.each(PLACES)('the contexts of %s at %s', (fixture, place, choices, moving) => {
  it('respond to every live contract, for every choice', async () => {
    const ids = registry.fixtures[fixture] as string[];
    expect(ids.length).toBeGreaterThan(1);
    for (const id of ids) {
      const documents = [];
      for (const choice of choices) documents.push(await context(place, id, choice));
      expect(documents.map(({ status }) => status)).toEqual(choices.map(() => 200));
      // All choices of one contract lock the same contracts.
      const ids = documents.map(({ value }) => disclosedIds(value));
      expect(new Set(ids.map(String)).size).toBe(1);
      const data = documents.map(({ value }) => JSON.stringify(value.choiceContextData));
      expect(new Set(data).size).toBe(choices.length);
    }
  });

  it('reject other ids, other choices, and contracts under reassignment', async () => {
    const ids = registry.fixtures[moving] as string[];
    expect(ids.length).toBeGreaterThan(0);
    for (const choice of choices) {
      expect((await context(place, `00${'ab'.repeat(68)}`, choice)).status).toBe(404);
      for (const id of ids) expect((await context(place, id, choice)).status).toBe(409);
    }
    const [live] = registry.fixtures[fixture] as string[];
    const none = place.endsWith('v1') ? 'settle' : 'execute-transfer';
    expect((await context(place, live, none)).status).toBe(404);
  });
});

describe('dual contracts', () => {
  it.each([
    ['allocations', 'allocationsV2', 'allocations', 'cancel'],
    ['transferInstructions', 'transferInstructionsV2', 'transfer-instruction', 'accept'],
  ] as const)('%s are known to both versions, and %s are newer', async (v1, v2, place, choice) => {
    for (const id of registry.fixtures[v1]) {
      const both = [
        await context(`${place}/v1`, id, choice),
        await context(`${place}/v2`, id, choice),
      ];
      expect(both.map(({ status }) => status)).toEqual([200, 200]);
      const [one, other] = both.map(({ value }) => disclosedIds(value));
      expect(one).toEqual(other);
    }
    const newer = registry.fixtures[v2].filter((id) => !registry.fixtures[v1].includes(id));
    expect(newer.length).toBeGreaterThan(1);
    for (const id of newer) expect((await context(`${place}/v1`, id, choice)).status).toBe(404);
  });
});

type Arguments = Record<string, unknown>;
const TRANSFER_V1 = '/registry/transfer-instruction/v1/transfer-factory';
const TRANSFER_V2 = '/registry/transfer-instruction/v2/transfer-factory';
const ALLOCATION_V2 = '/registry/allocation-instruction/v2/allocation-factory';
const SETTLEMENT = '/registry/allocation/v2/settlement-factory';

describe('factories', () => {
  it.each([
    [TRANSFER_V1, 'transferArguments', ['offer', 'direct', 'self']],
    [TRANSFER_V2, 'transferArgumentsV2', ['offer', 'direct', 'self']],
    [ALLOCATION_V2, 'allocationArgumentsV2', [undefined, undefined]],
    [SETTLEMENT, 'settlementArguments', [undefined, undefined]],
  ] as const)('%s serves the declared arguments', async (path, fixture, kinds) => {
    const answers = [];
    for (const choiceArguments of registry.fixtures[fixture])
      answers.push(await post(path, { choiceArguments }));
    expect(answers.map(({ status }) => status)).toEqual(kinds.map(() => 200));
    expect(answers.map(({ value }) => value.transferKind)).toEqual(kinds);
    for (const { value } of answers)
      expect(disclosedIds(value.choiceContext)).toContain(value.factoryId);
    expect((await post(path, { choiceArguments: {} })).value).toEqual({
      error: expect.stringMatching(/./),
    });
  });

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

  it('serves what registries must serve at least', async () => {
    const [batch = {}] = registry.fixtures.settlementArguments;
    const [leg] = batch['transferLegs'] as object[];
    const account = (name: string): object => ({ owner: `${name}::1220`, provider: null, id: '' });
    const transferLegs = Array.from({ length: 25 }, (_, i) => ({
      ...leg,
      transferLegId: `leg-${i}`,
      instrumentId: `instrument-${i}`,
      sender: account(`sender-${i}`),
      receiver: account(`receiver-${i}`),
    }));
    const allocations = Array.from({ length: 50 }, (_, i) => ({
      allocationCid: `00${String(i).padStart(2, '0').repeat(68)}`,
      extraTransferLegSides: [],
      nextIterationFunding: null,
    }));
    const actors = Array.from({ length: 100 }, (_, i) => `party-${i}::1220`);
    const choiceArguments = { ...batch, transferLegs, allocations, actors };
    expect((await post(SETTLEMENT, { choiceArguments })).status).toBe(200);
    const [given = {}] = registry.fixtures.allocationArgumentsV2;
    const allocation = given['allocation'] as { transferLegSides: object[] };
    const transferLegSides = transferLegs.map(({ transferLegId }) => ({
      ...allocation.transferLegSides[0],
      transferLegId,
    }));
    const large = { ...given, allocation: { ...allocation, transferLegSides }, actors };
    expect((await post(ALLOCATION_V2, { choiceArguments: large })).status).toBe(200);
  });
});

/** All instruments, page by page. */
async function listed(size?: number): Promise<{ all: Instrument[]; pages: number }> {
  const all: Instrument[] = [];
  let token: string | undefined;
  for (let pages = 1; pages < 100; pages++) {
    const query = new URLSearchParams({
      ...(size === undefined ? {} : { pageSize: String(size) }),
      ...(token === undefined ? {} : { pageToken: token }),
    });
    const { value } = await get(`/instruments?${query}`);
    all.push(...value.instruments);
    token = value.nextPageToken;
    if (token === undefined) return { all, pages };
  }
  throw new Error('The pages never end.');
}

describe('metadata', () => {
  it('lists the same instruments whatever the size of a page', async () => {
    const { all, pages } = await listed();
    expect(all.length).toBeGreaterThanOrEqual(30);
    expect(pages).toBe(2);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(new Set(all.map(({ decimals }) => decimals)).size).toBe(11);
    expect(all.filter(({ paused }) => paused)).toHaveLength(1);
    for (const size of [1, 7, 25, 2_147_483_647]) expect((await listed(size)).all).toEqual(all);
  });

  it('returns each listed instrument by its id', async () => {
    for (const one of (await listed()).all)
      expect((await get(`/instruments/${encodeURIComponent(one.id)}`)).value).toEqual(one);
  });

  it('names an admin whose requests are accepted', async () => {
    const { value } = await get('/info');
    expect(value.adminId).toBe(registry.fixtures.transferArguments[0]?.['expectedAdmin']);
    expect(value.supportedApis).toEqual({ 'splice-api-token-metadata-v1': expect.any(Number) });
  });

  it.each([
    [400, '/instruments?pageSize=0'],
    [400, '/instruments?pageSize=-1'],
    [400, '/instruments?pageSize=x'],
    [400, '/instruments?pageSize=2147483648'],
    [400, '/instruments?pageToken=unknown'],
    [404, '/instruments/Unknown'],
    [404, '/instruments/amulet'],
    [404, '/instruments/%E0%A4'],
    [404, '/instruments/'],
    [404, '/nothing'],
  ])('rejects with %i and an ErrorResponse: %s', async (status, path) => {
    const reply = await get(path);
    expect(reply.status).toBe(status);
    expect(reply.value).toEqual({ error: expect.stringMatching(/./) });
  });

  it.each(['/info', '/instruments', '/instruments/Amulet'])(
    'serves GET alone at %s',
    async (path) => {
      for (const method of ['POST', 'HEAD', 'PUT']) {
        const { status, headers } = await send(METADATA + path, method);
        expect([status, headers['allow']]).toEqual([405, 'GET, OPTIONS']);
      }
      const preflight = await send(METADATA + path, 'OPTIONS');
      expect(preflight.headers['access-control-allow-methods']).toBe('GET, OPTIONS');
    },
  );
});
