/** The failures of a problem as report.json states them: references to its verdicts, written and read. */
import { defined } from '../model/defined.ts';
import type { Finding, Verdict } from '../model/index.ts';
import { groupBy } from './names.ts';
import { failuresOf, together } from './problems/split.ts';
import { keepProblems, type Problem } from './problems.ts';
import { line } from './text.ts';

/** A failure of a problem, or the part of it that has the cause of the problem. */
export interface StatedFailure {
  /** The index of its verdict. */
  readonly verdict: number;
  /** The number of its other counterexample, from 1; absent for the first counterexample. */
  readonly counterexample?: number;
  /** The indexes of its findings; absent for all. */
  readonly findings?: readonly number[];
}

/** What a report states about a problem and does not follow from its failures. */
interface Stated {
  readonly title: string;
  readonly event?: string;
  readonly cause?: string;
  readonly fix?: string;
  readonly failures?: readonly StatedFailure[];
}

/** The failures of each problem. */
export function statedFailures(
  problems: readonly Problem[],
  verdicts: readonly Verdict[],
): readonly (readonly StatedFailure[])[] {
  const byRequirement = new Map(
    groupBy([...verdicts.entries()], ([, { requirement }]) => requirement),
  );
  return problems.map((problem) =>
    problem.verdicts.flatMap((failure) => {
      const own = byRequirement.get(failure.requirement) ?? [];
      const [index, verdict] = own.find(([, { evidence }]) => evidence === failure.evidence) ?? [];
      if (index === undefined || verdict === undefined) return [];
      const others = (failure.otherCounterexamples ?? []).map(({ findings }) => findings);
      return [failure.findings, ...others].map((part) => reference(index, verdict, part));
    }),
  );
}

function reference(index: number, verdict: Verdict, part: readonly Finding[]): StatedFailure {
  const [first] = part;
  const lists = [verdict, ...(verdict.otherCounterexamples ?? [])].map(({ findings }) => findings);
  const number = lists.findIndex((list) => first !== undefined && list.includes(first));
  const list = lists[number] ?? [];
  return {
    verdict: index,
    ...defined({
      counterexample: number > 0 ? number : undefined,
      findings: part.length < list.length ? part.map((one) => list.indexOf(one)) : undefined,
    }),
  };
}

/** The problems of these verdicts are those that their report states, if it states them all. */
export function useStated(verdicts: readonly Verdict[], stated: readonly Stated[]): void {
  const problems = problemsAsStated(verdicts, stated);
  if (problems !== undefined) keepProblems(verdicts, problems);
}

/**
 * The problems that a report states; `undefined` if they do not name each of its failures, as in formats before 4.2, or
 * if this version divides failures in another way.
 */
export function problemsAsStated(
  verdicts: readonly Verdict[],
  stated: readonly Stated[],
): readonly Problem[] | undefined {
  const parts = new Map(
    verdicts.flatMap((verdict, index) =>
      failuresOf([verdict]).map((part): [string, Verdict] => [
        JSON.stringify(reference(index, verdict, part.findings)),
        part,
      ]),
    ),
  );
  const named = new Set<number>();
  const problems: Problem[] = [];
  for (const { title, event = title, cause, fix, failures = [] } of stated) {
    const found = failures.map(({ verdict, counterexample, findings }) =>
      parts.get(JSON.stringify({ verdict, ...defined({ counterexample, findings }) })),
    );
    if (found.includes(undefined)) return undefined;
    const runs: Verdict[][] = [];
    for (const [i, { verdict }] of failures.entries()) {
      const part = found[i] as Verdict;
      named.add(verdict);
      if (failures[i - 1]?.verdict === verdict) runs.at(-1)?.push(part);
      else runs.push([part]);
    }
    const [first, ...others] = runs.flatMap(together);
    if (first === undefined) return undefined;
    const { cause: _, fix: __, ...lead } = first;
    const texts = { what: line(event, LONGEST_TITLE), title: line(title, LONGEST_TITLE) };
    problems.push({ ...texts, verdicts: [{ ...lead, ...defined({ cause, fix }) }, ...others] });
  }
  const failed = new Set(
    [...parts.keys()].map((key) => (JSON.parse(key) as StatedFailure).verdict),
  );
  return named.size === failed.size ? problems : undefined;
}

/** Titles of Assay have at most 160 characters, and the names of operations. */
const LONGEST_TITLE = 1000;
