/** Faults of paths, methods, statuses, media types, compression and connections. */
import {
  type Defect,
  everyNth,
  finishing,
  intercepting,
  remembering,
  servingEmptyArguments,
  table,
  together,
  withFlag,
} from '../fault.ts';
import { isPosted, type OperationName } from '../operations.ts';
import { crash, Rejection, type Reply, textReply, withHeader } from '../reply.ts';
import type { Change, Incoming, Served } from '../steps.ts';

/** The paths of metadata treat requests with some other methods like GET. */
const metadataLikeGet =
  (isServed: (method: string) => boolean): Change =>
  ({ serve, route }) => ({
    serve: (incoming) =>
      serve(
        isServed(incoming.method) && !isPosted(route(incoming.target))
          ? { ...incoming, method: 'GET' }
          : incoming,
      ),
  });

const notServing =
  (operation: OperationName): Change =>
  ({ route }) => ({
    route: (target) => {
      const found = route(target);
      return found?.operation === operation ? undefined : found;
    },
  });

const succeeding =
  (edit: (reply: Reply, call: Served) => Reply): Change =>
  ({ succeed }) => ({
    succeed: (document, call) => edit(succeed(document, call), call),
  });

/** Responds with 500 to requests for which `bad` holds. */
const crashingFor =
  (bad: (incoming: Incoming) => boolean): Change =>
  (conforming, model) =>
    intercepting(bad, (incoming) => conforming.reject(crash(), incoming))(conforming, model);

const isChunked = ({ headers }: Incoming): boolean => headers['transfer-encoding'] === 'chunked';

const offersCodings = ({ headers }: Incoming): boolean => headers['accept-encoding'] !== undefined;

