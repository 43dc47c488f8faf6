/** What holds for each operation, whatever it does: statuses, media types, shapes, error bodies. */
import {
  about,
  breaksRequest,
  type CheckResult,
  type CompleteExchange,
  describe,
  dropAbsentNulls,
  type Finding,
  finding,
  type JsonSchema,
  type Operation,
  type Probe,
  type Requirement,
  requirement,
  validator,
} from '../src/index.ts';
import { INFRASTRUCTURE, internals, jsonFindings, responseRules, uniqueNames } from './answers.ts';
import { parserMayReject } from './parser-limits.ts';
import { ownRedirect } from './redirects.ts';

/** The probes of one operation, by what their requests are. */
export interface OperationProbes {
  readonly all: readonly Probe[];
  /** Those that use the documented method: their 200 answers have the documented shape. */
  readonly answering: readonly Probe[];
  /** Those of them whose bodies a server reads to the end, so that each request gets a response. */
  readonly readable: readonly Probe[];
  /** Requests that fit the schema, whether or not they name something that exists. */
  readonly wellFormed: readonly Probe[];
  /** Requests whose body breaks the request schema. */
  readonly broken: readonly Probe[];
  /** Requests that a framework refuses before a handler sees them. */
  readonly framing: readonly Probe[];
  /** Several requests in a row that must each be refused. */
  readonly refusedInARow: Probe;
}

