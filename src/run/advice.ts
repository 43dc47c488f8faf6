/** The likely cause of a failure and its fix, from the findings and not from the rule alone. */
import { isNear } from '../contract/near.ts';
import { defined } from '../model/defined.ts';
import {
  type Counterexample,
  type FailsWhen,
  type Finding,
  type Found,
  isBodyText,
  isOwnStatus,
  isRandom,
  isStatusPlace,
  jsonOf,
  type LikelyCause,
  namesIn,
  type Pattern,
  partsOf,
  pathOf,
  type RandomWhich,
  type Requirement,
  rejectedPlace,
  ruleOf,
  type Shown,
  statusOf,
  textsIn,
  type Verdict,
} from '../model/index.ts';
import { CHANGED_VALUES } from './changed-values.ts';
import { CRASH_OF_CONDITION, REFUSAL_OF_CONDITION } from './conditions.ts';
import { ESCAPED_ID } from './escaped-ids.ts';
import { errorIn, saidBy } from './quoted-error.ts';

/** The advice of a failed requirement for what was found. */
export function adviceOf(
  requirement: Requirement,
  found: Found,
): Pick<Verdict, 'cause' | 'fix' | 'followsFrom' | 'rowStatement'> {
  const rule = ruleOf(requirement, found.finding);
  const { followsFrom } = rule;
  const rowStatement = rule === requirement ? undefined : rule.statement;
  const causes = [
    ...OF_ANY_RULE,
    ...(rule.causes ?? []),
    REFUSAL_OF_CONDITION,
    NOW_AND_THEN,
    OTHER_ERROR,
  ];
  const special = causes.find((one) => fits(one, found));
  const isOwn =
    special === undefined ||
    (rule.aboutCrashes === true &&
      found.when !== 'beside-others' &&
      special !== CRASH_OF_CONDITION);
  const written = (text: LikelyCause['cause'] | undefined): string | undefined =>
    typeof text === 'function' ? text(found) : text;
  const said = saidBy(found);
  // A server error says that something failed, and not why.
  const isReason = said !== '' && (statusOf(found.finding.actual) ?? 0) < 500;
  const own = isReason ? undefined : usual(rule.cause);
  const parts = [said, isOwn ? own : written(special.cause)].filter(Boolean);
  const isRefused = isOwn && isReason && isRefusal(found.finding);
  const fix = isRefused ? ACCEPT : written(isOwn ? rule.fix : (special.fix ?? rule.fix));
  return defined({
    cause: parts.length > 0 ? parts.join(' ') : undefined,
    fix,
    followsFrom,
    rowStatement,
  });
}

/** The causes that a rule names are usual ones: no response shows which of them it is. */
function usual(cause: string | undefined): string | undefined {
  return cause && `Often: ${cause}`;
}

const ACCEPT = 'This request is valid: correct the check or the lookup that rejects it.';

