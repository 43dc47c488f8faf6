/** Faults in which documented operations are redirected on the same origin. */
import { intercept } from '../operators/receive.ts';
import type { Change, Incoming } from '../steps.ts';
import { type LedgerFault, table } from './table.ts';

/** Redirects these requests. */
const redirect = (
  status: number,
  is: (incoming: Incoming) => boolean,
  to?: (target: string) => string,
): Change =>
  intercept(is, ({ target }) => ({ status, ...(to && { headers: { location: to(target) } }) }));

const posted =
  (...below: readonly string[]) =>
  ({ method, target }: Incoming): boolean =>
    method === 'POST' && below.some((path) => target.startsWith(path));

export const redirectFaults: readonly LedgerFault[] = table({
  'updates-moved-permanently | {updates,updates-*,update-by-*,transaction-by-*}/not-redirected | both | Every POST below /v2/updates is redirected to its path with a slash: 301.':
    redirect(301, posted('/v2/updates'), (target) => target.replace(/(\?|$)/, '/$1')),
  'contracts-and-state-moved | {active-contracts,contract-by-id,events-by-contract-id,completions,submit*}/not-redirected | Every POST for state, contracts, events and commands is redirected to a prefix: 308.':
    redirect(
      308,
      posted('/v2/state', '/v2/contracts', '/v2/events', '/v2/commands'),
      (target) => `/ledger${target}`,
    ),
  'users-found-elsewhere | {users-*,user,user-*}/not-redirected | Every request for users is redirected to one page: 302.':
    redirect(
      302,
      ({ target }) => target.startsWith('/v2/users'),
      () => '/index.html',
    ),
  'preparing-moved-without-a-place | {prepare,preferred-packages,execute*}/not-redirected | Every POST to prepare a submission is redirected without a Location: 307.':
    redirect(307, posted('/v2/interactive-submission')),
});
