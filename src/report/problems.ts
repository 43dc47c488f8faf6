/** Groups failures by their cause: a problem is one thing to fix. */
import { isHeader, isNothing, isOwnStatus, type Report, type Verdict } from '../model/index.ts';
import { isUndecided } from './effect.ts';
import { groupBy, nameOf, operationNameOf, ruleNameOf } from './names.ts';
import {
  areMixedUp,
  isAtRandom,
  joinDeclared,
  joinElements,
  joinMixedUp,
  joinRandom,
  joinResponses,
} from './problems/consequences.ts';
import { type Failure, failureOf, isShape, isShownMixedUp } from './problems/failure.ts';
import { type Grouping, Groups } from './problems/groups.ts';
import { joinCrashes, joinOperations, joinRules } from './problems/hypotheses.ts';
import { inCommon } from './problems/in-common.ts';
import { isOfAnother, joinKept } from './problems/kept.ts';
import { isOfRead, joinContents, joinRefused, joinShared } from './problems/relations.ts';
import { keysOf } from './problems/signatures.ts';
import { failuresOf, together } from './problems/split.ts';
import { withCommonCause } from './problems/unchecked.ts';
import { byRequest, scriptOf } from './reproduction.ts';
import { count } from './text.ts';
import { shownOperations, type Title, titlesOf } from './titles.ts';

/** A cause, with all its failures. */
export interface Problem extends Title {
  /** The failures; the one that explains most is first: a MUST before a SHOULD, a cause before its consequences. */
  readonly verdicts: readonly [Verdict, ...Verdict[]];
}

/**
 * The failed MUSTs and SHOULDs of a report as problems: new ones first, then those with a MUST, otherwise in the order
 * of the verdicts. Two failures belong to one problem if they share a key (see `keysOf`), or if one follows from the
 * other. Independent faults stay separate if they show in different requests or at different places. A requirement with
 * several causes is in the problem of each, with its counterexamples.
 */
export function problemsOf({ verdicts }: Pick<Report, 'verdicts'>): readonly Problem[] {
  const known = found.get(verdicts);
  if (known !== undefined) return known;
  const problems = problemsAmong(verdicts);
  found.set(verdicts, problems);
  return problems;
}

/** From now on, these are the problems of these verdicts. */
export function keepProblems(verdicts: readonly Verdict[], problems: readonly Problem[]): void {
  found.set(verdicts, problems);
}

/** Found once for each list of verdicts, or read with it: every format shows them, and grouping takes long. */
const found = new WeakMap<readonly Verdict[], readonly Problem[]>();

/** Why failures have one cause. The order counts: hypotheses look at the groups so far. */
const JOINS: readonly ((grouping: Grouping) => void)[] = [
  joinSignatures,
  ...[joinRandom, joinMixedUp, joinElements, joinResponses],
  ...[joinCrashes, joinOperations, joinRules, joinKept],
  ...[joinShared, joinRefused, joinContents],
];

function problemsAmong(verdicts: readonly Verdict[]): readonly Problem[] {
  const failures = failuresOf(verdicts).map(failureOf);
  const groups = new Groups(failures);
  for (const join of JOINS) join({ verdicts, failures, groups });
  const rank = ([first]: Problem['verdicts']): number =>
    (first.known ? 2 : 0) + (first.level === 'MUST' ? 0 : 1);
  const problems = groups
    .all()
    .map((group) => causesFirst(together(group.map(({ verdict }) => verdict))))
    .sort((a, b) => rank(a) - rank(b));
  return titled(problems);
}

/** Joins declared consequences with their causes, and other failures with a common signature. */
function joinSignatures(grouping: Grouping): void {
  const { failures, groups } = grouping;
  const consequences = joinDeclared(grouping);
  const bySignature = new Map<string, Failure>();
  const join = (failure: Failure, key: string): void => {
    const other = bySignature.get(key);
    if (other === undefined) bySignature.set(key, failure);
    else groups.join(failure, other);
  };
  // The status of another request shows nothing about this one.
  const ofOther = (f: Failure): boolean => f.outcome !== 'wrong value' && isShownMixedUp(f);
  for (const failure of failures.filter((one) => !consequences.has(one) && !ofOther(one)))
    for (const key of keysOf(failure)) join(failure, key);
}

