/** Each conforming variant of factories, and each registry with a part of the APIs, differs from the reference. */
import { describe, expect, it } from 'vitest';
import {
  type Answer,
  type Client,
  type Look,
  listed,
  withVariant,
} from '../../test/registry-client.ts';
import { partVariants, versionVariants } from './registry/variants/apis.ts';
import { factoryVariants } from './registry/variants/factories.ts';
import { combinedVariants } from './registry/variants/together.ts';

const TRANSFER_V1 = '/registry/transfer-instruction/v1/transfer-factory';
const TRANSFER_V2 = '/registry/transfer-instruction/v2/transfer-factory';
const ALLOCATION_V1 = '/registry/allocation-instruction/v1/allocation-factory';
const ALLOCATION_V2 = '/registry/allocation-instruction/v2/allocation-factory';
const SETTLEMENT = '/registry/allocation/v2/settlement-factory';
const UNKNOWN = `00${'ab'.repeat(68)}`;

/** The responses to the declared arguments of a factory, each with this change. */
async function served(
  { registry, post }: Client,
  fixture: 'transferArguments' | 'transferArgumentsV2' | 'settlementArguments',
  edit: (given: Record<string, unknown>) => object = (given) => given,
): Promise<readonly Answer[]> {
  const path = { transferArguments: TRANSFER_V1, transferArgumentsV2: TRANSFER_V2 };
  const answers: Answer[] = [];
  for (const given of registry.fixtures[fixture]) {
    const to = fixture === 'settlementArguments' ? SETTLEMENT : path[fixture];
    answers.push(await post(to, { choiceArguments: edit(structuredClone(given)) }));
  }
  return answers;
}

const instrument =
  (id: string) =>
  (given: Record<string, unknown>): object => ({
    ...given,
    transfer: {
      ...(given['transfer'] as object),
      instrumentId: { ...(given['transfer'] as { instrumentId: object }).instrumentId, id },
    },
  });
const statuses = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status);
const kinds = (answers: readonly Answer[]): unknown[] =>
  answers.map(({ value }) => value.transferKind);
const savings = (given: Record<string, unknown>): object => {
  const transfer = given['transfer'] as { sender: object };
  return { ...given, transfer: { ...transfer, receiver: { ...transfer.sender, id: 'savings' } } };
};

const factoryIds = async ({ registry, post }: Client): Promise<Set<string>> => {
  const { fixtures } = registry;
  const requests = [
    [TRANSFER_V1, fixtures.transferArguments],
    [TRANSFER_V2, fixtures.transferArgumentsV2],
    [ALLOCATION_V1, fixtures.choiceArguments],
    [ALLOCATION_V2, fixtures.allocationArgumentsV2],
    [SETTLEMENT, fixtures.settlementArguments],
  ] as const;
  const ids = new Set<string>();
  for (const [path, [choiceArguments]] of requests) {
    const { factoryId, choiceContext } = (await post(path, { choiceArguments })).value;
    ids.add(factoryId);
    expect(choiceContext.disclosedContracts[0].contractId).toBe(factoryId);
  }
  return ids;
};

const instructions =
  (status: number): Look =>
  async ({ registry, post }) => {
    expect(registry.fixtures.allocationInstructionsV2).toEqual([]);
    const path = `/registry/allocation-instruction/v2/${UNKNOWN}/choice-contexts/accept`;
    expect((await post(path, {})).status).toBe(status);
  };

const factoryShows: Record<string, Look> = {
  'always-offer': async (client) => {
    expect(kinds(await served(client, 'transferArguments'))).toEqual(['offer', 'offer', 'self']);
  },
  'other-account-is-an-offer': async (client) => {
    const answers = await served(client, 'transferArgumentsV2', savings);
    expect(kinds(answers)).toEqual(['offer', 'offer', 'offer']);
    expect(kinds(await served(client, 'transferArgumentsV2'))[2]).toBe('self');
  },
  'one-factory': async (client) => {
    expect((await factoryIds(client)).size).toBe(1);
  },
  'factory-for-each': async (client) => {
    expect((await factoryIds(client)).size).toBe(5);
  },
  'instructions-never-pending': instructions(404),
  'instructions-rejected': instructions(400),
  'unknown-allocations-rejected': async (client) => {
    expect(statuses(await served(client, 'settlementArguments'))).toEqual([200, 200]);
    const unknown = (given: object): object => ({
      ...given,
      allocations: [{ allocationCid: UNKNOWN }],
    });
    expect(statuses(await served(client, 'settlementArguments', unknown))).toEqual([404, 404]);
  },
  'unknown-instrument-rejected': async (client) => {
    expect(statuses(await served(client, 'transferArguments'))).toEqual([200, 200, 200]);
    const answers = await served(client, 'transferArguments', instrument('none'));
    expect(statuses(answers)).toEqual([404, 404, 404]);
  },
  'paused-instrument-rejected': async (client) => {
    const answers = await served(client, 'transferArgumentsV2', instrument('CBTC'));
    expect(statuses(answers)).toEqual([400, 400, 400]);
    expect(statuses(await served(client, 'transferArgumentsV2'))).toEqual([200, 200, 200]);
  },
  'any-admin-accepted': async (client) => {
    const other = (given: object): object => ({ ...given, expectedAdmin: 'other::1220' });
    expect(statuses(await served(client, 'transferArguments', other))).toEqual([200, 200, 200]);
  },
  'empty-arguments-accepted': async ({ post }) => {
    for (const path of [TRANSFER_V1, TRANSFER_V2, ALLOCATION_V2, SETTLEMENT])
      expect((await post(path, { choiceArguments: {} })).status).toBe(200);
  },
  'sizes-limited': async (client) => {
    const legs = (count: number) => (given: Record<string, unknown>) => ({
      ...given,
      transferLegs: Array.from({ length: count }, () => (given['transferLegs'] as object[])[0]),
    });
    expect(statuses(await served(client, 'settlementArguments', legs(100)))).toEqual([200, 200]);
    expect(statuses(await served(client, 'settlementArguments', legs(101)))).toEqual([400, 400]);
  },
  'only-basic-accounts': async (client) => {
    const answers = await served(client, 'transferArgumentsV2', savings);
    expect(statuses(answers)).toEqual([400, 400, 400]);
    expect(statuses(await served(client, 'transferArgumentsV2'))).toEqual([200, 200, 200]);
  },
  'holdings-not-disclosed': async (client) => {
    const none = (given: object): object => ({ ...given, allocations: [] });
    const [given, without] = [
      await served(client, 'settlementArguments'),
      await served(client, 'settlementArguments', none),
    ];
    expect(given.map(({ text }) => text)).toEqual(without.map(({ text }) => text));
  },
};

