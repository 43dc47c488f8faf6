import { isDeepStrictEqual } from 'node:util';
import { describe } from '../contract/describe.ts';
import {
  type CheckResult,
  type Exchange,
  type Finding,
  type Given,
  type RelationFinding,
  type Requirement,
  type Shown,
  type Statuses,
  shownOf,
  statuses,
  worded,
} from '../model/index.ts';

/**
 * Freezes one requirement. Throws when its id is not `surface/operation/name` in lower-case words, so that
 * a catalogue with an unusable id does not load.
 */
export function requirement(definition: Requirement): Requirement {
  if (!/^[a-z]+(\/[a-z0-9-]+){2,3}$/.test(definition.id)) {
    throw new Error(
      `requirement id ${definition.id}: use surface/operation/name in lower-case words`,
    );
  }
  return Object.freeze(definition);
}

/** One difference. Texts are words; `describe` shows a value as it came. */
export function finding(at: string, expected: Given, actual: Given): Finding {
  const kind = /^[a-z][a-z-]*$/.test(at) && at !== 'body' ? 'header' : 'body';
  return { kind, at, ...apart(expected, actual) };
}

/** A finding about a wrong status; `at` names one of several responses. */
export function wrongStatus(expected: Statuses, actual: number | Shown, at = 'status'): Finding {
  return { kind: 'status', at, expected: ofStatuses(expected), actual: ofStatuses(actual) };
}

function ofStatuses(given: Statuses): Shown {
  if (typeof given === 'number') return statuses(given);
  return isList(given) ? statuses(...given) : given;
}

function isList(given: Statuses): given is readonly number[] {
  return Array.isArray(given);
}

/** Shows the types of what would read alike. */
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
 * The result of a comparison of these exchanges, of all that a relation was given. A finding that names its exchanges
 * already keeps them: the innermost comparison counts. `blamed` is needed only where the judge would blame another one.
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
