/** Faults in single values that only another value of the same response, of the request or of another response shows. */
import { together } from '../fault.ts';
import * as edit from '../operators/edits.ts';
import { isRecord, type Json } from '../operators/json.ts';
import { on } from '../operators/operations.ts';
import { errors } from '../operators/rejections.ts';
import { everyObject, respond } from '../operators/respond.ts';
import { remembering } from '../operators/state.ts';
import type { Change } from '../steps.ts';
import { EVERY_VERSION, type LedgerFault, table } from './table.ts';

/** Each party of a list is local if the first one is. */
const localAsTheFirst: edit.Plain = (list) => {
  const items = list as Json[];
  return items.map((item) => ({ ...item, isLocal: items[0]?.['isLocal'] }));
};

/** Edits the exercised events in the responses to submissions. */
const exercised = (members: (event: Json) => Json): Change =>
  respond(on.forTransaction, 'transaction.events.*.ExercisedEvent', (event) =>
    isRecord(event) ? { ...event, ...members(event) } : event,
  );

const LEFT = '*.contractEntry.JsIncompleteUnassigned.unassignedEvent.contractId';

export const singleValueFaults: readonly LedgerFault[] = table({
  'negative-node-ids': {
    description: 'Node ids are negative in the events of a contract.',
    killedBy: 'ledger/events-by-contract-id/response-shape',
    versions: EVERY_VERSION,
    change: respond(on.events, 'created.createdEvent.nodeId', edit.to(-1)),
  },
  'negative-page-limits': {
    description: 'The version shows -1 for page sizes without a limit.',
    killedBy: 'ledger/version/response-shape',
    versions: EVERY_VERSION,
    change: respond(on.version, 'features.partyManagement.maxPartiesPageSize', edit.to(-1)),
  },
  'last-synchronizer-without-id': {
    description: 'The last connected synchronizer has an empty id.',
    killedBy: 'ledger/connected-synchronizers/response-shape',
    versions: EVERY_VERSION,
    change: respond(on.synchronizers, 'connectedSynchronizers', (list) =>
      (list as Json[]).map((one, i, { length }) =>
        i === length - 1 ? { ...one, synchronizerId: '' } : one,
      ),
    ),
  },
  'archivals-name-no-interface': {
    description: 'Archived events never name the interface that selected them.',
    killedBy: 'ledger/updates/archivals-name-their-interface',
    versions: EVERY_VERSION,
    change: respond(
      on.updates,
      '*.update.Transaction.value.events.*.ArchivedEvent.implementedInterfaces',
      edit.to([]),
    ),
  },
  'few-rights-per-user': {
    description: 'The version allows 20 rights for each user.',
    killedBy: 'ledger/version/user-limits-are-large-enough',
    versions: EVERY_VERSION,
    change: respond(on.version, 'features.userManagement.maxRightsPerUser', edit.to(20)),
  },
  'users-listed-in-small-letters': {
    description: 'The list of users has their ids in small letters.',
    killedBy: 'ledger/users-create/listed-as-created',
    versions: EVERY_VERSION,
    change: respond(on.users, 'users.*.id', (id) => `${id}`.toLowerCase()),
  },
  'witnesses-twice': {
    description: 'The lookup of a contract names a witness for each of its roles.',
    killedBy: 'ledger/contract-by-id/ids-have-fingerprints',
    versions: EVERY_VERSION,
    change: respond(on.contract, 'createdEvent.witnessParties', edit.firstTwice),
  },
  'views-of-pages-are-empty': {
    description: 'Pages of active contracts have views without members.',
    killedBy: 'ledger/active-contracts-page/pages-have-the-extras-of-the-list',
    change: respond(
      on.contractsPage,
      'activeContracts.*.contractEntry.JsActiveContract.createdEvent.interfaceViews.*.viewValue',
      edit.to({}),
    ),
  },
  'views-twice': {
    description: 'An event has each view twice.',
    killedBy: 'ledger/active-contracts/views-match-their-status',
    versions: EVERY_VERSION,
    change: respond(
      on.contracts,
      '*.contractEntry.JsActiveContract.createdEvent.interfaceViews',
      edit.firstTwice,
    ),
  },
  'no-retry-hint': {
    description: 'Errors that may pass have no hint for a retry.',
    killedBy: 'ledger/updates/category-matches-code',
    versions: EVERY_VERSION,
    change: errors((body) => ({ ...body, retryInfo: null })),
  },
  'retry-everything': {
    description: 'Every error has a hint for a retry.',
    killedBy: 'ledger/user/category-matches-code',
    versions: EVERY_VERSION,
    change: errors((body) => ({ ...body, retryInfo: '1 second' })),
  },
  'context-of-another-error': {
    description: 'The context of an error has the category 8.',
    killedBy: 'ledger/user/category-matches-code',
    versions: EVERY_VERSION,
    change: errors((body) =>
      isRecord(body['context']) && 'category' in body['context']
        ? { ...body, context: { ...body['context'], category: '8' } }
        : body,
    ),
  },
  'resources-of-another-error': {
    description: 'Errors about a missing object name another one.',
    killedBy: 'ledger/*/errors-name-their-object',
    versions: EVERY_VERSION,
    change: errors((body) => ({
      ...body,
      resources: (body['resources'] as string[][]).map(([type]) => [type, 'another']),
    })),
  },
  'category-without-meaning': {
    description: 'Errors of reassignments have the category 0.',
    killedBy: 'ledger/submit-and-wait-for-reassignment/category-matches-code',
    change: errors((body) =>
      String(body['code']).startsWith('REASSIGNMENT_')
        ? { ...body, errorCategory: 0, context: {} }
        : body,
    ),
  },
  'unassigned-another-contract': {
    description: 'An incomplete reassignment names the contract of another one.',
    killedBy: 'ledger/{active-contracts,active-contracts-page}/entries-exist-at-offset',
    versions: EVERY_VERSION,
    change: together(
      respond(on.contracts, LEFT, (id) => `${id}00`),
      respond(on.contractsPage, `activeContracts.${LEFT}`, (id) => `${id}00`),
    ),
  },
  'assigned-with-other-arguments': {
    description: 'An assignment shows no arguments of its contract.',
    killedBy: 'ledger/updates/events-match-their-contract',
    versions: EVERY_VERSION,
    change: respond(
      on.updates,
      '*.update.Reassignment.value.events.*.JsAssignmentEvent.createdEvent.createArgument',
      edit.to({}),
    ),
  },
  'assigned-at-the-offset-before': {
    description: 'The events of a reassignment carry the offset before it.',
    killedBy: 'ledger/updates/events-match-their-transaction',
    versions: EVERY_VERSION,
    change: respond(
      on.updates,
      '*.update.Reassignment.value.events.*.JsUnassignedEvent.value.offset',
      (offset) => Math.max(1, Number(offset) - 1),
    ),
  },
  'arrival-of-another-move': {
    description: 'The response to an assignment has the counter 1 more than the unassignment.',
    killedBy: 'ledger/submit-and-wait-for-reassignment/assignment-matches-unassignment',
    versions: EVERY_VERSION,
    change: respond(
      on.forReassignment,
      'reassignment.events.*.JsAssignmentEvent.reassignmentCounter',
      (counter) => Number(counter) + 1,
    ),
  },
  'aliases-as-ids': {
    description: 'Connected synchronizers have their alias in the place of their name.',
    killedBy: 'ledger/submit-and-wait-for-reassignment/synchronizer-of-command-is-connected',
    versions: EVERY_VERSION,
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
    versions: EVERY_VERSION,
    change: exercised(() => ({ consuming: false })),
  },
  'transient-contract-counts': {
    description: 'The response shows the archival of a transient contract as a change of the ACS.',
    killedBy: 'ledger/submit-and-wait-for-transaction/transaction-shows-effects',
    versions: EVERY_VERSION,
    change: exercised(() => ({ acsDelta: true })),
  },
  'archival-at-the-offset-before': {
    description: 'The events of a contract show its archival one offset earlier.',
    killedBy: 'ledger/submit-and-wait-for-transaction/archival-is-shown',
    versions: EVERY_VERSION,
    change: remembering(({ history: { end } }) =>
      respond(on.events, 'archived.archivedEvent.offset', (offset) =>
        Number(offset) > end ? Number(offset) - 1 : offset,
      ),
    ),
  },
  'no-blobs-for-submitters': {
    description: 'The response to a submission has no blobs.',
    killedBy: 'ledger/submit-and-wait-for-transaction/optional-members-are-optional',
    versions: EVERY_VERSION,
    change: respond(
      on.forTransaction,
      'transaction.events.*.CreatedEvent.createdEventBlob',
      edit.to(''),
    ),
  },
  'parties-local-as-the-first': {
    description: 'A page of parties shows for each what is true of its first one.',
    killedBy: 'ledger/parties-list/pages-match-list',
    versions: EVERY_VERSION,
    change: respond(on.parties, 'partyDetails', localAsTheFirst),
  },
  'details-as-the-first': {
    description: 'The lookup of several parties shows for each what is true of its first one.',
    killedBy: 'ledger/parties-list/shows-parties-of-query',
    versions: EVERY_VERSION,
    change: respond(on.party, 'partyDetails', localAsTheFirst),
  },
  'versions-of-the-last-requirement': {
    description: 'Every preferred package has the version of the last one.',
    killedBy: 'ledger/preferred-packages/requirements-are-independent',
    versions: EVERY_VERSION,
    change: respond(on.preferredPackages, 'packageReferences', (list) => {
      const last = (list as Json[]).at(-1);
      return (list as Json[]).map((one) => ({ ...one, packageId: last?.['packageId'] }));
    }),
  },
  'completions-without-result': {
    description: 'Completions have neither a status nor an update.',
    killedBy: 'ledger/completions/successes-name-their-update',
    versions: EVERY_VERSION,
    change: respond(
      on.completions,
      '*.completionResponse.Completion.value',
      edit.merge({ status: null, updateId: '' }),
    ),
  },
});
