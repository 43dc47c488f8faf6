/** Merges the shards of one run into one report. */
import { InputError } from '../input/error.ts';
import { ownNameOf, type Requirement, type Surface } from '../model/index.ts';
import { select } from '../plan/select.ts';
import { type MergedPart, merge, mergeProblem } from '../report/merge/merge.ts';
import type { Archive } from '../run/archive-file.ts';
import type { ReportWithEvidence } from '../run/run.ts';
import { harBytes } from './har/bytes.ts';

export function plainArchive(har: object): Archive {
  return {
    chunks: () => [harBytes(har)],
    outline: () => har,
    toJSON: () => har,
    discard: () => undefined,
    lost: false,
    problem: undefined,
  };
}

export type Parts = readonly [MergedPart, ...MergedPart[]];

/**
 * The report of the whole run; `minJudged` is in percent, and that of the shards unless given. Throws InputError if the
 * shards do not form one run.
 */
export function mergeParts(parts: Parts, surface: Surface, minJudged?: number): ReportWithEvidence {
  const chosen: readonly Requirement[] = select(surface.requirements, parts[0].log._assay);
  const requirements = chosen.map((r) => r.id);
  const problem = mergeProblem(parts, requirements);
  if (problem !== undefined) throw new InputError(`merge: ${problem}`);
  const musts = (all: readonly Requirement[]): number =>
    all.filter((r) => r.level === 'MUST').length;
  const operations = surface.operations.map(
    ({ contract, name }) => `${contract.id}/${ownNameOf(name)}`,
  );
  const left = musts(surface.requirements) - musts(chosen);
  const { report, evidence } = merge(parts, { requirements, operations, left, minJudged });
  return { report, evidence: plainArchive(evidence) };
}
