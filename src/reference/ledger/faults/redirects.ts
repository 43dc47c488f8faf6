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
  'preparing-moved-without-a-place': {
    description: 'Every POST to prepare a submission is redirected without a Location: 307.',
    killedBy: 'ledger/{prepare,preferred-packages,execute*}/not-redirected',
    change: redirect(307, posted('/v2/interactive-submission')),
  },
});
