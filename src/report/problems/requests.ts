/** Joins failures by their requests. */
import { isObject, isRandom, parsedJson, statusesIn, type Verdict } from '../../model/index.ts';
import { groupBy, nameOf, operationNameOf, ruleNameOf } from '../names.ts';
import { type Grouping, type Groups, operationOf } from './groups.ts';
import { isOfSteps, REJECTION, requestClassOf, responseOf } from './keys.ts';
import { CREDENTIALS, expectsStatus, hasStatusOf, isStatus, statusIn } from './places.ts';

/** If this many values crash at one place, any wrong value crashes there. */
const CRASHING_VALUES = 4;

/**
 * Joins wrong requests of one operation that differ only at one place, and are accepted or get one wrong status:
 * nothing checks that place. A few crashing values may have separate causes.
 */
export function joinPlaces({ failures, groups }: Grouping): void {
  const wrong = failures.filter((verdict) => !isOfSteps(verdict) && isOfRejection(verdict));
  for (const [, same] of groupBy(wrong, statusKey)) {
    const parts = new Map(same.map((verdict) => [verdict, partsOf(verdict)]));
    const isCrash = same.some(({ findings: [f] }) => f && hasStatusOf(f, 5));
    const isAlike = (one: Verdict, other: Verdict): boolean =>
      expectAlike(one, other) && differAtOnePlace(parts.get(one), parts.get(other));
    for (const one of same) {
      const alike = same.filter((other) => other === one || isAlike(one, other));
      const values = new Set(alike.map(({ counterexample }) => counterexample?.curl)).size;
      if (isCrash && values < CRASHING_VALUES) continue;
      for (const other of alike) groups.join(one, other);
    }
  }
}

function isOfRejection({ findings: [f] }: Verdict): boolean {
  return (
    f !== undefined && isStatus(f) && expectsStatus(f, REJECTION) && !expectsStatus(f, CREDENTIALS)
  );
}

function statusKey({ requirement, findings: [finding] }: Verdict): string {
  return `${operationNameOf(requirement)} ${statusIn(finding?.actual)}`;
}

/** True if they differ in one segment of the path, one query parameter or one member of the body. */
function differAtOnePlace(a: Parts | undefined, b: Parts | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  const names = new Set([...a.keys(), ...b.keys()]);
  const different = [...names].filter((name) => a.get(name) !== b.get(name));
  return different.length === 1 && different[0] !== OTHER;
}

/** True if both expect the same rejection; another one has another reason. */
function expectAlike({ findings: [one] }: Verdict, { findings: [other] }: Verdict): boolean {
  if (one === undefined || other === undefined) return false;
  const rejections = statusesIn(one.expected).filter((status) => REJECTION.test(`${status}`));
  return statusesIn(other.expected).some((status) => rejections.includes(status));
}

/** The method, the media type and a body that is not an object, which have no place. */
const OTHER = '';

type Parts = ReadonlyMap<string, string>;

function partsOf({ counterexample }: Verdict): Parts | undefined {
  if (counterexample === undefined) return undefined;
  const { method, url, headers, body } = counterexample.request;
  const [path = '', query = ''] = targetOf(url);
  const parts = path.split('/').map((part, i): [string, string] => [`path ${i}`, part]);
  for (const [name, value] of new URLSearchParams(query)) parts.push([`query ${name}`, value]);
  const members = membersIn(body);
  for (const [name, value] of members ?? []) parts.push([`body ${name}`, JSON.stringify(value)]);
  const rest = members === undefined ? body : '';
  return new Map([...parts, [OTHER, `${method} ${headers['content-type']} ${rest}`]]);
}

/** The path and the query of a URL, as they are written. */
function targetOf(url: string): readonly string[] {
  return url.replace(/^\w+:\/\/[^/]*/, '').split('?');
}

/** The members of a JSON object; `undefined` for another text. */
function membersIn(body: string | undefined): readonly [string, unknown][] | undefined {
  const value = parsedJson(body ?? '');
  return isObject(value) ? Object.entries(value) : undefined;
}

/** If this many malformed texts crash, all do: the parser's error is not caught. The same for this many operations. */
const CRASHING = 3;
/** At this many operations two kinds do not crash alike by chance. */
const ALIKE = 2;

export function joinUnreadable({ failures, groups }: Grouping): void {
  const crashes = failures.filter((verdict) => isCrash(verdict) && verdict.counterexample);
  const bodyOf = ({ counterexample }: Verdict): string | undefined => counterexample?.request.body;
  const unreadable = crashes.filter((verdict) => parsedJson(bodyOf(verdict) ?? '') === undefined);
  groups.joinAlike(unreadable, statusKey, bodyOf, CRASHING);
  // One parser serves the operations whose crashes look the same.
  groups.joinAlike(unreadable, responseOf, operationOf, CRASHING);
  const ofBodies = crashes.filter(
    ({ findings: [f] }) => f && `${statusesIn(f.expected)}` === '400',
  );
  for (const [, same] of groupBy(ofBodies, responseOf)) joinKinds(same, groups);
}

/** Two kinds of wrong bodies crash alike at several operations: one check before their handlers is the cause. */
function joinKinds(crashes: readonly Verdict[], groups: Groups): void {
  const kinds = groupBy(crashes, requestClassOf).map(([, own]) => own);
  for (const one of kinds)
    for (const other of kinds) {
      const operations = new Set(one.map(operationOf));
      const shared = new Set(other.map(operationOf).filter((name) => operations.has(name)));
      if (one !== other && shared.size >= ALIKE) groups.joinAll([...one, ...other]);
    }
}

function isCrash({ findings: [finding] }: Verdict): boolean {
  return (
    finding !== undefined &&
    isStatus(finding) &&
    hasStatusOf(finding, 5) &&
    !isRandom(finding.actual)
  );
}

/**
 * A rule about every response of an operation has checked each of its crashes: if it shows one cause, all crashes of
 * the operation with this status have that cause.
 */
export function joinCrashes({ failures, groups }: Grouping): void {
  for (const [, same] of groupBy(failures.filter(isCrash), statusKey)) {
    const general = same.filter(({ findings: [f] }) => f && statusesIn(f.expected).length === 0);
    const [first, ...others] = general;
    if (first === undefined || others.length > 0) continue;
    for (const verdict of same) groups.join(verdict, first);
  }
}

/**
 * Joins the crashes that one rule shows at two operations, if one of them crashes in more kinds of requests: each kind
 * has some values of the others by chance. Not if these more kinds have several causes.
 */
export function joinKindsOfCrashes({ failures, groups }: Grouping): void {
  const ofRule = (verdict: Verdict): string =>
    `${ruleNameOf(verdict)} ${statusIn(verdict.findings[0]?.actual)}`;
  for (const [, same] of groupBy(failures.filter(isCrash), ofRule)) {
    const kinds = new Map(same.map((verdict) => [verdict, kindsOf(verdict)]));
    for (const one of same) {
      const own = kinds.get(one) ?? new Set();
      const wider = same.filter((other) => own.size > 0 && isWider(kinds.get(other), own));
      const [first] = wider;
      if (first && wider.every((other) => groups.of(first).includes(other)))
        groups.join(one, first);
    }
  }
}

/** The kinds of requests in which a requirement fails. */
function kindsOf({ failsIn = [] }: Verdict): ReadonlySet<string> {
  return new Set(failsIn.map((name) => nameOf(name.split('#', 1)[0] ?? '')));
}

function isWider(kinds: ReadonlySet<string> = new Set(), own: ReadonlySet<string>): boolean {
  return kinds.size > own.size && [...own].every((kind) => kinds.has(kind));
}
