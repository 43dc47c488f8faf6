/** What a finding is, in one line: the place, the actual value and the expected one. */
import { isDeepStrictEqual } from 'node:util';
import {
  type Counterexample,
  decoded,
  type Finding,
  hasIds,
  isHeader,
  isNothing,
  isObject,
  isOwnStatus,
  isRandom,
  isStatusPlace,
  memberAt,
  namesIn,
  type Place,
  type Pointer,
  parsedJson,
  partsOf,
  placeText,
  pointerOf,
  type Shown,
  showsActual,
  statusesIn,
  statusOf,
  step,
  textsIn,
  type Verdict,
} from '../model/index.ts';
import { atRandomIn, sameAsIn, THE_BODY } from './conditions.ts';
import { nearIds } from './look-alike.ts';
import { patternEffect, patternOrigin } from './patterns.ts';
import { isLeftOut, repeatedIn, sentThere } from './sent.ts';
import { line } from './text.ts';
import {
  AN_ELEMENT,
  ID_DIGITS,
  LONGEST_PART,
  LONGEST_PLACE,
  LONGEST_TITLE,
  part,
  placeBeside,
  placeOf,
} from './title-places.ts';
import { bothTexts, conditionIn, elementText, textOf } from './words.ts';

/** Of ids that start alike. */
const MORE_DIGITS = [ID_DIGITS, 2 * ID_DIGITS, 4 * ID_DIGITS] as const;
/** Shorter texts are in a request by chance. */
const SHORTEST_SENT = 4;
/** The code of a network error, and what Assay says about it. */
const ERROR_CODE = / \([A-Z_]+\)(?:.|\n)*$/;

/** `500 instead of 400`, `contractId is missing in a 404`; the place in about `longest` characters. */
export function effectOf(finding: Finding, verdict: Verdict, longest?: number): string {
  const special = patternEffect(verdict.pattern, ...partsIn(finding));
  if (special !== undefined) return special;
  const { sameAs, ...plain } = finding;
  const end = patternOrigin(verdict);
  const whole = `${differenceOf(finding, verdict, longest)}${end}`;
  // Where a value comes from is left out before the value.
  return sameAs === undefined || whole.length <= LONGEST_TITLE
    ? whole
    : `${differenceOf(plain, verdict, longest)}${end}`;
}

/**
 * True for a finding about one of several requests, which have one description: only the rule says which of them it is
 * about, and what it expects.
 */
export function isOfStory(finding: Finding, { counterexample, pattern }: Verdict): boolean {
  const { keyword, at, expected, actual } = finding;
  const { sends = '', wrong } = counterexample ?? {};
  const isNamed = 'of' in at || 'sent' in at || at.part === 'operation' || wrong !== undefined;
  // Data of another request, and a body that breaks its schema, are wrong in any response.
  if (isNamed || isRandom(actual) || pattern?.is === 'of-another' || keyword) return false;
  // A list of statuses stands for every documented one.
  return statusesIn(expected).length <= MOST_DUE && hasSeveral(sends);
}

/** True for the description of several requests. */
export function hasSeveral(sends: string): boolean {
  return SEVERAL.test(sends) && !LABEL.test(sends);
}

/** `"An update with an old version is rejected" fails`: the rule that one of several requests breaks, if there is room. */
export function claimOf({ row }: Finding, verdict: Verdict, room: number): string | undefined {
  const { requirement, statement, rowStatement } = verdict;
  // Reports of earlier versions lack the statements of rows.
  const isOwn = row === undefined || row === requirement;
  const claim = isOwn ? statement : rowStatement;
  const [first = ''] = claim?.split(/\.(?= [A-Z]|$)/, 1) ?? [];
  return first !== '' && first.length + CLAIM.length <= room
    ? CLAIM.replace('…', first)
    : undefined;
}

const CLAIM = '"…" fails';
/** More statuses stand for every documented one. */
export const MOST_DUE = 2;
/** Of an element with the words that say where it is, and where it is not. */
const LONGEST_ELEMENT = 100;
const SEVERAL = /[,;]/;
/** The label at the end of what a request was sent for: `: shortest`. */
export const LABEL = /: (?:\{.*\}|\[.*\]|[^:;,]{1,60})$/;

