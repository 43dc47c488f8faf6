/** Faults in the results of the caller's own commands, and in how responses show them. */
import { together } from '../fault.ts';
import * as edit from '../operators/edits.ts';
import { isRecord, type Json, listAt, valueAt } from '../operators/json.ts';
import { on } from '../operators/operations.ts';
import { request } from '../operators/request.ts';
import { respond } from '../operators/respond.ts';
import { after, remembering } from '../operators/state.ts';
import type { Change } from '../steps.ts';
import { atHome } from './contracts.ts';
import { type LedgerFault, table } from './table.ts';

const { forTransaction } = on;

/** Edits the entries of a list and of a page of active contracts. */
const entries = (change: edit.Edit): Change =>
  together(respond(on.contracts, '', change), respond(on.contractsPage, 'activeContracts', change));

/** The first offset in an entry: that of the creation or of the completion. */
const offsetIn = (entry: unknown): number =>
  Number(/"offset":(\d+)/.exec(JSON.stringify(entry))?.[1] ?? 0);

const capitals = (value: unknown): unknown =>
  isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, capitals(inner)]))
    : typeof value === 'string' && !value.includes('::')
      ? value.toUpperCase()
      : value;

export const ownResultFaults: readonly LedgerFault[] = table({
  'arguments-in-capitals': {
    description: 'The server stores the strings of create arguments in capitals.',
    killedBy: 'ledger/submit-and-wait-for-transaction/contract-keeps-arguments',
    change: request(
      forTransaction,
      'commands.commands.*.value.createArguments commands.commands.*.*.createArguments',
      capitals,
    ),
  },
  'new-contracts-not-active': {
    description: 'Contracts that are created while the server runs are never active.',
    killedBy: 'ledger/submit-and-wait-for-transaction/created-contract-is-active',
    change: remembering(({ history: { end } }) =>
      entries(edit.keep((one) => offsetIn(one) <= end)),
    ),
  },
  'effects-not-shown': {
    description: 'The response to a submission shows the delta when all effects are requested.',
    killedBy: 'ledger/submit-and-wait-for-transaction/transaction-shows-effects',
    change: respond(forTransaction, 'transaction.events', (events) =>
      (events as Json[]).some((one) => one['ExercisedEvent']) ? [] : events,
    ),
  },
  'archived-at-once-and-active': {
    description: 'A contract that its own transaction archives stays active.',
    killedBy: 'ledger/submit-and-wait-for-transaction/transient-contract-is-inactive',
    change: remembering(() => {
      const stayed: unknown[] = [];
      const remember = after(forTransaction, (_call, { synchronizers }, { json }) => {
        const events = listAt(valueAt(json, 'transaction'), 'events') as Json[];
        if (!events.some((one) => one['ExercisedEvent'])) return;
        const own = { synchronizerId: synchronizers[0], reassignmentCounter: 0 };
        for (const { CreatedEvent: createdEvent } of events)
          if (createdEvent)
            stayed.push({ contractEntry: { JsActiveContract: { createdEvent, ...own } } });
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