/**
 * `2 problems (7 requirements)`; empty without failures. With a baseline `2 new problems (5 known)`: a problem is new
 * if one of its failures is not in the baseline.
 */
export function problemCount(problems: readonly Problem[]): string {
  const ids = problems.flatMap(({ verdicts }) => verdicts.map((v) => v.requirement));
  const failed = new Set(ids).size;
  if (failed === 0) return '';
  const known = problems.filter(isKnown).length;
  const inPart = problems.filter((problem) => knownPart(problem) !== '').length;
  const parts = [
    ...(known > 0 ? [`${known} known`] : []),
    ...(inPart > 0 ? [`${inPart} known in part`] : []),
  ];
  if (parts.length > 0)
    return `${count(problems.length - known, 'new problem')} (${parts.join(', ')})`;
  return `${count(problems.length, 'problem')} (${count(failed, 'requirement')})`;
}

/** True if the baseline has all its failures. */
export function isKnown({ verdicts }: Problem): boolean {
  return verdicts.every((verdict) => verdict.known);
}

/** `known are 2 of 3 requirements` for a partly known problem; empty for others. */
export function knownPart(problem: Problem): string {
  const { verdicts } = problem;
  const known = verdicts.filter((verdict) => verdict.known).length;
  if (known === 0 || isKnown(problem)) return '';
  return `${known} of ${count(verdicts.length, 'requirement')} ${known === 1 ? 'is' : 'are'} known, the others are new`;
}

function titled(problems: readonly Problem['verdicts'][]): readonly Problem[] {
  const titles = titlesOf(
    problems.map((verdicts) => ({
      verdict: inCommon(verdicts),
      operations: shownOperations(verdicts),
    })),
  );
  return problems.map((verdicts, i) => ({ what: '', title: '', ...titles[i], verdicts }));
}

/** The operations that have the problem, by their short names. */
export function operationsOf({ verdicts }: Pick<Problem, 'verdicts'>): readonly string[] {
  return [...new Set(verdicts.map((v) => operationNameOf(v.requirement)))];
}

/** The other rules that fail for this cause, each with the number of operations. */
export function consequencesOf({ verdicts: [first, ...others] }: Problem): readonly string[] {
  const rest = others.filter((v) => ruleNameOf(v) !== ruleNameOf(first));
  return groupBy(rest, ruleNameOf).map(([name, same]) =>
    same.length > 1 ? `${name} (${same.length})` : name,
  );
}

/** The commands that show it; absent if no request does. */
export function requestOf(problem: Problem): string | undefined {
  const [{ counterexample }] = problem.verdicts;
  return counterexample && scriptOf(counterexample);
}

