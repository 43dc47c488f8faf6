/** Faults at the edges of the history, and in what formats add to updates. */
import { invalidArgument } from '../errors.ts';
import { LedgerError } from '../failures.ts';
import { type Json, valueAt } from '../operators/json.ts';
import { CONTRACTS, on } from '../operators/operations.ts';
import { reject } from '../operators/rejections.ts';
import { request } from '../operators/request.ts';
import { EVERY_VERSION, type LedgerFault, table } from './table.ts';

/** Offsets above this one are not exact as doubles. */
const EXACT = 2 ** 53;

export const edgeFaults: readonly LedgerFault[] = table({
  'pruned-offset-is-gone-too': {
    description: 'The server rejects active contracts at the pruned offset itself.',
    killedBy: 'ledger/active-contracts/accepts-pruned-offset',
    versions: EVERY_VERSION,
    change: reject(
      on.contracts,
      new LedgerError('PARTICIPANT_PRUNED_DATA_ACCESSED', 9, 9, 'It is pruned.'),
      ({ body }, { history }) => valueAt(body, 'activeAtOffset') === history.pruned,
    ),
  },
  'empty-ranges-rejected': {
    description: 'The server rejects a range that ends where it begins.',
    killedBy: 'ledger/updates/empty-range-lists-nothing',
    versions: EVERY_VERSION,
    change: reject(on.updates, invalidArgument('The range is empty.'), ({ body }) => {
      const { beginExclusive, endInclusive } = body as Json;
      return beginExclusive === endInclusive;
    }),
  },
  'large-offsets-are-0': {
    description: 'An offset that a double cannot hold exactly counts as 0.',
    killedBy:
      'ledger/{active-contracts,active-contracts-page}/{rejects-offset-after-end,offset-after-end-error}',
    versions: EVERY_VERSION,
    change: request(CONTRACTS, 'activeAtOffset', (offset) => (Number(offset) > EXACT ? 0 : offset)),
  },
  'pages-have-one-event-format': {
    description: 'Pages of updates use the format of transactions for reassignments.',
    killedBy: 'ledger/updates-page/page-matches-list-in-any-format',
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
});
