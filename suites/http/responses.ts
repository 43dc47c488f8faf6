/** Rules for the responses of any operation: it exists, and statuses, media types and shapes are documented. */
import {
  BODY_TEXT,
  type Call,
  type CheckResult,
  type CompleteExchange,
  describe,
  finding,
  headerPlace,
  listed,
  type Operation,
  queryOf,
  type Shown,
  statuses,
  worded,
  wrongStatus,
} from '../../src/kit.ts';
import { unless, unlessStatus } from '../kit/judges.ts';
import { type Law, must, should, type Test } from '../kit/law.ts';
import { INFRASTRUCTURE, isCrash, isRedirect, isUntidy } from '../kit/statuses.ts';
import {
  BROKEN_JSON,
  internals,
  jsonFindings,
  repeatedIn,
  shapeFindings,
  strictFindings,
} from './bodies.ts';
import { isOfHeaders } from './own-headers.ts';
import { parserMayReject } from './parser-limits.ts';
import { ownRedirect } from './redirects.ts';
import type { Sent } from './rules.ts';
import { SHAPE_CAUSES } from './shape-causes.ts';
import { fitsItsSchema } from './wrong-bodies.ts';

/** Judges each response of any traffic. */
const onTraffic =
  (usual: NonNullable<Sent['check']>) =>
  ({ operation, probes, check = usual }: Sent): Test => ({
    probes,
    anyTraffic: true,
    check: (exchange) => check(exchange, operation),
  });

/** The engine decides whether there are responses. */
const expects =
  (what: 'presence' | 'response' | 'completeness') =>
  ({ probes }: Sent): Test => ({ probes, expects: what });

