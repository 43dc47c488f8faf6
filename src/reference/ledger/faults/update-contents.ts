/** Faults in what updates contain: each is told alike by every operation. */
import { answeringJson } from '../fault.ts';
import { AMONG_UPDATES, edited, type Json, type LedgerFault, listAt, of } from './tools.ts';
import {
  everyObject,
  isArrival,
  isCreated,
  isDeparture,
  isExercised,
  isReassignment,
  isTransaction,
} from './walking.ts';

const in3 = { versions: ['3.4', '3.5'] } as const;

export const updateContentFaults: readonly LedgerFault[] = [
  {
    id: 'topology-without-events',
    says: 'Topology changes are told without what changed.',
    caughtBy: of('updates', 'none-is-empty'),
    change: everyObject(
      (value) => 'TopologyTransaction' in value,
      ({ TopologyTransaction: told }) =>
        Object.assign((told as Json)['value'] as Json, { events: [] }),
    ),
  },
  {
    id: 'filtered-updates-are-kept',
    says: 'With a template filter the last update is listed without events.',
    caughtBy: of('updates', 'none-is-empty'),
    alsoTrips: [AMONG_UPDATES],
    change: answeringJson('postV2Updates', (json, { body }) => {
      if (JSON.stringify(body).includes('TemplateFilter'))
        edited((json as Json[]).slice(-1), '*.update.Transaction.value.events', () => []);
      return json;
    }),
  },
  {
    id: 'signatories-are-observers',
    says: 'The observers of a contract are its signatories.',
    caughtBy: of('updates', 'events-are-whole'),
    alsoTrips: [of('updates', 'stakeholders-witness')],
    change: everyObject(isCreated, (value) => {
      value['observers'] = value['signatories'];
    }),
  },
  {
    id: 'nobody-exercises',
    says: 'Exercised events do not say who acted.',
    ...in3,
    caughtBy: of('updates', 'events-are-whole'),
    change: everyObject(isExercised, (value) => {
      value['actingParties'] = [];
    }),
  },
  {
    id: 'offers-without-arguments',
    says: 'The contracts of one template are told without their arguments.',
    caughtBy: of('updates', 'events-are-whole'),
    change: everyObject(isCreated, (value) => {
      if (String(value['templateId']).endsWith('Offer')) value['createArgument'] = null;
    }),
  },
  {
    id: 'exercised-in-no-package',
    says: 'Exercised events name no package.',
    caughtBy: of('updates', 'events-are-whole'),
    alsoTrips: [of('updates', '{events-are-of-their-contract,template-filters-choose-effects}')],
    change: everyObject(isExercised, (value) => {
      value['packageName'] = '';
    }),
  },
  {
    id: 'represented-by-no-package',
    says: 'Created events name no package that stands for their own.',
    caughtBy: of('updates', 'representative-package-told'),
    change: everyObject(isCreated, (value) => {
      value['representativePackageId'] = '';
    }),
  },
  {
    id: 'observers-cut-short',
    says: 'Observers are told by their names without a fingerprint.',
    caughtBy: of('updates', 'parties-are-whole'),
    alsoTrips: [of('updates', 'stakeholders-witness')],
    change: everyObject(isCreated, (value) => {
      value['observers'] = listAt(value, 'observers').map((one) => String(one).split('::')[0]);
    }),
  },
  {
    id: 'bounds-one-too-high',
    says: 'The last node id of an exercised event is that of the next one.',
    caughtBy: of('updates', 'effects-make-trees'),
    change: everyObject(isExercised, (value) => {
      value['lastDescendantNodeId'] = Number(value['lastDescendantNodeId']) + 1;
    }),
  },
  {
    id: 'exercises-without-consequences',
    says: 'The last node id of an exercised event is its own.',
    ...in3,
    caughtBy: of('updates', 'effects-make-trees'),
    change: everyObject(isExercised, (value) => {
      value['lastDescendantNodeId'] = value['nodeId'];
    }),
  },
  {
    id: 'bounds-at-the-root',
    says: 'The last node id of every exercised event is 0.',
    caughtBy: of('updates', 'effects-make-trees'),
    change: everyObject(isExercised, (value) => {
      value['lastDescendantNodeId'] = 0;
    }),
  },
  {
    id: 'exercised-on-another-template',
    says: 'Exercised events name another template than their contract.',
    caughtBy: of('updates', 'events-are-of-their-contract'),
    alsoTrips: [of('updates', 'template-filters-choose-effects')],
    change: everyObject(isExercised, (value) => {
      value['templateId'] = String(value['templateId']).replace(/[^:]+$/, 'Other');
    }),
  },
  {
    id: 'created-in-1970',
    says: 'Every contract was created when time began.',
    ...in3,
    caughtBy: of('updates', 'created-with-the-transaction'),
    change: everyObject(isCreated, (value) => {
      value['createdAt'] = '1970-01-01T00:00:00Z';
    }),
  },
  {
    id: 'recorded-in-1970',
    says: 'Transactions were recorded when time began.',
    caughtBy: of('updates', 'recorded-in-time'),
    alsoTrips: [of('completions', 'same-time-as-its-update')],
    change: everyObject(isTransaction, (value) => {
      value['recordTime'] = '1970-01-01T00:00:00Z';
    }),
  },
  {
    id: 'one-witness-for-all',
    says: 'Of several witnesses only the first is told.',
    caughtBy: of('updates', 'stakeholders-witness'),
    change: everyObject(isCreated, (value) => {
      value['witnessParties'] = listAt(value, 'witnessParties').slice(0, 1);
    }),
  },
  {
    id: 'departures-to-where-they-are',
    says: 'A contract leaves a synchronizer for the same one.',
    caughtBy: of('updates', 'reassignments-stand-where-they-happen'),
    alsoTrips: [of('updates', 'reassignments-have-two-halves')],
    change: everyObject(isDeparture, (value) => {
      value['target'] = value['source'];
    }),
  },
  {
    id: 'moves-recorded-at-the-target',
    says: 'Both halves of a reassignment are recorded by the target.',
    ...in3,
    caughtBy: of('updates', 'reassignments-stand-where-they-happen'),
    alsoTrips: [of('completions', 'same-synchronizer-as-its-update')],
    change: everyObject(isReassignment, (value) => {
      const [left] = listAt(value, 'events') as { JsUnassignedEvent?: { value: Json } }[];
      const target = left?.JsUnassignedEvent?.value['target'];
      if (target !== undefined) value['synchronizerId'] = target;
    }),
  },
  {
    id: 'arrivals-counted-from-0',
    says: 'The counter of an arrival is one too low.',
    caughtBy: of('updates', 'reassignments-have-two-halves'),
    alsoTrips: [of('active-contracts*', 'as-they-came')],
    change: everyObject(isArrival, (value) => {
      value['reassignmentCounter'] = Number(value['reassignmentCounter']) - 1;
    }),
  },
  {
    id: 'departures-under-their-own-id',
    says: 'A contract leaves under another id than it arrives.',
    caughtBy: of('updates', 'reassignments-have-two-halves'),
    change: everyObject(isDeparture, (value) => {
      value['reassignmentId'] = `00ff${String(value['reassignmentId']).slice(4)}`;
    }),
  },
  {
    id: 'arrivals-of-another-contract',
    says: 'A contract arrives under another id of its own.',
    caughtBy: of('updates', 'reassignments-have-two-halves'),
    alsoTrips: [of('active-contracts*', '*')],
    change: everyObject(isArrival, (value) => {
      const created = value['createdEvent'] as Json;
      created['contractId'] = String(created['contractId']).replace(/.{4}$/, '0000');
    }),
  },
  {
    id: 'updates-after-their-checkpoint',
    says: 'A list of updates begins with a checkpoint at the end of the ledger.',
    caughtBy: of('updates', 'checkpoints-are-in-order'),
    alsoTrips: [AMONG_UPDATES],
    change: answeringJson(['postV2Updates', 'postV2UpdatesFlats'], (json, _ask, { history }) => {
      const value = { offset: history.end, synchronizerTimes: [] };
      return [{ update: { OffsetCheckpoint: { value } } }, ...(json as Json[])];
    }),
  },
];
