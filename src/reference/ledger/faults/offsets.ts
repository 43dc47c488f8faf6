import { altering } from '../fault.ts';
import { type Json, valueAt } from '../operators/json.ts';
import { CONTRACTS, on } from '../operators/operations.ts';
import { request } from '../operators/request.ts';
import { NEWEST } from '../versions.ts';
import { type LedgerFault, table } from './table.ts';

/** Doubles represent integers exactly up to this one. */
const EXACT = 2 ** 53;

export const offsetFaults: readonly LedgerFault[] = table({
  'lists-begin-at-the-begin': {
    description: 'A list of updates includes the update at its exclusive begin.',
    killedBy: 'ledger/updates/offsets-in-order',
    change: request(on.updates, 'beginExclusive', (begin, _call, { history }) =>
      Math.min(Math.max(history.pruned, Number(begin) - 1), Number(begin)),
    ),
  },
  'completions-begin-at-0': {
    description:
      'Completions are read from offset 0, so that a pruned ledger rejects each request.',
    killedBy: 'ledger/latest-pruned-offsets/unpruned-offsets-can-be-read',
    change: request(on.completions, 'beginExclusive', () => 0),
  },
  'large-offsets-are-0': {
    description: 'An offset that a double cannot hold exactly counts as 0.',
    killedBy:
      'ledger/{active-contracts,active-contracts-page}/{rejects-offset-after-end,offset-after-end-error}',
    change: request(CONTRACTS, 'activeAtOffset', (offset) => (Number(offset) > EXACT ? 0 : offset)),
  },
  'pages-have-one-event-format': {
    description: 'Pages of updates use the format of transactions for reassignments.',
    killedBy: 'ledger/updates-page/page-matches-list-in-any-format',
    versions: [NEWEST],
    change: request(on.updatesPage, 'updateFormat', (format) => {
      const { includeTransactions, includeReassignments } = format as Json;
      return includeTransactions && includeReassignments
        ? {
            ...(format as Json),
            includeReassignments: valueAt(includeTransactions, 'eventFormat'),
          }
        : format;
    }),
  },
  'cut-before-reversed': {
    description: 'In descending order a list with a limit has the first updates of its range.',
    killedBy: 'ledger/updates/descending-reverses-list',
    versions: [NEWEST],
    change: altering(on.updates, ({ handle }) => ({
      handle: async (call, ledger) => {
        if (!valueAt(call.body, 'descendingOrder')) return handle(call, ledger);
        const body = { ...(call.body as Json), descendingOrder: false };
        const reply = await handle({ ...call, body }, ledger);
        return { ...reply, json: (reply.json as unknown[]).toReversed() };
      },
    })),
  },
});
