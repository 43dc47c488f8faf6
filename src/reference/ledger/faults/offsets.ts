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
import { EVERY_VERSION, type LedgerFault, table } from './table.ts';

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
  'next-update-is-found': {
    description: 'The lookup at an offset without an update returns the next one.',
    killedBy:
      'ledger/{update-by-offset,transaction-by-offset}/{rejects-unknown-update,unknown-update-error}',
    versions: EVERY_VERSION,
    change: atOrAfter([on.updateByOffset, on.transactionByOffset]),
  },
  'lists-begin-at-the-begin': {
    description: 'A list of updates includes the update at its exclusive begin.',
    killedBy: 'ledger/updates/offsets-in-order',
    versions: EVERY_VERSION,
    change: request(on.updates, 'beginExclusive', (begin, _call, { history }) =>
      Math.min(Math.max(history.pruned, Number(begin) - 1), Number(begin)),
    ),
  },
  'offset-after-the-end-taken': {
    description: 'The server accepts offsets after the ledger end and returns what there is.',
    killedBy: 'ledger/{active-contracts,updates}/{rejects-offset-after-end,offset-after-end-error}',
    versions: EVERY_VERSION,
    change: request(
      [on.contracts, on.updates, on.flats],
      'activeAtOffset beginExclusive endInclusive',
      (offset, _call, { history }) =>
        typeof offset === 'number' ? Math.min(offset, history.end) : offset,
    ),
  },
  'offset-zero-not-found': {
    description: 'A lookup at the offset 0 is not found instead of rejected.',
    killedBy:
      'ledger/{update-by-offset,transaction-by-offset,transaction-tree-by-offset}/{rejects-non-positive-offset,non-positive-offset-error}',
    change: zeroIs(404, { code: 'UPDATE_NOT_FOUND', grpcCodeValue: 5, errorCategory: 11 }),
  },
  'offset-zero-other-error': {
    description: 'A lookup at the offset 0 is rejected with a code of another kind.',
    killedBy:
      'ledger/{update-by-offset,transaction-by-offset,transaction-tree-by-offset}/{rejects-non-positive-offset,non-positive-offset-error}',
    change: zeroIs(400, { code: 'INVALID_ARGUMENT' }),
  },
  'negative-offset-taken': {
    description: 'The server accepts a negative begin as the beginning of the ledger.',
    killedBy: 'ledger/{active-contracts,updates}/{rejects-negative-offset,negative-offset-error}',
    change: together(
      request([on.updates, on.flats, on.contracts], 'beginExclusive', atLeast(3)),
      request([on.updates, on.flats, on.contracts], 'activeAtOffset', atLeast(0)),
    ),
  },
  'contracts-at-zero': {
    description: 'At the offset 0 the contracts of the ledger end are active.',
    killedBy: 'ledger/active-contracts/offset-zero-lists-nothing',
    change: request(on.contracts, 'activeAtOffset', (offset, _call, { history }) =>
      offset === 0 ? history.end : offset,
    ),
  },
  'ledger-end-goes-back': {
    description: 'The ledger end goes back by one or two in two of three responses.',
    killedBy: 'ledger/ledger-end/offset-never-decreases',
    change: remembering(() => {
      let count = 0;
      return respond(on.ledgerEnd, 'offset', (offset) => Number(offset) - (++count % 3));
    }),
  },
  'ledger-end-negative': {
    description: 'The ledger end is negative.',
    killedBy: 'ledger/ledger-end/offset-never-decreases',
    change: respond(on.ledgerEnd, '', edit.to({ offset: -1 })),
  },
  'ledger-end-wrapped': {
    description: 'The ledger end is wrapped in an object.',
    killedBy: 'ledger/ledger-end/response-is-not-wrapped',
    versions: EVERY_VERSION,
    change: respond(on.ledgerEnd, '', edit.wrap),
  },
  'pruned-offsets-wrapped': {
    description: 'The pruned offsets are wrapped in an object.',
    killedBy: 'ledger/latest-pruned-offsets/response-is-not-wrapped',
    versions: EVERY_VERSION,
    change: respond(on.pruned, '', edit.wrap),
  },
  'pruned-beyond-the-end': {
    description: 'The pruned offset is after the ledger end.',
    killedBy: 'ledger/latest-pruned-offsets/pruned-offsets-precede-end',
    change: respond(
      on.pruned,
      'participantPrunedUpToInclusive',
      (_old, _call, { history }) => history.end + 1,
    ),
  },
  'divulged-pruned-further': {
    description: 'Divulged contracts are pruned further than everything else.',
    killedBy: 'ledger/latest-pruned-offsets/pruned-offsets-precede-end',
    change: respond(on.pruned, 'allDivulgedContractsPrunedUpToInclusive', edit.plus(1)),
  },
  'pruned-offset-readable': {
    description: 'A pruned offset gets 200 and an empty list.',
    killedBy: 'ledger/*/{rejects-pruned-offset,pruned-offset-error}',
    change: accept({ codes: ['PARTICIPANT_PRUNED_DATA_ACCESSED'] }, []),
  },
  'endless-descending-taken': {
    description: 'The server accepts descending order without an end.',
    killedBy: 'ledger/updates/{rejects-descending-without-end,descending-without-end-error}',
    change: accept({ codes: ['DESCENDING_ORDER_MISSING_END'] }, []),
  },
  'known-offsets-rejected': {
    description: 'The lookup by offset rejects the ledger end and the offsets shortly before.',
    killedBy:
      'ledger/update-by-offset/{accepted,rejects-unknown-update,unknown-update-error,same-as-listed}',
    change: reject(
      on.updateByOffset,
      new LedgerError('OFFSET_AFTER_LEDGER_END', 11, 12, 'The offset is after the end.'),
      ({ body }, { history }) => Number(valueAt(body, 'offset')) >= history.end - 8,
    ),
  },
});
