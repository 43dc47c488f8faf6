/** Groups failures by their cause: a problem is one thing to fix. */
import {
  type Finding,
  isHeader,
  isOwnStatus,
  type Report,
  statusesIn,
  statusOf,
  type Verdict,
} from '../model/index.ts';
import { groupBy, nameOf, operationNameOf, ruleNameOf } from './names.ts';
import { joinAccepted } from './problems/accepted.ts';
import { joinCases, joinCenters, joinHolders, joinRules, joinSiblings } from './problems/alike.ts';
import {
  isAtRandom,
  joinDeclared,
  joinMany,
  joinRandom,
  joinResponses,
} from './problems/consequences.ts';
import { joinConstant } from './problems/constant.ts';
import { failuresOf, isError, isOtherObject, isShape, together } from './problems/failures.ts';
import { failingShare, type Grouping, Groups } from './problems/groups.ts';
import { isAccepted, keysOf, responseOf } from './problems/keys.ts';
import { joinMixed, joinMixedUp } from './problems/mixed.ts';
import { joinMisread, joinRejectedValues } from './problems/rejected-values.ts';
import {
  joinCrashes,
  joinKindsOfCrashes,
  joinPlaces,
  joinUnreadable,
} from './problems/requests.ts';
import { joinShapes, joinTypes } from './problems/shapes.ts';
import { joinShared } from './problems/shared.ts';
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

/** Cached, because every format shows the problems, and grouping many failures takes long. */
const found = new WeakMap<readonly Verdict[], readonly Problem[]>();

/** Why failures have one cause. The order counts: some rules look at the groups so far. */
const JOINS: readonly ((grouping: Grouping) => void)[] = [
  joinKeys,
  ...[joinRandom, joinShapes, joinTypes, joinHolders],
  ...[joinRejectedValues, joinMisread],
  ...[joinResponses, joinAccepted, joinPlaces, joinCrashes, joinUnreadable, joinKindsOfCrashes],
  joinMany,
  ...[
    joinCenters,
    joinRules,
    joinSiblings,
    joinCases,
    joinShared,
    joinMixed,
    joinMixedUp,
    joinConstant,
  ],
];

function problemsAmong(verdicts: readonly Verdict[]): readonly Problem[] {
  const failures = failuresOf(verdicts);
  const groups = new Groups(failures);
  const grouping = { verdicts, failures, groups, shareOf: failingShare(verdicts) };
  for (const join of JOINS) join(grouping);
  const rank = ([first]: Problem['verdicts']): number =>
    (first.known ? 2 : 0) + (first.level === 'MUST' ? 0 : 1);
  const problems = groups
    .all()
    .map((group) => causesFirst(together(group)))
    .sort((a, b) => rank(a) - rank(b));
  return titled(problems);
}

