/** Joins failures with a common list, object or sequence of steps. */
import { isNothing, isNull, isWholeBody, type Verdict } from '../../model/index.ts';
import { groupBy, nameOf } from '../names.ts';
import { isError, isOfContents, isShape } from './failures.ts';
import { type Group, type Grouping, operationOf } from './groups.ts';
import { isAccepted, isOfSteps, requestClassOf } from './keys.ts';
import {
  areRelated,
  byOperation,
  isInElement,
  isStatus,
  namesIn,
  stepsIn,
  stepsOf,
} from './places.ts';

/** If this many operations differ from the same other one, that one is wrong. */
const SEVERAL = 3;

/** If many operations differ from the list of one that they are compared with, that list is wrong. */
export function joinCenters({ failures, groups }: Grouping): void {
  const lists = failures.filter(
    ({ findings: [f] }) => f?.kind === 'relation' && !isStatus(f) && namesIn(f.at).length === 0,
  );
  for (const [, same] of byOperation(lists)) groups.joinAlike(same, () => '', operationOf, SEVERAL);
}

/**
 * If most operations break a rule about values, one encoder is the cause, for any member; errors have another one. What
 * is in front of the operations replaces whole bodies at some of them.
 */
export function joinRules({ failures, groups, shareOf }: Grouping): void {
  const common = failures.filter(
    (v) =>
      isOfBody(v) && (isWhole(v) || (isWritten(v) && (shareOf(nameOf(v.requirement)) ?? 0) > MOST)),
  );
  const encoderOf = (v: Verdict): string => `${nameOf(v.requirement)} ${isError(v)}`;
  groups.joinAlike(common, encoderOf, operationOf, SEVERAL);
}

const MOST = 0.5;

/** A value that is absent or empty says nothing about who writes the others. */
function isWritten({ findings: [f] }: Verdict): boolean {
  if (f === undefined || isNull(f.actual) || isNothing(f.actual)) return false;
  return !('length' in f.actual && f.actual.length === 0);
}

function isWhole({ findings: [f] }: Verdict): boolean {
  return isWholeBody(f?.at);
}

/** Joins relations of one operation, if the place of one contains the place of the other. */
export function joinHolders({ failures, groups }: Grouping): void {
  const found = failures.filter((v) => !isShape(v) && ['relation', 'body'].includes(kindOf(v)));
  for (const [, own] of groupBy(found, operationOf)) {
    const relations = own.filter((v) => kindOf(v) === 'relation' || v.failsWhen !== undefined);
    for (const relation of relations) {
      for (const other of own) if (isHeld(relation, other)) groups.join(relation, other);
    }
  }
}

const kindOf = ({ findings: [finding] }: Verdict): string => finding?.kind ?? '';

/** True if the other place is inside. A list and its body count as the same: both show which elements exist. */
function isHeld(relation: Verdict, other: Verdict): boolean {
  const [one] = relation.findings;
  if (isError(relation) !== isError(other)) return false;
  const names = stepsIn(one?.at);
  const others = stepsIn(other.findings[0]?.at);
  // An element that comes and goes is a matter of the list.
  const areNowAndThen = [relation, other].every((v) => v.failsWhen !== undefined);
  if (!areNowAndThen && isInElement(one?.at) !== isInElement(other.findings[0]?.at)) return false;
  if (names.length > 0 && others.length > 0) return areRelated(names, others);
  const differ = names.length + others.length;
  const isOneCase = requestClassOf(relation) === requestClassOf(other);
  return kindOf(other) === 'relation' && differ <= (isOneCase ? 1 : 0);
}

/**
 * Joins two groups that fail at the same operations, if these are few of all: a shared part is broken. Not if one rule
 * shows a separate cause in each, nor if each is about a different member. At one operation a part of the request must
 * be overlooked.
 */
export function joinSiblings({ verdicts, groups }: Grouping): void {
  const most = new Set(verdicts.map(operationOf)).size * FEW;
  const byOperations = groupBy(groups.all(), (group) =>
    [...new Set(group.map(operationOf))].sort().join(' '),
  );
  for (const [operations, same] of byOperations) {
    const { length } = operations.split(' ');
    if (length > most) continue;
    const isOne = (one: Group, other: Group): boolean =>
      length === 1 ? areOverlooked(one, other) : !haveOneRule(one, other) && !areApart(one, other);
    for (const [i, one] of same.entries())
      for (const other of same.slice(i + 1)) if (isOne(one, other)) groups.join(other[0], one[0]);
  }
}

