/** What the elements or responses in which a finding holds have in common, and no other one has. */
import { INDEPENDENT, NO_CHANCE } from '../../availability/numbers.ts';
import { namesIn } from '../../contract/pointer.ts';
import {
  type CompleteExchange,
  type Distinction,
  type Exchange,
  type Finding,
  hasResponse,
  isObject,
  type Kept,
  type PagePosition,
  type Requirement,
  type Where,
} from '../../model/index.ts';
import { BY_CHANCE } from '../numbers.ts';
import { chanceOf } from '../shrink/differ.ts';
import { differences } from '../shrink/distinction.ts';
import { addBody, type Found, type Places } from '../shrink/request-places.ts';
import { positionsOf } from './pages.ts';
import { responsesOf, type Site, type Sites, sitesOf } from './sites.ts';

/** So many have to pass if only one fails. */
const PASSING_OF_ONE = 2 ** NO_CHANCE;
/** The most elements that are named. */
const NAMED = INDEPENDENT;

/**
 * The simplest condition that separates them; `undefined` if there is none, or if too few show it. Whole responses
 * are not compared if their requests explain what they show.
 */
export function whereOf(
  requirement: Requirement,
  finding: Finding,
  culprit: Exchange,
  kept: readonly Kept[],
  isOfRequests: boolean,
): Where | undefined {
  if (!hasResponse(culprit)) return undefined;
  const sites = sitesOf(requirement, finding, culprit, kept);
  if (sites.are === 'cases') return onPages(sites);
  const isOfList = sites.are === 'elements';
  const inside = isOfList && areMixed(sites) ? ofElements(sites) : undefined;
  if (inside !== undefined) return inside;
  const whole = isOfList ? { ...sites, all: responsesOf(sites), isComplete: false } : sites;
  return onPages(sites) ?? (isOfRequests ? undefined : ofElements(whole));
}

/** True if a response has both: what fails in all elements of some responses is due to the response. */
function areMixed({ all }: Sites): boolean {
  const [failing, passing] = divided(all).map((sites) => sites.map(({ exchanges: [one] }) => one));
  return failing?.some((one) => passing?.includes(one)) === true;
}

/** What the failing elements have. Equal elements count once; if one both fails and passes, they are not the cause. */
function ofElements({ all, own, isComplete }: Sites): Where | undefined {
  const byKey = new Map<string, Site>();
  for (const site of all) {
    const key = JSON.stringify([site.value, site.length]);
    const known = byKey.get(key);
    if (known !== undefined && known.fails !== site.fails) return undefined;
    byKey.set(key, known ?? site);
  }
  const [failing, passing] = divided([...byKey.values()]);
  if (failing.length === 0 || passing.length < NO_CHANCE) return undefined;
  const counts = { count: failing.length, of: failing.length + passing.length };
  const places = [own, ...failing.flatMap((site) => site.broken)].filter((place) => place !== '');
  const broken = new Set(places);
  const shown =
    conditionOf(failing, passing, broken) ??
    (isComplete ? (byIndex(all) ?? identified(failing, passing)) : undefined);
  return shown && { ...shown, ...counts };
}

function divided(sites: readonly Site[]): readonly [readonly Site[], readonly Site[]] {
  return [sites.filter(({ fails }) => fails), sites.filter(({ fails }) => !fails)];
}

type Condition = Omit<Where, 'count' | 'of'>;

/** Each first element fails, and no other one; or no first one, and each other one. */
function byIndex(all: readonly Site[]): Condition | undefined {
  const [failing, passing] = divided(all);
  const isFirst = ({ index }: Site): boolean => index === 0;
  if (chanceOf(failing.length, passing.length) > BY_CHANCE) return undefined;
  if (failing.every(isFirst) && !passing.some(isFirst)) return { at: '', is: 'first' };
  return passing.every(isFirst) && !failing.some(isFirst) ? { at: '', is: 'not-first' } : undefined;
}

