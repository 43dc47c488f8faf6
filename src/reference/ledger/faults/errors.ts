/** Faults in rejections: statuses, error objects and what they disclose. */
import { rejecting } from '../fault.ts';
import { isRecord } from '../operators/json.ts';
import { intercept } from '../operators/receive.ts';
import { editRejections, errors, errorsWithout, rejectAs } from '../operators/rejections.ts';
import { EVERY_VERSION, type LedgerFault, table } from './table.ts';

export const errorFaults: readonly LedgerFault[] = table({
  'error-without-code': {
    description: 'Errors omit their code.',
    killedBy: 'ledger/*/error-object',
    versions: EVERY_VERSION,
    change: errorsWithout('code'),
  },
  'error-without-context': {
    description: 'Errors omit their context.',
    killedBy: 'ledger/*/error-object',
    change: errorsWithout('context'),
  },
  'error-without-category': {
    description: 'Errors omit their category.',
    killedBy: 'ledger/*/error-object',
    change: errorsWithout('errorCategory'),
  },
  'error-cause-null': {
    description: 'The cause of errors is null.',
    killedBy: 'ledger/*/error-object',
    change: errors((body) => ({
      ...body,
      cause: null,
    })),
  },
  'error-category-as-text': {
    description: 'The category of errors is a string.',
    killedBy: 'ledger/*/error-object',
    change: errors((body) => ({ ...body, errorCategory: String(body['errorCategory']) })),
  },
  'error-resources-keyed': {
    description: 'The resources of errors are objects instead of pairs.',
    killedBy: 'ledger/*/error-object',
    change: errors((body) => ({
      ...body,
      resources: (body['resources'] as [string, string][]).map(([type, name]) => ({ type, name })),
    })),
  },
  'error-wrapped': {
    description: 'Errors are wrapped in a member named error.',
    killedBy: 'ledger/*/error-object',
    change: errors((error) => ({ error })),
  },
  'error-as-plain-text': {
    description: 'Not-found errors are plain text.',
    killedBy: 'ledger/*/error-object',
    change: editRejections({ status: 404 }, (reply) =>
      isRecord(reply.json) && 'cause' in reply.json
        ? { status: 404, text: String(reply.json['cause']) }
        : reply,
    ),
  },
  'error-as-html': {
    description: 'Rejections of unreadable requests are HTML pages.',
    killedBy: 'ledger/*/error-object',
    change: editRejections({ status: 400 }, (reply) =>
      reply.text === undefined
        ? reply
        : {
            status: 400,
            text: `<h1>${reply.text}</h1>`,
            headers: { 'content-type': 'text/html; charset=utf-8' },
          },
    ),
  },
  'error-as-problem-json': {
    description: 'Errors have the media type application/problem+json.',
    killedBy: 'ledger/*/error-object',
    change: editRejections({}, (reply) =>
      isRecord(reply.json)
        ? { ...reply, headers: { ...reply.headers, 'content-type': 'application/problem+json' } }
        : reply,
    ),
  },
  'user-not-found-as-400': {
    description: 'An unknown user is rejected with 400 and a not-found code.',
    killedBy: 'ledger/{user,user-rights}/status-matches-code',
    change: rejectAs({ codes: ['USER_NOT_FOUND'] }, 400),
  },
  'package-not-found-as-410': {
    description: 'An unknown package is rejected with 410 and a not-found code.',
    killedBy: 'ledger/package/status-matches-code',
    change: rejectAs({ codes: ['PACKAGE_NOT_FOUND'] }, 410),
  },
  'update-not-found-as-409': {
    description: 'An unknown update is rejected with 409 and a not-found code.',
    killedBy: 'ledger/{update-by-*,transaction-*}/status-matches-code',
    change: rejectAs({ codes: ['UPDATE_NOT_FOUND'] }, 409),
  },
  'offset-after-end-as-404': {
    description: 'An offset after the ledger end is rejected with 404 and an out-of-range code.',
    killedBy: 'ledger/{active-contracts,updates,completions}/status-matches-code',
    change: rejectAs({ codes: ['OFFSET_AFTER_LEDGER_END'] }, 404),
  },
  'invalid-field-as-422': {
    description: 'A malformed contract id is rejected with 422 and an invalid-argument code.',
    killedBy: 'ledger/{contract-by-id,events-by-contract-id}/status-matches-code',
    change: rejectAs({ codes: ['INVALID_FIELD'] }, 422),
  },
  'unknown-grpc-code': {
    description: 'Not-found errors have a gRPC code that does not exist.',
    killedBy: 'ledger/*/status-matches-code',
    change: errors((body) => (body['grpcCodeValue'] === 5 ? { ...body, grpcCodeValue: 55 } : body)),
  },
  'category-of-another-code': {
    description: 'Not-found errors have the category of invalid arguments.',
    killedBy: 'ledger/*/category-matches-code',
    versions: EVERY_VERSION,
    change: errors((body) => (body['errorCategory'] === 11 ? { ...body, errorCategory: 8 } : body)),
  },
  'no-token-as-500': {
    description: 'A request without a token causes a server error.',
    killedBy: 'ledger/*/no-server-error',
    change: rejectAs({ status: 401 }, 500),
  },
  'stack-trace-in-cause': {
    description: 'The cause of errors holds a stack trace.',
    killedBy: 'ledger/*/no-internals-in-errors',
    change: errors((body) => ({
      ...body,
      cause: `${body['cause']}\n\tat com.example.ledger.Server.handle(Server.scala:211)`,
    })),
  },
  'file-path-in-rejections': {
    description: 'Text rejections name a file of the server.',
    killedBy: 'ledger/*/no-internals-in-errors',
    change: editRejections({}, (reply) =>
      reply.text === undefined
        ? reply
        : { ...reply, text: `${reply.text} (see /opt/ledger/lib/decoders/body.scala)` },
    ),
  },
  'unknown-path-as-200': {
    description: 'An unknown path returns 200 and an empty object.',
    killedBy: 'ledger/participant-id/unknown-path-is-404',
    change: rejecting((reply, _error, _incoming, route) =>
      reply.status === 404 && route === undefined ? { status: 200, json: {} } : reply,
    ),
  },
  'removals-accepted-before-they-are-read': {
    description: 'A removal with an empty token returns 200.',
    killedBy: 'ledger/{user-delete,identity-provider-delete}/rejects-empty-token',
    change: intercept(
      ({ method, target, headers }) =>
        method === 'DELETE' &&
        /^\/v2\/(users|idps)\/[^/]+$/.test(target) &&
        /^Bearer *$/.test(headers.authorization ?? ''),
      { status: 200, json: {} },
    ),
  },
});
