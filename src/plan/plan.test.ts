import { describe, expect, it } from 'vitest';
import { NO_FIXTURES } from '../../suites/index.ts';
import { registry } from '../../suites/registry/index.ts';
import { ALLOCATION_APIS } from '../../test/allocation-apis.ts';
import {
  accepts,
  conforming,
  good,
  offered,
  rejects,
  relay,
  serve,
  tiny,
} from '../../test/tiny-surface.ts';
import { cases } from '../judge/scan.ts';
import {
  type Fixtures,
  isEmpty,
  needsOf,
  type Probe,
  type Requirement,
  type Surface,
} from '../model/index.ts';
import { startRegistry } from '../reference/registry.ts';
import { DEFAULT_RUNS, planOf, type RunOptions, run } from '../run/run.ts';
import { caseAt, derivedSeed, type Plan, plan } from './plan.ts';
import { SelectionError } from './select.ts';

const url = new URL('http://127.0.0.1:1');
const surface = registry();

/** The fixtures of the conforming registry. */
async function registryFixtures(): Promise<Fixtures> {
  const server = await startRegistry();
  await server.close();
  return { ...NO_FIXTURES, ...server.fixtures };
}

/** Runs with the conforming registry: what its plan promised, and what it saw. */
async function counted(
  options: Partial<RunOptions>,
  withFixtures = true,
): Promise<{ planned: number; reported: number; seen: number }> {
  const server = await startRegistry();
  const { url, received } = await relay(server.url, () => undefined);
  const fixtures = withFixtures ? server.fixtures : NO_FIXTURES;
  const all = { surface, url, fixtures, seed: 11, ...options };
  const { report } = await run(all);
  await server.close();
  return { planned: planOf(all).requests, reported: report.run.requests, seen: received.length };
}

describe('the number of requests', { timeout: 30_000 }, () => {
  it.each([
    ['without fixtures', { only: 'registry/allocation-v1/cancel/*', runs: 1 }, false],
    ['of a selection', { only: 'registry/allocation-v1/cancel/*', runs: 5 }, true],
    [
      'of the MUSTs',
      { level: 'MUST', only: 'registry/allocation-v1/execute-transfer/*', runs: 1 },
      true,
    ],
  ] as const)('is exact before the run: %s', async (_, options, withFixtures) => {
    const { planned, reported, seen } = await counted(options, withFixtures);
    expect(reported).toBe(planned);
    expect(seen).toBe(planned);
  });

  // Each fixed alternative is sent at any number of runs; only the quick profile sends fewer.
  it.each([
    [3670, { runs: DEFAULT_RUNS }],
    [3515, { runs: 1 }],
    [636, { profile: 'quick' }],
    [1050, { runs: DEFAULT_RUNS, only: ALLOCATION_APIS }],
    [980, { runs: 1, only: ALLOCATION_APIS }],
    [320, { profile: 'quick', only: ALLOCATION_APIS }],
  ] as const)(
    'is at most %i for the registry with the fixtures of its operations and %j',
    async (most, options) => {
      const { allocations, reassigning, choiceArguments, ...others } = await registryFixtures();
      const own = { allocations, reassigning, choiceArguments };
      const fixtures = 'only' in options ? own : { ...own, ...others };
      const { requests } = planOf({ surface, url, fixtures, seed: 1, ...options });
      expect(requests).toBeLessThanOrEqual(most);
      expect(DEFAULT_RUNS).toBe(40);
    },
  );

  it.each([1, 40])(
    'leaves no case group without a case, and no alternative out, with --runs %i',
    async (runs) => {
      const { probes } = planOf({
        surface,
        url,
        fixtures: await registryFixtures(),
        seed: 1,
        runs,
      });
      const counts = probes.flatMap(({ caseGroups }) => caseGroups);
      expect(counts.filter(({ count }) => count === 0)).toEqual([]);
      expect(counts.filter(({ group, count }) => group.once && count > 1)).toEqual([]);
    },
  );

  it('does not count cases that are sent once as random cases', () => {
    const [caseGroup] = good.caseGroups(NO_FIXTURES);
    const caseGroups = (): ReturnType<typeof good.caseGroups> =>
      caseGroup ? [{ ...caseGroup, label: 'fixed', once: true }, caseGroup] : [];
    const counts = (runs: number): number[] | undefined =>
      planOf({
        surface: tiny(accepts('MUST', { ...good, caseGroups })),
        url,
        seed: 1,
        runs,
      }).probes[0]?.caseGroups.map(({ count }) => count);
    expect(counts(1)).toEqual([1, 1]);
    expect(counts(10)).toEqual([1, 10 * good.weight]);
  });

  it('counts presence probes, cases, and the control that is sent again at the end', async () => {
    const { url, received } = await serve(conforming);
    const all = { surface: tiny(offered, accepts(), rejects()), url, seed: 1, runs: 4 };
    await run(all);
    expect(planOf(all).requests).toBe(4 + 4 + 4 + 1);
    expect(received).toHaveLength(13);
  });

  it('does not grow when one more requirement judges the same probe', () => {
    const one = planOf({ surface: tiny(accepts('MUST')), url, seed: 1 });
    const two = planOf({ surface: tiny(accepts('MUST'), accepts('SHOULD')), url, seed: 1 });
    expect(two.requests).toBe(one.requests);
    expect(two.probes[0]?.requirements).toHaveLength(2);
  });

  it('of a probe is its share of the runs, at least one for each case group, or its own number', () => {
    const of = (parts: object, runs: number): number | undefined =>
      planOf({ surface: tiny(accepts('MUST', { ...good, ...parts })), url, seed: 1, runs })
        .probes[0]?.requests;
    const caseGroups = (): ReturnType<typeof good.caseGroups> =>
      ['a', 'b', 'c'].flatMap((label) =>
        good.caseGroups(NO_FIXTURES).map((caseGroup) => ({ ...caseGroup, label })),
      );
    expect(of({ weight: 0.5 }, 40)).toBe(20);
    expect(of({ weight: 0.5, caseGroups }, 2)).toBe(3);
    expect(of({ weight: 0.5, caseGroups, minimum: 5 }, 2)).toBe(5);
    expect(of({ weight: 0.5, caseGroups, minimum: 5 }, 20)).toBe(10);
  });
});

