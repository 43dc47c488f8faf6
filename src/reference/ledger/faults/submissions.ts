/** Faults in the results of commands, reassignments and executed submissions. */

import { LedgerError } from '../failures.ts';
import { rejecting } from '../fault.ts';
import * as edit from '../operators/edits.ts';
import { type Json, listAt } from '../operators/json.ts';
import { on } from '../operators/operations.ts';
import { accept, forgive, reject, rejectAs, skip } from '../operators/rejections.ts';
import { misread, request } from '../operators/request.ts';
import { respond } from '../operators/respond.ts';
import { restore } from '../operators/state.ts';
import { ok } from '../reply.ts';
import { type LedgerFault, table } from './table.ts';

const { forReassignment, forTree } = on;

export const submissionFaults: readonly LedgerFault[] = table({
  'nothing-to-do-taken | submit/rejects-empty-commands | irreversible | The server accepts an asynchronous submission without a command.':
    skip(on.submit, ok({}), ({ body }) => listAt(body, 'commands').length === 0),
  'result-before-its-time | submit-and-wait/completion-offset-is-reached | irreversible | A submission returns an offset after the ledger end.':
    respond(
      on.submitAndWait,
      'completionOffset',
      (_offset, _call, { history }) => history.end + 1000,
    ),
  'completion-not-listed | submit-and-wait/completion-names-update | irreversible | The server does not store completions.':
    (_steps, { history }) => {
      history.complete = ({ offset }) => {
        history.end = Math.max(history.end, offset);
      };
      return {};
    },
  'reassignment-lost | submit-reassignment/command-completes | irreversible | The server accepts an asynchronous reassignment and does not execute it.':
    skip(on.submitReassignment, ok({})),
  'reassignment-shows-another-way | submit-and-wait-for-reassignment/response-shows-reassignment | irreversible | The response to a reassignment swaps source and target.':
    respond(forReassignment, 'reassignment.events.*.*.value', (event) => {
      const { source, target } = event as Json;
      return { ...(event as Json), source: target, target: source };
    }),
  'reassignment-under-another-workflow | submit-and-wait-for-reassignment/response-matches-lookup | irreversible | The response to a reassignment has another workflow id than its update.':
    respond(forReassignment, 'reassignment.workflowId', edit.to('another')),
  'reassignment-never-arrives | submit-and-wait-for-reassignment/unassigned-contract-can-be-assigned | irreversible | The server rejects every assignment.':
    reject(
      forReassignment,
      new LedgerError('REASSIGNMENT_DATA_NOT_FOUND', 5, 11, 'There is no such move.'),
      ({ body }) => {
        const text = JSON.stringify(body);
        return text.includes('AssignCommand') && !text.includes('UnassignCommand');
      },
    ),
  'tree-of-another-command | submit-and-wait-for-transaction-tree/response-names-command | irreversible | The tree of a submission has another command id.':
    respond(forTree, 'transactionTree.commandId', edit.to('another')),
  'failure-crashes-the-tree | submit-and-wait-for-transaction-tree/no-server-error | irreversible | A command that fails causes a server error in the submission for a tree.':
    rejecting((reply, error, _incoming, route) =>
      route?.operationId === forTree && error instanceof LedgerError && error.grpc !== 6
        ? { ...reply, status: 500 }
        : reply,
    ),
  'failure-is-an-empty-tree | submit-and-wait-for-transaction-tree/{rejects-command-of-unknown-template,command-of-unknown-template-error,unknown-template-category} | irreversible | A command with an unknown template gets 200 and an empty tree.':
    accept({ of: forTree, status: 404 }, { transactionTree: {} }),
  'trace-begun-anew | submit-and-wait-for-transaction*/response-keeps-trace | irreversible | A submission ignores the trace of the request and starts another.':
    misread(
      ({ operationId }) => operationId.includes('Submit-and-wait'),
      () => ({ headers: {} }),
    ),
  'arguments-filled-in | prepare/{rejects-missing-arguments,missing-arguments-error} | A preparation fills in the missing arguments of a create command.':
    request(on.prepare, 'commands.*.value.createArguments', (given, { body }) => ({
      owner: listAt(body, 'actAs')[0],
      name: 'nameless',
      ...(given as object),
    })),
  'absent-contract-is-a-bad-request | prepare/{rejects-unknown-exercised-contract,unknown-exercised-contract-error} | A choice on an unknown contract is rejected with 400 instead of 404.':
    rejectAs({ of: on.prepare, codes: ['CONTRACT_NOT_FOUND'] }, 400),
  'executed-and-lost | execute/command-completes | irreversible | The server does not store the completion of an executed submission.':
    restore(on.execute, (_call, { history }) => {
      const earlier = [...history.completions];
      return () => history.completions.splice(0, history.completions.length, ...earlier);
    }),
  'executed-nowhere | execute-and-wait/response-names-update | irreversible | An executed submission returns an unknown update id.':
    respond(on.executeAndWait, 'updateId', edit.to(`1220${'0'.repeat(64)}`)),
  'signed-hash-withheld | execute-and-wait-for-transaction/{response-matches-lookup,transaction-shows-signed-hash} | irreversible | The transaction of an executed submission omits the signed hash.':
    respond(on.executeForTransaction, 'transaction.externalTransactionHash', edit.to(null)),
  'malformed-contract-taken-in | submit-reassignment/{rejects-malformed-contract-id,malformed-contract-id-error} | irreversible | The server accepts the reassignment of a malformed contract id.':
    forgive(on.submitReassignment, ok({})),
  'arrival-of-nothing | submit-and-wait-for-reassignment/rejects-unknown-reassignment | irreversible | The server accepts the assignment of a contract that never left.':
    accept({ codes: ['REASSIGNMENT_DATA_NOT_FOUND'] }, { reassignment: {} }),
});
