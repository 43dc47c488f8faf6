/** Failures with one cause, as one problem: what a reader has to fix, and not how many rules it breaks. */
import { AT_RANDOM, type Counterexample, type Report, type Verdict } from '../model/index.ts';
import { groupBy, nameOf, operationNameOf } from './names.ts';
import { plainestOf, scriptOf } from './reproduction.ts';
import { count } from './text.ts';

/** A cause, with everything that fails by it. */
export interface Problem {
  /** The failures, the one that explains most first: a MUST before a SHOULD, a cause before its consequences. */
  readonly verdicts: readonly [Verdict, ...Verdict[]];
}

/**
 * The failed MUSTs and SHOULDs of a report as problems; new ones first, then those with a MUST, else in the order of
 * the verdicts.
 * Two failures are one problem if a key of one is a key of the other, see {@link keysOf}, or if one is declared to
 * follow from the other. Independent faults stay apart where they show in different requests or at different places.
 */
export function problemsOf({ verdicts }: Pick<Report, 'verdicts'>): readonly Problem[] {
  const failed = verdicts.filter((v) => v.outcome === 'failed' && v.level !== 'MAY');
  const groups = new Groups(failed);
  const byKey = new Map<string, Verdict>();
  for (const verdict of failed) {
    for (const key of keysOf(verdict)) {
      const other = byKey.get(key);
      if (other === undefined) byKey.set(key, verdict);
      else groups.join(verdict, other);
    }
  }
  const byId = new Map(failed.map((verdict) => [verdict.requirement, verdict]));
  for (const verdict of failed) {
    for (const name of verdict.followsFrom ?? []) {
      const cause = byId.get(withName(verdict.requirement, name));
      if (cause && failsAlike(verdict, cause)) groups.join(verdict, cause);
    }
  }
  for (const cause of failed.filter(isAtRandom)) {
    for (const verdict of failed) if (hasItsStatus(verdict, cause)) groups.join(verdict, cause);
  }
  const problems = groups.all().map((group): Problem => ({ verdicts: causesFirst(group) }));
  const rank = ({ verdicts: [first] }: Problem): number =>
    (first.known ? 2 : 0) + (first.level === 'MUST' ? 0 : 1);
  return problems.sort((a, b) => rank(a) - rank(b));
}

function withName(requirement: string, name: string): string {
  return [...requirement.split('/').slice(0, 2), name].join('/');
}

/** Both with the same wrong status, or both with something else wrong in the response. */
function failsAlike({ findings: [one] }: Verdict, { findings: [other] }: Verdict): boolean {
  if (one?.at !== 'status' && other?.at !== 'status') return true;
  return one?.at === other?.at && one?.actual === other?.actual;
}

/** A server error that no request causes is behind every failure by its status. */
function isAtRandom({ findings: [finding] }: Verdict): boolean {
  return finding?.actual.includes(AT_RANDOM) === true;
}

/** The wrong media type of a response explains that it is no rejection either. */
function isOfType({ findings: [finding] }: Verdict): boolean {
  return finding?.at === 'content-type';
}

/** Also where it is the status of one response among several, or its body is found wrong. */
function hasItsStatus(
  { findings: [one], counterexample }: Verdict,
  { findings: [cause] }: Verdict,
): boolean {
  const status = statusIn(cause?.actual ?? '');
  if (`${counterexample?.response?.status}` === status) return true;
  return one?.at.startsWith('status') === true && statusIn(one.actual) === status;
}

/**
 * `2 problems (7 requirements)`; empty if nothing failed. With a baseline `2 new problems (5 known)`: a problem is new
 * if something fails by it that the baseline does not name.
 */
