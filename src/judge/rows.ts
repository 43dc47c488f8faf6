/** The judgement of a requirement that several rules judge, its rows. */
import { type Finding, type Outcome, type Requirement, rulesOf } from '../model/index.ts';
import type { JudgeOptions, RequirementJudgement } from './judgement.ts';

/** A row that fails decides, then one that is open: the requirement passes only if no row is open. */
const DECIDES: readonly Outcome[] = ['failed', 'cantTell', 'untested', 'passed', 'inapplicable'];

/** The judgement of a requirement from those of its rows, of which at least one is given. */
export function ofRows(
  requirement: Requirement,
  judged: readonly RequirementJudgement[],
): RequirementJudgement {
  const [only] = judged;
  if (only?.requirement === requirement) return only;
  const [first, ...others] = judged.map(named).sort((a, b) => rankOf(a) - rankOf(b));
  if (first === undefined) throw new Error(`${requirement.id} has no judged row`);
  const alsoFail = others.flatMap((one) => {
    const { outcome, findings, counterexample, others: more = [] } = one;
    return outcome === 'failed' && counterexample ? [{ ...counterexample, findings }, ...more] : [];
  });
  const all = [...(first.others ?? []), ...alsoFail];
  const failsIn = [...new Set([first, ...others].flatMap((one) => one.failsIn ?? []))];
  return {
    ...first,
    requirement,
    exchanges: sum(judged, ({ exchanges }) => exchanges),
    conclusive: sum(judged, ({ conclusive }) => conclusive),
    ...(all.length > 0 ? { others: all } : {}),
    ...(first.failsIn ? { failsIn } : {}),
    evidence: [...new Set([first, ...others].flatMap(({ evidence }) => evidence))],
  };
}

/** The same options, but a failure is announced as that of the requirement whose row it is. */
export function announcingWhole(
  requirements: readonly Requirement[],
  options: JudgeOptions,
): JudgeOptions {
  const { onFailure } = options;
  if (onFailure === undefined) return options;
  const whole = new Map(
    requirements.flatMap((one) => rulesOf(one).map((rule) => [rule, one] as const)),
  );
  return {
    ...options,
    onFailure: (failed) =>
      onFailure(ofRows(whole.get(failed.requirement) ?? failed.requirement, [failed])),
  };
}

function rankOf({ outcome, reason }: RequirementJudgement): number {
  // The quick profile leaves out rows of most requirements.
  return reason === 'not-sampled' ? DECIDES.length : DECIDES.indexOf(outcome);
}

/** The same with findings that name the row. */
function named(judged: RequirementJudgement): RequirementJudgement {
  const { id: row } = judged.requirement;
  const inRow = (findings: readonly Finding[]): readonly Finding[] =>
    findings.map((finding) => ({ ...finding, row }));
  const { others } = judged;
  return {
    ...judged,
    findings: inRow(judged.findings),
    ...(others && { others: others.map((one) => ({ ...one, findings: inRow(one.findings) })) }),
  };
}

function sum<T>(all: readonly T[], numberOf: (one: T) => number): number {
  return all.reduce((total, one) => total + numberOf(one), 0);
}
