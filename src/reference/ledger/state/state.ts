/** The state of the ledger: its end, the pruned offset, and the connected synchronizers. */

import { allow, anyCaller, isSomeAdmin, operatesAs } from '../auth.ts';
import { invalidField } from '../errors.ts';
import type { Ledger } from '../ledger.ts';
import { isParty } from '../parties/book.ts';
import { ok } from '../reply.ts';
import { type Call, get, type Route } from '../route.ts';
import { isSince } from '../versions.ts';

/** The permission of this node; unspecified without a party, undefined for a party of another participant. */
function permission(ledger: Ledger, party: string): string | null | undefined {
  if (party === '')
    return isSince(ledger.version, '3.5') ? null : 'PARTICIPANT_PERMISSION_UNSPECIFIED';
  if (ledger.parties.find(party)?.isLocal !== true) return undefined;
  const external = ledger.externalKeys.has(party);
  return `PARTICIPANT_PERMISSION_${external ? 'CONFIRMATION' : 'SUBMISSION'}`;
}

function mayLookUp(call: Call): void {
  const party = call.query.get('party') ?? '';
  if (party === '') anyCaller(call);
  else allow(call, isSomeAdmin(call) || operatesAs(call, party));
}

const CONNECTED = get('/v2/state/connected-synchronizers', {
  query: { party: 'string', participantId: 'string', identityProviderId: 'string' },
  authorise: mayLookUp,
  handle: ({ query }, ledger) => {
    const party = query.get('party') ?? '';
    if (party !== '' && !isParty(party))
      throw invalidField('party', `'${party}' is not a party id.`);
    const node = query.get('participantId') ?? '';
    const held = permission(ledger, party);
    const none = held === undefined || (node !== '' && node !== ledger.participant);
    const connectedSynchronizers = (none ? [] : ledger.synchronizers).map((synchronizerId) => ({
      synchronizerAlias: synchronizerId.split('::')[0],
      synchronizerId,
      permission: held,
    }));
    return ok({ connectedSynchronizers });
  },
});

export const STATE: readonly Route[] = [
  get('/v2/state/ledger-end', {
    query: { synchronizer_id: 'strings' },
    authorise: anyCaller,
    handle: ({ query }, ledger) => {
      const offset = ledger.history.end;
      if (!isSince(ledger.version, '3.6')) return ok({ offset });
      const named = new Set(query.getAll('synchronizer_id'));
      const synchronizerTimes = ledger.synchronizers
        .filter((id) => named.has(id))
        .map((synchronizerId) => ({ synchronizerId, recordTime: ledger.now() }));
      return ok({ offset, synchronizerTimes });
    },
  }),
  get('/v2/state/latest-pruned-offsets', {
    authorise: anyCaller,
    handle: (_call, { history: { pruned } }) =>
      ok({
        participantPrunedUpToInclusive: pruned,
        allDivulgedContractsPrunedUpToInclusive: pruned,
      }),
  }),
  CONNECTED,
];