export function problemCount(problems: readonly Problem[]): string {
  const failed = problems.reduce((sum, { verdicts }) => sum + verdicts.length, 0);
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

/** True where a baseline names everything that fails by it. */
export function isKnown({ verdicts }: Problem): boolean {
  return verdicts.every((verdict) => verdict.known);
}

/** `known are 2 of 3 requirements` of a problem that is known in part; empty for others. */
export function knownPart(problem: Problem): string {
  const { verdicts } = problem;
  const known = verdicts.filter((verdict) => verdict.known).length;
  if (known === 0 || isKnown(problem)) return '';
  return `${known} of ${count(verdicts.length, 'requirement')} ${known === 1 ? 'is' : 'are'} known, the others are new`;
}

/** The operations that have the problem, by their short names. */
export function operationsOf({ verdicts }: Problem): readonly string[] {
  return [...new Set(verdicts.map((v) => operationNameOf(v.requirement)))];
}

/** The other rules that fail by it, each with the number of operations. */
export function consequencesOf({ verdicts: [first, ...others] }: Problem): readonly string[] {
  const rest = others.filter((v) => nameOf(v.requirement) !== nameOf(first.requirement));
  return groupBy(rest, (v) => nameOf(v.requirement)).map(([name, same]) =>
    same.length > 1 ? `${name} (${same.length})` : name,
  );
}

/** The failure of its rule that is seen best. */
export function exampleOf({ verdicts }: Problem): Counterexample | undefined {
  const [first] = verdicts;
  const name = nameOf(first.requirement);
  return plainestOf(verdicts.filter((v) => nameOf(v.requirement) === name));
}

/** The commands that show it; absent if no request does. */
export function requestOf(problem: Problem): string | undefined {
  const example = exampleOf(problem);
  return example && scriptOf(example);
}

/** Sets of verdicts that are joined two by two. */
class Groups {
  readonly #of: Map<Verdict, [Verdict, ...Verdict[]]>;

  constructor(verdicts: readonly Verdict[]) {
    this.#of = new Map(verdicts.map((verdict) => [verdict, [verdict]]));
  }

  join(one: Verdict, other: Verdict): void {
    const [into, from] = [this.#of.get(other), this.#of.get(one)];
    if (into === undefined || from === undefined || into === from) return;
    into.push(...from);
    for (const verdict of from) this.#of.set(verdict, into);
  }

  all(): readonly [Verdict, ...Verdict[]][] {
    return [...new Set(this.#of.values())];
  }
}

/**
 * What a failure shares with others of the same cause. A wrong status has its cause in the request: the same
 * kind of request on a sibling operation, other rules about it, other rules of the clause. A wrong place of a
 * response has its cause in that place, whatever the request was.
 */
function keysOf(verdict: Verdict): readonly string[] {
  const [finding] = verdict.findings;
  if (finding === undefined) return [];
  const operation = operationNameOf(verdict.requirement);
  const name = nameOf(verdict.requirement);
  const actual = withoutValues(finding.actual);
  const at = placeOf(finding.at);
  const request = verdict.counterexample?.curl ?? verdict.requirement;
  const shared: readonly (readonly string[])[] =
    finding.at === 'status'
      ? [
          ['rule', name, requestClassOf(verdict), statusIn(actual)],
          ['request class', operation, requestClassOf(verdict), statusIn(actual)],
          ['clause', operation, verdict.clause, statusIn(actual), responseOf(verdict)],
          ...sameResponse(verdict),
          ...samePage(verdict),
        ]
      : [['rule', name, at, actual], ['place', operation, at, actual], ...samePage(verdict)];
  return [...shared, ['request', request, at, actual]].map((key) => key.join('\n'));
}

/** `308` of `308 to /elsewhere`. */
function statusIn(actual: string): string {
  return /^\d{3}\b/.exec(actual)?.[0] ?? actual;
}

/**
 * A rejection with the same words has the same cause at every operation, and so has a status that no operation
 * documents. A success and a crash look the same whatever their cause is.
 */
function sameResponse({ counterexample }: Verdict): readonly (readonly string[])[] {
  const { status = 0, body = '' } = counterexample?.response ?? {};
  if (status > 200 && status < 400) return [['status', String(status)]];
  const words = withoutIds(body.slice(0, LONGEST_TEXT));
  const isSpecific = (words.match(/[a-z]{3,}/gi) ?? []).length >= SPECIFIC_WORDS;
  return status >= 400 && status < 500 && isSpecific ? [['words', String(status), words]] : [];
}

/** A web page with a success, in place of any response: whether its status or its media type is found wrong. */
function samePage({ counterexample }: Verdict): readonly (readonly string[])[] {
  const { status = 0, headers = {} } = counterexample?.response ?? {};
  const isPage = status < 300 && /^text\/html/i.test(headers['content-type'] ?? '');
  return isPage ? [['page', String(status)]] : [];
}

/** `unknown-ids` of the path `withdraw/unknown-ids#in-a-row@0:1`: what kind of request it was, at any operation. */
function requestClassOf({ counterexample, requirement }: Verdict): string {
  const [probe = ''] = (counterexample?.path ?? '').split('#', 1);
  return probe.split('/').slice(1).join('/') || nameOf(requirement);
}

/** The last members of a JSON Pointer: the same structure may be nested deeper at a sibling operation. */
function placeOf(at: string): string {
  const place = withoutValues(at.replace(/\/\d+(?=\/|$)/g, '/*'));
  return place.startsWith('/') ? place.split('/').slice(-3).join('/') : place;
}

/** Texts and numbers differ from response to response; what they stand for does not. */
function withoutValues(text: string): string {
  const quoted = /"(?:[^"\\]|\\.)*"?/g;
  return withoutIds(
    text.replace(/^(an object with|an array of) .*/, '$1 …').replace(quoted, '"…"'),
  );
}

function withoutIds(text: string): string {
  return text.replace(/[0-9a-f]{16,}/gi, '#').replace(/\d{4,}|(?<=of |of error )\d+/g, '#');
}

/** Status and members of the response. */
function responseOf({ counterexample }: Verdict): string {
  const response = counterexample?.response;
  if (!response) return 'none';
  try {
    return `${response.status} ${JSON.stringify(outline(JSON.parse(response.body), 0))}`;
  } catch {
    return `${response.status} ${withoutValues(response.body.slice(0, 60))}`;
  }
}

const LONGEST_TEXT = 300;
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

function causesFirst(verdicts: readonly [Verdict, ...Verdict[]]): Problem['verdicts'] {
  const names = new Set(verdicts.map((v) => nameOf(v.requirement)));
  const follows = ({ followsFrom = [] }: Verdict): boolean => followsFrom.some((n) => names.has(n));
  // A good request that is rejected explains why others get that rejection in place of their own.
  const wantsSuccess = ({ findings: [first] }: Verdict): boolean =>
    first?.at === 'status' && first.expected.startsWith('200');
  /** How many operations fail by this rule: the one that fails at most of them explains most. */
  const operations = new Map(
    groupBy(verdicts, (v) => nameOf(v.requirement)).map(([name, same]) => [name, same.length]),
  );
  const spread = ({ requirement }: Verdict): number => operations.get(nameOf(requirement)) ?? 0;
  // What is new comes first: what is known has been looked at.
  const rank = (verdict: Verdict): number =>
    (verdict.known ? 16 : 0) +
    (verdict.level === 'MUST' ? 0 : 8) +
    (isAtRandom(verdict) || isOfType(verdict) ? 0 : 4) +
    (follows(verdict) ? 2 : 0) +
    (wantsSuccess(verdict) ? 0 : 1);
  return verdicts.toSorted((a, b) => rank(a) - rank(b) || spread(b) - spread(a)) as [
    Verdict,
    ...Verdict[],
  ];
}