/** The requirements that hold for one operation of any surface. */
export function everyOperation(
  surface: string,
  operation: Operation,
  probes: OperationProbes,
): Requirement[] {
  const id = (name: string): string => `${surface}/${operation.name}/${name}`;
  const { all, answering, readable, wellFormed, broken, framing } = probes;
  return [
    requirement({
      id: id('offered'),
      level: operation.core ? 'MUST' : 'SHOULD',
      clause: 'operations-are-offered',
      statement: 'The operation is served: it answers otherwise than a path that nobody serves.',
      cause:
        "Often the base URL lacks the registrar's path or names /registry twice, or the plural of the contexts (allocations) is mixed up with the singular of the factory (allocation-instruction).",
      fix: 'Mount the documented path below the base URL that is given to clients.',
      probes: all,
      expects: 'presence',
    }),
    requirement({
      id: id('answers'),
      level: 'MUST',
      clause: 'requests-are-answered',
      statement: 'Every request gets an answer; none ends in a closed connection or in silence.',
      cause:
        'A handler that throws after its answer has begun, or a worker that dies of a large or deep body, closes the connection.',
      fix: "Catch errors at the outermost layer and answer them; the server's log at the time of the request tells which one it was.",
      probes: readable,
      expects: 'answer',
    }),
    requirement({
      id: id('complete-responses'),
      level: 'SHOULD',
      clause: 'responses-are-complete',
      statement: 'No response is lost or cut off at random.',
      cause:
        'Some connections break while others work: a proxy with short timeouts or few workers, a server that is restarted, or the network in between.',
      fix: 'Compare the logs of both ends for the time of one loss; announce connections that will close with Connection: close.',
      probes: readable,
      expects: 'completeness',
    }),
    requirement({
      id: id('documented-status'),
      level: 'MUST',
      clause: 'statuses-are-documented',
      statement: 'A well-formed request is answered with a documented status.',
      cause:
        'Validation of many frameworks says 422, and rules of the registry end as 403 or 409, where clients know only the documented statuses.',
      fix: 'Map errors in one place: what is wrong with a request is 400, what is not there is 404.',
      probes: wellFormed,
      check: (exchange, accepted) => {
        const { request, response } = exchange;
        const { status } = response;
        if (status >= 400 && status < 500 && parserMayReject(request.body)) return undefined;
        const redirect = isOdd(request.path) ? undefined : ownRedirect(exchange);
        if (redirect !== undefined) {
          const documented = Object.keys(operation.responses).join(', ');
          return [finding('status', `one of ${documented}`, redirect)];
        }
        // Gateways send everybody away, to log in or to https; then the twin goes there as well.
        const sentAway = isRedirect(status) && accepted && !isOdd(request.path);
        return documentedStatus(operation, status, sentAway);
      },
    }),
    requirement({
      id: id('no-server-error'),
      level: 'MUST',
      clause: 'server-errors-are-not-documented',
      statement: 'No request, however wrong, is answered with an internal server error.',
      cause:
        'An exception of a lookup, a parser or the ledger client reaches the default handler: for a member that may be absent, for an id that is not there, for an unexpected JSON type, for a key such as __proto__.',
      fix: 'The request below, and the other failed requirements, show which input it is. Check what comes in before it is used, and turn not found and invalid argument of the layer below into 404 and 400.',
      probes: answering,
      anyTraffic: true,
      check: ({ request, response: { status } }) => {
        // What other methods get is not documented: wrong-method-refused looks at it.
        if (request.method !== operation.method) return undefined;
        if (status < 500 || INFRASTRUCTURE.has(status)) return [];
        return [finding('status', 'a documented status', `${status}`)];
      },
    }),
    requirement({
      id: id('json-media-type'),
      level: 'MUST',
      clause: 'answers-are-json',
      statement: 'A 200 answer is application/json, and its body is JSON.',
      cause:
        'An answer that is written as text, or was turned into JSON by hand, goes out as text/plain or text/html.',
      fix: "Use the framework's own JSON answer, and look for a proxy or a cache that changes Content-Type.",
      probes: answering,
      anyTraffic: true,
      check: ({ response }) => (response.status === 200 ? isJson(response) : undefined),
    }),
    requirement({
      id: id('body-shape'),
      level: 'MUST',
      clause: 'answers-have-their-shape',
      statement:
        'A 200 answer has the documented members and types; null stands for an absent optional member.',
      cause:
        'Names in snake_case, disclosedContracts beside choiceContext and not in it, templateId as an object, null for a required member: these come from types written by hand.',
      fix: 'Generate the types of the answers from the published document, or check answers against it in your tests.',
      probes: answering,
      anyTraffic: true,
      check: ({ response }) => shape(operation, response, 'null-is-absent'),
    }),
    requirement({
      id: id('no-null-members'),
      level: 'SHOULD',
      clause: 'absent-members-are-left-out',
      statement: 'Optional members without a value are left out, not sent as null.',
      cause:
        'Serialisers write an optional without a value as null unless they are told otherwise.',
      fix: 'Tell yours once, for all answers: Include.NON_NULL in Jackson, dropNullValues in circe, exclude_none in Pydantic, skip_serializing_if in serde, omitempty in Go.',
      probes: answering,
      anyTraffic: true,
      check: ({ response }) => {
        // A body that breaks its shape in other ways is the business of body-shape alone.
        if (shape(operation, response, 'null-is-absent')?.length !== 0) return undefined;
        return shape(operation, response, 'strict');
      },
    }),
    requirement({
      id: id('error-body'),
      level: 'MUST',
      clause: 'errors-have-one-shape',
      statement: 'A documented error answer is an ErrorResponse in JSON.',
      cause:
        'Thrown HTTP exceptions and default handlers answer with members such as message, detail or code, and have no error.',
      fix: 'Let one error handler make every 400 and 404: application/json with {"error": "<what is wrong>"}.',
      probes: [...wellFormed, ...broken],
      anyTraffic: true,
      check: ({ request, response }) => {
        if (!isDocumentedError(operation, response.status)) return 'inapplicable';
        // Frameworks refuse a body they cannot decode in plain text, before a handler sees it, and odd paths too.
        const decoding =
          broken.length > 0 &&
          breaksRequest(operation, request.body) &&
          response.mediaType !== 'application/json';
        const early = decoding || isOdd(request.path) || parserMayReject(request.body);
        return early ? 'inapplicable' : errorBody(operation, response);
      },
    }),
    requirement({
      id: id('framework-error-body'),
      level: 'SHOULD',
      clause: 'early-errors-have-the-same-shape',
      statement: 'Errors found before the request is understood are ErrorResponses too.',
      cause:
        'What cannot be parsed, has the wrong media type or the wrong method is rejected before your handlers run, in the plain text or HTML of the framework.',
      fix: 'Replace its default rejection handler by one that sends {"error": "<what is wrong>"} as JSON.',
      probes: [...framing, ...broken, ...wellFormed],
      check: ({ request, response }) => {
        const early =
          isOdd(request.path) ||
          request.method !== operation.method ||
          request.headers['content-type'] !== 'application/json' ||
          breaksRequest(operation, request.body) ||
          parserMayReject(request.body);
        return early && response.status >= 400 && !INFRASTRUCTURE_BODY.has(response.status)
          ? errorBody(operation, response)
          : 'inapplicable';
      },
    }),
    requirement({
      id: id('error-text'),
      level: 'SHOULD',
      clause: 'errors-say-what-is-wrong',
      statement: 'The error text is not empty.',
      cause:
        'The text is taken from an exception that has no message, or is emptied in production to hide details.',
      fix: 'Fall back to a fixed text for each kind of error.',
      probes: all,
      check: ({ response }) => {
        const text = (response.body as { error?: unknown } | undefined)?.error;
        if (response.status < 400 || typeof text !== 'string') return 'inapplicable';
        return text.trim() === ''
          ? [finding('/error', 'words that say what is wrong', describe(text))]
          : [];
      },
    }),
    requirement({
      id: id('errors-stay-good'),
      level: 'MUST',
      clause: 'errors-have-one-shape',
      statement:
        'A second and a third error answer have the status, media type and shape of the first.',
      cause:
        'Something outlives the first error: an error object that is filled only once, a response that is kept, a limiter that answers repeated errors in a form of its own.',
      fix: 'Make each error answer anew from its own request.',
      probes: [probes.refusedInARow],
      relation: ([first, ...later]) => {
        if (!first || !isDocumentedError(operation, first.response.status)) return undefined;
        return later.flatMap((next, i) => about(next, likeTheFirst(operation, first, next, i + 2)));
      },
    }),
    requirement({
      id: id('no-internals-in-errors'),
      level: 'SHOULD',
      clause: 'errors-keep-internals-private',
      statement: 'Error bodies show no stack trace, no file path and no SQL of the server.',
      cause:
        'A development mode, or an error text made of the whole exception, shows stack and files.',
      fix: 'Switch to production mode, write the details to the log under a request id, and send only the id.',
      probes: all,
      anyTraffic: true,
      check: ({ request, response }) =>
        response.status >= 400 ? internals(request, response.text) : 'inapplicable',
    }),
    uniqueNames(id, all),
    ...responseRules(id, answering),
  ];
}

