/** Faults in rejections: statuses, error objects and what they disclose. */
import { rejecting } from '../fault.ts';
import { isRecord } from '../operators/json.ts';
import { intercept } from '../operators/receive.ts';
import { editRejections, errors, errorsWithout, rejectAs } from '../operators/rejections.ts';
import { type LedgerFault, table } from './table.ts';

export const errorFaults: readonly LedgerFault[] = table({
  'error-without-code | */error-object | both | Errors omit their code.': errorsWithout('code'),
  'error-without-context | */error-object | Errors omit their context.': errorsWithout('context'),
  'error-without-category | */error-object | Errors omit their category.':
    errorsWithout('errorCategory'),
  'error-cause-null | */error-object | The cause of errors is null.': errors((body) => ({
    ...body,
    cause: null,
  })),
  'error-category-as-text | */error-object | The category of errors is a string.': errors(
    (body) => ({ ...body, errorCategory: String(body['errorCategory']) }),
  ),
  'error-resources-keyed | */error-object | The resources of errors are objects instead of pairs.':
    errors((body) => ({
      ...body,
      resources: (body['resources'] as [string, string][]).map(([type, name]) => ({ type, name })),
    })),
  'error-wrapped | */error-object | Errors are wrapped in a member named error.': errors(
    (error) => ({ error }),
  ),
  'error-as-plain-text | */error-object | Not-found errors are plain text.': editRejections(
    { status: 404 },
    (reply) =>
      isRecord(reply.json) && 'cause' in reply.json
        ? { status: 404, text: String(reply.json['cause']) }
        : reply,
  ),
  'error-as-html | */error-object | Rejections of unreadable requests are HTML pages.':
    editRejections({ status: 400 }, (reply) =>
      reply.text === undefined
        ? reply
        : {
            status: 400,
            text: `<h1>${reply.text}</h1>`,
            headers: { 'content-type': 'text/html; charset=utf-8' },
          },
    ),
  'error-as-problem-json | */error-object | Errors have the media type application/problem+json.':
    editRejections({}, (reply) =>
      isRecord(reply.json)
        ? { ...reply, headers: { ...reply.headers, 'content-type': 'application/problem+json' } }
        : reply,
    ),
  'user-not-found-as-400 | {user,user-rights}/status-matches-code | An unknown user is rejected with 400 and a not-found code.':
    rejectAs({ codes: ['USER_NOT_FOUND'] }, 400),
  'package-not-found-as-410 | package/status-matches-code | An unknown package is rejected with 410 and a not-found code.':
    rejectAs({ codes: ['PACKAGE_NOT_FOUND'] }, 410),
  'update-not-found-as-409 | {update-by-*,transaction-*}/status-matches-code | An unknown update is rejected with 409 and a not-found code.':
    rejectAs({ codes: ['UPDATE_NOT_FOUND'] }, 409),
  'offset-after-end-as-404 | {active-contracts,updates,completions}/status-matches-code | An offset after the ledger end is rejected with 404 and an out-of-range code.':
    rejectAs({ codes: ['OFFSET_AFTER_LEDGER_END'] }, 404),
  'invalid-field-as-422 | {contract-by-id,events-by-contract-id}/status-matches-code | A malformed contract id is rejected with 422 and an invalid-argument code.':
    rejectAs({ codes: ['INVALID_FIELD'] }, 422),
  'unknown-grpc-code | */status-matches-code | Not-found errors have a gRPC code that does not exist.':
    errors((body) => (body['grpcCodeValue'] === 5 ? { ...body, grpcCodeValue: 55 } : body)),
  'category-of-another-code | */category-matches-code | both | Not-found errors have the category of invalid arguments.':
    errors((body) => (body['errorCategory'] === 11 ? { ...body, errorCategory: 8 } : body)),
  'no-token-as-500 | */no-server-error | A request without a token causes a server error.':
    rejectAs({ status: 401 }, 500),
  'stack-trace-in-cause | */no-internals-in-errors | The cause of errors holds a stack trace.':
    errors((body) => ({
      ...body,
      cause: `${body['cause']}\n\tat com.example.ledger.Server.handle(Server.scala:211)`,
    })),
  'file-path-in-rejections | */no-internals-in-errors | Text rejections name a file of the server.':
    editRejections({}, (reply) =>
      reply.text === undefined
        ? reply
        : { ...reply, text: `${reply.text} (see /opt/ledger/lib/decoders/body.scala)` },
    ),
  'unknown-path-as-200 | participant-id/unknown-path-is-404 | An unknown path returns 200 and an empty object.':
    rejecting((reply, _error, _incoming, route) =>
      reply.status === 404 && route === undefined ? { status: 200, json: {} } : reply,
    ),
  'removals-accepted-before-they-are-read | {user-delete,identity-provider-delete}/rejects-empty-token | A removal with an empty token returns 200.':
    intercept(
      ({ method, target, headers }) =>
        method === 'DELETE' &&
        /^\/v2\/(users|idps)\/[^/]+$/.test(target) &&
        /^Bearer *$/.test(headers.authorization ?? ''),
      { status: 200, json: {} },
    ),
});
