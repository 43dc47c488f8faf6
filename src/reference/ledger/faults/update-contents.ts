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
    description: 'Topology changes are told without what changed.',
    killedBy: of('updates', 'none-is-empty'),
    change: everyObject(
      (value) => 'TopologyTransaction' in value,
      ({ TopologyTransaction: told }) =>
        Object.assign((told as Json)['value'] as Json, { events: [] }),
    ),
  },
  {
    id: 'filtered-updates-are-kept',
    description: 'With a template filter the last update is listed without events.',
    killedBy: of('updates', 'none-is-empty'),
    collateral: [AMONG_UPDATES],
    change: answeringJson('postV2Updates', (json, { body }) => {
      if (JSON.stringify(body).includes('TemplateFilter'))
        edited((json as Json[]).slice(-1), '*.update.Transaction.value.events', () => []);
      return json;
    }),
  },
  {
    id: 'signatories-are-observers',
    description: 'The observers of a contract are its signatories.',
    killedBy: of('updates', 'events-are-whole'),
    collateral: [of('updates', 'stakeholders-witness')],
    change: everyObject(isCreated, (value) => {
      value['observers'] = value['signatories'];
    }),
  },
  {
    id: 'nobody-exercises',
    description: 'Exercised events do not say who acted.',
    ...in3,
    killedBy: of('updates', 'events-are-whole'),
    change: everyObject(isExercised, (value) => {
      value['actingParties'] = [];
    }),
  },
  {
    id: 'offers-without-arguments',
    description: 'The contracts of one template are told without their arguments.',
    killedBy: of('updates', 'events-are-whole'),
    change: everyObject(isCreated, (value) => {
      if (String(value['templateId']).endsWith('Offer')) value['createArgument'] = null;
    }),
  },
  {
    id: 'exercised-in-no-package',
    description: 'Exercised events name no package.',
    killedBy: of('updates', 'events-are-whole'),
    collateral: [of('updates', '{events-are-of-their-contract,template-filters-choose-effects}')],
    change: everyObject(isExercised, (value) => {
      value['packageName'] = '';
    }),
  },
  {
    id: 'represented-by-no-package',
    description: 'Created events name no package that stands for their own.',
    killedBy: of('updates', 'representative-package-told'),
    change: everyObject(isCreated, (value) => {
      value['representativePackageId'] = '';
    }),
  },
  {
    id: 'observers-cut-short',
    description: 'Observers are told by their names without a fingerprint.',
    killedBy: of('updates', 'parties-are-whole'),
    collateral: [of('updates', 'stakeholders-witness')],
    change: everyObject(isCreated, (value) => {
      value['observers'] = listAt(value, 'observers').map((one) => String(one).split('::')[0]);
    }),
  },
  {
    id: 'bounds-one-too-high',
    description: 'The last node id of an exercised event is that of the next one.',
    killedBy: of('updates', 'effects-make-trees'),
    change: everyObject(isExercised, (value) => {
      value['lastDescendantNodeId'] = Number(value['lastDescendantNodeId']) + 1;
    }),
  },
  {
    id: 'exercises-without-consequences',
    description: 'The last node id of an exercised event is its own.',
    ...in3,
    killedBy: of('updates', 'effects-make-trees'),
    change: everyObject(isExercised, (value) => {
      value['lastDescendantNodeId'] = value['nodeId'];
    }),
  },
  {
    id: 'bounds-at-the-root',
    description: 'The last node id of every exercised event is 0.',
    killedBy: of('updates', 'effects-make-trees'),
    change: everyObject(isExercised, (value) => {
      value['lastDescendantNodeId'] = 0;
    }),
  },
  {
    id: 'exercised-on-another-template',
    description: 'Exercised events name another template than their contract.',
    killedBy: of('updates', 'events-are-of-their-contract'),
    collateral: [of('updates', 'template-filters-choose-effects')],
    change: everyObject(isExercised, (value) => {
      value['templateId'] = String(value['templateId']).replace(/[^:]+$/, 'Other');
    }),
  },
  {
    id: 'created-in-1970',
    description: 'Every contract was created when time began.',
    ...in3,
    killedBy: of('updates', 'created-with-the-transaction'),
    change: everyObject(isCreated, (value) => {
      value['createdAt'] = '1970-01-01T00:00:00Z';
    }),
  },
  {
    id: 'recorded-in-1970',
    description: 'Transactions were recorded when time began.',
    killedBy: of('updates', 'recorded-in-time'),
    collateral: [of('completions', 'same-time-as-its-update')],
    change: everyObject(isTransaction, (value) => {
      value['recordTime'] = '1970-01-01T00:00:00Z';
    }),
  },
  {
    id: 'one-witness-for-all',
    description: 'Of several witnesses only the first is told.',
    killedBy: of('updates', 'stakeholders-witness'),
    change: everyObject(isCreated, (value) => {
      value['witnessParties'] = listAt(value, 'witnessParties').slice(0, 1);
    }),
  },
  {
    id: 'departures-to-where-they-are',
    description: 'A contract leaves a synchronizer for the same one.',
    killedBy: of('updates', 'reassignments-stand-where-they-happen'),
    collateral: [of('updates', 'reassignments-have-two-halves')],
    change: everyObject(isDeparture, (value) => {
      value['target'] = value['source'];
    }),
  },
  {
    id: 'moves-recorded-at-the-target',
    description: 'Both halves of a reassignment are recorded by the target.',
    ...in3,
    killedBy: of('updates', 'reassignments-stand-where-they-happen'),
    collateral: [of('completions', 'same-synchronizer-as-its-update')],
    change: everyObject(isReassignment, (value) => {
      const [left] = listAt(value, 'events') as { JsUnassignedEvent?: { value: Json } }[];
      const target = left?.JsUnassignedEvent?.value['target'];
      if (target !== undefined) value['synchronizerId'] = target;
    }),
  },
  {
    id: 'arrivals-counted-from-0',
    description: 'The counter of an arrival is one too low.',
    killedBy: of('updates', 'reassignments-have-two-halves'),
    collateral: [of('active-contracts*', 'as-they-came')],
    change: everyObject(isArrival, (value) => {
      value['reassignmentCounter'] = Number(value['reassignmentCounter']) - 1;
    }),
  },
  {
    id: 'departures-under-their-own-id',
    description: 'A contract leaves under another id than it arrives.',
    killedBy: of('updates', 'reassignments-have-two-halves'),
    change: everyObject(isDeparture, (value) => {
      value['reassignmentId'] = `00ff${String(value['reassignmentId']).slice(4)}`;
    }),
  },
  {
    id: 'arrivals-of-another-contract',
    description: 'A contract arrives under another id of its own.',
    killedBy: of('updates', 'reassignments-have-two-halves'),
    collateral: [of('active-contracts*', '*')],
    change: everyObject(isArrival, (value) => {
      const created = value['createdEvent'] as Json;
      created['contractId'] = String(created['contractId']).replace(/.{4}$/, '0000');
    }),
  },
  {
    id: 'updates-after-their-checkpoint',
    description: 'A list of updates begins with a checkpoint at the end of the ledger.',
    killedBy: of('updates', 'checkpoints-are-in-order'),
    collateral: [AMONG_UPDATES],
    change: answeringJson(['postV2Updates', 'postV2UpdatesFlats'], (json, _ask, { history }) => {
      const value = { offset: history.end, synchronizerTimes: [] };
      return [{ update: { OffsetCheckpoint: { value } } }, ...(json as Json[])];
    }),
  },
];
