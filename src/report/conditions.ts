/** The condition of a failure as a title has it: how often, after or beside which requests, and only with what. */
import {
  bodyPlace,
  type Distinction,
  type Finding,
  FOUR_BYTES,
  isStatusPlace,
  namesIn,
  partsOf,
  placeText,
  type SameAs,
  statusOf,
  type Verdict,
  type Where,
} from '../model/index.ts';
import { sentThere } from './sent.ts';
import { line } from './text.ts';
import { LONGEST_PART, part, placeOfPattern } from './title-places.ts';
import { textOf, WHICH } from './words.ts';

const LONGEST_VALUE = 40;
/** In front of the name of members that have different values: see `Distinction`. */
const DIFFERENT = 'different ';
export const THE_BODY = placeText(bodyPlace(''));

/** `after the same path with verbose true`, `after pets/get`: the earlier request that the failure needs. */
export function afterIn({ after }: Verdict): string | undefined {
  if (after === undefined) return undefined;
  const { operation, isSamePath, isSame, at, value, isWithout } = after;
  if (isSame) return 'after the same request';
  if (!isSamePath) return `after ${operation}`;
  if (at === undefined) return 'after another request to the same path';
  const name = line(partOf(at), LONGEST_PART);
  if (isWithout) return `after the same path without ${name}`;
  if (value === undefined) return `after the same path with another ${name}`;
  return `after the same path with ${name} ${line(JSON.stringify(value), LONGEST_VALUE)}`;
}

/** `while other requests run`, `intermittently (about 1 in 4)`. */
export function whenIn({ failsWhen, share }: Verdict): string | undefined {
  if (failsWhen === undefined) return undefined;
  if (failsWhen !== 'now-and-then' || share === undefined) return WHEN[failsWhen];
  return `${WHEN[failsWhen]} (${oftenIn(share)})`;
}

/** `about 1 in 4`, `mostly`. */
function oftenIn({ count, of }: NonNullable<Verdict['share']>): string {
  return 2 * count > of ? 'mostly' : `about 1 in ${Math.round(of / count)}`;
}

/** ` at random (about 1 in 4)`: which of the responses have a status that follows no request. */
export function atRandomIn({ actual }: Finding): string | undefined {
  const [share] = partsOf(actual).flatMap((one) => ('atRandom' in one ? one.atRandom : []));
  if (share === undefined) return undefined;
  if (share.which === 'first' || share.which === 'first-of-operation') return WHICH[share.which];
  const body = share.which === 'as-success' ? ' with the body of a success,' : '';
  return `${body} at random (${oftenIn(share)} responses)`;
}

const WHEN = {
  'after-others': 'after other requests',
  'beside-others': 'while other requests run',
  'now-and-then': 'intermittently',
} as const;

/** Without the encoded slash, which is in the same values by chance, if the finding is about other characters. */
export function withCharacter(only: Distinction, finding: Finding | undefined): Distinction {
  if (only.is !== 'beyond-ascii' || finding === undefined) return only;
  const [came, due] = [finding.actual, finding.expected].map((one) => textOf(one));
  const isOfForm = came !== due && came?.normalize() === due?.normalize();
  return isOfForm ? { at: only.at, is: only.is } : only;
}

/**
 * True if the finding says more than the condition: a value that is sent and comes back in another form says which one
 * it is, and wrong values on a page are no fault of its token.
 */
export function isAccident(
  only: Distinction | undefined,
  finding: Finding,
  { counterexample }: Verdict,
): boolean {
  if (sentThere(finding, counterexample) !== undefined) return true;
  // A body that is too large is refused for its size, whatever else only large ones have.
  if (isTooLarge(finding)) return only?.is !== 'longer' && only?.is !== 'more';
  const isValue = !isStatusPlace(finding.at) && finding.keyword === undefined;
  return isValue && only?.is === 'there' && PAGE_TOKEN.test(only.at);
}

/** The member or the parameter of a page token. */
const PAGE_TOKEN = /^[/?]pageToken$/;

