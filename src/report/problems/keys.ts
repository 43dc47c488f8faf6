/** The keys of a failure: failures with the same cause share one. */
import {
  type Counterexample,
  type Finding,
  isRandom,
  numbersIn,
  partsOf,
  type Shown,
  statusOf,
  type Verdict,
} from '../../model/index.ts';
import { groupBy, nameOf, operationNameOf } from '../names.ts';
import { textOf } from '../words.ts';
import { isError, isOtherObject, violationOf } from './failures.ts';
import {
  CREDENTIALS,
  expectsStatus,
  hasStatusOf,
  isStatus,
  kindOfShown,
  namesIn,
  operationsIn,
  placeOf,
  statusIn,
  withoutIds,
  withoutValues,
} from './places.ts';

type Key = readonly string[];

/**
 * Failures with a common key have one cause. For a wrong status the keys name the request: the same kind of request on
 * a sibling operation, other rules about it, other rules of the clause. For a body that breaks its schema they name the
 * component. For another wrong place they name that place, whatever the request was.
 */
export function keysOf(verdict: Verdict, several: ReadonlySet<string>): readonly string[] {
  const [finding] = verdict.findings;
  if (finding === undefined) return [];
  const actual = kindOfShown(finding.actual);
  const request = verdict.counterexample?.curl ?? verdict.requirement;
  const own = isStatus(finding)
    ? statusKeys(verdict, finding, several)
    : placeKeys(verdict, finding);
  const keys = [...own, ...pageKeys(verdict)];
  if (!isSpread(verdict)) keys.push(['request', request, placeOf(finding.at), actual]);
  // A rule about the statuses of several responses finds one that another rule is about.
  if (finding.at.startsWith('status') && verdict.counterexample?.response)
    keys.push(['response', request, String(verdict.counterexample.response.status)]);
  return keys.map((key) => key.join('\n'));
}

/**
 * The kinds of requests for which a requirement shows several causes: there the kind alone does not show the cause. Not
 * if the target accepts wrong requests, or fails for as many values as are shown: then it lacks one check.
 */
export function severalIn(failures: readonly Verdict[]): ReadonlySet<string> {
  const shown = groupBy(failures, (verdict) => `${verdict.requirement} ${kindOf(verdict)}`);
  return new Set(
    shown
      .filter(([, own]) => own.length > 1 && own.length < EACH_VALUE && !isAccepted(own[0]))
      .map(([, [first]]) => kindOf(first)),
  );
}

/** This many counterexamples of a requirement are shown at most. */
const EACH_VALUE = 4;

function isAccepted({ findings: [finding] }: Verdict): boolean {
  return finding !== undefined && isStatus(finding) && hasStatusOf(finding, 2);
}

/** The kind of request and the status that it gets. */
function kindOf(verdict: Verdict): string {
  const status = verdict.counterexample?.response?.status ?? 'none';
  return `${requestClassOf(verdict)} ${status}`;
}

function statusKeys(
  verdict: Verdict,
  finding: Finding,
  several: ReadonlySet<string>,
): readonly Key[] {
  const operation = operationNameOf(verdict.requirement);
  const name = nameOf(verdict.requirement);
  const status = statusIn(finding.actual);
  const isOfCaller = expectsStatus(finding, CREDENTIALS);
  // A rule about every response expects no status in particular.
  const isRejected = expectsStatus(finding, REJECTION) || statusOf(finding.expected) === undefined;
  const isRejection = REJECTION.test(status);
  const rejected = textOfRejection(verdict.counterexample);
  const kind = requestClassOf(verdict) + (several.has(kindOf(verdict)) ? groupOf(verdict) : '');
  return [
    ['rule', name, kind, status],
    // What a rule sends between other requests is of one kind at every operation.
    ...(finding.compares !== undefined && !/^5/.test(status) ? [['rule', name, status]] : []),
    ['request', operation, kind, status],
    // A success and a crash look the same whatever their cause is.
    ...(/^[25]/.test(status)
      ? []
      : [['clause', operation, verdict.clause, status, responseOf(verdict)]]),
    ...(isOfCaller ? [['caller', name, /^5/.test(status) ? status : '']] : []),
    // One place maps errors to statuses.
    ...(isRejected && isRejection ? [['rejection', operation, status]] : []),
    ...wordKeys(verdict, rejected),
    // If the target accepts what it must reject for one named reason, it lacks one check.
    ...(hasStatusOf(finding, 2) && NAMED.test(textOf(finding.expected))
      ? [['unchecked', operation, textOf(finding.expected)]]
      : []),
    ...(rejected === '' || !isRejection ? [] : [['rule', name, rejected]]),
    // The same status in place of another one for the same reason.
    ...(isRejection && wordsIn(finding.expected) !== ''
      ? [['rule', name, textOf(finding.expected), status]]
      : []),
  ];
}

