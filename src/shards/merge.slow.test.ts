/** The shards of a run, merged, are equal to an undivided run. By night, with more seeds and faults. */
import { describe, expect, it } from 'vitest';
import { NO_FIXTURES, surfaces } from '../../suites/index.ts';
import { allocationApis } from '../../test/allocation-apis.ts';
import { byDay } from '../../test/nightly.ts';
import type { Report, Surface } from '../model/index.ts';
import { startTarget } from '../prove/target.ts';
import { startRegistry } from '../reference/registry.ts';
import { toJson } from '../report/formats/json.ts';
import { problemsOf } from '../report/problems.ts';
import { type ReportWithEvidence, type RunOptions, run } from '../run/run.ts';
import { mergeParts } from './merge.ts';
import { type MergedPart, readPart } from './part.ts';

const surface = await allocationApis();
const TWO_OPERATIONS =
  'registry/{allocation-v1/withdraw,allocation-instruction-v1/allocation-factory}/*';

type Parts = readonly [MergedPart, ...MergedPart[]];

interface Runs {
  readonly whole: ReportWithEvidence;
  readonly parts: Parts;
}

const known = new Map<string, Promise<Runs>>();

/** An undivided run and a run in shards, against the same server. Tests that need the same ones share them. */
function runs(seed: number, of: number, faults: readonly string[] = []): Promise<Runs> {
  const key = JSON.stringify([seed, of, faults]);
  const made = known.get(key) ?? runsWith(seed, of, faults);
  known.set(key, made);
  return made;
}

async function runsWith(
  seed: number,
  of: number,
  faults: readonly string[] = [],
  more: Partial<RunOptions> = {},
): Promise<Runs> {
  const server = await startRegistry({ faults });
  try {
    const { fixtures } = server;
    const url = new URL(server.url);
    const options = { ...{ surface, seed, runs: 5, url, fixtures }, ...more };
    const whole = await run(options);
    const parts: MergedPart[] = [];
    for (let index = of; index >= 1; index--) {
      parts.push(partOf(await run({ ...options, shard: { index, of } }), `shard-${index}`));
    }
    return { whole, parts: parts as unknown as Parts };
  } finally {
    await server.close();
  }
}

/** The shard after it was read from its files. */
function partOf({ report, evidence }: ReportWithEvidence, name: string): MergedPart {
  const part = readPart(name, toJson(report), JSON.stringify(evidence));
  if ('problem' in part) throw new Error(part.problem);
  return part;
}

