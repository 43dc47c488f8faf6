/** Failures that follow from other failures. */
import {
  type Finding,
  isRandom,
  statusesIn,
  statusOf as statusOfShown,
  surfaceOf,
  type Verdict,
} from '../../model/index.ts';
import { groupBy, nameOf, operationNameOf } from '../names.ts';
import { isError, isOtherObject } from './failures.ts';
import type { Groups } from './groups.ts';
import { REJECTION, requestClassOf, responseOf } from './keys.ts';
import {
  areRelated,
  CREDENTIALS,
  expectsStatus,
  hasStatusOf,
  isStatus,
  statusIn,
  stepsIn,
} from './places.ts';

/**
 * Joins each declared consequence with the rule that it follows from, if that fails too and in the same way: with the
 * first such rule, since two may have separate causes. Returns the consequences.
 */
export function joinDeclared(failures: readonly Verdict[], groups: Groups): ReadonlySet<Verdict> {
  const consequences = new Set<Verdict>();
  const byId = new Map(groupBy(failures, ({ requirement }) => requirement));
  for (const verdict of failures) {
    const causes = (verdict.followsFrom ?? [])
      .map((name) => byId.get(withName(verdict.requirement, name)) ?? [])
      .map((own) =>
        own.filter(
          (cause) =>
            isNear(verdict, cause) && (failsAlike(verdict, cause) || isMadeFrom(verdict, cause)),
        ),
      )
      .find((own) => own.length > 0);
    for (const cause of causes ?? []) {
      groups.join(verdict, cause);
      consequences.add(verdict);
    }
  }
  return consequences;
}

/** `surface/operation/name` of a rule of the same operation, or of `operation/name`. */
function withName(requirement: string, name: string): string {
  const surface = surfaceOf(requirement);
  return name.includes('/')
    ? `${surface}/${name}`
    : `${surface}/${operationNameOf(requirement)}/${name}`;
}

/** A comparison of other operations than the cause's follows from it only at a related place. */
function isNear({ requirement, findings: [one] }: Verdict, cause: Verdict): boolean {
  const [other] = cause.findings;
  if (one?.compares === undefined || other === undefined || isStatus(other)) return true;
  const operations = [operationNameOf(requirement), ...one.compares];
  if (operations.includes(operationNameOf(cause.requirement))) return true;
  return areRelated(stepsIn(one.at), stepsIn(other.at));
}

/** False if only one is a crash, or if both are about different statuses: then they have separate causes. */
function failsAlike({ findings: [one] }: Verdict, cause: Verdict): boolean {
  const [other] = cause.findings;
  if (one === undefined || other === undefined) return false;
  if (statusIn(one.actual) === statusIn(other.actual)) return true;
  if (isCrash(one) || isCrash(other)) return false;
  // A wrong response does not make the server reject a good request; a wrong error body does not choose a status.
  if (isStatus(one) && !isStatus(other)) return !isRejectedGood(one) && !isError(cause);
  if (!isStatus(one)) return true;
  return [one, other].every((f) => expectsStatus(f, CREDENTIALS));
}

/** True if a request to another operation uses values from a response of the cause's operation. */
function isMadeFrom({ findings: [finding] }: Verdict, cause: Verdict): boolean {
  const compares = finding?.compares ?? [];
  const isOfBody = cause.findings[0] !== undefined && !isStatus(cause.findings[0]);
  return isOfBody && compares.length > 1 && compares.includes(operationNameOf(cause.requirement));
}

function isRejectedGood(finding: Finding): boolean {
  return expectsSuccess(finding) && hasStatusOf(finding, 4);
}

/** True for the media type or the contents of one response. */
function isOfBody({ at }: Finding): boolean {
  return !at.startsWith('status');
}

function isCrash(finding: Finding): boolean {
  return finding.at.startsWith('status') && hasStatusOf(finding, 5);
}

