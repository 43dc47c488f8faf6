/** Faults in which good requests, or wrong ones, get a status each time that looks like one of a gateway. */
import { responding } from '../fault.ts';
import { on } from '../operators/operations.ts';
import { editRejections } from '../operators/rejections.ts';
import type { Change } from '../steps.ts';
import { type LedgerFault, table } from './table.ts';

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
});