export const RESPONSE_RULES: readonly Law<Sent>[] = [
  must('operation-exists', {
    except: ({ operation: { core, deprecated, removalAnnounced } }) => {
      if (deprecated !== undefined || removalAnnounced)
        return { level: 'SHOULD', reason: 'the contract announces the removal of the operation' };
      return core
        ? undefined
        : { level: 'SHOULD', reason: 'the overview of the contract does not name the operation' };
    },
    statement: 'The operation exists: its response differs from that of an unknown path.',
    cause:
      'The operation is not implemented, or the path of its route or of the base URL is wrong.',
    fix: 'Serve the documented path below the base URL that clients use.',
    test: expects('presence'),
  }),
  must('requests-get-responses', {
    statement: 'Every request gets a response; the connection is not closed without one.',
    cause:
      'The connection ends before the response does: the handler fails after it starts to respond, the process crashes, or a limit on time or size is reached.',
    fix: "Catch errors at the outermost layer and respond; the server's log at the time of the request shows the error.",
    test: expects('response'),
  }),
  should('complete-responses', {
    statement: 'No response is lost or truncated at random.',
    cause:
      'Some connections break while others work: a limit on time or connections is too low, a server restarts, or the network fails.',
    fix: 'Compare the logs of both ends at the time of one loss, and send Connection: close before closing a connection.',
    test: expects('completeness'),
  }),
  must('documented-status', {
    statement: 'A well-formed request gets a documented status.',
    cause: 'An error has a status that the document does not list, or a valid request is rejected.',
    causes: [
      {
        when: ({ exchange }) => (exchange?.response?.status ?? 0) >= 500,
        cause:
          'An error that the server should handle reaches its default handler, or an error of a system behind it is passed on.',
        fix: 'Map each error to the status that the document gives for it.',
      },
      {
        when: ({ exchange }) => (exchange?.response?.status ?? 500) < 300,
        cause:
          'The status is not set explicitly, or is set by a general rule, such as 201 for each POST or 204 for an empty response.',
        fix: 'Set the documented status explicitly where the response is created.',
      },
    ],
    fix: 'Map errors in one place: an invalid request is 400, an unknown resource is 404.',
    test: ({ operation, probes }) => ({
      probes,
      // A gateway may redirect a caller at any time, and frameworks reject an odd path themselves.
      anyTraffic: (exchange) =>
        fitsItsSchema(exchange) &&
        !isOdd(exchange.request.path) &&
        !mayFaultTheQuery(operation, exchange) &&
        (!isRedirect(exchange.response.status) || ownRedirect(exchange) !== undefined),
      check: (exchange, accepted) => documentedStatus(operation, exchange, accepted),
    }),
  }),
  must('no-server-error', {
    statement: 'No request causes an internal server error.',
    cause:
      'An exception in a lookup, a parser or a call to another server reaches the default handler: for a missing member, an unknown id, an unexpected JSON type or a key such as __proto__. If it occurs at random, the cause is a dependency, a pool or one of several servers.',
    fix: 'Check input before it is used: respond with 400 to invalid input and with 404 to unknown ids. For random errors, compare the logs at the times in the evidence, and respond with 503 while a component is unavailable.',
    test: (sent) => ({
      aboutCrashes: true,
      ...onTraffic(({ request, response: { status }, isAnswer }, { method, responses }) => {
        // Another method is no operation, so that nothing documents its responses.
        if (request.method !== method) return undefined;
        // A server may have no route for such a path (RFC 9110 §15.6.2).
        const isDocumented =
          responses[status] !== undefined || (status === 501 && isUntidy(request.path));
        // A gateway reports a worker that crashes as its own error.
        const isRight = isDocumented || !(isCrash(status) || (isAnswer && status >= 500));
        return unlessStatus(isRight, worded`a documented status`, status);
      })(sent),
    }),
  }),
  must('not-redirected', {
    statement: 'A request to a documented path is not redirected.',
    cause:
      'The path is redirected instead of served, for example to add a slash, add a prefix or change the scheme.',
    fix: 'Serve the documented path itself, or rewrite it inside the proxy.',
    test: onTraffic((exchange, operation) => {
      const { request, response } = exchange;
      if (isUntidy(request.path)) return undefined;
      const redirect = ownRedirect(exchange);
      if (redirect !== undefined) return [wrongStatus(statusesOf(operation), redirect)];
      return isRedirect(response.status) ? undefined : [];
    }),
  }),
  must('response-media-type', {
    statement: 'A successful response has the documented media type, and its JSON can be parsed.',
    cause:
      'The response is written by hand instead of by the JSON encoder, or is changed or replaced after the handler.',
    causes: BROKEN_JSON,
    fix: "Use the framework's JSON response, and check for a proxy or a cache that changes bodies or Content-Type.",
    test: onTraffic(({ response }, { responses }) => {
      const { status, mediaType, text, bytes } = response;
      const content = responses[status];
      if (status >= 300 || content === undefined) return undefined;
      const types = Object.keys(content);
      if (types.length === 0) return unless(bytes === 0, BODY_TEXT, 'none', describe(text));
      if (!types.includes(mediaType))
        return [
          finding(headerPlace('content-type'), types.join(' or '), mediaType || 'no content type'),
        ];
      return mediaType === 'application/json' ? jsonFindings(response) : [];
    }),
  }),
  must('response-shape', {
    statement:
      'A successful response has the documented members and types; null counts as an absent optional member.',
    cause: 'The response is built from types that differ from the document.',
    causes: SHAPE_CAUSES,
    fix: 'Generate the response types from the published document, or check responses against it in your tests.',
    test: onTraffic(jsonShape(shapeFindings)),
  }),
  should('no-null-members', {
    statement: 'Optional members without a value are omitted, not sent as null.',
    cause: 'An absent value is written as null, which is the default of many serialisers.',
    fix: 'Change the default once for all responses: Include.NON_NULL in Jackson, dropNullValues in circe, exclude_none in Pydantic, skip_serializing_if in serde, omitempty in Go.',
    test: onTraffic((exchange, operation) => {
      // A body that breaks its shape in other ways breaks response-shape only.
      if (jsonShape(shapeFindings)(exchange, operation)?.length !== 0) return undefined;
      return jsonShape(strictFindings)(exchange, operation);
    }),
  }),
  should('no-internals-in-errors', {
    statement: 'Error bodies show no stack trace, no file path and no SQL of the server.',
    cause:
      'Development mode, or an error text that contains the whole exception, exposes the stack and file paths.',
    fix: 'Switch to production mode, log the details under a request id, and send only the id.',
    test: onTraffic(({ request, response }) =>
      response.status >= 400 ? internals(request, response.text) : 'inapplicable',
    ),
  }),
  // RFC 8259 §4: of a repeated name each parser may use another value.
  should('unique-names', {
    statement: 'No object in a response repeats a member.',
    cause:
      'A member is written twice, because two objects are joined as text, or by a serialiser that does not detect repeated names.',
    fix: 'Build the value first, with each name once, and serialise it as a whole.',
    test: onTraffic(({ response: { body, mediaType, text } }) => {
      if (mediaType !== 'application/json') return 'inapplicable';
      if (typeof body !== 'object' || body === null) return undefined;
      const name = repeatedIn(body, text);
      return name === undefined
        ? []
        : [finding(BODY_TEXT, 'each name once', worded`"${name}" twice`)];
    }),
  }),
  // RFC 8259 §8.1. Clients that know the charset read such a body, so its content is judged too.
  should('utf8-charset', {
    statement: 'JSON is UTF-8, and a charset parameter names UTF-8.',
    cause: 'The container or the web server adds a default charset, often ISO-8859-1.',
    fix: 'Set the response encoding to UTF-8, or send application/json without a charset.',
    test: onTraffic(({ response }) => {
      if (response.charset !== undefined && response.mediaType === 'application/json')
        return [finding(BODY_TEXT, 'JSON in UTF-8', worded`JSON in ${response.charset}`)];
      const charset = /charset="?([^";\s]+)/i.exec(response.headers['content-type'] ?? '')?.[1];
      if (response.mediaType !== 'application/json' || charset === undefined) return 'inapplicable';
      return /^utf-?8$/i.test(charset)
        ? []
        : [finding(headerPlace('content-type'), 'utf-8', charset)];
    }),
  }),
];

