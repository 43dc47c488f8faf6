/** The titles of failures: the case first, then the effect and the place, from the finding. */
import {
  type Counterexample,
  decoded,
  type Finding,
  isNothing,
  isOneStatus,
  isOwnStatus,
  isRandom,
  isStatusPlace,
  partsOf,
  placeText,
  pointerOf,
  rejectedPlace,
  type Shown,
  textsIn,
  type Verdict,
} from '../model/index.ts';
import { afterIn, distinguished, THE_BODY, whenIn, withCharacter } from './conditions.ts';
import { nameOf, operationNameOf, operationsText } from './names.ts';
import { cut, line } from './text.ts';
import {
  AN_ELEMENT,
  ID_DIGITS,
  LONGEST_PART,
  LONGEST_PLACE,
  part,
  placeOf,
  placeOfPattern,
} from './title-places.ts';
import { conditionIn, elementText, textOf } from './words.ts';

/** Of ids that start alike. */
const MORE_DIGITS = [ID_DIGITS, 2 * ID_DIGITS, 4 * ID_DIGITS] as const;
/** A title has two lines of 80 characters; the effect is never left out for the case. */
const LONGEST_TITLE = 160;
const SHORTEST_CASE = 40;
/** Shorter texts are in a request by chance. */
const SHORTEST_SENT = 4;
const OPERATIONS = 3;
/** The code of a network error, and what Assay says about it. */
const ERROR_CODE = / \([A-Z_]+\)(?:.|\n)*$/;

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
  const [{ counterexample }] = verdicts;
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
  return [...new Set([...(operation === undefined ? [] : [operation]), ...names])];
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
  // A response that is wrong only at times does not follow its request.
  const isByChance =
    verdict.failsWhen === 'now-and-then' &&
    findings[0]?.kind !== 'relation' &&
    counterexample?.wrong === undefined;
  const isGood = (counterexample?.response?.status ?? 500) < 300 && !isOwnStatus(at);
  const isTold = isOwnStatus(at) && isUnconditional304(counterexample);
  return happened(verdict, isTold || (!isNamed && !isByChance && !(isGood && isOfAny)));
}

