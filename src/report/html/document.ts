/** Values that every part of the page needs, computed once. */
import type { Report, Verdict } from '../../model/index.ts';
import type { OperationChart, RecordedRequest } from '../chart-data.ts';
import { anchors, failures } from '../digest.ts';
import { type Problem, problemsOf } from '../problems.ts';
import { ofOffered } from '../served.ts';
import { markOf } from '../status.ts';
import { type OperationRow, operationsOf } from './operations.ts';
import { type Html, html } from './text.ts';

const LONGEST_ID = 160;
/** This many failures have request and response; the others have findings and commands. */
const SHOWN_IN_FULL = 100;

export interface HtmlPage {
  readonly report: Report;
  readonly problems: readonly Problem[];
  readonly operations: readonly OperationRow[];
  readonly charts: readonly OperationChart[];
  readonly sent: readonly RecordedRequest[];
  /** The options of the command that made the run; absent if unknown. */
  readonly options: readonly string[] | undefined;
  /** The id of a verdict's entry. */
  readonly idOf: (verdict: Verdict) => string;
  readonly operationOf: (verdict: Verdict) => OperationRow;
  /** True if request and response of a failure are on the page. */
  readonly inFull: (verdict: Verdict) => boolean;
}

/** The report with names for its verdicts and operations. */
export function pageOf(
  whole: Report,
  charts: readonly OperationChart[],
  sent: readonly RecordedRequest[],
  options?: readonly string[],
): HtmlPage {
  const report = ofOffered(whole);
  const ids = anchors(report, LONGEST_ID, ownName);
  const operations = operationsOf(report);
  const byKey = new Map(operations.map((operation) => [operation.key, operation]));
  const problems = problemsOf(report);
  const failed = [
    ...problems.map(({ verdicts: [first] }) => first),
    ...problems.flatMap(({ verdicts }) => verdicts),
    ...failures(report, 'MAY').flatMap(({ verdicts }) => verdicts),
  ];
  const full = new Set([...new Set(failed)].slice(0, SHOWN_IN_FULL));
  nameOthers(ids, problems);
  return {
    report,
    problems,
    operations,
    charts,
    sent,
    options,
    idOf: (verdict) => ids.get(verdict) ?? '',
    operationOf: (verdict) => byKey.get(verdict.operation) ?? unknown(verdict),
    inFull: (verdict) => full.has(verdict),
  };
}

/** A requirement with several causes has an entry for each; links lead to the first one. */
function nameOthers(ids: Map<Verdict, string>, problems: readonly Problem[]): void {
  const byRequirement = new Map([...ids].map(([{ requirement }, id]) => [requirement, id]));
  const counts = new Map<string, number>();
  for (const verdict of problems.flatMap(({ verdicts }) => verdicts)) {
    const { requirement } = verdict;
    const nth = (counts.get(requirement) ?? 0) + 1;
    counts.set(requirement, nth);
    const first = byRequirement.get(requirement) ?? '';
    if (!ids.has(verdict)) ids.set(verdict, nth === 1 ? first : `${first}~${nth}`);
  }
}

/** The id of a problem's card, which is the same in each run while the same verdict leads it. */
export function problemId(page: HtmlPage, { verdicts: [first] }: Problem): string {
  return `problem-${page.idOf(first)}`;
}

/** The attributes of an entry that the filters read. */
export function dataAttributes(page: HtmlPage, verdict: Verdict): Html {
  const { level } = verdict;
  return html`data-mark="${markOf(verdict)}" data-level="${level}" data-op="${String(page.operationOf(verdict).index)}"`;
}

/** The page's own ids have no slash. */
function ownName(requirement: string): string {
  return requirement.includes('/') ? requirement : `requirement/${requirement}`;
}

function unknown({ operation }: Verdict): OperationRow {
  return { index: -1, key: operation, label: operation, area: '', name: operation, verdicts: [] };
}
