/** The keys of a failure: failures with a common key have the same cause. */
import {
  type Counterexample,
  decoded,
  type Finding,
  isBodyText,
  isHeader,
  isOwnStatus,
  isRandom,
  isStatusPlace,
  numbersIn,
  type Place,
  partsOf,
  pathOf,
  pointerOf,
  type Shown,
  statusOf,
  textsIn,
  type Verdict,
} from '../../model/index.ts';
import { nameOf, operationNameOf, ruleNameOf } from '../names.ts';
import { textOf } from '../words.ts';
import { cutFrom, isError, isErrorSentAsSuccess, isOtherObject, typeIn } from './failures.ts';
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
 * a sibling operation, and other rules about it. For another wrong place they name that place, whatever the request was.
 */
export function keysOf(verdict: Verdict): readonly string[] {
  const [finding] = verdict.findings;
  if (finding === undefined) return [];
  const request = verdict.counterexample?.curl ?? verdict.requirement;
  const own = isStatus(finding) ? statusKeys(verdict, finding) : placeKeys(verdict, finding);
  const keys = [...own];
  // One writer sends successes and errors with the same wrong type.
  if (isHeader(finding.at, 'content-type')) keys.push(['media type', textOf(finding.actual)]);
  keys.push(['request', request, placeOf(finding.at), kindOfShown(finding.actual)]);
  // One limit holds for all requests.
  if (OF_LIMITS.has(statusIn(finding.actual)) && expectsStatus(finding, /^200$/))
    keys.push(['limit', statusIn(finding.actual)]);
  // A rule about several statuses finds a status that another rule is about.
  if (isStatusPlace(finding.at) && verdict.counterexample?.response)
    keys.push(['response', request, String(verdict.counterexample.response.status)]);
  return keys.map((key) => key.join('\n'));
}

function statusKeys(verdict: Verdict, finding: Finding): readonly Key[] {
  const operation = operationNameOf(verdict.requirement);
  const name = ruleNameOf(verdict);
  // Such a request was rejected: only the status is wrong.
  const mark = isErrorSentAsSuccess(verdict) ? ' error' : '';
  const status = statusIn(finding.actual) + mark;
  const isOfCaller = expectsStatus(finding, CREDENTIALS);
  // A rule about every response expects no specific status.
  const isRejected = expectsStatus(finding, REJECTION) || statusOf(finding.expected) === undefined;
  const isRejection = REJECTION.test(status);
  const isUnwanted = expectsStatus(finding, /^200$/) && OF_FIREWALLS.has(status);
  const rejected = textOfRejection(verdict.counterexample);
  const kind = stepOf(verdict);
  // Good requests may be rejected for several causes: those with one share a value that was read, the code, or the words.
  const isOfGood = isRejection && expectsStatus(finding, /^2\d\d$/) && rejected !== '';
  const read = verdict.counterexample?.readFrom?.map((shown) => JSON.stringify(shown));
  const [code] = textsIn(finding.actual);
  const named = read && code ? [...read, code] : read;
  const parts = (isOfGood && named) || [/^5/.test(status) ? kind : ''];
  return [
    // One rule finds one cause at every operation; a crash may have another one for each kind of request.
    ...parts.map((part) => ['rule', name, `${statusOf(finding.expected)}`, status, part]),
    ['request', operation, kind, status],
    // One check is missing, whatever comes of the request at each operation. A 422 comes from a check.
    ...(expectsStatus(finding, REJECTION) && !isOfCaller && !/^(?:5|422)/.test(status)
      ? [['check', kind + mark, checkOf(finding)]]
      : []),
    ...(isOfCaller ? [['caller', name, /^5/.test(status) ? status : '']] : []),
    // One place maps errors to statuses.
    ...((isRejected && isRejection) || isUnwanted ? [['rejection', operation, status]] : []),
    ...wordKeys(verdict, rejected),
  ];
}

/** What is in front of the operation sends them, to good requests and to wrong ones. */
const OF_FIREWALLS: ReadonlySet<string> = new Set(['403', '406', '429', '451']);

/** A body, a path or a header is too large. */
const OF_LIMITS: ReadonlySet<string> = new Set(['413', '414', '431']);

export const REJECTION: RegExp = /^4\d\d$/;

/** True for a request that must be rejected and is accepted. */
export function isAccepted({ findings: [finding] }: Verdict): boolean {
  return (
    finding !== undefined &&
    isOwnStatus(finding.at) &&
    expectsStatus(finding, REJECTION) &&
    hasStatusOf(finding, 2)
  );
}

