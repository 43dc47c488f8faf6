/** Faults in what active contracts and completions tell of the updates that they come from. */
import { altering, answeringJson } from '../fault.ts';
import { edited, isRecord, type Json, type LedgerFault, of } from './tools.ts';
import { everyObject } from './walking.ts';

const LISTS = ['postV2StateActive-contracts', 'getV2StateActive-contracts-page'];
const BOTH = 'active-contracts{,-page}';
const COMPLETIONS = 'postV2CommandsCompletions';

const active = (edit: (value: Json) => void) =>
  everyObject(
    (value) => isRecord(value['JsActiveContract']),
    ({ JsActiveContract: told }) => edit(told as Json),
  );

const completion = (edit: (value: Json) => void) =>
  everyObject(
    (value) => isRecord(value['Completion']),
    ({ Completion: told }) => edit((told as Json)['value'] as Json),
  );

const isCheckpoint = (one: Json): boolean =>
  isRecord(one['completionResponse']) && 'OffsetCheckpoint' in one['completionResponse'];

export const toldStateFaults: readonly LedgerFault[] = [
  {
    id: 'active-contracts-never-moved',
    description: 'Every active contract has the counter 0.',
    versions: ['3.4', '3.5'],
    killedBy: of(BOTH, 'as-they-came'),
    change: active((value) => {
      value['reassignmentCounter'] = 0;
    }),
  },
  {
    id: 'active-contracts-without-node-ids',
    description: 'Every active contract has the node id 0.',
    killedBy: of(BOTH, 'as-they-came'),
    change: active((value) => {
      (value['createdEvent'] as Json)['nodeId'] = 0;
    }),
  },
  {
    id: 'active-contracts-of-the-snapshot',
    description: 'Active contracts are told with the offset that was asked about.',
    killedBy: of('active-contracts', 'as-they-came'),
    collateral: [of(BOTH, '*')],
    change: answeringJson('postV2StateActive-contracts', (json, { body }) =>
      edited(json, '*.contractEntry.JsActiveContract.createdEvent.offset', (before) =>
        Math.max(Number(before), (body as { activeAtOffset: number }).activeAtOffset),
      ),
    ),
  },
  {
    id: 'active-contracts-in-one-place',
    description: 'Every active contract is on the first synchronizer.',
    killedBy: of(BOTH, 'as-the-updates-tell'),
    collateral: [of(BOTH, '*')],
    change: answeringJson(LISTS, (json, _ask, { history }) => {
      const [first] = history.seed.synchronizers;
      const place = 'contractEntry.JsActiveContract.synchronizerId';
      const list = Array.isArray(json) ? `*.${place}` : `activeContracts.*.${place}`;
      return edited(json, list, () => first);
    }),
  },
  {
    id: 'on-the-way-to-where-it-was',
    description: 'A contract on its way is told to go to where it came from.',
    killedBy: of(BOTH, 'as-they-left'),
    change: everyObject(
      (value) => isRecord(value['JsIncompleteUnassigned']),
      ({ JsIncompleteUnassigned: told }) => {
        const left = (told as Json)['unassignedEvent'] as Json;
        left['target'] = left['source'];
      },
    ),
  },
  {
    id: 'one-blob-for-all',
    description: 'The blobs of all contracts are the same.',
    killedBy: of(BOTH, 'blobs-differ'),
    collateral: [of('{submit*,prepare*,execute*,interactive*}', '*')],
    change: everyObject(
      (value) => Boolean(value['createdEventBlob']),
      (value) => {
        value['createdEventBlob'] = 'AAAA';
      },
    ),
  },
  {
    id: 'views-with-error-and-value',
    description: 'Views tell of an error and hold a value all the same.',
    killedBy: of(BOTH, 'views-are-there-when-computed'),
    change: everyObject(
      (value) => isRecord(value['viewStatus']),
      (value) => Object.assign(value['viewStatus'] as Json, { code: 13 }),
    ),
  },
  {
    id: 'contracts-made-elsewhere',
    description: 'The events of a contract are told with a synchronizer that nobody knows.',
    killedBy: of('events-by-contract-id', 'archived-event-is-the-one-of-the-updates'),
    change: answeringJson('postV2EventsEvents-by-contract-id', (json) =>
      edited(json, '*.synchronizerId', () => `nowhere::1220${'5'.repeat(64)}`),
    ),
  },
  {
    id: 'synchronizers-without-alias',
    description: 'Connected synchronizers have an empty alias.',
    killedBy: of('connected-synchronizers', 'alias-told'),
    change: answeringJson('getV2StateConnected-synchronizers', (json) =>
      edited(json, 'connectedSynchronizers.*.synchronizerAlias', () => ''),
    ),
  },
  {
    id: 'successes-with-an-error-code',
    description: 'Completions of what succeeded have the code of an error.',
    killedBy: of('completions', 'failures-name-no-update'),
    collateral: [of('{completions,submit*,execute*}', '*')],
    change: completion((value) => {
      const { status } = value;
      if (isRecord(status) && status['code'] === 0) status['code'] = 10;
    }),
  },
  {
    id: 'completed-elsewhere',
    description: 'Completions name a synchronizer that nobody knows.',
    killedBy: of('completions', 'same-synchronizer-as-its-update'),
    change: completion((value) =>
      Object.assign(value['synchronizerTime'] as Json, {
        synchronizerId: `nowhere::1220${'5'.repeat(64)}`,
      }),
    ),
  },
  {
    id: 'completed-an-hour-later',
    description: 'Completions are recorded an hour later than their updates.',
    killedBy: of('completions', 'same-time-as-its-update'),
    change: completion((value) => {
      const told = value['synchronizerTime'] as { recordTime: string };
      told.recordTime = new Date(Date.parse(told.recordTime) + 3_600_000).toISOString();
    }),
  },
  {
    id: 'completions-of-the-first-party',
    description: 'Completions are listed for the first party of the request only.',
    killedBy: of('completions', 'parties-add-up'),
    collateral: [of('{submit*,execute*}', '*')],
    change: altering(COMPLETIONS, ({ handle }) => ({
      handle: (ask, ledger) => {
        const body = ask.body as { readonly parties: readonly string[] };
        return handle({ ...ask, body: { ...body, parties: body.parties.slice(0, 1) } }, ledger);
      },
    })),
  },
  {
    id: 'checkpoints-run-ahead',
    description: 'The offset of a checkpoint is one that the ledger has not come to.',
    killedBy: of('completions', 'checkpoints-are-in-order'),
    change: everyObject(
      (value) => isRecord(value['OffsetCheckpoint']),
      ({ OffsetCheckpoint: told }) => {
        const value = (told as Json)['value'] as Json;
        value['offset'] = Number(value['offset']) + 1000;
      },
    ),
  },
  {
    id: 'checkpoint-comes-first',
    description: 'The checkpoint of the end comes before the completions.',
    killedBy: of('completions', 'checkpoints-are-in-order'),
    collateral: [of('completions', '*')],
    change: answeringJson(COMPLETIONS, (json) => {
      const list = json as Json[];
      return [...list.filter(isCheckpoint), ...list.filter((one) => !isCheckpoint(one))];
    }),
  },
];
