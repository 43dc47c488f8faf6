/** Conforming ways to serve: media type, paths, pace. */
import {
  finishing,
  intercepting,
  listingApis,
  notServing,
  type RegistryVariant,
  table,
  together,
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
      listingApis((api) => !/-allocation-v[12]$/.test(api)),
      notServing((operation) => /\/(cancel|execute-transfer)$/.test(operation)),
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
