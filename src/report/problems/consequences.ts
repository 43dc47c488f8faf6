/** Joins failures that follow from other failures. */
import {
  type Finding,
  isObject,
  isRandom,
  isStatusPlace,
  parsedJson,
  randomShare,
  statusesIn,
  surfaceOf,
  textsIn,
  type Verdict,
} from '../../model/index.ts';
import { groupBy, nameOf, operationNameOf, ruleIdOf, ruleNameOf } from '../names.ts';
import { responseKey } from './accepted.ts';
import { areOnlyIn, isError, isErrorSentAsSuccess, isShape } from './failures.ts';
import { type Grouping, type Groups, operationOf } from './groups.ts';
import { encodingOf, REJECTION, requestClassOf } from './keys.ts';
import {
  areRelated,
  CREDENTIALS,
  expectsStatus,
  hasStatusOf,
  isStatus,
  namesIn,
  statusAt,
  statusIn,
  stepsIn,
} from './places.ts';

/**
 * Joins each declared consequence with the first rule that it follows from, if that fails in the same way; further ones
 * may have separate causes. If a run did not sample that rule at the operation, its failures elsewhere count. Returns
 * the consequences.
 */
export function joinDeclared({ verdicts, failures, groups }: Grouping): ReadonlySet<Verdict> {
  const consequences = new Set<Verdict>();
  const byId = new Map(groupBy(failures, ruleIdOf));
  const byRule = new Map(groupBy(failures, ruleNameOf));
  const unsent = new Set(
    verdicts.flatMap((v) => (v.reason === 'not-sampled' ? v.requirement : [])),
  );
  const failuresOf = (id: string): readonly Verdict[] => {
    const ofRule = unsent.has(id) || operationNameOf(id) === ANY_OPERATION;
    return byId.get(id) ?? (ofRule ? byRule.get(nameOf(id)) : undefined) ?? [];
  };
  for (const verdict of failures) {
    const causes = (verdict.followsFrom ?? [])
      .map((name) => failuresOf(withName(verdict.requirement, name)))
      .map((own) => own.filter((cause) => failsAlike(verdict, cause) || isMadeFrom(verdict, cause)))
      .find((own) => own.length > 0);
    for (const cause of causes ?? []) {
      groups.join(verdict, cause);
      consequences.add(verdict);
    }
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

/**
 * False if only one is a crash, or an error that is sent as a success, or if both are about different statuses: then they
 * have separate causes.
 */
function failsAlike(verdict: Verdict, cause: Verdict): boolean {
  const [one] = verdict.findings;
  const [other] = cause.findings;
  if (one === undefined || other === undefined) return false;
  // What writes a byte order mark is not what writes another body.
  if (encodingOf(verdict) !== encodingOf(cause)) return false;
  // One request was rejected, the other one was not.
  if (isErrorSentAsSuccess(verdict) !== isErrorSentAsSuccess(cause)) return false;
  if (statusIn(one.actual) === statusIn(other.actual)) return true;
  // It should be the status that the cause has.
  if (isStatus(one) && statusIn(one.expected) === statusIn(other.actual)) return true;
  if (isCrash(one) || isCrash(other)) return false;
  // A wrong response does not make the server reject a good request, and a wrong error body does not decide a status.
  if (isStatus(one) && !isStatus(other))
    return !isRejectedGood(one) && !isError(cause) && hasPlaceOf(verdict, other);
  if (!isStatus(one))
    return !(isShape(cause) || isError(cause)) || areRelated(stepsIn(one.at), stepsIn(other.at));
  return [one, other].every((f) => expectsStatus(f, CREDENTIALS));
}

/** False if the finding is about a member of a body, and this response does not have that member. */
function hasPlaceOf({ counterexample }: Verdict, { kind, at }: Finding): boolean {
  const [name] = namesIn(at);
  const body = parsedJson(counterexample?.response?.body ?? '');
  return kind !== 'body' || name === undefined || !isObject(body) || (body[name] ?? null) !== null;
}

/** True if a request to another operation uses values from a response of the cause's operation. */
function isMadeFrom({ findings: [finding] }: Verdict, cause: Verdict): boolean {
  const compares = finding?.compares ?? [];
  const isOfBody =
    cause.findings[0] !== undefined && !isStatus(cause.findings[0]) && !isError(cause);
  return isOfBody && compares.length > 1 && compares.includes(operationNameOf(cause.requirement));
}

export function isRejectedGood(finding: Finding): boolean {
  return expectsSuccess(finding) && hasStatusOf(finding, 4);
}

/** True for the media type or the contents of one response. */
function isOfBody({ at }: Finding): boolean {
  return !isStatusPlace(at);
}

function isCrash(finding: Finding): boolean {
  return isStatusPlace(finding.at) && hasStatusOf(finding, 5);
}

/** True for an error at random, for any request: it explains every failure with its status. */
export function isAtRandom({ findings: [finding] }: Verdict): boolean {
  return finding !== undefined && isRandom(finding.actual);
}

export function joinRandom({ failures, groups }: Grouping): void {
  // An operation that is never served does not follow from random errors.
  const served = failures.filter(({ findings: [f] }) => f?.at.part !== 'operation');
  for (const cause of failures.filter(isAtRandom)) {
    for (const verdict of served) if (hasItsStatus(verdict, cause)) groups.join(verdict, cause);
  }
}

/** An error that comes more often may meet each repetition of a request by chance. */
const RARE = 0.1;

/**
 * True also for the status of one of several responses, or of the response with a wrong body. A failure that comes each
 * time has a cause of its own, unless the error is frequent or the requests are compared with each other.
 */
function hasItsStatus(
  { findings: [one], counterexample, failsWhen }: Verdict,
  { findings: [cause] }: Verdict,
): boolean {
  if (one === undefined || cause === undefined) return false;
  const isCompared = (one.compares?.length ?? 0) > 1;
  if (failsWhen === undefined && !isCompared && (randomShare(cause.actual) ?? 1) < RARE)
    return false;
  const status = statusIn(cause.actual);
  if (`${counterexample?.response?.status}` === status) return true;
  return isStatusPlace(one.at) && statusIn(one.actual) === status;
}

/**
 * A part that is wrong mostly in responses with a wrong status follows from that status, but a rule that most operations
 * break has a separate cause.
 */
export function joinResponses({ failures, groups, shareOf }: Grouping): void {
  const statuses = failures.filter(({ findings: [f] }) => f !== undefined && isStatus(f));
  const byRequest = new Map(statuses.flatMap((v) => placesOf(v).map((place) => [place, v])));
  const isUnknown = (v: Verdict): boolean => isUndocumented(v) || isOfFront(v);
  const unknown = new Map(statuses.filter(isUnknown).map((v) => [statusAt(v), v]));
  for (const group of groups.all()) {
    const causes = group.flatMap((v) =>
      [unknown.get(statusAt(v)), ...placesOf(v).map((place) => byRequest.get(place))]
        .filter((cause) => cause !== undefined)
        .slice(0, 1),
    );
    if (group.some((v) => statuses.includes(v)) || 2 * causes.length <= group.length) continue;
    const shares = group.map((v) => shareOf(nameOf(v.requirement)));
    const isRare =
      shares.some((share = 1) => share < HALF) && shares.every((share = 0) => share < HALF);
    // A crash happens before the code that writes errors.
    const isCrashed = group.every(
      ({ counterexample, findings: [f] }) =>
        f && isOfBody(f) && (counterexample?.response?.status ?? 0) >= 500,
    );
    // Such a response is wrong whatever its body is, unless other responses have that body too.
    const isUnwanted =
      causes.every((v) => isGoodRequest(v) || isUnknown(v)) && areOnlyIn(group, statuses);
    if (!isRare && !isCrashed && !isUnwanted) continue;
    const [first] = group;
    for (const cause of causes) groups.join(first, cause);
  }
}

const HALF = 0.5;

/** True for a status that a rule about all documented ones finds: a success is among these. */
function isUndocumented({ findings: [f] }: Verdict): boolean {
  if (f === undefined || !isStatus(f)) return false;
  const documented = statusesIn(f.expected);
  const isOfAll = documented.length > 1 && documented.some((status) => status < 300);
  return isOfAll && !documented.includes(Number(statusIn(f.actual)));
}

/** True for the status of a validation or a limit in front of the handler, which writes the whole error. */
function isOfFront({ findings: [f] }: Verdict): boolean {
  return f !== undefined && isStatus(f) && ['422', '429'].includes(`${statusIn(f.actual)}`);
}

/** If one operation treats this many kinds of requests alike, they have one cause. */
const OTHER_REJECTION = 3;
const NO_REJECTION = 4;

/**
 * Many wrong requests with one wrong status have one cause: an error handler, or no validation at all. If enough of the
 * others are rejected correctly, the cause is the code that handles the id, or the code that handles the body. Wrong
 * ids and wrong bodies that get good responses lack a check each.
 */
export function joinMany({ verdicts, groups }: Grouping): void {
  const passed = verdicts.filter(({ outcome }) => outcome === 'passed');
  const unsent = verdicts.filter(({ reason }) => reason === 'not-sampled');
  // A rule about all documented statuses does not show which part of a request is wrong.
  const all = groups
    .all()
    .flat()
    .filter((v) => !isUndocumented(v));
  const good = new Set(all.filter(isGoodRequest).map(requestClassOf));
  for (const [key, same] of groupBy(all, (verdict) => statusOf(verdict, good))) {
    if (key === '') continue;
    const least = / 4\d\d$/.test(key) ? OTHER_REJECTION : NO_REJECTION;
    const ratio = (others: readonly Verdict[]): number =>
      rejectionsIn(others, same[0]) / Math.max(1, rejectionsIn(same, same[0]));
    const isAll = ratio([...passed, ...unsent]) <= FEW;
    const isOfBodies = ratio(passed) <= 1;
    const isServed = / 2\d\d$/.test(key) && !same.some((v) => groups.of(v).some(isShape));
    const placeOf = (v: Verdict): string => {
      const part = partOf(v);
      return (isAll && !isServed) || (isOfBodies && part !== 'id') ? '' : part;
    };
    groups.joinAlike(same, placeOf, requestClassOf, least);
  }
  joinUndocumented(all, groups);
}

/** If all crashes of an operation that rules about requests find have one cause, so has a further one that looks alike. */
function joinUndocumented(all: readonly Verdict[], groups: Groups): void {
  const crashes = all.filter((v) => v.findings[0] && isCrash(v.findings[0]));
  const byResponse = new Map(groupBy(crashes, responseKey));
  for (const verdict of groups.all().flat().filter(isUndocumented)) {
    const [first, ...others] = byResponse.get(responseKey(verdict)) ?? [];
    if (first === undefined || others.length + 1 < NO_REJECTION) continue;
    if (others.every((v) => groups.of(first).includes(v))) groups.join(verdict, first);
  }
}

/** If more than this many rejections are right for each wrong one, different code handles ids and bodies. */
const FEW = 0.3;

/** The wrong part of a request: an id, the text of the body, or a value in it. */
function partOf({ counterexample, findings: [finding] }: Verdict): string {
  if (finding && statusesIn(finding.expected).includes(404)) return 'id';
  return parsedJson(counterexample?.request.body ?? '') === undefined ? 'text' : 'value';
}

/** The number of rules about rejections of the operation. */
function rejectionsIn(verdicts: readonly Verdict[], { requirement }: Verdict): number {
  const operation = operationNameOf(requirement);
  const own = verdicts.filter((v) => operationOf(v) === operation);
  return new Set(own.map((v) => nameOf(v.requirement)).filter((name) => /^rejects-/.test(name)))
    .size;
}

/** Operation and status of a wrong request, and of any request with a rejection; empty for others. */
function statusOf(verdict: Verdict, good: ReadonlySet<string>): string {
  const [finding] = verdict.findings;
  if (finding === undefined || !isStatus(finding)) return '';
  // Who may do something is no part of a request.
  if (expectsStatus(finding, CREDENTIALS)) return '';
  const status = statusIn(finding.actual);
  const isWrong =
    expectsStatus(finding, REJECTION) ||
    (isCrash(finding) && !isGoodRequest(verdict) && !good.has(requestClassOf(verdict)));
  // Good requests get a code for each reason.
  const kind = isGoodRequest(verdict) ? `good ${textsIn(finding.actual)[0]}` : 'wrong';
  return REJECTION.test(status) || isWrong ? `${operationOf(verdict)} ${kind} ${status}` : '';
}

/** True if a rule expects the success of the request. */
function isGoodRequest({ findings: [finding] }: Verdict): boolean {
  return finding !== undefined && expectsSuccess(finding);
}

function expectsSuccess(finding: Finding): boolean {
  return isStatus(finding) && expectsStatus(finding, /^2\d\d$/);
}

/** The request with its status, and for a crash the operation: one handler writes the bodies of all crashes. */
function placesOf(verdict: Verdict): readonly string[] {
  const { counterexample, requirement } = verdict;
  const [finding] = verdict.findings;
  const status = counterexample?.response?.status ?? 0;
  const isOfCrash = status >= 500 && finding && (isStatus(finding) || isOfBody(finding));
  return [
    `${status} ${counterexample?.curl ?? requirement}`,
    ...(isOfCrash ? [`crash ${statusAt(verdict)}`] : []),
  ];
}
