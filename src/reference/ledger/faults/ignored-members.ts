/** Faults in reading requests: a member is checked, and then ignored. */
import * as edit from '../operators/edits.ts';
import type { Json } from '../operators/json.ts';
import { on } from '../operators/operations.ts';
import { inFormats, request } from '../operators/request.ts';
import { type LedgerFault, table } from './table.ts';

const nothing = edit.to(undefined);
const FORMAT = 'transactionFormat.eventFormat.filtersByParty.*.cumulative';

/** Every filter becomes a wildcard without extras. */
const wildcards = edit.to([]);

export const ignoredMemberFaults: readonly LedgerFault[] = table({
  'minimum-of-the-time-ignored': {
    description: 'A command gets its ledger time regardless of its minimum.',
    killedBy: 'ledger/submit-and-wait-for-transaction/ledger-time-has-its-minimum',
    change: request(on.forTransaction, 'commands.minLedgerTimeAbs', nothing),
  },
  'disclosed-contracts-ignored': {
    description: 'The server does not read the contracts that a command discloses.',
    killedBy: 'ledger/submit-and-wait-for-transaction/disclosed-contracts-match-their-blob',
    change: request(on.forTransaction, 'commands.disclosedContracts', nothing),
  },
  'archive-is-no-choice': {
    description: 'A command cannot exercise the choice Archive of an earlier contract.',
    killedBy: 'ledger/submit-and-wait-for-transaction/own-contract-can-be-archived',
    change: request(on.forTransaction, 'commands.commands.*', (command) => {
      const { case: kind, value } = command as Json;
      return kind === 'ExerciseCommand'
        ? { case: kind, value: edit.merge({ choice: 'archive' })(value) }
        : command;
    }),
  },
  'filters-of-submissions-ignored': {
    description: 'The transaction of a command has all events and no blobs, whatever its format.',
    killedBy:
      'ledger/submit-and-wait-for-transaction/{returns-requested-blobs,events-pass-their-filters,events-carry-what-is-requested}',
    change: request(on.forTransaction, FORMAT, wildcards),
  },
  'workflow-ignored': {
    description: 'A command that waits for its completion belongs to no workflow.',
    killedBy: 'ledger/submit-and-wait/response-names-update',
    change: request(on.submitAndWait, 'workflowId', edit.to('')),
  },
  'reassignment-under-another-name': {
    description: 'Reassignments are read from another member than the documented one.',
    killedBy: 'ledger/submit{-and-wait-for-reassignment,-reassignment}/documented-form-is-read',
    change: request(
      [on.forReassignment, on.submitReassignment],
      'reassignmentCommands.commands.*.command',
      nothing,
    ),
  },
  'submission-of-reassignments-ignored': {
    description: 'The completion of a reassignment has an id that the server made.',
    killedBy: 'ledger/submit-reassignment/completion-names-submission-id',
    change: request(on.submitReassignment, 'reassignmentCommands.submissionId', edit.to('')),
  },
  'filters-of-lookups-ignored': {
    description: 'Lookups of transactions read the parties of a format, and not their filters.',
    killedBy: 'ledger/transaction-by-{offset,id}/template-filter-selects-events',
    change: request([on.transactionByOffset, on.transactionById], FORMAT, wildcards),
  },
  'any-party-ignored-by-lookups': {
    description: 'Lookups of updates select by party only.',
    killedBy: 'ledger/update-by-{offset,id}/any-party-filter-selects-all',
    change: request([on.updateByOffset, on.updateById], inFormats('filtersForAnyParty'), nothing),
  },
});
