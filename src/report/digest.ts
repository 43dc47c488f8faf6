/** The parts that every format shows first: the result in words, the failures, the gaps. */

import type { Level } from '../contract/contract.ts';
import type { Outcome, Reason, Report, Verdict } from '../model/index.ts';
import { shortfalls } from './enough.ts';
import { groupBy, nameOf } from './names.ts';
import { type Problem, problemCount, problemsOf } from './problems.ts';
import { REASONS } from './reasons.ts';
import { notOffered, unserved } from './served.ts';
import { LEVELS } from './status.ts';
import { count, cut, head, thousands } from './text.ts';
import { textOf } from './words.ts';

export { groupBy, nameOf, operationNameOf } from './names.ts';

/** Verdicts of one requirement name on several operations. */
export interface Group {
  readonly name: string;
  readonly verdicts: readonly [Verdict, ...Verdict[]];
}

/** Verdicts that are open for the same reason, with a remedy. */
export interface Gap {
  readonly outcome: Outcome;
  readonly reason?: Reason;
  readonly unlock: string;
  readonly verdicts: readonly [Verdict, ...Verdict[]];
}

/** The failed verdicts of one level, one group for each requirement name. */
export function failures(report: Report, level: Level): Group[] {
  const failed = report.verdicts.filter((v) => v.outcome === 'failed' && v.level === level);
  return groupBy(failed, (v) => nameOf(v.requirement)).map(([name, verdicts]) => ({
    name,
    verdicts,
  }));
}

const BY_NOTE_AT_MOST = 8;

/**
 * The verdicts with these outcomes, grouped by reason and note, or only by reason if there would be too many groups.
 * Unconfirmed failures come first, then groups with a MUST, because they decide about a certificate.
 */
export function gaps(report: Report, outcomes: readonly Outcome[]): Gap[] {
  const open = LEVELS.flatMap((level) =>
    outcomes.flatMap((outcome) =>
      report.verdicts.filter((v) => v.level === level && v.outcome === outcome),
    ),
  );
  const reason = (v: Verdict): string => `${v.outcome} ${v.reason ?? ''}`;
  const coarse = (v: Verdict): string => `${reason(v)} ${isUnexplained(v)}`;
  // Notes that differ only in their numbers are one reason.
  const fine = groupBy(open, (v) => `${reason(v)} ${(v.note ?? '').replace(/\b\d[\d,]*\b/g, '0')}`);
  const groups = fine.length > BY_NOTE_AT_MOST ? groupBy(open, coarse) : fine;
  const rank = ([first]: Gap['verdicts']): number => (isUnexplained(first) ? 0 : 1);
  groups.sort(([, a], [, b]) => rank(a) - rank(b));
  return groups.map(([, verdicts]) => {
    const [first] = verdicts;
    const general = first.reason ? REASONS[first.reason].unlock : '';
    const isCommon = verdicts.every(({ note }) => note === first.note);
    const unlock = cut((isCommon || general === '' ? first.note : undefined) ?? general, 1000);
    const why = first.reason ? { reason: first.reason } : {};
    return { outcome: first.outcome, ...why, unlock, verdicts };
  });
}

/** `Untested: missing fixture`: the outcome and reason of a gap in words. */
export function gapTitle(gap: Gap): string {
  const outcome = {
    cantTell: 'Inconclusive',
    untested: 'Untested',
    inapplicable: 'Not applicable',
  };
  const word = outcome[gap.outcome as keyof typeof outcome] ?? gap.outcome;
  return gap.reason ? `${word}: ${REASONS[gap.reason].title}` : word;
}

const HEADLINES = {
  conforming: 'Conforms',
  nonconforming: 'Does not conform',
  partial: 'Not fully judged',
} as const;

/** The result in two or three words. */
export function headline(report: Report): string {
  const { cantTell, untested } = report.summary.MUST;
  const isJudged = report.result === 'partial' && cantTell + untested === 0;
  return isJudged && unserved(report).length > 0 ? 'Partly served' : HEADLINES[report.result];
}

/** Requirements with a failure that no repetition confirmed: neither passed nor failed. */
function unexplained({ verdicts }: Report): readonly Verdict[] {
  return verdicts.filter(isUnexplained);
}

function isUnexplained({ outcome, level, findings }: Verdict): boolean {
  return level !== 'MAY' && outcome !== 'failed' && findings.length > 0;
}

