/** Faults of paths, methods, statuses, media types, compression and connections. */
import {
  type Defect,
  everyNth,
  finishing,
  intercepting,
  notServing,
  remembering,
  servingEmptyArguments,
  table,
  together,
  withFlag,
} from '../fault.ts';
import { isPosted } from '../operations.ts';
import { crash, type Reply, textReply, withHeader } from '../reply.ts';
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

const offersCodings = ({ headers }: Incoming): boolean => headers['accept-encoding'] !== undefined;

export const transportFaults: readonly Defect[] = table({
  'withdraw-not-served': {
    description: 'The path of the withdraw context is unknown.',
    killedBy: 'registry/allocation-v1/withdraw/operation-exists',
    change: notServing((operation) => operation === 'allocation-v1/withdraw'),
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
    change: notServing((operation) => operation === 'allocation-v1/cancel'),
  },
  'text-json': {
    description: 'Successful responses have the media type text/json.',
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
    description: 'The metadata paths treat POST like GET.',
    killedBy: 'registry/metadata-v1/*/rejects-wrong-method',
    change: metadataLikeGet((method) => method === 'POST'),
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
    description: 'The connection breaks in the middle of a successful response.',
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
    description: 'Another response follows the correct one.',
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
    killedBy: 'registry/**/rejects-wrong-method',
    change: crashingFor(({ method }) => method === 'DELETE'),
  },
  'encoded-dots-removed': {
    description: 'The server removes the segment %2e%2e, and then finds the first contract.',
    killedBy: 'registry/*/{withdraw,execute-transfer,cancel,accept,reject}/rejects-malformed-id',
    change: ({ find }, { liveAt }) => ({
      find: (id, operation) => find(id === '..' ? (liveAt(operation)[0] ?? id) : id, operation),
    }),
  },
  'bytes-replaced': {
    description: 'Bytes that are not UTF-8 become replacement characters.',
    killedBy: 'registry/**/rejects-other-encodings',
    change: () => ({ reads: () => true }),
  },
  'media-type-without-body-rejected': {
    description: 'A request with a Content-Type and without a body gets a 400, even a GET.',
    killedBy: 'registry/metadata-v1/*/accepts-offered-codings',
    change: intercepting(
      ({ method, headers, text }) => method === 'GET' && 'content-type' in headers && text === '',
      () => textReply(400, '{"error":"The body is empty."}', 'application/json'),
    ),
  },
  'long-headers-rejected': {
    description: 'A gateway rejects headers of more than 1,024 characters with 431.',
    killedBy: 'registry/**/accepts-offered-codings',
    change: intercepting(
      ({ headers }) => Object.values(headers).some((value) => String(value).length > 1024),
      () => textReply(431, 'Request header fields too large.'),
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
  'flag-lost-when-compressed': {
    description: 'Responses that may be compressed come from a cache with debug fields.',
    killedBy: 'registry/**/debug-fields-omitted',
    change: withFlag(
      ({ excludeDebugFields, incoming }) => excludeDebugFields && !offersCodings(incoming),
    ),
  },
});
