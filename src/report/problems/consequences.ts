/** Joins failures that follow from other failures. */
import {
  decoded,
  isNothing,
  isRandom,
  isStatusPlace,
  randomShare,
  statusOf,
  surfaceOf,
  textsIn,
  type Verdict,
} from '../../model/index.ts';
import { groupBy, nameOf, operationNameOf, ruleIdOf } from '../names.ts';
import { textOf } from '../words.ts';
import {
  areOnlyIn,
  areRelated,
  type Failure,
  isOfContents,
  isShape,
  isShownMixedUp,
  isSuccess,
} from './failure.ts';
import { type Grouping, SEVERAL } from './groups.ts';
import { isOfAnother } from './kept.ts';

/**
 * Joins each declared consequence with the first rule that it follows from, if that fails in the same way; further ones
 * may have separate causes. If a run did not sample that rule at the operation, its failures elsewhere count. Returns
 * the consequences.
 */
export function joinDeclared({ verdicts, failures, groups }: Grouping): ReadonlySet<Failure> {
  const consequences = new Set<Failure>();
  const byId = new Map(groupBy(failures, ({ verdict }) => ruleIdOf(verdict)));
  const byRule = new Map(groupBy(failures, ({ rule }) => rule));
  const unsent = new Set(
    verdicts.flatMap((v) => (v.reason === 'not-sampled' ? v.requirement : [])),
  );
  const failuresOf = (id: string): readonly Failure[] => {
    const ofRule = unsent.has(id) || operationNameOf(id) === ANY_OPERATION;
    return byId.get(id) ?? (ofRule ? byRule.get(nameOf(id)) : undefined) ?? [];
  };
  for (const failure of failures) {
    const { requirement, followsFrom = [] } = failure.verdict;
    const causes = followsFrom
      .map((name) => failuresOf(withName(requirement, name)))
      .map((own) => own.filter((cause) => failsAlike(failure, cause)))
      .find((own) => own.length > 0);
    for (const cause of causes ?? []) {
      groups.join(failure, cause);
      consequences.add(failure);
    }
  }
  // Where a rule is a consequence at most operations, it is one at all: a run samples few requests of each.
  for (const [, own] of groupBy(failures, (f) => `${f.rule} ${f.outcome} ${f.status}`)) {
    const others = own.filter((f) => !consequences.has(f));
    const following = own.filter((f) => consequences.has(f));
    const operationsOf = (some: readonly Failure[]) => new Set(some.map((f) => f.operation)).size;
    if (following.length > 0 && operationsOf(following) >= operationsOf(others))
      groups.joinAll([...following.slice(0, 1), ...others]);
  }
  return consequences;
}

// In front of the name of a rule.
const ANY_OPERATION = '*';

/** `surface/operation/name` for a rule of the same operation, or for `operation/name`. */
function withName(requirement: string, name: string): string {
  const surface = surfaceOf(requirement);
  return name.includes('/')
    ? `${surface}/${name}`
    : `${surface}/${operationNameOf(requirement)}/${name}`;
}

/** False if both are about different statuses, if only one is a crash, or if only the cause comes now and then. */
function failsAlike(one: Failure, cause: Failure): boolean {
  if (one.verdict.failsWhen === undefined && cause.verdict.failsWhen !== undefined) return false;
  if (actualIn(one) === actualIn(cause)) return true;
  const [isStatus, isOfStatus] = [one, cause].map(({ outcome }) => outcome !== 'wrong value');
  // It should be the status that the cause has.
  if (isStatus && one.due[0] === statusOf(cause.finding.actual)) return true;
  if (isCrash(one) || isCrash(cause)) return false;
  // A wrong response does not make the server reject a valid request, and a wrong error body does not decide a status.
  if (isStatus && !isOfStatus) return one.outcome !== 'refused' && !cause.isError;
  if (!isStatus) return !(isShape(cause) || cause.isError) || areRelated(one.steps, cause.steps);
  return one.layer === 'credentials' && cause.layer === 'credentials';
}

/** `308` of `308 to /elsewhere`; a value as a whole. */
function actualIn({ finding: { actual } }: Failure): string {
  return `${statusOf(actual) ?? textOf(actual)}`;
}

function isCrash({ finding: { at, actual } }: Failure): boolean {
  return isStatusPlace(at) && (statusOf(actual) ?? 0) >= 500;
}

/** True for an error at random, for any request: it explains every failure with its status. */
export function isAtRandom({ findings: [finding] }: Verdict): boolean {
  return finding !== undefined && isRandom(finding.actual);
}

export function joinRandom({ failures, groups }: Grouping): void {
  // An operation that is never served does not follow from random errors.
  for (const cause of failures.filter(({ verdict }) => isAtRandom(verdict)))
    for (const one of failures)
      if (one.layer !== 'routing' && hasItsStatus(one, cause)) groups.join(one, cause);
}

/** An error that comes more often may meet each repetition of a request by chance. */
const RARE = 0.1;

/**
 * True also for the status of one of several responses, or of the response with a wrong body. A failure that comes each
 * time has a cause of its own, unless the error is frequent or the requests are compared with each other.
 */
