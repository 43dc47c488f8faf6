/** Faults in submissions of commands, reassignments and executed submissions, and in their results. */

import { LedgerError } from '../failures.ts';
import { altering, rejecting } from '../fault.ts';
import * as edit from '../operators/edits.ts';
import { type Json, listAt } from '../operators/json.ts';
import { on } from '../operators/operations.ts';
import { accept, reject, skip } from '../operators/rejections.ts';
import { misread, request } from '../operators/request.ts';
import { respond } from '../operators/respond.ts';
import { after, before, restore } from '../operators/state.ts';
import { ok } from '../reply.ts';
import type { Route } from '../route.ts';
import { updateIdAt } from '../updates/model.ts';
import { EVERY_VERSION, type LedgerFault, table } from './table.ts';

const execution = ({ path }: Route): boolean =>
  path.startsWith('/v2/interactive-submission/execute');

const { forReassignment, forTree } = on;

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
  'nothing-to-do-taken': {
    description: 'The server accepts an asynchronous submission without a command.',
    killedBy: 'ledger/submit/rejects-empty-commands',
    allow: 'irreversible',
    change: skip(on.submit, ok({}), ({ body }) => listAt(body, 'commands').length === 0),
  },
  'result-before-its-time': {
    description: 'A submission returns an offset after the ledger end.',
    killedBy: 'ledger/submit-and-wait/completion-offset-is-reached',
    allow: 'irreversible',
    change: respond(
      on.submitAndWait,
      'completionOffset',
      (_offset, _call, { history }) => history.end + 1000,
    ),
  },
  'completion-not-listed': {
    description: 'The server does not store completions.',
    killedBy: 'ledger/submit-and-wait/completion-names-update',
    allow: 'irreversible',
    change: (_steps, { history }) => {
      history.complete = ({ offset }) => {
        history.end = Math.max(history.end, offset);
      };
      return {};
    },
  },
  'reassignment-lost': {
    description: 'The server accepts an asynchronous reassignment and does not execute it.',
    killedBy: 'ledger/submit-reassignment/command-completes',
    allow: 'irreversible',
    change: skip(on.submitReassignment, ok({})),
  },
  'reassignment-shows-another-way': {
    description: 'The response to a reassignment swaps source and target.',
    killedBy: 'ledger/submit-and-wait-for-reassignment/response-shows-reassignment',
    allow: 'irreversible',
    change: respond(forReassignment, 'reassignment.events.*.*.value', (event) => {
      const { source, target } = event as Json;
      return { ...(event as Json), source: target, target: source };
    }),
  },
  'reassignment-under-another-workflow': {
    description: 'The response to a reassignment has another workflow id than its update.',
    killedBy: 'ledger/submit-and-wait-for-reassignment/response-matches-lookup',
    allow: 'irreversible',
    change: respond(forReassignment, 'reassignment.workflowId', edit.to('another')),
  },
  'reassignment-never-arrives': {
    description: 'The server rejects every assignment.',
    killedBy: 'ledger/submit-and-wait-for-reassignment/unassigned-contract-can-be-assigned',
    allow: 'irreversible',
    change: reject(
      forReassignment,
      new LedgerError('REASSIGNMENT_DATA_NOT_FOUND', 5, 11, 'There is no such move.'),
      ({ body }) => {
        const text = JSON.stringify(body);
        return text.includes('AssignCommand') && !text.includes('UnassignCommand');
      },
    ),
  },
  'tree-of-another-command': {
    description: 'The tree of a submission has another command id.',
    killedBy: 'ledger/submit-and-wait-for-transaction-tree/response-names-command',
    allow: 'irreversible',
    change: respond(forTree, 'transactionTree.commandId', edit.to('another')),
  },
  'failure-crashes-the-tree': {
    description: 'A command that fails causes a server error in the submission for a tree.',
    killedBy: 'ledger/submit-and-wait-for-transaction-tree/no-server-error',
    allow: 'irreversible',
    change: rejecting((reply, error, _incoming, route) =>
      route?.operationId === forTree && error instanceof LedgerError && error.grpc !== 6
        ? { ...reply, status: 500 }
        : reply,
    ),
  },
  'trace-begun-anew': {
    description: 'A submission ignores the trace of the request and starts another.',
    killedBy: 'ledger/submit-and-wait-for-transaction*/response-keeps-trace',
    allow: 'irreversible',
    change: misread(
      ({ operationId }) => operationId.includes('Submit-and-wait'),
      () => ({ headers: {} }),
    ),
  },
  'executed-and-lost': {
    description: 'The server does not store the completion of an executed submission.',
    killedBy: 'ledger/execute/command-completes',
    allow: 'irreversible',
    change: restore(on.execute, (_call, { history }) => {
      const earlier = [...history.completions];
      return () => history.completions.splice(0, history.completions.length, ...earlier);
    }),
  },
  'executed-nowhere': {
    description: 'An executed submission returns an unknown update id.',
    killedBy: 'ledger/execute-and-wait/response-names-update',
    allow: 'irreversible',
    change: respond(on.executeAndWait, 'updateId', edit.to(`1220${'0'.repeat(64)}`)),
  },
  'arrival-of-nothing': {
    description: 'The server accepts the assignment of a contract that never left.',
    killedBy: 'ledger/submit-and-wait-for-reassignment/rejects-unknown-reassignment',
    allow: 'irreversible',
    change: accept({ codes: ['REASSIGNMENT_DATA_NOT_FOUND'] }, { reassignment: {} }),
  },
});
