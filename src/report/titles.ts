/** The titles of failures: the case first, then the effect and the place, from the finding. */
import {
  type Counterexample,
  type Distinction,
  type Finding,
  isNothing,
  isOneStatus,
  isOwnStatus,
  isRandom,
  isStatusPlace,
  partsOf,
  pointerOf,
  rejectedPlace,
  statusesIn,
  statusOf,
  type Verdict,
} from '../model/index.ts';
import {
  afterIn,
  distinguished,
  isAccident,
  isTooLarge,
  whenIn,
  whereIn,
  withCharacter,
} from './conditions.ts';
import {
  claimOf,
  effectOf,
  hasSeveral,
  isOfStory,
  LABEL,
  MOST_DUE,
  otherSide,
  startsWithElement,
} from './effect.ts';
import { nameOf, operationNameOf, operationsText, ruleNameOf } from './names.ts';
import { patternWhen } from './patterns.ts';
import { cut, line } from './text.ts';
import { isHash, LONGEST_TITLE, placeOfPattern } from './title-places.ts';

const SHORTEST_CASE = 40;
const OPERATIONS = 3;

/** `For an unknown id: 200 instead of 404 (users/get-user)`: the title of one failure. */
export function titleOf(verdict: Verdict): string {
  return withOperations(happenedIn(verdict), shownOperations([verdict]));
}

/** One line about the event, and the same with the operations. */
export interface Title {
  readonly what: string;
  readonly title: string;
}

/**
 * The titles of failures that are shown together. Equal titles are extended by the request, then by the rule, and at
 * last by a number.
 */
export function titlesOf(
  failures: readonly { readonly verdict: Verdict; readonly operations: readonly string[] }[],
): readonly Title[] {
  const taken = new Set<string>();
  return failures.map(({ verdict, operations }, i) => {
    const [short, whole, rule] = [
      happenedIn(verdict),
      happened(verdict, true),
      nameOf(verdict.requirement),
    ];
    const forms = [short, whole, `${whole} [${rule}]`, `${whole} [${rule}, ${i + 1}]`];
    const titles = forms.map((what) => ({ what, title: withOperations(what, operations) }));
    const found = titles.find(({ title }) => !taken.has(title)) ?? { what: short, title: short };
    taken.add(found.title);
    return found;
  });
}

/**
 * The operations of failures by their short names: first the one that the printed command of the first one is for. A
 * failure that compares two operations blames neither, so it names none if another failure blames one of them.
 */
export function shownOperations(
  verdicts: readonly [Verdict, ...(readonly Verdict[])],
): readonly string[] {
  const [
    {
      counterexample,
      findings: [finding],
    },
  ] = verdicts;
  const blamed = new Set(
    verdicts
      .filter((one) => comparedIn(one).length < 2)
      .map(({ requirement }) => operationNameOf(requirement)),
  );
  const names = verdicts
    .filter((one) => {
      const compared = comparedIn(one);
      return compared.length < 2 || !compared.some((name) => blamed.has(name));
    })
    .map(({ requirement }) => operationNameOf(requirement));
  const { operation } = counterexample ?? {};
  // Either side of the comparison that the title is about may be wrong.
  const sides = finding && otherSide(finding, verdicts[0]) ? comparedIn(verdicts[0]) : [];
  return [...new Set([...(operation === undefined ? [] : [operation]), ...sides, ...names])];
}

const comparedIn = ({ findings: [first] }: Verdict): readonly string[] => first?.compares ?? [];

function withOperations(what: string, operations: readonly string[]): string {
  return `${what} (${operationsText(operations, OPERATIONS)})`;
}

/**
 * A good response that breaks its schema does so for any request, and so does one to valid requests of several kinds.
 * `status of …` names the request.
 */
