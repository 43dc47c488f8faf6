/** Faults in offsets: at the edges of the history, and in what the ledger reports of its own position. */

import { LedgerError } from '../failures.ts';
import { altering, type Which } from '../fault.ts';
import { type Json, listAt, valueAt } from '../operators/json.ts';
import { CONTRACTS, on } from '../operators/operations.ts';
import { inFormats, request } from '../operators/request.ts';
import { respond } from '../operators/respond.ts';
import { remembering } from '../operators/state.ts';
import type { Change } from '../steps.ts';
import { EVERY_VERSION, type LedgerFault, table } from './table.ts';

/** Tries later offsets until one has a result. */
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

/** A party that sees nothing. */
const OUTSIDER = `outsider::1220${'ab'.repeat(32)}`;

/** Doubles represent integers exactly up to this one. */
const EXACT = 2 ** 53;

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
  'ledger-end-goes-back': {
    description: 'The ledger end goes back by one or two in two of three responses.',
    killedBy: 'ledger/ledger-end/offset-never-decreases',
    change: remembering(() => {
      let count = 0;
      return respond(on.ledgerEnd, 'offset', (offset) => Number(offset) - (++count % 3));
    }),
  },
  'ledger-end-cached': {
    description: 'The ledger end is read once, and each response shows this first result.',
    killedBy: 'ledger/submit-and-wait/completion-offset-is-reached',
    change: remembering(() => {
      let first: unknown;
      return respond(on.ledgerEnd, 'offset', (offset) => {
        first ??= offset;
        return first;
      });
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
  'large-offsets-crash': {
    description: 'The lookup of an offset that a double cannot hold exactly crashes.',
    killedBy: 'ledger/{update,transaction}-by-offset/rejects-unknown-update',
    versions: EVERY_VERSION,
    change: request([on.updateByOffset, on.transactionByOffset], 'offset', (offset) => {
      if (Number(offset) <= EXACT) return offset;
      throw new Error('the offset is too large');
    }),
  },
  'cut-before-reversed': {
    description: 'In descending order a list with a limit has the first updates of its range.',
    killedBy: 'ledger/updates/descending-reverses-list',
    change: altering(on.updates, ({ handle }) => ({
      handle: async (call, ledger) => {
        if (!valueAt(call.body, 'descendingOrder')) return handle(call, ledger);
        const body = { ...(call.body as Json), descendingOrder: false };
        const reply = await handle({ ...call, body }, ledger);
        return { ...reply, json: (reply.json as unknown[]).toReversed() };
      },
    })),
  },
  'pages-begin-at-the-begin': {
    description: 'A page of updates includes the update at its exclusive begin.',
    killedBy: 'ledger/updates-page/offsets-in-order',
    change: request(on.updatesPage, 'beginOffsetExclusive', (begin, _call, { history }) =>
      Number(begin) > history.pruned ? Number(begin) - 1 : begin,
    ),
  },
  'empty-filters-show-nothing': {
    description: 'A party without a filter sees no update on the pages.',
    killedBy: 'ledger/updates-page/page-matches-list-in-any-format',
    change: request(on.updatesPage, inFormats('filtersByParty'), (parties) =>
      Object.fromEntries(
        Object.entries(Object(parties)).map(([party, filters]) =>
          listAt(filters, 'cumulative').length > 0 ? [party, filters] : [OUTSIDER, filters],
        ),
      ),
    ),
  },
});