/** The quick profile sends each operation a part of the requests: none of those failed. */
function isSampled({ level, reason }: Verdict): boolean {
  return level === 'MUST' && reason === 'not-sampled';
}

/** Failures that the run could not repeat before it ended, grouped as problems. */
export function unconfirmed(report: Report): readonly Problem[] {
  const open = unexplained(report).filter(({ reason }) => reason !== 'flaky');
  return problemsOf({ verdicts: open.map((verdict) => ({ ...verdict, outcome: 'failed' })) });
}

/** The result in a few sentences that can stand alone. */
export function sentence(report: Report): string {
  const missing = unserved(report);
  const short = report.summary.MUST.failed > 0 ? [] : shortfalls(report);
  const parts = [
    ...(missing.length === 0 ? [] : [`${missing.join('; ')}.`]),
    judged(report),
    ...short,
  ];
  return parts.join(' ');
}

function judged(report: Report): string {
  const { passed, failed, cantTell, untested } = report.summary.MUST;
  const sampled = report.verdicts.filter(isSampled).length;
  const open = cantTell + untested - sampled;
  const applicable = passed + failed + open + sampled;
  const of = count(applicable, 'mandatory requirement');
  const warnings = report.summary.SHOULD.failed;
  const seen = unexplained(report).length;
  const parts = [
    ...(warnings > 0 ? [count(warnings, 'warning')] : []),
    ...(seen > 0 ? [`${count(seen, 'failure')} that did not recur`] : []),
  ];
  const extra = parts.length > 0 ? `, with ${parts.join(' and ')}` : '';
  const gone = notOffered(report);
  if (applicable === 0 && gone.length > 0 && gone.length === report.apis?.length)
    return `The target does not offer ${gone.join(', ')}.`;
  if (applicable === 0) return `No mandatory requirement was part of this run${extra}.`;
  if (failed > 0) {
    const part = sampled > 0 ? `, ${thousands(sampled)} passed on a sample` : '';
    const rest = open > 0 ? `${part}, ${thousands(open)} could not be judged` : part;
    return `${problemCount(problemsOf(report))}; ${thousands(failed)} of ${of} failed${rest}${extra}.`;
  }
  if (sampled > 0) {
    const rest = open > 0 ? `, and ${thousands(open)} could not be judged` : '';
    return `No mandatory requirement failed: ${thousands(passed)} of ${thousands(applicable)} passed, ${thousands(sampled)} were judged on a sample of their requests${rest}${extra}.`;
  }
  if (passed === 0) return `None of ${of} could be judged${extra}.`;
  if (open > 0)
    return `No mandatory requirement failed, but ${thousands(open)} of ${thousands(applicable)} could not be judged${extra}.`;
  if (applicable === 1) return `The ${of} that applies passed${extra}.`;
  return `All ${of} that apply passed${extra}.`;
}

/** Information that is never a failure: MAY requirements that differ or have a note, once for each name. */
export function information(report: Report): Verdict[] {
  const interesting = report.verdicts.filter(
    (v) => v.level === 'MAY' && (v.findings.length > 0 || (v.outcome === 'passed' && v.note)),
  );
  return groupBy(interesting, (v) => `${nameOf(v.requirement)} ${v.outcome}`).map(([, [v]]) => v);
}

/** An informational verdict in one sentence: its note, or its first finding. */
export function remark(verdict: Verdict): string {
  const [finding] = verdict.findings;
  if (verdict.note) return cut(verdict.note, 1000);
  return finding
    ? `Expected ${textOf(finding.expected)}; actual ${textOf(finding.actual)}.`
    : verdict.statement;
}

/** A unique name for each verdict of the report, in letters that need no escape; its parts may be limited. */
export function anchors(
  { verdicts }: Report,
  longest: number = Number.POSITIVE_INFINITY,
  nameIn: (requirement: string) => string = (requirement) => requirement,
): Map<Verdict, string> {
  const plain = (text: string): string => head(text, longest).replace(/[^A-Za-z0-9/._~-]+/g, '-');
  const taken = new Set<string>();
  const names = new Map<Verdict, string>();
  for (const verdict of verdicts) {
    const name = plain(nameIn(verdict.requirement));
    const base = taken.has(name) ? `${name}~${plain(verdict.operation)}` : name;
    let unique = base;
    for (let n = 2; taken.has(unique); n++) unique = `${base}~${n}`;
    taken.add(unique);
    names.set(verdict, unique);
  }
  return names;
}