function happenedIn(verdict: Verdict): string {
  const { findings, counterexample, failsIn = [] } = verdict;
  const [{ at, keyword } = {}] = findings;
  const isOfOther = isStatusPlace(at) && !isOneStatus(at);
  const isNamed = at?.part === 'operation' || isOfOther;
  const kinds = new Set(failsIn.map((path) => path.split('#', 1)[0]));
  const isOfAny = keyword !== undefined || (kinds.size > 1 && counterexample?.wrong === undefined);
  // A response that is wrong only at times, or beside others, does not follow its request.
  const isByChance =
    (verdict.failsWhen === 'beside-others' ||
      (verdict.failsWhen === 'now-and-then' && findings[0]?.kind !== 'relation')) &&
    counterexample?.wrong === undefined;
  const isGood = (counterexample?.response?.status ?? 500) < 300 && !isOwnStatus(at);
  const isTold = isOwnStatus(at) && isUnconditional304(counterexample);
  return happened(verdict, isTold || (!isNamed && !isByChance && !(isGood && isOfAny)));
}

function happened(given: Verdict, whole: boolean): string {
  const { findings, statement } = given;
  const [finding] = findings;
  if (finding === undefined) return line(statement, LONGEST_TITLE);
  const { only, ...unconditional } = given;
  const verdict = isAccident(only, finding, given) ? unconditional : given;
  const casesWith = (effect: string): Cases =>
    casesOf(finding, verdict, whole, Math.max(SHORTEST_CASE, LONGEST_TITLE - effect.length));
  const long = shortest(finding, verdict);
  const ofLong = casesWith(long);
  // The rule that is broken says more than the start of a path.
  const short = ofLong.rule === undefined ? undefined : shortest(finding, verdict, SHORTEST_CASE);
  const ofShort = short === undefined ? ofLong : casesWith(short);
  const isShort = short !== undefined && ofShort.rule === undefined;
  const [found, { cases, rule }] = isShort ? [short, ofShort] : [long, ofLong];
  const start = cases.length === 0 ? '' : `${cases.join(', ')}: `;
  const end = rule === undefined ? '' : ` [${rule}]`;
  const all = `${start}${found}${end}`;
  const title = all.length <= LONGEST_TITLE ? all : `${start}${found}`;
  return start === '' && startsWithName(finding) ? title : capitalised(title);
}

/** Of a request with a description and a condition, the condition says more: then only the statuses are shown. */
function shortest(finding: Finding, verdict: Verdict, longest?: number): string {
  const { at, actual, expected, compares = [] } = finding;
  const [came, due] = [statusOf(actual), statusesIn(expected)[0]];
  const isTold = verdict.only !== undefined && isStatusPlace(at) && 'of' in at;
  if (!isTold || compares.length > 1 || came === undefined || due === undefined)
    return effectOf(finding, verdict, longest);
  return `${came} instead of ${due}`;
}

/** True if the effect starts with the name of a member or with data, whose letters keep their case. */
function startsWithName({ at, expected, actual }: Finding): boolean {
  if (isOwnStatus(at) || at.part === 'connection' || pointerOf(at) === '') {
    const [first] = partsOf(isNothing(actual) ? expected : actual);
    if (first === undefined) return false;
    return (
      'text' in first || 'json' in first || ('value' in first && typeof first.value === 'boolean')
    );
  }
  return (at.part === 'body' || at.part === 'list') && !startsWithElement(at);
}

/** `for an unknown id` becomes `For an unknown id`; what starts with a name such as `text/html` or a digit stays. */
function capitalised(text: string): string {
  return text.replace(/^[a-z]+(?=[ ,:;]|$)/, (word) => `${word[0]?.toUpperCase()}${word.slice(1)}`);
}

/** When it happens, and the name of the broken rule where nothing else says which of several requests is meant. */
interface Cases {
  readonly cases: readonly string[];
  readonly rule?: string;
}