export const transportFaults: readonly Defect[] = table({
  'withdraw-not-served': {
    description: 'The path of the withdraw context is unknown.',
    killedBy: 'registry/allocation-v1/withdraw/operation-exists',
    change: notServing('allocation-v1/withdraw'),
  },
  'withdraw-always-conflicts': {
    description: 'The withdraw context of a live id is always a 409.',
    killedBy: 'registry/{allocation,transfer,allocation-instruction}-*/withdraw/accepts-live-id',
    change: ({ find }) => ({
      find: (id, operation) => {
        const found = find(id, operation);
        return typeof found === 'string' && operation.endsWith('/withdraw')
          ? new Rejection(409, 'moving', 'The contract is in use; try again later.')
          : found;
      },
    }),
  },
  'unknown-ids-sent-elsewhere': {
    description: 'An unknown id gets a redirect.',
    killedBy: 'registry/*/{withdraw,execute-transfer,cancel,accept,reject}/documented-status',
    change: ({ reject }) => ({
      reject: (rejection, incoming) =>
        rejection.why === 'unknown'
          ? withHeader(textReply(302, ''), 'location', '/registry')
          : reject(rejection, incoming),
    }),
  },
  'cancel-not-served': {
    description: 'The path of the cancel context is unknown.',
    killedBy: 'registry/allocation-v1/cancel/operation-exists',
    change: notServing('allocation-v1/cancel'),
  },
  'factory-in-the-plural': {
    description: 'The factory is served under allocations instead of allocation-instruction.',
    killedBy: 'registry/allocation-instruction-v1/allocation-factory/operation-exists',
    change: ({ route }) => ({
      route: (target) => {
        const served = target.replace(
          '/allocations/v1/allocation-factory',
          '/allocation-instruction/v1/allocation-factory',
        );
        const found = route(served);
        return served === target &&
          found?.operation === 'allocation-instruction-v1/allocation-factory'
          ? undefined
          : found;
      },
    }),
  },
  'text-json': {
    description: 'Good responses have the media type text/json.',
    killedBy: 'registry/**/response-media-type',
    change: succeeding((reply) => withHeader(reply, 'content-type', 'text/json')),
  },
  'whole-numbers-with-fractions': {
    description: 'Whole numbers are written with a decimal point and a zero.',
    killedBy: 'registry/metadata-v1/*/whole-numbers-are-plain',
    change: succeeding((reply) => ({
      ...reply,
      body: reply.body.replace(/"(?:decimals|splice-api-[\w-]+)":\d+/g, '$&.0'),
    })),
  },
  'post-to-metadata-accepted': {
    description: 'The paths of metadata treat POST like GET.',
    killedBy: 'registry/metadata-v1/*/rejects-wrong-method',
    change: metadataLikeGet((method) => method === 'POST'),
  },
  'metadata-by-any-method': {
    description: 'The handlers of metadata serve every method, behind a parser of bodies.',
    killedBy: 'registry/metadata-v1/*/rejects-wrong-method',
    change: metadataLikeGet((method) => !['POST', 'OPTIONS'].includes(method)),
  },
  'preflight-crash': {
    description: 'The OPTIONS request of a browser gets 500.',
    killedBy: 'registry/**/rejects-wrong-method',
    change: intercepting(
      ({ method }) => method === 'OPTIONS',
      () => textReply(500, '{"error":"no route"}', 'application/json'),
    ),
  },
  'get-accepted': {
    description: 'The server treats GET like POST.',
    killedBy: 'registry/**/rejects-wrong-method',
    change: together(servingEmptyArguments, ({ serve, route }) => ({
      serve: (incoming) =>
        serve(
          incoming.method === 'GET' && isPosted(route(incoming.target))
            ? {
                ...incoming,
                method: 'POST',
                headers: { ...incoming.headers, 'content-type': 'application/json' },
                text: incoming.text || '{"choiceArguments":{}}',
              }
            : incoming,
        ),
    })),
  },
  'responses-cut-short': {
    description: 'The connection breaks in the middle of a good response.',
    killedBy: 'registry/**/requests-get-responses',
    change: succeeding((reply) => ({ ...reply, brokenOff: 'midway' })),
  },
  'hangs-up-on-some-requests': {
    description:
      'The server closes the connection on each body whose length is divisible by three.',
    killedBy: 'registry/**/requests-get-responses',
    change: finishing((reply, { method, text }) =>
      method !== 'GET' && text.length % 3 === 0 ? { ...reply, brokenOff: 'before' } : reply,
    ),
  },
  'second-response-unrequested': {
    description: 'Another response follows the good one.',
    killedBy: 'registry/**/requests-get-responses',
    change: succeeding((reply) => ({
      ...reply,
      surplus: 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
    })),
  },
  'hangs-up-now-and-then': {
    description: 'The server closes the connection on every fortieth request.',
    killedBy: 'registry/**/complete-responses',
    change: remembering(() => {
      const now = everyNth(40);
      return finishing((reply) => (now() ? { ...reply, brokenOff: 'before' } : reply));
    }),
  },
  'delete-crash': {
    description: 'DELETE of an unknown id gets a 500.',
    killedBy: 'registry/**/no-server-error',
    change: crashingFor(({ method }) => method === 'DELETE'),
  },
  'encoded-dots-removed': {
    description: 'The server removes the segment %2e%2e and finds the first contract then.',
    killedBy: 'registry/*/{withdraw,execute-transfer,cancel,accept,reject}/rejects-malformed-id',
    change: ({ find }, { liveAt }) => ({
      find: (id, operation) => find(id === '..' ? (liveAt(operation)[0] ?? id) : id, operation),
    }),
  },
  'encoded-slashes-redirected': {
    description: 'A path with an encoded slash is redirected to the same path with a plain one.',
    killedBy: 'registry/metadata-v1/instrument/accepts-request',
    change: intercepting(
      ({ target }) => /%2f/i.test(target),
      ({ target }) => withHeader(textReply(307, ''), 'location', target.replace(/%2f/gi, '/')),
    ),
  },
  'chunks-not-read': {
    description: 'The server reads a body by its Content-Length, so that one in chunks is empty.',
    killedBy: 'registry/**/accepts-chunked-body',
    change: ({ serve }) => ({
      serve: (incoming) => serve(isChunked(incoming) ? { ...incoming, text: '' } : incoming),
    }),
  },
  'unknown-parameter-crash': {
    description: 'A path of metadata with an unknown query parameter gets a 500.',
    killedBy: 'registry/metadata-v1/*/ignores-unknown-parameter',
    change: crashingFor(({ target }) => /[?&](?!pageSize=|pageToken=)/.test(target)),
  },
  'bytes-replaced': {
    description: 'Bytes that are not UTF-8 become replacement characters.',
    killedBy: 'registry/**/rejects-other-encodings',
    change: () => ({ reads: () => true }),
  },
  'accept-as-one-type': {
    description: 'An Accept with several media types gets a 406.',
    killedBy: 'registry/**/accepts-offered-codings',
    change: intercepting(
      ({ headers }) => headers.accept?.includes(',') ?? false,
      () => textReply(406, 'Not Acceptable'),
    ),
  },
  'media-type-without-body-rejected': {
    description: 'A request with a Content-Type and without a body gets a 400, for a GET too.',
    killedBy: 'registry/metadata-v1/*/accepts-offered-codings',
    change: intercepting(
      ({ method, headers, text }) => method === 'GET' && 'content-type' in headers && text === '',
      () => textReply(400, '{"error":"The body is empty."}', 'application/json'),
    ),
  },
  'any-etag-matches': {
    description: 'A request with an ETag gets a 304, whatever the ETag.',
    killedBy: 'registry/metadata-v1/*/accepts-offered-codings',
    change: intercepting(
      ({ headers }) => 'if-none-match' in headers,
      () => textReply(304, ''),
    ),
  },
  'words-of-sql-blocked': {
    description: 'A firewall takes plain words for SQL and rejects the request.',
    killedBy: 'registry/**/accepts-any-meta',
    change: intercepting(
      ({ text }) => /select.+--/i.test(text),
      () => textReply(403, '<h1>Blocked</h1>', 'text/html'),
    ),
  },
  'flag-lost-when-compressed': {
    description: 'Responses that may be compressed come from a cache that has debug fields.',
    killedBy: 'registry/**/debug-fields-omitted',
    change: withFlag(
      ({ excludeDebugFields, incoming }) => excludeDebugFields && !offersCodings(incoming),
    ),
  },
});
