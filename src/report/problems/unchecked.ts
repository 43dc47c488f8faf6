/** The cause of a problem in which wrong requests of many kinds are accepted: no single rule names it. */
import type { Verdict } from '../../model/index.ts';
import { ruleNameOf } from '../names.ts';
import { textOf } from '../words.ts';
import { failureOf } from './failure.ts';

/** If this many rules find that a wrong body is accepted, its decoder or its check is the cause. */
const MANY = 4;

const COMMON = {
  cause:
    'Nothing compares the body with the documented schema, or its decoder is lenient: it treats a missing body as {}, converts types, and skips unexpected members.',
  fix: 'Validate each body against the documented schema in one place before the handlers, with a strict decoder, and reject what does not fit.',
};

const ERROR_WITH_200 = {
  cause:
    'The request is rejected, but with status 200: where errors become responses, the status is not set, or is set after the body.',
  fix: 'Set the status before the body, where errors become responses.',
};

type Failures = readonly [Verdict, ...Verdict[]];

/** Gives the first failure the common cause, so that a card shows it; the others keep their own. */
export function withCommonCause(failures: Failures): Failures {
  const [first, ...others] = failures;
  if (failures.some(isErrorWith200)) return [{ ...first, ...ERROR_WITH_200 }, ...others];
  if (!acceptsBody(first)) return failures;
  const rules = new Set(failures.filter(acceptsBody).map(ruleNameOf));
  return rules.size < MANY ? failures : [{ ...first, ...COMMON }, ...others];
}

/** True if a wrong request gets a 200 whose body is an error. */
function isErrorWith200(verdict: Verdict): boolean {
  const { due, isErrorSentAsSuccess } = failureOf(verdict);
  return due.some((status) => status >= 400) && isErrorSentAsSuccess;
}

/** True if a wrong body is accepted. A rejection with a code of its own is about a value, and one with 404 about an id. */
function acceptsBody(verdict: Verdict): boolean {
  const { findings, counterexample } = verdict;
  if (failureOf(verdict).outcome !== 'accepted' || counterexample?.request.method !== 'POST')
    return false;
  return findings[0] !== undefined && textOf(findings[0].expected) === '400';
}
