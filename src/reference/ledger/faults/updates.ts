/** Faults in updates: what lists select and in which order, what events show, and what other lists show of them. */

import { missingField, notFound } from '../errors.ts';
import { handling, type LedgerFault, table } from '../fault.ts';
import * as edit from '../operators/edits.ts';
import { isCreated, type Json, listAt, valueAt } from '../operators/json.ts';
import { CONTRACT_PAGES, CONTRACTS, LISTS, on } from '../operators/operations.ts';
import { reject } from '../operators/rejections.ts';
import { query, request } from '../operators/request.ts';
import { respond, setEvery, type When } from '../operators/respond.ts';
import type { Route } from '../route.ts';
import { from } from '../versions.ts';

const FORMAT = 'updateFormat.includeTransactions';

const TRANSACTION = '*.update.Transaction.value';

/** True for a format of transactions that names one party. */
const ofOneParty: When = ({ body }) => {
  const { filtersByParty = {} } = (valueAt(body, `${FORMAT}.eventFormat`) ?? {}) as Json;
  return Object.keys(filtersByParty as object).length === 1;
};

/** Doubles represent integers exactly up to this one. */
const EXACT = 2 ** 53;

/** True for lists, pages and lookups of updates. */
const showsExercises = ({ path }: Route): boolean => path.startsWith('/v2/updates');

