/** The likely cause of a failure and its fix, from the findings and not from the rule alone. */
import { defined } from '../model/defined.ts';
import {
  type Counterexample,
  type FailsWhen,
  type Finding,
  type Found,
  isOwnStatus,
  isRandom,
  jsonOf,
  type LikelyCause,
  type Requirement,
  rejectedPlace,
  ruleOf,
  type Shown,
  statusOf,
  type Verdict,
} from '../model/index.ts';

/** The advice of a failed requirement for what was found. */
export function adviceOf(
  requirement: Requirement,
  found: Found,
): Pick<Verdict, 'cause' | 'fix' | 'followsFrom'> {
  const rule = ruleOf(requirement, found.finding);
  const { followsFrom } = rule;
  const special = [...OF_ANY_RULE, ...(rule.causes ?? [])].find((one) => fits(one, found));
  const isOwn = special === undefined || rule.aboutCrashes === true;
  const cause = isOwn ? rule.cause : special.cause;
  const fix = isOwn ? rule.fix : (special.fix ?? rule.fix);
  return defined({ cause, fix, followsFrom });
}

/** False after an internal error in Assay: the failure has the advice of its rule. */
function fits({ when }: LikelyCause, found: Found): boolean {
  try {
    return when(found);
  } catch {
    return false;
  }
}

/** The advice for a good request that is rejected for a value which the target itself showed; empty for others. */
export function contradiction(
  finding: Finding,
  counterexample: Counterexample,
): Pick<Verdict, 'cause' | 'fix'> {
  const place = rejectedPlace(finding, counterexample);
  if (place === undefined) return {};
  const { operation, pointer } = place;
  return {
    cause: `The response rejects a value that ${operation} shows at ${pointer}: it is wrong there, or it is not found here.`,
    fix: 'Read the value from one place in both operations.',
  };
}

const comes =
  (wanted: FailsWhen) =>
  ({ when }: Found): boolean =>
    when === wanted;

/** How a failure shows itself says more about its cause than the rule that it breaks. */
const OF_ANY_RULE: readonly LikelyCause[] = [
  {
    when: comes('after-others'),
    cause:
      'An earlier request leaves something behind that this one gets: a member of a shared object, a cache or a connection that is not reset, above all after an error.',
    fix: 'Keep what belongs to a request in variables of that request, and reset pooled objects where an error leaves early too.',
  },
  {
    when: comes('beside-others'),
    cause:
      'Responses are mixed up: requests that run at the same time share something, such as a variable of the module, a handler object or a connection that two of them use.',
    fix: 'Keep what belongs to a request in variables of that request, and hand it from call to call.',
  },
  {
    when: comes('now-and-then'),
    cause:
      'Replicas, caches or workers behind one address differ, the first request loads what it needs and does not wait for it, or a race decides: the request itself is not the cause.',
    fix: 'Compare the servers behind the address, and the logs at the times in the evidence.',
  },
  {
    when: ({ finding }) => isRandom(finding.actual),
    cause:
      'The same request is accepted at other times: replicas, caches or workers behind one address differ, or a limit or a race decides.',
    fix: 'Compare the servers behind the address, and the logs at the times in the evidence.',
  },
  {
    when: ({ finding: { at, actual } }) => isOwnStatus(at) && statusOf(actual) === 304,
    cause: 'A cache takes any ETag in a request for that of its own response.',
    fix: 'Compare If-None-Match with the present ETag, and respond with 304 only if they are equal.',
  },
  {
    when: ({ finding }) => gets(finding, 3),
    cause: 'A router, a gateway or a login page redirects the request before the handler gets it.',
    fix: 'Serve the documented path itself, and respond to it directly: clients need not follow.',
  },
  {
    when: ({ finding }) => gets(finding, 2) && isOf(2, finding.expected),
    cause: 'The framework chooses the status by the method or by the length of the body.',
    fix: 'Set the documented status where the response is made.',
  },
  {
    when: ({ finding, exchange }) =>
      gets(finding, 2) && isOf(4, finding.expected) && namesError(exchange),
    cause: 'The request is rejected in the body of the response only: its status says success.',
    fix: 'Send each error with the status that is documented for it.',
  },
  {
    when: rejectedWith(422),
    cause: 'The framework checks the request itself, and 422 is its status for what does not fit.',
    fix: 'Map its errors of validation to the documented status in one error handler.',
  },
  {
    when: rejectedWith(413, 414, 431),
    cause: 'A limit of the framework or of a gateway rejects the request for its size.',
    fix: 'Raise the limit, so that the server itself sees the request and rejects it.',
  },
  {
    when: rejectedWith(415),
    cause: 'The framework looks at Content-Type first, and does not take the one of this request.',
    fix: 'Compare the types that the route accepts with the documented one.',
  },
  {
    when: ({ finding }) => isServerError(finding),
    cause:
      'The handler throws at this request, where it should see that something in it is absent, of another type or not found, and the exception reaches the default handler.',
    fix: "The server's log at the time of the request names the line. Check the input before it is used, and respond as the rule expects.",
  },
];

function gets({ at, actual }: Found['finding'], hundreds: number): boolean {
  return isOwnStatus(at) && isOf(hundreds, actual);
}

/** A rejection is expected, and another one came whose status names its source. */
function rejectedWith(...came: readonly number[]) {
  return ({ finding: { at, expected, actual } }: Found): boolean =>
    isOwnStatus(at) && isOf(4, expected) && came.includes(statusOf(actual) ?? 0);
}

function isOf(hundreds: number, shown: Shown): boolean {
  return Math.floor((statusOf(shown) ?? 0) / 100) === hundreds;
}

/** The body is an error and nothing else. */
function namesError(exchange: Found['exchange']): boolean {
  const body = jsonOf(exchange?.response);
  if (typeof body !== 'object' || body === null) return false;
  return ['error', 'errors'].some((name) => Object.keys(body)[0] === name);
}

/** 502 to 504 come from what stands in front of a server. */
function isServerError({ at, actual }: Found['finding']): boolean {
  return isOwnStatus(at) && [500, 501].includes(statusOf(actual) ?? 0);
}
