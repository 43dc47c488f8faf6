/** Merges the reports of all shards of a run. */
import { isDeepStrictEqual } from 'node:util';
import { defined } from '../../model/defined.ts';
import { isDeeperThan, parsedJson, type Report, type Verdict } from '../../model/index.ts';
import { some } from '../../model/some.ts';
import { readReport, whyNoReport } from '../read.ts';
import { notSelected } from '../summary.ts';
import { contradictions } from '../summary-check.ts';
import { joinedApis, totalsOf } from '../totals.ts';

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
  /** Part `index` of `of`, from 1. */
  readonly shard: { readonly index: number; readonly of: number };
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
  const [, index, of] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(String(log._assay.shard)) ?? [];
  if (index === undefined || of === undefined || Number(index) > Number(of)) {
    return { problem: `${name}: it is not a shard of a run. Run with --shard, such as 1/2.` };
  }
  return { name, shard: { index: Number(index), of: Number(of) }, report, log };
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

/** The requirements that the shards judge together, in the catalogue's order. */
export interface Whole {
  readonly requirements: readonly string[];
  /** The operations as `api/operation`, in the catalogue's order. */
  readonly operations: readonly string[];
  /** MUST requirements of the catalogue that were not selected. */
  readonly left: number;
  /** The share of MUST requirements that has to be judged, in percent; that of the shards unless given. */
  readonly minJudged?: number | undefined;
}

export interface Merged {
  readonly report: Report;
  /** The shards' evidence one after the other, as HTTP Archive 1.2. */
  readonly evidence: object;
}

/**
 * The report of the whole run. The shards, in any order, must pass {@link mergeProblem}. The verdicts are in the order
 * of an undivided run, and their evidence is in the joined archive.
 */
export function merge(
  parts: readonly [MergedPart, ...MergedPart[]],
  { requirements, operations, left, minJudged: wanted }: Whole,
): Merged {
  const [first, ...others] = parts.toSorted((a, b) => a.shard.index - b.shard.index);
  if (first === undefined) throw new Error('no shards');
  const shards = [first, ...others];
  const rank = new Map(requirements.map((id, index) => [id, index]));
  let before = 0;
  const verdicts = shards
    .flatMap(({ report, log }) => {
      const shifted = report.verdicts.map((v) => moved(v, before));
      before += log.entries.length;
      return shifted;
    })
    .sort((a, b) => (rank.get(a.requirement) ?? 0) - (rank.get(b.requirement) ?? 0));
  const reports = shards.map(({ report }) => report);
  const stopped = shards.some(({ log }) => log._assay.stopped !== undefined);
  const total = (of: 'requests' | 'planned' | 'ceiling'): number =>
    sum(reports.map(({ run }) => run[of]));
  const time = {
    ...span(reports),
    requests: total('requests'),
    planned: total('planned'),
    ceiling: total('ceiling'),
  };
  const notes = [...new Set(reports.flatMap(({ run }) => run.notes))];
  const leftOut = {
    ...(reports.some(({ run }) => run.leftOut?.requests) ? { requests: true as const } : {}),
    ...(left > 0 ? { requirements: left } : {}),
  };
  const minJudged = wanted ?? first.log._assay.minJudged;
  const dead = [...new Set(reports.flatMap(({ run }) => run.deadFixtures ?? []))];
  const isWhole = Object.keys(leftOut).length === 0;
  const report: Report = {
    ...first.report,
    run: {
      ...first.report.run,
      ...time,
      profile: wholeProfile(first),
      interrupted: reports.some(({ run }) => run.interrupted),
      ...(isWhole ? {} : { leftOut }),
      ...(minJudged === undefined ? {} : { minJudged }),
      ...(dead.length > 0 ? { deadFixtures: dead } : {}),
      notes: left > 0 ? [...notes, notSelected(left)] : notes,
    },
    ...totalsOf(joinedApis(reports, operations), verdicts, stopped || !isWhole),
    verdicts,
  };
  return { report, evidence: joined(shards, time, defined({ minJudged })) };
}

function moved(verdict: Verdict, by: number): Verdict {
  // Only the baseline of the whole run counts, not that of a shard.
  const { known: _, ...own } = verdict;
  return { ...own, evidence: verdict.evidence.map((index) => index + by) };
}

/** From the first start to the last end. */
function span(reports: readonly Report[]): { startedAt: string; durationMs: number } {
  const starts = reports.map(({ run }) => Date.parse(run.startedAt));
  const start = Math.min(...starts);
  const end = Math.max(...reports.map(({ run }, i) => (starts[i] ?? 0) + run.durationMs));
  return { startedAt: new Date(start).toISOString(), durationMs: end - start };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0);
}