/** Joins declared consequences with their causes, and failures with a common key. */
function joinKeys(grouping: Grouping): void {
  const { failures, groups } = grouping;
  const consequences = joinDeclared(grouping);
  const byKey = new Map<string, Verdict>();
  const join = (verdict: Verdict, key: string): void => {
    const other = byKey.get(key);
    if (other === undefined) byKey.set(key, verdict);
    else groups.join(verdict, other);
  };
  const ofRule = (verdict: Verdict, key: string): string => `${ruleNameOf(verdict)} ${key}`;
  // A consequence shows the cause of no other failure but those of the same kind of request, or of the same rule.
  for (const verdict of consequences)
    for (const key of keysOf(verdict))
      join(verdict, key.startsWith('request\n') ? key : ofRule(verdict, key));
  for (const verdict of failures.filter((one) => !consequences.has(one))) {
    for (const key of keysOf(verdict)) {
      join(verdict, key);
      const same = byKey.get(ofRule(verdict, key));
      if (same !== undefined) groups.join(verdict, same);
    }
  }
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
    problems.map((verdicts) => ({ verdict: verdicts[0], operations: shownOperations(verdicts) })),
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

/** The wrong media type of a success also explains what rules miss in it; that of an error explains no status. */
function isOfType(verdict: Verdict): boolean {
  return isHeader(verdict.findings[0]?.at, 'content-type') && !isError(verdict);
}

/** If two responses should be equal, the finding does not show which of them is wrong. */
function isCompared({ compares = [] }: Finding): boolean {
  return compares.length > 1;
}

/** True for a rule about every response: it expects any documented status. */
function isOfEvery({ findings: [finding] }: Verdict): boolean {
  if (finding === undefined || !isOwnStatus(finding.at)) return false;
  const expected = statusesIn(finding.expected);
  return expected.length === 0 || (expected.length > 1 && expected.some((status) => status < 300));
}

function causesFirst(verdicts: readonly Verdict[]): Problem['verdicts'] {
  const names = new Set(verdicts.map(ruleNameOf));
  const follows = (verdict: Verdict): boolean =>
    verdict.followsFrom?.some((n) => names.has(nameOf(n))) === true;
  // A rejected good request explains why other requests get that rejection.
  const wantsSuccess = ({ findings: [first] }: Verdict): boolean =>
    first !== undefined &&
    isOwnStatus(first.at) &&
    statusOf(first.expected) === 200 &&
    !isCompared(first);
  // The acceptance of wrong requests is more important than the shape of their response.
  const accepted = verdicts.filter(isAccepted);
  const paths = new Set(accepted.map(({ counterexample }) => counterexample?.path));
  const responses = new Set(accepted.map(responseOf));
  const leads = (verdict: Verdict): boolean =>
    isAtRandom(verdict) ||
    isOfType(verdict) ||
    (isShape(verdict) &&
      !paths.has(verdict.counterexample?.path) &&
      !(isOtherObject(verdict) && responses.has(responseOf(verdict))));
  /** The number of operations that fail by a rule: the rule with the most explains most. */
  const operations = new Map(
    groupBy(verdicts, ruleNameOf).map(([name, same]) => [name, same.length]),
  );
  const spread = (verdict: Verdict): number => operations.get(ruleNameOf(verdict)) ?? 0;
  // A rule about every response says less than one about the status of this request.
  const isOfRequest = (v: Verdict): boolean => isOwnStatus(v.findings[0]?.at) && !isOfEvery(v);
  const specific = new Set(verdicts.filter(isOfRequest).map(({ level }) => level));
  const isGeneral = (verdict: Verdict): boolean =>
    specific.has(verdict.level) && isOfEvery(verdict) && !isAtRandom(verdict);
  // New failures come first.
  const rank = (verdict: Verdict): number =>
    (verdict.known ? 16 : 0) +
    (verdict.level === 'MUST' ? 0 : 8) +
    (leads(verdict) ? 0 : 4) +
    (isShape(verdict) && !leads(verdict) ? 1 : 0) +
    (follows(verdict) ? 2 : 0) +
    (wantsSuccess(verdict) ? 0 : 1);
  const sorted = verdicts.toSorted(
    (a, b) =>
      rank(a) - rank(b) || Number(isGeneral(a)) - Number(isGeneral(b)) || spread(b) - spread(a),
  );
  return withCommonCause(withExampleFirst(sorted as [Verdict, ...Verdict[]]));
}

/** Puts the failure first that has the best request of those of the leading rule: a card shows all of one failure. */
function withExampleFirst([first, ...others]: Problem['verdicts']): Problem['verdicts'] {
  const rule = (verdict: Verdict): string =>
    `${ruleNameOf(verdict)} ${verdict.level} ${verdict.known}`;
  const isAlike = (verdict: Verdict): boolean => rule(verdict) === rule(first);
  const [shown = first] = [first, ...others.filter(isAlike)].toSorted(byRequest);
  return [shown, ...[first, ...others].filter((one) => one !== shown)];
}