export const statusesOf = ({ responses }: Operation): Shown =>
  listed(
    Object.keys(responses).map((key) => (/^\d+$/.test(key) ? statuses(Number(key)) : key)),
    ', ',
  );

/** Every server accepts a path up to this length: a contract id has 138 digits. */
const SHORT_PATH = 300;

/** Servers and routers may reject such a path: encoded characters, path parameters, quotation marks, dot segments. */
export function isOdd(path: string): boolean {
  return /%|\/\.|\.(?:\/|$)|^[^?]*[^\w/:.~?=&-]/.test(path);
}

/**
 * True for a 4xx about a query value that no schema rules out, if no 400 is documented: a size out of range, an expired
 * token. A positive number is valid.
 */
function mayFaultTheQuery(
  { responses }: Operation,
  { request, response: { status } }: CompleteExchange,
): boolean {
  if (status < 400 || status >= 500 || responses[400] !== undefined) return false;
  return [...queryOf(request.path).values()].some((value) => !/^[1-9]\d{0,8}$/.test(value));
}

function documentedStatus(
  operation: Operation,
  exchange: CompleteExchange,
  accepted: boolean,
): CheckResult {
  const { request, response, isAnswer } = exchange;
  const { status } = response;
  if (status >= 400 && status < 500 && parserMayReject(request.body)) return undefined;
  if (isOfHeaders(exchange)) return undefined;
  const redirect = ownRedirect(exchange);
  if (redirect !== undefined && !isOdd(request.path))
    return [wrongStatus(worded`one of ${statusesOf(operation)}`, redirect)];
  if (operation.responses[status]) return [];
  const isShort = request.path.length <= SHORT_PATH;
  const isOwn =
    isAnswer ||
    (status === 414 && isShort) ||
    (accepted && ABOUT_THE_CALLER.has(status) && !mayBeFiltered(request));
  if (INFRASTRUCTURE.has(status) && !isOwn) return undefined;
  // Gateways redirect every caller, to a login or to https; then they redirect the control too.
  const isSentAway = (accepted || isAnswer) && !isOdd(request.path);
  if (isRedirect(status) && !isSentAway) return [];
  return [wrongStatus(worded`one of ${statusesOf(operation)}`, status)];
}

/** Rejections of a caller whose plain request is accepted; a similar request must not get them. */
const ABOUT_THE_CALLER: ReadonlySet<number> = new Set([401, 402, 403, 451]);

/** Filters in front of a server reject text that looks like markup, a query or a file path. */
function mayBeFiltered({ path, body = '' }: Call): boolean {
  return !/^[\w/:.-]*$/.test(path) || isOdd(path) || /[<>';]|--|\.\.|__|\\/.test(body);
}

/** The body of a 200 fits the documented schema. */
function jsonShape(fits: typeof shapeFindings) {
  return ({ response }: CompleteExchange, operation: Operation): CheckResult => {
    if (response.status !== 200 || response.truncated) return undefined;
    const schema = operation.responses['200']?.['application/json'];
    if (schema === undefined || response.body === undefined) return undefined;
    return fits(operation, schema, response.body);
  };
}