/** When it happens: at times or always, with which values, for which requests. */
function casesOf(finding: Finding, verdict: Verdict, whole: boolean, room: number): Cases {
  const { counterexample } = verdict;
  const isWrong = counterexample?.wrong !== undefined;
  // What happens at random does not follow a request, and its text says so.
  const isAtRandom = isRandom(finding.actual);
  const when = isAtRandom
    ? undefined
    : (patternWhen(verdict) ?? afterIn(verdict) ?? whenIn(verdict));
  const isId = isOfOtherId(verdict.only);
  const kind = isId ? (counterexample?.sends ?? '') : '';
  // The digits of such an id say nothing.
  const isOfKind = kind !== '' && (isWrong || (!hasSeveral(kind) && isHash(verdict.only?.value)));
  const only = isOfKind ? undefined : verdict.only;
  const shown = only && distinguished(withCharacter(only, finding));
  // What all failing requests have in common says more than what valid requests are sent for.
  const isSaid = shown !== undefined && !isId && (!isWrong || only?.is === 'like');
  // Of a long place its last member says which one it is.
  const place = finding.where;
  const places = place
    ? [place, { ...place, at: place.at.slice(Math.max(0, place.at.lastIndexOf('/'))) }]
    : [];
  const where = places.map(whereIn).find(({ length }) => length <= room);
  const sends =
    rejectedIn(verdict) ?? (isSaid || where !== undefined ? undefined : sentIn(verdict));
  // What is wrong on purpose explains the status that is due, and not one that no request may get.
  const { length: due } = statusesIn(finding.expected);
  const isFirst = isId || (isWrong && due > 0 && due <= MOST_DUE);
  const among = (request?: string): readonly string[] =>
    [when, ...(isFirst ? [request, where, shown] : [where, shown, request])].filter(
      (part) => part !== undefined,
    );
  const conditions = among();
  const left = room - conditions.reduce((sum, text) => sum + text.length + 2, 0);
  const isStory = isOfStory(finding, verdict);
  // Two values do not say why one of them is due, and neither does a valid request.
  const isOpen = areValues(finding) || (whole && sends !== undefined);
  const isAny = conditions.length === 0 && isOpen && isOfResponse(finding, verdict);
  const claim = isStory || isAny ? claimOf(finding, verdict, left - 2) : undefined;
  if (claim !== undefined) return { cases: [...conditions, claim] };
  // A value in the body says by itself what is wrong.
  const isTold = finding.kind !== 'relation' && !isStatusPlace(finding.at);
  const rule = isStory && !isTold ? ruleNameOf(verdict) : '';
  const named = rule === '' ? {} : { rule };
  // A time, a path that is not served, and what stands in front is the same for any request; a place may name it.
  const isOfAny =
    verdict.pattern?.is === 'period' ||
    verdict.pattern?.is === 'no-route' ||
    isOfFront(verdict) ||
    (finding.at.part === 'status' && finding.at.sent !== undefined);
  if (!whole || sends === undefined || isAtRandom || isOfAny)
    return { cases: conditions, ...named };
  const most = Math.max(SHORTEST_CASE, left);
  // The start of a list of requests does not say which of them fails.
  if (hasSeveral(sends) && (sends.length > most || isNamed(finding, verdict)))
    return { cases: conditions, ...named };
  return { cases: among(`for ${withLabel(sends, most)}`), ...named };
}

function areValues({ expected, actual }: Finding): boolean {
  return 'value' in expected && 'value' in actual;
}

/** True for a value in the response to a valid request: what is wrong with it says more than what was asked for. */
function isOfResponse(
  { at, keyword, kind, expected, actual, sameAs }: Finding,
  { counterexample, pattern }: Verdict,
): boolean {
  // What is missing or too much says it by itself, and so does a value with its source.
  if (isNothing(expected) || isNothing(actual) || sameAs !== undefined) return false;
  return (
    kind === 'body' &&
    at.part === 'body' &&
    keyword === undefined &&
    pattern === undefined &&
    counterexample?.wrong === undefined &&
    (counterexample?.response?.status ?? 500) < 300
  );
}

