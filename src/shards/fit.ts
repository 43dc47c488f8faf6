/** Whether shards form one run. */
import { isDeepStrictEqual } from 'node:util';
import { some } from '../model/some.ts';
import type { MergedPart } from './part.ts';

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
  const names = gone.map((index) => `${index}/${of}`);
  return `shard ${some(names, 10)} is missing. Name the folders of all ${of} shards.`;
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
  return `the shards do not judge each requirement exactly once; see ${id}. Run all shards with the same fixtures, and merge with the version of Assay that ran them.`;
}
