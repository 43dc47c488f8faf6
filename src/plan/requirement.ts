import { isDeepStrictEqual } from 'node:util';
import { describe } from '../contract/describe.ts';
import type { Pointer } from '../contract/pointer.ts';
import {
  bodyPlace,
  type CheckResult,
  type Exchange,
  type Finding,
  type Given,
  type Place,
  placeWithin,
  type RelationFinding,
  type Requirement,
  type Shown,
  STATUS,
  type Statuses,
  type StatusPlace,
  shownOf,
  statuses,
  type Within,
  worded,
} from '../model/index.ts';

/**
 * Freezes one requirement. Throws unless its id is `surface/operation/name` in lower-case words, so that a catalogue
 * with a wrong id does not load.
 */
export function requirement(definition: Requirement): Requirement {
  if (!/^[a-z]+(\/[a-z0-9-]+){2,3}$/.test(definition.id)) {
    throw new Error(
      `requirement id ${definition.id}: use surface/operation/name in lower-case words`,
    );
  }
  return Object.freeze(definition);
}

/**
 * One difference. A place that is a string is a JSON Pointer into the body; throws for other text. A value that is a
 * string is words; `describe` shows a value.
 */
export function finding(at: Pointer | Place, expected: Given, actual: Given): Finding {
  if (typeof at === 'string' && at !== '' && !at.startsWith('/')) throw noPointer(at);
  const place = typeof at === 'string' ? bodyPlace(at) : at;
  return { kind: KINDS[place.part], at: place, ...apart(expected, actual) };
}

/** Rules of users are not always compiled. */
function noPointer(at: string): Error {
  return new Error(
    `finding(${JSON.stringify(at)}, …): a place is a JSON Pointer such as "/name"; for a header, write headerPlace("etag")`,
  );
}

const KINDS: Readonly<Record<Place['part'], Finding['kind']>> = {
  ...{ body: 'body', list: 'body', text: 'body', query: 'body', response: 'body' },
  ...{ status: 'status', operation: 'status', header: 'header', connection: 'connection' },
};

/** The most findings of one check. A response can have thousands, and further ones show nothing new. */
const MAX_FINDINGS = 100;

/** The findings at the first of these places; those at further ones are not computed. */
export function firstOf<T>(places: Iterable<T>, findingAt: (place: T) => Finding): Finding[] {
  const first: Finding[] = [];
  for (const place of places) if (first.push(findingAt(place)) === MAX_FINDINGS) break;
  return first;
}

/** A finding about a wrong status. */
export function wrongStatus(
  expected: Statuses,
  actual: number | Shown,
  at: Omit<StatusPlace, 'part'> = {},
): Finding {
  const place = { ...STATUS, ...at };
  return { kind: 'status', at: place, expected: ofStatuses(expected), actual: ofStatuses(actual) };
}

/** The same findings in one of several responses, or in an element without an index. */
export function within<F extends Finding>(found: readonly F[], where: Within): F[] {
  return found.map((one) => ({ ...one, at: placeWithin(one.at, where) }));
}

function ofStatuses(given: Statuses): Shown {
  if (typeof given === 'number') return statuses(given);
  return isList(given) ? statuses(...given) : given;
}

function isList(given: Statuses): given is readonly number[] {
  return Array.isArray(given);
}

/** Adds the types if expected and actual have the same text. */
function apart(expected: Given, actual: Given): Pick<Finding, 'expected' | 'actual'> {
  const [first, second] = [shownOf(expected), shownOf(actual)];
  const isRaw = !isData(expected) && !isData(actual);
  if (isRaw ? String(expected) !== String(actual) : !isDeepStrictEqual(first, second))
    return { expected: first, actual: second };
  const [typed, other] = [describe(expected), describe(actual)];
  return isRaw && !isDeepStrictEqual(typed, other)
    ? { expected: typed, actual: other }
    : // Both were cut before they came here.
      { expected: first, actual: worded`${second}, with a difference that is not shown` };
}

function isData(given: Given): given is Shown {
  return typeof given === 'object' && given !== null;
}

/**
 * The findings of a comparison with the exchanges that it compares. A finding that names its exchanges keeps them, so
 * the innermost comparison counts. `blamed` is needed only if the judge would blame another exchange.
 */
export function between<T extends CheckResult>(
  exchanges: readonly Exchange[],
  result: T,
  blamed?: Exchange,
): T | RelationFinding[] {
  const findings: CheckResult = result;
  if (typeof findings !== 'object' || findings.length === 0) return result;
  const own = { exchanges, ...(blamed && { exchange: blamed }) };
  return findings.map((one) => (one.exchanges === undefined ? { ...one, ...own } : one));
}
