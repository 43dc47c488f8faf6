/** Faults in submissions of commands, reassignments and executed submissions, and in their results. */

import { exists, LedgerError } from '../errors.ts';
import {
  everyNth,
  handling,
  type LedgerFault,
  openMode,
  rejecting,
  remembering,
  table,
  together,
} from '../fault.ts';
import * as edit from '../operators/edits.ts';
import { type Json, listAt, valueAt } from '../operators/json.ts';
import { CONTRACT_PAGES, on, WAITING } from '../operators/operations.ts';
import { reject, skip } from '../operators/rejections.ts';
import { misread, request } from '../operators/request.ts';
import { respond } from '../operators/respond.ts';
import { after, firstReply, rejectAfter } from '../operators/state.ts';
import { ok } from '../reply.ts';
import type { Change } from '../steps.ts';
import { updateIdAt } from '../updates/model.ts';
import { atHome } from './contracts.ts';

const { forTransaction } = on;

/** Edits the entries of a list and of a page of active contracts. */
const entries = (change: edit.Edit): Change =>
  together(respond(on.contracts, '', change), respond(CONTRACT_PAGES, 'activeContracts', change));

/** The first offset in an entry: that of the creation or of the completion. */
const offsetIn = (entry: unknown): number =>
  Number(/"offset":(\d+)/.exec(JSON.stringify(entry))?.[1] ?? 0);