/** `404 CONTRACT_NOT_FOUND` */
const NAMED = /^\d{3} [A-Z_]+/;

export const REJECTION: RegExp = /^4\d\d$/;

function placeKeys(verdict: Verdict, finding: Finding): readonly Key[] {
  const operation = operationNameOf(verdict.requirement);
  const member = namesIn(finding.at).at(-1);
  const actual = kindOfShown(finding.actual);
  // A list that is too long or too short has a name and a length of its own at each operation.
  const found = isCount(finding.actual)
    ? [lengthOf(finding)]
    : [member ?? placeOf(finding.at), actual];
  const rule: Key = ['rule', nameOf(verdict.requirement), ...found];
  if (finding.keyword !== undefined) {
    const where = finding.schema === undefined ? [operation, placeOf(finding.at)] : [];
    const violation: Key = ['violation', ...where, violationOf(finding)];
    return [
      violation,
      rule,
      ...(isOtherResponse(verdict) ? [['other response', rule[1] ?? '']] : []),
    ];
  }
  const isRelation = finding.kind === 'relation';
  const request = verdict.counterexample?.curl;
  const operations = isRelation ? operationsIn(verdict) : [operation];
  const kindOfBody = isError(verdict) ? 'error' : 'success';
  return [
    // A body of another media type is another body.
    ...(request && ['content-type', 'body'].includes(finding.at) ? [['whole', request]] : []),
    ['place', operation, placeOf(finding.at), actual],
    // A value that differs in its case alone is written by an encoder that changes the case of all.
    ...(isOtherCase(finding) ? [['case', kindOfBody, member ?? finding.at]] : []),
    // Codes and categories of errors are numbers of one table.
    ...(isError(verdict) && member && isCount(finding.actual)
      ? [['error', member, textOf(finding.actual)]]
      : []),
    // One place writes the errors of an operation that are no JSON: any rule misses in them what it looks for.
    ...(isError(verdict) && isNoJson(verdict)
      ? operationsIn(verdict).map((one) => ['no JSON', one])
      : []),
    // One encoder omits what is asked for in the same words.
    ...(isRelation &&
    member &&
    EMPTY.has(textOf(finding.actual)) &&
    wordsIn(finding.expected) !== ''
      ? [['asked', member, wordsIn(finding.expected)]]
      : []),
    // Two rules may describe one value in different words.
    ...(request && isPlace(finding) && !isSpread(verdict) ? [['value', request, finding.at]] : []),
    rule,
    ...(isRelation && member === undefined
      ? [['rule', nameOf(verdict.requirement), lengthOf(finding)]]
      : []),
    // The list of each operation has a name of its own.
    ...(isRelation && namesIn(finding.at).length === 1
      ? [['list', nameOf(verdict.requirement), requestClassOf(verdict), actual]]
      : []),
    ...operations.flatMap((one): readonly Key[] => [
      ...(member === undefined ? [] : [['member', one, member]]),
      ...(isRelation && (isElement(finding.at) || (member === undefined && one === operation))
        ? [['element', one, kindOfBody]]
        : []),
      ...differenceKeys(finding).map((key): Key => ['difference', one, kindOfBody, ...key]),
    ]),
  ];
}

function isOtherCase({ expected, actual }: Finding): boolean {
  const came = textOf(actual).replace(/^"|"$/g, '');
  const due = textOf(expected).replace(/^"|"$/g, '').split(' or ');
  return !due.includes(came) && due.some((one) => one.toLowerCase() === came.toLowerCase());
}

/** The texts by which a finding shows that a requested member is absent. */
const EMPTY: ReadonlySet<string> = new Set(['""', 'none', 'nothing']);