/** Joins the failure of an operation that is not served with all its failures with the same status. */
export function joinUnserved(failures: readonly Verdict[], groups: Groups): void {
  for (const cause of failures.filter(({ findings: [f] }) => f?.at === 'the operation')) {
    const statusOfIt = ({ requirement, counterexample }: Verdict): string =>
      `${operationNameOf(requirement)} ${counterexample?.response?.status}`;
    for (const verdict of failures)
      if (statusOfIt(verdict) === statusOfIt(cause)) groups.join(verdict, cause);
  }
}

/** True for an error that comes at random, whatever the request is: it explains every failure with its status. */
export function isAtRandom({ findings: [finding] }: Verdict): boolean {
  return finding !== undefined && isRandom(finding.actual);
}

export function joinRandom(failures: readonly Verdict[], groups: Groups): void {
  // An operation that is never served is no effect of random errors.
  const served = failures.filter(({ findings: [f] }) => f?.at !== 'the operation');
  for (const cause of failures.filter(isAtRandom)) {
    for (const verdict of served) if (hasItsStatus(verdict, cause)) groups.join(verdict, cause);
  }
}

/**
 * True also if it is the status of one response among several, or if the body of its response is wrong. A random
 * rejection explains failures of good requests, and not another rejection of a wrong request.
 */
function hasItsStatus(
  { findings: [one], counterexample }: Verdict,
  { findings: [cause] }: Verdict,
): boolean {
  const status = statusIn(cause?.actual);
  if (REJECTION.test(status) && one && expectsStatus(one, REJECTION)) return false;
  if (`${counterexample?.response?.status}` === status) return true;
  return one?.at.startsWith('status') === true && statusIn(one.actual) === status;
}

/**
 * A part that is wrong only in responses with a wrong status follows from that status, but a rule that most operations
 * break has a separate cause. Also joins the two failures of an accepted wrong request: its status, and a success whose
 * body is another object.
 */
export function joinResponses(
  failures: readonly Verdict[],
  groups: Groups,
  shareOf: ShareOf,
): void {
  const statuses = failures.filter(({ findings: [f] }) => f !== undefined && isStatus(f));
  const byRequest = new Map(statuses.flatMap((v) => placesOf(v).map((place) => [place, v])));
  const undocumented = new Map(statuses.filter(isUndocumented).map((v) => [rejectionKey(v), v]));
  const mapped = mappedIn(statuses);
  const everywhere = new Set(
    mappedEverywhere(statuses.filter(isOtherRejection)).flat().map(rejectionKey),
  );
  for (const group of groups.all()) {
    const causes = group.map((v) =>
      [undocumented.get(rejectionKey(v)), ...placesOf(v).map((place) => byRequest.get(place))].find(
        (cause) => cause !== undefined,
      ),
    );
    if (group.some((v) => statuses.includes(v)) || causes.includes(undefined)) continue;
    const shares = group.map((v) => shareOf(nameOf(v.requirement)));
    const isMapped = group.every((v) => mapped.has(rejectionKey(v)));
    const isRare =
      shares.some((share = 1) => share < HALF) && shares.every((share = 0) => share < HALF);
    const isCommon = shares.some((share = 0) => share > HALF);
    // A status that is wrong everywhere also explains a rule that most operations break.
    const isEverywhere = group.every((v) => everywhere.has(rejectionKey(v)));
    // A crash never reaches the code that writes errors.
    const isCrashed = group.every(
      ({ counterexample, findings: [f] }) =>
        f && isOfBody(f) && (counterexample?.response?.status ?? 0) >= 500,
    );
    // Such a response should not be there at all, whatever is in it.
    const isUnwanted = causes.every((v) => v && (isGoodRequest(v) || isUndocumented(v)));
    if (!isRare && !isEverywhere && !isCrashed && !isUnwanted && (!isMapped || isCommon)) continue;
    const [first] = group;
    for (const cause of causes) if (cause !== undefined) groups.join(first, cause);
  }
  // Only wrong requests count: a shape that good requests get too has a separate cause.
  const wrong = new Set(statuses.map(requestClassOf));
  const isWrong = (v: Verdict): boolean =>
    wrong.has(requestClassOf(v)) || requestClassOf(v).startsWith('unknown');
  const ofWrong = failures.filter((v) => isShapeOfSuccess(v) && isWrong(v));
  const shapes = new Map(ofWrong.map((v) => [responseKey(v), v]));
  for (const verdict of statuses) {
    const shape = shapes.get(responseKey(verdict));
    if (shape) groups.join(verdict, shape);
  }
}