/** True for a client error where a success is due, whatever another operation shows. */
function isRefusal({ at, expected, actual, compares = [] }: Finding): boolean {
  return isStatusPlace(at) && compares.length < 2 && isOf(2, expected) && isOf(4, actual);
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

const isAtTimes = comes('now-and-then');

const NOW_AND_THEN: LikelyCause = {
  when: isAtTimes,
  cause:
    'The request itself is not the cause: servers, caches or workers behind one address differ, data is not loaded yet or has expired, a cache sends the response to an earlier request, or concurrent requests are merged or share state.',
  fix: 'Compare the servers behind the address, and check the logs at the times in the evidence. Keep the data of each request in its own variables.',
};
const has =
  (is: Pattern['is'], of?: string) =>
  ({ pattern }: Found): boolean =>
    pattern?.is === is && (of === undefined || ('when' in pattern && pattern.when === of));

/** A missing member whose value is under another name. */
const ANOTHER_NAME: LikelyCause = {
  when: isRenamed,
  cause: (found) =>
    `The member ${missingIn(found)} is written under another name, ${nearIn(found)}, because of a naming rule of the serialiser or a typo${isAtTimes(found) ? ': servers, versions or workers behind one address use different names' : ''}.`,
  fix: (found) =>
    `Use the name in the document${isAtTimes(found) ? ' in all of them' : ''}, and check for other members with the same mistake.`,
};

/** How a failure shows itself says more about its cause than the rule that it breaks. */
const OF_ANY_RULE: readonly LikelyCause[] = [
  {
    ...ANOTHER_NAME,
    // A member of the same type may be there by chance, but one with a similar name is not.
    when: (found) => isRenamed(found) && isNear(missingIn(found), nearIn(found)),
  },
  {
    when: has('no-route'),
    cause:
      'The server has no route for this method and path: the route is missing or spelled differently, or a gateway in front does not forward the request.',
    fix: 'Compare the path of the route with the one in the document, letter by letter, and send the request directly to the server.',
  },
  {
    when: ({ pattern }) => pattern?.is === 'cut' && 'isBeyondAscii' in pattern,
    cause:
      'Content-Length is the number of characters, and not of bytes: each character beyond ASCII takes two bytes or more.',
    fix: 'Count the bytes of the encoded body, or let the framework compute its length.',
  },
  {
    when: has('cut'),
    cause:
      'A buffer of this size is sent before the rest of the body is written, or only the first block of the body is sent.',
    fix: 'Flush the writer, or write the whole body, before you take its length and send it.',
  },
  {
    when: has('period'),
    cause:
      'The same request succeeds before and after, but fails for a while: its data expires, is being reloaded, or is removed from a cache and not loaded again at once.',
    fix: 'Reload expired data within the request, or keep the old copy until the new one is ready; the times in the evidence show which timer causes this.',
  },
  {
    when: has('of-another', 'before'),
    cause:
      'Data of the previous request is used again: a shared or pooled object is not cleared, or a cache key leaves out the part in which the two requests differ.',
    fix: 'Create a new object for each request, and include in cache keys every part of the request that the response depends on.',
  },
  {
    when: ({ pattern }) => pattern?.is === 'of-another' && pattern.differsIn !== undefined,
    cause:
      'A part of one request is used for another one that runs at the same time: it is kept in a variable or an object that requests share, or their lookups are merged by a key without this part.',
    fix: 'Keep the data of each request in its own variables, and merge only requests with the same path, query, headers and body.',
  },
  {
    when: has('of-another', 'beside'),
    cause:
      'Concurrent requests share a response: they are merged by a key that leaves out the part in which they differ, or share a variable or a connection.',
    fix: 'Merge only requests with the same path, query, headers and body, and keep the data of each request in its own variables.',
  },
  {
    when: ({ isKept }) => isKept === true,
    cause:
      'A cache sends the response to an earlier request: its key leaves out the part in which the two requests differ.',
    fix: 'Include in the cache key every part of the request that the response depends on (for a header, name it in Vary too), or apply that part after the cache.',
  },
  {
    when: ({ finding: { at, actual }, exchange }) =>
      isOwnStatus(at) && statusOf(actual) === 304 && !isConditional(exchange),
    cause:
      'A cache in front of the handler responds with 304 although the request has no condition, so clients without a copy get no body.',
    fix: 'Respond with 304 only to requests with If-None-Match or If-Modified-Since, if they match.',
  },
  {
    when: comes('after-others'),
    cause:
      'Data of an earlier request remains in a shared object, a list, a cache or a connection that is not reset.',
    fix: 'Keep the data of each request in its own variables, and reset objects before you use them again, even after errors.',
  },
  {
    when: (found) => comes('beside-others')(found) && isOwnStatus(found.finding.at),
    cause:
      'Concurrent requests interfere with each other: a lock, a limit or a filter against duplicates rejects one of them, or they share state, such as a handler object or a connection.',
    fix: 'Let requests wait for each other where necessary, serve equal requests independently, and keep the data of each request in its own variables.',
  },
  {
    when: comes('beside-others'),
    cause:
      'Concurrent requests share state, such as a variable, an object or a connection, or are merged although they are only partly equal, or a response is assembled in the order in which its parts arrive.',
    fix: 'Keep the data of each request in its own variables, merge only requests with the same path, query, headers and body, and keep the parts of a response in order.',
  },
  {
    when: isAtRandomOf('first'),
    cause:
      'The first request for an id starts to load its contract or record, but does not wait until it is loaded.',
    fix: 'Wait until the requested object is loaded before you respond with 404.',
  },
  {
    when: isAtRandomOf('first-of-operation'),
    cause:
      'What the operation needs is loaded by its first request, which does not wait until it is loaded.',
    fix: 'Load it before the server accepts requests, or wait for it in the request that starts to load it.',
  },
  {
    when: isAtRandomOf('as-success'),
    cause:
      'The status of an earlier response remains in an object that is used again, such as the response object of a worker. The body is correct.',
    fix: 'Set the status of each response, or reset the object for each request.',
  },
  {
    when: ({ finding: { at, expected, actual }, when, exchange }) =>
      isOwnStatus(at) &&
      statusOf(actual) === 400 &&
      !isOf(4, expected) &&
      (isRandom(actual) || when === 'now-and-then') &&
      exchange?.request.body !== undefined,
    cause:
      'The same request is accepted at other times, so it arrives changed: a proxy or a retry loses or truncates its body, or requests share a buffer. Or servers behind one address check requests differently.',
    fix: 'Log the length of the body where the error is created, and keep the body of each request until its response is received, so that a retry can send it again.',
  },
  {
    ...NOW_AND_THEN,
    // A body that is not JSON shows more.
    when: (found) => NOW_AND_THEN.when(found) && !isBodyText(found.finding.at),
  },
  {
    when: ({ finding }) => isRandom(finding.actual),
    cause:
      'The same request is accepted at other times: servers, caches or workers behind one address differ, or there is a limit or a race condition.',
    fix: 'Compare the servers behind the address, and check the logs at the times in the evidence.',
  },
  {
    when: ({ finding: { at, actual } }) => isOwnStatus(at) && statusOf(actual) === 304,
    cause: 'A cache treats every ETag in a request as the ETag of its own response.',
    fix: 'Compare If-None-Match with the current ETag, and respond with 304 only if they are equal.',
  },
  {
    when: ({ finding }) => gets(finding, 3),
    cause:
      'A redirect is sent instead of a documented response: by a router or a proxy in front of the handler, or by the code that handles missing objects.',
    fix: 'Send the documented status for this request, without a redirect: clients need not follow redirects.',
  },
  {
    when: ({ finding }) => gets(finding, 2) && isOf(2, finding.expected),
    cause:
      'The status is not set explicitly, so the default for the method or for an empty response is sent.',
    fix: 'Set the documented status explicitly where the response is created.',
  },
  {
    when: ({ finding, exchange }) =>
      gets(finding, 2) && isOf(4, finding.expected) && namesError(exchange),
    cause:
      'The request is rejected only in the body of the response; the status indicates success.',
    fix: 'Send each error with the status that is documented for it.',
  },
  {
    when: isSameError,
    cause: 'The error is correct, but its status is not: the two are assigned separately.',
    fix: 'Correct the table that maps errors to statuses, for every error of this kind.',
  },
  {
    when: isEmptySuccess,
    cause: 'A lookup without a result is treated as a success with an empty value.',
    fix: 'Turn an empty result into the documented error.',
  },
  {
    when: isOfNoRoute,
    cause:
      'The error is about the path and not about an object: no route has this path and method here.',
    fix: 'Register the route with the exact path and method of the document, on every server.',
  },
  {
    when: ({ finding: { at }, exchange }) =>
      at.part === 'operation' && exchange?.response?.status === 405,
    cause: 'The path exists, but not with this method.',
    fix: 'Register the path with the method of the document.',
  },
  ESCAPED_ID,
  {
    when: rejectedWith(422),
    cause: 'A framework or the server uses 422 for requests that it cannot validate.',
    fix: 'Map validation errors to the documented status in one error handler.',
  },
  {
    when: rejectedWith(413, 414, 431),
    cause: 'A size limit, in the server or in front of it, rejects the request.',
    fix: 'Raise the limit, so that the server itself sees the request and rejects it.',
  },
  {
    when: rejectedWith(415),
    cause: 'Content-Type is checked first, and the type of this request is not accepted.',
    fix: 'Compare the types that the route accepts with the documented one.',
  },
  {
    when: ({ finding: { at, actual } }) =>
      isOwnStatus(at) && [502, 504].includes(statusOf(actual) ?? 0),
    cause:
      'A gateway in front of the server has no response that it can forward: the server closed the connection or took too long, or its response is larger than the gateway allows.',
    fix: 'Send the same request directly to the server, and compare the responses. The log of the gateway shows the reason at the time in the evidence.',
  },
  CRASH_OF_CONDITION,
  {
    when: ({ finding }) => isServerError(finding),
    cause:
      'An exception is not mapped to a documented error: a value in the request or in the data is missing, empty or not found, or has a state or a type that the code does not expect.',
    fix: "Find the line that failed in the server's log at the time of the request. Handle this case there, and respond as the rule expects.",
  },
  ...CHANGED_VALUES,
  ANOTHER_NAME,
];

/** The cause of a rule about wrong requests explains why they are accepted; this one explains another error. */
const OTHER_ERROR: LikelyCause = {
  when: ({ finding: { at, expected, actual } }) =>
    isStatusPlace(at) && isOf(4, expected) && isOf(4, actual),
  cause:
    'Another check rejects the request first, or the error for this mistake has the status of another error.',
  fix: 'If the error is about something else, correct the check that it comes from, or run it later. Otherwise give the error the documented status.',
};

function isRenamed(found: Found): boolean {
  return nearIn(found) !== '';
}

function nearIn({ finding: { actual } }: Found): string {
  return 'near' in actual ? (actual.near ?? '') : '';
}

/** The member on the way to the place that has another name. */
function missingIn(found: Found): string {
  const names = namesIn(pathOf(found.finding.at));
  return names.find((name) => isNear(name, nearIn(found))) ?? names.at(-1) ?? '';
}

/** The same error with another status. */
function isSameError({ finding: { at, expected, actual } }: Found): boolean {
  const [wanted, came] = [expected, actual].map((one) => textsIn(one).join(' '));
  return isOwnStatus(at) && isOf(4, expected) && isOf(4, actual) && !!wanted && wanted === came;
}

/** An error is expected, and an empty value came. */
function isEmptySuccess({ finding, exchange }: Found): boolean {
  const text = exchange?.response?.text?.trim() ?? '';
  return gets(finding, 2) && isOf(4, finding.expected) && ['null', '{}', '[]'].includes(text);
}

/** A success is expected, and the text of the error names the whole path. */
function isOfNoRoute({ finding: { at, expected, actual }, exchange }: Found): boolean {
  if (!isOwnStatus(at) || !isOf(2, expected) || statusOf(actual) !== 404) return false;
  const [path = ''] = exchange?.request.path.split('?') ?? [];
  const said = errorIn(exchange?.response).text ?? exchange?.response?.text;
  return path.length > 1 && said?.includes(path) === true;
}

function isConditional(exchange: Found['exchange']): boolean {
  const names = Object.keys(exchange?.request.headers ?? {}).map((name) => name.toLowerCase());
  return names.includes('if-none-match') || names.includes('if-modified-since');
}

function isAtRandomOf(which: RandomWhich) {
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