function conditionOf(
  failing: readonly Site[],
  passing: readonly Site[],
  broken: ReadonlySet<string>,
): Condition | undefined {
  const [own, others] = [failing.map(placesIn), passing.map(placesIn)];
  const isOpen = (at: string): boolean =>
    (at === '' || at.startsWith('/')) &&
    !at.includes('/*') &&
    ![...broken].some((one) => `${one}/`.startsWith(`${at}/`) || at.startsWith(`${one}/`));
  const names = [...new Set([...own, ...others].flatMap((places) => [...places.keys()]))].filter(
    isOpen,
  );
  const isEnough = failing.length >= INDEPENDENT || passing.length >= PASSING_OF_ONE;
  const chanceOfOne = chanceOf(failing.length, passing.length);
  const chance = names.length * chanceOfOne;
  const found: readonly Condition[] = [
    // There are many pairs, and two texts of few elements are equal by chance.
    ...sameIn(own, others, names, BY_CHANCE / chanceOfOne),
    ...differences(own, others)
      .filter(isOfElements)
      .filter(({ at }) => isOpen(at)),
    ...belowIn(own, others, names),
  ].filter((one) => (isPlain(one) ? isEnough : chance <= BY_CHANCE && !isOfIdentity(one)));
  const [place = ''] = broken;
  const near = found.filter(({ at }) => areNear(at, place));
  const [first, ...more] = near.length > 0 ? near : found;
  // Members that come together show one condition.
  return first !== undefined && more.every(({ at }) => areNear(at, first.at)) ? first : undefined;
}

/** False for what only requests can differ in. */
function isOfElements(one: Distinction): one is Distinction & Condition {
  return !OF_REQUESTS.has(one.is);
}

const OF_REQUESTS: ReadonlySet<Distinction['is']> = new Set([
  ...(['unknown', 'like', 'same', 'different', 'shown', 'starts'] as const),
]);

function placesIn({ value, length }: Site): Places {
  const places = new Map<string, Found>();
  addBody(places, value);
  if (length !== undefined) places.get('')?.measures.text.push(length);
  return places;
}

/** True for a member that is there or not, a boolean, an empty value, equal members, and the kind of an element. */
function isPlain({ at, is, value }: Condition): boolean {
  return (
    ['there', 'absent', 'empty', 'same'].includes(is) ||
    (is === 'value' && typeof value !== 'string' && typeof value !== 'number') ||
    (is === 'value' && KIND.test(at))
  );
}

/** A template, a package or an interface is a kind of elements, and not one of them. */
const KIND = /\/(?:template|package|interface)Id$/;

/** True for the value or the size of an id, a time or a position, which differ in any case. */
function isOfIdentity({ at, is }: Condition): boolean {
  const name = namesIn(at).at(-1) ?? '';
  return is !== 'contains' && is !== 'beyond-ascii' && IDENTITY.test(name) && !KIND.test(at);
}

const IDENTITY = /(?:^|[a-z])(?:[iI]ds?|Cid|[tT]oken|At|[tT]ime|[oO]ffset|[hH]ash|[dD]igest|AsOf)$/;

/** Two members that are equal in all failing elements, and differ in all others; none if there are more than `most` pairs. */
function sameIn(
  failing: readonly Places[],
  passing: readonly Places[],
  names: readonly string[],
  most: number,
): readonly Condition[] {
  const textAt = (places: Places, at: string): unknown => {
    const { values, ids } = places.get(at) ?? {};
    const [value, ...others] = [...(values ?? []), ...(ids ?? [])];
    return others.length === 0 && typeof value === 'string' && value !== '' ? value : undefined;
  };
  const areEqual = (places: Places, one: string, other: string): boolean | undefined => {
    const [a, b] = [textAt(places, one), textAt(places, other)];
    return a === undefined || b === undefined ? undefined : a === b;
  };
  const texts = names.filter((at) => failing.every((places) => textAt(places, at) !== undefined));
  if (texts.length * (texts.length - 1) > 2 * most) return [];
  return texts.flatMap((at, i) =>
    texts.slice(i + 1).flatMap((other): readonly Condition[] => {
      const isSame = failing.every((places) => areEqual(places, at, other));
      const isOther = passing.every((places) => areEqual(places, at, other) === false);
      return isSame && isOther ? [{ at, is: 'same', as: other }] : [];
    }),
  );
}