/** All requests of a plan, as text. */
function requestsOf(planned: Plan): string[] {
  return [...cases(planned.probes)].map(
    ({ planned: { probe }, caseGroup, index, order, steps }) =>
      `${order} ${probe.id}#${caseGroup.group.label}@${index} ${JSON.stringify(
        steps.map((step) => (typeof step === 'function' ? 'later' : [step.path, step.body])),
      )}`,
  );
}

describe('the same arguments', () => {
  it('give the same plan, request by request, also for a catalogue that is built anew', async () => {
    const options = { fixtures: await registryFixtures(), seed: 42, runs: 10 };
    // Other versions of metadata give another catalogue with the same rules for allocations.
    const anew = registry({ 'metadata-v1': '1.1.0' });
    const ofAllocations = ({ requirements }: Surface): readonly Requirement[] =>
      requirements.filter(({ id }) => id.startsWith('registry/allocation-v1/'));
    const one = plan(surface, ofAllocations(surface), options);
    const other = plan(surface, ofAllocations(surface), { ...options, seed: 43 });
    expect(anew.requirements[0]).not.toBe(surface.requirements[0]);
    expect(requestsOf(plan(anew, ofAllocations(anew), options))).toEqual(requestsOf(one));
    expect(requestsOf(other)).not.toEqual(requestsOf(one));
    expect(other.requests).toBe(one.requests);
  });

  it('draw each case that the plan names again, by its seed and index alone', () => {
    const planned = planOf({ surface: tiny(accepts()), url, seed: 9, runs: 150 });
    for (const { caseGroup, index, steps } of cases(planned.probes)) {
      expect(caseAt(caseGroup.group, caseGroup.seed, String(index))).toEqual(steps);
    }
  });

  it('give each case group a seed of its own, in 32 bits', () => {
    const seeds = ['a#x', 'a#y', 'b#x'].map((name) => derivedSeed(5, name));
    expect(new Set(seeds).size).toBe(3);
    for (const seed of seeds) expect(seed | 0).toBe(seed);
    expect(derivedSeed(5, 'a#x')).toBe(seeds[0]);
    expect(derivedSeed(6, 'a#x')).not.toBe(seeds[0]);
  });
});

describe('fixtures', () => {
  it('that are missing block only the probes that need them', () => {
    const { blocked, probes, fixtures } = planOf({ surface, url, seed: 1 });
    const isMissing = (probe: Probe): boolean =>
      needsOf(probe).some((name) => isEmpty(fixtures, name));
    expect(blocked.length).toBeGreaterThan(10);
    expect(blocked.filter((probe) => !isMissing(probe))).toEqual([]);
    expect(probes.filter(({ probe }) => isMissing(probe))).toEqual([]);
    // Fixtures that discovery will find do not count as missing.
    const needed = new Set(probes.flatMap(({ probe }) => needsOf(probe)));
    expect([...needed]).toEqual(['instruments']);
    const sent = new Set(probes.map(({ probe }) => probe));
    expect(blocked.filter((probe) => sent.has(probe))).toEqual([]);
  });

  it('that are given decide what is sent', () => {
    const fixtures: Fixtures = { ...NO_FIXTURES, allocations: ['00aa'] };
    const { blocked } = planOf({ surface, url, seed: 1, fixtures });
    expect(blocked.map(({ needs }) => needs)).not.toContain('allocations');
    expect(blocked.map(({ needs }) => needs)).toContain('reassigning');
  });
});

