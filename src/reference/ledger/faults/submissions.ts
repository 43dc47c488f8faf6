/** Faults in the results of commands, reassignments and executed submissions. */

import { LedgerError } from '../failures.ts';
import { rejecting } from '../fault.ts';
import * as edit from '../operators/edits.ts';
import { type Json, listAt } from '../operators/json.ts';
import { on } from '../operators/operations.ts';
import { accept, reject, skip } from '../operators/rejections.ts';
import { misread } from '../operators/request.ts';
import { respond } from '../operators/respond.ts';
import { restore } from '../operators/state.ts';
import { ok } from '../reply.ts';
import { type LedgerFault, table } from './table.ts';

const { forReassignment, forTree } = on;

export const submissionFaults: readonly LedgerFault[] = table({
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