/** `id: the number 5 instead of a string`. */
function differenceOf(finding: Finding, verdict: Verdict, longest?: number): string {
  const { at, expected, actual, kind } = finding;
  const { method } = verdict.counterexample?.request ?? {};
  const { status = 200, body } = verdict.counterexample?.response ?? {};
  const [came, due] = partsIn(finding);
  const random = atRandomIn(finding);
  if (isOwnStatus(at))
    return `${(random && statusOf(actual)) ?? came} instead of ${due}${random ?? ''}`;
  // What a response with a status at random shows follows from that status.
  if (isRandom(actual) && !isStatusPlace(at)) return came;
  if (at.part === 'connection') return part(textOf(actual).replace(ERROR_CODE, ''), LONGEST_PLACE);
  if (at.part === 'operation') return `not served: got ${otherMethods(verdict) ?? came}`;
  // The media type of nothing: what is missing is the body.
  if (isHeader(at, 'content-type') && body === '' && method !== 'HEAD')
    return `no body in a ${status}`;
  const isPlain = kind === 'relation' || isStatusPlace(at) || status < 300;
  const within = isPlain ? '' : ` in a ${status}`;
  const place =
    at.part === 'header'
      ? `the header ${line(placeText(at), LONGEST_PLACE)}`
      : placeOf(at, longest);
  const sides = otherSide(finding, verdict);
  const [source, named] = sourcesIn(finding);
  if (sides !== undefined) return differing(place, finding, sides);
  // A difference between several responses is in no single body, and an element of a set has no index.
  const isList = at.part === 'list' && (kind === 'relation' || at.pointer !== '' || 'of' in at);
  if (isList || (kind === 'relation' && at.part === 'body' && pointerOf(at) === '')) {
    const start = pointerOf(at) === '' ? '' : `${placeOf({ ...at, part: 'body' })}${within}: `;
    const repeated = repeatedIn(finding, verdict.counterexample);
    const asked =
      repeated === undefined
        ? ''
        : `, value ${repeated.nth} of ${repeated.of} of the parameter ${line(repeated.name, LONGEST_PART)}`;
    return start + elementText(finding, (one) => part(one, LONGEST_ELEMENT)) + asked + named;
  }
  if (isNothing(actual)) return `${missingIn(verdict, place)}${within}`;
  if (isNothing(expected))
    return `${place} is present${within}${conditionIn(expected)}${presentIn(actual)}`;
  if (came === due) return `${place}${within}: a different id than expected`;
  const sent = sentThere(finding, verdict.counterexample);
  if (sent !== undefined)
    return `${place}: ${came} instead of ${part(JSON.stringify(sent))}, as sent`;
  return `${place}${within}: ${came}${source} instead of ${due}${named}`;
}

/** Where the actual value comes from, and what names the expected one; empty if that is not known. */
function sourcesIn({ sameAs }: Finding): readonly [string, string] {
  if (sameAs === undefined) return ['', ''];
  return sameAs.isExpected ? ['', sameAsIn(sameAs)] : [sameAsIn(sameAs), ''];
}

/** The value that should be absent, if it is short: `, but empty ({})`. */
function presentIn(actual: Shown): string {
  const text = textOf(actual);
  if ('length' in actual && actual.length === 0) return `, but empty (${EMPTY[actual.type]})`;
  if ('value' in actual && actual.value === '') return ', but empty ("")';
  return 'value' in actual && text.length <= SHORT_VALUE
    ? ` (${text.replace(/^the number /, '')})`
    : '';
}

const EMPTY = { string: '""', array: '[]', object: '{}' } as const;
const SHORT_VALUE = 30;

/**
 * The actual and the expected value; of long ids as many digits as tell them apart, or what is around the difference; of
 * texts that look alike the characters that differ.
 */
function partsIn(finding: Finding): readonly [string, string] {
  const { actual, expected, apart } = bothTexts(finding);
  // A short value leaves its room to the other one.
  const [room, other] = [expected, actual].map((one) =>
    Math.max(LONGEST_PART, 2 * LONGEST_PART - part(one).length),
  );
  const sides = (digits: number): readonly [string, string] => [
    part(actual, room, digits),
    part(expected, other, digits),
  ];
  const found = MORE_DIGITS.map(sides).find(([came, due]) => came !== due);
  const [came, due] = found ?? sides(ID_DIGITS);
  const around = found === undefined ? nearIds(actual, expected) : apart;
  return [`${came}${around?.actual ?? ''}`, `${due}${around?.expected ?? ''}`];
}

