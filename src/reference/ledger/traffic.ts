/** What accounts have left to pay for traffic. An account has the id of its party. */
import { adminOnly, allow } from './auth.ts';
import { dateTime, int64, object, or, text } from './decode.ts';
import { missingField } from './errors.ts';
import type { Ledger } from './ledger.ts';
import { rejectMalformed } from './parties/book.ts';
import { ok } from './reply.ts';
import { canActAs, canExecuteAs } from './rights.ts';
import { get, post, type Route } from './route.ts';

function accountOf({ traffic }: Ledger, accountId: string): object {
  return { accountId, balance: traffic.balance(accountId) };
}

const CHANGE = object({ accountId: text, balanceDelta: or(int64, 0), deduplicationId: text });
const PRUNE = object({ beforeOrAt: dateTime });

export const TRAFFIC: readonly Route[] = [
  get('/v2/traffic/accounts/{account-id}', {
    since: '3.6',
    authorise: (call) => {
      const { rights } = call.caller;
      const party = call.path['account-id'] ?? '';
      allow(call, canActAs(rights, party) || canExecuteAs(rights, party));
    },
    handle: ({ path: { 'account-id': account = '' } }, ledger) => {
      rejectMalformed([account]);
      return ok(accountOf(ledger, account));
    },
  }),
  post('/v2/traffic/accounts', {
    since: '3.6',
    body: CHANGE,
    authorise: adminOnly,
    handle: ({ body: { accountId, balanceDelta, deduplicationId } }, ledger) => {
      if (deduplicationId === '') throw missingField('deduplicationId');
      rejectMalformed([accountId]);
      ledger.traffic.change(accountId, deduplicationId, balanceDelta, ledger.now());
      return ok({ response: accountOf(ledger, accountId) });
    },
  }),
  post('/v2/traffic/events/prune', {
    since: '3.6',
    body: PRUNE,
    authorise: adminOnly,
    handle: ({ body: { beforeOrAt } }, { traffic }) =>
      ok({ prunedEventCount: traffic.prune(beforeOrAt) }),
  }),
];
