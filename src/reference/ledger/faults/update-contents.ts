import {
  isCreated,
  isReassignment,
  isTransaction,
  type Json,
  listAt,
  valueAt,
} from '../operators/json.ts';
import { LISTS, on } from '../operators/operations.ts';
import { respond, setEvery } from '../operators/respond.ts';
import { EVERY_VERSION, type LedgerFault, table } from './table.ts';

export const updateContentFaults: readonly LedgerFault[] = table({
  'signatories-are-observers': {
    description: 'The observers of a contract are its signatories.',
    killedBy: 'ledger/*/observers-are-no-signatories',
    allow: 'irreversible',
    change: setEvery(isCreated, 'observers', ({ signatories }) => signatories),
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
  'one-witness-of-archivals': {
    description: 'Archivals show only the first of several witnesses.',
    killedBy: 'ledger/updates/witnesses-are-stakeholders',
    change: setEvery(
      (value) => 'implementedInterfaces' in value && !('choice' in value),
      'witnessParties',
      (value) => listAt(value, 'witnessParties').slice(0, 1),
    ),
  },
  'moves-not-counted': {
    description: 'The counter of every reassignment is 0.',
    killedBy: 'ledger/updates/counters-grow-with-unassignments',
    versions: EVERY_VERSION,
    change: setEvery(
      (value) => 'reassignmentCounter' in value,
      'reassignmentCounter',
      () => 0,
    ),
  },
  'reassignments-recorded-a-day-early': {
    description: 'Reassignments have the record time of the day before.',
    killedBy: 'ledger/updates/record-times-ascend',
    versions: EVERY_VERSION,
    change: setEvery(
      (value) => isReassignment(value) && 'commandId' in value,
      'recordTime',
      ({ recordTime }) => new Date(Date.parse(`${recordTime}`) - 86_400_000).toISOString(),
    ),
  },
  'rejected-with-code-0': {
    description: 'The completion of a rejected command has status 0.',
    killedBy: 'ledger/completions/successes-name-their-update',
    versions: EVERY_VERSION,
    change: respond(on.completions, '*.completionResponse.Completion.value.status.code', () => 0),
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
  'updates-after-their-checkpoint': {
    description: 'A list of updates begins with a checkpoint at the ledger end.',
    killedBy: 'ledger/updates/checkpoints-in-order',
    change: respond(LISTS, '', (list, _call, { history }) => {
      const value = { offset: history.end, synchronizerTimes: [] };
      return [{ update: { OffsetCheckpoint: { value } } }, ...(list as Json[])];
    }),
  },
});
