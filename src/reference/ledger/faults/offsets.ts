/** Faults in offsets: rules that are broken, and what the ledger reports of its own position. */

import { LedgerError } from '../failures.ts';
import { altering, type Which } from '../fault.ts';
import * as edit from '../operators/edits.ts';
import { on } from '../operators/operations.ts';
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
});
