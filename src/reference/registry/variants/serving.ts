/** Conforming ways to serve: media type, paths, pace. */
import { describing, type RegistryVariant, table, together, without } from '../fault.ts';
import { textReply, withHeader } from '../reply.ts';

const PREFIX = '/api/token-standard/v0/registrars/x';

export const servingVariants: readonly RegistryVariant[] = table({
  charset: {
    description: 'The media type carries a charset parameter.',
    change: ({ finish }) => ({
      finish: (reply, incoming) => {
        const sent = finish(reply, incoming);
        return sent.headers['content-type'] === 'application/json'
          ? withHeader(sent, 'content-type', 'application/json; charset=utf-8')
          : sent;
      },
    }),
  },
  compresses: {
    description: 'Responses are compressed where the request offers gzip.',
    change: ({ finish }) => ({
      finish: (reply, incoming) => {
        const sent = withHeader(finish(reply, incoming), 'vary', 'accept-encoding');
        return /\bgzip\b/.test(incoming.headers['accept-encoding'] ?? '')
          ? { ...withHeader(sent, 'content-encoding', 'gzip'), gzipped: true }
          : sent;
      },
    }),
  },
  'length-required': {
    description: 'A body without Content-Length gets 411.',
    change: ({ serve }) => ({
      serve: async (incoming) =>
        incoming.headers['transfer-encoding'] === undefined
          ? serve(incoming)
          : withHeader(textReply(411, ''), 'connection', 'close'),
    }),
  },
  'contexts-only-core': {
    description:
      'Of the contexts of allocations only withdraw is served, and their APIs are not listed.',
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
    description: 'The connection is closed after each response, without an announcement.',
    change: ({ finish }) => ({
      finish: (reply, incoming) => ({ ...finish(reply, incoming), brokenOff: 'after' }),
    }),
  },
  slow: {
    description: 'Each response takes 20 ms.',
    change: () => ({ pause: () => new Promise((resolve) => setTimeout(resolve, 20)) }),
  },
});
