/** Faults at the edges of the history, and in what formats add to updates. */
import { invalidArgument } from '../errors.ts';
import { LedgerError } from '../failures.ts';
import * as edit from '../operators/edits.ts';
import { type Json, valueAt } from '../operators/json.ts';
import { CONTRACTS, on } from '../operators/operations.ts';
import { reject } from '../operators/rejections.ts';
import { request } from '../operators/request.ts';
import { respond } from '../operators/respond.ts';
import { type LedgerFault, table } from './table.ts';

const CREATED = '*.update.Transaction.value.events.*.CreatedEvent';
/** Offsets above this one are not exact as doubles. */
const EXACT = 2 ** 53;

export const edgeFaults: readonly LedgerFault[] = table({
  'pruned-offset-is-gone-too | active-contracts/accepts-pruned-offset | both | The server rejects active contracts at the pruned offset itself.':
    reject(
      on.contracts,
      new LedgerError('PARTICIPANT_PRUNED_DATA_ACCESSED', 9, 9, 'It is pruned.'),
      ({ body }, { history }) => valueAt(body, 'activeAtOffset') === history.pruned,
    ),
  'pruned-update-is-a-wrong-request | update-by-offset/rejects-pruned-update | both | The lookup of a pruned update is an invalid argument.':
    reject(
      on.updateByOffset,
      invalidArgument('There is no such offset.'),
      ({ body }, { history }) => {
        const { offset } = body as { readonly offset: number };
        return offset > 0 && offset <= history.pruned;
      },
    ),
  'empty-ranges-rejected | updates/empty-range-lists-nothing | both | The server rejects a range that ends where it begins.':
    reject(on.updates, invalidArgument('The range is empty.'), ({ body }) => {
      const { beginExclusive, endInclusive } = body as Json;
      return beginExclusive === endInclusive;
    }),
  'large-offsets-are-0 | {active-contracts,active-contracts-page}/{rejects-offset-after-end,offset-after-end-error} | both | An offset that a double cannot hold exactly counts as 0.':
    request(CONTRACTS, 'activeAtOffset', (offset) => (Number(offset) > EXACT ? 0 : offset)),
  'large-ends-are-none | updates/{rejects-offset-after-end,offset-after-end-error} | An end that a double cannot hold exactly counts as none, and such a begin as 3.':
    request(on.updates, '', (body) => {
      const large = (name: string): boolean => Number(valueAt(body, name)) > EXACT;
      return {
        ...(body as Json),
        ...(large('beginExclusive') && { beginExclusive: 3 }),
        ...(large('endInclusive') && { endInclusive: undefined }),
      };
    }),
  'updates-without-blobs | updates/returns-requested-blobs | both | Lists of updates never show blobs.':
    respond(on.updates, `${CREATED}.createdEventBlob`, edit.to('')),
  'updates-with-other-blobs | updates/extras-match-active-contracts | Lists of updates show wrong blobs.':
    respond(on.updates, `${CREATED}.createdEventBlob`, (blob) => (blob === '' ? '' : 'AAAA')),
  'views-without-values-in-updates | updates/extras-match-active-contracts | both | Lists of updates show views of interfaces without their values.':
    respond(on.updates, `${CREATED}.interfaceViews.*.viewValue`, edit.to(null)),
  'pages-are-changes | updates-page/page-matches-list-in-any-format | Pages of updates show the delta when all effects are requested.':
    request(on.updatesPage, 'updateFormat.includeTransactions.transactionShape', (shape) =>
      shape === 'TRANSACTION_SHAPE_LEDGER_EFFECTS' ? 'TRANSACTION_SHAPE_ACS_DELTA' : shape,
    ),
  'pages-have-one-event-format | updates-page/page-matches-list-in-any-format | Pages of updates use the format of transactions for reassignments.':
    request(on.updatesPage, 'updateFormat', (format) => {
      const { includeTransactions, includeReassignments } = format as Json;
      return includeTransactions && includeReassignments
        ? {
            ...(format as Json),
            includeReassignments: valueAt(includeTransactions, 'eventFormat'),
          }
        : format;
    }),
});
