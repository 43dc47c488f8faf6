/** The parts of a report that the board keeps. */
import type { Report } from '../model/index.ts';
import { problemsByApi } from '../report/apis.ts';
import { isKnown, problemsOf } from '../report/problems.ts';
import { line } from '../report/text.ts';
import { totalsOf } from '../report/totals.ts';
import type { BoardApi, BoardProblem, BoardReport } from './types.ts';

type Contents = Omit<
  BoardReport,
  'path' | 'page' | 'isBundle' | 'sha256' | 'signature' | 'standing'
>;

const LONGEST_TITLE = 300;
const MAX_APIS = 100;

/** Numbers for the names of requirements, which need less memory. */
export class Numbers {
  readonly #numbers = new Map<string, number>();

  get size(): number {
    return this.#numbers.size;
  }

  /** The number of a name, a new one for a new name. */
  of(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.size);
    return this.size - 1;
  }
}

/** The parts of a report that the board shows. They keep no reference to the report itself. */
export function kept(report: Report, numbers: Numbers): Contents {
  const { target, run, kit, result } = report;
  const all = problemsOf(report);
  const problems = all.map((problem): BoardProblem => {
    const [{ requirement, level }] = problem.verdicts;
    const title = copied(problem.title, LONGEST_TITLE);
    return { lead: copied(requirement, LONGEST_TITLE), title, level, isKnown: isKnown(problem) };
  });
  return {
    target: copied(target.url.replace(/\/+$/, ''), 2000),
    startedAt: Date.parse(run.startedAt),
    kit: copied(kit.version, 40),
    profile: copied(run.profile, 40),
    isInterrupted: run.interrupted,
    result,
    apis: apisOf(report, problemsByApi(all)),
    problems,
    hasPassed: passedIn(report, numbers),
  };
}

/** The result for each API. Reports before version 3.1 do not have it, so it is derived from their verdicts. */
function apisOf(report: Report, problems: ReadonlyMap<string, number>): readonly BoardApi[] {
  const { contract, verdicts, run } = report;
  const isIncomplete = run.interrupted || run.leftOut !== undefined;
  const served = contract.map(({ id: api, version }) => ({
    ...{ api, version },
    ...{ operations: [], notServed: [] },
  }));
  const apis = report.apis ?? totalsOf(served, verdicts, isIncomplete).apis;
  return apis.slice(0, MAX_APIS).map(({ api, version, result }) => ({
    ...{ api: copied(api, 80), version: copied(version, 40) },
    ...{ result, problems: problems.get(api) ?? 0 },
  }));
}

function passedIn({ verdicts }: Report, numbers: Numbers): BoardReport['hasPassed'] {
  const own = verdicts.map(({ requirement }) => numbers.of(requirement));
  const passed = new Uint8Array(numbers.size);
  for (const [i, { outcome }] of verdicts.entries())
    if (outcome === 'passed') passed[own[i] ?? 0] = 1;
  return (requirement) => passed[numbers.of(requirement)] === 1;
}

/** A new string with this text: a slice would keep the original text in memory. */
function copied(text: string, most: number): string {
  return Buffer.from(line(text, most)).toString();
}
