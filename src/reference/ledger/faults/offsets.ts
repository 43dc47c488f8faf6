/** Faults in offsets: rules that are broken, and what the ledger reports of its own position. */

import { LedgerError } from '../failures.ts';
import { altering, together, type Which } from '../fault.ts';
import * as edit from '../operators/edits.ts';
import { type Json, valueAt } from '../operators/json.ts';
import { on } from '../operators/operations.ts';
import { accept, editRejections, reject } from '../operators/rejections.ts';
import { request } from '../operators/request.ts';
import { respond } from '../operators/respond.ts';
import { remembering } from '../operators/state.ts';
import type { Change } from '../steps.ts';
import { type LedgerFault, table } from './table.ts';

/** Looks at later offsets until something is found. */
const atOrAfter = (which: Which): Change =>
  altering(which, ({ handle }) => ({
    handle: async (call, ledger) => {
      const body = call.body as { readonly offset: number };
      const later = ledger.history.updates.filter(({ offset }) => offset > body.offset);
      for (const { offset } of [body, ...later]) {
        try {
          return await handle({ ...call, body: { ...body, offset } }, ledger);
        } catch (error) {
          if (!(error instanceof LedgerError) || error.code !== 'UPDATE_NOT_FOUND') throw error;
        }
      }
      return handle(call, ledger);
    },
  }));

/** A smaller value counts as this one. */
const atLeast =
  (least: number): edit.Edit =>
  (value) =>
    Math.max(Number(value), least);

/** Rejects the offset 0 with another error. */
const zeroIs = (status: number, members: Json): Change =>
  editRejections({ codes: ['NON_POSITIVE_OFFSET'] }, ({ json }) => ({
    status,
    json: { ...(json as object), ...members },
  }));

export const offsetFaults: readonly LedgerFault[] = table({
  'next-update-is-found | {update-by-offset,transaction-by-offset}/{rejects-unknown-update,unknown-update-error} | both | The lookup at an offset without an update returns the next one.':
    atOrAfter([on.updateByOffset, on.transactionByOffset]),
  'lists-begin-at-the-begin | updates/offsets-in-order | both | A list of updates includes the update at its exclusive begin.':
    request(on.updates, 'beginExclusive', (begin, _call, { history }) =>
      Math.min(Math.max(history.pruned, Number(begin) - 1), Number(begin)),
    ),
  'offset-after-the-end-taken | {active-contracts,updates}/{rejects-offset-after-end,offset-after-end-error} | both | The server accepts offsets after the ledger end and returns what there is.':
    request(
      [on.contracts, on.updates, on.flats],
      'activeAtOffset beginExclusive endInclusive',
      (offset, _call, { history }) =>
        typeof offset === 'number' ? Math.min(offset, history.end) : offset,
    ),
  'offset-zero-not-found | {update-by-offset,transaction-by-offset,transaction-tree-by-offset}/{rejects-non-positive-offset,non-positive-offset-error} | A lookup at the offset 0 is not found instead of rejected.':
    zeroIs(404, { code: 'UPDATE_NOT_FOUND', grpcCodeValue: 5, errorCategory: 11 }),
  'offset-zero-other-error | {update-by-offset,transaction-by-offset,transaction-tree-by-offset}/{rejects-non-positive-offset,non-positive-offset-error} | A lookup at the offset 0 is rejected with a code of another kind.':
    zeroIs(400, { code: 'INVALID_ARGUMENT' }),
  'negative-offset-taken | {active-contracts,updates}/{rejects-negative-offset,negative-offset-error} | The server accepts a negative begin as the beginning of the ledger.':
    together(
      request([on.updates, on.flats, on.contracts], 'beginExclusive', atLeast(3)),
      request([on.updates, on.flats, on.contracts], 'activeAtOffset', atLeast(0)),
    ),
  'contracts-at-zero | active-contracts/offset-zero-lists-nothing | At the offset 0 the contracts of the ledger end are active.':
    request(on.contracts, 'activeAtOffset', (offset, _call, { history }) =>
      offset === 0 ? history.end : offset,
    ),
  'ledger-end-goes-back | ledger-end/offset-never-decreases | The ledger end goes back by one or two in two of three responses.':
    remembering(() => {
      let count = 0;
      return respond(on.ledgerEnd, 'offset', (offset) => Number(offset) - (++count % 3));
    }),
  'ledger-end-negative | ledger-end/offset-never-decreases | The ledger end is negative.': respond(
    on.ledgerEnd,
    '',
    edit.to({ offset: -1 }),
  ),
  'ledger-end-wrapped | ledger-end/response-is-not-wrapped | both | The ledger end is wrapped in an object.':
    respond(on.ledgerEnd, '', edit.wrap),
  'pruned-offsets-wrapped | latest-pruned-offsets/response-is-not-wrapped | both | The pruned offsets are wrapped in an object.':
    respond(on.pruned, '', edit.wrap),
  'pruned-beyond-the-end | latest-pruned-offsets/pruned-offsets-precede-end | The pruned offset is after the ledger end.':
    respond(
      on.pruned,
      'participantPrunedUpToInclusive',
      (_old, _call, { history }) => history.end + 1,
    ),
  'divulged-pruned-further | latest-pruned-offsets/pruned-offsets-precede-end | Divulged contracts are pruned further than everything else.':
    respond(on.pruned, 'allDivulgedContractsPrunedUpToInclusive', edit.plus(1)),
  'pruned-offset-readable | */{rejects-pruned-offset,pruned-offset-error} | A pruned offset gets 200 and an empty list.':
    accept({ codes: ['PARTICIPANT_PRUNED_DATA_ACCESSED'] }, []),
  'endless-descending-taken | updates/{rejects-descending-without-end,descending-without-end-error} | The server accepts descending order without an end.':
    accept({ codes: ['DESCENDING_ORDER_MISSING_END'] }, []),
  'known-offsets-rejected | update-by-offset/{accepted,rejects-unknown-update,unknown-update-error,same-as-listed} | The lookup by offset rejects the ledger end and the offsets shortly before.':
    reject(
      on.updateByOffset,
      new LedgerError('OFFSET_AFTER_LEDGER_END', 11, 12, 'The offset is after the end.'),
      ({ body }, { history }) => Number(valueAt(body, 'offset')) >= history.end - 8,
    ),
});
