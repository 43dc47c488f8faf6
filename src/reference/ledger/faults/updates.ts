import { altering } from '../fault.ts';
import * as edit from '../operators/edits.ts';
import { LISTS } from '../operators/operations.ts';
import { request } from '../operators/request.ts';
import { ok } from '../reply.ts';
import { EVERY_VERSION, type LedgerFault, table } from './table.ts';

const FORMAT = 'updateFormat.includeTransactions';

export const updateFaults: readonly LedgerFault[] = table({
  'updates-exclude-the-end': {
    description: 'A list of updates omits the update at its inclusive end.',
    killedBy: 'ledger/updates-page/pages-match-list',
    change: request(LISTS, 'endInclusive', (end) =>
      end === undefined ? end : Math.max(1, Number(end) - 1),
    ),
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
