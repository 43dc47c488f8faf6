/** Reads the report and the evidence of a shard. */
import { isDeeperThan, parsedJson, type Report } from '../model/index.ts';
import { readReport, whyNoReport } from '../report/read.ts';
import { contradictions } from '../report/summary-check.ts';
import { type Shard, shardIn } from './divide.ts';

/** What a shard's evidence states about its run. */
export interface ShardSettings {
  readonly surface: string;
  readonly contract: string;
  readonly shard: string;
  readonly seed: number;
  readonly startedAt: string;
  readonly only?: string;
  readonly without?: readonly string[];
  readonly api?: readonly string[];
  readonly level?: 'MUST' | 'SHOULD' | 'MAY';
  readonly allowed?: unknown;
  /** In percent. */
  readonly minJudged?: number;
  /** Why the run ended before its plan was done. */
  readonly stopped?: unknown;
}

/** The most nested levels of a shard's evidence. */
const DEEPEST = 200;

export interface MergedPart {
  /** The folder, for messages. */
  readonly name: string;
  readonly shard: Shard;
  readonly report: Report;
  readonly log: { readonly entries: readonly unknown[]; readonly _assay: ShardSettings };
}

/** Reads the report.json and the evidence.har of a shard, or returns the problem with a remedy. */
export function readPart(
  name: string,
  reportText: string,
  harText: string,
): MergedPart | { readonly problem: string } {
  const report = readReport(reportText);
  if (report === undefined) return { problem: `${name}: report.json: ${whyNoReport(reportText)}` };
  const [wrong] = contradictions(report);
  if (wrong !== undefined) return { problem: `${name}: report.json: ${wrong}. Run again.` };
  const log = logIn(harText);
  if (log === undefined) {
    return { problem: `${name}: evidence.har is not the evidence of a run. Run again.` };
  }
  if (!together(report, log)) {
    const remedy = 'Name the folder as the run wrote it.';
    return { problem: `${name}: report.json and evidence.har are from different runs. ${remedy}` };
  }
  const shard = shardIn(String(log._assay.shard));
  if (shard === undefined)
    return { problem: `${name}: it is not a shard of a run. Run with --shard, such as 1/2.` };
  return { name, shard, report, log };
}

function logIn(text: string): MergedPart['log'] | undefined {
  const value = parsedJson(text);
  if (isDeeperThan(DEEPEST, value)) return undefined;
  const { log } = (value ?? {}) as { log?: Partial<MergedPart['log']> | null };
  const { entries, _assay } = log ?? {};
  const { surface, contract } = _assay ?? {};
  const named = typeof surface === 'string' && typeof contract === 'string';
  return Array.isArray(entries) && named ? (log as MergedPart['log']) : undefined;
}

function together({ run, verdicts }: Report, { entries, _assay }: MergedPart['log']): boolean {
  if (_assay.startedAt !== run.startedAt || _assay.seed !== run.seed) return false;
  return verdicts.every((v) => v.evidence.every((index) => index < entries.length));
}