export const commandFaults: readonly LedgerFault[] = table({
  'asynchronous-command-lost': {
    description: 'The server accepts an asynchronous submission but does not execute it.',
    killedBy: 'ledger/{submit,submit-reassignment}/command-completes',
    change: skip([on.submit, on.submitReassignment], ok({})),
  },
  'third-asynchronous-command-lost': {
    description: 'The server accepts every third asynchronous submission but does not execute it.',
    killedBy: 'ledger/submit/commands-in-a-row-complete',
    change: remembering(() => skip(on.submit, ok({}), everyNth(3))),
  },
  'third-command-executed-twice': {
    description: 'A gateway sends every third command again, and it is executed again.',
    killedBy: 'ledger/submit-and-wait-for-transaction/commands-complete-once',
    change: handling(forTransaction, (handle) => {
      const third = everyNth(3);
      return async (call, ledger) => {
        const reply = await handle(call, ledger);
        if (!third()) return reply;
        const { accepted } = ledger.history;
        for (const key of [...accepted].slice(-1)) accepted.delete(key);
        await handle(call, ledger);
        return reply;
      };
    }),
  },
  'commands-one-by-one': {
    description:
      'Each command of a submission is a separate transaction, so the first one stays if the second one fails.',
    killedBy:
      'ledger/submit-and-wait{,-for-transaction{,-tree}}/rejected-submission-leaves-nothing',
    change: handling(WAITING, (handle) => async (call, ledger) => {
      try {
        return await handle(call, ledger);
      } catch (error) {
        const { body } = call;
        const path = listAt(body, 'commands').length > 0 ? 'commands' : 'commands.commands';
        await handle({ ...call, body: edit.edited(body, path, edit.first(1)) }, ledger);
        throw error;
      }
    }),
  },
  'trace-stays-in-its-thread': {
    description: 'A command without a trace gets the trace of the last command of its thread.',
    killedBy: 'ledger/submit-and-wait-for-transaction/generated-traces-are-unique',
    change: handling(forTransaction, (handle) => {
      const threads = new Map<number, string>();
      let thread = 0;
      return async (call, ledger) => {
        thread = (thread + 1) % 4;
        const own = thread;
        const traceparent = call.headers['traceparent'] ?? threads.get(own);
        const reply = await handle({ ...call, headers: { ...call.headers, traceparent } }, ledger);
        const { trace } = ledger.history.completions.at(-1) ?? {};
        if (trace) threads.set(own, trace.traceparent);
        return reply;
      };
    }),
  },
  'unsampled-trace-is-lost': {
    description: 'A command whose trace is not sampled gets a new trace.',
    killedBy: 'ledger/submit-and-wait-for-transaction/response-keeps-trace',
    change: misread(forTransaction, ({ headers }) =>
      String(headers['traceparent']).endsWith('-00')
        ? { headers: { ...headers, traceparent: undefined } }
        : {},
    ),
  },
  'completions-cut-silently': {
    description: 'A list of completions ends after two elements, whatever its limit is.',
    killedBy: 'ledger/completions/lists-are-complete-or-rejected',
    change: respond(on.completions, '', (list) => (Array.isArray(list) ? list.slice(0, 2) : list)),
  },
  'prepared-is-submitted': {
    description:
      'A preparation also submits: the first transaction is repeated, with its contracts.',
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
  'completion-not-listed': {
    description: 'The server does not store completions.',
    killedBy: 'ledger/submit-and-wait/completion-names-update',
    change: (_steps, { history }) => {
      history.complete = ({ offset }) => {
        history.end = Math.max(history.end, offset);
      };
      return {};
    },
  },
  'arrival-of-nothing': {
    description: 'The server accepts the assignment of a contract that never left.',
    killedBy: 'ledger/submit-and-wait-for-reassignment/rejects-unknown-reassignment',
    change: rejecting((reply, error) =>
      error instanceof LedgerError && error.code === 'REASSIGNMENT_DATA_NOT_FOUND'
        ? ok({ reassignment: {} })
        : reply,
    ),
  },
  'first-actor-only': {
    description: 'The server reads only the first acting party of a submission.',
    killedBy: 'ledger/submit-and-wait/completion-names-requested-actors',
    change: request(on.submitAndWait, 'actAs', edit.first(1)),
  },
  'one-id-for-all-users': {
    description:
      'Without authentication, a command id that one user has used counts as taken for every user.',
    killedBy: 'ledger/submit-and-wait/ids-are-of-their-users',
    change: together(openMode, request(on.submitAndWait, 'userId', edit.to('anyone'))),
  },
  'update-of-the-command-before': {
    description: 'The response to a command names the update of the command before it.',
    killedBy: 'ledger/submit-and-wait/completion-names-update',
    change: remembering(() => {
      let last: unknown;
      return respond(on.submitAndWait, 'updateId', (id) => {
        const before = last ?? id;
        last = id;
        return before;
      });
    }),
  },
  'readers-are-actors': {
    description: 'Completions list the reading parties of a command among its acting parties.',
    killedBy: 'ledger/submit-and-wait/completion-names-actors',
    change: after(on.submitAndWait, ({ body }, { history }) => {
      const { readAs } = body as { readonly readAs: readonly string[] };
      const last = history.completions.pop();
      if (last !== undefined)
        history.completions.push({ ...last, actAs: [...last.actAs, ...readAs] });
    }),
  },
  'ids-are-of-all-parties': {
    description: 'A command id that one party has used counts as taken for all parties.',
    killedBy: 'ledger/submit-and-wait/ids-are-of-their-parties',
    change: rejectAfter(
      [on.submitAndWait, 'body.commandId'],
      [on.submitAndWait, 'body.commandId'],
      exists('DUPLICATE_COMMAND', 'command', 'of this id'),
    ),
  },
  'failing-commands-skipped': {
    description: 'A submission is executed without its failing commands.',
    killedBy: 'ledger/submit-and-wait/rejects-command-by-unknown-key',
    change: request(on.submitAndWait, 'commands', (commands) => {
      const others = (commands as unknown[]).filter(
        (one) => !JSON.stringify(one).includes('ExerciseByKeyCommand'),
      );
      return others.length > 0 ? others : commands;
    }),
  },
  'ids-without-case': {
    description: 'A command id counts as taken if an earlier one differs only in case.',
    killedBy: 'ledger/submit-and-wait-for-transaction/submission-options-are-accepted',
    change: remembering(() => {
      const used = new Map<string, unknown>();
      const idIn = ({ body }: { body: unknown }) => valueAt(body, 'commands.commandId');
      return together(
        reject(on.forTransaction, exists('DUPLICATE_COMMAND', 'command', 'of this id'), (call) => {
          const earlier = used.get(`${idIn(call)}`.toLowerCase());
          return earlier !== undefined && earlier !== idIn(call);
        }),
        after(on.forTransaction, (call) => used.set(`${idIn(call)}`.toLowerCase(), idIn(call))),
      );
    }),
  },
  'each-attempt-executed': {
    description: 'A command is executed again if the new attempt has another submission id.',
    killedBy: 'ledger/submit-and-wait*/rejects-duplicate-command',
    change: handling(WAITING, (handle) => (call, ledger) => {
      const { accepted, completions } = ledger.history;
      const sentText = (name: string): unknown =>
        valueAt(call.body, `commands.${name}`) ?? valueAt(call.body, name);
      const commandId = sentText('commandId');
      const earlier = completions.find((one) => one.commandId === commandId);
      if (earlier && earlier.submissionId !== sentText('submissionId')) {
        for (const key of accepted) if (key.includes(earlier.commandId)) accepted.delete(key);
      }
      return handle(call, ledger);
    }),
  },
  'archival-never-shown': {
    description: 'Every lookup of a contract gets the events of the first lookup.',
    killedBy: 'ledger/submit-and-wait-for-transaction/archival-is-shown',
    change: firstReply(on.events, ({ body }) => JSON.stringify(body)),
  },
  'new-contracts-not-active': {
    description: 'Contracts that are created while the server runs are never active.',
    killedBy: 'ledger/submit-and-wait-for-transaction/created-contract-is-active',
    change: remembering(({ history: { end } }) =>
      entries(edit.keep((one) => offsetIn(one) <= end)),
    ),
  },
  'archived-at-once-and-active': {
    description: 'A contract that is archived in the transaction that creates it stays active.',
    killedBy: 'ledger/submit-and-wait-for-transaction/transient-contract-is-inactive',
    change: remembering(() => {
      const stayed: unknown[] = [];
      const remember = after(forTransaction, (_call, { synchronizers }, { json }) => {
        const events = listAt(valueAt(json, 'transaction'), 'events') as Json[];
        if (!events.some((one) => one['ExercisedEvent'])) return;
        const own = { synchronizerId: synchronizers[0], reassignmentCounter: 0 };
        for (const { CreatedEvent: made } of events) {
          const createdEvent = { ...(made as Json | undefined), createdEventBlob: '' };
          if (made) stayed.push({ contractEntry: { JsActiveContract: { createdEvent, ...own } } });
        }
      });
      const show = entries((list, { body }) => [
        ...(list as unknown[]),
        ...stayed.filter((one) => offsetIn(one) === valueAt(body, 'activeAtOffset')),
      ]);
      return together(remember, show);
    }),
  },
  'active-where-it-left': {
    description: 'A contract that left a synchronizer while the server runs stays active there.',
    killedBy: 'ledger/submit-and-wait-for-reassignment/contract-is-active-where-assigned',
    change: remembering(({ history: { end } }) =>
      entries((list) =>
        (list as unknown[]).map((one) => (offsetIn(one) > end ? atHome(one) : one)),
      ),
    ),
  },
  'completion-listed-twice': {
    description: 'The list has the completions of new commands twice.',
    killedBy: 'ledger/submit/command-completes-once',
    change: remembering(({ history: { end } }) =>
      respond(on.completions, '', (list) =>
        (list as unknown[]).flatMap((one) => (offsetIn(one) > end ? [one, one] : [one])),
      ),
    ),
  },
});
