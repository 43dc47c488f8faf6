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
import { type LedgerFault, table } from './table.ts';

export const updateContentFaults: readonly LedgerFault[] = table({
  'topology-without-events | updates/updates-have-events | Topology updates have no events.':
    everyObject(
      (value) => 'TopologyTransaction' in value,
      (value) => edit.edited(value, 'TopologyTransaction.value.events', () => []),
    ),
  'filtered-updates-are-kept | updates/updates-have-events | With a template filter the last update is listed without events.':
    respond(
      on.updates,
      '',
      (list) => {
        edit.edited((list as Json[]).slice(-1), '*.update.Transaction.value.events', () => []);
        return list;
      },
      ({ body }) => JSON.stringify(body).includes('TemplateFilter'),
    ),
  'signatories-are-observers | */observers-are-no-signatories | irreversible | The observers of a contract are its signatories.':
    setEvery(isCreated, 'observers', ({ signatories }) => signatories),
  'exercises-without-actors | */events-have-their-members | both | Exercised events have no acting parties.':
    setEvery(isExercised, 'actingParties', () => []),
  'offers-without-arguments | */events-have-their-members | The contracts of one template have no arguments.':
    setEvery(isCreated, 'createArgument', ({ templateId, createArgument }) =>
      String(templateId).endsWith('Offer') ? null : createArgument,
    ),
  'exercised-in-no-package | */events-have-their-members | Exercised events have no package name.':
    setEvery(isExercised, 'packageName', () => ''),
  'templates-named-by-package-name | */events-name-packages-by-id | Events name their template with the name of its package.':
    setEvery(
      (value) => typeof value['templateId'] === 'string',
      'templateId',
      ({ templateId, packageName }) => String(templateId).replace(/^[^:]+/, `#${packageName}`),
    ),
  'created-without-witnesses | */events-have-their-members | Created events have no witnesses.':
    setEvery(isCreated, 'witnessParties', () => []),
  'represented-by-no-package | updates/created-events-name-representative-package | Created events have no representative package id.':
    setEvery(isCreated, 'representativePackageId', () => ''),
  'observers-cut-short | updates/parties-have-fingerprints | Observers lack their fingerprints.':
    setEvery(isCreated, 'observers', (value) =>
      listAt(value, 'observers').map((one) => String(one).split('::')[0]),
    ),
  'bounds-one-too-high | updates/last-descendant-bounds-effects | The last node id of an exercised event is one too high.':
    setEvery(
      isExercised,
      'lastDescendantNodeId',
      (value) => Number(value['lastDescendantNodeId']) + 1,
    ),
  'exercises-without-consequences | updates/last-descendant-bounds-effects | both | The last node id of an exercised event is its own.':
    setEvery(isExercised, 'lastDescendantNodeId', ({ nodeId }) => nodeId),
  'bounds-at-the-root | updates/last-descendant-bounds-effects | The last node id of every exercised event is 0.':
    setEvery(isExercised, 'lastDescendantNodeId', () => 0),
  'exercised-on-another-template | updates/events-match-their-contract | Exercised events name another template than their contract.':
    setEvery(isExercised, 'templateId', ({ templateId }) =>
      String(templateId).replace(/[^:]+$/, 'Other'),
    ),
  'created-in-1970 | updates/created-at-is-effective-at | both | Every contract was created in 1970.':
    setEvery(isCreated, 'createdAt', () => '1970-01-01T00:00:00Z'),
  'recorded-in-1970 | updates/record-time-follows-effective-time | Every transaction was recorded in 1970.':
    setEvery(isTransaction, 'recordTime', () => '1970-01-01T00:00:00Z'),
  'one-witness-for-all | updates/witnesses-are-stakeholders | Events show only the first of several witnesses.':
    setEvery(isCreated, 'witnessParties', (value) => listAt(value, 'witnessParties').slice(0, 1)),
  'departures-to-where-they-are | updates/reassignments-name-their-synchronizer | A contract leaves a synchronizer for the same one.':
    setEvery(isDeparture, 'target', ({ source }) => source),
  'moves-recorded-at-the-target | updates/reassignments-name-their-synchronizer | both | Both halves of a reassignment are recorded by the target.':
    setEvery(
      isReassignment,
      'synchronizerId',
      (value) =>
        valueAt(listAt(value, 'events')[0], 'JsUnassignedEvent.value.target') ??
        value['synchronizerId'],
    ),
  'arrivals-counted-from-0 | updates/assignment-matches-unassignment | The counter of an arrival is one too low.':
    setEvery(isArrival, 'reassignmentCounter', (value) => Number(value['reassignmentCounter']) - 1),
  'departures-under-their-own-id | updates/assignment-matches-unassignment | A departure has another reassignment id than its arrival.':
    setEvery(
      isDeparture,
      'reassignmentId',
      ({ reassignmentId }) => `00ff${String(reassignmentId).slice(4)}`,
    ),
  'arrivals-of-another-contract | updates/assignment-matches-unassignment | An arrival has another contract id than its departure.':
    everyObject(isArrival, (value) =>
      edit.edited(value, 'createdEvent.contractId', edit.replace(/.{4}$/, '0000')),
    ),
  'updates-after-their-checkpoint | updates/checkpoints-in-order | A list of updates begins with a checkpoint at the ledger end.':
    respond(LISTS, '', (list, _call, { history }) => {
      const value = { offset: history.end, synchronizerTimes: [] };
      return [{ update: { OffsetCheckpoint: { value } } }, ...(list as Json[])];
    }),
});