/** What one response lacks: `a is missing`, `a and b are missing`, `a, b and 2 more are missing`; and where it is instead. */
function missingIn({ findings, counterexample }: Verdict, place: string): string {
  const [first, ...others] = findings;
  const missing = others.filter((one) => one.kind === first?.kind && isNothing(one.actual));
  const [second, ...more] = new Set(
    missing
      .filter(({ at }) => placeOf(at) !== place)
      .map(({ at }) => (first === undefined ? placeOf(at) : placeBeside(at, first.at))),
  );
  const holder =
    first && holderOf([first, ...missing], parsedJson(counterexample?.response?.body ?? ''));
  if (second === undefined) {
    if (holder !== undefined) return `${place} is missing: it is in ${holder}`;
    if (first && isLeftOut(first, counterexample))
      return `${place} is missing, which the update does not name`;
    // If another name is in its place: `; contract_id is there instead`.
    return `${place} is missing${first === undefined ? '' : textOf(first.actual).slice('nothing'.length)}`;
  }
  const start = `${several([place, second, ...more])} are missing`;
  if (holder !== undefined) return `${start}: they are in ${holder}`;
  const near = [first, ...missing].flatMap((one) =>
    one && 'near' in one.actual && one.actual.near ? line(one.actual.near, LONGEST_PART) : [],
  );
  const there = [...new Set(near)];
  if (there.length === 0) return start;
  return `${start}; ${several(there)} ${there.length === 1 ? 'is' : 'are'} there instead`;
}

/** `a`, `a and b`, `a, b and 2 more`. */
function several([first = '', second, ...more]: readonly string[]): string {
  if (second === undefined) return first;
  return more.length === 0
    ? `${first} and ${second}`
    : `${first}, ${second} and ${more.length} more`;
}

/** `405 for POST, and only GET is allowed`: the path is there. */
function otherMethods({ counterexample }: Verdict): string | undefined {
  const { request, response } = counterexample ?? {};
  if (response?.status !== 405) return undefined;
  const { allow } = response.headers;
  const only =
    allow === undefined ? '' : `, and only ${line(String(allow), LONGEST_PART)} is allowed`;
  return `405 for ${request?.method}${only}`;
}

/** The only member beside those that are missing which has all of them: they are one level too deep. */
function holderOf(missing: readonly Finding[], body: unknown): string | undefined {
  const places = missing.map(({ at }) => namesIn(pointerOf(at) ?? ''));
  const [first = []] = places;
  const around = first.slice(0, -1);
  const here = places.filter((names) => isDeepStrictEqual(names.slice(0, -1), around));
  const lacking = here.map((names) => names.at(-1) ?? '');
  const own = memberAt(body, around);
  const holders = isObject(own)
    ? Object.entries(own).filter(([, one]) => isObject(one) && lacking.every((name) => name in one))
    : [];
  const [holder, ...others] = holders.map(([name]) => name);
  return holder === undefined || others.length > 0 ? undefined : line(holder, LONGEST_PART);
}

/** The operations of a comparison of two: the one whose response is shown, and the other one. No one knows who is right. */
interface Sides {
  readonly shown: string;
  readonly other: string;
  /** True if the shown response has the actual value, so that the other one has the expected value. */
  readonly isKnown: boolean;
  /** The body of the shown response. */
  readonly body: unknown;
}

/** The two operations that a finding compares, if nothing tells which of them is wrong. */
export function otherSide(finding: Finding, { counterexample }: Verdict): Sides | undefined {
  const { kind, compares = [] } = finding;
  const shown = counterexample?.operation;
  const others = compares.filter((name) => name !== shown);
  const [other] = others;
  if (kind !== 'relation' || shown === undefined || other === undefined) return undefined;
  if (compares.length !== 2 || others.length !== 1) return undefined;
  if (counterexample === undefined || !isUndecided(finding, counterexample)) return undefined;
  const body = parsedJson(counterexample.response?.body ?? '');
  return { shown, other, isKnown: showsActual(body, finding), body };
}

