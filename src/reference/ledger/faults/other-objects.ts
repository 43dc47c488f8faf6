/** Faults that return another object than the requested one once in a run. */

import type { Reply } from '../reply.ts';
import type { Change, Incoming } from '../steps.ts';
import { NEWEST } from '../versions.ts';
import { type LedgerFault, table } from './table.ts';

/**
 * Once in a run a request gets the response to an earlier one, which was for another object. `about` names
 * the object of a request; `undefined` excludes the request.
 */
const swapOnce =
  (
    about: (incoming: Incoming) => string | undefined,
    whom: (incoming: Incoming) => boolean = () => true,
  ): Change =>
  ({ serve }) => {
    let count = 0;
    let before: { readonly about: string; readonly reply: Reply } | undefined;
    return {
      serve: async (incoming) => {
        const reply = await serve(incoming);
        const own = about(incoming);
        if (own === undefined || reply.status !== 200) return reply;
        const other = before?.about === own ? undefined : before?.reply;
        before = { about: own, reply };
        if (other === undefined || !whom(incoming)) return reply;
        count++;
        return count === 4 ? other : reply;
      },
    };
  };

export const otherObjectFaults: readonly LedgerFault[] = table({
  'one-update-mixed-up': {
    description:
      'Once in a run the lookup of an update by id gets the response to another request.',
    killedBy: 'ledger/update-by-id/response-matches-request',
    change: swapOnce(({ target, bytes }) =>
      target === '/v2/updates/update-by-id'
        ? /"updateId":"(\w+)"/.exec(bytes.toString('utf8'))?.[1]
        : undefined,
    ),
  },
  'one-response-of-another-operation': {
    description: 'Once in a run the ledger end gets the response to another request.',
    killedBy: 'ledger/ledger-end/response-belongs-to-operation',
    versions: [NEWEST],
    change: swapOnce(
      ({ target }) => (/^\/v2\/(state\/ledger-end|[a-z]+)(\?|$)/.test(target) ? target : undefined),
      ({ target }) => target === '/v2/state/ledger-end',
    ),
  },
});
