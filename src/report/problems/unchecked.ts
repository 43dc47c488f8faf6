/** The cause of a problem in which wrong requests of many kinds are accepted: no single rule names it. */
import { isOneStatus, isStatusPlace, type Verdict } from '../../model/index.ts';
import { ruleNameOf } from '../names.ts';
import { textOf } from '../words.ts';
import { areMixedUp } from './consequences.ts';
import { failureOf } from './failure.ts';
import { isOfAnother } from './kept.ts';

/** If this many rules find that a wrong body is accepted, its decoder or its check is the cause. */
const MANY = 4;

const COMMON = {
  cause:
    'Nothing compares the body with the documented schema, or its decoder is lenient: it treats a missing body as {}, converts types, and skips unexpected members.',
  fix: 'Validate each body against the documented schema in one place before the handlers, with a strict decoder, and reject bodies that do not fit.',
};

const QUERY = {
  cause: 'The query is not read, or a cache in front uses only the path as its key.',
  fix: 'Check each parameter of the query before the handlers, and include the whole query in cache keys.',
};

const ERROR_WITH_200 = {
  cause:
    'The request is rejected, but with status 200: the code that turns errors into responses does not set the status, or sets it after the body.',
  fix: 'Set the status before the body in the code that turns errors into responses.',
};

const MIXED_UP = {
  failsWhen: 'beside-others',
  cause:
    'Concurrent requests get the responses to other requests: they share a variable or a connection, or their lookups are merged although the requests are only partly equal.',
  fix: 'Keep the data of each request in its own variables, and merge only requests with the same path, query, headers and body.',
} as const;

/** Causes of a status that names what is refused. */
const NAMED: ReadonlyMap<number, Pick<Verdict, 'cause' | 'fix'>> = new Map([
  [
    406,
    {
      cause: 'Accept is compared as one text, or an HTML page is sent to browsers.',
      fix: 'Parse Accept as a list of weighted types, in which */* includes application/json; if in doubt, send JSON.',
    },
  ],
  [
    413,
    {
      cause: 'A limit on the size of bodies is too low, in the framework or in a gateway in front.',
      fix: 'Allow bodies as large as the largest documented requests, in each server on the way.',
    },
  ],
  [
    415,
    {
      cause:
        'Content-Type is compared as one text, or its name is looked up in only one spelling, so a charset parameter, other capitals or a lower-case name makes it a different type.',
      fix: 'Compare only the media type: ignore its parameters and its case, and the case of the header name.',
    },
  ],
]);

type Failures = readonly [Verdict, ...Verdict[]];

/** Gives the first failure the common cause, so that a card shows it; the others keep their own. */
export function withCommonCause(failures: Failures): Failures {
  const [first, ...others] = failures;
  const facts = failures.map(failureOf);
  const [{ finding, outcome, status } = failureOf(first)] = facts;
  if (facts[0] && isOfAnother(facts[0]) && areMixedUp(facts))
    return [{ ...first, ...MIXED_UP }, ...others];
  if (outcome === 'refused' || (isStatusPlace(finding.at) && !isOneStatus(finding.at)))
    return [{ ...first, ...NAMED.get(status) }, ...others];
  if (failures.some(isErrorWith200)) return [{ ...first, ...ERROR_WITH_200 }, ...others];
  if (isMany(failures, acceptsQuery)) return [{ ...first, ...QUERY }, ...others];
  return isMany(failures, acceptsBody) ? [{ ...first, ...COMMON }, ...others] : failures;
}

/** True if the first one is such a failure, and many rules find another. */
function isMany(failures: Failures, isOne: (verdict: Verdict) => boolean): boolean {
  if (!isOne(failures[0])) return false;
  return new Set(failures.filter(isOne).map(ruleNameOf)).size >= MANY;
}

/** True if a wrong query is accepted. */
function acceptsQuery(verdict: Verdict): boolean {
  const { request } = verdict.counterexample ?? {};
  const isRead = request?.method === 'GET' && request.url.includes('?');
  return isRead && failureOf(verdict).outcome === 'accepted';
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
