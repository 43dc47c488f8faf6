/** Faults in how the ledger refuses: statuses, error objects, and what they give away. */
import { refusing, refusingCode } from '../fault.ts';
import type { Reply } from '../route.ts';
import type { Change } from '../steps.ts';
import { withoutToken } from './access.ts';
import { everywhere, isRecord, type Json, type LedgerFault, of, RESTS_ON_ERRORS } from './tools.ts';

/** A change of the error objects, wherever they come from. */
function erring(edit: (body: Json) => unknown): Change {
  return refusing((reply) =>
    isRecord(reply.json) && 'errorCategory' in reply.json
      ? { ...reply, json: edit({ ...reply.json }) }
      : reply,
  );
}

const lacking = (name: string): Change =>
  erring((body) => {
    delete body[name];
    return body;
  });

const asStatus =
  (status: number) =>
  (reply: Reply): Reply => ({ ...reply, status });

const errorObject = everywhere('error-object');

export const errorFaults: readonly LedgerFault[] = [
  {
    id: 'error-without-code',
    says: 'Errors have no code.',
    caughtBy: errorObject,
    alsoTrips: [RESTS_ON_ERRORS],
    versions: ['3.4', '3.5'],
    change: lacking('code'),
  },
  {
    id: 'error-without-context',
    says: 'Errors have no context.',
    caughtBy: errorObject,
    change: lacking('context'),
  },
  {
    id: 'error-without-category',
    says: 'Errors have no category.',
    caughtBy: errorObject,
    alsoTrips: [RESTS_ON_ERRORS],
    change: lacking('errorCategory'),
  },
  {
    id: 'error-cause-null',
    says: 'The cause of errors is null.',
    caughtBy: errorObject,
    change: erring((body) => ({ ...body, cause: null })),
  },
  {
    id: 'error-category-as-text',
    says: 'The category of errors is a text.',
    caughtBy: errorObject,
    alsoTrips: [RESTS_ON_ERRORS],
    change: erring((body) => ({ ...body, errorCategory: String(body['errorCategory']) })),
  },
  {
    id: 'error-resources-keyed',
    says: 'The resources of errors are objects instead of pairs.',
    caughtBy: errorObject,
    change: erring((body) => ({
      ...body,
      resources: (body['resources'] as [string, string][]).map(([type, name]) => ({ type, name })),
    })),
  },
  {
    id: 'error-wrapped',
    says: 'Errors sit inside a member named error.',
    caughtBy: errorObject,
    alsoTrips: [RESTS_ON_ERRORS],
    change: erring((error) => ({ error })),
  },
  {
    id: 'error-as-plain-text',
    says: 'What is not found is told in plain text.',
    caughtBy: errorObject,
    alsoTrips: [RESTS_ON_ERRORS],
    change: refusing((reply) =>
      reply.status === 404 && isRecord(reply.json) && 'cause' in reply.json
        ? { status: 404, text: String(reply.json['cause']) }
        : reply,
    ),
  },
  {
    id: 'error-as-html',
    says: 'Requests that cannot be read are refused with a page of HTML.',
    caughtBy: errorObject,
    change: refusing((reply) =>
      reply.status === 400 && reply.text !== undefined
        ? {
            status: 400,
            text: `<h1>${reply.text}</h1>`,
            headers: { 'content-type': 'text/html; charset=utf-8' },
          }
        : reply,
    ),
  },
  {
    id: 'error-as-problem-json',
    says: 'Errors are of the media type application/problem+json.',
    caughtBy: errorObject,
    change: refusing((reply) =>
      isRecord(reply.json)
        ? { ...reply, headers: { ...reply.headers, 'content-type': 'application/problem+json' } }
        : reply,
    ),
  },
  {
    id: 'user-not-found-as-400',
    says: 'An unknown user is refused with 400, though the code says not found.',
    caughtBy: of('{user,user-rights}', 'status-matches-code'),
    alsoTrips: [of('user*', 'unknown-user')],
    change: refusingCode('USER_NOT_FOUND', asStatus(400)),
  },
  {
    id: 'package-not-found-as-410',
    says: 'An unknown package is refused with 410, though the code says not found.',
    caughtBy: of('package', 'status-matches-code'),
    alsoTrips: [of('package', 'unknown-package-not-found')],
    change: refusingCode('PACKAGE_NOT_FOUND', asStatus(410)),
  },
  {
    id: 'update-not-found-as-409',
    says: 'An unknown update is refused with 409, though the code says not found.',
    caughtBy: of('{update-by-*,transaction-*}', 'status-matches-code'),
    alsoTrips: [of('{update-by-*,transaction-*}', '{*not-found,same-as-replacement}')],
    change: refusingCode('UPDATE_NOT_FOUND', asStatus(409)),
  },
  {
    id: 'offset-after-end-as-404',
    says: 'An offset after the ledger end is refused with 404, though the code says out of range.',
    caughtBy: of('{active-contracts,updates,completions}', 'status-matches-code'),
    alsoTrips: [
      everywhere(
        '{status-matches-code,offset-after-the-end-refused,offsets-are-within-the-ledger}',
      ),
    ],
    change: refusingCode('OFFSET_AFTER_LEDGER_END', asStatus(404)),
  },
  {
    id: 'invalid-field-as-422',
    says: 'A malformed contract id is refused with 422, though the code says invalid argument.',
    caughtBy: of('{contract-by-id,events-by-contract-id}', 'status-matches-code'),
    alsoTrips: [everywhere('{status-matches-code,*refused,*refused-in-filters}')],
    change: refusingCode('INVALID_FIELD', asStatus(422)),
  },
  {
    id: 'grpc-code-of-nobody',
    says: 'The gRPC code of what is not found is one that gRPC does not have.',
    caughtBy: everywhere('status-matches-code'),
    change: erring((body) => (body['grpcCodeValue'] === 5 ? { ...body, grpcCodeValue: 55 } : body)),
  },
  {
    id: 'category-of-another-code',
    says: 'What is not found has the category of a wrong argument.',
    caughtBy: everywhere('category-matches-code'),
    versions: ['3.4', '3.5'],
    change: erring((body) => (body['errorCategory'] === 11 ? { ...body, errorCategory: 8 } : body)),
  },
  {
    id: 'no-token-as-500',
    says: 'A request without a token makes the ledger fall over.',
    caughtBy: everywhere('no-server-error'),
    alsoTrips: [everywhere('{status-matches-code,needs-a-token,bad-token-refused,no-crash-*}')],
    change: withoutToken((reply) => ({ ...reply, status: 500 })),
  },
  {
    id: 'stack-trace-in-cause',
    says: 'The cause of errors holds a stack trace.',
    caughtBy: everywhere('no-internals-in-errors'),
    change: erring((body) => ({
      ...body,
      cause: `${body['cause']}\n\tat com.example.ledger.Server.handle(Server.scala:211)`,
    })),
  },
  {
    id: 'file-path-in-refusals',
    says: 'Refusals in text name a file of the server.',
    caughtBy: everywhere('no-internals-in-errors'),
    change: refusing((reply) =>
      reply.text === undefined
        ? reply
        : { ...reply, text: `${reply.text} (see /opt/ledger/lib/decoders/body.scala)` },
    ),
  },
  {
    id: 'unknown-path-as-200',
    says: 'A path that nobody serves is answered with 200 and an empty object.',
    caughtBy: of('participant-id', 'unknown-path-has-its-own-body'),
    change: refusing((reply, _error, _incoming, route) =>
      reply.status === 404 && route === undefined ? { status: 200, json: {} } : reply,
    ),
  },
  {
    id: 'removals-answered-before-they-are-read',
    says: 'A removal is answered with 200 before anybody looks at its token.',
    caughtBy: of('{user-delete,identity-provider-delete}', 'empty-token-refused'),
    alsoTrips: [of('{user-delete,identity-provider-delete}', 'answer-*')],
    change: refusing((reply, _error, { method, target, headers }) => {
      const served = method === 'DELETE' && /^\/v2\/(users|idps)\/[^/]+$/.test(target);
      const empty = /^Bearer *$/.test(headers.authorization ?? '');
      return served && empty ? { status: 200, json: {} } : reply;
    }),
  },
];
