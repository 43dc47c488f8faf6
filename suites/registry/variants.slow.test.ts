/** Conforming servers that look different: the kit blames none of them. */
import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/model/index.ts';
import { startRegistry } from '../../src/reference/registry.ts';
import { REGISTRY_VARIANTS } from '../../src/reference/registry-variants.ts';
import { run } from '../../src/run/run.ts';
import { seedsOf } from '../../test/nightly.ts';
import { registry } from './index.ts';

const AREAS = [
  'allocation-v1/withdraw',
  'allocation-v1/execute-transfer',
  'allocation-v1/cancel',
  'allocation-instruction-v1/allocation-factory',
];
const everywhere = (...names: readonly string[]): string[] =>
  AREAS.flatMap((operationName) => names.map((name) => `registry/${operationName}/${name}`));

const contextsOnly = (...names: readonly string[]): string[] =>
  everywhere(...names).filter((id) => !id.includes('/allocation-factory/'));

/** What the kit advises against though the contract allows it: SHOULD requirements that fail. */
const ADVICE: Readonly<Record<string, readonly string[]>> = {
  nulls: everywhere('debug-keys-absent', 'no-null-members'),
  'framework-text-errors': everywhere('framework-error-body'),
  'bytes-replaced': everywhere('rejects-other-encodings'),
  'router-rejects-encoded-slashes': contextsOnly('framework-error-body'),
  'guarded-names': contextsOnly('framework-error-body', 'accepts-extreme-meta'),
  'parser-limits': ['registry/allocation-instruction-v1/allocation-factory/framework-error-body'],
  // Another value for the same request, though in a member that no contract names.
  'contexts-only-core': [
    'registry/allocation-v1/execute-transfer/operation-exists',
    'registry/allocation-v1/cancel/operation-exists',
  ],
};

/** MUSTs about which such a server shows nothing. */
const UNCLEAR: Readonly<Record<string, readonly string[]>> = {
  'framework-text-errors': everywhere('error-body'),
};

/** Variants that show only now and then: what may then be a SHOULD that fails, or is inconclusive. */
const BY_CHANCE: Readonly<Record<string, readonly string[]>> = {
  'two-nodes': everywhere(
    'repeated-requests-agree',
    'flag-defaults-to-false',
    'flag-changes-nothing-else',
    'json-spelling-is-ignored',
    'charset-is-ignored',
    'no-leak-between-requests',
    'ignores-unknown-member',
    'percent-encoding-is-ignored',
  ),
  'odd-paths-rejected-early': everywhere('framework-error-body'),
};

const surface = registry();

async function reportOn(id: string, seed: number, runs = 1): Promise<Report> {
  const server = await startRegistry({ variants: [id] });
  const { report } = await run({
    surface,
    url: new URL(server.url),
    fixtures: server.fixtures,
    seed,
    runs,
    ...(id === 'needs-token' ? { headers: { authorization: 'Bearer test-token' } } : {}),
  });
  await server.close();
  return report;
}

const ids = (report: Report, outcome: string, levels = /./): string[] =>
  report.verdicts
    .filter((v) => v.outcome === outcome && levels.test(v.level))
    .map((v) => v.requirement);

describe.each(
  REGISTRY_VARIANTS.filter(({ id }) => !(id in BY_CHANCE)).map(
    ({ id, description }, i) => [id, description, i] as const,
  ),
)('%s: %s', { timeout: 30_000 }, (id, _says, nth) => {
  it.each(seedsOf(nth))('is blamed for nothing, at seed %i', async (seed) => {
    const report = await reportOn(id, seed);
    expect(ids(report, 'failed').sort()).toEqual([...(ADVICE[id] ?? [])].sort());
    expect(report.summary.MUST.failed).toBe(0);
    expect(ids(report, 'cantTell', /MUST/).sort()).toEqual([...(UNCLEAR[id] ?? [])].sort());
    expect(report.result).toBe(id in UNCLEAR ? 'partial' : 'conforming');
  });
});

describe.each(Object.entries(BY_CHANCE))('%s', { timeout: 60_000 }, (id, unclear) => {
  it.each([1, 2, 3, 20_26])('fails no MUST, at seed %i', async (seed) => {
    const report = await reportOn(id, seed, 40);
    expect(ids(report, 'failed', /MUST/)).toEqual([]);
    for (const one of [...ids(report, 'failed'), ...ids(report, 'cantTell')])
      expect(unclear).toContain(one);
  });
});

it('the table of blamed variants names only variants that exist', () => {
  const known = REGISTRY_VARIANTS.map(({ id }) => id);
  expect(known).toEqual(expect.arrayContaining(Object.keys(ADVICE)));
});
