/** Faults in formats that are incomplete or given twice, and in what events say of their shape. */
import { notFound } from '../errors.ts';
import { LedgerError } from '../failures.ts';
import { altering, type Which } from '../fault.ts';
import * as edit from '../operators/edits.ts';
import { type Json, names, valueAt } from '../operators/json.ts';
import { on } from '../operators/operations.ts';
import { request } from '../operators/request.ts';
import { respond } from '../operators/respond.ts';
import type { Change } from '../steps.ts';
import { EVERY_VERSION, type LedgerFault, table } from './table.ts';

const TRANSACTIONS = [on.transactionByOffset, on.transactionById];
const LOOKUPS = [on.updateByOffset, on.updateById, ...TRANSACTIONS];
const TREES = [on.treeByOffset, on.treeById];
const SHAPES =
  'updateFormat.includeTransactions.transactionShape transactionFormat.transactionShape';
const TEMPLATES =
  'updateFormat.includeTransactions.eventFormat.filtersByParty.*.cumulative.*.identifierFilter.value.value.templateId';

/** Reads an unspecified shape as the delta. */
const shapeless = (which: Which): Change =>
  request(which, SHAPES, (shape) =>
    shape === 'TRANSACTION_SHAPE_UNSPECIFIED' ? 'TRANSACTION_SHAPE_ACS_DELTA' : shape,
  );

/** Finds nothing without a party. */
const partiesOptional = (which: Which): Change =>
  altering(which, ({ handle }) => ({
    handle: async (call, ledger) => {
      try {
        return await handle(call, ledger);
      } catch (error) {
        const none = error instanceof LedgerError && error.message.startsWith('One of filters');
        throw none ? notFound('UPDATE_NOT_FOUND', 'OFFSET', '') : error;
      }
    },
  }));

/** Marks the events of lists of all effects. */
const marking = (mark: boolean): Change =>
  respond(on.updates, '*.update.Transaction.value.events.*.*.acsDelta', edit.to(mark), ({ body }) =>
    names(body, 'TRANSACTION_SHAPE_LEDGER_EFFECTS'),
  );

export const formatFaults: readonly LedgerFault[] = table({
  'lookups-take-either-form': {
    description: 'The lookup of a transaction accepts both forms of a format, and neither.',
    killedBy:
      'ledger/transaction-by-*/{rejects-both-formats,both-formats-error,rejects-missing-format,missing-format-error}',
    versions: EVERY_VERSION,
    change: request(TRANSACTIONS, '', (body) => {
      const { transactionFormat, requestingParties } = body as {
        readonly transactionFormat?: unknown;
        readonly requestingParties: readonly string[];
      };
      if (transactionFormat !== undefined) return { ...(body as Json), requestingParties: [] };
      const some = requestingParties.length > 0 ? requestingParties : ['other::1220aa'];
      return { ...(body as Json), requestingParties: some };
    }),
  },
  'lookups-without-parties': {
    description: 'A lookup without a party is not found.',
    killedBy:
      'ledger/{update-by-*,transaction-by-*,transaction-tree-by-*}/{rejects-missing-parties,missing-parties-error,rejects-format-without-filters,format-without-filters-error}',
    versions: EVERY_VERSION,
    change: partiesOptional([...LOOKUPS, ...TREES]),
  },
  'lookups-choose-a-shape': {
    description: 'A lookup in an unspecified shape shows the delta.',
    killedBy:
      'ledger/{update-by-*,transaction-by-*}/{rejects-unspecified-shape,unspecified-shape-error}',
    versions: EVERY_VERSION,
    change: shapeless(LOOKUPS),
  },
  'older-lists-take-both-formats': {
    description: 'The list of flat updates accepts the older filter beside the newer format.',
    killedBy: 'ledger/updates-flats/{rejects-both-formats,both-formats-error}',
    versions: EVERY_VERSION,
    change: request(
      on.flats,
      '',
      edit.merge({ filter: undefined, verbose: false }),
      ({ body }) => valueAt(body, 'updateFormat') !== undefined,
    ),
  },
  'older-lists-need-no-format': {
    description: 'The older lists of updates accept a request without a format.',
    killedBy: 'ledger/updates-{flats,trees}/{rejects-missing-format,missing-format-error}',
    change: request(
      [on.flats, on.trees],
      '',
      edit.merge({ updateFormat: {} }),
      ({ body }) =>
        valueAt(body, 'updateFormat') === undefined && valueAt(body, 'filter') === undefined,
    ),
  },
  'pages-choose-a-shape': {
    description: 'A page of updates in an unspecified shape shows the delta.',
    killedBy: 'ledger/updates-page/{rejects-unspecified-shape,unspecified-shape-error}',
    change: shapeless(on.updatesPage),
  },
  'pages-without-parties-not-found': {
    description: 'A page of updates without a party is not found.',
    killedBy: 'ledger/updates-page/{rejects-format-without-filters,format-without-filters-error}',
    change: partiesOptional(on.updatesPage),
  },
  'pages-take-package-ids': {
    description: 'A page of updates accepts package ids in filters, as in 3.4.',
    killedBy: 'ledger/updates-page/{rejects-package-id-in-filter,package-id-in-filter-error}',
    change: request(on.updatesPage, TEMPLATES, (id) =>
      String(id).startsWith('#') ? id : `#assay-demo:${String(id).split(':').slice(1).join(':')}`,
    ),
  },
  'acs-delta-always-true': {
    description: 'Every effect is marked as a change of the active contracts.',
    killedBy: 'ledger/updates/acs-delta-marks-changes',
    versions: EVERY_VERSION,
    change: marking(true),
  },
  'acs-delta-never-true': {
    description: 'No effect is marked as a change of the active contracts.',
    killedBy: 'ledger/updates/acs-delta-marks-changes',
    versions: EVERY_VERSION,
    change: marking(false),
  },
});