describe('a selection', () => {
  const chosen = (options: Partial<RunOptions>): string[] =>
    planOf({ surface, url, seed: 1, ...options }).requirements.map(({ id }) => id);

  it('selects requirements by glob, by several globs, and by braces', () => {
    expect(chosen({ only: 'registry/allocation-v1/withdraw/operation-exists' })).toEqual([
      'registry/allocation-v1/withdraw/operation-exists',
    ]);
    expect(chosen({ only: 'registry/*/operation-exists' })).toHaveLength(surface.operations.length);
    expect(chosen({ only: 'registry/allocation-v1/*/operation-exists' })).toHaveLength(3);
    expect(
      chosen({ only: 'registry/allocation-v1/{withdraw,cancel}/operation-exists' }),
    ).toHaveLength(2);
    expect(
      chosen({
        only: 'registry/allocation-v1/withdraw/operation-exists, registry/allocation-v1/cancel/{operation-exists,requests-get-responses}',
      }),
    ).toEqual([
      'registry/allocation-v1/withdraw/operation-exists',
      'registry/allocation-v1/cancel/operation-exists',
      'registry/allocation-v1/cancel/requests-get-responses',
    ]);
  });

  it('selects a level and the stronger ones', () => {
    const count = (level: 'MUST' | 'SHOULD' | 'MAY'): number => chosen({ level }).length;
    expect(count('MUST')).toBeLessThan(count('SHOULD'));
    expect(count('SHOULD')).toBeLessThan(count('MAY'));
    expect(count('MAY')).toBe(surface.requirements.length);
    const musts = surface.requirements.filter(({ level }) => level === 'MUST');
    expect(chosen({ level: 'MUST' })).toEqual(musts.map(({ id }) => id));
  });

  it('sends only requests that the chosen requirements judge', () => {
    const { probes, presenceProbes } = planOf({
      surface,
      url,
      seed: 1,
      only: 'registry/allocation-v1/cancel/unknown-id-is-404',
    });
    expect(probes.map(({ probe }) => probe.id)).toEqual(['allocation-v1/cancel/unknown-ids']);
    expect(presenceProbes.map(({ operation }) => operation.name)).toEqual(['allocation-v1/cancel']);
  });

  it.each([
    [
      'registry/allocation-v1/withdraw/debug-fields-omited',
      'registry/allocation-v1/withdraw/debug-fields-omitted',
    ],
    ['registry/withdrawal/operation-exists', 'registry/allocation-v1/withdraw/operation-exists'],
    [
      'registry/allocation-v1/cancel/operation-exists,registry/allocation-v1/cancel/operation-exist',
      'registry/allocation-v1/cancel/operation-exists',
    ],
  ])('of %s, which is unknown, offers %s', (only, nearest) => {
    expect(() => chosen({ only })).toThrow(SelectionError);
    expect(() => chosen({ only })).toThrow(`Did you mean ${nearest}?`);
  });

  it.each([
    ['debug-fields-omitted', 'registry/allocation-v1/withdraw/debug-fields-omitted'],
    ['withdraw/debug-fields-omitted', 'registry/allocation-v1/withdraw/debug-fields-omitted'],
    ['debug-fields-o*', 'registry/allocation-v1/cancel/debug-fields-omitted'],
  ])('takes the short name %s', (only, id) => {
    expect(chosen({ only })).toContain(id);
    expect(chosen({ only }).every((one) => one.endsWith('/debug-fields-omitted'))).toBe(true);
  });

  it.each([
    ['withdraw', "Did you mean '*/withdraw/*'?"],
    ['*/withdrwa/*', 'Did you mean */withdraw/*?'],
    ['debug-field-omitted', 'Did you mean debug-fields-omitted?'],
    [
      'something-else-entirely',
      'matches "something-else-entirely". `npx --no-install assay list` shows all',
    ],
  ])('of %s says %s', (only, message) => {
    expect(() => chosen({ only })).toThrow(message);
  });

  it('that leaves nothing at its level is an error', () => {
    const only = 'registry/allocation-v1/withdraw/unknown-id-is-404';
    expect(() => chosen({ only, level: 'MUST' })).toThrow(
      `no requirement matches ${only} at level MUST`,
    );
  });
});