/** True for the status of a request whose body is too large. */
export function isTooLarge(finding: Finding | undefined): boolean {
  return finding !== undefined && isStatusPlace(finding.at) && statusOf(finding.actual) === 413;
}

/** `only with more than 1 entry in legs`, `only with limit above 100`, `only without meta`. */
export function distinguished({ and, ...only }: Distinction): string {
  if (and !== undefined)
    return `${distinguished(only)} and ${distinguished(and).replace(/^only /, '')}`;
  const { at, is, than, from, value, as, or, shown: by, acceptedBy, fixture } = only;
  const name = lastOf(partOf(at));
  const shown = line(JSON.stringify(value ?? null), LONGEST_VALUE);
  switch (is) {
    case 'there':
      return `only with ${name}`;
    case 'absent':
      return `only without ${name}`;
    case 'above':
    case 'below':
      return from === undefined
        ? `only with ${name} ${is} ${decimal(than)}`
        : `only with ${name} ${decimal(from)}, not ${decimal(than)}`;
    case 'longer':
      if (from !== undefined)
        return `only with ${name} of ${from} characters${than === undefined ? '' : `, not of ${than}`}`;
      // Shorter texts are not measured.
      return than === undefined
        ? `only if ${name} is long`
        : `only with ${name} longer than ${than} characters`;
    case 'more':
      if (from !== undefined) return `only with ${from} entries in ${name}, not with ${than}`;
      if (at.startsWith(DIFFERENT))
        return `only with more than ${than} different values of ${at.slice(DIFFERENT.length)}`;
      return `only with ${than === 0 ? 'an entry' : `more than ${than} ${than === 1 ? 'entry' : 'entries'}`} in ${name}`;
    case 'empty':
      return `only with an empty ${name}`;
    case 'same':
      return `only if ${asPair(at, as, 'equals')}`;
    case 'different':
      return `only if ${asPair(at, as, 'differs from')}`;
    case 'unknown':
      return `only with an unknown id in ${ofPath(at, name)}`;
    case 'like':
      return LIKE.get(value) ?? '';
    case 'value':
      if (at === 'id in the path')
        return `only for the id ${part(String(value))}${acceptedBy === undefined ? ofFixture(fixture) : `, which ${acceptedBy} accepts`}`;
      if (at === 'spelling') return `only with ${value} the body`;
      return at.endsWith('/*')
        ? `only with ${shown} in ${partOf(at.slice(0, -2))}`
        : `only with ${name} ${shown}${by?.member === undefined ? '' : `, which ${by.operation} shows with ${by.member} true`}`;
    case 'shown':
      return `only if ${by?.operation} shows ${name} in ${inOne(String(value), or)}`;
    case 'contains':
      if (value === FOUR_BYTES)
        return `only with characters of four bytes, such as emoji, in ${name}`;
      return `only with ${shown}${or === undefined ? '' : ` or ${JSON.stringify(or)}`} in ${name}`;
    case 'starts':
      return `only with an id that starts with ${shown} in ${ofPath(at, name)}`;
    case 'beyond-ascii':
      return `only with ${value === undefined ? '' : `${shown} or `}characters beyond ASCII in ${name}`;
  }
}

const LIKE: ReadonlyMap<unknown, string> = new Map([
  ['case', 'for a known id in another letter case'],
  ['part', 'for a known id without its end'],
  ['start', 'for an id with the start of a known one'],
  ['end', 'for an id with the end of a known one'],
]);

const ofPath = (at: string, name: string): string => (at === 'id in the path' ? 'the path' : name);

/** Without an exponent: `0.0000001`. */
const decimal = (number = 0): string =>
  number.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 });

/** ` of the fixture users`, of the ids in the run. */
function ofFixture(name: string | undefined): string {
  return name === undefined ? ', not for others' : ` of the fixture ${line(name, LONGEST_PART)}`;
}