/** The parts that must be equal: not times, evidence, counterexamples, or numbers of requests and exchanges. */
function comparable(report: Report): object {
  const {
    startedAt: _,
    durationMs: __,
    requests: ___,
    planned: ____,
    ceiling: _____,
    ...same
  } = report.run;
  // An undivided run may show the counterexample of another operation, which a shard has not seen.
  const verdicts = report.verdicts.map(
    ({
      counterexample,
      otherCounterexamples: _o,
      evidence: _e,
      exchanges: _x,
      conclusive: _t,
      ...verdict
    }) => ({ ...verdict, counterexample: counterexample !== undefined }),
  );
  const problems = problemsOf(report).map((problem) =>
    [...new Set(problem.verdicts.map(({ requirement }) => requirement))].toSorted(),
  );
  const text = JSON.stringify({ ...report, run: same, verdicts, problems });
  return JSON.parse(text.replaceAll(/"date":"[^"]*"/g, '"date":""')) as object;
}

interface Entry {
  readonly _ref: string;
  readonly _requirements: readonly string[];
}
const entriesOf = ({ evidence }: ReportWithEvidence): readonly Entry[] =>
  (evidence.toJSON() as { log: { entries: readonly Entry[] } }).log.entries;

describe('the shards of a run, merged,', { timeout: 60_000 }, () => {
  const every = [1, 2, 3].flatMap((seed) => [2, 3].map((of) => [seed, of] as const));
  const cases = byDay(every, (_, nth) => nth === 2);

  it.each(cases)(
    'are equal to an undivided run: seed %i, %i shards, no fault',
    async (seed, of) => {
      const { whole, parts } = await runs(seed, of);
      expect(whole.report.result).toBe('conforming');
      const { report } = mergeParts(parts, surface);
      expect(comparable(report)).toEqual(comparable(whole.report));
    },
  );

  it('are equal to an undivided run with a fault', async () => {
    const { whole, parts } = await runs(1, 3, ['debug-in-second-contract']);
    expect(whole.report.result).toBe('nonconforming');
    const { report } = mergeParts(parts, surface);
    expect(comparable(report)).toEqual(comparable(whole.report));
  });

  const FAULTS = [
    { faults: ['withdraw-not-served'] },
    { faults: ['unknown-id-crash', 'stack-trace-in-errors'] },
    { faults: ['error-named-message', 'ids-trimmed'] },
    { faults: ['long-meta-key-hangs-up'] },
  ];
  it.each(byDay(FAULTS, (_, nth) => nth < 2))(
    'are equal to an undivided run with one shard for each operation: $faults',
    async ({ faults }) => {
      const { whole, parts } = await runsWith(5, 2, faults, { only: TWO_OPERATIONS });
      expect(whole.report.result).toBe('nonconforming');
      const { report } = mergeParts(parts, surface);
      expect(comparable(report)).toEqual(comparable(whole.report));
    },
  );

  it('are equal to an undivided run of a selection, which is partial', async () => {
    const { whole, parts } = await runsWith(1, 2, [], {
      only: 'registry/allocation-v1/{withdraw,cancel}/*',
      level: 'MUST',
    });
    const { report } = mergeParts(parts, surface);
    expect(report.result).toBe('partial');
    expect(report.run.notes.join()).toMatch(/\d+ MUST requirements were not selected/);
    expect(comparable(report)).toEqual(comparable(whole.report));
  });

  it('are partial when a shard was ended before its plan was done', async () => {
    const { parts } = await runs(2, 2);
    const [first, second] = parts as readonly [MergedPart, MergedPart];
    const settings = { ...first.log._assay, stopped: 'budget' };
    const ended = { ...first, log: { ...first.log, _assay: settings } };
    expect(mergeParts([first, second], surface).report.result).toBe('conforming');
    expect(mergeParts([ended, second], surface).report.result).toBe('partial');
  });

  it('have the same division, whatever each of them discovers', async () => {
    let discoveries = 0;
    const given = ['00'.repeat(32)];
    const discovering: Surface = {
      ...surface,
      discover: async (_, fixtures) => ({
        ...fixtures,
        allocations: discoveries++ === 0 ? [] : given,
      }),
      presumed: { ...NO_FIXTURES, allocations: given },
    };
    const more = { surface: discovering, fixtures: {} };
    const { whole, parts } = await runsWith(1, 3, [], more);
    const { report } = mergeParts(parts, discovering);
    expect(report.verdicts.map((v) => v.requirement)).toEqual(
      whole.report.verdicts.map((v) => v.requirement),
    );
  });

  it('are equal to an undivided run of a ledger, where discovery decides the requests', async () => {
    const ledger = surfaces['ledger']?.() as Surface;
    const { close, ...target } = await startTarget('ledger', ledger);
    const only = 'ledger/{active-contracts,updates,parties,users}*/**';
    const options = { surface: ledger, only, seed: 1, runs: 2, ...target };
    const whole = await run(options);
    const shards: MergedPart[] = [];
    for (const index of [1, 2, 3]) {
      shards.push(partOf(await run({ ...options, shard: { index, of: 3 } }), `shard-${index}`));
    }
    await close();
    const { report } = mergeParts(shards as unknown as Parts, ledger);
    expect(comparable(report)).toEqual(comparable(whole.report));
  });

  it('find their evidence in the joined archive', async () => {
    const { parts } = await runs(1, 3, ['debug-in-second-contract']);
    const merged = mergeParts(parts, surface);
    const entries = entriesOf(merged);
    expect(entries.length).toBe(merged.report.run.requests);
    for (const { requirement, evidence } of merged.report.verdicts) {
      for (const index of evidence) expect(entries[index]?._requirements).toContain(requirement);
    }
  });

  it('state when the first began, when the last ended, and the number of requests', async () => {
    const { whole, parts } = await runs(2, 2);
    const { run: merged } = mergeParts(parts, surface).report;
    const each = parts.map((p) => p.report.run);
    const starts = each.map((r) => Date.parse(r.startedAt));
    const ends = each.map((r) => Date.parse(r.startedAt) + r.durationMs);
    expect(Date.parse(merged.startedAt)).toBe(Math.min(...starts));
    expect(Date.parse(merged.startedAt) + merged.durationMs).toBe(Math.max(...ends));
    expect(merged.requests).toBe(each.reduce((sum, r) => sum + r.requests, 0));
    // Each shard checks for itself whether the target accepts the fixtures.
    expect(merged.requests).toBeGreaterThanOrEqual(whole.report.run.requests);
  });
});
