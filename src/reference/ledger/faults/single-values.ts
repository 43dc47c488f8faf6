import * as edit from '../operators/edits.ts';
import { isRecord, type Json } from '../operators/json.ts';
import { on } from '../operators/operations.ts';
import { errors } from '../operators/rejections.ts';
import { everyObject, respond } from '../operators/respond.ts';
import type { Change } from '../steps.ts';
import { NEWEST } from '../versions.ts';
import { type LedgerFault, table } from './table.ts';

/** Edits the exercised events in the responses to submissions. */
const exercised = (members: (event: Json) => Json): Change =>
  respond(on.forTransaction, 'transaction.events.*.ExercisedEvent', (event) =>
    isRecord(event) ? { ...event, ...members(event) } : event,
  );

export const singleValueFaults: readonly LedgerFault[] = table({
  'archivals-name-no-interface': {
    description: 'Archived events never name the interface that selected them.',
    killedBy: 'ledger/updates/archivals-name-their-interface',
    change: respond(
      on.updates,
      '*.update.Transaction.value.events.*.ArchivedEvent.implementedInterfaces',
      edit.to([]),
    ),
  },
  'few-rights-per-user': {
    description: 'The version allows 20 rights for each user.',
    killedBy: 'ledger/version/user-limits-are-large-enough',
    change: respond(on.version, 'features.userManagement.maxRightsPerUser', edit.to(20)),
  },
  'views-of-pages-are-empty': {
    description: 'Pages of active contracts have views without members.',
    killedBy: 'ledger/active-contracts-page/pages-have-the-extras-of-the-list',
    versions: [NEWEST],
    change: respond(
      on.contractsPage,
      'activeContracts.*.contractEntry.JsActiveContract.createdEvent.interfaceViews.*.viewValue',
      edit.to({}),
    ),
  },
  'first-completion-is-lost': {
    description: 'Each list of completions begins with its second one.',
    killedBy: 'ledger/completions/start-leaves-out-what-precedes-it',
    change: respond(on.completions, '', (list) => (list as Json[]).slice(1)),
  },
  'no-retry-hint': {
    description: 'Errors that may pass have no hint for a retry.',
    killedBy: 'ledger/updates/category-matches-code',
    change: errors((body) => ({ ...body, retryInfo: null })),
  },
  'retry-everything': {
    description: 'Every error has a hint for a retry.',
    killedBy: 'ledger/user/category-matches-code',
    change: errors((body) => ({ ...body, retryInfo: '1 second' })),
  },
  'arrival-of-another-move': {
    description: 'The response to an assignment has the counter 1 more than the unassignment.',
    killedBy: 'ledger/submit-and-wait-for-reassignment/assignment-matches-unassignment',
    change: respond(
      on.forReassignment,
      'reassignment.events.*.JsAssignmentEvent.reassignmentCounter',
      (counter) => Number(counter) + 1,
    ),
  },
  'aliases-as-ids': {
    description: 'Connected synchronizers have their alias in the place of their name.',
    killedBy: 'ledger/submit-and-wait-for-reassignment/synchronizer-of-command-is-connected',
    change: everyObject(
      (value) => 'synchronizerAlias' in value,
      (value) => {
        const [, fingerprint] = String(value['synchronizerId']).split('::');
        value['synchronizerId'] = `${value['synchronizerAlias']}-alias::${fingerprint}`;
      },
    ),
  },
  'exercise-consumes-nothing': {
    description: 'The response to a submission shows every exercise as not consuming.',
    killedBy: 'ledger/submit-and-wait-for-transaction/response-shows-exercise',
    change: exercised(() => ({ consuming: false })),
  },
  'versions-of-the-last-requirement': {
    description: 'Every preferred package has the version of the last one.',
    killedBy: 'ledger/preferred-packages/requirements-are-independent',
    change: respond(on.preferredPackages, 'packageReferences', (list) => {
      const last = (list as Json[]).at(-1);
      return (list as Json[]).map((one) => ({ ...one, packageId: last?.['packageId'] }));
    }),
  },
});
