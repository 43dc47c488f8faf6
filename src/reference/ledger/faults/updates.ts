import { LedgerError } from '../failures.ts';
import { altering } from '../fault.ts';
import * as edit from '../operators/edits.ts';
import { valueAt } from '../operators/json.ts';
import { LISTS, on } from '../operators/operations.ts';
import { reject } from '../operators/rejections.ts';
import { query, request } from '../operators/request.ts';
import { respond } from '../operators/respond.ts';
import { ok } from '../reply.ts';
import { EVERY_VERSION, type LedgerFault, table } from './table.ts';

const FORMAT = 'updateFormat.includeTransactions';
const LIMITED = [on.updates, on.contracts];

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
  'limit-one-too-many': {
    description: 'A list has one element more than its limit.',
    killedBy: 'ledger/{updates,active-contracts}/limit-bounds-list',
    change: query(LIMITED, (own) => {
      const limit = own.get('limit');
      if (limit !== null) own.set('limit', `${Number(limit) + 1}`);
    }),
  },
  'events-of-other-parties': {
    description: 'The server reads filters by party as filters for any party.',
    killedBy: 'ledger/updates/witnesses-are-requested-parties',
    change: request(LISTS, `${FORMAT}.eventFormat`, edit.anyParty),
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
  'end-not-readable': {
    description: 'The server rejects a list of updates from the ledger end on.',
    killedBy: 'ledger/ledger-end/updates-continue-after-end',
    change: reject(
      on.updates,
      new LedgerError('OFFSET_AFTER_LEDGER_END', 11, 12, 'There is nothing yet.'),
      ({ body }, { history }) => valueAt(body, 'beginExclusive') === history.end,
    ),
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
});
