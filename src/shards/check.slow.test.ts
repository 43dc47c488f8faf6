import { beforeAll, describe, expect, it } from 'vitest';
import { allocationApis } from '../../test/allocation-apis.ts';
import type { Report } from '../model/index.ts';
import { startRegistry } from '../reference/registry.ts';
import { toJson } from '../report/formats/json.ts';
import { type ReportWithEvidence, run } from '../run/run.ts';
import { mergeParts } from './merge.ts';
import { type MergedPart, readPart, type ShardSettings } from './part.ts';

const surface = await allocationApis();

let alone: ReportWithEvidence;
let shards: readonly [ReportWithEvidence, ReportWithEvidence];

beforeAll(async () => {
  const server = await startRegistry();
  const { fixtures } = server;
  const target = { surface, url: new URL(server.url), fixtures };
  const options = { ...target, seed: 4, runs: 1 };
  alone = await run(options);
  const one = await run({ ...options, shard: { index: 1, of: 2 } });
  shards = [one, await run({ ...options, shard: { index: 2, of: 2 } })];
  await server.close();
});

const read = ({ report, evidence }: ReportWithEvidence, name = 'a/'): ReturnType<typeof readPart> =>
  readPart(name, toJson(report), JSON.stringify(evidence));

function part(index: 0 | 1, name: string): MergedPart {
  const found = read(shards[index], name);
  if ('problem' in found) throw new Error(found.problem);
  return found;
}

const withReport = (one: MergedPart, change: Partial<Report>): MergedPart => ({
  ...one,
  report: { ...one.report, ...change },
});
const withSettings = (one: MergedPart, change: Partial<ShardSettings>): MergedPart => ({
  ...one,
  log: { ...one.log, _assay: { ...one.log._assay, ...change } },
});

describe('shards are rejected', () => {
  const rejection = (change: (b: MergedPart) => MergedPart) => () =>
    mergeParts([part(0, 'a/'), change(part(1, 'b/'))], surface);
  const otherRun = (change: Partial<Report['run']>) => (b: MergedPart) =>
    withReport(b, { run: { ...b.report.run, ...change } });

  it.each<[what: string, change: (b: MergedPart) => MergedPart]>([
    ['seed', otherRun({ seed: 5 })],
    ['--runs', otherRun({ runs: 2 })],
    ['kit', (b) => withReport(b, { kit: { name: 'assay', version: '9.9.9' } })],
    ['target', (b) => withReport(b, { target: { url: 'http://other.example' } })],
    [
      'contract',
      (b) => withReport(b, { contract: b.report.contract.map((c) => ({ ...c, sha256: '0' })) }),
    ],
    ['number of shards', (b) => ({ ...b, shard: { index: 2, of: 3 } })],
    ['--level or --only', (b) => withSettings(b, { level: 'MUST' })],
    ['permission to write', (b) => withSettings(b, { allowed: {} })],
  ])('that differ in %s', (what, change) => {
    const words = `a/ and b/ are not from the same run: they differ in ${what}.`;
    expect(rejection(change)).toThrow(words);
    expect(rejection(change)).toThrow(expect.objectContaining({ code: 'ASSAY_INPUT' }));
  });

  it('if one is missing', () => {
    expect(() => mergeParts([part(1, 'b/')], surface)).toThrow(
      'shard 1/2 is missing. Name the folders of all 2 shards.',
    );
  });

  it('if one is there twice', () => {
    const parts = [part(0, 'a/'), part(1, 'b/'), part(0, 'c/')] as const;
    expect(() => mergeParts(parts, surface)).toThrow('shard 1/2 is given more than once: a/, c/.');
  });

  it.each<[what: string, change: (b: MergedPart) => MergedPart]>([
    ['lack a requirement', (b) => withReport(b, { verdicts: b.report.verdicts.slice(1) })],
    [
      'judge one twice',
      (b) => withReport(b, { verdicts: [...b.report.verdicts, ...b.report.verdicts.slice(-1)] }),
    ],
  ])('that %s', (_, change) => {
    expect(rejection(change)).toThrow('do not judge each requirement exactly once; see');
  });
});

describe('a folder is rejected', () => {
  it('that has a whole run', () => {
    const problem = expect.stringContaining('a/: it is not a shard of a run.');
    expect(read(alone)).toEqual({ problem });
  });

  it('whose two files are of different runs', () => {
    const problem = expect.stringContaining('are from different runs');
    expect(read({ ...shards[0], evidence: alone.evidence })).toEqual({ problem });
  });

  it('whose files are something else', () => {
    const { report, evidence } = shards[0];
    const [json, har] = [toJson(report), JSON.stringify(evidence)];
    const problem = (text: string): object => ({ problem: expect.stringContaining(text) });
    expect(readPart('a/', '{}', har)).toEqual(problem('report.json: it is not a report'));
    for (const text of ['', '{}', '{"log":{"entries":[]}}', 'null']) {
      expect(readPart('a/', json, text)).toEqual(problem('evidence.har is not the evidence'));
    }
  });

  it('whose result was changed', () => {
    const better = { ...shards[0].report, result: 'nonconforming' as const };
    const problem = expect.stringContaining('result is nonconforming');
    expect(read({ ...shards[0], report: better })).toEqual({ problem });
  });
});

it('one shard of a run never conforms', () => {
  for (const { report } of shards) {
    expect(report.verdicts.every((v) => v.level !== 'MUST' || v.outcome !== 'failed')).toBe(true);
    expect(report.result).toBe('partial');
    expect(report.run.profile).toMatch(/^shard [12]\/2$/);
    expect(report.run.notes).toEqual([]);
  }
});
