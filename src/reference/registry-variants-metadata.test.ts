/** Each conforming variant of metadata and of pages differs from the reference. */
import { describe, expect, it } from 'vitest';
import { type Look, listed, withVariant } from '../../test/registry-client.ts';
import type { Instrument, Page } from './registry/instruments.ts';
import { metadataVariants } from './registry/variants/metadata.ts';
import { pagingVariants } from './registry/variants/paging.ts';

const TRANSFER_V2 = '/registry/transfer-instruction/v2/transfer-factory';

const versionsOf = (all: readonly Instrument[]): unknown[] => [
  ...new Set(all.flatMap(({ supportedApis }) => Object.values(supportedApis))),
];
const metadataShows: Record<string, Look> = {
  'api-versions-0': async ({ instruments }) => {
    expect(versionsOf(await instruments())).toEqual([0]);
  },
  'api-versions-1': async ({ instruments, get }) => {
    expect(versionsOf(await instruments())).toEqual([1]);
    expect(Object.values((await get('/info')).value.supportedApis)).toEqual([1]);
  },
  'api-versions-2': async ({ instruments }) => {
    expect(versionsOf(await instruments())).toEqual([2]);
  },
  'info-lists-everything': async ({ get }) => {
    expect((await get('/info')).text).toContain('splice-api-token-allocation-v2');
  },
  'id-with-a-parameter': async ({ get, instruments }) => {
    const [first, ...others] = await instruments();
    const id = `${first?.id};v=1`;
    expect(others.map((one) => one.id)).toContain(id);
    expect((await get(`/instruments/${encodeURIComponent(id)}`)).value.id).toBe(id);
  },
  'more-in-lookups': async ({ get, instruments }) => {
    const [first] = await instruments();
    expect(JSON.stringify(first)).not.toContain('website');
    expect((await get(`/instruments/${encodeURIComponent(`${first?.id}`)}`)).text).toContain(
      'website',
    );
  },
  'unknown-parameters-rejected': async ({ get }) => {
    expect((await get('/info?verbose=1')).status).toBe(400);
    expect((await get('/instruments?pageSize=3')).status).toBe(200);
  },
  'apis-of-an-instrument': async ({ instruments }) => {
    const [first, second] = await instruments();
    expect(listed(first ? [first] : [])).toHaveLength(1);
    expect(listed(second ? [second] : [])).toHaveLength(10);
  },
  'instruments-of-version-1': async ({ instruments, registry, post }) => {
    expect(listed(await instruments()).filter((name) => name.endsWith('-v2'))).toEqual([]);
    const [choiceArguments] = registry.fixtures.transferArgumentsV2;
    expect((await post(TRANSFER_V2, { choiceArguments })).status).toBe(200);
  },
  'ids-that-look-wrong': async ({ get, instruments }) => {
    expect((await instruments()).map(({ id }) => id)).toContain('a/b');
    expect((await get('/instruments/constructor')).value.id).toBe('constructor');
  },
  'single-instrument': async ({ get }) => {
    const { value } = await get('/instruments');
    expect(value).toEqual({ instruments: [expect.objectContaining({ id: 'Amulet' })] });
    expect(value.instruments[0]).not.toHaveProperty('totalSupply');
  },
  'delisted-instruments': async ({ get, instruments }) => {
    expect((await instruments()).map(({ id }) => id)).not.toContain('BOND-2057');
    expect((await get('/instruments/BOND-2057')).value.id).toBe('BOND-2057');
  },
  'zero-supply-with-exponent': async ({ get }) => {
    expect((await get('/instruments/Amulet')).value.totalSupply).toBe('0E-10');
  },
  'old-total-supply': async ({ get }) => {
    expect((await get('/instruments/Amulet')).value.totalSupplyAsOf).toMatch(/^2025/);
  },
  'supply-moves': async ({ get }) => {
    expect((await get('/instruments/Amulet')).text).not.toBe(
      (await get('/instruments/Amulet')).text,
    );
  },
  'supply-of-two-nodes': async ({ get }) => {
    const [first, second, third] = [
      await get('/instruments/Amulet'),
      await get('/instruments/Amulet'),
      await get('/instruments/Amulet'),
    ];
    expect(second.text).not.toBe(first.text);
    expect(third.text).toBe(first.text);
  },
  'metadata-nulls': async ({ get }) => {
    expect((await get('/instruments?pageSize=1000')).value.nextPageToken).toBeNull();
    expect((await get('/instruments/CBTC')).value.totalSupply).toBeNull();
    expect((await get('/instruments?pageSize=0')).status).toBe(400);
  },
  'pause-has-ended': async ({ get }) => {
    expect((await get('/instruments/CBTC')).value.pauseInfo.until).toMatch(/^2026-01/);
  },
  'pause-without-info': async ({ get }) => {
    expect((await get('/instruments/CBTC')).value).not.toHaveProperty('pauseInfo');
    expect((await get('/instruments/Amulet')).value.paused).toBe(false);
  },
  'account-fields-everywhere': async ({ instruments }) => {
    const fields = (await instruments()).map((one) => one.accountInputFieldsToShow?.length);
    expect(new Set(fields)).toEqual(new Set([0, 1, 2]));
  },
  'deprecated-flag-disagrees': async ({ get }) => {
    expect((await get('/instruments/Amulet')).value.showAccountInputFields).toBe(false);
  },
  'head-served': async ({ get }) => {
    expect(await get('/info', 'HEAD')).toMatchObject({ status: 200, text: '' });
  },
};

