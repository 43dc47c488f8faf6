/** Faults in what becomes of commands, reassignments and executed submissions. */
import { altering, answeringJson, refusing, refusingCode } from '../fault.ts';
import { LedgerError, ok } from '../route.ts';
import { edited, type LedgerFault, of, zeros } from './tools.ts';

const commands = { allow: 'irreversible' } as const;
const TREE = 'postV2CommandsSubmit-and-wait-for-transaction-tree';

export const submissionFaults: readonly LedgerFault[] = [
  {
    id: 'nothing-to-do-taken',
    description: 'An asynchronous submission without a command is taken in.',
    killedBy: of('submit', 'nothing-to-do-refused'),
    ...commands,
    change: altering('postV2CommandsAsyncSubmit', ({ handle }) => ({
      handle: (ask, ledger) => {
        const { commands: list } = ask.body as { commands: unknown[] };
        return list.length === 0 ? ok({}) : handle(ask, ledger);
      },
    })),
  },
  {
    id: 'result-before-its-time',
    description: 'A submission is answered with an offset that the ledger has not come to.',
    killedBy: of('submit-and-wait', 'result-is-known'),
    collateral: [of('submit-and-wait', '*')],
    ...commands,
    change: answeringJson('postV2CommandsSubmit-and-wait', (json, _ask, { history }) =>
      edited(json, 'completionOffset', () => history.end + 1000),
    ),
  },
  {
    id: 'completion-not-listed',
    description: 'The completions of submissions are not kept.',
    killedBy: of('submit-and-wait', 'completion-is-listed'),
    collateral: [of('{submit,submit-reassignment,execute}', 'completes-later')],
    ...commands,
    change: (_honest, { history }) => {
      history.complete = ({ offset }) => {
        history.end = Math.max(history.end, offset);
      };
      return {};
    },
  },
  {
    id: 'reassignment-lost',
    description: 'An asynchronous reassignment is taken in and never completes.',
    killedBy: of('submit-reassignment', 'completes-later'),
    collateral: [of('submit-reassignment', 'malformed-contract-refused')],
    ...commands,
    change: altering('postV2CommandsAsyncSubmit-reassignment', () => ({ handle: () => ok({}) })),
  },
  {
    id: 'reassignment-shows-another-way',
    description: 'A reassignment is answered with source and target exchanged.',
    killedBy: of('submit-and-wait-for-reassignment', 'shows-the-move'),
    collateral: [of('submit-and-wait-for-reassignment', '*')],
    ...commands,
    change: answeringJson('postV2CommandsSubmit-and-wait-for-reassignment', (json) =>
      edited(json, 'reassignment.events.*.*.value', (event) => {
        const { source, target } = event as { source: string; target: string };
        return { ...(event as object), source: target, target: source };
      }),
    ),
  },
  {
    id: 'reassignment-under-another-workflow',
    description: 'A reassignment is answered with a workflow that it is not found under.',
    killedBy: of('submit-and-wait-for-reassignment', 'found-by-id'),
    ...commands,
    change: answeringJson('postV2CommandsSubmit-and-wait-for-reassignment', (json) =>
      edited(json, 'reassignment.workflowId', () => 'another'),
    ),
  },
  {
    id: 'reassignment-never-arrives',
    description: 'No reassignment can be brought to its end.',
    killedBy: of('submit-and-wait-for-reassignment', 'arrives'),
    ...commands,
    change: altering('postV2CommandsSubmit-and-wait-for-reassignment', ({ handle }) => ({
      handle: (ask, ledger) => {
        if (!JSON.stringify(ask.body).includes('AssignCommand')) return handle(ask, ledger);
        if (JSON.stringify(ask.body).includes('UnassignCommand')) return handle(ask, ledger);
        throw new LedgerError('REASSIGNMENT_DATA_NOT_FOUND', 5, 11, 'There is no such move.');
      },
    })),
  },
  {
    id: 'tree-of-another-command',
    description: 'The tree of a submission carries another command id.',
    killedBy: of('submit-and-wait-for-transaction-tree', 'names-the-command'),
    collateral: [of('submit-and-wait-for-transaction-tree', 'found-by-id')],
    ...commands,
    change: answeringJson(TREE, (json) =>
      edited(json, 'transactionTree.commandId', () => 'another'),
    ),
  },
  {
    id: 'failure-crashes-the-tree',
    description: 'A command that fails makes the submission for a tree fall over.',
    killedBy: of('submit-and-wait-for-transaction-tree', 'no-server-error'),
    collateral: [
      of(
        'submit-and-wait-for-transaction-tree',
        '{status-matches-code,needs-a-token,bad-token-refused,unknown-template-refused,unknown-field-refused}',
      ),
    ],
    ...commands,
    change: refusing((reply, error, _incoming, route) =>
      route?.operationId === TREE && error instanceof LedgerError && error.grpc !== 6
        ? { ...reply, status: 500 }
        : reply,
    ),
  },
  {
    id: 'failure-is-an-empty-tree',
    description: 'A command about an unknown template is answered with the tree of nothing.',
    killedBy: of('submit-and-wait-for-transaction-tree', 'unknown-template-refused'),
    collateral: [of('submit-and-wait-for-transaction-tree', 'answer-shape')],
    ...commands,
    change: refusing((reply, _error, _incoming, route) =>
      route?.operationId === TREE && reply.status === 404 ? ok({ transactionTree: {} }) : reply,
    ),
  },
  {
    id: 'trace-begun-anew',
    description: 'The trace that a submission names is overlooked, and another one is begun.',
    killedBy: of('submit-and-wait-for-transaction*', 'keeps-the-trace'),
    ...commands,
    change: altering(
      ({ operationId }) => operationId.includes('Submit-and-wait'),
      ({ handle }) => ({
        handle: (ask, ledger) => handle({ ...ask, headers: {} }, ledger),
      }),
    ),
  },
  {
    id: 'arguments-filled-in',
    description: 'A create command without arguments is prepared with some.',
    killedBy: of('prepare', 'missing-arguments-refused'),
    change: altering('postV2Interactive-submissionPrepare', ({ handle }) => ({
      handle: (ask, ledger) => {
        const body = structuredClone(ask.body) as { actAs: readonly string[] };
        const filled = edited(body, 'commands.*.value.createArguments', (given) => ({
          owner: body.actAs[0],
          name: 'nameless',
          ...(given as object),
        }));
        return handle({ ...ask, body: filled }, ledger);
      },
    })),
  },
  {
    id: 'absent-contract-is-a-bad-request',
    description: 'A choice of a contract that nobody created is prepared with 400 instead of 404.',
    killedBy: of('prepare', 'absent-contract-not-found'),
    collateral: [of('prepare', 'status-matches-code')],
    change: refusing((reply, error, _incoming, route) =>
      route?.operationId === 'postV2Interactive-submissionPrepare' &&
      error instanceof LedgerError &&
      error.code === 'CONTRACT_NOT_FOUND'
        ? { ...reply, status: 400 }
        : reply,
    ),
  },
  {
    id: 'executed-and-lost',
    description: 'An executed submission is taken in and never completes.',
    killedBy: of('execute', 'completes-later'),
    ...commands,
    change: altering('postV2Interactive-submissionExecute', ({ handle }) => ({
      handle: async (ask, ledger) => {
        const before = [...ledger.history.completions];
        const reply = await handle(ask, ledger);
        ledger.history.completions.splice(0, ledger.history.completions.length, ...before);
        return reply;
      },
    })),
  },
  {
    id: 'executed-nowhere',
    description: 'An executed submission answers with an update that is not there.',
    killedBy: of('execute-and-wait', 'update-is-found'),
    ...commands,
    change: answeringJson('postV2Interactive-submissionExecuteandwait', (json) =>
      edited(json, 'updateId', zeros),
    ),
  },
  {
    id: 'signed-hash-withheld',
    description:
      'The transaction of an executed submission does not show the hash that was signed.',
    killedBy: of('execute-and-wait-for-transaction', '{shows-the-signed-hash,found-by-id}'),
    ...commands,
    change: answeringJson('postV2Interactive-submissionExecuteandwaitfortransaction', (json) =>
      edited(json, 'transaction.externalTransactionHash', () => null),
    ),
  },
  {
    id: 'malformed-contract-taken-in',
    description: 'The departure of what cannot be the id of a contract is taken in.',
    killedBy: of('submit-reassignment', 'malformed-contract-refused'),
    ...commands,
    change: altering('postV2CommandsAsyncSubmit-reassignment', ({ handle }) => ({
      handle: async (ask, ledger) => {
        try {
          return await handle(ask, ledger);
        } catch {
          return ok({});
        }
      },
    })),
  },
  {
    id: 'arrival-of-nothing',
    description: 'The arrival of a contract that never left is taken for done.',
    killedBy: of('submit-and-wait-for-reassignment', 'unknown-reassignment-refused'),
    collateral: [of('submit-and-wait-for-reassignment', 'answer-shape')],
    ...commands,
    change: refusingCode('REASSIGNMENT_DATA_NOT_FOUND', () => ok({ reassignment: {} })),
  },
];
