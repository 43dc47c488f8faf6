/** The likely cause of a failure and its fix, from the findings and not from the rule alone. */
import { defined } from '../model/defined.ts';
import {
  type Counterexample,
  type FailsWhen,
  type Finding,
  type Found,
  isObject,
  isOwnStatus,
  isRandom,
  jsonOf,
  type LikelyCause,
  partsOf,
  type Requirement,
  rejectedPlace,
  ruleOf,
  type Shown,
  statusOf,
  textsIn,
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

/** The advice for a valid request that is rejected for a value which the target itself showed; empty for others. */
export function contradiction(
  finding: Finding,
  counterexample: Counterexample,
): Pick<Verdict, 'cause' | 'fix'> {
  const place = rejectedPlace(finding, counterexample);
  if (place === undefined) return {};
  const { operation, pointer } = place;
  return {
    cause: `The response rejects a value that ${operation} shows at ${pointer}: either it is wrong there, or it is not found here.`,
    fix: 'Use one source for the value in both operations.',
  };
}

const comes =
  (wanted: FailsWhen) =>
  ({ when }: Found): boolean =>
    when === wanted;

/** How a failure shows itself says more about its cause than the rule that it breaks. */
const OF_ANY_RULE: readonly LikelyCause[] = [
  {
    when: ({ isKept }) => isKept === true,
    cause:
      'A cache gives the response of an earlier request to this one: its key lacks a part of the request in which they differ.',
    fix: 'Put each part of the request on which the response depends into the key of the cache (for a header, also into Vary), or apply it after the cache.',
  },
  {
    when: ({ finding: { at, actual }, exchange }) =>
      isOwnStatus(at) && statusOf(actual) === 304 && !isConditional(exchange),
    cause:
      'A cache in front of the handler responds with 304 although the request has no condition, so that clients without a copy get no body.',
    fix: 'Respond with 304 only to requests with If-None-Match or If-Modified-Since, if they match.',
  },
  {
    when: comes('after-others'),
    cause:
      'An earlier request leaves state behind that this one sees: a member of a shared object, a cache or a connection that is not reset, especially after an error.',
    fix: 'Keep the data of a request in variables of that request, and reset pooled objects on early error returns too.',
  },
  {
    when: (found) => comes('beside-others')(found) && isOwnStatus(found.finding.at),
    cause:
      'Requests that run at the same time disturb each other: a lock, a limit, or a filter of equal requests refuses one of them, or they share something, such as a handler object or a connection.',
    fix: 'Let requests wait for each other where they must, serve equal requests independently, and keep the data of a request in variables of that request.',
  },
  {
    when: comes('beside-others'),
    cause:
      'Responses are mixed up: requests that run at the same time share something, such as a module variable, a handler object or a connection.',
    fix: 'Keep the data of a request in variables of that request, and pass it from call to call.',
  },
  {
    when: isAtRandomOf('first'),
    cause:
      'The first request for an id starts the loading of its contract or record, and does not wait for it.',
    fix: 'Wait until what the request is about is loaded, before a 404.',
  },
  {
    when: isAtRandomOf('as-success'),
    cause:
      'The status of an earlier response is left in an object that is used again, such as the response of a worker: the body is right.',
    fix: 'Set the status of each response, or reset the object for each request.',
  },
  {
    when: comes('now-and-then'),
    cause:
      'Replicas, caches or workers behind one address differ, the first request does not wait for what it must load, or there is a race condition: the request itself is not the cause.',
    fix: 'Compare the servers behind the address, and the logs at the times in the evidence.',
  },
  {
    when: ({ finding }) => isRandom(finding.actual),
    cause:
      'The same request is accepted at other times: replicas, caches or workers behind one address differ, or there is a limit or a race condition.',
    fix: 'Compare the servers behind the address, and the logs at the times in the evidence.',
  },
  {
    when: ({ finding: { at, actual } }) => isOwnStatus(at) && statusOf(actual) === 304,
    cause: 'A cache treats any ETag in a request as that of its own response.',
    fix: 'Compare If-None-Match with the current ETag, and respond with 304 only if they are equal.',
  },
  {
    when: ({ finding }) => gets(finding, 3),
    cause: 'A router, a gateway or a login page redirects the request before the handler gets it.',
    fix: 'Serve the documented path itself, without a redirect: clients need not follow redirects.',
  },
  {
    when: ({ finding }) => gets(finding, 2) && isOf(2, finding.expected),
    cause: 'The framework chooses the status by the method or by the length of the body.',
    fix: 'Set the documented status explicitly where the response is created.',
  },
  {
    when: ({ finding, exchange }) =>
      gets(finding, 2) && isOf(4, finding.expected) && namesError(exchange),
    cause:
      'The request is rejected only in the body of the response: its status indicates success.',
    fix: 'Send each error with the status that is documented for it.',
  },
  {
    when: isExpectedError,
    cause:
      'The error is the right one, and only its status is wrong: the table from error codes to statuses has another one for this code, or a gateway changes it.',
    fix: 'Give each error code its documented status in one table, and forward the status unchanged.',
  },
  {
    when: rejectedWith(422),
    cause: 'The framework validates the request, and responds with 422 by default.',
    fix: 'Map validation errors to the documented status in one error handler.',
  },
  {
    when: rejectedWith(413, 414, 431),
    cause: 'The framework or a gateway has a size limit that rejects the request.',
    fix: 'Raise the limit, so that the server itself sees the request and rejects it.',
  },
  {
    when: rejectedWith(415),
    cause: 'The framework checks Content-Type first, but does not accept the one of this request.',
    fix: 'Compare the types that the route accepts with the documented one.',
  },
  {
    when: ({ finding: { at, actual } }) =>
      isOwnStatus(at) && [502, 504].includes(statusOf(actual) ?? 0),
    cause:
      'A gateway in front of the server has no response that it can pass on: the server closed the connection or took too long, or its response is larger than the gateway allows.',
    fix: 'Send the same request to the server itself, and compare; the log of the gateway says why at the time in the evidence.',
  },
  {
    when: ({ finding }) => isServerError(finding),
    cause:
      'The handler throws an exception, instead of detecting that something in the request is missing, of the wrong type or not found, and the exception reaches the default handler.',
    fix: "The server's log shows the line at the time of the request. Check the input before it is used, and respond as the rule expects.",
  },
];

function isConditional(exchange: Found['exchange']): boolean {
  const names = Object.keys(exchange?.request.headers ?? {}).map((name) => name.toLowerCase());
  return names.includes('if-none-match') || names.includes('if-modified-since');
}

function isAtRandomOf(which: 'first' | 'as-success') {
  return ({ finding: { actual } }: Found): boolean =>
    partsOf(actual).some((part) => 'atRandom' in part && part.atRandom.which === which);
}

function gets({ at, actual }: Found['finding'], hundreds: number): boolean {
  return isOwnStatus(at) && isOf(hundreds, actual);
}

/** A rejection is expected, and another one came whose status names its source. */
function rejectedWith(...came: readonly number[]) {
  return ({ finding: { at, expected, actual } }: Found): boolean =>
    isOwnStatus(at) && isOf(4, expected) && came.includes(statusOf(actual) ?? 0);
}

/** The response names the error that is expected, with another status of a rejection. */
function isExpectedError({ finding: { at, expected, actual }, exchange }: Found): boolean {
  if (!isOwnStatus(at) || !isOf(4, expected) || (statusOf(actual) ?? 0) < 400) return false;
  const body = jsonOf(exchange?.response);
  const names = textsIn(expected).map((text) => text.trim());
  return isObject(body) && typeof body['code'] === 'string' && names.includes(body['code']);
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
