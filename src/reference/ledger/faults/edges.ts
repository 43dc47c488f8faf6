/** Faults at the edges of the history, and in what formats add to updates. */
import { invalidArgument } from '../errors.ts';
import { LedgerError } from '../failures.ts';
import * as edit from '../operators/edits.ts';
import { type Json, valueAt } from '../operators/json.ts';
import { CONTRACTS, on } from '../operators/operations.ts';
import { reject } from '../operators/rejections.ts';
import { request } from '../operators/request.ts';
import { respond } from '../operators/respond.ts';
import { EVERY_VERSION, type LedgerFault, table } from './table.ts';

const CREATED = '*.update.Transaction.value.events.*.CreatedEvent';
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
  'pruned-update-is-a-wrong-request': {
    description: 'The lookup of a pruned update is an invalid argument.',
    killedBy: 'ledger/update-by-offset/rejects-pruned-update',
    versions: EVERY_VERSION,
    change: reject(
      on.updateByOffset,
      invalidArgument('There is no such offset.'),
      ({ body }, { history }) => {
        const { offset } = body as { readonly offset: number };
        return offset > 0 && offset <= history.pruned;
      },
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
  'large-ends-are-none': {
    description: 'An end that a double cannot hold exactly counts as none, and such a begin as 3.',
    killedBy: 'ledger/updates/{rejects-offset-after-end,offset-after-end-error}',
    change: request(on.updates, '', (body) => {
      const large = (name: string): boolean => Number(valueAt(body, name)) > EXACT;
      return {
        ...(body as Json),
        ...(large('beginExclusive') && { beginExclusive: 3 }),
        ...(large('endInclusive') && { endInclusive: undefined }),
      };
    }),
  },
  'updates-without-blobs': {
    description: 'Lists of updates never show blobs.',
    killedBy: 'ledger/updates/returns-requested-blobs',
    versions: EVERY_VERSION,
    change: respond(on.updates, `${CREATED}.createdEventBlob`, edit.to('')),
  },
  'updates-with-other-blobs': {
    description: 'Lists of updates show wrong blobs.',
    killedBy: 'ledger/updates/extras-match-active-contracts',
    change: respond(on.updates, `${CREATED}.createdEventBlob`, (blob) =>
      blob === '' ? '' : 'AAAA',
    ),
  },
  'views-without-values-in-updates': {
    description: 'Lists of updates show views of interfaces without their values.',
    killedBy: 'ledger/updates/extras-match-active-contracts',
    versions: EVERY_VERSION,
    change: respond(on.updates, `${CREATED}.interfaceViews.*.viewValue`, edit.to(null)),
  },
  'pages-are-changes': {
    description: 'Pages of updates show the delta when all effects are requested.',
    killedBy: 'ledger/updates-page/page-matches-list-in-any-format',
    change: request(on.updatesPage, 'updateFormat.includeTransactions.transactionShape', (shape) =>
      shape === 'TRANSACTION_SHAPE_LEDGER_EFFECTS' ? 'TRANSACTION_SHAPE_ACS_DELTA' : shape,
    ),
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
