/** Faults in authorization: operations without a guard, unverified tokens, data of other users. */
import { altering, unguarded } from '../fault.ts';
import * as edit from '../operators/edits.ts';
import { isRecord } from '../operators/json.ts';
import { on } from '../operators/operations.ts';
import { rejectAs } from '../operators/rejections.ts';
import { respond } from '../operators/respond.ts';
import { type LedgerFault, table } from './table.ts';

/** An operation that needs no token. */
const open = (what: string, operationId: string, operation: string): Omit<LedgerFault, 'id'> => ({
  description: `The server ${what} without a token.`,
  killedBy: `ledger/${operation}/rejects-missing-token`,
  change: unguarded(operationId),
});

export const accessFaults: readonly LedgerFault[] = table({
  'own-user-without-a-token': open('shows the current user', on.self, 'authenticated-user'),
  'completions-without-a-token': open('shows completions', on.completions, 'completions'),
  'no-token-as-403': {
    description: 'A request without a token is rejected with 403.',
    killedBy: 'ledger/participant-id/missing-token-is-401',
    change: rejectAs({ status: 401 }, 403),
  },
  'authenticated-user-is-another': {
    description: 'The current user has the id of another user.',
    killedBy: 'ledger/authenticated-user/equals-user-by-id',
    change: respond(on.self, 'user.id', edit.to('reader')),
  },
  'own-rights-include-all-users': {
    description: 'The rights of a user include those of all other users.',
    killedBy: 'ledger/user-rights/lists-each-once',
    change: altering(on.rights, ({ handle }) => ({
      handle: async (call, ledger) => {
        const all = [];
        for (const { id } of ledger.users.of('')) {
          const { json } = await handle({ ...call, path: { 'user-id': id } }, ledger);
          all.push(...(isRecord(json) ? (json['rights'] as unknown[]) : []));
        }
        return { status: 200, json: { rights: all } };
      },
    })),
  },
});
