/** Faults of updates, contracts and completions that only a comparison shows. */
import { anyCaller } from '../auth.ts';
import { LedgerError } from '../failures.ts';
import { altering } from '../fault.ts';
import { guard } from '../operators/access.ts';
import * as edit from '../operators/edits.ts';
import { valueAt } from '../operators/json.ts';
import { LISTS, on } from '../operators/operations.ts';
import { reject } from '../operators/rejections.ts';
import { respond } from '../operators/respond.ts';
import { ok } from '../reply.ts';
import { type LedgerFault, table } from './table.ts';

export const updateAgreementFaults: readonly LedgerFault[] = table({
  'completions-turned-round': {
    description: 'Completions come in descending order.',
    killedBy: 'ledger/completions/offsets-in-order',
    change: respond(on.completions, '', edit.reverse),
  },
  'any-user-reads-contracts': {
    description: 'Every user may list active contracts.',
    killedBy: 'ledger/active-contracts/rejects-party-without-read-right',
    token: 'reader',
    change: guard(on.contracts, anyCaller),
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
  'pages-turned-round': {
    description: 'The updates of a page come in the opposite order.',
    killedBy: 'ledger/updates-page/offsets-in-order',
    change: respond(on.updatesPage, 'updates', edit.reverse),
  },
});
