/** Faults in lists of updates and in lookups of one. */
import { altering } from '../fault.ts';
import * as edit from '../operators/edits.ts';
import { isRecord } from '../operators/json.ts';
import { LISTS, on } from '../operators/operations.ts';
import { accept } from '../operators/rejections.ts';
import { ignoreQuery, query, request } from '../operators/request.ts';
import { respond } from '../operators/respond.ts';
import { ok } from '../reply.ts';
import { EVERY_VERSION, type LedgerFault, table } from './table.ts';

const FORMAT = 'updateFormat.includeTransactions';
const EVENTS = '*.update.Transaction.value.events.*.*';
const LIMITED = [on.updates, on.contracts];
const LOOKUPS = [on.updateByOffset, on.updateById];

export const updateFaults: readonly LedgerFault[] = table({
  'updates-include-the-begin': {
    description: 'A list of updates starts with a copy of its first one at the exclusive begin.',
    killedBy: 'ledger/updates/offsets-in-order',
    versions: EVERY_VERSION,
    change: respond(LISTS, '', (list, { body }) => {
      const { beginExclusive } = body as { beginExclusive: number };
      const copy = structuredClone((list as unknown[]).slice(0, 1));
      const at = edit.edited(copy, '*.update.*.value.offset', () => beginExclusive);
      return [...(at as unknown[]), ...(list as unknown[])];
    }),
  },
  'updates-exclude-the-end': {
    description: 'A list of updates omits the update at its inclusive end.',
    killedBy: 'ledger/updates-page/pages-match-list',
    change: request(LISTS, 'endInclusive', (end) =>
      end === undefined ? end : Math.max(1, Number(end) - 1),
    ),
  },
  'updates-out-of-order': {
    description: 'The first two updates of a list have changed places.',
    killedBy: 'ledger/updates/offsets-in-order',
    change: respond(LISTS, '', (list) => {
      const [one, two, ...rest] = list as unknown[];
      return [two, one, ...rest].filter((update) => update !== undefined);
    }),
  },
  'update-twice': {
    description: 'A list has its last update twice.',
    killedBy: 'ledger/updates/offsets-in-order',
    change: respond(LISTS, '', edit.lastTwice),
  },
  'descending-order-overlooked': {
    description: 'The list of updates ignores descending order.',
    killedBy: 'ledger/updates/descending-reverses-list',
    change: request(LISTS, '', edit.merge({ descendingOrder: false })),
  },
  'limit-overlooked': {
    description: 'The server ignores the limit of a list.',
    killedBy: 'ledger/{updates,active-contracts}/limit-bounds-list',
    change: ignoreQuery(LIMITED),
  },
  'limit-one-too-many': {
    description: 'A list has one element more than its limit.',
    killedBy: 'ledger/{updates,active-contracts}/limit-bounds-list',
    change: query(LIMITED, (own) => {
      const limit = own.get('limit');
      if (limit !== null) own.set('limit', `${Number(limit) + 1}`);
    }),
  },
  'long-list-cut-off': {
    description: 'A list of completions ends after five elements, whatever its limit.',
    killedBy: 'ledger/completions/lists-are-complete-or-rejected',
    change: respond(on.completions, '', edit.first(5)),
  },
  'events-of-another-offset': {
    description: 'The events of a transaction have the offset before its own.',
    killedBy: 'ledger/updates/events-match-their-transaction',
    change: respond(LISTS, `${EVENTS}.offset`, edit.plus(-1)),
  },
  'node-ids-all-zero': {
    description: 'The events of a transaction all have the node id 0.',
    killedBy: 'ledger/updates/events-match-their-transaction',
    change: respond(LISTS, `${EVENTS}.nodeId`, edit.to(0)),
  },
  'shape-overlooked': {
    description: 'The list of updates shows all effects, whatever shape is requested.',
    killedBy: 'ledger/updates/events-follow-shape',
    change: request(
      LISTS,
      `${FORMAT}.transactionShape`,
      edit.to('TRANSACTION_SHAPE_LEDGER_EFFECTS'),
    ),
  },
  'events-of-other-parties': {
    description: 'The server reads filters by party as filters for any party.',
    killedBy: 'ledger/updates/witnesses-are-requested-parties',
    change: request(LISTS, `${FORMAT}.eventFormat`, edit.anyParty),
  },
  'witnesses-not-requested': {
    description: 'Events have witnesses that are not in the request.',
    killedBy: 'ledger/updates/witnesses-are-requested-parties',
    change: respond(LISTS, `${EVENTS}.witnessParties`, edit.allParties),
  },
  'topology-not-requested': {
    description: 'The list shows topology updates without a request for them.',
    killedBy: 'ledger/updates/only-included-kinds',
    change: request(
      LISTS,
      'updateFormat',
      edit.merge({
        includeTopologyEvents: { includeParticipantAuthorizationEvents: { parties: [] } },
      }),
    ),
  },
  'topology-updates-missing': {
    description: 'The server never shows topology updates.',
    killedBy: 'ledger/parties-allocate/hosting-is-in-updates',
    versions: EVERY_VERSION,
    allow: 'irreversible',
    change: request(
      ({ path }) => path.startsWith('/v2/updates'),
      'updateFormat.includeTopologyEvents',
      edit.to(undefined),
    ),
  },
  'update-by-offset-of-the-next': {
    description: 'The lookup by offset returns the offset of the next update.',
    killedBy: 'ledger/update-by-offset/same-as-listed',
    change: respond(on.updateByOffset, 'update.*.value.offset', edit.plus(1)),
  },
  'update-by-id-of-another': {
    description: 'The lookup by id returns another update id.',
    killedBy: 'ledger/update-by-id/same-as-by-offset',
    change: respond(on.updateById, 'update.*.value.updateId', edit.to(`1220${'0'.repeat(64)}`)),
  },
  'update-by-id-unlike-by-offset': {
    description: 'The lookup by id returns another workflow id than the lookup by offset.',
    killedBy: 'ledger/update-by-id/same-as-by-offset',
    change: respond(on.updateById, 'update.*.value.workflowId', edit.to('another')),
  },
  'unknown-update-is-empty': {
    description: 'An unknown update gets 200 and null.',
    killedBy:
      'ledger/{update-by-id,update-by-offset}/{rejects-unknown-update,unknown-update-error}',
    change: accept({ codes: ['UPDATE_NOT_FOUND'] }, { update: null }),
  },
  'filtered-update-is-shown-empty': {
    description: 'An update without matching events is found and has no events.',
    killedBy:
      'ledger/{update-by-id,update-by-offset}/{rejects-filtered-update,filtered-update-error}',
    change: altering(LOOKUPS, ({ handle }) => ({
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
  },
  'trees-of-exercises-only': {
    description: 'The trees of the deprecated list omit created events.',
    killedBy: 'ledger/updates-trees/matches-replacement',
    change: respond(on.trees, '*.update.TransactionTree.value.eventsById.*', (event) =>
      isRecord(event) && 'CreatedTreeEvent' in event ? edit.GONE : event,
    ),
  },
});