/** These may come from a proxy, whose bodies the contract does not speak of. */
const INFRASTRUCTURE_BODY: ReadonlySet<number> = new Set(
  [...INFRASTRUCTURE].filter((s) => s !== 405 && s !== 415),
);

function documentedStatus(operation: Operation, status: number, sentAway: boolean): CheckResult {
  if (operation.responses[status]) return [];
  if (INFRASTRUCTURE.has(status)) return undefined;
  if (isRedirect(status) && !sentAway) return [];
  const documented = Object.keys(operation.responses).join(', ');
  return [finding('status', `one of ${documented}`, `${status}`)];
}

/** Servers and routers may refuse such a path themselves: percent-encoded characters, segments of dots. */
function isOdd(path: string): boolean {
  return /%|\/\.|\.(?:\/|$)/.test(path);
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

function isDocumentedError(operation: Operation, status: number): boolean {
  return status >= 400 && operation.responses[status] !== undefined;
}

function isJson(response: CompleteExchange['response']): Finding[] {
  const { mediaType } = response;
  if (mediaType !== 'application/json') {
    return [finding('content-type', 'application/json', mediaType || 'no content type')];
  }
  return jsonFindings(response);
}

function shape(
  operation: Operation,
  response: CompleteExchange['response'],
  nulls: 'strict' | 'null-is-absent',
): CheckResult {
  if (response.status !== 200 || response.truncated) return undefined;
  const schema = operation.responses['200']?.['application/json'];
  if (schema === undefined || response.body === undefined) return undefined;
  return against(operation, schema, response.body, nulls);
}

function against(
  operation: Operation,
  schema: JsonSchema,
  body: unknown,
  nulls: 'strict' | 'null-is-absent',
): Finding[] {
  const errors = validator(operation.contract, schema);
  const found = errors(body);
  if (found.length === 0 || nulls === 'strict') return found.map(asFinding);
  return errors(dropAbsentNulls(operation.contract, schema, body)).map(asFinding);
}

function asFinding({ at, expected, actual }: Finding): Finding {
  return finding(at, expected, actual);
}

function errorBody(operation: Operation, response: CompleteExchange['response']): Finding[] {
  const notJson = isJson(response);
  if (notJson.length > 0) return notJson;
  const documented = operation.responses[response.status] ?? operation.responses['400'];
  const schema = documented?.['application/json'];
  return schema === undefined ? [] : against(operation, schema, response.body, 'null-is-absent');
}

function likeTheFirst(
  operation: Operation,
  first: CompleteExchange,
  next: CompleteExchange,
  nth: number,
): Finding[] {
  const before = first.response;
  const now = next.response;
  if (INFRASTRUCTURE.has(now.status)) return [];
  if (now.status !== before.status) {
    return [
      finding(`status of error ${nth}`, `${before.status}, as the first time`, `${now.status}`),
    ];
  }
  if (errorBody(operation, before).length > 0) return [];
  return errorBody(operation, now).map((f) => ({ ...f, at: `${f.at} of error ${nth}` }));
}