/** True for a comparison of several operations that does not tell which of them is wrong: another rule may know it. */
export function isUndecided(
  { kind, compares = [], blames, expected, actual }: Finding,
  counterexample: Counterexample | undefined,
): boolean {
  if (kind !== 'relation' || compares.length < 2 || blames) return false;
  // The one that has the member under another name is wrong.
  if ('near' in actual) return false;
  // A rule that describes what it expects knows which side is wrong, and so does one that expects what was sent.
  const both = [expected, actual];
  if (!both.every((one) => isNothing(one) || isOfResponse(one))) return false;
  // `not "a"` and `at most 2` describe what is expected.
  if (!both.some(isNothing) && formOf(expected) !== formOf(actual)) return false;
  return counterexample === undefined || !isSent(expected, counterexample);
}

/** True for data: a value, or a number of something. */
function isOfResponse(shown: Shown): boolean {
  return partsOf(shown).some((one) => !('words' in one));
}

/** Where a text has words, and where it has data. */
function formOf(shown: Shown): string {
  return partsOf(shown)
    .map((one) => ('words' in one ? 'words' : 'data'))
    .join(' ');
}

function isSent(shown: Shown, { request }: Counterexample): boolean {
  const [text] = textsIn(shown);
  const all = `${decoded(request.url)} ${request.body}`;
  return text !== undefined && text.length >= SHORTEST_SENT && all.includes(text);
}

/** `name: "a" in users/get, but "b" in users/list`. */
function differing(place: string, finding: Finding, sides: Sides): string {
  const { shown, other, isKnown, body } = sides;
  const { at, expected, actual } = finding;
  const [came, due] = partsIn(finding);
  const [one, two] = [line(shown, LONGEST_PART), line(other, LONGEST_PART)];
  if (isKnown && came !== due) {
    const start =
      place === THE_BODY
        ? ''
        : `${at.part === 'list' ? placeOf({ ...at, part: 'body' }) : place}: `;
    if (at.part === 'list' && isNothing(actual))
      return `${start}${due} is in ${two}, but not in ${one}`;
    if (at.part === 'list' && isNothing(expected))
      return `${start}${came} is in ${one}, but not in ${two}`;
    if (isNothing(actual))
      return `${lackingIn(at, body) ?? start}missing in ${one}, but ${due} in ${two}`;
    const [source] = sourcesIn(finding);
    return `${start}${came}${source} in ${one}, but ${isNothing(expected) ? 'missing' : due} in ${two}`;
  }
  const start = `${place === THE_BODY ? '' : `${place} `}differs between ${one} and ${two}: `;
  // The request that is shown may be of either side.
  if (isNothing(actual) || isNothing(expected)) {
    const [item, shownItem] = isNothing(actual) ? [expected, due] : [actual, came];
    const has = hasIds(body, textsIn(item).join(' '));
    if (has === undefined)
      return at.part === 'list' && pointerOf(at) === ''
        ? elementText(finding, (one) => part(one, LONGEST_ELEMENT))
        : `${start}only one of them has ${shownItem}`;
    const [holder, lacking] = has ? [one, two] : [two, one];
    const what = place === THE_BODY ? '' : `${place}: `;
    return `${what}${shownItem} is in ${holder}, but not in ${lacking}`;
  }
  if (came === due) return `${start}different ids`;
  return `${start}${came} in one, ${due} in the other`;
}

/** `archived (with archivedEvent.offset): `: the whole member that a body lacks, of which a comparison names a part. */
function lackingIn(at: Place, body: unknown): string | undefined {
  if (at.part !== 'body') return undefined;
  const names = namesIn(at.pointer);
  let value = body;
  for (const [i, name] of names.slice(0, -1).entries()) {
    value = Object(value)[name];
    if (value !== undefined && value !== null) continue;
    const whole = placeOf({ ...at, pointer: pointerTo(names.slice(0, i + 1)) });
    const rest = placeOf({ part: 'body', pointer: pointerTo(names.slice(i + 1)) });
    return `${whole} (with ${rest}): `;
  }
  return undefined;
}

function pointerTo(names: readonly string[]): Pointer {
  return names.map(step).join('') as Pointer;
}

/** True if the place starts with an element instead of a name. */
export function startsWithElement(at: Place): boolean {
  return placeOf(at).startsWith(AN_ELEMENT);
}
