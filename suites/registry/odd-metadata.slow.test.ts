/** Metadata that is large, endless, contradictory or unreadable: each has its own failure, and no other. */
import { expect, it, vi } from 'vitest';
import { run } from '../../src/run/run.ts';
import { METADATA, metadataOf, type Routes, smallRegistry } from '../../test/small-registry.ts';
import { registry } from './index.ts';

vi.setConfig({ testTimeout: 60_000 });

const coin = (id: unknown, more: object = {}): object => ({
  ...{ id, name: 'Coin', symbol: 'C', decimals: 2, supportedApis: {} },
  ...more,
});
const COINS = [coin('Coin'), coin('Bond')];
const LIST = `GET ${METADATA}/instruments`;
const INFO = `GET ${METADATA}/info`;
const served: Routes = {
  ...metadataOf(COINS, ['metadata-v1']),
  [`${LIST}/Coin`]: [200, coin('Coin')],
  [`${LIST}/Bond`]: [200, coin('Bond')],
  // Another 404 than that of an unknown path.
  [`${LIST}/*`]: [404, { error: 'There is no such instrument.' }],
};

/** The additional failed rules with these routes, the notes, and the number of additional requests. */
async function failuresOf(routes: Routes) {
  const judged = async (all: Routes) => {
    const { url } = await smallRegistry(all);
    const { report } = await run({
      surface: registry(),
      url: new URL(url),
      only: 'registry/metadata-v1/**',
    });
    const failed = report.verdicts.filter(({ outcome }) => outcome === 'failed');
    return {
      failed: failed.map(({ requirement }) => requirement.replace('registry/metadata-v1/', '')),
      notes: report.run.notes.join('\n'),
      requests: report.run.requests,
    };
  };
  const [before, after] = [await judged(served), await judged({ ...served, ...routes })];
  const failed = after.failed.filter((one) => !before.failed.includes(one));
  return { failed, notes: after.notes, more: after.requests - before.requests };
}

it.each([
  [
    'has an adminId that is an object',
    { [INFO]: [200, { adminId: {}, supportedApis: { 'splice-api-token-metadata-v1': 1 } }] },
    ['info/response-shape'],
    'metadata-v1/info has no adminId that is a string',
  ],
  [
    'is a web page',
    { [INFO]: [200, '<html>'] },
    ['info/response-media-type'],
    'metadata-v1/info is not JSON',
  ],
  [
    'has 40,000 instruments at once',
    { [LIST]: [200, { instruments: Array.from({ length: 40_000 }, (_, i) => coin(`c${i}`)) }] },
    [],
    'metadata-v1/instruments is larger than the limit for a response',
  ],
  [
    'lists what is no instrument',
    { [LIST]: [200, { instruments: [null, 7, coin(5), 'x'] }] },
    ['instruments/response-shape'],
    'lists no instrument with an id',
  ],
  [
    'has ids that no path can hold',
    { [LIST]: [200, { instruments: [coin('..'), coin('.'), coin('Bond')] }] },
    [],
    '',
  ],
] as const)('a registry whose metadata %s fails only for that', async (...row) => {
  const [, routes, expected, note] = row;
  const { failed, notes } = await failuresOf(routes);
  expect(failed).toEqual(expected);
  expect(notes).toContain(note);
});

it.each([
  ['as long as was asked for', (size: number) => COINS.slice(0, size), []],
  ['longer than was asked for', () => COINS, ['instruments/page-size-bounds-page']],
] as const)(
  'a registry with a page token that leads to its own page, %s, fails where paging ends, after few requests',
  async (_, pageOf, others) => {
    const sizeIn = (query: string): number => Number(new URLSearchParams(query).get('pageSize'));
    const { failed, more } = await failuresOf({
      [LIST]: (_body, query) => [
        200,
        { instruments: pageOf(sizeIn(query) || COINS.length), nextPageToken: 'again' },
      ],
    });
    expect(failed).toContain('instruments/paging-ends');
    expect(failed.filter((name) => !/paging-ends|pages-match-list/.test(name))).toEqual(others);
    expect(more).toBeLessThan(30);
  },
);

it('a registry with a token on every page, also on the empty ones, fails where paging ends', async () => {
  const { failed } = await failuresOf({
    [LIST]: (_body, query) => {
      const asked = new URLSearchParams(query);
      const size = Number(asked.get('pageSize')) || COINS.length;
      const end = Number(asked.get('pageToken') ?? 0) + size;
      return [200, { instruments: COINS.slice(end - size, end), nextPageToken: `${end}` }];
    },
  });
  expect(failed).toContain('instruments/paging-ends');
});
