/** Conforming servers that look different: the kit blames none of them. */
import { describe, expect, it } from 'vitest';
import { nameOf, type Report, type Surface } from '../../src/model/index.ts';
import { rejectionVariants } from '../../src/reference/registry/variants/rejections.ts';
import { responseVariants } from '../../src/reference/registry/variants/responses.ts';
import { servingVariants } from '../../src/reference/registry/variants/serving.ts';
import { startRegistry } from '../../src/reference/registry.ts';
import { REGISTRY_VARIANTS } from '../../src/reference/registry-variants.ts';
import { run } from '../../src/run/run.ts';
import { allocationApis } from '../../test/allocation-apis.ts';
import { NIGHTLY, seedsOf } from '../../test/nightly.ts';
import { registry } from './index.ts';

/** What the kit advises against though the contract allows it: SHOULD requirements that fail, by name. */
const ADVICE: Readonly<Record<string, readonly string[]>> = {
  nulls: ['debug-keys-absent', 'no-null-members'],
  'metadata-nulls': ['no-null-members'],
  'last-token-null': ['no-null-members'],
  'framework-text-errors': ['framework-error-body'],
  'bytes-replaced': ['rejects-other-encodings'],
  'router-rejects-encoded-slashes': ['framework-error-body'],
  'guarded-names': ['framework-error-body', 'accepts-extreme-meta'],
  'parser-limits': ['framework-error-body'],
  'like-a-network-registry': ['no-null-members'],
};

/** MUSTs about which such a server shows nothing, by name. */
const UNCLEAR: Readonly<Record<string, readonly string[]>> = {
  'framework-text-errors': ['error-body'],
};

/** Those of which something cannot be judged: operations are missing, or the operator has no id of what is never there. */
const PARTIAL = [
  ...Object.keys(UNCLEAR),
  'contexts-only-core',
  'instructions-never-pending',
  'instructions-rejected',
  'like-a-network-registry',
];

/** Variants that show only now and then: what may then be a SHOULD that fails, or is inconclusive. */
const BY_CHANCE: Readonly<Record<string, readonly string[]>> = {
  'two-nodes': [
    'repeated-requests-agree',
    'flag-defaults-to-false',
    'flag-changes-nothing-else',
    'json-spelling-is-ignored',
    'charset-is-ignored',
    'no-leak-between-requests',
    'ignores-unknown-member',
    'percent-encoding-is-ignored',
  ],
  'odd-paths-rejected-early': ['framework-error-body'],
};

const whole = registry();
const allocations = await allocationApis();
/** What they change is the same at each API. */
const ALIKE = [...responseVariants, ...rejectionVariants, ...servingVariants];

/** Each second one of those that are alike at all APIs is looked at through two APIs; each night all through all. */
const surfaceFor = (id: string, nth: number): Surface =>
  !NIGHTLY && nth % 2 === 1 && ALIKE.some((one) => one.id === id) ? allocations : whole;

async function reportOn(id: string, seed: number, runs = 1, surface = whole): Promise<Report> {
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

/** The names of the rules with this outcome, each once. */
const names = (report: Report, outcome: string, levels = /./): string[] => {
  const found = report.verdicts.filter((v) => v.outcome === outcome && levels.test(v.level));
  return [...new Set(found.map((v) => nameOf(v.requirement)))].sort();
};

describe.each(
  REGISTRY_VARIANTS.filter(({ id }) => !(id in BY_CHANCE)).map(
    ({ id, description }, i) => [id, description, i] as const,
  ),
)('%s: %s', { timeout: 30_000 }, (id, _says, nth) => {
  it.each(seedsOf(nth))('is blamed for nothing, at seed %i', async (seed) => {
    const report = await reportOn(id, seed, 1, surfaceFor(id, nth));
    expect(names(report, 'failed')).toEqual([...(ADVICE[id] ?? [])].sort());
    expect(report.summary.MUST.failed).toBe(0);
    expect(names(report, 'cantTell', /MUST/)).toEqual([...(UNCLEAR[id] ?? [])].sort());
    expect(report.result).toBe(PARTIAL.includes(id) ? 'partial' : 'conforming');
  });
});

describe.each(Object.entries(BY_CHANCE))('%s', { timeout: 60_000 }, (id, unclear) => {
  it.each([1, 2, 3, 20_26])('fails no MUST, at seed %i', async (seed) => {
    const report = await reportOn(id, seed, 40, allocations);
    expect(names(report, 'failed', /MUST/)).toEqual([]);
    for (const one of [...names(report, 'failed'), ...names(report, 'cantTell')])
      expect(unclear).toContain(one);
  });
});

it('the table of blamed variants names only variants that exist', () => {
  const known = REGISTRY_VARIANTS.map(({ id }) => id);
  expect(known).toEqual(expect.arrayContaining(Object.keys(ADVICE)));
});
