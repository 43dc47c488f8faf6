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
  'completion-of-no-update | completions/completion-names-its-update | Completions have unknown update ids.':
    respond(
      on.completions,
      '*.completionResponse.Completion.value.updateId',
      edit.to(`1220${'0'.repeat(64)}`),
    ),
  'completions-turned-round | completions/offsets-in-order | Completions come in descending order.':
    respond(on.completions, '', edit.reverse),
  'completions-limit-overlooked | completions/{limit-bounds-list,limit-returns-prefix} | The list of completions ignores its limit.':
    ignoreQuery(on.completions),
  'events-name-other-witnesses | events-by-contract-id/witnesses-are-requested-parties | The events of a contract have witnesses that are not in the request.':
    respond(on.events, 'created.createdEvent.witnessParties', edit.allParties),
  'template-filter-overlooked | active-contracts/template-filter-selects-template | The list of active contracts ignores template filters.':
    request(on.contracts, 'eventFormat.filtersByParty.*.cumulative', edit.to([])),
  'verbose-leaves-out | active-contracts/verbose-keeps-entries | With verbose the list of active contracts omits its first one.':
    respond(
      on.contracts,
      '',
      edit.withoutFirst,
      ({ body }) => valueAt(body, 'eventFormat.verbose') === true,
    ),
  'any-user-reads-contracts | active-contracts/rejects-party-without-read-right | reader | Every user may list active contracts.':
    guard(on.contracts, anyCaller),
  'end-not-readable | ledger-end/updates-continue-after-end | The server rejects a list of updates from the ledger end on.':
    reject(
      on.updates,
      new LedgerError('OFFSET_AFTER_LEDGER_END', 11, 12, 'There is nothing yet.'),
      ({ body }, { history }) => valueAt(body, 'beginExclusive') === history.end,
    ),
  'deprecated-returns-gone | updates-trees/deprecated-operation-still-works | The deprecated list of trees returns 410.':
    skip(on.trees, { status: 410, text: 'It is gone.' }),
  'replacement-returns-not-implemented | update-by-id/{operation-exists,replacement-exists} | The lookup that replaces the deprecated ones returns 501.':
    skip(on.updateById, { status: 501, text: 'It is gone.' }),
  'lookups-ignore-parties | update-by-offset/hides-from-unrelated-party | The lookup by offset shows an unknown party what the first party sees.':
    altering(on.updateByOffset, ({ handle }) => {
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
  'requesting-parties-overlooked | transaction-by-*/hides-from-unrelated-party | A lookup of a transaction shows requesting parties what any party sees.':
    request(
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
  'end-of-updates-overlooked | updates/offsets-in-order | Lists of updates ignore their end.':
    ignore(on.updates, 'endInclusive'),
  'template-filter-of-updates-overlooked | updates/template-filter-selects-events | Lists of updates ignore template filters.':
    request(LISTS, `${TRANSACTIONS}.eventFormat.filtersByParty.*.cumulative`, edit.to([])),
  'limit-takes-the-end | updates/limit-returns-prefix | A list of updates with a limit holds the last ones instead of the first.':
    altering(LISTS, ({ handle }) => ({
      handle: async (call, ledger) => {
        const limit = Number(call.query.get('limit') ?? 100);
        const { json } = await handle({ ...call, query: new URLSearchParams() }, ledger);
        return ok((json as unknown[]).slice(-limit));
      },
    })),
  'verbose-hides-updates | updates/verbose-keeps-events | With verbose the list of updates omits its first one.':
    respond(LISTS, '', edit.withoutFirst, ({ body }) =>
      JSON.stringify(body).includes('"verbose":true'),
    ),
  'looked-up-in-another-shape | update-by-offset/events-follow-shape | The lookup by offset shows all effects, whatever shape is requested.':
    request(
      on.updateByOffset,
      `${TRANSACTIONS}.transactionShape`,
      edit.to('TRANSACTION_SHAPE_LEDGER_EFFECTS'),
    ),
  'updates-have-no-witnesses | updates/witnesses-are-requested-parties | The events of a transaction have no witnesses.':
    respond(on.updates, `*.${WITNESSES}`, edit.to([])),
  'pages-show-other-witnesses | updates-page/witnesses-are-requested-parties | The updates of a page have witnesses that are not in the request.':
    respond(on.updatesPage, `updates.*.${WITNESSES}`, edit.allParties),
  'pages-turned-round | updates-page/offsets-in-order | The updates of a page come in the opposite order.':
    respond(on.updatesPage, 'updates', edit.reverse),
});