/** JSON starts with its first bracket: a byte order mark, a page and a plain text do not. */
function isNoJson({ counterexample }: Verdict): boolean {
  const body = counterexample?.response?.body;
  return body !== undefined && !/^[ \t\r\n]*[{[]/.test(body);
}

/** A rule that finds several members wrong is not about the value of one of them. */
function isSpread({ findings }: Verdict): boolean {
  const isOfRule = findings.every(({ keyword, kind }) => keyword === undefined && kind === 'body');
  return isOfRule && new Set(findings.map(({ at }) => placeOf(at))).size > 1;
}

/** The same difference: in the same words, or between the same two long values. */
function differenceKeys({ kind, expected, actual }: Finding): readonly Key[] {
  const words = [expected, actual].map(wordsIn);
  const values = [expected, actual].map((shown) => LONG_VALUE.exec(textOf(shown))?.[0] ?? '');
  return [
    ...(kind === 'relation' && words.every((text) => text !== '') ? [words] : []),
    ...(values.every((text) => text !== '') ? [values] : []),
  ];
}

/** A value of this length is found nowhere else by chance. */
const LONG_VALUE = /(?<=^"?)[^\s"]{32}/;

function wordsIn(shown: Shown): string {
  return partsOf(shown)
    .map((part) => ('words' in part ? textOf(part) : ''))
    .join(' ')
    .trim();
}

/** How many there are: `3 elements`. */
function isCount(shown: Shown): boolean {
  const [first, ...others] = partsOf(shown);
  return first !== undefined && 'number' in first && others.length <= 1;
}

/** Whether a list is too long or too short; empty for what is no count. */
function lengthOf({ expected, actual }: Finding): string {
  const [due, came] = [expected, actual].map((shown) => numbersIn(shown)[0]);
  if (!isCount(actual) || due === undefined || came === undefined) return '';
  return came > due ? 'too long' : 'too short';
}

function isPlace({ kind, at }: Finding): boolean {
  return kind === 'header' || (kind === 'body' && at.startsWith('/'));
}

/** True if a success is another object than its operation documents: wrapped, or with other names. */
function isOtherResponse(verdict: Verdict): boolean {
  const [finding] = verdict.findings;
  const isWhole = /^\/[^/]*$/.test(finding?.at ?? '');
  return isWhole && isOtherObject(verdict) && !isError(verdict);
}

/** True for an element of a list, or a member of one: another element is seen by its first member that differs. */
function isElement(at: string): boolean {
  return /^\/\d+(?:\/\w+)?$/.test(at);
}

/**
 * A rejection with the same words has the same cause at every operation, and so has a status that no operation
 * documents. A success and a crash look the same whatever their cause is.
 */
function wordKeys({ counterexample, findings: [finding] }: Verdict, words: string): readonly Key[] {
  if (finding && isRandom(finding.actual)) return [];
  const { status = 0 } = counterexample?.response ?? {};
  if (status > 200 && status < 400) return [['status', String(status)]];
  const isSpecific = (words.match(/[a-z]{3,}/gi) ?? []).length >= SPECIFIC_WORDS;
  return status >= 400 && status < 500 && isSpecific ? [['words', String(status), words]] : [];
}

function textOfRejection(counterexample: Counterexample | undefined): string {
  const { body = '' } = counterexample?.response ?? {};
  return withoutIds(withoutRequest(body, counterexample?.request)).slice(0, LONGEST_TEXT);
}

/** Rejections repeat the wrong part of the request: without it, the same check has the same words. */
function withoutRequest(words: string, request: Counterexample['request'] | undefined): string {
  const own = `${decoded(request?.url ?? '')} ${request?.body ?? ''}`.split(/[\s/?&="'{}[\],]+/);
  const parts = own.filter((part) => part.length >= LEAST_PART).sort((a, b) => b.length - a.length);
  return parts.reduce((text, part) => text.replaceAll(part, '#'), words.slice(0, 2 * LONGEST_TEXT));
}

export function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}

/** A web page with a success in place of any response: a rule may find its status or its media type wrong. */
function pageKeys({ counterexample }: Verdict): readonly Key[] {
  const { status = 0, headers = {} } = counterexample?.response ?? {};
  const isPage = status < 300 && /^text\/html/i.test(headers['content-type'] ?? '');
  return isPage ? [['page', String(status)]] : [];
}

/** `unknown-ids` of the path `allocation-v1/withdraw/unknown-ids#in-a-row@0:1`: what kind of request it was, at any operation. */
export function requestClassOf({ counterexample, requirement }: Verdict): string {
  const [probe = ''] = (counterexample?.path ?? '').split('#', 1);
  return probe.includes('/') ? nameOf(probe) : nameOf(requirement);
}

/** `-empty-key` of the path `allocation-v1/withdraw/meta#empty-key@0:1`: which of its requests it was. */
function groupOf({ counterexample }: Verdict): string {
  return /#[^@]*/.exec(counterexample?.path ?? '')?.[0] ?? '';
}

/** Status and members of the response. */
export function responseOf({ counterexample }: Verdict): string {
  const response = counterexample?.response;
  if (!response) return 'none';
  try {
    return `${response.status} ${JSON.stringify(outline(JSON.parse(response.body), 0))}`;
  } catch {
    return `${response.status} ${withoutValues(response.body.slice(0, 60))}`;
  }
}

const LONGEST_TEXT = 300;
/** Shorter parts of a request are words of the language too. */
const LEAST_PART = 8;
/** `{"error":"Bad Request"}` has three words and stands for everything. */
const SPECIFIC_WORDS = 5;
const DEPTH = 4;
const MEMBERS = 20;

function outline(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth === DEPTH) return typeof value;
  if (Array.isArray(value)) return value.slice(0, 1).map((item) => outline(item, depth + 1));
  const members = Object.entries(value).slice(0, MEMBERS);
  return members.map(([name, item]) => [withoutValues(name), outline(item, depth + 1)]).sort();
}
