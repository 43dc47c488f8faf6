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
  /** Those that use the documented method: their 200 responses have the documented shape. */
  readonly answering: readonly Probe[];
  /** Those of them whose bodies a server reads to the end, so that each request gets a response. */
  readonly readable: readonly Probe[];
  /** Requests that fit the schema, whether or not they name something that exists. */
  readonly wellFormed: readonly Probe[];
  /** Requests whose body breaks the request schema. */
  readonly broken: readonly Probe[];
  /** Requests that a framework rejects before a handler sees them. */
  readonly framing: readonly Probe[];
  /** Several requests in a row that must each be rejected. */
  readonly rejectedInARow: Probe;
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
      id: id('operation-exists'),
      level: operation.core ? 'MUST' : 'SHOULD',
      ...(operation.core
        ? {}
        : { levelReason: 'the overview of the contract does not name the operation' }),
      clause: 'operations-are-offered',
      statement: 'The operation exists: its response differs from that of an unknown path.',
      cause:
        "The base URL lacks the registrar's path or has /registry twice, or the plural of the contexts (allocations) is confused with the singular of the factory (allocation-instruction).",
      fix: 'Serve the documented path below the base URL that clients get.',
      probes: all,
      expects: 'presence',
    }),
    requirement({
      id: id('requests-get-responses'),
      level: 'MUST',
      clause: 'requests-are-answered',
      statement: 'Every request gets a response; the connection is not closed without one.',
      cause:
        'A handler throws after its response has begun, or a worker crashes on a large or deep body.',
      fix: "Catch errors at the outermost layer and respond; the server's log at the time of the request shows which one it was.",
      probes: readable,
      expects: 'answer',
    }),
    requirement({
      id: id('complete-responses'),
      level: 'SHOULD',
      clause: 'responses-are-complete',
      statement: 'No response is lost or truncated at random.',
      cause:
        'Some connections break while others work: a proxy with short timeouts or few workers, a server that restarts, or the network.',
      fix: 'Compare the logs of both ends for the time of one loss, and send Connection: close before closing.',
      probes: readable,
      expects: 'completeness',
    }),
    requirement({
      id: id('documented-status'),
      level: 'MUST',
      clause: 'statuses-are-documented',
      statement: 'A well-formed request gets a documented status.',
      cause:
        'Frameworks respond with 422 to failed validation, or rules of the registry become 403 or 409, where clients know only the documented statuses.',
      fix: 'Map errors in one place: a wrong request is 400, an unknown resource is 404.',
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
        // Gateways redirect every caller, to log in or to https; then the control goes there as well.
        const sentAway = isRedirect(status) && accepted && !isOdd(request.path);
        return documentedStatus(operation, status, sentAway);
      },
    }),
    requirement({
      id: id('no-server-error'),
      level: 'MUST',
      clause: 'server-errors-are-not-documented',
      statement: 'No request causes an internal server error.',
      cause:
        'An exception of a lookup, a parser or the ledger client reaches the default handler: for an absent member, an unknown id, an unexpected JSON type or a key such as __proto__.',
      fix: 'The failed requirements show which input it is. Check input before it is used, and map not found and invalid argument of the layer below to 404 and 400.',
      probes: answering,
      anyTraffic: true,
      check: ({ request, response: { status } }) => {
        // What other methods get is not documented: rejects-wrong-method tests it.
        if (request.method !== operation.method) return undefined;
        if (status < 500 || INFRASTRUCTURE.has(status)) return [];
        return [finding('status', 'a documented status', `${status}`)];
      },
    }),
    requirement({
      id: id('response-media-type'),
      level: 'MUST',
      clause: 'answers-are-json',
      statement: 'A 200 has the media type application/json and a body that is JSON.',
      cause:
        'A response that is written as text, or serialised by hand, has the type text/plain or text/html.',
      fix: "Use the framework's JSON response, and look for a proxy or a cache that changes Content-Type.",
      probes: answering,
      anyTraffic: true,
      check: ({ response }) => (response.status === 200 ? isJson(response) : undefined),
    }),
    requirement({
      id: id('response-shape'),
      level: 'MUST',
      clause: 'answers-have-their-shape',
      statement:
        'A 200 has the documented members and types; null counts as an absent optional member.',
      cause:
        'Types written by hand have names in snake_case, disclosedContracts beside choiceContext, templateId as an object, or null for a required member.',
      fix: 'Generate the response types from the published document, or check responses against it in your tests.',
      probes: answering,
      anyTraffic: true,
      check: ({ response }) => shape(operation, response, 'null-is-absent'),
    }),
    requirement({
      id: id('no-null-members'),
      level: 'SHOULD',
      clause: 'absent-members-are-left-out',
      statement: 'Optional members without a value are omitted, not sent as null.',
      cause: 'Serialisers write an absent value as null by default.',
      fix: 'Change the default once for all responses: Include.NON_NULL in Jackson, dropNullValues in circe, exclude_none in Pydantic, skip_serializing_if in serde, omitempty in Go.',
      probes: answering,
      anyTraffic: true,
      check: ({ response }) => {
        // A body that breaks its shape in other ways breaks response-shape only.
        if (shape(operation, response, 'null-is-absent')?.length !== 0) return undefined;
        return shape(operation, response, 'strict');
      },
    }),
    requirement({
      id: id('error-body'),
      level: 'MUST',
      clause: 'errors-have-one-shape',
      statement: 'A documented error is an ErrorResponse in JSON.',
      cause:
        'Thrown HTTP exceptions and default handlers send members such as message, detail or code, and no error.',
      fix: 'Let one error handler make every 400 and 404: application/json with {"error": "<what is wrong>"}.',
      probes: [...wellFormed, ...broken],
      anyTraffic: true,
      check: ({ request, response }) => {
        if (!isDocumentedError(operation, response.status)) return 'inapplicable';
        // Frameworks reject a body they cannot decode in plain text, before a handler sees it, and odd paths too.
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
      statement: 'An error that is found before the request is understood is an ErrorResponse too.',
      cause:
        'Requests with unparseable JSON, a wrong media type or a wrong method are rejected before your handlers run, in the plain text or HTML of the framework.',
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
      id: id('error-text-is-not-empty'),
      level: 'SHOULD',
      clause: 'errors-say-what-is-wrong',
      statement: 'The error text is not empty.',
      cause: 'The text comes from an exception without a message, or is removed in production.',
      fix: 'Use a fixed text for each kind of error.',
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
      id: id('repeated-errors-keep-shape'),
      level: 'MUST',
      clause: 'errors-have-one-shape',
      statement: 'A second and a third error have the status, media type and shape of the first.',
      cause:
        'State outlives the first error: an error object that is filled only once, a reused response, or a limiter with its own error format.',
      fix: 'Make each error from its own request.',
      probes: [probes.rejectedInARow],
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
      fix: 'Switch to production mode, log the details under a request id, and send only the id.',
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