/** `only where paused is true`, `on the last page`: the elements or responses in which a finding holds. */
export function whereIn({ at, is, than, value, values = [], as = '', count, of }: Where): string {
  const name = at === '' ? THE_BODY : line(placeOfPattern(at), LONGEST_PART);
  const shown = part(JSON.stringify(value ?? null));
  const examples = values.map((one) => part(JSON.stringify(one), LONGEST_VALUE)).join(' or ');
  switch (is) {
    case 'first-page':
      return 'on the first page';
    case 'later-page':
      return 'on pages after the first';
    case 'last-page':
      return 'on the last page';
    case 'not-last-page':
      return 'on pages before the last';
    case 'full-last-page':
      return 'if the last page is full';
    case 'partial-last-page':
      return 'if the last page is not full';
    case 'some':
      return `only in ${count} of ${of}, such as where ${name} is ${examples}`;
    case 'one-of':
      return `only where ${name} is ${examples} (${count} of ${of})`;
    case 'first':
      return 'only in the first element';
    case 'not-first':
      return 'in all but the first element';
    case 'there':
      return `only where ${name} is present`;
    case 'absent':
      return `only where ${name} is missing`;
    case 'same':
      return `only where ${name} equals ${placeOfPattern(as)}`;
    case 'above':
    case 'below':
      return `only where ${name} is ${is} ${than}`;
    case 'longer':
      return than === undefined
        ? `only where ${name} is long`
        : `only where ${name} has more than ${than} characters`;
    case 'more':
      return `only where ${name} has ${than === 0 ? 'an entry' : `more than ${than} ${than === 1 ? 'entry' : 'entries'}`}`;
    case 'empty':
      return `only where ${name} is empty`;
    case 'value':
      return `only where ${name} is ${shown}`;
    case 'contains':
      if (value === FOUR_BYTES)
        return `only where ${name} has characters of four bytes, such as emoji`;
      return `only where ${name} contains ${shown}`;
    case 'beyond-ascii':
      return `only where ${name} has characters beyond ASCII`;
  }
}

/** ` (the value of created.createdEvent.offset)`: where a wrong value comes from. */
export function sameAsIn({ in: part, at, operation }: SameAs): string {
  const names = at.startsWith('?')
    ? [at.slice(1)]
    : namesIn(at).filter((name) => name !== '*' && name !== 'value');
  const source =
    part === 'request' ? ' in the request' : operation === undefined ? '' : ` in ${operation}`;
  return ` (the value of ${line(names.slice(-2).join('.'), LONGEST_PART)}${source})`;
}

/** `Reassignment or Topology`: the members that have it, without what they are in. */
function inOne(one: string, two: string | undefined): string {
  const names = [one, ...(two === undefined ? [] : [two])];
  return names
    .map((at) => placeOfPattern(at.replace(/^.*\/(?=[^/*]+(?:\/\*)*$)/, '/')))
    .join(' or ');
}

/** `sender equals receiver in transfer`: two places of one object. */
function asPair(at: string, as = '', relation: string): string {
  const [one, two] = [at.split('/'), as.split('/')];
  const differ = one.findIndex((name, i) => name !== two[i]);
  const inside = one.slice(0, differ).join('/');
  const [left, right] = [one, two].map((names) =>
    placeOfPattern(`/${names.slice(differ).join('/')}`),
  );
  return `${left} ${relation} ${right}${inside === '' ? '' : ` in ${partOf(inside)}`}`;
}

/** `….otherside.provider`: the last members of a long path say which one it is. */
function lastOf(path: string): string {
  const names = path.split('.');
  if (path.length <= LONGEST_PART || names.length < 2) return line(path, LONGEST_PART);
  const left = names.findIndex((_, i) => names.slice(i).join('.').length < LONGEST_PART - 1);
  return line(`….${names.slice(left).join('.')}`, LONGEST_PART);
}

/** The name of a part of a request: see `Distinction`. */
export function partOf(at: string): string {
  if (at === '') return THE_BODY;
  if (at === 'path') return 'a path';
  if (at.startsWith('?')) return at.slice(1);
  if (at.startsWith('header ')) return `the ${at}`;
  if (at.startsWith('name ')) return `a name in ${partOf(at.slice('name '.length))}`;
  return at.startsWith('/') ? placeOfPattern(at) : at;
}
