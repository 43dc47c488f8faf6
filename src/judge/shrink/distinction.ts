/** What the failing requests of a rule have in common, and none of its passing requests has. */
import { INDEPENDENT, NO_CHANCE } from '../../availability/numbers.ts';
import { type Distinction, type Fixtures, leavesOf } from '../../model/index.ts';
import type { Compared } from './compared.ts';
import {
  byAmount,
  byBodyId,
  byCharacter,
  byEmptiness,
  byEquality,
  byId,
  byLength,
  byMeasure,
  byNeed,
  byNumber,
  byPresence,
  byStart,
  byValue,
  common,
} from './differ.ts';
import { likeKnown } from './like-known.ts';
import {
  BEYOND_ASCII,
  DISTINCT,
  type Found,
  PAIR,
  PATH_ID,
  type Places,
} from './request-places.ts';

/** The differences of a comparison. */
interface Differences {
  /** The one that says most; `undefined` if there is none, or if too few requests show it. */
  readonly best: Distinction | undefined;
  /** All that may be the cause, those that say most first. Requests that are sent again can show which of them is. */
  readonly all: readonly Distinction[];
}

const NONE: Differences = { best: undefined, all: [] };

/**
 * The differences in this order: a part that is present or absent, two parts that are equal, a number or a length beyond
 * a limit, a value, a character.
 */
export function differencesOf(
  fixtures: Fixtures,
  { failing, passing, isStrict }: Compared,
  isOfContent = false,
): Differences {
  if (failing.length === 0 || passing.length < INDEPENDENT) return NONE;
  const like = isOfContent ? undefined : likeKnown(fixtures, failing, passing);
  if (like !== undefined) return { best: like, all: [like] };
  const isFew = isStrict || Math.min(failing.length, passing.length) < NO_CHANCE;
  const isOften = ({ at }: Distinction): boolean =>
    passing.filter((own) => own.has(at)).length >= INDEPENDENT;
  const single = differences(failing, passing);
  const whole = single.every(({ or }) => or !== undefined) ? anywhere(failing, passing) : undefined;
  if (whole !== undefined) return { best: whole, all: [whole] };
  const possible = named(outermost(single), isOften);
  const sure = certain(possible);
  const isMany = Math.min(failing.length, passing.length) >= NO_CHANCE;
  const found = isOfContent ? sure.filter((one) => decidesContent(one, isMany)) : sure;
  const inside = absentInside(failing, passing);
  const all = [...new Set([...found, ...inside, ...(isOfContent ? [] : possible)])];
  // What a value is says more than how many there are.
  const ids = isOfContent ? [] : unknownIds(fixtures, failing, passing);
  const [unknown, ...more] = named(ids, isOften);
  if (unknown && more.length === 0 && !(isFew && found.some((one) => isElsewhere(one, unknown))))
    return { best: unknown, all: [unknown, ...all] };
  if (isStrict && found.length > 1) return { best: undefined, all };
  // Two parts that always come together may both matter; of more, none is known to.
  const [first, second, third] = found.filter((one, i) =>
    found.slice(0, i).every((other) => isElsewhere(other, one)),
  );
  if (first === undefined || third !== undefined) return { best: undefined, all };
  return { best: second === undefined ? first : { ...first, and: second }, all };
}

/**
 * Members that the failing requests lack in an object, and all passing ones have there that have the object. There are
 * many such members: only a trial shows which of them matters.
 */
function absentInside(
  failing: readonly Places[],
  passing: readonly Places[],
): readonly Distinction[] {
  const names = new Set(passing.flatMap((own) => [...own.keys()].filter(isOfBody)));
  return [...names].flatMap((at) => {
    const holder = at.slice(0, at.lastIndexOf('/'));
    const holds = (own: Places): boolean => own.get(holder)?.values.size === 0;
    const others = passing.filter(holds);
    const isEnough = others.length >= NO_CHANCE && others.length < passing.length;
    const isCause = failing.every((own) => holds(own) && !own.has(at));
    return isEnough && isCause && others.every((own) => own.has(at)) ? [{ at, is: 'absent' }] : [];
  });
}

/**
 * The one character that all failing bodies have, at different places, and no passing one has, of enough with texts: a
 * single character at one place, and one of two, say less.
 */
