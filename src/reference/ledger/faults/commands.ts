/** Faults in submissions of commands and in their results. */
import { altering } from '../fault.ts';
import * as edit from '../operators/edits.ts';
import { on } from '../operators/operations.ts';
import { skip } from '../operators/rejections.ts';
import { request } from '../operators/request.ts';
import { respond } from '../operators/respond.ts';
import { after, before } from '../operators/state.ts';
import { ok } from '../reply.ts';
import type { Route } from '../route.ts';
import { updateIdAt } from '../updates/model.ts';
import { EVERY_VERSION, type LedgerFault, table } from './table.ts';

const execution = ({ path }: Route): boolean =>
  path.startsWith('/v2/interactive-submission/execute');
export const commandFaults: readonly LedgerFault[] = table({
  'submitted-nowhere': {
    description: 'A submission returns an unknown update id.',
    killedBy: 'ledger/submit-and-wait/response-names-update',
    versions: EVERY_VERSION,
    allow: 'irreversible',
    change: respond(on.submitAndWait, 'updateId', edit.to(`1220${'0'.repeat(64)}`)),
  },
  'duplicate-taken': {
    description: 'The server executes a command a second time.',
    killedBy: 'ledger/submit-and-wait/{rejects-duplicate-command,duplicate-command-error}',
    allow: 'irreversible',
    change: before(on.submitAndWait, (_call, { history }) => history.accepted.clear()),
  },
  'failed-command-crashes': {
    description: 'A command that fails causes a server error.',
    killedBy: 'ledger/submit-and-wait/no-server-error',
    allow: 'irreversible',
    change: altering(on.submitAndWait, ({ handle }) => ({
      handle: async (call, ledger) => {
        try {
          return await handle(call, ledger);
        } catch (error) {
          throw new Error(String(error));
        }
      },
    })),
  },
  'transaction-of-another-command': {
    description: 'The transaction of a submission has another command id.',
    killedBy: 'ledger/submit-and-wait-for-transaction/response-names-command',
    allow: 'irreversible',
    change: respond(on.forTransaction, 'transaction.commandId', edit.to('another')),
  },
  'transaction-without-events': {
    description: 'The transaction of a submission has no events.',
    killedBy: 'ledger/submit-and-wait-for-transaction/response-matches-lookup',
    allow: 'irreversible',
    change: respond(on.forTransaction, 'transaction.events', edit.to([])),
  },
  'asynchronous-command-lost': {
    description: 'The server accepts an asynchronous submission and does not execute it.',
    killedBy: 'ledger/submit/command-completes',
    allow: 'irreversible',
    change: skip(on.submit, ok({})),
  },
  'completions-begin-too-early': {
    description: 'The list of completions starts before its begin.',
    killedBy: 'ledger/completions/{offsets-in-order,lists-are-complete-or-rejected}',
    change: request(on.completions, 'beginExclusive', (begin, _call, { history }) =>
      Number(begin) > history.end ? begin : history.pruned,
    ),
  },
  'prepared-is-submitted': {
    description:
      'A preparation submits: the first transaction happens once more, with its contracts.',
    killedBy: 'ledger/prepare/preparation-submits-nothing',
    change: after(on.prepare, ({ body }, { history, synchronizers }) => {
      const { commandId, actAs } = body as { commandId: string; actAs: string[] };
      const offset = history.end + 1;
      const synchronizerId = synchronizers[0] ?? '';
      const first = history.updates.find(({ kind }) => kind === 'transaction');
      if (first?.kind !== 'transaction') return;
      const updateId = updateIdAt(offset);
      history.append({ ...first, offset, updateId, synchronizerId, commandId, actAs });
    }),
  },
  'executed-without-a-signature': {
    description: 'The server accepts the execution of a submission without a signature.',
    killedBy: 'ledger/execute*/rejects-missing-signature',
    allow: 'irreversible',
    change: skip(execution, ok({})),
  },
});
