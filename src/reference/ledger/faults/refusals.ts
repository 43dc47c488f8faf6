/** Faults that give requests the status of a gateway, or redirect them on the same origin. */
import { responding } from '../fault.ts';
import { on } from '../operators/operations.ts';
import { intercept } from '../operators/receive.ts';
import { editRejections } from '../operators/rejections.ts';
import type { Change, Incoming } from '../steps.ts';
import { EVERY_VERSION, type LedgerFault, table } from './table.ts';

/** Rejects small limits, because it counts the list before it cuts it. */
const countedFirst: Change = ({ serve }) => ({
  serve: async (incoming) => {
    const reply = await serve(incoming);
    const [, limit] = /[?&]limit=([0-5])(?:&|$)/.exec(incoming.target) ?? [];
    return limit !== undefined && Array.isArray(reply.json)
      ? { status: 413, text: 'Too many elements.' }
      : reply;
  },
});

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

export const refusalFaults: readonly LedgerFault[] = table({
  'counted-before-the-limit': {
    description: 'Lists with a limit up to five are rejected as too long.',
    killedBy: 'ledger/{updates,active-contracts,completions}/limit-bounds-list',
    change: countedFirst,
  },
  'never-pruned-it-says': {
    description: 'The pruned offset is always 0.',
    killedBy: 'ledger/latest-pruned-offsets/unpruned-offsets-can-be-read',
    change: responding(on.pruned, (reply) => ({
      ...reply,
      json: { participantPrunedUpToInclusive: 0, allDivulgedContractsPrunedUpToInclusive: 0 },
    })),
  },
  'rejections-lead-to-login': {
    description: 'Every 400 is a redirect to a login.',
    killedBy: 'ledger/{users-list,updates}/rejects-mistyped-parameter',
    change: editRejections({ status: 400 }, () => ({
      status: 302,
      headers: { location: '/login' },
    })),
  },
  'unauthenticated-in-text': {
    description: 'A 401 is plain text.',
    killedBy: 'ledger/{user,updates}/error-object',
    change: editRejections({ status: 401 }, () => ({ status: 401, text: 'Unauthorized' })),
  },
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
