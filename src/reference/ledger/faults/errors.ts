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
    description: 'Errors have no code.',
    killedBy: errorObject,
    collateral: [RESTS_ON_ERRORS],
    versions: ['3.4', '3.5'],
    change: lacking('code'),
  },
  {
    id: 'error-without-context',
    description: 'Errors have no context.',
    killedBy: errorObject,
    change: lacking('context'),
  },
  {
    id: 'error-without-category',
    description: 'Errors have no category.',
    killedBy: errorObject,
    collateral: [RESTS_ON_ERRORS],
    change: lacking('errorCategory'),
  },
  {
    id: 'error-cause-null',
    description: 'The cause of errors is null.',
    killedBy: errorObject,
    change: erring((body) => ({ ...body, cause: null })),
  },
  {
    id: 'error-category-as-text',
    description: 'The category of errors is a text.',
    killedBy: errorObject,
    collateral: [RESTS_ON_ERRORS],
    change: erring((body) => ({ ...body, errorCategory: String(body['errorCategory']) })),
  },
  {
    id: 'error-resources-keyed',
    description: 'The resources of errors are objects instead of pairs.',
    killedBy: errorObject,
    change: erring((body) => ({
      ...body,
      resources: (body['resources'] as [string, string][]).map(([type, name]) => ({ type, name })),
    })),
  },
  {
    id: 'error-wrapped',
    description: 'Errors sit inside a member named error.',
    killedBy: errorObject,
    collateral: [RESTS_ON_ERRORS],
    change: erring((error) => ({ error })),
  },
  {
    id: 'error-as-plain-text',
    description: 'What is not found is told in plain text.',
    killedBy: errorObject,
    collateral: [RESTS_ON_ERRORS],
    change: refusing((reply) =>
      reply.status === 404 && isRecord(reply.json) && 'cause' in reply.json
        ? { status: 404, text: String(reply.json['cause']) }
        : reply,
    ),
  },
  {
    id: 'error-as-html',
    description: 'Requests that cannot be read are refused with a page of HTML.',
    killedBy: errorObject,
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
    description: 'Errors are of the media type application/problem+json.',
    killedBy: errorObject,
    change: refusing((reply) =>
      isRecord(reply.json)
        ? { ...reply, headers: { ...reply.headers, 'content-type': 'application/problem+json' } }
        : reply,
    ),
  },
  {
    id: 'user-not-found-as-400',
    description: 'An unknown user is refused with 400, though the code says not found.',
    killedBy: of('{user,user-rights}', 'status-matches-code'),
    collateral: [of('user*', 'unknown-user')],
    change: refusingCode('USER_NOT_FOUND', asStatus(400)),
  },
  {
    id: 'package-not-found-as-410',
    description: 'An unknown package is refused with 410, though the code says not found.',
    killedBy: of('package', 'status-matches-code'),
    collateral: [of('package', 'unknown-package-not-found')],
    change: refusingCode('PACKAGE_NOT_FOUND', asStatus(410)),
  },
  {
    id: 'update-not-found-as-409',
    description: 'An unknown update is refused with 409, though the code says not found.',
    killedBy: of('{update-by-*,transaction-*}', 'status-matches-code'),
    collateral: [of('{update-by-*,transaction-*}', '{*not-found,same-as-replacement}')],
    change: refusingCode('UPDATE_NOT_FOUND', asStatus(409)),
  },
  {
    id: 'offset-after-end-as-404',
    description:
      'An offset after the ledger end is refused with 404, though the code says out of range.',
    killedBy: of('{active-contracts,updates,completions}', 'status-matches-code'),
    collateral: [
      everywhere(
        '{status-matches-code,offset-after-the-end-refused,offsets-are-within-the-ledger}',
      ),
    ],
    change: refusingCode('OFFSET_AFTER_LEDGER_END', asStatus(404)),
  },
  {
    id: 'invalid-field-as-422',
    description:
      'A malformed contract id is refused with 422, though the code says invalid argument.',
    killedBy: of('{contract-by-id,events-by-contract-id}', 'status-matches-code'),
    collateral: [everywhere('{status-matches-code,*refused,*refused-in-filters}')],
    change: refusingCode('INVALID_FIELD', asStatus(422)),
  },
  {
    id: 'grpc-code-of-nobody',
    description: 'The gRPC code of what is not found is one that gRPC does not have.',
    killedBy: everywhere('status-matches-code'),
    change: erring((body) => (body['grpcCodeValue'] === 5 ? { ...body, grpcCodeValue: 55 } : body)),
  },
  {
    id: 'category-of-another-code',
    description: 'What is not found has the category of a wrong argument.',
    killedBy: everywhere('category-matches-code'),
    versions: ['3.4', '3.5'],
    change: erring((body) => (body['errorCategory'] === 11 ? { ...body, errorCategory: 8 } : body)),
  },
  {
    id: 'no-token-as-500',
    description: 'A request without a token makes the ledger fall over.',
    killedBy: everywhere('no-server-error'),
    collateral: [everywhere('{status-matches-code,needs-a-token,bad-token-refused,no-crash-*}')],
    change: withoutToken((reply) => ({ ...reply, status: 500 })),
  },
  {
    id: 'stack-trace-in-cause',
    description: 'The cause of errors holds a stack trace.',
    killedBy: everywhere('no-internals-in-errors'),
    change: erring((body) => ({
      ...body,
      cause: `${body['cause']}\n\tat com.example.ledger.Server.handle(Server.scala:211)`,
    })),
  },
  {
    id: 'file-path-in-refusals',
    description: 'Refusals in text name a file of the server.',
    killedBy: everywhere('no-internals-in-errors'),
    change: refusing((reply) =>
      reply.text === undefined
        ? reply
        : { ...reply, text: `${reply.text} (see /opt/ledger/lib/decoders/body.scala)` },
    ),
  },
  {
    id: 'unknown-path-as-200',
    description: 'A path that nobody serves is answered with 200 and an empty object.',
    killedBy: of('participant-id', 'unknown-path-has-its-own-body'),
    change: refusing((reply, _error, _incoming, route) =>
      reply.status === 404 && route === undefined ? { status: 200, json: {} } : reply,
    ),
  },
  {
    id: 'removals-answered-before-they-are-read',
    description: 'A removal is answered with 200 before anybody looks at its token.',
    killedBy: of('{user-delete,identity-provider-delete}', 'empty-token-refused'),
    collateral: [of('{user-delete,identity-provider-delete}', 'answer-*')],
    change: refusing((reply, _error, { method, target, headers }) => {
      const served = method === 'DELETE' && /^\/v2\/(users|idps)\/[^/]+$/.test(target);
      const empty = /^Bearer *$/.test(headers.authorization ?? '');
      return served && empty ? { status: 200, json: {} } : reply;
    }),
  },
];
