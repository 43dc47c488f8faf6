import { describe } from '../contract/describe.ts';
import type { CheckResult, Exchange, Finding, Requirement } from '../model/index.ts';

/**
 * Freezes one requirement. Throws when its id is not `surface/operation/name` in lower-case words, so that
 * a catalogue with an unusable id does not load.
 */
export function requirement(definition: Requirement): Requirement {
  if (!/^[a-z]+\/[a-z0-9-]+\/[a-z0-9-]+$/.test(definition.id)) {
    throw new Error(
      `requirement id ${definition.id}: use surface/operation/name in lower-case words`,
    );
  }
  return Object.freeze(definition);
}

/** What a finding compares: words, or a value as it came. */
type Shown = string | number | boolean | null | undefined;

/** One difference: where, what is expected, what came. */
export function finding(at: string, expected: Shown, actual: Shown): Finding {
  const [first, second] = [String(expected), String(actual)];
  if (first !== second) return { at, expected: first, actual: second };
  const [typed, other] = [describe(expected), describe(actual)];
  return typed === other
    ? // Both were cut before they came here.
      { at, expected: first, actual: `${second}, with a difference that is not shown` }
    : { at, expected: typed, actual: other };
}

const subjects = new WeakMap<Finding, Exchange>();

/**
 * Says which exchange of a relation its findings are about: the offending request, which a report shows. Without
 * it the judge takes the last one that the relation looks at and that is no repetition of an earlier one.
 */
export function about<T extends CheckResult>(exchange: Exchange, result: T): T {
  const findings: CheckResult = result;
  if (typeof findings === 'object') for (const one of findings) subjects.set(one, exchange);
  return result;
}

/** The exchange that a finding is about, where its relation names it. */
export function subjectOf(one: Finding | undefined): Exchange | undefined {
  return one && subjects.get(one);
}
