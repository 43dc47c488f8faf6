/**
 * Conforming servers that look different: no requirement fails. By day, a part of the groups of variants, two servers
 * that lack APIs, and one that differs by chance; by night each variant by itself, with all APIs and both seeds.
 * `scripts/corpus.mjs compare` has their verdicts too.
 */
import { describe, expect, it } from 'vitest';
import { surfaceOfApis } from '../../src/input/apis.ts';
import { nameOf, type Report, type Surface } from '../../src/model/index.ts';
import { startRegistry } from '../../src/reference/registry.ts';
import { REGISTRY_VARIANTS, type RegistryVariant } from '../../src/reference/registry-variants.ts';
import { run } from '../../src/run/run.ts';
import { registrationOf } from '../../src/surfaces/index.ts';
import { allocationApis } from '../../test/allocation-apis.ts';
import { byDay, NIGHTLY, seedsOf, serversOf } from '../../test/nightly.ts';
import { registry } from './index.ts';

/** Variants that the contract permits and the kit advises against: the SHOULDs that fail, by name. */
const ADVICE: Readonly<Record<string, readonly string[]>> = {
  nulls: ['debug-keys-absent', 'no-null-members'],
  'metadata-nulls': ['no-null-members'],
  'framework-text-errors': ['framework-error-body'],
  'bytes-replaced': ['rejects-other-encodings'],
  'router-rejects-encoded-slashes': ['framework-error-body'],
  'path-parameters-rejected': ['framework-error-body'],
  'guarded-names': ['framework-error-body', 'accepts-extreme-meta'],
  'parser-limits': ['framework-error-body'],
  'like-a-network-registry': ['no-null-members'],
  'other-methods-crash': ['allows-browsers', 'rejects-wrong-method'],
  'origins-rejected': ['allows-browsers'],
  'for-servers-only': ['allows-browsers', 'responses-allow-browsers'],
  'origins-of-a-list': ['allows-browsers', 'responses-allow-browsers'],
  'unknown-origins-forbidden': ['allows-browsers', 'responses-allow-browsers'],
};

/** MUSTs that stay open with a variant, by name. */
const UNCLEAR: Readonly<Record<string, readonly string[]>> = {
  'framework-text-errors': ['error-body'],
};

/** Variants with open requirements: operations are missing, or the operator has no id for them. */
const PARTIAL = [
  ...Object.keys(UNCLEAR),
  'contexts-only-core',
  'foreign-ids-forbidden',
  'instructions-never-pending',
  'instructions-rejected',
  'like-a-network-registry',
];

/** Variants that show only now and then: the SHOULDs that may fail or be inconclusive. */
const BY_CHANCE: Readonly<Record<string, readonly string[]>> = {
  'two-nodes': [
    'flag-defaults-to-false',
    'flag-changes-nothing-else',
    'json-spelling-is-ignored',
    'charset-is-ignored',
    'no-leak-between-requests',
    'ignores-unknown-member',
  ],
  'cached-by-text': ['flag-defaults-to-false', 'no-leak-between-requests'],
  'odd-paths-rejected-early': ['framework-error-body'],
};

const NEED_TOKEN = ['needs-token', 'foreign-ids-forbidden'];

/** Variants that do not affect each other, so that they can share a server. */
const TOGETHER: readonly (readonly string[])[] = [
  [
    ...['extra-members', 'line-numbers-in-errors', 'other-methods-not-implemented', 'charset'],
    'paths-not-implemented',
    'preflights-get-200',
    ...['info-lists-everything', 'token-is-an-id', 'always-offer', 'closes-without-saying'],
    ...['ids-that-look-wrong', 'opaque-blobs'],
  ],
  [
    ...['tracing-member', 'quoting-errors', 'limited-paths', 'origins-echoed'],
    'unknown-parameters-rejected',
    ...['unknown-token-gets-empty-page', 'one-factory', 'id-with-a-parameter'],
  ],
  [
    ...['no-debug', 'malformed-id-400', 'bytes-replaced', 'pause-has-ended', 'page-size-capped'],
    ...['factory-for-each', 'changed-once', 'compresses'],
  ],
  [
    ...['meta-in-context', 'lookup-first', 'origins-rejected', 'account-fields-everywhere'],
    ...['unknown-token-starts-again', 'other-account-is-an-offer', 'old-total-supply'],
  ],
  [
    ...['allocations-disclosed', 'debug-in-errors-without-flag', 'apis-of-an-instrument'],
    ...['bad-page-size-gets-default', 'unknown-allocations-rejected', 'zero-supply-with-exponent'],
    'unknown-origins-forbidden',
  ],
  [
    ...['unordered', 'rejects-undeclared', 'token-is-new-each-time', 'paused-instrument-rejected'],
    ...['supply-moves'],
  ],
  [
    ...['debug-for-some', 'json-parsed-first', 'deprecated-flag-disagrees', 'bad-pages-not-found'],
    ...['any-admin-accepted', 'delisted-instruments', 'origins-of-a-list'],
  ],
  [
    ...['rotating', 'rejects-nulls', 'instruments-of-version-1', 'page-size-zero-gets-nothing'],
    'other-methods-crash',
    ...['sizes-limited', 'holdings-limited', 'head-served', 'members-disclosed'],
    'length-required',
  ],
  [
    ...['nulls', 'metadata-nulls', 'only-basic-accounts', 'parser-limits', 'supply-of-two-nodes'],
    ...['instruments-reordered', 'unknown-instrument-rejected', 'holdings-not-disclosed'],
  ],
  [
    ...['empty-lists', 'page-parameters-ignored', 'empty-arguments-accepted'],
    ...['pause-without-info', 'router-rejects-encoded-slashes', 'api-versions-1'],
    'for-servers-only',
  ],
  ['needs-token', 'under-prefix', 'single-instrument', 'api-versions-0', 'slow'],
  [
    ...['guarded-names', 'api-versions-2', 'path-parameters-rejected'],
    'instructions-never-pending',
  ],
  ['framework-text-errors', 'instructions-rejected'],
];

