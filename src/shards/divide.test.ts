import { describe, expect, it } from 'vitest';
import { surfaces } from '../../suites/index.ts';
import { operationNameOf, type Surface } from '../model/index.ts';
import { keyOf } from '../plan/call.ts';
import type { Plan, PlannedProbe } from '../plan/plan.ts';
import { planOf } from '../run/run.ts';
import { parseShard } from './divide.ts';

const url = new URL('http://127.0.0.1:1');
const registry = surfaces['registry']?.() as Surface;
const whole = planOf({ surface: registry, url, seed: 3 });

describe.each([1, 3])('the registry in %i shards', (of) => {
  const shards = Array.from({ length: of }, (_, i) =>
    planOf({ surface: registry, url, seed: 3, shard: { index: i + 1, of } }),
  );

  it('judges each requirement in one shard, in the order of the catalogue', () => {
    const parts = shards.map(({ requirements }) => requirements.map((r) => r.id));
    expect(parts.every((part) => part.length > 0)).toBe(true);
    const all = parts.flat();
    expect(all.toSorted()).toEqual(whole.requirements.map((r) => r.id).toSorted());
    expect(new Set(all).size).toBe(all.length);
    for (const { requirements } of shards) {
      expect(whole.requirements.filter((r) => requirements.includes(r))).toEqual(requirements);
    }
  });

  it('sends each probe in one shard, with the same cases, and none more than in one run', () => {
    const named = ({ probe, requirements, caseGroups, requests }: PlannedProbe): string =>
      JSON.stringify({
        probe: probe.id,
        judging: requirements.map((r) => r.id),
        caseGroups: caseGroups.map(({ group, seed, count }) => [group.label, seed, count]),
        requests,
      });
    const sent = shards.flatMap((s) => s.probes).map(named);
    expect(sent.toSorted()).toEqual(whole.probes.map(named).toSorted());
    // Each shard requests the unknown paths twice, and discovery.
    const own = ({ presenceProbes, fixtures }: Plan): number =>
      2 * new Set(presenceProbes.map(({ unknownPath }) => keyOf(unknownPath))).size +
      (registry.discoveryRequests?.(fixtures) ?? 0);
    const others = (plan: Plan): number => plan.requests - own(plan);
    expect(shards.reduce((sum, s) => sum + others(s), 0)).toBe(others(whole));
  });

  it('sends only presence probes to operations that other shards judge', () => {
    const all = whole.presenceProbes.map((l) => l.operation.key);
    for (const { presenceProbes, elsewhere } of shards) {
      const own = presenceProbes.map((l) => l.operation.key);
      const others = elsewhere.map((l) => l.operation.key);
      expect([...own, ...others].toSorted()).toEqual(all.toSorted());
    }
  });
});

describe('the division', () => {
  it('is balanced: the shards differ by at most the most expensive operation', () => {
    const requests = (index: number): number =>
      planOf({ surface: registry, url, seed: 3, shard: { index, of: 2 } }).requests;
    const mostExpensive = Math.max(
      ...[1, 2, 3, 4].map(
        (index) => planOf({ surface: registry, url, seed: 3, shard: { index, of: 4 } }).requests,
      ),
    );
    expect(Math.abs(requests(1) - requests(2))).toBeLessThanOrEqual(mostExpensive);
  });

  it('does not depend on the seed', () => {
    const ids = (seed: number): string[] =>
      planOf({ surface: registry, url, seed, shard: { index: 1, of: 3 } }).requirements.map(
        (r) => r.id,
      );
    expect(ids(1)).toEqual(ids(77));
  });

  it('divides a selection, and leaves surplus shards without work', () => {
    const only = 'registry/allocation-v1/{withdraw,cancel}/*';
    const part = (of: number): string[] =>
      planOf({ surface: registry, url, only, shard: { index: 2, of } }).requirements.map((r) =>
        operationNameOf(r.id),
      );
    expect(new Set(part(2)).size).toBe(1);
    const shard = (index: number): readonly string[] =>
      planOf({ surface: registry, url, only, shard: { index, of: 5 } }).requirements.map(
        (r) => r.id,
      );
    const whole = planOf({ surface: registry, url, only }).requirements.map((r) => r.id);
    expect([1, 2].flatMap(shard).toSorted()).toEqual(whole.toSorted());
    expect([3, 4, 5].flatMap(shard)).toEqual([]);
  });
});

describe('the name of a shard', () => {
  it('is read', () => {
    expect(parseShard('2/3')).toEqual({ index: 2, of: 3 });
  });

  it.each(['0/3', '4/3', '1/0', '1', '1/2/3', ' 1/2', '-1/2', '1.0/2', 'a/b', '1/99999', ''])(
    'is not %j',
    (text) => {
      expect(() => parseShard(text)).toThrow('Write, for example, 1/3, 2/3 and 3/3');
    },
  );
});
