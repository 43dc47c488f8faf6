import { intercept } from '../operators/receive.ts';
import { editRejections, errors, errorsWithout } from '../operators/rejections.ts';
import { type LedgerFault, table } from './table.ts';

export const errorFaults: readonly LedgerFault[] = table({
  'error-without-context': {
    description: 'Errors omit their context.',
    killedBy: 'ledger/*/error-object',
    change: errorsWithout('context'),
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
  'unknown-grpc-code': {
    description: 'Not-found errors have a gRPC code that does not exist.',
    killedBy: 'ledger/*/status-matches-code',
    change: errors((body) => (body['grpcCodeValue'] === 5 ? { ...body, grpcCodeValue: 55 } : body)),
  },
  'late-offsets-are-invalid-arguments': {
    description:
      'An offset after the ledger end has the category and the gRPC code of a bad argument.',
    killedBy:
      'ledger/{updates,active-contracts,completions,active-contracts-page,updates-page}/category-matches-code',
    change: errors((body) =>
      body['code'] === 'OFFSET_AFTER_LEDGER_END'
        ? { ...body, errorCategory: 8, grpcCodeValue: 3, retryInfo: null }
        : body,
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
  'conflicts-are-bad-requests': {
    description: 'A gateway turns every 409 into a 400.',
    killedBy: 'ledger/*/status-matches-code',
    allow: 'irreversible',
    change: editRejections({ status: 409 }, (reply) => ({ ...reply, status: 400 })),
  },
  'unknown-updates-crash': {
    description: 'At updates, a 404 becomes a 500 with the body of the 404.',
    killedBy: 'ledger/*update*/status-matches-code',
    change: editRejections(
      { status: 404, of: ({ path }) => path.startsWith('/v2/updates') },
      (reply) => ({ ...reply, status: 500 }),
    ),
  },
});
