/** Conforming ways to serve: media type, paths, pace. */
import {
  describing,
  finishing,
  intercepting,
  type RegistryVariant,
  table,
  together,
  without,
} from '../fault.ts';
import { textReply, withHeader } from '../reply.ts';

const PREFIX = '/api/token-standard/v0/registrars/x';

export const servingVariants: readonly RegistryVariant[] = table({
  charset: {
    description: 'The media type has a charset parameter.',
    change: finishing((reply) =>
      reply.headers['content-type'] === 'application/json'
        ? withHeader(reply, 'content-type', 'application/json; charset=utf-8')
        : reply,
    ),
  },
  compresses: {
    description: 'Responses are compressed if the request accepts gzip.',
    change: finishing((reply, { headers }) => {
      const sent = withHeader(reply, 'vary', 'accept-encoding');
      return /\bgzip\b(?!;q=0)/.test(headers['accept-encoding'] ?? '')
        ? { ...withHeader(sent, 'content-encoding', 'gzip'), gzipped: true }
        : sent;
    }),
  },
  'length-required': {
    description: 'A body without Content-Length gets 411.',
    change: intercepting(
      ({ headers }) => headers['transfer-encoding'] !== undefined,
      () => withHeader(textReply(411, ''), 'connection', 'close'),
    ),
  },
  'contexts-only-core': {
    description:
      'Of the allocation contexts, only withdraw is served, and their APIs are not listed.',
    change: together(
      describing((all) =>
        all.map((one) => ({
          ...one,
          supportedApis: without(
            one.supportedApis,
            'splice-api-token-allocation-v1',
            'splice-api-token-allocation-v2',
          ),
        })),
      ),
      ({ route }) => ({
        route: (target) => {
          const found = route(target);
          return /\/(cancel|execute-transfer)$/.test(found?.operation ?? '') ? undefined : found;
        },
      }),
    ),
  },
  'under-prefix': {
    description: 'The registry is served below a path of its host and nowhere else.',
    prefix: PREFIX,
    change: ({ route }) => ({
      route: (target) =>
        target.startsWith(`${PREFIX}/`) ? route(target.slice(PREFIX.length)) : undefined,
    }),
  },
  'closes-without-saying': {
    description: 'The connection is closed after each response, without a Connection header.',
    change: finishing((reply) => ({ ...reply, brokenOff: 'after' })),
  },
  slow: {
    description: 'Each response takes 20 ms.',
    change: () => ({ pause: () => new Promise((resolve) => setTimeout(resolve, 20)) }),
  },
});