/** The responses at the paths of the missing APIs, and the APIs that instruments still list. */
const part =
  (status: number, missing: readonly string[], kept: readonly string[]): Look =>
  async ({ post, instruments }) => {
    for (const path of missing) {
      expect((await post(path, { choiceArguments: {} })).status).toBe(status);
      if (!path.endsWith('/transfer-factory')) continue;
      const place = path.replace(/[^/]+$/, `${UNKNOWN}/choice-contexts/withdraw`);
      expect((await post(place, {})).status).toBe(status);
    }
    for (const path of [TRANSFER_V1, TRANSFER_V2, ALLOCATION_V1, ALLOCATION_V2, SETTLEMENT]) {
      if (missing.includes(path)) continue;
      expect([200, 400]).toContain((await post(path, { choiceArguments: {} })).status);
    }
    const names = listed(await instruments()).filter((name) =>
      /-(transfer-instruction|allocation|allocation-instruction)-v/.test(name),
    );
    expect(names.map((name) => name.replace('splice-api-token-', '')).sort()).toEqual(kept);
  };

const V1 = ['allocation-instruction-v1', 'allocation-v1', 'transfer-instruction-v1'];
const V2 = ['allocation-instruction-v2', 'allocation-v2', 'transfer-instruction-v2'];
const PATHS_V2 = [TRANSFER_V2, ALLOCATION_V2, SETTLEMENT];
const ALL_PATHS = [TRANSFER_V1, ALLOCATION_V1, ...PATHS_V2];

const partShows: Record<string, Look> = {
  'version-1-only': part(404, PATHS_V2, V1),
  'version-2-not-implemented': part(501, PATHS_V2, V1),
  'version-2-unknown-to-router': part(404, PATHS_V2, V1),
  'version-2-not-found-as-json': part(404, PATHS_V2, V1),
  'allocations-only': part(
    404,
    [TRANSFER_V1, TRANSFER_V2],
    [...V1, ...V2].filter((name) => name.startsWith('allocation')).sort(),
  ),
  'transfers-in-version-2-only': part(404, [TRANSFER_V1], [...V1.slice(0, 2), ...V2].sort()),
  'metadata-only': part(404, ALL_PATHS, []),
  'metadata-only-not-implemented': part(501, ALL_PATHS, []),
  'transfers-only': part(
    404,
    [ALLOCATION_V1, ALLOCATION_V2, SETTLEMENT],
    ['transfer-instruction-v1', 'transfer-instruction-v2'],
  ),
  'version-2-only': part(404, [TRANSFER_V1, ALLOCATION_V1], V2),
};

const combinedShows: Record<string, Look> = {
  'like-a-network-registry': async (client) => {
    expect((await client.get('/instruments?pageSize=0')).value).toEqual({
      instruments: [expect.objectContaining({ id: 'Amulet', totalSupply: null, paused: null })],
      nextPageToken: null,
    });
    expect((await factoryIds(client)).size).toBe(1);
    await instructions(400)(client);
    const answers = await served(client, 'transferArgumentsV2', savings);
    expect(kinds(answers)).toEqual(['offer', 'offer', 'offer']);
  },
};

describe.each([
  ['factories', factoryVariants, factoryShows],
  ['combinations', combinedVariants, combinedShows],
  ['parts', [...versionVariants, ...partVariants], partShows],
])('variants of %s', (_, variants, shows) => {
  it('have a check each', () => {
    expect(Object.keys(shows).sort()).toEqual(variants.map(({ id }) => id).sort());
  });

  it.each(variants)('$id', (variant) => withVariant(variant, shows[variant.id] ?? never));
});

const never: Look = () => Promise.reject(new Error('Nothing shows it.'));
