/** Registries for other pages than the reference: for none, for known ones, for each by its name. */

import { finishing, intercepting, type RegistryVariant, table } from '../fault.ts';
import { bare } from '../faults/browsers.ts';
import { jsonReply, type Reply, withHeader } from '../reply.ts';
import type { Incoming } from '../steps.ts';

const HEADERS = ['origin', 'methods', 'headers'].map((name) => `access-control-allow-${name}`);

/** The pages of a registry with an allow-list. */
const KNOWN: ReadonlySet<string> = new Set([
  'https://known-wallet.example',
  'http://localhost:3000',
]);

const isKnown = ({ headers: { origin = '' } }: Incoming): boolean => KNOWN.has(origin);

/** The reply for the page that asks, of which caches are told. */
function naming(reply: Reply, { headers: { origin } }: Incoming): Reply {
  const varied = withHeader(reply, 'vary', 'Origin');
  return origin === undefined
    ? bare(varied, ...HEADERS)
    : withHeader(varied, 'access-control-allow-origin', origin);
}

export const browserVariants: readonly RegistryVariant[] = table({
  'for-servers-only': {
    description: 'No response has CORS headers, and OPTIONS gets 405.',
    change: finishing((reply, { method }) =>
      method === 'OPTIONS'
        ? bare(jsonReply(405, { error: 'OPTIONS is not served.' }), ...HEADERS)
        : bare(reply, ...HEADERS),
    ),
  },
  'origins-echoed': {
    description: 'The origin of the request is echoed, with Vary, and credentials are allowed.',
    change: finishing((reply, incoming) =>
      withHeader(naming(reply, incoming), 'access-control-allow-credentials', 'true'),
    ),
  },
  'origins-echoed-to-pages': {
    description: 'The origin of a request is echoed with Vary; other requests get neither header.',
    change: finishing((reply, incoming) =>
      incoming.headers.origin === undefined ? bare(reply, ...HEADERS) : naming(reply, incoming),
    ),
  },
  'origins-of-a-list': {
    description: 'Pages on an allow-list may read the responses; others get no CORS headers.',
    change: finishing((reply, incoming) =>
      isKnown(incoming)
        ? naming(reply, incoming)
        : bare(withHeader(reply, 'vary', 'Origin'), ...HEADERS),
    ),
  },
  'unknown-origins-forbidden': {
    description: 'Every request from a page that is not on the allow-list gets 403.',
    change: intercepting(
      (incoming) => incoming.headers.origin !== undefined && !isKnown(incoming),
      () => bare(jsonReply(403, { error: 'This origin is not allowed.' }), ...HEADERS),
    ),
  },
  'preflights-get-200': {
    description: 'A preflight gets 200 with a body, and longer lists in capital letters.',
    change: finishing((reply, { method }) =>
      method === 'OPTIONS'
        ? {
            status: 200,
            headers: {
              'content-type': 'text/plain',
              'access-control-allow-origin': '*',
              'access-control-allow-methods': 'GET,HEAD,PUT,PATCH,POST,DELETE',
              'access-control-allow-headers': 'X-Requested-With,Content-Type , Authorization',
            },
            body: 'OK',
          }
        : reply,
    ),
  },
});