function happened(verdict: Verdict, whole: boolean): string {
  const { findings, statement } = verdict;
  const [finding] = findings;
  if (finding === undefined) return line(statement, LONGEST_TITLE);
  const found = effectOf(finding, verdict);
  const room = Math.max(SHORTEST_CASE, LONGEST_TITLE - found.length);
  const parts = casesOf(verdict, whole, room);
  if (parts.length > 0) return capitalised(`${parts.join(', ')}: ${found}`);
  return startsWithName(finding) ? found : capitalised(found);
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
  return (at.part === 'body' || at.part === 'list') && !placeOf(at).startsWith(AN_ELEMENT);
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
  const when = isAtRandom ? undefined : (afterIn(verdict) ?? whenIn(verdict));
  const shown = only === undefined ? undefined : distinguished(withCharacter(only, finding));
  // What all failing requests have in common says more than what valid requests are sent for.
  const isSaid = shown !== undefined && counterexample?.wrong === undefined;
  const sends = rejectedIn(verdict) ?? (isSaid ? undefined : sentIn(verdict));
  const used = [when, shown].reduce((sum, text) => sum + (text?.length ?? -2) + 2, 0);
  const most = Math.max(SHORTEST_CASE, room - used);
  // Two operations name the requests that are compared: the start of a longer text adds nothing.
  const isNamed = finding !== undefined && otherSide(finding, verdict) !== undefined;
  const isTold = isNamed && (sends?.length ?? 0) > most;
  const isShown = whole && sends !== undefined && !isAtRandom && !isTold;
  const request = isShown ? `for ${withLabel(sends, most)}` : undefined;
  return [when, shown, request].filter((part) => part !== undefined);
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

/** The label at the end of what a request was sent for: `: shortest`. */
const LABEL = /: [^:;,]{1,60}$/;

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

/** `500 instead of 400`, `contractId is missing in a 404`, `id: the number 5 instead of a string`. */
function effectOf(finding: Finding, verdict: Verdict): string {
  const { at, expected, actual, kind } = finding;
  const status = verdict.counterexample?.response?.status ?? 200;
  const [came, due] = sidesOf(finding);
  if (isOwnStatus(at)) return `${came} instead of ${due}`;
  if (at.part === 'connection') return part(textOf(actual).replace(ERROR_CODE, ''), LONGEST_PLACE);
  if (at.part === 'operation') return `not served: got ${came}`;
  const isPlain = kind === 'relation' || isStatusPlace(at) || status < 300;
  const within = isPlain ? '' : ` in a ${status}`;
  const place =
    at.part === 'header' ? `the header ${line(placeText(at), LONGEST_PLACE)}` : placeOf(at);
  const other = otherSide(finding, verdict);
  if (other !== undefined) return differing(place, finding, other);
  // A difference between several responses is in no single body, and an element of a set has no index.
  const isList = at.part === 'list' && (kind === 'relation' || at.pointer !== '' || 'of' in at);
  if (isList || (kind === 'relation' && at.part === 'body' && pointerOf(at) === '')) {
    const start = pointerOf(at) === '' ? '' : `${placeOf({ ...at, part: 'body' })}${within}: `;
    return start + part(elementText(finding, 2 * LONGEST_PLACE), 2 * LONGEST_PART);
  }
  if (isNothing(actual)) return `${missingIn(verdict, place)}${within}`;
  if (isNothing(expected)) return `${place} is present${within}${conditionIn(expected)}`;
  if (came === due) return `${place}${within}: a different id than expected`;
  if (came.normalize() === due.normalize())
    return `${place}${within}: ${came} in another Unicode normal form than expected`;
  return `${place}${within}: ${came} instead of ${due}`;
}

/** The actual and the expected value; of long ids as many digits as tell them apart. */
function sidesOf({ expected, actual }: Pick<Finding, 'expected' | 'actual'>): [string, string] {
  const sides = (digits: number): [string, string] => [
    part(textOf(actual), LONGEST_PART, digits),
    part(textOf(expected), LONGEST_PART, digits),
  ];
  const found = MORE_DIGITS.map(sides).find(([came, due]) => came !== due);
  return found ?? sides(ID_DIGITS);
}

/** What one response lacks: `a is missing`, `a and b are missing`, `a, b and 2 more are missing`. */
function missingIn({ findings: [first, ...others] }: Verdict, place: string): string {
  const missing = others.filter((one) => one.kind === first?.kind && isNothing(one.actual));
  const [second, ...more] = new Set(
    missing.map(({ at }) => placeOf(at)).filter((at) => at !== place),
  );
  // If a similar name exists: `; there is contract_id`.
  const similar = first === undefined ? '' : textOf(first.actual).slice('nothing'.length);
  if (second === undefined) return `${place} is missing${similar}`;
  const names =
    more.length === 0 ? `${place} and ${second}` : `${place}, ${second} and ${more.length} more`;
  return `${names} are missing`;
}

/** The operations of a comparison of two: the one whose response is shown, and the other one. No one knows who is right. */
interface Sides {
  readonly shown: string;
  readonly other: string;
}

function otherSide(finding: Finding, { counterexample }: Verdict): Sides | undefined {
  const { kind, compares = [], expected, actual } = finding;
  const shown = counterexample?.operation;
  const others = compares.filter((name) => name !== shown);
  const [other] = others;
  if (kind !== 'relation' || shown === undefined || other === undefined) return undefined;
  if (compares.length !== 2 || others.length !== 1) return undefined;
  // A rule that describes what it expects knows which side is wrong, and so does one that expects what was sent.
  if (![expected, actual].every((one) => isNothing(one) || isOfResponse(one))) return undefined;
  return counterexample && isSent(expected, counterexample) ? undefined : { shown, other };
}

/** True for data: a value, or a number of something. */
function isOfResponse(shown: Shown): boolean {
  return partsOf(shown).some((one) => !('words' in one));
}

function isSent(shown: Shown, { request }: Counterexample): boolean {
  const [text] = textsIn(shown);
  const all = `${decoded(request.url)} ${request.body}`;
  return text !== undefined && text.length >= SHORTEST_SENT && all.includes(text);
}

/** `name differs between users/get and users/list: "a" in one, "b" in the other`. */
function differing(place: string, { expected, actual }: Finding, { shown, other }: Sides): string {
  const [came, due] = sidesOf({ expected, actual });
  const subject = place === THE_BODY ? '' : `${place} `;
  const sides = `${line(shown, LONGEST_PART)} and ${line(other, LONGEST_PART)}`;
  const start = `${subject}differs between ${sides}: `;
  // The request that is shown may be of either side.
  if (isNothing(actual)) return `${start}only one of them has ${due}`;
  if (isNothing(expected)) return `${start}only one of them has ${came}`;
  if (came === due) return `${start}different ids`;
  return `${start}${came} in one, ${due} in the other`;
}