/** The order in which a problem shows its failures: new ones, MUSTs, what explains the others, then what follows. */
function causesFirst(verdicts: readonly Verdict[]): Problem['verdicts'] {
  const names = new Set(verdicts.map(ruleNameOf));
  const failures = verdicts.map(failureOf);
  const follows = ({ verdict }: Failure): boolean =>
    verdict.followsFrom?.some((n) => names.has(nameOf(n))) === true;
  // The acceptance of wrong requests is more important than the shape of their response.
  const accepted = failures.filter(({ outcome }) => outcome === 'accepted');
  const paths = new Set(accepted.map(({ verdict }) => verdict.counterexample?.path));
  const mixed = areMixedUp(failures);
  const leads = (f: Failure): boolean =>
    (mixed ? isOfAnother(f) : isAtRandom(f.verdict)) ||
    f.verdict.pattern !== undefined ||
    isOfType(f) ||
    (isShape(f) &&
      !f.isError &&
      !f.isErrorSentAsSuccess &&
      !paths.has(f.verdict.counterexample?.path));
  /** The number of operations that fail by a rule: the rule with the most explains most. */
  const operations = new Map(
    groupBy(failures, ({ rule }) => rule).map(([rule, same]) => [rule, same.length]),
  );
  // If most failures depend on other requests or on chance, one of them names that.
  const unsteady = failures.filter(({ verdict }) => verdict.failsWhen !== undefined);
  const isSteady = ({ verdict }: Failure): boolean =>
    2 * unsteady.length > failures.length && verdict.failsWhen === undefined && !mixed;
  // A rule about every response says less than one about the status of this request.
  const isGeneral = (f: Failure): boolean =>
    f.outcome !== 'wrong value' && f.due.length !== 1 && !isAtRandom(f.verdict);
  // What is wrong in an error with a wrong status is that there is such an error.
  const statuses = new Set(failures.map((f) => (f.outcome === 'wrong value' ? 0 : f.status)));
  const isOfWrongStatus = (f: Failure): boolean =>
    f.outcome === 'wrong value' && f.isError && statuses.has(f.status);
  const rank = (f: Failure): number =>
    (f.verdict.known ? 16 : 0) +
    (f.verdict.level === 'MUST' ? 0 : 8) +
    (leads(f) ? 0 : 4) +
    (isSteady(f) ? 4 : 0) +
    (isShape(f) && !leads(f) ? 1 : 0) +
    (follows(f) || isOfWrongStatus(f) ? 2 : 0) +
    // A rejected valid request explains why other requests get that rejection.
    (f.due[0] === 200 && (!isCompared(f) || isOfRead(f)) && isOwnStatus(f.finding.at) ? 0 : 1);
  // A rule that knows which operation is wrong says more than one that only compares it with another.
  const isOpen = ({ finding, verdict }: Failure): boolean =>
    isUndecided(finding, verdict.counterexample);
  // A request that should be rejected has no object of its own.
  const areValues = failures.every(({ outcome }) => outcome === 'wrong value');
  const isAnother = (f: Failure): boolean => areValues && isOfAnother(f);
  const isElement = (f: Failure): boolean => areValues && isOfElement(f);
  const sorted = failures.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      Number(isOpen(a)) - Number(isOpen(b)) ||
      Number(isGeneral(a)) - Number(isGeneral(b)) ||
      Number(isOfStep(a)) - Number(isOfStep(b)) ||
      Number(isAnother(b)) - Number(isAnother(a)) ||
      Number(isElement(b)) - Number(isElement(a)) ||
      (operations.get(b.rule) ?? 0) - (operations.get(a.rule) ?? 0),
  );
  return withCommonCause(
    withExampleFirst(sorted.map(({ verdict }) => verdict) as [Verdict, ...Verdict[]]),
  );
}

/** The wrong media type of a success also explains what rules miss in it; that of an error explains no status. */
function isOfType({ finding, isError }: Failure): boolean {
  return isHeader(finding.at, 'content-type') && !isError;
}

/** True for a wrong status of another operation than that of the rule: the object of the rule may be an accident. */
function isOfStep({ finding, verdict }: Failure): boolean {
  const { requirement, counterexample } = verdict;
  const blamed = counterexample?.operation;
  return isOwnStatus(finding.at) && blamed !== undefined && blamed !== operationNameOf(requirement);
}

/** True for an element that only one of several responses has: it says more than a member that differs, or a count. */
function isOfElement({ finding: { kind, at, expected, actual } }: Failure): boolean {
  const isOfOne = isNothing(expected) || isNothing(actual);
  return kind === 'relation' && at.part === 'list' && isOfOne;
}

/** If two responses should be equal, the finding does not show which of them is wrong. */
function isCompared({ finding: { compares = [] } }: Failure): boolean {
  return compares.length > 1;
}

/** Puts the failure first that has the best request of those of the leading rule: a card shows all of one failure. */
function withExampleFirst([first, ...others]: Problem['verdicts']): Problem['verdicts'] {
  const rule = (verdict: Verdict): string =>
    `${ruleNameOf(verdict)} ${verdict.level} ${verdict.known}`;
  const isAlike = (verdict: Verdict): boolean => rule(verdict) === rule(first);
  // The earlier request that a failure needs, or its pattern, says more than the request itself.
  const isWithout = ({ after, pattern }: Verdict): number => Number(!(after ?? pattern));
  const [shown = first] = [first, ...others.filter(isAlike)].toSorted(
    (a, b) => isWithout(a) - isWithout(b) || byRequest(a, b),
  );
  return [shown, ...[first, ...others].filter((one) => one !== shown)];
}
