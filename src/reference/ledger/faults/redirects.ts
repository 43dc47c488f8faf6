/** Faults that send callers elsewhere: redirects of documented operations, on the same origin. */
import type { Change, Incoming } from '../steps.ts';
import { type LedgerFault, of } from './tools.ts';

/** A change that redirects these requests; what discovery cannot read then, nothing can be asked about. */
const redirecting =
  (
    status: number,
    whom: (incoming: Incoming) => boolean,
    to: (target: string) => string | undefined,
  ): Change =>
  ({ serve }) => ({
    serve: async (incoming) => {
      if (!whom(incoming)) return serve(incoming);
      const location = to(incoming.target);
      return { status, ...(location === undefined ? {} : { headers: { location } }) };
    },
  });

const posted =
  (...below: readonly string[]) =>
  ({ method, target }: Incoming): boolean =>
    method === 'POST' && below.some((path) => target.startsWith(path));

const withSlash = (target: string): string => target.replace(/(\?|$)/, '/$1');

export const redirectFaults: readonly LedgerFault[] = [
  {
    id: 'updates-moved-permanently',
    description: 'Every POST below /v2/updates is redirected to the same path with a slash: 301.',
    killedBy: of('{updates,updates-*,update-by-*,transaction-by-*}', 'not-redirected'),
    versions: ['3.4', '3.5'],
    change: redirecting(301, posted('/v2/updates'), withSlash),
  },
  {
    id: 'contracts-and-state-moved',
    description:
      'Every POST for state, contracts and events is redirected to a path with a prefix: 308.',
    killedBy: of(
      '{active-contracts,contract-by-id,events-by-contract-id,completions,submit*}',
      'not-redirected',
    ),
    change: redirecting(
      308,
      posted('/v2/state', '/v2/contracts', '/v2/events', '/v2/commands'),
      (target) => `/ledger${target}`,
    ),
  },
  {
    id: 'users-found-elsewhere',
    description: 'Every request for users is redirected to one page: 302.',
    killedBy: of('{users-*,user,user-*}', 'not-redirected'),
    change: redirecting(
      302,
      ({ target }) => target.startsWith('/v2/users'),
      () => '/index.html',
    ),
  },
  {
    id: 'preparing-moved-without-a-place',
    description: 'Every POST to prepare a submission is redirected with no Location: 307.',
    killedBy: of('{prepare,preferred-packages,execute*}', 'not-redirected'),
    change: redirecting(307, posted('/v2/interactive-submission'), () => undefined),
  },
];
