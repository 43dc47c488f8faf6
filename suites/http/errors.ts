/** The body of errors: each documented error has the documented shape. */
import {
  between,
  breaksRequest,
  type Call,
  type CompleteExchange,
  type Finding,
  finding,
  headerPlace,
  type LikelyCause,
  type Operation,
  statuses,
  within,
  worded,
  wrongStatus,
} from '../../src/kit.ts';
import { type Law, must, should } from '../kit/law.ts';
import { hasBrokenEscape, INFRASTRUCTURE, isUntidy } from '../kit/statuses.ts';
import { BROKEN_JSON, isJsonType, jsonFindings, shapeFindings } from './bodies.ts';
import { parserMayReject } from './parser-limits.ts';
import { isOdd } from './responses.ts';
import type { Sent } from './rules.ts';

/** The media type of such an error is missing, too. */
export const NO_BODY: LikelyCause = {
  when: ({ exchange }) => exchange?.response?.text === '',
  cause:
    'The status is set without a body, by a layer in front of the handler or by an exception that is not mapped to an error.',
  fix: 'Send the documented body with every error, regardless of its status.',
};

export const ERROR_RULES: readonly Law<Sent>[] = [
  must('error-body', {
    statement: 'A documented error has the documented body in JSON.',
    cause:
      'A default handler or a filter creates the error instead of your own handler; or a member of it is missing, or has another name or type.',
    fix: 'Let one error handler create every documented error: application/json with the documented members.',
    followsFrom: ['repeated-errors-keep-shape'],
    causes: [NO_BODY, ...BROKEN_JSON],
    on: ({ probes }) => probes,
    anyTraffic: true,
    inconclusiveBecause:
      'no 400 response had the documented body; if the server sent any, the framework wrote them as text or HTML',
    check: (exchange, { operation }) => {
      const { request, response } = exchange;
      if (!isDocumentedError(operation, response.status) || hasBrokenEscape(request.path))
        return 'inapplicable';
      const found = isEarly(operation, exchange)
        ? earlyErrorBody(operation, exchange)
        : errorBody(operation, response);
      return found?.length === 0 && !shows400(operation, response) ? undefined : found;
    },
  }),
  should('framework-error-body', {
    statement: 'An error that is found before the request is decoded has the same body.',
    cause:
      'Requests that cannot be decoded are rejected before your handlers run, with an error of the framework.',
    fix: 'Replace its default rejection handler with one that sends the documented error as JSON.',
    followsFrom: ['error-body'],
    on: ({ probes }) => probes,
    anyTraffic: true,
    check: (exchange, { operation }) => {
      const { request, response } = exchange;
      // The status is compared first, because the other conditions read the whole body.
      if (!isDocumentedError(operation, response.status)) return 'inapplicable';
      if (hasBrokenEscape(request.path)) return 'inapplicable';
      const early =
        request.method !== operation.method ||
        isUnlabelled(operation, request) ||
        isEarly(operation, exchange);
      return early ? errorBody(operation, response) : 'inapplicable';
    },
  }),
  must('repeated-errors-keep-shape', {
    statement: 'A second and a third error have the status, media type and shape of the first.',
    cause:
      'Part of the first error is kept and used again, or repeated errors reach other code, such as a rate limit.',
    fix: 'Create each error from the current request.',
    on: ({ probes }) => probes,
    relation: ([first, ...later], { operation }) => {
      if (!first || !isDocumentedError(operation, first.response.status)) return undefined;
      return later.flatMap((next, i) =>
        between([next], likeTheFirst(operation, first, next, i + 2)),
      );
    },
  }),
];

/** A framework may reject a body that it cannot decode, or an unusual path, before a handler sees the request. */
function isEarly(operation: Operation, { request }: CompleteExchange): boolean {
  return (
    breaksItsSchema(operation, request) || isOdd(request.path) || parserMayReject(request.body)
  );
}

/** Text and HTML of a framework are excused, and so is the 404 of a router that quotes a normalized path. */
function earlyErrorBody(
  operation: Operation,
  { request, response }: CompleteExchange,
): Finding[] | undefined {
  if (!isJsonType(response.mediaType)) return undefined;
  const found = jsonFindings(response);
  if (found.length > 0) return found;
  if (isUntidy(request.path)) return undefined;
  const isDocumented = response.mediaType === 'application/json';
  const fits = bodyFindings(operation, response).length === 0;
  return fits && !isDocumented ? undefined : errorBody(operation, response);
}

/** Errors of the handler prove nothing about errors of the framework. */
function shows400({ responses }: Operation, { status }: CompleteExchange['response']): boolean {
  return status === 400 || responses['400'] === undefined;
}

function breaksItsSchema(operation: Operation, { body }: Call): boolean {
  return operation.request !== undefined && breaksRequest(operation, body);
}

function isUnlabelled(operation: Operation, { headers }: Call): boolean {
  return operation.request !== undefined && headers['content-type'] !== 'application/json';
}

function isDocumentedError({ responses }: Operation, status: number): boolean {
  return status >= 400 && responses[status] !== undefined;
}

function errorBody(operation: Operation, response: CompleteExchange['response']): Finding[] {
  const { mediaType, miscoded } = response;
  if (miscoded !== undefined) return jsonFindings(response);
  const found = isJsonType(mediaType) ? bodyFindings(operation, response) : [];
  if (mediaType === 'application/json') return found;
  return [
    finding(headerPlace('content-type'), 'application/json', mediaType || 'no content type'),
    ...found,
  ];
}

/** The findings about an error in JSON. */
function bodyFindings(operation: Operation, response: CompleteExchange['response']): Finding[] {
  const notJson = jsonFindings(response);
  if (notJson.length > 0) return notJson;
  const documented = operation.responses[response.status] ?? operation.responses['400'];
  const schema = documented?.['application/json'];
  return schema === undefined ? [] : shapeFindings(operation, schema, response.body);
}

function likeTheFirst(
  operation: Operation,
  { response: before }: CompleteExchange,
  { response: now }: CompleteExchange,
  nth: number,
): readonly Finding[] {
  if (INFRASTRUCTURE.has(now.status)) return [];
  const asFirst = worded`${statuses(before.status)}, as for the first error`;
  if (now.status !== before.status)
    return [wrongStatus(asFirst, now.status, { of: `error ${nth}` })];
  if (errorBody(operation, before).length > 0) return [];
  return within(errorBody(operation, now), { of: `error ${nth}` });
}
