/** Faults in which good requests, or wrong ones, get a status each time that looks like one of a gateway. */
import { rejecting, responding, storing, together } from '../fault.ts';
import { on } from '../operators/operations.ts';
import { intercept } from '../operators/receive.ts';
import { editRejections } from '../operators/rejections.ts';
import type { Change } from '../steps.ts';
import { EVERY_VERSION, type LedgerFault, table } from './table.ts';

const postsBelow =
  (path: string) =>
  ({ method, target }: { readonly method: string; readonly target: string }): boolean =>
    method === 'POST' && target.startsWith(path);

/** Lists with a small limit are counted before they are cut. */
const countedFirst: Change = ({ serve }) => ({
  serve: async (incoming) => {
    const reply = await serve(incoming);
    const [, limit] = /[?&]limit=([0-5])(?:&|$)/.exec(incoming.target) ?? [];
    return limit !== undefined && Array.isArray(reply.json)
      ? { status: 413, text: 'Too many elements.' }
      : reply;
  },
});

export const refusalFaults: readonly LedgerFault[] = table({
  'json-is-no-media-type': {
    description: 'Every POST for updates gets 415 and no body.',
    killedBy: 'ledger/{updates,updates-page}/accepted',
    change: intercept(postsBelow('/v2/updates'), { status: 415 }),
  },
  'never-alive': {
    description: 'The liveness check always returns 503.',
    killedBy: 'ledger/livez/accepted',
    change: intercept(({ target }) => target === '/livez', { status: 503 }),
  },
  'long-lists-as-429': {
    description: 'Lists that are too long get 429 in place of 413.',
    killedBy: 'ledger/{updates,active-contracts}/limit-may-be-missing',
    change: together(
      storing(({ history }) => {
        history.listCap = 10;
      }),
      rejecting((reply) => (reply.status === 413 ? { ...reply, status: 429 } : reply)),
    ),
  },
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
  'forbidden-as-401': {
    description: 'A missing right is rejected with 401.',
    killedBy: 'ledger/*/missing-right-is-403',
    versions: EVERY_VERSION,
    token: 'reader',
    change: editRejections({ status: 403 }, (reply) => ({ ...reply, status: 401 })),
  },
});
