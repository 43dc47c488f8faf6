/** Faults in submissions of commands and in their results. */
import { altering } from '../fault.ts';
import * as edit from '../operators/edits.ts';
import { on } from '../operators/operations.ts';
import { forgive, rejectAs, skip } from '../operators/rejections.ts';
import { request } from '../operators/request.ts';
import { respond } from '../operators/respond.ts';
import { after, before } from '../operators/state.ts';
import { ok } from '../reply.ts';
import type { Route } from '../route.ts';
import { updateIdAt } from '../updates/model.ts';
import { type LedgerFault, table } from './table.ts';

const COMPLETION = '*.completionResponse.Completion.value';
const execution = ({ path }: Route): boolean =>
  path.startsWith('/v2/interactive-submission/execute');
const UNKNOWN = `1220${'ab'.repeat(32)}`;

export const commandFaults: readonly LedgerFault[] = table({
  'submitted-nowhere | submit-and-wait/response-names-update | both irreversible | A submission returns an unknown update id.':
    respond(on.submitAndWait, 'updateId', edit.to(`1220${'0'.repeat(64)}`)),
  'submitted-at-another-offset | submit-and-wait/response-names-update | irreversible | A submission returns the offset after that of its update.':
    respond(on.submitAndWait, 'completionOffset', edit.plus(1)),
  'duplicate-taken | submit-and-wait/{rejects-duplicate-command,duplicate-command-error} | irreversible | The server executes a command a second time.':
    before(on.submitAndWait, (_call, { history }) => history.accepted.clear()),
  'duplicate-is-a-bad-request | submit-and-wait*/{rejects-duplicate-command,duplicate-command-error} | irreversible | A duplicate command is rejected with 400.':
    rejectAs({ codes: ['DUPLICATE_COMMAND'] }, 400),
  'failed-command-is-fine | submit-and-wait/{rejects-duplicate-command,duplicate-command-error,rejects-command-of-unknown-template,command-of-unknown-template-error,unknown-template-category,rejects-command-with-unknown-field,command-with-unknown-field-error} | irreversible | A command that fails gets 200.':
    forgive(on.submitAndWait, ok({ updateId: '', completionOffset: 0 })),
  'failed-command-crashes | submit-and-wait/no-server-error | irreversible | A command that fails causes a server error.':
    altering(on.submitAndWait, ({ handle }) => ({
      handle: async (call, ledger) => {
        try {
          return await handle(call, ledger);
        } catch (error) {
          throw new Error(String(error));
        }
      },
    })),
  'transaction-of-another-command | submit-and-wait-for-transaction/response-names-command | irreversible | The transaction of a submission has another command id.':
    respond(on.forTransaction, 'transaction.commandId', edit.to('another')),
  'transaction-without-events | submit-and-wait-for-transaction/response-matches-lookup | irreversible | The transaction of a submission has no events.':
    respond(on.forTransaction, 'transaction.events', edit.to([])),
  'asynchronous-command-lost | submit/command-completes | irreversible | The server accepts an asynchronous submission and does not execute it.':
    skip(on.submit, ok({})),
  'completion-of-another-user | completions/selects-user-and-parties | The list of completions shows those of other users.':
    respond(on.completions, `${COMPLETION}.userId`, edit.to('another')),
  'completions-of-other-parties | completions/selects-user-and-parties | Completions name acting parties that are not in the request.':
    respond(on.completions, `${COMPLETION}.actAs`, (parties) => [
      ...(parties as string[]),
      `unknown::${UNKNOWN}`,
    ]),
  'completions-begin-too-early | completions/{offsets-in-order,lists-are-complete-or-rejected} | The list of completions starts before its begin.':
    request(on.completions, 'beginExclusive', (begin, _call, { history }) =>
      Number(begin) > history.end ? begin : history.pruned,
    ),
  'prepared-is-submitted | prepare/preparation-submits-nothing | A preparation submits: the first transaction happens once more, with its contracts.':
    after(on.prepare, ({ body }, { history, synchronizers }) => {
      const { commandId, actAs } = body as { commandId: string; actAs: string[] };
      const offset = history.end + 1;
      const synchronizerId = synchronizers[0] ?? '';
      const first = history.updates.find(({ kind }) => kind === 'transaction');
      if (first?.kind !== 'transaction') return;
      const updateId = updateIdAt(offset);
      history.append({ ...first, offset, updateId, synchronizerId, commandId, actAs });
    }),
  'executed-without-a-signature | execute*/rejects-missing-signature | irreversible | The server accepts the execution of a submission without a signature.':
    skip(execution, ok({})),
  'signed-by-anything | execute*/rejects-wrong-signature | irreversible | The server accepts the execution of a submission with any signature.':
    altering(execution, ({ handle }) => ({
      handle: async (call, ledger) => {
        const { partySignatures } = call.body as { partySignatures: { signatures: unknown[] } };
        if (partySignatures.signatures.length === 0) return handle(call, ledger);
        try {
          return await handle(call, ledger);
        } catch {
          return ok({ updateId: '', completionOffset: 0, transaction: {} });
        }
      },
    })),
});