/** Variants of what version 1 does not have, such as settlements, accounts and legs. */
const OF_VERSION_2 = [
  'holdings-not-disclosed',
  'instruments-of-version-1',
  'members-disclosed',
  'only-basic-accounts',
  'other-account-is-an-offer',
  'sizes-limited',
  'unknown-allocations-rejected',
];

const whole = registry();
const allocations = await allocationApis();
const ofVersion = (version: 1 | 2): Promise<Surface> => {
  const apis = ['allocation', 'allocation-instruction', 'transfer'];
  const names = ['metadata-v1', ...apis.map((api) => `${api}-v${version}`)];
  return surfaceOfApis(registrationOf('registry'), names);
};
const [version1, version2] = [await ofVersion(1), await ofVersion(2)];

/**
 * The APIs that are judged at the n-th server. One law judges both versions of an API, so the servers take turns;
 * nightly runs judge all at each. Where a variant lacks some APIs, all are needed to see that.
 */
function surfaceFor(variants: readonly RegistryVariant[], nth: number): Surface {
  if (NIGHTLY || variants.some(({ lacks }) => lacks !== undefined)) return whole;
  const needs2 = variants.some(({ id }) => OF_VERSION_2.includes(id));
  return needs2 || nth % 4 < 2 ? version2 : version1;
}

const SERVERS = serversOf(
  REGISTRY_VARIANTS.filter(({ id }) => !(id in BY_CHANCE)),
  TOGETHER,
);
/** One variant of each server that is judged by day, and the one that shows only now and then. */
const BY_DAY = [
  ...['extra-members', 'no-debug', 'allocations-disclosed', 'rotating', 'nulls', 'empty-lists'],
  ...['needs-token', 'more-in-lookups', 'version-1-only', 'like-a-network-registry', 'two-nodes'],
];
const REGISTRIES = byDay(SERVERS, (variants) => variants.some(({ id }) => BY_DAY.includes(id)));
const CHANCES = byDay(Object.entries(BY_CHANCE), ([id]) => BY_DAY.includes(id));

async function reportOn(
  ids: readonly string[],
  seed: number,
  surface: Surface,
  runs = 1,
): Promise<Report> {
  const server = await startRegistry({ variants: ids });
  const { report } = await run({
    surface,
    url: new URL(server.url),
    fixtures: server.fixtures,
    seed,
    runs,
    ...(ids.some((id) => NEED_TOKEN.includes(id)) && {
      headers: { authorization: 'Bearer test-token' },
    }),
  });
  await server.close();
  return report;
}

/** The names of the rules with this outcome, each once. */
const names = (report: Report, outcome: string, levels = /./): string[] => {
  const found = report.verdicts.filter((v) => v.outcome === outcome && levels.test(v.level));
  return [...new Set(found.map((v) => nameOf(v.requirement)))].sort();
};

/** The names in tables of variants, each once. */
const saidOf = (
  ids: readonly string[],
  table: Readonly<Record<string, readonly string[]>>,
): string[] => [...new Set(ids.flatMap((id) => table[id] ?? []))].sort();

describe.each(
  REGISTRIES.map((variants, nth) => {
    const ids = variants.map(({ id }) => id);
    return [ids.join(' + '), ids, surfaceFor(variants, nth), nth] as const;
  }),
)('%s', { timeout: 30_000 }, (_name, ids, surface, nth) => {
  it.each(seedsOf(nth))('fails nothing, at seed %i', async (seed) => {
    const report = await reportOn(ids, seed, surface);
    expect(names(report, 'failed')).toEqual(saidOf(ids, ADVICE));
    expect(report.summary.MUST.failed).toBe(0);
    expect(names(report, 'cantTell', /MUST/)).toEqual(saidOf(ids, UNCLEAR));
    const isPartial = ids.some((id) => PARTIAL.includes(id));
    expect(report.result).toBe(isPartial ? 'partial' : 'conforming');
  });
});

describe.each(CHANCES.map(([id, unclear], nth) => [id, unclear, nth] as const))(
  '%s',
  { timeout: 60_000 },
  (id, unclear, nth) => {
    it.each(NIGHTLY ? [1, 2, 3, 20_26] : seedsOf(nth))(
      'fails no MUST, at seed %i',
      async (seed) => {
        const report = await reportOn([id], seed, allocations, 40);
        expect(names(report, 'failed', /MUST/)).toEqual([]);
        for (const one of [...names(report, 'failed'), ...names(report, 'cantTell')])
          expect(unclear).toContain(one);
      },
    );
  },
);

it('the tables name only variants that exist, and each one is judged', () => {
  const known = REGISTRY_VARIANTS.map(({ id }) => id);
  expect(known).toEqual(expect.arrayContaining([...Object.keys(ADVICE), ...TOGETHER.flat()]));
  expect(known).toEqual(expect.arrayContaining(BY_DAY));
  const served = SERVERS.flat().map(({ id }) => id);
  expect([...served, ...Object.keys(BY_CHANCE)].toSorted()).toEqual(known.toSorted());
});
