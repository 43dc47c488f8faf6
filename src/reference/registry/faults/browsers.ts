/** Faults that only web pages meet: CORS headers that are missing, too few, or of another page. */
import { type Defect, finishing, intercepting, remembering, table, without } from '../fault.ts';
import { jsonReply, type Reply, withHeader } from '../reply.ts';
import type { Change, Incoming } from '../steps.ts';

const ORIGIN = 'access-control-allow-origin';
const PREFLIGHTS = 'registry/**/allows-browsers';
const RESPONSES = 'registry/**/responses-allow-browsers';

const isPreflight = ({ method }: Incoming): boolean => method === 'OPTIONS';

/** The reply without these headers. */
export function bare(reply: Reply, ...names: readonly string[]): Reply {
  const headers = without(reply.headers, ...names) as Reply['headers'];
  return { ...reply, headers };
}

/** A change of the replies to preflights. */
const answering = (edit: (reply: Reply) => Reply): Change =>
  finishing((reply, incoming) => (isPreflight(incoming) ? edit(reply) : reply));

export const browserFaults: readonly Defect[] = table({
  'preflights-need-a-token': {
    description: 'A preflight without a token, as browsers send it, gets 401.',
    killedBy: PREFLIGHTS,
    change: intercepting(isPreflight, () => jsonReply(401, { error: 'There is no token.' })),
  },
  'preflights-not-routed': {
    description:
      'OPTIONS has no route, so the preflight gets 404, with the usual response headers.',
    killedBy: PREFLIGHTS,
    change: intercepting(isPreflight, () => jsonReply(404, { error: 'There is no such route.' })),
  },
  'preflights-without-origin': {
    description: 'The response to a preflight names no allowed origin.',
    killedBy: PREFLIGHTS,
    change: answering((reply) => bare(reply, ORIGIN)),
  },
  'preflights-without-headers': {
    description: 'The response to a preflight names no allowed header.',
    killedBy: PREFLIGHTS,
    change: answering((reply) => bare(reply, 'access-control-allow-headers')),
  },
  'any-header-but-tokens': {
    description: 'The allowed headers are *, which does not cover Authorization.',
    killedBy: PREFLIGHTS,
    change: answering((reply) => withHeader(reply, 'access-control-allow-headers', '*')),
  },
  'only-preflights-name-origins': {
    description: 'Preflights succeed, but the responses themselves name no origin.',
    killedBy: RESPONSES,
    change: finishing((reply, incoming) => (isPreflight(incoming) ? reply : bare(reply, ORIGIN))),
  },
  'errors-name-no-origin': {
    description: 'The error handler adds no CORS headers.',
    killedBy: RESPONSES,
    change: finishing((reply) => (reply.status >= 400 ? bare(reply, ORIGIN) : reply)),
  },
  'origin-twice': {
    description: 'The server and the proxy in front of it both allow any origin.',
    killedBy: RESPONSES,
    change: finishing((reply) => withHeader(reply, ORIGIN, '*, *')),
  },
  'another-page-allowed': {
    description: 'Responses to requests from any page name the origin of one page.',
    killedBy: RESPONSES,
    change: finishing((reply) => withHeader(reply, ORIGIN, 'https://other-wallet.example')),
  },
  'first-page-kept': {
    description: 'The origin of the first page that calls is kept, and sent to every other page.',
    killedBy: RESPONSES,
    change: remembering(() => {
      let first: string | undefined;
      return finishing((reply, { headers: { origin } }) => {
        first ??= origin;
        return first === undefined ? reply : withHeader(reply, ORIGIN, first);
      });
    }),
  },
  'cached-without-vary': {
    description: 'The origin is echoed with Vary, but other cacheable responses have no Vary.',
    killedBy: 'registry/metadata-v1/*/varies-by-origin',
    change: finishing((reply, { headers }) =>
      headers.origin === undefined
        ? withHeader(bare(reply, ORIGIN), 'cache-control', 'public, max-age=60')
        : withHeader(withHeader(reply, ORIGIN, headers.origin), 'vary', 'Origin'),
    ),
  },
  'origin-echoed-without-vary': {
    description: 'The origin of the request is echoed, but without Vary.',
    killedBy: 'registry/metadata-v1/*/varies-by-origin',
    change: finishing((reply, { headers }) =>
      headers.origin === undefined
        ? bare(reply, ORIGIN)
        : withHeader(reply, ORIGIN, headers.origin),
    ),
  },
  'credentials-of-any-origin': {
    description: 'Any origin is allowed, and credentials are too.',
    killedBy: 'registry/**/credentials-need-an-origin',
    change: finishing((reply) => withHeader(reply, 'access-control-allow-credentials', 'true')),
  },
});