function placeKeys(verdict: Verdict, finding: Finding): readonly Key[] {
  const operation = operationNameOf(verdict.requirement);
  const member = namesIn(finding.at).at(-1);
  const actual = kindOfShown(finding.actual);
  // A list of a wrong length has a different name and length at each operation.
  const found = isCount(finding.actual)
    ? [lengthOf(finding)]
    : [member ?? placeOf(finding.at), actual];
  const rule: Key = ['rule', ruleNameOf(verdict), ...found];
  if (finding.keyword !== undefined) {
    const shape: Key = [
      'shape',
      finding.keyword,
      member ?? placeOf(finding.at),
      typeIn(finding.actual),
    ];
    return [shape, ...(isOtherResponse(verdict) ? [['other response']] : [])];
  }
  const isRelation = finding.kind === 'relation';
  const request = verdict.counterexample?.curl;
  const operations = isRelation ? operationsIn(verdict) : [operation];
  const kindOfBody = isError(verdict) ? 'error' : 'success';
  const cut = cutFrom(finding);
  const encoding = encodingOf(verdict);
  const [, holder] = /^(.*\/[1-9]\d*)\/[^/]*$/.exec(pathOf(finding.at)) ?? [];
  return [
    // A wrong media type means another body.
    ...(request && isOfWhole(finding) ? [['whole', request]] : []),
    // One writer spells the values of a member in another way, whatever they are.
    ...(member !== undefined && isRespelled(finding) ? [['respelled', member]] : []),
    // One mapper writes the numbers in the errors of all operations.
    ...(member !== undefined && isError(verdict) && typeIn(finding.actual) === 'number'
      ? [['error', member, `${numbersIn(finding.expected)[0]}`, actual]]
      : []),
    // One writer, or a proxy, cuts the bodies of successes and errors.
    ...(isBodyText(finding.at) && textOf(finding.expected) === 'JSON' && isCutOff(verdict)
      ? [['cut off']]
      : []),
    // One writer encodes the bodies of successes and errors.
    ...(isBodyText(finding.at) && encoding !== '' ? [['encoding', encoding]] : []),
    // An element that should not be there breaks several rules.
    ...(request && holder !== undefined ? [['element', request, holder]] : []),
    // One router cuts the same end off the ids of a path.
    ...(cut === undefined ? [] : [['cut', cut]]),
    // One place writes malformed errors of an operation, in which every rule misses its member.
    ...(isError(verdict) && isNoJson(verdict)
      ? operationsIn(verdict).map((one) => ['no JSON', one, encoding])
      : []),
    // Another check rejects the request, as at other operations none does.
    ...(isError(verdict) && pointerOf(finding.at) === '/code'
      ? [['check', stepOf(verdict), checkOf(finding)]]
      : []),
    rule,
    ...operations.flatMap((one): readonly Key[] => [
      ...(member === undefined ? [] : [['member', one, member]]),
      ...(isRelation && (isElement(finding.at) || (member === undefined && one === operation))
        ? [['element', one, kindOfBody]]
        : []),
    ]),
  ];
}

/** True for the media type or the text of the body: what is wrong there replaces the body. */
export function isOfWhole({ at }: Finding): boolean {
  return isHeader(at, 'content-type') || isBodyText(at);
}

/** True for one of the expected texts in another case, or with other marks between its words. */
function isRespelled({ expected, actual }: Finding): boolean {
  const plain = (text: string): string => text.replace(/[^a-z0-9]+/gi, '');
  const came = plain(textOf(actual));
  const due = textOf(expected).split(' or ').map(plain);
  return !due.includes(came) && due.some((one) => one.toLowerCase() === came.toLowerCase());
}

/** The code of the expected rejection, or its status. */
function checkOf({ expected }: Finding): string {
  return textOf(expected).replace(/^\d+ (?=[A-Z])/, '');
}

