/** Conforming ways to reject. */

import { DecodeError, invalidArgument, LedgerError, notFound, replyTo } from '../errors.ts';
import { everyNth, handling, type LedgerVariant, rejecting, table, together } from '../fault.ts';
import { valueAt } from '../operators/json.ts';
import { CONTRACT_PAGES, on } from '../operators/operations.ts';
import { reject } from '../operators/rejections.ts';
import { forPages, type Reply } from '../reply.ts';
import type { Change } from '../steps.ts';
import { rejectPruned } from '../updates/range.ts';

/** A change that rejects each n-th request and allows a retry at once. */
const busy =
  (n: number, error: LedgerError): Change =>
  ({ serve }, ledger) => {
    const now = everyNth(n);
    return {
      serve: async (incoming) => {
        if (!now()) return serve(incoming);
        const reply = replyTo(error, ledger.participant);
        return forPages({ ...reply, headers: { 'retry-after': '0' } });
      },
    };
  };

const page = (status: number, words: string): Reply => ({
  status,
  text: `<html><body><h1>${status} ${words}</h1></body></html>`,
  headers: { 'content-type': 'text/html' },
});

export const rejectionVariants: readonly LedgerVariant[] = table({
  'unreadable-in-json': {
    description: 'Unreadable requests are rejected with an error object instead of plain text.',
    change: rejecting((reply, error, _incoming) =>
      error instanceof DecodeError ? replyTo(invalidArgument(error.message), 'participant') : reply,
    ),
  },
  'bad-requests-in-text': {
    description: 'Every 400 is plain text, as the document declares for each operation.',
    everywhere: true,
    change: rejecting((reply) =>
      reply.status === 400 ? { status: 400, text: 'The request is wrong.' } : reply,
    ),
  },
  'quoting-causes': {
    description: 'Causes quote the method and the path of the request.',
    change: rejecting((reply, _error, { method, target }) => {
      const { json } = reply as { json?: { cause?: string } };
      if (json?.cause === undefined) return reply;
      return { ...reply, json: { ...json, cause: `${json.cause} (${method} ${target})` } };
    }),
  },
  'pages-of-five': {
    description: 'Pages of more than five contracts or updates are rejected.',
    change: reject(
      [...CONTRACT_PAGES, on.updatesPage],
      invalidArgument('A page has at most 5 elements.'),
      ({ body }) => Number(valueAt(body, 'maxPageSize')) > 5,
    ),
  },
  'beginning-is-pruned': {
    description:
      'Active contracts at offset 0 are rejected, because the start of the ledger is pruned.',
    change: handling([on.contracts, on.contractsByPage], (handle) => (call, ledger) => {
      const at = valueAt(call.body, 'activeAtOffset');
      if (at === 0) rejectPruned(ledger.history, 'activeAtOffset', at);
      return handle(call, ledger);
    }),
  },
  'one-hashing-scheme': {
    description: 'Preparation supports only the default hashing scheme.',
    change: reject(
      on.prepare,
      invalidArgument('The hashing scheme is not supported.'),
      ({ body }) => valueAt(body, 'hashingSchemeVersion') === 'HASHING_SCHEME_VERSION_V3',
    ),
  },
  'short-deduplication': {
    description: 'Commands are deduplicated for a duration of at most a minute.',
    change: reject(
      on.forTransaction,
      new LedgerError('INVALID_DEDUPLICATION_PERIOD', 9, 'The period is too long.'),
      ({ body }) => /DeduplicationOffset|"seconds":600/.test(JSON.stringify(body)),
    ),
  },
  'overloaded-at-times': {
    description: 'Every fortieth request gets 503 and Retry-After.',
    change: busy(40, new LedgerError('SERVER_OVERLOADED', 14, 'Try again a little later.')),
  },
  'contended-at-times': {
    description: 'Every fortieth request gets 409 and the category of contention.',
    change: busy(40, new LedgerError('PARTICIPANT_BACKPRESSURE', 10, 'Try again later.')),
  },
  'gateway-checks-tokens': {
    description: 'A gateway rejects requests without a valid token with an HTML page.',
    change: rejecting((reply) => (reply.status === 401 ? page(401, 'Unauthorized') : reply)),
  },
  'gateway-is-strict': {
    description:
      'A gateway rejects HEAD, tokens other than bearer tokens, and unusual characters in paths, and redirects paths that end with a slash.',
    advisedAgainst: ['ledger/participant-id/head-equals-get'],
    change: ({ serve }) => ({
      serve: async (incoming) => {
        const { method, target, headers } = incoming;
        if (method === 'HEAD') return { status: 405 };
        if (target.endsWith('/')) {
          return { status: 308, headers: { location: target.slice(0, -1) } };
        }
        const [path = ''] = target.split('?', 1);
        if (/%(00|2f)/i.test(path)) return page(404, 'Not Found');
        return /%(5c|(?![0-9a-f]{2}))/i.test(path) || /^basic/i.test(headers.authorization ?? '')
          ? page(400, 'Bad Request')
          : serve(incoming);
      },
    }),
  },
  'paths-letter-by-letter': {
    description:
      'A trailing slash makes a different path, and unknown paths get 404 without a body.',
    change: together(
      ({ find }) => ({
        find: (method, path) => find(method, path.endsWith('/') ? '/nowhere' : path),
      }),
      rejecting((reply, _error, _incoming, route) =>
        reply.status === 404 && route === undefined ? { status: 404 } : reply,
      ),
    ),
  },
  'gateway-responds-to-unknown-paths': {
    description: 'A gateway responds to unknown paths and methods, in HTML.',
    change: rejecting((reply, _error, _incoming, route) =>
      (reply.status === 404 || reply.status === 405) && route === undefined
        ? page(reply.status, 'Not here')
        : reply,
    ),
  },
  'insists-on-places': {
    description:
      'An upload that vets its packages must name a synchronizer, and the connections of an unknown participant cannot be looked up.',
    everywhere: true,
    change: together(
      reject(
        ['postV2Dars', 'postV2Packages'],
        invalidArgument('There are several synchronizers, and none of them is named.'),
        ({ query }) => !query.has('synchronizerId') && query.get('vetAllPackages') !== 'false',
      ),
      handling('getV2StateConnected-synchronizers', (handle) => (call, ledger) => {
        const id = call.query.get('participantId') ?? ledger.participant;
        if (id === ledger.participant) return handle(call, ledger);
        throw notFound('PARTICIPANT_NOT_FOUND', 'participant', id);
      }),
    ),
  },
  'executed-contracts-are-gone': {
    description:
      'A prepared submission that was already executed is rejected because its contracts are archived.',
    everywhere: true,
    change: rejecting((reply, error, { target }) =>
      error instanceof LedgerError && error.code === 'DUPLICATE_COMMAND' && /execute/.test(target)
        ? replyTo(notFound('CONTRACT_NOT_FOUND', 'contract', 'of the transaction'), 'participant')
        : reply,
    ),
  },
});