function anywhere(failing: readonly Places[], passing: readonly Places[]): Distinction | undefined {
  const right = passing.map(charactersOf).filter(({ size }) => size > 0);
  if (failing.length < NO_CHANCE || right.length < 2 * NO_CHANCE) return undefined;
  const [value, more] = common(failing.map(charactersOf), right, (characters) => characters);
  if (value === undefined || more !== undefined) return undefined;
  return value === BEYOND_ASCII
    ? { at: '', is: 'beyond-ascii' }
    : { at: '', is: 'contains', value };
}

/** Those of all texts and names of the body. */
function charactersOf(own: Places): ReadonlySet<string> {
  const isOfBody = (at: string): boolean => at.startsWith('/') || at.startsWith('name ');
  return new Set([...own].flatMap(([at, { characters }]) => (isOfBody(at) ? [...characters] : [])));
}

/**
 * True for what changes how a response is written. The other differences select what is in it: then that is the cause,
 * and the request that asks for it is not.
 */
function decidesContent({ is, at, value }: Distinction, isMany: boolean): boolean {
  switch (is) {
    case 'there':
    case 'empty':
    case 'same':
    case 'different':
    case 'beyond-ascii':
      return true;
    case 'absent':
      return !at.includes('/*');
    case 'value':
      return typeof value === 'string' ? ENUMERATED.test(value) : typeof value !== 'number';
    case 'contains':
    case 'more':
      return isMany;
    default:
      return false;
  }
}

/** `TRANSACTION_SHAPE_ACS_DELTA`. */
const ENUMERATED = /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/;

/**
 * Without values of several places: requests that are made alike share them, and none is known to matter. In a longer
 * list there are more different values.
 */
function certain(given: readonly Distinction[]): readonly Distinction[] {
  const all = ofStructure(given).filter(
    (one, i, some) => !some.slice(0, i).some((other) => isTwin(other, one)),
  );
  const values = all.filter(({ is, at }) => is === 'value' && at !== PATH_ID);
  const isOfSize = (one: Distinction): boolean => one.at.startsWith(DISTINCT);
  const isLonger = all.some((one) => one.is === 'more' && !isOfSize(one));
  const isFewer = ({ than = 0 }: Distinction): boolean => than < INDEPENDENT;
  return all.filter(
    (one) =>
      !(values.length > 1 && values.includes(one)) &&
      !(isOfSize(one) && (isLonger || isFewer(one))),
  );
}

/**
 * Without texts and characters that are free to choose, which differ in any case, if a part is there or absent, has a
 * named value, or is an amount below a limit.
 */
function ofStructure(all: readonly Distinction[]): readonly Distinction[] {
  const isOfBody = ({ at }: Distinction): boolean => at.startsWith('/');
  const isStructural = ({ is, value }: Distinction): boolean =>
    ['there', 'absent', 'below'].includes(is) || (is === 'value' && isNamed(value));
  const isFree = ({ is, value }: Distinction): boolean =>
    is === 'contains' || (is === 'value' && !isNamed(value));
  const isKnown = all.some((one) => isOfBody(one) && isStructural(one));
  return isKnown ? all.filter((one) => !isOfBody(one) || !isFree(one)) : all;
}

/** True for `TRANSACTION_SHAPE_ACS_DELTA`, `ReceiverSide` and true. */
function isNamed(value: Distinction['value']): boolean {
  return typeof value === 'string' ? NAME.test(value) : value === true;
}

const NAME = /^[A-Z][A-Za-z]*(?:_[A-Z\d]+)*$/;

/** The same difference in a member of the same name, such as that of a sender and that of a receiver. */
export function isTwin(one: Distinction, other: Distinction): boolean {
  const nameOf = ({ at }: Distinction): string | undefined => at.split('/').at(-1);
  const isOfBody = one.at.startsWith('/') && other.at.startsWith('/');
  if (!isOfBody || nameOf(one) !== nameOf(other)) return false;
  return one.is === other.is && one.value === other.value && one.than === other.than;
}

