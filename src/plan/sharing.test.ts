import { describe, expect, it } from 'vitest';
import { registry } from '../../suites/registry/index.ts';
import type { Operation } from '../contract/contract.ts';
import { type CaseGroup, type Fixtures, nameOf } from '../model/index.ts';
import { startRegistry } from '../reference/registry.ts';
import { planOf, type RunOptions } from '../run/run.ts';
import type { Plan, PlannedProbe } from './plan.ts';

const surface = registry();
const server = await startRegistry();
await server.close();
const url = new URL('http://127.0.0.1:1');

const plans = new Map<string, Plan>();

/** The plan with these options, made once. */
function planned(options: Partial<RunOptions>): Plan {
  const key = JSON.stringify(options);
  const plan = plans.get(key) ?? planOf({ surface, url, fixtures: server.fixtures, ...options });
  plans.set(key, plan);
  return plan;
}

const labelsOf = (caseGroups: readonly CaseGroup[]): readonly string[] =>
  caseGroups.map(({ label }) => label);

/** Requests of a probe: random values only if there is nothing else. */
function alternativesOf({ probe }: PlannedProbe, { fixtures }: Plan): readonly string[] {
  const all = probe.caseGroups(fixtures);
  const fixed = all.filter(({ once }) => once);
  return labelsOf(fixed.length > 0 ? fixed : all);
}

const sentBy = ({ caseGroups }: PlannedProbe): readonly string[] =>
  labelsOf(caseGroups.map(({ group }) => group));

/** The probes of a plan with shared alternatives: those with the same name and the same alternatives. */
function groups(plan: Plan, word: (planned: PlannedProbe) => unknown): readonly PlannedProbe[][] {
  const found = new Map<string, PlannedProbe[]>();
  for (const planned of plan.probes) {
    const { probe } = planned;
    const key = [nameOf(probe.id), word(planned), ...labelsOf(probe.caseGroups(plan.fixtures))];
    const text = JSON.stringify(key);
    found.set(text, [...(found.get(text) ?? []), planned]);
  }
  return [...found.values()];
}

const siblings = (operation: Operation): string | undefined => surface.siblings?.(operation);
const isSibling = ({ probe }: PlannedProbe): boolean => siblings(probe.operation) !== undefined;

describe('the full profile', () => {
  const full = planned({});

  it('sends each alternative to each operation that has no siblings', () => {
    const alone = full.probes.filter((p) => !isSibling(p));
    expect(alone.length).toBeGreaterThan(50);
    for (const one of alone) {
      expect(sentBy(one), one.probe.id).toEqual(labelsOf(one.probe.caseGroups(full.fixtures)));
    }
  });

  it('sends each alternative of siblings to one of them, and three to each, or one if it is sent alone', () => {
    const families = groups(full, ({ probe }) => siblings(probe.operation) ?? probe.operation.name);
    const shared = families.filter((family) => family.length > 1);
    expect(shared.length).toBeGreaterThan(50);
    for (const family of shared) {
      const [{ probe }] = family as [PlannedProbe];
      const all = labelsOf(probe.caseGroups(full.fixtures));
      expect(new Set(family.flatMap(sentBy)), probe.id).toEqual(new Set(all));
      for (const one of family) {
        const least = one.probe.alone ? 1 : 3;
        expect(sentBy(one).length, one.probe.id).toBeGreaterThanOrEqual(
          Math.min(least, all.length),
        );
      }
    }
  });

  it('divides only within the selection: an operation without its siblings gets all alternatives', () => {
    const one = planned({ only: 'registry/transfer-v2/accept/*' });
    expect(one.probes.length).toBeGreaterThan(20);
    for (const each of one.probes.filter(({ probe }) => probe.id.includes('/accept/'))) {
      expect(sentBy(each), each.probe.id).toEqual(labelsOf(each.probe.caseGroups(one.fixtures)));
    }
  });
});

