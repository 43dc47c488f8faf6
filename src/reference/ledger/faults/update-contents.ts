/** Faults in the contents of updates, alike in every operation. */
import * as edit from '../operators/edits.ts';
import {
  isArrival,
  isCreated,
  isDeparture,
  isExercised,
  isReassignment,
  isTransaction,
  type Json,
  listAt,
  valueAt,
} from '../operators/json.ts';
import { LISTS, on } from '../operators/operations.ts';
import { everyObject, respond, setEvery } from '../operators/respond.ts';
import { EVERY_VERSION, type LedgerFault, table } from './table.ts';

export const updateContentFaults: readonly LedgerFault[] = table({
  'topology-without-events': {
    description: 'Topology updates have no events.',
    killedBy: 'ledger/updates/updates-have-events',
    change: everyObject(
      (value) => 'TopologyTransaction' in value,
      (value) => edit.edited(value, 'TopologyTransaction.value.events', () => []),
    ),
  },
  'filtered-updates-are-kept': {
    description: 'With a template filter the last update is listed without events.',
    killedBy: 'ledger/updates/updates-have-events',
    change: respond(
      on.updates,
      '',
      (list) => {
        edit.edited((list as Json[]).slice(-1), '*.update.Transaction.value.events', () => []);
        return list;
      },
      ({ body }) => JSON.stringify(body).includes('TemplateFilter'),
    ),
  },
  'signatories-are-observers': {
    description: 'The observers of a contract are its signatories.',
    killedBy: 'ledger/*/observers-are-no-signatories',
    allow: 'irreversible',
    change: setEvery(isCreated, 'observers', ({ signatories }) => signatories),
  },
  'exercises-without-actors': {
    description: 'Exercised events have no acting parties.',
    killedBy: 'ledger/*/events-have-their-members',
    versions: EVERY_VERSION,
    change: setEvery(isExercised, 'actingParties', () => []),
  },
  'offers-without-arguments': {
    description: 'The contracts of one template have no arguments.',
    killedBy: 'ledger/*/events-have-their-members',
    change: setEvery(isCreated, 'createArgument', ({ templateId, createArgument }) =>
      String(templateId).endsWith('Offer') ? null : createArgument,
    ),
  },
  'exercised-in-no-package': {
    description: 'Exercised events have no package name.',
    killedBy: 'ledger/*/events-have-their-members',
    change: setEvery(isExercised, 'packageName', () => ''),
  },
  'templates-named-by-package-name': {
    description: 'Events name their template with the name of its package.',
    killedBy: 'ledger/*/events-name-packages-by-id',
    change: setEvery(
      (value) => typeof value['templateId'] === 'string',
      'templateId',
      ({ templateId, packageName }) => String(templateId).replace(/^[^:]+/, `#${packageName}`),
    ),
  },
  'created-without-witnesses': {
    description: 'Created events have no witnesses.',
    killedBy: 'ledger/*/events-have-their-members',
    change: setEvery(isCreated, 'witnessParties', () => []),
  },
  'represented-by-no-package': {
    description: 'Created events have no representative package id.',
    killedBy: 'ledger/updates/created-events-name-representative-package',
    change: setEvery(isCreated, 'representativePackageId', () => ''),
  },
  'observers-cut-short': {
    description: 'Observers lack their fingerprints.',
    killedBy: 'ledger/updates/parties-have-fingerprints',
    change: setEvery(isCreated, 'observers', (value) =>
      listAt(value, 'observers').map((one) => String(one).split('::')[0]),
    ),
  },
  'bounds-one-too-high': {
    description: 'The last node id of an exercised event is one too high.',
    killedBy: 'ledger/updates/last-descendant-bounds-effects',
    change: setEvery(
      isExercised,
      'lastDescendantNodeId',
      (value) => Number(value['lastDescendantNodeId']) + 1,
    ),
  },
  'exercises-without-consequences': {
    description: 'The last node id of an exercised event is its own.',
    killedBy: 'ledger/updates/last-descendant-bounds-effects',
    versions: EVERY_VERSION,
    change: setEvery(isExercised, 'lastDescendantNodeId', ({ nodeId }) => nodeId),
  },
  'bounds-at-the-root': {
    description: 'The last node id of every exercised event is 0.',
    killedBy: 'ledger/updates/last-descendant-bounds-effects',
    change: setEvery(isExercised, 'lastDescendantNodeId', () => 0),
  },
  'exercised-on-another-template': {
    description: 'Exercised events name another template than their contract.',
    killedBy: 'ledger/updates/events-match-their-contract',
    change: setEvery(isExercised, 'templateId', ({ templateId }) =>
      String(templateId).replace(/[^:]+$/, 'Other'),
    ),
  },
  'created-in-1970': {
    description: 'Every contract was created in 1970.',
    killedBy: 'ledger/updates/created-at-is-effective-at',
    versions: EVERY_VERSION,
    change: setEvery(isCreated, 'createdAt', () => '1970-01-01T00:00:00Z'),
  },
  'recorded-in-1970': {
    description: 'Every transaction was recorded in 1970.',
    killedBy: 'ledger/updates/record-time-follows-effective-time',
    change: setEvery(isTransaction, 'recordTime', () => '1970-01-01T00:00:00Z'),
  },
  'one-witness-for-all': {
    description: 'Events show only the first of several witnesses.',
    killedBy: 'ledger/updates/witnesses-are-stakeholders',
    change: setEvery(isCreated, 'witnessParties', (value) =>
      listAt(value, 'witnessParties').slice(0, 1),
    ),
  },
  'departures-to-where-they-are': {
    description: 'A contract leaves a synchronizer for the same one.',
    killedBy: 'ledger/updates/reassignments-name-their-synchronizer',
    change: setEvery(isDeparture, 'target', ({ source }) => source),
  },
  'moves-recorded-at-the-target': {
    description: 'Both halves of a reassignment are recorded by the target.',
    killedBy: 'ledger/updates/reassignments-name-their-synchronizer',
    versions: EVERY_VERSION,
    change: setEvery(
      isReassignment,
      'synchronizerId',
      (value) =>
        valueAt(listAt(value, 'events')[0], 'JsUnassignedEvent.value.target') ??
        value['synchronizerId'],
    ),
  },
  'arrivals-counted-from-0': {
    description: 'The counter of an arrival is one too low.',
    killedBy: 'ledger/updates/assignment-matches-unassignment',
    change: setEvery(
      isArrival,
      'reassignmentCounter',
      (value) => Number(value['reassignmentCounter']) - 1,
    ),
  },
  'departures-under-their-own-id': {
    description: 'A departure has another reassignment id than its arrival.',
    killedBy: 'ledger/updates/assignment-matches-unassignment',
    change: setEvery(
      isDeparture,
      'reassignmentId',
      ({ reassignmentId }) => `00ff${String(reassignmentId).slice(4)}`,
    ),
  },
  'arrivals-of-another-contract': {
    description: 'An arrival has another contract id than its departure.',
    killedBy: 'ledger/updates/assignment-matches-unassignment',
    change: everyObject(isArrival, (value) =>
      edit.edited(value, 'createdEvent.contractId', edit.replace(/.{4}$/, '0000')),
    ),
  },
  'updates-after-their-checkpoint': {
    description: 'A list of updates begins with a checkpoint at the ledger end.',
    killedBy: 'ledger/updates/checkpoints-in-order',
    change: respond(LISTS, '', (list, _call, { history }) => {
      const value = { offset: history.end, synchronizerTimes: [] };
      return [{ update: { OffsetCheckpoint: { value } } }, ...(list as Json[])];
    }),
  },
});
