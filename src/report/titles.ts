/** The titles of failures: the case first, then the effect and the place, from the finding. */
import {
  type Counterexample,
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
import { afterIn, distinguished, whenIn, whereIn, withCharacter } from './conditions.ts';
import { claimOf, effectOf, isOfStory, LABEL, otherSide, startsWithElement } from './effect.ts';
import { nameOf, operationNameOf, operationsText } from './names.ts';
import { patternWhen } from './patterns.ts';
import { cut, line } from './text.ts';
import { LONGEST_TITLE, placeOfPattern } from './title-places.ts';

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

function happened(verdict: Verdict, whole: boolean): string {
  const { findings, statement } = verdict;
  const [finding] = findings;
  if (finding === undefined) return line(statement, LONGEST_TITLE);
  const found = shortest(finding, verdict);
  const room = Math.max(SHORTEST_CASE, LONGEST_TITLE - found.length);
  const parts = casesOf(verdict, whole, room);
  if (parts.length > 0) return capitalised(inRoom(`${parts.join(', ')}: ${found}`));
  return startsWithName(finding) ? found : capitalised(found);
}

/** Of a request with a description and a condition, the condition says more: then only the statuses are shown. */
function shortest(finding: Finding, verdict: Verdict): string {
  const { at, actual, expected, compares = [] } = finding;
  const [came, due] = [statusOf(actual), statusesIn(expected)[0]];
  const isTold = verdict.only !== undefined && isStatusPlace(at) && 'of' in at;
  if (!isTold || compares.length > 1 || came === undefined || due === undefined)
    return effectOf(finding, verdict);
  return `${came} instead of ${due}`;
}

/** Without the name of the rule if the rest needs its room. */
function inRoom(what: string): string {
  return what.length <= LONGEST_TITLE ? what : what.replace(/ \[[\w-]+\]$/, '');
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

/** When it happens: at times or always, with which values, for which requests. */
function casesOf(verdict: Verdict, whole: boolean, room: number): readonly string[] {
  const { only, counterexample, findings } = verdict;
  const [finding] = findings;
  // What happens at random does not follow a request, and its text says so.
  const isAtRandom = finding !== undefined && isRandom(finding.actual);
  const when = isAtRandom
    ? undefined
    : (patternWhen(verdict) ?? afterIn(verdict) ?? whenIn(verdict));
  const shown = only === undefined ? undefined : distinguished(withCharacter(only, finding));
  // What all failing requests have in common says more than what valid requests are sent for.
  const isSaid =
    shown !== undefined && (counterexample?.wrong === undefined || only?.is === 'like');
  // Of a long place its last member says which one it is.
  const place = finding?.where;
  const places = place
    ? [place, { ...place, at: place.at.slice(Math.max(0, place.at.lastIndexOf('/'))) }]
    : [];
  const where = places.map(whereIn).find(({ length }) => length <= room);
  const sends =
    rejectedIn(verdict) ?? (isSaid || where !== undefined ? undefined : sentIn(verdict));
  const used = [when, where, shown].reduce((sum, text) => sum + (text?.length ?? -2) + 2, 0);
  const most = Math.max(SHORTEST_CASE, room - used);
  // Two operations name the requests that are compared: the start of a longer text adds nothing.
  const isNamed = finding !== undefined && otherSide(finding, verdict) !== undefined;
  const isTold = isNamed && (sends?.length ?? 0) > most;
  // A time, a path that is not served, and what stands in front is the same for any request; a place may name it.
  const isOfAny =
    verdict.pattern?.is === 'period' ||
    verdict.pattern?.is === 'no-route' ||
    isOfFront(verdict) ||
    (finding?.at.part === 'status' && finding.at.sent !== undefined);
  const isShown = whole && sends !== undefined && !isAtRandom && !isTold && !isOfAny;
  const request = isShown ? `for ${withLabel(sends, most)}` : undefined;
  // The start of a list of steps does not tell which of them fails: the name of the rule does.
  const isStory = finding !== undefined && isOfStory(finding, verdict);
  const claim = isStory ? claimOf(finding, verdict) : undefined;
  const story = claim ?? (isStory && request?.endsWith('…') ? undefined : request);
  return [when, where, shown, story].filter((part) => part !== undefined);
}

/** True for the status of a gateway, a limit or a breaker, whatever the request is. */
function isOfFront({ findings: [finding], counterexample }: Verdict): boolean {
  const status = counterexample?.response?.status ?? 0;
  return isOwnStatus(finding?.at) && status > 501 && status < 505;
}

/**
 * What the request was sent for. Of ids that fail in several probes, the label of the shown one says nothing: others of
 * another form fail too.
 */
function sentIn(verdict: Verdict): string | undefined {
  const { counterexample, failsIn = [] } = verdict;
  const { sends, wrong } = counterexample ?? {};
  const named = refusedHeaderIn(verdict);
  if (named !== undefined) return named;
  const kinds = new Set(failsIn.map((path) => path.split('#', 1)[0]));
  return wrong === 'identifier' && kinds.size > 1 ? sends?.replace(LABEL, '') : sends;
}

/** The header that the status is about: `a request with accept text/html`, `a request without If-None-Match`. */
function refusedHeaderIn({ findings: [finding], counterexample }: Verdict): string | undefined {
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
  if (text.length <= most) return text;
  const label = LABEL.exec(text)?.[0] ?? '';
  const start = text.slice(0, text.length - label.length);
  const [first = ''] = start.split(/;|: | \(/, 1);
  const room = Math.max(SHORTEST_CASE / 2, most - label.length);
  return `${first.length <= room ? first : cut(start, room)}${label}`;
}

/** A value of a valid request that is rejected, by the response that showed it: this says more than what was sent. */
function rejectedIn({ findings: [finding], counterexample }: Verdict): string | undefined {
  const place = finding && counterexample && rejectedPlace(finding, counterexample);
  return place && `what ${place.operation} shows as ${placeOfPattern(place.pointer)}`;
}
