import * as edit from '../operators/edits.ts';
import { type Json, listAt, names } from '../operators/json.ts';
import { on } from '../operators/operations.ts';
import { respond, setEvery, type When } from '../operators/respond.ts';
import { EVERY_VERSION, type LedgerFault, table } from './table.ts';

const TRANSACTION = '*.update.Transaction.value';
/** True if the body of the request contains this word. */
const asks =
  (word: string): When =>
  ({ body }) =>
    names(body, word);

/** True for transactions and reassignments. */
const isUpdate = (value: Json): boolean => 'workflowId' in value && 'updateId' in value;

export const agreementFaults: readonly LedgerFault[] = table({
  'lookup-repeats-signatories': {
    description: 'The lookup of a contract shows all stakeholders as observers.',
    killedBy: 'ledger/contract-by-id/observers-are-no-signatories',
    change: respond(on.contract, 'createdEvent', (event) => ({
      ...(event as Json),
      observers: [...listAt(event, 'signatories'), ...listAt(event, 'observers')],
    })),
  },
  'effects-of-another-workflow': {
    description: 'The effects of a transaction name another workflow than its delta.',
    killedBy: 'ledger/updates/shapes-show-same-events',
    change: respond(
      on.updates,
      `${TRANSACTION}.workflowId`,
      edit.to('other'),
      asks('TRANSACTION_SHAPE_LEDGER_EFFECTS'),
    ),
  },
  'workflows-lost-in-updates': {
    description: 'Updates have no workflow, and the entries of active contracts have it.',
    killedBy: 'ledger/{active-contracts,active-contracts-page}/entries-show-last-activation',
    versions: EVERY_VERSION,
    change: setEvery(isUpdate, 'workflowId', () => ''),
  },
  'commands-lost-in-updates': {
    description: 'Updates have no command, also for the parties that submitted it.',
    killedBy: 'ledger/completions/update-names-its-command',
    versions: EVERY_VERSION,
    change: setEvery(isUpdate, 'commandId', () => ''),
  },
  'commands-lost-in-completions': {
    description: 'Completions name no command.',
    killedBy: 'ledger/completions/same-command-as-its-update',
    versions: EVERY_VERSION,
    change: respond(on.completions, '*.completionResponse.Completion.value.commandId', edit.to('')),
  },
});
