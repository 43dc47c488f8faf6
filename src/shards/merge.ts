/** Merges the reports and the evidence of all shards of a run. */
import { plainArchive, type ReportWithEvidence } from '../evidence/archive-file.ts';
import { InputError } from '../input/error.ts';
import { defined } from '../model/defined.ts';
import {
  ownNameOf,
  type Report,
  type Requirement,
  type Surface,
  type Verdict,
} from '../model/index.ts';
import { SelectionError, select } from '../plan/select.ts';
import { notSelected } from '../report/summary.ts';
import { joinedApis, totalsOf } from '../report/totals.ts';
import { mergeProblem } from './fit.ts';
import type { MergedPart } from './part.ts';

export type Parts = readonly [MergedPart, ...MergedPart[]];

/** What a shard selects. Throws InputError for a selection that this kit does not know. */
function chosenBy({ name, log }: MergedPart, surface: Surface): readonly Requirement[] {
  try {
    return select(surface.requirements, log._assay);
  } catch (error) {
    if (!(error instanceof SelectionError)) throw error;
    throw new InputError(`${name}: ${error.message}`, { cause: error });
  }
}

/**
 * The report of the whole run, and the shards' evidence one after the other. The verdicts are in the order of an
 * undivided run. `minJudged` is in percent, and that of the shards unless given. Throws InputError if the shards, in any
 * order, do not form one run.
 */
export function mergeParts(parts: Parts, surface: Surface, minJudged?: number): ReportWithEvidence {
  const chosen = chosenBy(parts[0], surface);
  const requirements = chosen.map((r) => r.id);
  const problem = mergeProblem(parts, requirements);
  if (problem !== undefined) throw new InputError(`merge: ${problem}`);
  const musts = (all: readonly Requirement[]): number =>
    all.filter((r) => r.level === 'MUST').length;
  const operations = surface.operations.map(
    ({ contract, name }) => `${contract.id}/${ownNameOf(name)}`,
  );
  const left = musts(surface.requirements) - musts(chosen);
  const shards = parts.toSorted((a, b) => a.shard.index - b.shard.index);
  const [first = parts[0]] = shards;
  const rank = new Map(requirements.map((id, index) => [id, index]));
  let before = 0;
  const verdicts = shards
    .flatMap(({ report, log }) => {
      const by = before;
      before += log.entries.length;
      // Only the baseline of the whole run counts, not that of a shard.
      return report.verdicts.map(({ known: _, ...own }): Verdict => {
        return { ...own, evidence: own.evidence.map((index) => index + by) };
      });
    })
    .sort((a, b) => (rank.get(a.requirement) ?? 0) - (rank.get(b.requirement) ?? 0));
  const reports = shards.map(({ report }) => report);
  const stopped = shards.some(({ log }) => log._assay.stopped !== undefined);
  const total = (of: 'requests' | 'planned' | 'ceiling'): number =>
    reports.reduce((sum, { run }) => sum + run[of], 0);
  const time = {
    ...span(reports),
    ...{ requests: total('requests'), planned: total('planned'), ceiling: total('ceiling') },
  };
  const notes = [...new Set(reports.flatMap(({ run }) => run.notes))];
  const leftOut = {
    ...(reports.some(({ run }) => run.leftOut?.requests) && { requests: true as const }),
    ...(left > 0 && { requirements: left }),
  };
  const least = minJudged ?? first.log._assay.minJudged;
  const dead = [...new Set(reports.flatMap(({ run }) => run.deadFixtures ?? []))];
  const isWhole = Object.keys(leftOut).length === 0;
  const report: Report = {
    ...first.report,
    run: {
      ...first.report.run,
      ...time,
      profile: wholeProfile(first),
      interrupted: reports.some(({ run }) => run.interrupted),
      ...(!isWhole && { leftOut }),
      ...defined({ minJudged: least }),
      ...(dead.length > 0 && { deadFixtures: dead }),
      notes: left > 0 ? [...notes, notSelected(left)] : notes,
    },
    ...totalsOf(joinedApis(reports, operations), verdicts, stopped || !isWhole),
    verdicts,
  };
  const evidence = joined(shards, time, defined({ minJudged: least }));
  return { report, evidence: plainArchive(evidence) };
}

/** From the first start to the last end. */
function span(reports: readonly Report[]): { startedAt: string; durationMs: number } {
  const starts = reports.map(({ run }) => Date.parse(run.startedAt));
  const start = Math.min(...starts);
  const end = Math.max(...reports.map(({ run }, i) => (starts[i] ?? 0) + run.durationMs));
  return { startedAt: new Date(start).toISOString(), durationMs: end - start };
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