/** True for a status that a rule about several documented ones finds. */
function isUndocumented({ findings: [f] }: Verdict): boolean {
  if (f === undefined || !isStatus(f)) return false;
  const documented = statusesIn(f.expected);
  return documented.length > 1 && !documented.includes(Number(statusIn(f.actual)));
}

const HALF = 0.5;

/** True if a success is another object, or none of the allowed ones. */
function isShapeOfSuccess(verdict: Verdict): boolean {
  const isOther = isOtherObject(verdict) || verdict.findings[0]?.keyword === 'oneOf';
  return isOther && (verdict.counterexample?.response?.status ?? 0) < 300;
}

/** If one operation treats this many kinds of requests alike, they have one cause. */
const OTHER_REJECTION = 3;
const NO_REJECTION = 4;

/**
 * Many wrong requests with one wrong status have one cause: an error handler, or no validation at all. If enough of the
 * others are rejected correctly, the cause is the code that handles the id, or the code that handles the body.
 */
export function joinMany(verdicts: readonly Verdict[], groups: Groups): void {
  const passed = verdicts.filter(({ outcome }) => outcome === 'passed');
  const unsent = verdicts.filter(({ reason }) => reason === 'not-sampled');
  const all = groups.all().flat();
  const good = new Set(all.filter(isGoodRequest).map(requestClassOf));
  for (const [key, same] of groupBy(all, (verdict) => statusOf(verdict, good))) {
    if (key === '') continue;
    const least = / 4\d\d$/.test(key) ? OTHER_REJECTION : NO_REJECTION;
    const ratio = (others: readonly Verdict[]): number =>
      rejectionsIn(others, same[0]) / Math.max(1, rejectionsIn(same, same[0]));
    const isAll = ratio([...passed, ...unsent]) <= FEW;
    const isOfBodies = ratio(passed) <= 1;
    const placeOf = (v: Verdict): string => {
      const part = partOf(v);
      return isAll || (isOfBodies && part !== 'id') ? '' : part;
    };
    for (const [, part] of groupBy(same, placeOf)) {
      if (new Set(part.map(requestClassOf)).size >= least) groups.joinAll(part);
    }
  }
}

/** If more than this many rejections are right for each wrong one, different code handles ids and bodies. */
const FEW = 0.3;

