/** Faults in the use of contracts: one that is archived, or never was, is used again. */
import { setTimeout } from 'node:timers/promises';
import { handling, type LedgerFault, table } from '../fault.ts';
import { type Json, valueAt } from '../operators/json.ts';
import { on } from '../operators/operations.ts';
import { request } from '../operators/request.ts';
import type { Reply } from '../reply.ts';
import type { Call } from '../route.ts';
import type { Change } from '../steps.ts';

const archivals = (commands: unknown): readonly Json[] =>
  (Array.isArray(commands) ? (commands as Json[]) : []).filter(
    (one) => one['case'] === 'ExerciseCommand',
  );

/** The contract that the first command of a submission archives. */
const archivedBy = (call: Call): string =>
  String(valueAt(archivals(valueAt(call.body, 'commands.commands'))[0], 'value.contractId') ?? '');

/** Replies to a failed archival as to the last one that succeeded, if the contract is among these. */
const succeedingAgain = (isMeant: (id: string, used: ReadonlySet<string>) => boolean): Change =>
  handling(on.forTransaction, (handle) => {
    const used = new Set<string>();
    let last: Reply | undefined;
    return async (call, ledger) => {
      const id = archivedBy(call);
      try {
        const reply = await handle(call, ledger);
        if (id !== '') {
          used.add(id);
          last = reply;
        }
        return reply;
      } catch (error) {
        if (id !== '' && last !== undefined && isMeant(id, used)) return last;
        throw error;
      }
    };
  });

export const spendingFaults: readonly LedgerFault[] = table({
  'archived-contract-used': {
    description: 'An archived contract can be archived again.',
    killedBy: 'ledger/submit-and-wait-for-transaction/rejects-archived-contract',
    change: succeedingAgain((id, used) => used.has(id)),
  },
  'unknown-contract-used': {
    description: 'The archival of an unknown contract succeeds.',
    killedBy: 'ledger/submit-and-wait-for-transaction/rejects-contract-of-no-creation',
    change: succeedingAgain((id, used) => !used.has(id)),
  },
  'equal-commands-once': {
    description: 'Equal commands in one submission are executed only once.',
    killedBy: 'ledger/submit-and-wait-for-transaction/rejects-contract-used-twice',
    change: request(on.forTransaction, 'commands.commands', (commands) => {
      const exercises = archivals(commands);
      const texts = exercises.map((one) => JSON.stringify(one));
      return new Set(texts).size < texts.length ? exercises.slice(0, 1) : commands;
    }),
  },
  'contract-used-at-once': {
    description: 'Two commands within 50 ms both find the same contract active.',
    killedBy: 'ledger/submit-and-wait-for-transaction/contract-is-used-once',
    change: handling(on.forTransaction, (handle) => {
      const busy = new Map<string, Promise<Reply>>();
      return async (call, ledger) => {
        const id = archivedBy(call);
        if (id === '') return handle(call, ledger);
        const other = busy.get(id);
        if (other !== undefined) return other;
        const reply = setTimeout(50).then(() => handle(call, ledger));
        busy.set(id, reply);
        try {
          return await reply;
        } finally {
          busy.delete(id);
        }
      };
    }),
  },
});