export const updateFaults: readonly LedgerFault[] = table({
  'topology-updates-missing': {
    description: 'The server never shows topology updates.',
    killedBy: 'ledger/parties-allocate/hosting-is-in-updates',
    change: request(
      ({ path }) => path.startsWith('/v2/updates'),
      'updateFormat.includeTopologyEvents',
      edit.to(undefined),
    ),
  },
  'completions-in-another-trace': {
    description: 'Each completion has a separate trace.',
    killedBy: 'ledger/completions/same-trace-as-its-update',
    change: respond(on.completions, '*.completionResponse.Completion.value', (shown) => ({
      ...(shown as Json),
      traceContext: { traceparent: `00-${'5a'.repeat(16)}-${'5a'.repeat(8)}-01`, tracestate: '' },
    })),
  },
  'command-completions-without-limit': {
    description: 'The list of the completions of some parties ignores its limit.',
    killedBy: 'ledger/command-completions/limit-cuts-the-list',
    versions: from('3.5'),
    change: query(on.commandCompletions, (own) => own.delete('limit')),
  },
  'command-completions-need-parties': {
    description: 'A request for completions without parties is rejected with 400.',
    killedBy: 'ledger/command-completions/no-parties-stand-for-any-party',
    versions: from('3.5'),
    change: reject(
      on.commandCompletions,
      missingField('parties'),
      ({ body }) => listAt(body, 'parties').length === 0,
    ),
  },
  'signatories-are-observers': {
    description: 'The observers of a contract are its signatories.',
    killedBy: 'ledger/*/observers-are-no-signatories',
    allow: 'irreversible',
    change: setEvery(isCreated, 'observers', ({ signatories }) => signatories),
  },
  'witnesses-act': {
    description: 'The acting parties of an exercise are all its witnesses.',
    killedBy: 'ledger/completions/same-command-as-its-update',
    change: setEvery(
      (value) => Array.isArray(value['actingParties']),
      'actingParties',
      ({ witnessParties }) => witnessParties,
    ),
  },
  'templates-named-by-package-name': {
    description: 'Events identify their template by the name of its package.',
    killedBy: 'ledger/*/events-name-packages-by-id',
    change: setEvery(
      (value) => typeof value['templateId'] === 'string',
      'templateId',
      ({ templateId, packageName }) => String(templateId).replace(/^[^:]+/, `#${packageName}`),
    ),
  },
  'created-without-witnesses': {
    description: 'Created events have no witnesses.',
    killedBy: 'ledger/*/events-have-their-members',
    change: setEvery(isCreated, 'witnessParties', () => []),
  },
  'updates-after-their-checkpoint': {
    description: 'A list of updates starts with a checkpoint at the ledger end.',
    killedBy: 'ledger/updates/checkpoints-in-order',
    change: respond(LISTS, '', (list, _call, { history }) => {
      const value = { offset: history.end, synchronizerTimes: [] };
      return [{ update: { OffsetCheckpoint: { value } } }, ...(list as Json[])];
    }),
  },
  'interface-not-found': {
    description:
      'A response with an exercise of an interface becomes a rejection, because the layer cannot resolve the interface.',
    killedBy: 'ledger/{updates,updates-flats,updates-trees}/events-need-no-known-interface',
    change: handling(showsExercises, (handle) => async (call, ledger) => {
      const reply = await handle(call, ledger);
      const [, id] = /"interfaceId":"([^"]+)"/.exec(JSON.stringify(reply.json)) ?? [];
      if (id === undefined) return reply;
      throw notFound('TEMPLATES_OR_INTERFACES_NOT_FOUND', 'TEMPLATE_ID', id);
    }),
  },
  'checkpoint-of-the-ledger-end': {
    description: 'A closed list of updates ends with a checkpoint at the ledger end.',
    killedBy: 'ledger/updates/checkpoints-in-order',
    change: respond(on.updates, '', (list, { body, query }, { history }) => {
      const isClosed = Object(body)['endInclusive'] !== undefined;
      const hasRoom = (list as Json[]).length < Number(query.get('limit') ?? 50);
      const value = { offset: history.end, synchronizerTimes: [] };
      return isClosed && hasRoom
        ? [...(list as Json[]), { update: { OffsetCheckpoint: { value } } }]
        : list;
    }),
  },
  'lookup-repeats-signatories': {
    description: 'The lookup of a contract shows all stakeholders as observers.',
    killedBy: 'ledger/contract-by-id/observers-are-no-signatories',
    change: respond(on.contract, 'createdEvent', (event) => ({
      ...(event as Json),
      observers: [...listAt(event, 'signatories'), ...listAt(event, 'observers')],
    })),
  },
  'command-for-every-reader': {
    description: 'A list shows the command of a transaction to everyone who sees the transaction.',
    killedBy: 'ledger/completions/only-submitters-see-command',
    change: respond(on.updates, TRANSACTION, (shown, _call, { history }) => {
      const { updateId } = shown as Json;
      const update = history.named(`${updateId}`);
      const commandId = update && 'commandId' in update ? update.commandId : '';
      return { ...(shown as Json), commandId };
    }),
  },
  'command-for-no-single-party': {
    description: 'A list for a single party never shows the command of a transaction.',
    killedBy: 'ledger/completions/each-submitter-sees-command',
    change: respond(on.updates, `${TRANSACTION}.commandId`, edit.to(''), ofOneParty),
  },
  'consequences-for-stakeholders-only': {
    description: 'A created event below an exercise has only its stakeholders as witnesses.',
    killedBy: 'ledger/updates/consequences-have-witnesses-of-their-cause',
    change: setEvery(isCreated, 'witnessParties', (event) => {
      const stakeholders = [...listAt(event, 'signatories'), ...listAt(event, 'observers')];
      return listAt(event, 'witnessParties').filter((party) => stakeholders.includes(party));
    }),
  },
  'lists-begin-at-the-begin': {
    description: 'A list of updates includes the update at its exclusive start.',
    killedBy: 'ledger/updates/offsets-in-order',
    change: request(on.updates, 'beginExclusive', (begin, _call, { history }) =>
      Math.min(Math.max(history.pruned, Number(begin) - 1), Number(begin)),
    ),
  },
  'large-offsets-are-0': {
    description: 'An offset that a double cannot hold exactly counts as 0.',
    killedBy:
      'ledger/{active-contracts,*contracts-page}/{rejects-offset-after-end,offset-after-end-error}',
    change: request(CONTRACTS, 'activeAtOffset', (offset) => (Number(offset) > EXACT ? 0 : offset)),
  },
  'lookups-show-all-witnesses': {
    description: 'The lookup of an update for one party also shows the stakeholders as witnesses.',
    killedBy: 'ledger/update-by-offset/witnesses-are-requested-parties',
    change: respond(
      on.updateByOffset,
      'update.Transaction.value.events.*.CreatedEvent',
      (event) => ({
        ...(event as Json),
        witnessParties: [...listAt(event, 'signatories'), ...listAt(event, 'observers')],
      }),
      ofOneParty,
    ),
  },
  'pages-have-one-event-format': {
    description: 'Pages of updates use the format of transactions for reassignments.',
    killedBy: 'ledger/updates-page/page-matches-list-in-any-format',
    versions: from('3.5'),
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
  'cut-before-reversed': {
    description: 'In descending order, a list with a limit has the first updates of its range.',
    killedBy: 'ledger/updates/descending-reverses-list',
    versions: from('3.5'),
    change: handling(on.updates, (handle) => async (call, ledger) => {
      if (!valueAt(call.body, 'descendingOrder')) return handle(call, ledger);
      const body = { ...(call.body as Json), descendingOrder: false };
      const reply = await handle({ ...call, body }, ledger);
      return { ...reply, json: (reply.json as unknown[]).toReversed() };
    }),
  },
  'full-last-page-lost': {
    description: 'A page has no token if exactly one full page is left after it.',
    killedBy: 'ledger/{updates-page,contracts-page}/pages-match-list',
    versions: from('3.5'),
    change: handling([on.updatesPage, ...CONTRACT_PAGES], (handle) => async (call, ledger) => {
      const reply = await handle(call, ledger);
      const pageToken = valueAt(reply.json, 'nextPageToken');
      if (!pageToken) return reply;
      const next = await handle({ ...call, body: { ...(call.body as Json), pageToken } }, ledger);
      const shown = ['updates', 'activeContracts'].flatMap((name) => listAt(next.json, name));
      const isLost =
        shown.length === valueAt(call.body, 'maxPageSize') && !valueAt(next.json, 'nextPageToken');
      return isLost ? { ...reply, json: { ...(reply.json as Json), nextPageToken: null } } : reply;
    }),
  },
  'page-bound-of-the-range': {
    description: 'The upper bound of a page of updates is the end of the range in the request.',
    killedBy: 'ledger/updates-page/page-bounds-join',
    versions: from('3.5'),
    change: respond(on.updatesPage, 'highestPageOffsetInclusive', (bound, { body }) => {
      const { endOffsetInclusive, descendingOrder } = body as Json;
      return descendingOrder === true ? bound : (endOffsetInclusive ?? bound);
    }),
  },
});