/** The wrong part of a request, as its rejection shows it: an id, the text of the body, or a value in it. */
function partOf({ counterexample, findings: [finding] }: Verdict): string {
  if (finding && statusesIn(finding.expected).includes(404)) return 'id';
  return /^\s*\{/.test(counterexample?.request.body ?? '') ? 'value' : 'text';
}

/** How many rules about rejections of the operation there are. */
function rejectionsIn(verdicts: readonly Verdict[], { requirement }: Verdict): number {
  const operation = operationNameOf(requirement);
  const own = verdicts.filter((v) => operationNameOf(v.requirement) === operation);
  return new Set(own.map((v) => nameOf(v.requirement)).filter((name) => /^rejects-/.test(name)))
    .size;
}

/** Operation and status of a wrong request, and of any request with a rejection; empty for others. */
function statusOf(verdict: Verdict, good: ReadonlySet<string>): string {
  const {
    requirement,
    findings: [finding],
  } = verdict;
  if (finding === undefined || !isStatus(finding)) return '';
  const status = statusIn(finding.actual);
  const isWrong =
    expectsStatus(finding, REJECTION) ||
    (isCrash(finding) && !isGoodRequest(verdict) && !good.has(requestClassOf(verdict)));
  return REJECTION.test(status) || isWrong ? `${operationNameOf(requirement)} ${status}` : '';
}

function isGoodRequest({ findings: [finding] }: Verdict): boolean {
  return finding !== undefined && expectsSuccess(finding);
}

function expectsSuccess(finding: Finding): boolean {
  return isStatus(finding) && expectsStatus(finding, /^2\d\d$/);
}

export type ShareOf = (rule: string) => number | undefined;

/** For a rule: the share of the operations that break it; one operation alone shows none. */
export function failingShare(verdicts: readonly Verdict[]): ShareOf {
  const judged = verdicts.filter(({ outcome }) => outcome === 'failed' || outcome === 'passed');
  const byRule = new Map(groupBy(judged, (v) => nameOf(v.requirement)));
  return (rule) => {
    const own = byRule.get(rule) ?? [];
    if (own.length < 2) return undefined;
    return own.filter(({ outcome }) => outcome === 'failed').length / own.length;
  };
}

/** The request with its status, its case with that status, and for an error the operation with that status. */
function placesOf(verdict: Verdict): readonly string[] {
  const {
    counterexample,
    requirement,
    findings: [finding],
  } = verdict;
  const status = counterexample?.response?.status ?? 0;
  const operation = operationNameOf(requirement);
  const isAboutError = finding !== undefined && !isStatus(finding);
  const isOther = finding && expectsStatus(finding, REJECTION) && REJECTION.test(`${status}`);
  // One handler writes the bodies of all crashes.
  const isOfCrash = status >= 500 && finding && (isStatus(finding) || isOfBody(finding));
  return [
    `${status} ${counterexample?.curl ?? requirement}`,
    ...(counterexample ? [`${operation} ${status} in ${counterexample.path}`] : []),
    ...(status >= 400 && (isAboutError || isOther) ? [rejectionKey(verdict)] : []),
    ...(isOfCrash ? [`crash ${rejectionKey(verdict)}`] : []),
  ];
}

/** If this many operations reject with one status in place of another one, one place maps errors to statuses. */
const MAPPED_OPERATIONS = 10;

export function joinMapped(failures: readonly Verdict[], groups: Groups): void {
  for (const same of mappedEverywhere(failures.filter(isOtherRejection))) groups.joinAll(same);
}

function mappedEverywhere(others: readonly Verdict[]): readonly [Verdict, ...Verdict[]][] {
  const statuses = ({ findings: [f] }: Verdict): string =>
    f ? `${statusOfShown(f.expected)} ${statusIn(f.actual)}` : '';
  return groupBy(others, statuses)
    .map(([, same]) => same)
    .filter((same) => {
      const operations = new Set(same.map((v) => operationNameOf(v.requirement)));
      return operations.size >= MAPPED_OPERATIONS;
    });
}

function isOtherRejection({ findings: [f] }: Verdict): boolean {
  return (
    f !== undefined &&
    isStatus(f) &&
    expectsStatus(f, REJECTION) &&
    REJECTION.test(statusIn(f.actual))
  );
}

/** Operation and status of each wrong rejection that several kinds of requests get: one place makes these errors. */
function mappedIn(statuses: readonly Verdict[]): ReadonlySet<string> {
  const others = statuses.filter(isOtherRejection);
  const several = groupBy(others, rejectionKey).filter(
    ([, same]) => new Set(same.map(requestClassOf)).size > 1,
  );
  return new Set(several.map(([key]) => key));
}

function rejectionKey({ requirement, counterexample }: Verdict): string {
  return `${operationNameOf(requirement)} ${counterexample?.response?.status}`;
}

function responseKey(verdict: Verdict): string {
  return `${operationNameOf(verdict.requirement)} ${responseOf(verdict)}`;
}