function hasItsStatus({ finding, verdict, operations }: Failure, cause: Failure): boolean {
  const isElsewhere = cause.status < 500 && !operations.includes(cause.operation);
  if (verdict.failsWhen === undefined && isElsewhere) return false;
  const isCompared = finding.compares !== undefined;
  const isRare = (randomShare(cause.finding.actual) ?? 1) < RARE;
  if (verdict.failsWhen === undefined && !isCompared && isRare) return false;
  const isOfBody = verdict.counterexample?.response?.status === cause.status;
  if (isOfBody && (cause.status >= 500 || isCompared)) return true;
  return isStatusPlace(finding.at) && statusOf(finding.actual) === cause.status;
}

/** What is wrong in responses follows from their status, if each of them has a wrong one. */
export function joinResponses({ failures, groups }: Grouping): void {
  const statuses = failures.filter(({ outcome }) => outcome !== 'wrong value');
  const byPlace = new Map(statuses.flatMap((f) => placesOf(f).map((place) => [place, f])));
  for (const group of groups.all().filter((one) => areOnlyIn(one, statuses))) {
    const causes = group.map((f) => placesOf(f).flatMap((place) => byPlace.get(place) ?? [])[0]);
    if (causes.every((cause) => cause !== undefined)) groups.joinAll([group[0], ...causes]);
  }
}

/** The request with its status, and for a crash the operation: one handler writes the bodies of all crashes. */
function placesOf({
  verdict: { counterexample, requirement },
  status,
  operation,
}: Failure): readonly string[] {
  const request = counterexample?.curl ?? requirement;
  return [`${status} ${request}`, ...(status >= 500 ? [`crash ${operation} ${status}`] : [])];
}

/**
 * Responses that are wrong only while other requests run: whatever else depends on chance or on other requests at the
 * operation comes from the shared variable too. Operations share it if there are several, or if some responses have the
 * contents of another request. A crash under load has causes of its own.
 */
export function joinMixedUp({ failures, groups }: Grouping): void {
  const unsteady = failures.filter(
    (f) => f.verdict.failsWhen !== undefined && f.status < 500 && !isMisspelt(f),
  );
  const beside = unsteady.filter((f) => f.verdict.failsWhen === 'beside-others' && f.status > 0);
  const strange = failures.filter(
    (f) => (isOfAnother(f) && f.verdict.failsWhen !== undefined) || isShownMixedUp(f),
  );
  if (!beside.some(isOfGood) && !strange.some(isShownMixedUp)) return;
  const ofStrange = new Set(strange.map(({ operation }) => operation));
  const several = new Set(beside.map(({ operation }) => operation)).size >= SEVERAL;
  if (strange.length > 0 || several) {
    const own = unsteady.filter(({ operation }) => ofStrange.has(operation));
    groups.joinAll([...strange, ...beside, ...own]);
  }
  for (const operation of new Set(unsteady.flatMap(({ operations }) => operations))) {
    const own = unsteady.filter(({ operations }) => operations.includes(operation));
    if (own.some((f) => groups.of(f).some((one) => beside.includes(one) && isOfGood(one))))
      groups.joinAll(own);
  }
}

/** True if one of them has the contents of another request, and a success is wrong only while other requests run. */
export function areMixedUp(failures: readonly Failure[]): boolean {
  const isBeside = (f: Failure): boolean => f.verdict.failsWhen === 'beside-others' && isOfGood(f);
  return failures.some(isOfAnother) && failures.some(isBeside);
}

/** True for a text that has not its form: it is no content of another response. */
function isMisspelt({ finding: { kind, expected, actual } }: Failure): boolean {
  const hasForm = !isNothing(expected) && textsIn(expected).length === 0;
  return kind === 'body' && hasForm && textsIn(actual).length > 0;
}

function isOfGood(f: Failure): boolean {
  return isSuccess(f.status) && isOfContents(f);
}

/** A list lacks or has one element: what else shows this element at its operations, or refuses its lookup, follows. */
export function joinElements({ failures, groups }: Grouping): void {
  for (const f of failures.filter(isOfContents)) {
    const elements = elementsIn(f);
    groups.joinAll([f, ...failures.filter((one) => elements.some((id) => isAbout(one, id, f)))]);
  }
}

function elementsIn({ finding: { kind, expected, actual } }: Failure): readonly string[] {
  if (kind !== 'relation' || !(isNothing(expected) || isNothing(actual))) return [];
  return [...textsIn(expected), ...textsIn(actual)];
}

/** True if the failure comes as often and shows the element, or if it refuses the lookup of one that comes and goes. */
function isAbout(f: Failure, id: string, { verdict, operations }: Failure): boolean {
  const isUnsteady = verdict.failsWhen !== undefined;
  if (f.outcome === 'refused')
    return isUnsteady && decoded(f.verdict.counterexample?.request.url ?? '').endsWith(`/${id}`);
  const isOfList = isUnsteady || f.operations.some((one) => operations.includes(one));
  const isAsOften = isUnsteady === (f.verdict.failsWhen !== undefined);
  return isAsOften && isOfList && textsIn(f.finding.expected).includes(id);
}