const pagingShows: Record<string, Look> = {
  'page-parameters-ignored': async ({ get }) => {
    const { value } = await get('/instruments?pageSize=0&pageToken=none');
    expect(value.instruments).toHaveLength(33);
  },
  'token-is-an-id': async ({ get }) => {
    const { nextPageToken } = (await get('/instruments?pageSize=5')).value;
    expect(nextPageToken).toBe('T-Bill 3M+');
    const token = encodeURIComponent(nextPageToken);
    const next = (await get(`/instruments?pageToken=${token}`)).value as Page;
    expect(next.instruments[0]?.id).toBe('BOND-2030');
  },
  'token-is-new-each-time': async ({ get }) => {
    const [one, other] = [await get('/instruments'), await get('/instruments')];
    expect(one.value.nextPageToken).not.toBe(other.value.nextPageToken);
    const next = await get(`/instruments?pageToken=${one.value.nextPageToken}`);
    expect(next.value.instruments).toHaveLength(8);
  },
  'unknown-token-gets-empty-page': async ({ get }) => {
    expect((await get('/instruments?pageToken=none')).value).toEqual({ instruments: [] });
    expect((await get('/instruments?pageSize=0')).status).toBe(400);
  },
  'unknown-token-starts-again': async ({ get }) => {
    expect((await get('/instruments?pageToken=none')).value.instruments).toHaveLength(25);
    expect((await get('/instruments?pageSize=0')).status).toBe(400);
  },
  'bad-page-size-gets-default': async ({ get }) => {
    expect((await get('/instruments?pageSize=x')).value.instruments).toHaveLength(25);
    expect((await get('/instruments?pageToken=none')).status).toBe(400);
  },
  'page-size-zero-gets-nothing': async ({ get }) => {
    expect((await get('/instruments?pageSize=0')).value).toEqual({ instruments: [] });
  },
  'bad-pages-not-found': async ({ get }) => {
    expect((await get('/instruments?pageSize=0')).status).toBe(404);
  },
  'page-size-capped': async ({ get }) => {
    expect((await get('/instruments?pageSize=20')).value.instruments).toHaveLength(10);
    expect((await get('/instruments?pageSize=3')).value.instruments).toHaveLength(3);
  },
  'instruments-reordered': async ({ get }) => {
    const ids = async (): Promise<string[]> =>
      ((await get('/instruments')).value as Page).instruments.map(({ id }) => id);
    const [one, other] = [await ids(), await ids()];
    expect(one).not.toEqual(other);
    expect(one.toSorted()).toEqual(other.toSorted());
  },
};

describe.each([
  ['metadata', metadataVariants, metadataShows],
  ['pages', pagingVariants, pagingShows],
])('variants of %s', (_, variants, shows) => {
  it('have a check each', () => {
    expect(Object.keys(shows).sort()).toEqual(variants.map(({ id }) => id).sort());
  });

  it.each(variants)('$id', (variant) => withVariant(variant, shows[variant.id] ?? never));
});

const never: Look = () => Promise.reject(new Error('Nothing shows it.'));