/** The profile name of an undivided run. */
function wholeProfile({ report, log }: MergedPart): string {
  const words = report.run.profile.split(' ');
  const at = words.findIndex((word, i) => word === 'shard' && words[i + 1] === log._assay.shard);
  if (at !== -1) words.splice(at, 2);
  return words.join(' ') || 'full';
}

/**
 * One archive, with these settings of the whole run. `_assay.parts` has the number of entries and the settings of each shard, because only the shards can be
 * judged again, and not the whole as one run.
 */
function joined(shards: readonly MergedPart[], time: object, own: object): object {
  const [first] = shards;
  const { shard: _, stopped: __, ...settings } = first?.log._assay ?? {};
  const parts = shards.map(({ log }) => ({
    ...log._assay,
    ...own,
    entries: log.entries.length,
  }));
  return {
    log: {
      ...first?.log,
      entries: shards.flatMap(({ log }) => log.entries),
      _assay: { ...settings, ...own, ...time, complete: false, parts },
    },
  };
}

/** The common parts of all shards of a run. */
const SAME: readonly (readonly [what: string, of: (part: MergedPart) => unknown])[] = [
  ['kit', ({ report }) => report.kit],
  ['contract', ({ report }) => report.contract],
  ['target', ({ report }) => report.target.url],
  ['seed', ({ report }) => report.run.seed],
  ['number of shards', ({ shard }) => shard.of],
  ['--runs', ({ report }) => report.run.runs],
  ['--level or --only', ({ log: { _assay: a } }) => [a.surface, a.only, a.level]],
  ['--without', ({ log: { _assay: a } }) => a.without],
  ['--api', ({ log: { _assay: a } }) => a.api],
  ['--rules', ({ report }) => report.rules],
  ['--min-judged', ({ log }) => log._assay.minJudged],
  ['permission to write', ({ log }) => log._assay.allowed],
];

/**
 * Why these shards do not form one run, in one sentence with a remedy; `undefined` if they do: they are of the same
 * run, none is missing or repeated, and each requirement is judged once. A shard without work leaves no report.
 */
export function mergeProblem(
  parts: readonly [MergedPart, ...MergedPart[]],
  requirements: readonly string[],
): string | undefined {
  const problem = differing(parts) ?? doubled(parts);
  if (problem !== undefined) return problem;
  const gap = uncovered(parts, requirements);
  return gap && (missing(parts) ?? gap);
}

function differing([first, ...others]: readonly [MergedPart, ...MergedPart[]]): string | undefined {
  for (const other of others) {
    const found = SAME.find(([, of]) => !isDeepStrictEqual(of(first), of(other)));
    if (found === undefined) continue;
    return `${first.name} and ${other.name} are not from the same run: they differ in ${found[0]}. Run all shards with the same settings.`;
  }
  return undefined;
}

function doubled(parts: readonly MergedPart[]): string | undefined {
  const again = parts.find(({ shard }, i) =>
    parts.slice(0, i).some((before) => before.shard.index === shard.index),
  );
  if (again === undefined) return undefined;
  const { index, of } = again.shard;
  const names = parts.filter(({ shard }) => shard.index === index).map(({ name }) => name);
  return `shard ${index}/${of} is given more than once: ${names.join(', ')}. Name one of them.`;
}

function missing([first, ...others]: readonly [MergedPart, ...MergedPart[]]): string | undefined {
  const there = new Set([first, ...others].map(({ shard }) => shard.index));
  const { of } = first.shard;
  const gone = Array.from({ length: of }, (_, i) => i + 1).filter((index) => !there.has(index));
  if (gone.length === 0) return undefined;
  const names = some(
    gone.map((index) => `${index}/${of}`),
    10,
  );
  return `shard ${names} is missing. Name the folders of all ${of} shards.`;
}

/** Finds shards of another division, or of another catalogue than this kit's. */
function uncovered(
  parts: readonly MergedPart[],
  requirements: readonly string[],
): string | undefined {
  const judged = parts
    .flatMap(({ report }) => report.verdicts.map((v) => v.requirement))
    .toSorted();
  const due = requirements.toSorted();
  const at = due.findIndex((id, i) => id !== judged[i]);
  if (at === -1 && judged.length === due.length) return undefined;
  const id = at === -1 ? judged[due.length] : due[at];
  return `the shards do not judge each requirement once; look at ${id}. Run all shards with the same fixtures, and merge with the version of Assay that ran them.`;
}