function haveOneRule(one: Group, other: Group): boolean {
  return one.some((a) => other.some((b) => a.requirement === b.requirement));
}

/** True for another missing check than those of the other, and for members of bodies that are not related. */
function areApart(one: readonly Verdict[], other: readonly Verdict[]): boolean {
  const [all, any] = one.every(isAccepted) ? [one, other] : [other, one];
  if (all.every(isAccepted) && any.some(isAccepted)) return true;
  const groups = [one, other];
  // A comparison alone does not show whose member is wrong.
  const areOfBodies = groups.every((group) => group.some((v) => v.findings[0]?.kind === 'body'));
  if (!areOfBodies || groups.flat().some((v) => stepsOf(v).length === 0)) return false;
  return !one.some((a) => other.some((b) => areRelated(stepsOf(a), stepsOf(b))));
}

const FEW = 0.1;

/** True if wrong requests are accepted, and good ones get other contents, and one of the groups is a single failure. */
function areOverlooked(one: readonly Verdict[], other: readonly Verdict[]): boolean {
  const all = [...one, ...other];
  return (
    Math.min(one.length, other.length) === 1 &&
    all.some(isAccepted) &&
    // Named requests of one case have checks of their own.
    (all.some(isOfBody) || !all.every(isOfSteps)) &&
    all.every((v) => isAccepted(v) || isOfBody(v))
  );
}

function isOfBody({ findings: [f] }: Verdict): boolean {
  return f?.kind === 'body' && f.keyword === undefined && !isStatus(f);
}

/** If one group fails in more cases than this many times those of another, these can be among them by chance. */
const WIDER = 3;

/**
 * Joins comparisons that fail only in cases in which one other group fails too, with that group: the same responses are
 * wrong. Not if several groups fail there.
 */
export function joinCases({ groups }: Grouping): void {
  const all = groups.all().map((group) => ({ group, cases: casesOf(group) }));
  for (const { group, cases } of all) {
    if (cases.size === 0 || !group.every(isOfCases)) continue;
    const [first, ...others] = all.filter(
      (other) => other.group !== group && group.every((v) => areAmong(v.failsIn, other.cases)),
    );
    if (first === undefined || others.length > 0) continue;
    // A member that is wrong in more responses is wrong in those of the comparison by chance.
    const isWider = first.cases.size > cases.size && first.group.every((v) => kindOf(v) === 'body');
    const areAlike = group.some((v) =>
      first.group.some((other) => areRelated(stepsOf(v), stepsOf(other))),
    );
    if (isWider && !areAlike) continue;
    if (cases.size > 1 || areOfOneExchange(group, first.group))
      groups.join(group[0], first.group[0]);
  }
}

/** True for a comparison, and for contents that are wrong in one response only. */
function isOfCases(verdict: Verdict): boolean {
  const [finding] = verdict.findings;
  if (finding?.compares?.length) return true;
  return isOfContents(verdict) && verdict.failsIn?.length === 1;
}

/** The cases in which a group fails; none if there are so many that only their kinds are known. */
function casesOf(group: readonly Verdict[]): ReadonlySet<string> {
  const cases = group.map(({ failsIn }) => failsIn?.filter((name) => name.includes('#')) ?? []);
  return new Set(cases.every(({ length }) => length > 0) ? cases.flat() : []);
}

function areAmong(own: readonly string[] = [], cases: ReadonlySet<string>): boolean {
  return cases.size <= WIDER * own.length && own.every((one) => cases.has(one));
}

/** A single case may be a long sequence. True if one of its responses shows all. */
function areOfOneExchange(one: readonly Verdict[], other: readonly Verdict[]): boolean {
  const shown = new Set(one.map(exchangeOf));
  return other.some((verdict) => shown.has(exchangeOf(verdict)));
}

/** The same request may be sent again, and get another response. */
function exchangeOf({ counterexample }: Verdict): string {
  const { curl, response } = counterexample ?? {};
  return JSON.stringify([curl, response?.status, response?.body]);
}
