/** What holds for each operation, whatever it does: statuses, media types, shapes, error bodies. */
import {
  type Answered,
  breaksRequest,
  describe,
  dropAbsentNulls,
  type Finding,
  finding,
  type JsonSchema,
  type Operation,
  type Probe,
  type Requirement,
  requirement,
  type Says,
  validator,
} from '../src/index.ts';
import { answerFindings, INFRASTRUCTURE, internals } from './answers.ts';

/** The probes of one operation, by what their requests are. */
export interface OperationProbes {
  readonly all: readonly Probe[];
  /** Those that use the documented method: their 200 answers have the documented shape. */
  readonly answering: readonly Probe[];
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
  const id = (name: string): string => `${surface}/${operation.chapter}/${name}`;
  const { all, answering, wellFormed, broken, framing } = probes;
  return [
    requirement({
      id: id('offered'),
      level: operation.core ? 'MUST' : 'SHOULD',
      clause: 'operations-are-offered',
      says: 'The operation is served: it answers otherwise than a path that nobody serves.',
      probes: all,
      owes: 'presence',
    }),
    requirement({
      id: id('answers'),
      level: 'MUST',
      clause: 'requests-are-answered',
      says: 'Every request gets an answer; none ends in a closed connection or in silence.',
      probes: all,
      owes: 'answer',
    }),
    requirement({
      id: id('documented-status'),
      level: 'MUST',
      clause: 'statuses-are-documented',
      says: 'A well-formed request is answered with a documented status.',
      probes: wellFormed,
      // A crash is told once, by no-server-error.
      check: ({ response: { status } }) =>
        status >= 500 ? undefined : documentedStatus(operation, status),
    }),
    requirement({
      id: id('no-server-error'),
      level: 'MUST',
      clause: 'server-errors-are-not-documented',
      says: 'No request, however wrong, is answered with an internal server error.',
      probes: all,
      check: ({ request, response: { status } }) => {
        const methodNotKnown = status === 501 && request.method !== operation.method;
        if (status < 500 || INFRASTRUCTURE.has(status) || methodNotKnown) return [];
        return [finding('status', 'a documented status', `${status}`)];
      },
    }),
    requirement({
      id: id('json-media-type'),
      level: 'MUST',
      clause: 'answers-are-json',
      says: 'A 200 answer is application/json, and its body is JSON.',
      probes: answering,
      check: ({ response }) => (response.status === 200 ? isJson(response) : undefined),
    }),
    requirement({
      id: id('body-shape'),
      level: 'MUST',
      clause: 'answers-have-their-shape',
      says: 'A 200 answer has the documented members and types; null stands for an absent optional member.',
      probes: answering,
      check: ({ response }) => shape(operation, response, 'null-is-absent'),
    }),
    requirement({
      id: id('no-null-members'),
      level: 'SHOULD',
      clause: 'absent-members-are-left-out',
      says: 'Optional members without a value are left out, not sent as null.',
      probes: answering,
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
      says: 'A documented error answer is an ErrorResponse in JSON.',
      probes: [...wellFormed, ...broken],
      check: ({ request, response }) => {
        if (!isDocumentedError(operation, response.status)) return undefined;
        // Frameworks refuse a body they cannot decode in plain text, before a handler sees it.
        const decoding =
          broken.length > 0 &&
          breaksRequest(operation, request.body) &&
          response.mediaType !== 'application/json';
        return decoding ? 'inapplicable' : errorBody(operation, response);
      },
    }),
    requirement({
      id: id('framework-error-body'),
      level: 'SHOULD',
      clause: 'early-errors-have-the-same-shape',
      says: 'Errors found before the request is understood are ErrorResponses too.',
      probes: [...framing, ...broken],
      check: ({ response }) =>
        response.status >= 400 && !INFRASTRUCTURE_BODY.has(response.status)
          ? errorBody(operation, response)
          : undefined,
    }),
    requirement({
      id: id('error-text'),
      level: 'SHOULD',
      clause: 'errors-say-what-is-wrong',
      says: 'The error text is not empty.',
      probes: all,
      check: ({ response }) => {
        const text = (response.body as { error?: unknown } | undefined)?.error;
        if (response.status < 400 || typeof text !== 'string') return undefined;
        return text.trim() === ''
          ? [finding('/error', 'words that say what is wrong', describe(text))]
          : [];
      },
    }),
    requirement({
      id: id('errors-stay-good'),
      level: 'MUST',
      clause: 'errors-have-one-shape',
      says: 'A second and a third error answer have the status, media type and shape of the first.',
      probes: [probes.refusedInARow],
      relation: ([first, ...later]) => {
        if (!first || !isDocumentedError(operation, first.response.status)) return undefined;
        return later.flatMap((next, i) => likeTheFirst(operation, first, next, i + 2));
      },
    }),
    requirement({
      id: id('no-internals-in-errors'),
      level: 'SHOULD',
      clause: 'errors-keep-internals-private',
      says: 'Error bodies show no stack trace and no file path of the server.',
      probes: all,
      check: ({ request, response }) =>
        response.status >= 400 ? internals(request, response.text) : undefined,
    }),
    ...answerFindings(id, answering),
  ];
}

/** These may come from a proxy, whose bodies the contract does not speak of. */
const INFRASTRUCTURE_BODY: ReadonlySet<number> = new Set(
  [...INFRASTRUCTURE].filter((s) => s !== 405 && s !== 415),
);

function documentedStatus(operation: Operation, status: number): Says {
  if (operation.responses[status] || INFRASTRUCTURE.has(status) || isRedirect(status)) return [];
  const documented = Object.keys(operation.responses).join(', ');
  return [finding('status', `one of ${documented}`, `${status}`)];
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

function isDocumentedError(operation: Operation, status: number): boolean {
  return status >= 400 && operation.responses[status] !== undefined;
}

function isJson({ mediaType, body, text }: Answered['response']): Finding[] {
  if (mediaType !== 'application/json') {
    return [finding('content-type', 'application/json', mediaType || 'no content type')];
  }
  return body === undefined ? [finding('body', 'JSON', describe(text))] : [];
}

function shape(
  operation: Operation,
  response: Answered['response'],
  nulls: 'strict' | 'null-is-absent',
): Says {
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

function errorBody(operation: Operation, response: Answered['response']): Finding[] {
  const notJson = isJson(response);
  if (notJson.length > 0) return notJson;
  const documented = operation.responses[response.status] ?? operation.responses['400'];
  const schema = documented?.['application/json'];
  return schema === undefined ? [] : against(operation, schema, response.body, 'null-is-absent');
}

function likeTheFirst(
  operation: Operation,
  first: Answered,
  next: Answered,
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
