/** What the failing requests of a rule have in common, and none of its passing requests has. */
import { INDEPENDENT, NO_CHANCE } from '../../availability/numbers.ts';
import { type Distinction, type Fixtures, leavesOf } from '../../model/index.ts';
import { SHORT_TEXT } from '../numbers.ts';
import type { Compared } from './compared.ts';
import {
  BEYOND_ASCII,
  DISTINCT,
  ENCODED_SLASH,
  type Found,
  type Measured,
  PAIR,
  PATH_ID,
  type Places,
} from './request-places.ts';

/**
 * The difference that says most: a part that is present or absent, two parts that are equal, a number or a length beyond
 * a limit, a value, a character. `undefined` if there is no difference, or if too few requests show it.
 */
export function distinctionOf(
  fixtures: Fixtures,
  { failing, passing, isStrict }: Compared,
  isOfContent = false,
): Distinction | undefined {
  if (failing.length === 0 || passing.length < INDEPENDENT) return undefined;
  const isFew = isStrict || Math.min(failing.length, passing.length) < NO_CHANCE;
  const isOften = ({ at }: Distinction): boolean =>
    passing.filter((own) => own.has(at)).length >= INDEPENDENT;
  const all = certain(named(outermost(differences(failing, passing)), isOften));
  const isMany = Math.min(failing.length, passing.length) >= NO_CHANCE;
  const found = isOfContent ? all.filter((one) => decidesContent(one, isMany)) : all;
  // What a value is says more than how many there are.
  const ids = isOfContent ? [] : unknownIds(fixtures, failing, passing);
  const [unknown, ...more] = named(ids, isOften);
  if (unknown && more.length === 0 && !(isFew && found.some((one) => isElsewhere(one, unknown))))
    return unknown;
  if (isStrict && found.length > 1) return undefined;
  // Two parts that always come together may both matter; of more, none is known to.
  const [first, second, third] = found.filter((one, i) =>
    found.slice(0, i).every((other) => isElsewhere(other, one)),
  );
  if (first === undefined || third !== undefined) return undefined;
  return second === undefined ? first : { ...first, and: second };
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
 * Without texts and characters that are free to choose, which differ in any case, if a part is there or absent, or has a
 * named value.
 */
function ofStructure(all: readonly Distinction[]): readonly Distinction[] {
  const isOfBody = ({ at }: Distinction): boolean => at.startsWith('/');
  const isTold = ({ is, value }: Distinction): boolean =>
    is === 'there' || is === 'absent' || (is === 'value' && isNamed(value));
  const isFree = ({ is, value }: Distinction): boolean =>
    is === 'contains' || (is === 'value' && !isNamed(value));
  const isKnown = all.some((one) => isOfBody(one) && isTold(one));
  return isKnown ? all.filter((one) => !isOfBody(one) || !isFree(one)) : all;
}

/** True for `TRANSACTION_SHAPE_ACS_DELTA`, `ReceiverSide` and true. */
function isNamed(value: Distinction['value']): boolean {
  return typeof value === 'string' ? NAME.test(value) : value === true;
}

const NAME = /^[A-Z][A-Za-z]*(?:_[A-Z\d]+)*$/;

/** The same difference in a member of the same name, such as that of a sender and that of a receiver. */
function isTwin(one: Distinction, other: Distinction): boolean {
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
    one.is === is &&
    one.value === value;
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

type Differ = (
  failing: readonly (Found | undefined)[],
  passing: readonly (Found | undefined)[],
) => Omit<Distinction, 'at'> | undefined;

/** A member that is null counts as absent. */
const byPresence: Differ = (failing, passing) => {
  const isThere = (one: Found | undefined): boolean =>
    one !== undefined && !(one.values.size === 1 && one.values.has(null) && !one.measures.text[0]);
  if (failing.every(isThere) && !passing.some(isThere)) return { is: 'there' };
  return !failing.some(isThere) && passing.every(isThere) ? { is: 'absent' } : undefined;
};

/** Two ids that are equal, or differ, in each failing request; in passing ones it is the other way round. */
const byEquality: Differ = (failing, passing) => {
  const others = passing.filter((one) => one !== undefined);
  if (failing.length < NO_CHANCE || others.length < NO_CHANCE) return undefined;
  const [areEqual, more] = common(failing, others, ({ values }) => values);
  if (typeof areEqual !== 'boolean' || more !== undefined) return undefined;
  return { is: areEqual ? 'same' : 'different' };
};

/** A part that each failing request has, and most passing ones lack: without it nothing fails. */
const byNeed: Differ = (failing, passing) => {
  const isThere = (one: Found | undefined): boolean => one !== undefined;
  const there = passing.filter(isThere).length;
  const isMostly = there < failing.length && 2 * there < passing.length;
  if (failing.length < NO_CHANCE || passing.length - there < NO_CHANCE) return undefined;
  return isMostly && failing.every(isThere) ? { is: 'there' } : undefined;
};

const BEYOND = { number: 'above', text: 'longer', entries: 'more' } as const;

const byMeasure: Differ = (failing, passing) => {
  for (const kind of ['entries', 'number', 'text'] as const satisfies readonly Measured[]) {
    const most = (one: Found | undefined): number => Math.max(0, ...(one?.measures[kind] ?? []));
    // Shorter texts are not measured.
    const limit = Math.max(kind === 'text' ? SHORT_TEXT : 0, ...passing.map(most));
    if (Math.min(...failing.map(most)) > limit) return { is: BEYOND[kind], than: limit };
  }
  return undefined;
};

/** Much longer than those that pass: each path has another length. */
const byLength: Differ = (failing, passing) => {
  const found = byMeasure(failing, passing);
  const least = Math.min(...failing.map((one) => Math.max(0, ...(one?.measures.text ?? []))));
  return found?.than !== undefined && least > found.than + SHORT_TEXT ? found : undefined;
};

/** Above the greatest number that passes. */
const byNumber: Differ = (failing, passing) => {
  const right = passing.flatMap((one) => one?.measures.number ?? []);
  const than = Math.max(...right);
  const isAbove = failing.every((one) => (one?.measures.number ?? []).some((n) => n > than));
  return right.length >= INDEPENDENT && isAbove ? { is: 'above', than } : undefined;
};

const byValue: Differ = (failing, passing) => {
  const [value] = common(failing, passing, ({ values }) => values);
  return value === undefined ? undefined : { is: 'value', value };
};

/** An array or object without entries; passing requests have one with some. */
const byEmptiness: Differ = (failing, passing) => {
  const isEmpty = (one: Found | undefined): boolean => one?.measures.entries.includes(0) === true;
  const right = passing.filter((one) => (one?.measures.entries.length ?? 0) > 0);
  if (right.length < INDEPENDENT || right.some(isEmpty)) return undefined;
  return failing.every(isEmpty) ? { is: 'empty' } : undefined;
};

/** The one id of the failing requests, if other ones pass. */
const byId: Differ = (failing, passing) => {
  const others = new Set(passing.flatMap((one) => [...(one?.ids ?? [])]));
  const [value] = common(failing, passing, ({ ids }) => ids);
  return value !== undefined && others.size >= INDEPENDENT ? { is: 'value', value } : undefined;
};

/** An id that all failing requests have inside their bodies. */
const byBodyId: Differ = (failing, passing) => {
  const [value] = common(failing, passing, ({ ids }) => ids);
  return value === undefined ? undefined : { is: 'value', value };
};

/** The short start of several ids that fail; no id that passes starts like this. */
const byStart: Differ = (failing, passing) => {
  const idsOf = (all: readonly (Found | undefined)[]): readonly string[] => [
    ...new Set(all.flatMap((one) => [...(one?.ids ?? [])])),
  ];
  const [own, others] = [idsOf(failing), idsOf(passing)];
  const isEach = failing.every((one) => (one?.ids.size ?? 0) > 0);
  if (!isEach || own.length < INDEPENDENT || others.length < NO_CHANCE) return undefined;
  for (let length = 2; length <= LONGEST_START; length++) {
    const value = own[0]?.slice(0, length) ?? '';
    if (!own.every((id) => id.startsWith(value))) return undefined;
    // Ids that have much in common are variants of one id.
    const isOfOne = own.every((id) => id.startsWith(own[0]?.slice(0, 2 * LONGEST_START) ?? ''));
    if (!isOfOne && !others.some((id) => id.startsWith(value))) return { is: 'starts', value };
  }
  return undefined;
};

const LONGEST_START = 8;

const byCharacter: Differ = (failing, passing) => {
  const own = common(failing, passing, ({ characters }) => characters);
  const [first] = own;
  if (first === undefined) return eitherCharacter(failing, passing);
  const isSlashed = own.includes(ENCODED_SLASH);
  if (own.includes(BEYOND_ASCII))
    return { is: 'beyond-ascii', ...(isSlashed && { value: ENCODED_SLASH }) };
  return { is: 'contains', value: isSlashed ? ENCODED_SLASH : first };
};

/** Two characters of which each failing request has one, and no passing one has any. */
const eitherCharacter: Differ = (failing, passing) => {
  if (failing.length < NO_CHANCE || passing.length < 2 * NO_CHANCE) return undefined;
  const right = new Set(passing.flatMap((one) => [...(one?.characters ?? [])]));
  const own = failing.map((one) => [...(one?.characters ?? [])].filter((c) => !right.has(c)));
  const [first = [], ...others] = own.toSorted((a, b) => a.length - b.length);
  for (const value of first) {
    const left = others.filter((some) => !some.includes(value));
    const or = left[0]?.find((c) => left.every((some) => some.includes(c)));
    if (or !== undefined) return { is: 'contains', value, or };
  }
  return undefined;
};

/** Those that all failing cases have, and no passing one. */
function common<T>(
  failing: readonly (Found | undefined)[],
  passing: readonly (Found | undefined)[],
  of: (found: Found) => ReadonlySet<T>,
): readonly T[] {
  const [first, ...others] = failing;
  const has = (one: Found | undefined, item: T): boolean => one !== undefined && of(one).has(item);
  return [...(first ? of(first) : [])].filter(
    (item) => others.every((one) => has(one, item)) && !passing.some((one) => has(one, item)),
  );
}