/** The places at which each failing case has an id that no fixture has, and no passing case has one. */
function unknownIds(
  fixtures: Fixtures,
  failing: readonly Places[],
  passing: readonly Places[],
): readonly Distinction[] {
  const known = new Set(leavesOf(fixtures).map(({ value }) => value));
  const isUnknown = (one: Found | undefined): boolean =>
    [...(one?.ids ?? [])].some((id) => !known.has(id));
  const names = [...(failing[0]?.keys() ?? [])];
  const found = names.flatMap((at) => {
    if (at === 'path' || at === PATH_ID || at.startsWith('header ') || at.startsWith('name '))
      return [];
    const right = passing.filter((own) => (own.get(at)?.ids.size ?? 0) > 0);
    const isKnown = right.length >= NO_CHANCE && !right.some((own) => isUnknown(own.get(at)));
    return isKnown && failing.every((own) => isUnknown(own.get(at)))
      ? [{ at, is: 'unknown' as const }]
      : [];
  });
  return found;
}

/**
 * Without a place such as `/ids/*`, which also stands for any member of an object, if that member is named; a limit of
 * members whose names differ holds for any of them.
 */
function named(
  all: readonly Distinction[],
  isOften: (one: Distinction) => boolean,
): readonly Distinction[] {
  const isInside = (one: Distinction, { at, is, value }: Distinction): boolean =>
    at.endsWith('/*') &&
    one.at !== at &&
    one.at.startsWith(at.slice(0, -1)) &&
    ((one.is === is && one.value === value) || (one.is === 'below' && is === 'value'));
  return all.filter((one) =>
    one.than === undefined
      ? !all.some((other) => isInside(other, one))
      : !all.some((other) => isInside(one, other) && !isOften(one)) &&
        !all.some((other) => isInside(other, one) && isOften(other)),
  );
}

/** True if neither place is inside the other one. */
function isElsewhere({ at }: Distinction, { at: other }: Distinction): boolean {
  const [one, two] = [`${at}/`, `${other}/`];
  return !one.startsWith(two) && !two.startsWith(one);
}

/** At most one difference for each place, the most telling kinds first. */
export function differences(
  failing: readonly Places[],
  passing: readonly Places[],
): readonly Distinction[] {
  const names = [...new Set(failing.concat(passing).flatMap((own) => [...own.keys()]))];
  const byName = new Map<string, Distinction>();
  // Of the members of a map, or the elements of a list, some have a common value by chance.
  for (const [differ, counts] of [
    [byPresence, isPart],
    [byEquality, isPair],
    [byNumber, isOfOne],
    [byAmount, isOfBody],
    [byValue, isOfOne],
    [byEmptiness, isOfOne],
    [byId, isPathId],
    [byMeasure, isText],
    [byLength, isPath],
    [byCharacter, isSingle],
    [byValue, isSingle],
    [byBodyId, isOfBody],
    [byStart, isOfId],
    [byNeed, isOwnPart],
  ] as const)
    for (const at of names.filter((name) => counts(name) && !byName.has(name))) {
      const of = (own: Places): Found | undefined => own.get(at);
      const found = differ(failing.map(of), passing.map(of));
      if (found !== undefined) byName.set(at, { at, ...found });
    }
  return [...byName.values()].map(withPair);
}

const isPair = (at: string): boolean => at.startsWith(PAIR);
const isSingle = (at: string): boolean => !isPair(at);

const isOfBody = (at: string): boolean => at.startsWith('/') && isOfOne(at);
const isOfId = (at: string): boolean => isPathId(at) || isOfBody(at);

/** True for a parameter of the query. */
const isOwnPart = (at: string): boolean => at.startsWith('?');

/** The two places of a pair as members. */
function withPair(one: Distinction): Distinction {
  if (!isPair(one.at)) return one;
  const [at = '', as = ''] = one.at.slice(PAIR.length).split(' ');
  return { ...one, at, as };
}

/** False for a place that stands for any member or element: that there is one is a difference of the whole. */
function isOfOne(at: string): boolean {
  return isSingle(at) && !at.startsWith('name ') && !at.startsWith(DISTINCT) && !at.endsWith('/*');
}

const isPath = (at: string): boolean => at === 'path';
const isText = (at: string): boolean => isSingle(at) && !isPath(at);

/** A segment of a path is always there; only some are long. */
function isPart(at: string): boolean {
  return isOfOne(at) && !isPathId(at);
}

function isPathId(at: string): boolean {
  return at === PATH_ID;
}

/** What is inside a place that differs itself, or the names there, says no more. */
function outermost(all: readonly Distinction[]): readonly Distinction[] {
  return all.filter(({ at }) => {
    const place = at.replace(/^name /, '');
    return !all.some((other) => other.at !== at && `${place}/`.startsWith(`${other.at}/`));
  });
}
