/** Faults in rejections: bodies of errors, statuses of gateways, redirects on the same origin. */
import { intercept } from '../operators/receive.ts';
import { errors } from '../operators/rejections.ts';
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

const posting =
  (path: string) =>
  ({ method, target }: Incoming): boolean =>
    method === 'POST' && target === path;

export const refusalFaults: readonly LedgerFault[] = table({
  'users-later': {
    description: 'Every creation of a user is rejected with 429.',
    killedBy: 'ledger/users-create/accepted',
    change: intercept(posting('/v2/users'), () => ({ status: 429, text: 'Not now.' })),
  },
  'updates-moved-permanently': {
    description: 'Every POST below /v2/updates is redirected to its path with a slash: 301.',
    killedBy: 'ledger/{updates,updates-*,update-by-*,transaction-by-*}/not-redirected',
    change: redirect(301, posted('/v2/updates'), (target) => target.replace(/(\?|$)/, '/$1')),
  },
  'error-without-context': {
    description: 'Errors omit their context.',
    killedBy: 'ledger/*/error-object',
    change: errors(({ context: _, ...rest }) => rest),
  },
  'unknown-grpc-code': {
    description: 'Not-found errors have a gRPC code that does not exist.',
    killedBy: 'ledger/*/status-matches-code',
    change: errors((body) => (body['grpcCodeValue'] === 5 ? { ...body, grpcCodeValue: 55 } : body)),
  },
});
