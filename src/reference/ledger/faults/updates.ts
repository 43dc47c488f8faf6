/** Faults in lists of updates and in lookups of one. */
import { altering } from '../fault.ts';
import * as edit from '../operators/edits.ts';
import { isRecord } from '../operators/json.ts';
import { LISTS, on } from '../operators/operations.ts';
import { accept } from '../operators/rejections.ts';
import { ignoreQuery, query, request } from '../operators/request.ts';
import { respond } from '../operators/respond.ts';
import { ok } from '../reply.ts';
import { type LedgerFault, table } from './table.ts';

const FORMAT = 'updateFormat.includeTransactions';
const EVENTS = '*.update.Transaction.value.events.*.*';
const LIMITED = [on.updates, on.contracts];
const LOOKUPS = [on.updateByOffset, on.updateById];

export const updateFaults: readonly LedgerFault[] = table({
  'updates-include-the-begin | updates/offsets-in-order | both | A list of updates starts with a copy of its first one at the exclusive begin.':
    respond(LISTS, '', (list, { body }) => {
      const { beginExclusive } = body as { beginExclusive: number };
      const copy = structuredClone((list as unknown[]).slice(0, 1));
      const at = edit.edited(copy, '*.update.*.value.offset', () => beginExclusive);
      return [...(at as unknown[]), ...(list as unknown[])];
    }),
  'updates-exclude-the-end | updates-page/pages-match-list | A list of updates omits the update at its inclusive end.':
    request(LISTS, 'endInclusive', (end) =>
      end === undefined ? end : Math.max(1, Number(end) - 1),
    ),
  'updates-out-of-order | updates/offsets-in-order | The first two updates of a list have changed places.':
    respond(LISTS, '', (list) => {
      const [one, two, ...rest] = list as unknown[];
      return [two, one, ...rest].filter((update) => update !== undefined);
    }),
  'update-twice | updates/offsets-in-order | A list has its last update twice.': respond(
    LISTS,
    '',
    edit.lastTwice,
  ),
  'descending-order-overlooked | updates/descending-reverses-list | The list of updates ignores descending order.':
    request(LISTS, '', edit.merge({ descendingOrder: false })),
  'limit-overlooked | {updates,active-contracts}/limit-bounds-list | The server ignores the limit of a list.':
    ignoreQuery(LIMITED),
  'limit-one-too-many | {updates,active-contracts}/limit-bounds-list | A list has one element more than its limit.':
    query(LIMITED, (own) => {
      const limit = own.get('limit');
      if (limit !== null) own.set('limit', `${Number(limit) + 1}`);
    }),
  'long-list-cut-off | completions/lists-are-complete-or-rejected | A list of completions ends after five elements, whatever its limit.':
    respond(on.completions, '', edit.first(5)),
  'events-of-another-offset | updates/events-match-their-transaction | The events of a transaction have the offset before its own.':
    respond(LISTS, `${EVENTS}.offset`, edit.plus(-1)),
  'node-ids-all-zero | updates/events-match-their-transaction | The events of a transaction all have the node id 0.':
    respond(LISTS, `${EVENTS}.nodeId`, edit.to(0)),
  'shape-overlooked | updates/events-follow-shape | The list of updates shows all effects, whatever shape is requested.':
    request(LISTS, `${FORMAT}.transactionShape`, edit.to('TRANSACTION_SHAPE_LEDGER_EFFECTS')),
  'events-of-other-parties | updates/witnesses-are-requested-parties | The server reads filters by party as filters for any party.':
    request(LISTS, `${FORMAT}.eventFormat`, edit.anyParty),
  'witnesses-not-requested | updates/witnesses-are-requested-parties | Events have witnesses that are not in the request.':
    respond(LISTS, `${EVENTS}.witnessParties`, edit.allParties),
  'topology-not-requested | updates/only-included-kinds | The list shows topology updates without a request for them.':
    request(
      LISTS,
      'updateFormat',
      edit.merge({
        includeTopologyEvents: { includeParticipantAuthorizationEvents: { parties: [] } },
      }),
    ),
  'topology-updates-missing | parties-allocate/hosting-is-in-updates | both irreversible | The server never shows topology updates.':
    request(
      ({ path }) => path.startsWith('/v2/updates'),
      'updateFormat.includeTopologyEvents',
      edit.to(undefined),
    ),
  'update-by-offset-of-the-next | update-by-offset/same-as-listed | The lookup by offset returns the offset of the next update.':
    respond(on.updateByOffset, 'update.*.value.offset', edit.plus(1)),
  'update-by-id-of-another | update-by-id/same-as-by-offset | The lookup by id returns another update id.':
    respond(on.updateById, 'update.*.value.updateId', edit.to(`1220${'0'.repeat(64)}`)),
  'update-by-id-unlike-by-offset | update-by-id/same-as-by-offset | The lookup by id returns another workflow id than the lookup by offset.':
    respond(on.updateById, 'update.*.value.workflowId', edit.to('another')),
  'unknown-update-is-empty | {update-by-id,update-by-offset}/{rejects-unknown-update,unknown-update-error} | An unknown update gets 200 and null.':
    accept({ codes: ['UPDATE_NOT_FOUND'] }, { update: null }),
  'filtered-update-is-shown-empty | {update-by-id,update-by-offset}/{rejects-filtered-update,filtered-update-error} | An update without matching events is found and has no events.':
    altering(LOOKUPS, ({ handle }) => ({
      handle: async (call, ledger) => {
        try {
          return await handle(call, ledger);
        } catch (error) {
          const body = call.body as { offset?: number; updateId?: string };
          const update =
            body.offset === undefined
              ? ledger.history.named(body.updateId ?? '')
              : ledger.history.at(body.offset);
          if (update?.kind !== 'transaction') throw error;
          const { updateId, offset, recordTime, synchronizerId, effectiveAt } = update;
          const own = { updateId, effectiveAt, offset, synchronizerId, recordTime };
          const value = { ...own, commandId: '', workflowId: '', events: [] };
          return ok({ update: { Transaction: { value } } });
        }
      },
    })),
  'trees-of-exercises-only | updates-trees/matches-replacement | The trees of the deprecated list omit created events.':
    respond(on.trees, '*.update.TransactionTree.value.eventsById.*', (event) =>
      isRecord(event) && 'CreatedTreeEvent' in event ? edit.GONE : event,
    ),
});