/** JSON starts with its first bracket: a byte order mark, a page and a plain text do not. */
export function isNoJson({ counterexample }: Verdict): boolean {
  const body = counterexample?.response?.body;
  return body !== undefined && !/^[ \t\r\n]*[{[]/.test(body);
}

/** True for JSON without its last bracket. */
function isCutOff({ counterexample }: Verdict): boolean {
  const body = counterexample?.response?.body.trim() ?? '';
  return /^[{[]/.test(body) && !/[}\]]$/.test(body);
}

/** What is wrong with the bytes of a body: a byte order mark, or another encoding than UTF-8; empty if neither is. */
export function encodingOf(verdict: Verdict): string {
  const { body = '' } = verdict.counterexample?.response ?? {};
  if (body.startsWith('\uFEFF')) return 'mark';
  return isOfEncoding(verdict) ? 'other' : '';
}

/** True for a body with another encoding than UTF-8. */
export function isOfEncoding({ findings: [finding] }: Verdict): boolean {
  return (
    finding !== undefined && isBodyText(finding.at) && textOf(finding.expected) === 'JSON in UTF-8'
  );
}

/** An amount, such as `3 elements`. */
function isCount(shown: Shown): boolean {
  const [first, ...others] = partsOf(shown);
  return first !== undefined && 'number' in first && others.length <= 1;
}

/** Whether a list is too long or too short; empty for other findings. */
function lengthOf({ expected, actual }: Finding): string {
  const [due, came] = [expected, actual].map((shown) => numbersIn(shown)[0]);
  if (!isCount(actual) || due === undefined || came === undefined) return '';
  return came > due ? 'too long' : 'too short';
}

/** True if a success has another shape than documented: wrapped, or with other names. */
function isOtherResponse(verdict: Verdict): boolean {
  const [finding] = verdict.findings;
  const isWhole = finding !== undefined && /^\/[^/]*$/.test(pathOf(finding.at));
  return isWhole && isOtherObject(verdict) && !isError(verdict);
}

/** True for an element of a list, or a member of one: another element shows by its first different member. */
function isElement(at: Place): boolean {
  return /^\/\d+(?:\/\w+)?$/.test(pathOf(at));
}

/**
 * A rejection with the same words has the same cause at every operation. Successes and crashes look the same for any
 * cause.
 */
function wordKeys({ counterexample, findings: [finding] }: Verdict, words: string): readonly Key[] {
  if (finding && isRandom(finding.actual)) return [];
  const { status = 0 } = counterexample?.response ?? {};
  return status >= 400 && status < 500 && words !== '' ? [['words', `${status}`, words]] : [];
}

/** Empty for an error that stands for any cause. */
function textOfRejection(counterexample: Counterexample | undefined): string {
  const { body = '' } = counterexample?.response ?? {};
  const words = withoutIds(withoutRequest(body, counterexample?.request)).slice(0, LONGEST_TEXT);
  return (words.match(/[a-z]{3,}/gi) ?? []).length < SPECIFIC_WORDS ? '' : words;
}

/** Rejections repeat the wrong part of the request; without it, one check has the same words everywhere. */
function withoutRequest(words: string, request: Counterexample['request'] | undefined): string {
  const own = `${decoded(request?.url ?? '')} ${request?.body ?? ''}`.split(/[\s/?&="'{}[\],]+/);
  const parts = own.filter((part) => part.length >= LEAST_PART).sort((a, b) => b.length - a.length);
  return parts.reduce((text, part) => text.replaceAll(part, '#'), words.slice(0, 2 * LONGEST_TEXT));
}

/** `unknown-ids` of `allocation-v1/withdraw/unknown-ids#in-a-row@0:1`: the kind of request, at any operation. */
export function requestClassOf(verdict: Verdict): string {
  const [probe = ''] = (verdict.counterexample?.path ?? '').split('#', 1);
  return probe.includes('/') ? nameOf(probe) : ruleNameOf(verdict);
}

/** The kind of request, and in a case of several named requests also the rule: each rule may be about another one. */
function stepOf(verdict: Verdict): string {
  const kind = requestClassOf(verdict);
  return isOfSteps(verdict) ? `${kind} ${ruleNameOf(verdict)}` : kind;
}

/** True if the case has several named requests. */
export function isOfSteps({ counterexample }: Verdict): boolean {
  return /#in-a-row@\d+$/.test(counterexample?.path ?? '');
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
/** The least length of a request part that is removed; shorter ones may be plain words. */
const LEAST_PART = 8;
/** The most words of an error that stands for any cause, such as `{"error":"Bad Request"}`. */
const SPECIFIC_WORDS = 5;
const DEPTH = 4;
const MEMBERS = 20;

function outline(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth === DEPTH) return typeof value;
  if (Array.isArray(value)) return value.slice(0, 1).map((item) => outline(item, depth + 1));
  const members = Object.entries(value).slice(0, MEMBERS);
  return members.map(([name, item]) => [withoutValues(name), outline(item, depth + 1)]).sort();
}
