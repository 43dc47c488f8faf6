/** Faults that only web pages meet: CORS headers that are missing, too few, or not for all. */
import { type LedgerFault, remembering, sending, table } from '../fault.ts';
import type { Reply } from '../reply.ts';
import type { Incoming } from '../steps.ts';

const ORIGIN = 'access-control-allow-origin';

const isPreflight = ({ method }: Incoming): boolean => method === 'OPTIONS';

export function withHeader(reply: Reply, name: string, value: string): Reply {
  return { ...reply, headers: { ...reply.headers, [name]: value } };
}

/** The reply without CORS headers. */
export function bare({ headers = {}, ...reply }: Reply): Reply {
  const others = Object.entries(headers).filter(([name]) => !name.startsWith('access-control-'));
  return { ...reply, headers: Object.fromEntries(others) };
}

export const browserFaults: readonly LedgerFault[] = table({
  'preflights-need-a-token': {
    description: 'A preflight without a token, as browsers send it, gets 401.',
    killedBy: 'ledger/*/allows-browsers',
    change: sending((reply, incoming) =>
      isPreflight(incoming) ? bare({ status: 401, text: 'There is no token.' }) : reply,
    ),
  },
  'preflights-for-forms': {
    description: 'Preflights allow only the methods of forms.',
    killedBy: 'ledger/{user,identity-provider}-{update,delete}/allows-browsers',
    change: sending((reply, incoming) =>
      isPreflight(incoming)
        ? withHeader(reply, 'access-control-allow-methods', 'GET, POST')
        : reply,
    ),
  },
  'errors-name-no-origin': {
    description: 'The error handler adds no CORS headers.',
    killedBy: 'ledger/package-vetting-list/responses-allow-browsers',
    change: sending((reply) => (reply.status >= 400 ? bare(reply) : reply)),
  },
  'first-page-kept': {
    description: 'The origin of the first page that calls is kept, and sent to every other page.',
    killedBy: 'ledger/{participant-id,package-vetting-list}/responses-allow-browsers',
    change: remembering(() => {
      let first: string | undefined;
      return sending((reply, { headers: { origin } }) => {
        first ??= origin;
        return first === undefined ? reply : withHeader(reply, ORIGIN, first);
      });
    }),
  },
  'origin-echoed-without-vary': {
    description: 'The origin of the request is echoed, but without Vary.',
    killedBy: 'ledger/participant-id/varies-by-origin',
    change: sending((reply, { headers: { origin } }) =>
      origin === undefined ? bare(reply) : withHeader(reply, ORIGIN, origin),
    ),
  },
  'credentials-of-any-origin': {
    description: 'Any origin is allowed, and credentials are too.',
    killedBy: 'ledger/{participant-id,package-vetting-list}/credentials-need-an-origin',
    change: sending((reply) => withHeader(reply, 'access-control-allow-credentials', 'true')),
  },
});
