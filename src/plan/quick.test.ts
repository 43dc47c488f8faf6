import { describe, expect, it } from 'vitest';
import { registry } from '../../suites/registry/index.ts';
import { exitCodeOf } from '../cli/exit.ts';
import { type Fixtures, nameOf, type Report } from '../model/index.ts';
import { startRegistry } from '../reference/registry.ts';
import { sentence } from '../report/digest.ts';
import { planOf, type RunOptions, run } from '../run/run.ts';
import type { Plan } from './plan.ts';

const surface = registry();
const server = await startRegistry();
await server.close();
const url = new URL('http://127.0.0.1:1');

const planned = (options: Partial<RunOptions>): Plan =>
  planOf({ surface, url, fixtures: server.fixtures, ...options });

/** What is sent, by the part of the probe's name that operations share. */
function sent({ probes }: Plan): Map<string, Set<string>> {
  const labels = new Map<string, Set<string>>();
  for (const { probe, caseGroups } of probes) {
    const name = nameOf(probe.id);
    const known = labels.get(name) ?? new Set();
    for (const { group } of caseGroups) if (group.once) known.add(group.label);
    labels.set(name, known);
  }
  return labels;
}

describe('the quick profile', () => {
  it('sends each alternative that several operations have to one of them', () => {
    const [quick, full] = [sent(planned({ profile: 'quick' })), sent(planned({}))];
    const alone = ['broken-choicearguments-type', 'any-object'];
    for (const [name, labels] of full) {
      if (alone.includes(name)) continue;
      expect(quick.get(name), name).toEqual(labels);
    }
  });

  it('sends an alternative of each probe to each operation, but for what it can do without', () => {
    const { probes } = planned({ profile: 'quick' });
    const empty = probes.filter(({ requests }) => requests === 0).map(({ probe }) => probe);
    expect(empty.filter(({ quick }) => quick !== 0)).toEqual([]);
  });

  it('judges each MUST by a request, but for leaks at two of the operations', () => {
    const { probes, requirements } = planned({ profile: 'quick' });
    const judged = new Set(probes.filter((p) => p.requests > 0).flatMap((p) => p.requirements));
    const musts = requirements.filter((r) => r.level === 'MUST' && !judged.has(r));
    expect(musts.map(({ id }) => id)).toEqual([
      'registry/allocation-v1/execute-transfer/no-leak-between-requests',
      'registry/allocation-instruction-v1/allocation-factory/no-leak-between-requests',
    ]);
  });

  it('knows each MUST of which it sends less to an operation than the full profile', () => {
    const [quick, full] = [planned({ profile: 'quick' }), planned({})];
    const labels = ({ probes }: Plan, id: string): string[] =>
      probes
        .filter(({ requirements }) => requirements.some((r) => r.id === id))
        .flatMap(({ probe, caseGroups }) => caseGroups.map((c) => `${probe.id} ${c.group.label}`));
    const musts = quick.requirements.filter(({ level }) => level === 'MUST');
    const less = musts.filter(({ id }) => labels(quick, id).length < labels(full, id).length);
    const sampled = musts.filter((r) => r.probes.some((probe) => quick.sampled.has(probe)));
    expect(sampled.map(({ id }) => id)).toEqual(less.map(({ id }) => id));
    expect(musts.length - sampled.length).toBeGreaterThan(4);
    expect(full.sampled.size).toBe(0);
  });

  it('sends the same alternatives at each seed, and in a selection', () => {
    const labels = (options: Partial<RunOptions>): string[] =>
      planned({ profile: 'quick', ...options }).probes.flatMap(({ probe, caseGroups }) =>
        caseGroups.map(({ group }) => `${probe.id}#${group.label}`),
      );
    const all = labels({ seed: 1 });
    expect(labels({ seed: 2 })).toEqual(all);
    const withdraw = labels({ only: 'registry/allocation-v1/withdraw/*' });
    expect(withdraw).toEqual(all.filter((label) => label.startsWith('allocation-v1/withdraw/')));
  });

  it.each([
    ['no fixtures', {}],
    ['one allocation', { allocations: ['00aa'] }],
  ] as const)('can be planned with %s', (_, fixtures: Partial<Fixtures>) => {
    const [quick, full] = [planned({ profile: 'quick', fixtures }), planned({ fixtures })];
    expect(quick.requests).toBeLessThan(full.requests);
  });
});

describe('a quick run', { timeout: 60_000 }, () => {
  async function quickRun(faults: readonly string[]): Promise<Report> {
    const { url: at, fixtures, close } = await startRegistry({ faults });
    const options = { surface, url: new URL(at), fixtures, profile: 'quick' } as const;
    return (await run(options).finally(close)).report;
  }

  it('passes what it sent whole, and says of the rest that nothing failed', async () => {
    const report = await quickRun([]);
    const musts = report.verdicts.filter(({ level }) => level === 'MUST');
    const open = musts.filter(({ outcome }) => outcome !== 'passed');
    expect(new Set(open.map(({ outcome, reason }) => `${outcome} ${reason}`))).toEqual(
      new Set(['untested not-sampled']),
    );
    expect(report.result).toBe('partial');
    expect(sentence(report)).toBe(
      `No mandatory requirement failed: ${report.summary.MUST.passed} of ${musts.length} passed, ${open.length} were judged by a sample of their requests.`,
    );
    expect(exitCodeOf(report, false)).toBe(0);
  });

  it('passes no rule that a full run fails for an alternative that it did not send', async () => {
    const { verdicts } = await quickRun(['flag-as-one', 'meta-numbers-accepted']);
    const rules = verdicts.filter(({ requirement }) =>
      /\/rejects-(flag|meta-value)-type$/.test(requirement),
    );
    expect(rules.filter(({ outcome }) => outcome === 'passed')).toEqual([]);
  });
});