describe('the quick profile', () => {
  it('sends each alternative that several operations have to one of them', () => {
    const quick = planned({ profile: 'quick' });
    const shared = groups(quick, () => '').filter((group) => group.length > 1);
    expect(shared.length).toBeGreaterThan(20);
    for (const group of shared) {
      const [one] = group as [PlannedProbe];
      const sent = new Set(group.flatMap(sentBy));
      expect(sent, one.probe.id).toEqual(new Set(alternativesOf(one, quick)));
    }
  });

  it('shares between operations that have the fixture, and between those that lack it', () => {
    const lacking = ['allocation-v2/settlement-factory', 'transfer-v2/transfer-factory'];
    const fixtures = { ...server.fixtures, settlementArguments: [], transferArgumentsV2: [] };
    const quick = planned({ profile: 'quick', fixtures });
    const spellings = quick.probes.filter(({ probe }) => nameOf(probe.id) === 'spelling');
    const parts = [true, false].map((lacks) =>
      spellings.filter(({ probe }) => lacking.includes(probe.operation.name) === lacks),
    );
    for (const part of parts) {
      const [one, ...others] = part as [PlannedProbe];
      expect(others).not.toEqual([]);
      expect(new Set(part.flatMap(sentBy))).toEqual(new Set(alternativesOf(one, quick)));
    }
  });

  it('sends the first alternatives if only one operation has them', () => {
    const quick = planned({ profile: 'quick' });
    const alone = groups(quick, () => '').filter((group) => group.length === 1);
    expect(alone.length).toBeGreaterThan(10);
    for (const one of alone.flat()) {
      const all = alternativesOf(one, quick);
      const { quick: few = 0, id } = one.probe;
      const free = labelsOf(one.caseGroups.filter(({ shared }) => shared).map((g) => g.group));
      const paid = all.filter((label) => !free.includes(label)).slice(0, few > 0 ? few : 4);
      expect(new Set(sentBy(one)), id).toEqual(new Set([...free, ...paid]));
    }
  });

  it('sends an alternative of each probe to each operation, unless the probe permits none', () => {
    const { probes, fixtures } = planned({ profile: 'quick' });
    const empty = probes.filter(({ caseGroups }) => caseGroups.length === 0);
    const isCostly = ({ probe }: PlannedProbe): boolean =>
      probe.caseGroups(fixtures).every(({ requests = 1 }) => requests > 1);
    const indispensable = empty.filter((one) =>
      isSibling(one) || isCostly(one) ? one.probe.quick === 1 : one.probe.quick !== 0,
    );
    expect(indispensable.map(({ probe }) => probe.id)).toEqual([]);
  });

  it('judges each MUST by a request, and at least at one of several siblings', () => {
    const { probes, requirements } = planned({ profile: 'quick' });
    const judged = new Set(
      probes.filter((p) => p.caseGroups.length > 0).flatMap((p) => p.requirements),
    );
    const musts = requirements.filter((r) => r.level === 'MUST');
    const left = musts.filter((r) => !judged.has(r));
    const alone = left.filter((r) => r.probes.some((p) => siblings(p.operation) === undefined));
    // Of cases with several requests a few are enough for all operations.
    expect(new Set(alone.map(({ id }) => nameOf(id)))).toEqual(
      new Set([
        ...['no-leak-between-requests', 'json-spelling-is-ignored', 'repeated-errors-keep-shape'],
        ...['flag-ends-with-request', 'flag-changes-nothing-else', 'flag-defaults-to-false'],
        'discloses-own-contract',
      ]),
    );
    const somewhere = new Set(musts.filter((r) => judged.has(r)).map(({ id }) => nameOf(id)));
    expect(left.map(({ id }) => id).filter((id) => !somewhere.has(nameOf(id)))).toEqual([]);
  });

  it('marks each MUST for which an operation gets only a part of the alternatives', () => {
    const quick = planned({ profile: 'quick' });
    const less = new Set(
      quick.probes
        .filter((one) => sentBy(one).length < one.probe.caseGroups(quick.fixtures).length)
        .flatMap(({ requirements }) => requirements),
    );
    const musts = quick.requirements.filter(({ level }) => level === 'MUST');
    const sampled = musts.filter((r) => r.probes.some((probe) => quick.sampled.has(probe)));
    expect(sampled.map(({ id }) => id)).toEqual(
      musts.filter((r) => less.has(r)).map(({ id }) => id),
    );
    expect(musts.length - sampled.length).toBeGreaterThan(4);
    expect(planned({}).sampled.size).toBe(0);
  });

  it('sends the same alternatives at each seed, and all of them in a selection of one operation', () => {
    const labels = (options: Partial<RunOptions>): string[] =>
      planned({ profile: 'quick', ...options }).probes.flatMap((one) =>
        sentBy(one).map((label) => `${one.probe.id}#${label}`),
      );
    const all = labels({ seed: 1 });
    expect(labels({ seed: 2 })).toEqual(all);
    const withdraw = labels({ only: 'registry/allocation-v1/withdraw/*' });
    const shared = all.filter((label) => label.startsWith('allocation-v1/withdraw/'));
    expect(withdraw).toEqual(expect.arrayContaining(shared));
  });

  it.each([
    ['no fixtures', {}],
    ['one allocation', { allocations: ['00aa'] }],
  ] as const)('can be planned with %s', (_, fixtures: Partial<Fixtures>) => {
    const [quick, full] = [planned({ profile: 'quick', fixtures }), planned({ fixtures })];
    expect(quick.requests).toBeLessThan(full.requests);
  });
});