/** True if the place or the operations of a finding name the request. */
function isNamed(finding: Finding, verdict: Verdict): boolean {
  return 'of' in finding.at || otherSide(finding, verdict) !== undefined;
}

/** True for the condition that only one id fails, which is in no fixture: what kind of id it is says more. */
function isOfOtherId(only: Distinction | undefined): boolean {
  const isId = only?.is === 'value' && only.at === 'id in the path';
  return isId && only.acceptedBy === undefined && only.fixture === undefined;
}

/** True for the status of a gateway, a limit or a breaker, whatever the request is. */
function isOfFront({ findings: [finding], counterexample }: Verdict): boolean {
  const status = counterexample?.response?.status ?? 0;
  return isOwnStatus(finding?.at) && status > 501 && status < 505;
}

/** Beside the shown form of a request a random one may fail, which has the same defect. */
const FEW_FORMS = 2;

/** What the request was sent for. The label of the shown case says nothing if others of another form fail too. */
function sentIn(verdict: Verdict): string | undefined {
  const { counterexample, failsIn = [] } = verdict;
  const { sends, wrong } = counterexample ?? {};
  const named = refusedPartIn(verdict);
  if (named !== undefined) return named;
  const kinds = new Set(failsIn.map((path) => path.split('#', 1)[0]));
  const labels = new Set(failsIn.map((path) => /#(.*)@/.exec(path)?.[1]));
  const isOneOf = labels.size > FEW_FORMS || (wrong === 'identifier' && kinds.size > 1);
  return isOneOf ? sends?.replace(LABEL, '') : sends;
}

const KILOBYTE = 1000;

/** What the status is about: `a request with accept text/html`, `a request without If-None-Match`, `a body of 17 kB`. */
function refusedPartIn({ findings: [finding], counterexample }: Verdict): string | undefined {
  if (isTooLarge(finding)) {
    const bytes = Buffer.byteLength(counterexample?.request.body ?? '');
    return bytes < KILOBYTE ? undefined : `a body of ${Math.round(bytes / KILOBYTE)} kB`;
  }
  if (!isOwnStatus(finding?.at)) return undefined;
  if (isUnconditional304(counterexample)) return 'a request without If-None-Match';
  const name = REFUSED_HEADERS.get(counterexample?.response?.status ?? 0);
  const value = name && counterexample?.request.headers[name];
  return value && `a request with ${name} ${value}`;
}

function isUnconditional304(shown: Counterexample | undefined): boolean {
  if (shown?.response?.status !== 304) return false;
  const names = Object.keys(shown.request.headers).map((name) => name.toLowerCase());
  return !names.includes('if-none-match') && !names.includes('if-modified-since');
}

const REFUSED_HEADERS: ReadonlyMap<number, string> = new Map([
  [406, 'accept'],
  [415, 'content-type'],
]);

/** The requests in at most about `most` characters: the label at their end names the case, so it stays. */
function withLabel(sends: string, most: number): string {
  const text = line(sends, 1000);
  const end = LABEL.exec(text)?.[0] ?? '';
  const label = end === '' ? '' : ` (${end.slice(2)})`;
  const start = text.slice(0, text.length - end.length);
  if (text.length <= most) return `${start}${label}`;
  const [first = ''] = start.split(/;|: | \(/, 1);
  const room = Math.max(SHORTEST_CASE / 2, most - label.length);
  return `${first.length <= room ? first : cut(start, room)}${label}`;
}

/** A value of a valid request that is rejected, by the response that showed it: this says more than what was sent. */
function rejectedIn({ findings: [finding], counterexample }: Verdict): string | undefined {
  const place = finding && counterexample && rejectedPlace(finding, counterexample);
  return place && `what ${place.operation} shows as ${placeOfPattern(place.pointer)}`;
}
