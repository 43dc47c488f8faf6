/** Checks whether the claims of a report follow from its verdicts. */
import { isDeepStrictEqual } from 'node:util';
import { type ApiReport, OUTCOMES, type Report } from '../model/index.ts';
import { LEVELS } from './status.ts';
import { summarise } from './summary.ts';
import { hiddenGaps, totalsOf } from './totals.ts';

/** The claims of a report that its verdicts do not support, one clause each; empty if all agree. */
export function contradictions(report: Report): readonly string[] {
  const { verdicts, result, run } = report;
  const counted = summarise(verdicts);
  const wrong = LEVELS.flatMap((level) =>
    OUTCOMES.filter((outcome) => report.summary[level]?.[outcome] !== counted[level][outcome]).map(
      (outcome) =>
        `summary.${level}.${outcome} is ${report.summary[level]?.[outcome]}, but the verdicts give ${counted[level][outcome]}`,
    ),
  );
  const isIncomplete = run.interrupted || run.leftOut !== undefined;
  const { result: due, apis } = totalsOf(report.apis ?? [], verdicts, isIncomplete);
  // Verdicts do not show what a run omitted: a report may claim less than they support, and then states why.
  const narrowed = run.notes.length > 0 || !WHOLE.has(run.profile);
  const modest = result === 'partial' && due === 'conforming' && narrowed;
  if (result !== due && !modest) wrong.push(`result is ${result}, but the verdicts give ${due}`);
  if (report.apis === undefined)
    return report.schemaVersion.startsWith('4.0.') ? wrong : [...wrong, 'apis is missing'];
  return [...wrong, ...wrongApis(report, apis, narrowed)];
}

/** The profile name of a run without restrictions; before version 3.1 it was different. */
const WHOLE = new Set(['full', 'default']);

/** The claims of a report about its APIs that its verdicts do not support. */
function wrongApis(
  report: Report,
  due: readonly ApiReport[],
  isNarrowed: boolean,
): readonly string[] {
  const wrong = (report.apis ?? []).flatMap(({ api, result, summary }, i) => {
    const other = due[i];
    if (other === undefined || !isDeepStrictEqual(summary, other.summary))
      return [`apis: the summary of ${api} differs from the verdicts`];
    const isModest = result === 'partial' && other.result === 'conforming' && isNarrowed;
    return result === other.result || isModest
      ? []
      : [`apis: the result of ${api} is ${result}, but the verdicts give ${other.result}`];
  });
  return [...wrong, ...hiddenGaps(report)];
}