/** Numbers that are below those of all other elements. */
function belowIn(
  failing: readonly Places[],
  passing: readonly Places[],
  names: readonly string[],
): readonly Condition[] {
  return names.flatMap((at): readonly Condition[] => {
    const numbers = (all: readonly Places[]): readonly (readonly number[])[] =>
      all.map((places) => places.get(at)?.measures.number ?? []);
    const [own, others] = [numbers(failing), numbers(passing)];
    if ([...own, ...others].some(({ length }) => length === 0)) return [];
    const than = Math.min(...others.flat());
    return Math.max(...own.flat()) < than ? [{ at, is: 'below', than }] : [];
  });
}

/** The names of the members have a word in common. */
function areNear(at: string, other: string): boolean {
  const [one, two] = [at, other].map(wordsIn);
  return (one ?? []).some((word) => two?.includes(word));
}

function wordsIn(at: string): readonly string[] {
  return namesIn(at)
    .flatMap((name) => name.split(/(?=[A-Z])|[^A-Za-z]/))
    .filter(({ length }) => length >= STEM - 1)
    .map((word) => word.toLowerCase().slice(0, STEM));
}

/** `paused` and `pauseInfo` have one stem. */
const STEM = 5;

/** Which elements they are, by the first member that differs in all elements; of many some examples. */
function identified(failing: readonly Site[], passing: readonly Site[]): Condition | undefined {
  const elements = [...failing, ...passing].map(({ value }) => (isObject(value) ? value : {}));
  const at = Object.keys(elements[0] ?? {}).find((name) => {
    const texts = elements.map((one) => one[name]);
    return texts.every((one) => typeof one === 'string') && new Set(texts).size === texts.length;
  });
  if (at === undefined) return undefined;
  const values = elements.slice(0, Math.min(NAMED, failing.length)).map((one) => String(one[at]));
  return { at: `/${at}`, is: failing.length > NAMED ? 'some' : 'one-of', values };
}

/** The position of the pages that fail, if no other page has it; or of a page in each case that fails. */
function onPages({ all, received }: Sites): Where | undefined {
  const positions = positionsOf(received);
  const isOfCases = all.some(({ exchanges }) => exchanges.length > 1);
  const has = ({ exchanges }: Site, is: PagePosition): boolean =>
    exchanges.some((one) => positions.get(one)?.has(is) === true);
  const among = isOfCases ? all.filter((one) => ENDS.some((end) => has(one, end))) : unique(all);
  const [failing, passing] = divided(among);
  const isEnough = isOfCases
    ? failing.length === all.filter(({ fails }) => fails).length && passing.length >= INDEPENDENT
    : (failing.length >= INDEPENDENT && passing.length >= NO_CHANCE) ||
      passing.length >= PASSING_OF_ONE;
  if (failing.length === 0 || !isEnough) return undefined;
  const is = (isOfCases ? ENDS : POSITIONS).find(
    (position) =>
      failing.every((one) => has(one, position)) && !passing.some((one) => has(one, position)),
  );
  return is && { at: '', is, count: failing.length, of: among.length };
}

/** One site for each response: it fails if one of its elements does. */
function unique(all: readonly Site[]): readonly Site[] {
  const byExchange = new Map<CompleteExchange | undefined, Site>();
  for (const site of all) {
    const [one] = site.exchanges;
    if (site.fails || !byExchange.has(one)) byExchange.set(one, site);
  }
  return [...byExchange.values()];
}

const POSITIONS = ['last-page', 'later-page', 'first-page', 'not-last-page'] as const;
/** What cases differ in that read a list to its end. */
const ENDS = ['full-last-page', 'partial-last-page'] as const;
