/** Faults in which documented operations are redirected on the same origin. */
import { intercept } from '../operators/receive.ts';
import type { Change, Incoming } from '../steps.ts';
import { EVERY_VERSION, type LedgerFault, table } from './table.ts';

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
  'updates-moved-permanently': {
    description: 'Every POST below /v2/updates is redirected to its path with a slash: 301.',
    killedBy: 'ledger/{updates,updates-*,update-by-*,transaction-by-*}/not-redirected',
    versions: EVERY_VERSION,
    change: redirect(301, posted('/v2/updates'), (target) => target.replace(/(\?|$)/, '/$1')),
  },
  'contracts-and-state-moved': {
    description:
      'Every POST for state, contracts, events and commands is redirected to a prefix: 308.',
    killedBy:
      'ledger/{active-contracts,contract-by-id,events-by-contract-id,completions,submit*}/not-redirected',
    change: redirect(
      308,
      posted('/v2/state', '/v2/contracts', '/v2/events', '/v2/commands'),
      (target) => `/ledger${target}`,
    ),
  },
  'users-found-elsewhere': {
    description: 'Every request for users is redirected to one page: 302.',
    killedBy: 'ledger/{users-*,user,user-*}/not-redirected',
    change: redirect(
      302,
      ({ target }) => target.startsWith('/v2/users'),
      () => '/index.html',
    ),
  },
  'preparing-moved-without-a-place': {
    description: 'Every POST to prepare a submission is redirected without a Location: 307.',
    killedBy: 'ledger/{prepare,preferred-packages,execute*}/not-redirected',
    change: redirect(307, posted('/v2/interactive-submission')),
  },
});
