/** Faults of updates, contracts and completions that only a comparison shows. */
import { anyCaller } from '../auth.ts';
import { LedgerError } from '../failures.ts';
import { altering } from '../fault.ts';
import { guard } from '../operators/access.ts';
import * as edit from '../operators/edits.ts';
import { valueAt } from '../operators/json.ts';
import { LISTS, on } from '../operators/operations.ts';
import { reject, skip } from '../operators/rejections.ts';
import { ignore, ignoreQuery, request } from '../operators/request.ts';
import { respond } from '../operators/respond.ts';
import { ok } from '../reply.ts';
import { type LedgerFault, table } from './table.ts';

const WITNESSES = 'update.Transaction.value.events.*.*.witnessParties';
const TRANSACTIONS = 'updateFormat.includeTransactions';

export const updateAgreementFaults: readonly LedgerFault[] = table({
  'completion-of-no-update': {
    description: 'Completions have unknown update ids.',
    killedBy: 'ledger/completions/completion-names-its-update',
    change: respond(
      on.completions,
      '*.completionResponse.Completion.value.updateId',
      edit.to(`1220${'0'.repeat(64)}`),
    ),
  },
  'completions-turned-round': {
    description: 'Completions come in descending order.',
    killedBy: 'ledger/completions/offsets-in-order',
    change: respond(on.completions, '', edit.reverse),
  },
  'completions-limit-overlooked': {
    description: 'The list of completions ignores its limit.',
    killedBy: 'ledger/completions/{limit-bounds-list,limit-returns-prefix}',
    change: ignoreQuery(on.completions),
  },
  'events-name-other-witnesses': {
    description: 'The events of a contract have witnesses that are not in the request.',
    killedBy: 'ledger/events-by-contract-id/witnesses-are-requested-parties',
    change: respond(on.events, 'created.createdEvent.witnessParties', edit.allParties),
  },
  'template-filter-overlooked': {
    description: 'The list of active contracts ignores template filters.',
    killedBy: 'ledger/active-contracts/template-filter-selects-template',
    change: request(on.contracts, 'eventFormat.filtersByParty.*.cumulative', edit.to([])),
  },
  'verbose-leaves-out': {
    description: 'With verbose the list of active contracts omits its first one.',
    killedBy: 'ledger/active-contracts/verbose-keeps-entries',
    change: respond(
      on.contracts,
      '',
      edit.withoutFirst,
      ({ body }) => valueAt(body, 'eventFormat.verbose') === true,
    ),
  },
  'any-user-reads-contracts': {
    description: 'Every user may list active contracts.',
    killedBy: 'ledger/active-contracts/rejects-party-without-read-right',
    token: 'reader',
    change: guard(on.contracts, anyCaller),
  },
  'end-not-readable': {
    description: 'The server rejects a list of updates from the ledger end on.',
    killedBy: 'ledger/ledger-end/updates-continue-after-end',
    change: reject(
      on.updates,
      new LedgerError('OFFSET_AFTER_LEDGER_END', 11, 12, 'There is nothing yet.'),
      ({ body }, { history }) => valueAt(body, 'beginExclusive') === history.end,
    ),
  },
  'deprecated-returns-gone': {
    description: 'The deprecated list of trees returns 410.',
    killedBy: 'ledger/updates-trees/deprecated-operation-still-works',
    change: skip(on.trees, { status: 410, text: 'It is gone.' }),
  },
  'replacement-returns-not-implemented': {
    description: 'The lookup that replaces the deprecated ones returns 501.',
    killedBy: 'ledger/update-by-id/{operation-exists,replacement-exists}',
    change: skip(on.updateById, { status: 501, text: 'It is gone.' }),
  },
  'lookups-ignore-parties': {
    description: 'The lookup by offset shows an unknown party what the first party sees.',
    killedBy: 'ledger/update-by-offset/hides-from-unrelated-party',
    change: altering(on.updateByOffset, ({ handle }) => {
      let shown: object | undefined;
      return {
        handle: async (call, ledger) => {
          const body = call.body as { offset: number; updateFormat: object };
          const unknown = JSON.stringify(body.updateFormat).includes('assay-unknown');
          if (!unknown) shown ??= body.updateFormat;
          const updateFormat = unknown && shown ? shown : body.updateFormat;
          return handle({ ...call, body: { ...body, updateFormat } }, ledger);
        },
      };
    }),
  },
  'requesting-parties-overlooked': {
    description: 'A lookup of a transaction shows requesting parties what any party sees.',
    killedBy: 'ledger/transaction-by-*/hides-from-unrelated-party',
    change: request(
      [on.transactionByOffset, on.transactionById],
      '',
      edit.merge({
        requestingParties: [],
        transactionFormat: {
          eventFormat: {
            filtersByParty: {},
            filtersForAnyParty: { cumulative: [] },
            verbose: true,
          },
          transactionShape: 'TRANSACTION_SHAPE_ACS_DELTA',
        },
      }),
      ({ body }) => String(valueAt(body, 'requestingParties')).startsWith('assay-unknown'),
    ),
  },
  'end-of-updates-overlooked': {
    description: 'Lists of updates ignore their end.',
    killedBy: 'ledger/updates/offsets-in-order',
    change: ignore(on.updates, 'endInclusive'),
  },
  'template-filter-of-updates-overlooked': {
    description: 'Lists of updates ignore template filters.',
    killedBy: 'ledger/updates/template-filter-selects-events',
    change: request(LISTS, `${TRANSACTIONS}.eventFormat.filtersByParty.*.cumulative`, edit.to([])),
  },
  'limit-takes-the-end': {
    description: 'A list of updates with a limit holds the last ones instead of the first.',
    killedBy: 'ledger/updates/limit-returns-prefix',
    change: altering(LISTS, ({ handle }) => ({
      handle: async (call, ledger) => {
        const limit = Number(call.query.get('limit') ?? 100);
        const { json } = await handle({ ...call, query: new URLSearchParams() }, ledger);
        return ok((json as unknown[]).slice(-limit));
      },
    })),
  },
  'verbose-hides-updates': {
    description: 'With verbose the list of updates omits its first one.',
    killedBy: 'ledger/updates/verbose-keeps-events',
    change: respond(LISTS, '', edit.withoutFirst, ({ body }) =>
      JSON.stringify(body).includes('"verbose":true'),
    ),
  },
  'looked-up-in-another-shape': {
    description: 'The lookup by offset shows all effects, whatever shape is requested.',
    killedBy: 'ledger/update-by-offset/events-follow-shape',
    change: request(
      on.updateByOffset,
      `${TRANSACTIONS}.transactionShape`,
      edit.to('TRANSACTION_SHAPE_LEDGER_EFFECTS'),
    ),
  },
  'updates-have-no-witnesses': {
    description: 'The events of a transaction have no witnesses.',
    killedBy: 'ledger/updates/witnesses-are-requested-parties',
    change: respond(on.updates, `*.${WITNESSES}`, edit.to([])),
  },
  'pages-show-other-witnesses': {
    description: 'The updates of a page have witnesses that are not in the request.',
    killedBy: 'ledger/updates-page/witnesses-are-requested-parties',
    change: respond(on.updatesPage, `updates.*.${WITNESSES}`, edit.allParties),
  },
  'pages-turned-round': {
    description: 'The updates of a page come in the opposite order.',
    killedBy: 'ledger/updates-page/offsets-in-order',
    change: respond(on.updatesPage, 'updates', edit.reverse),
  },
});
