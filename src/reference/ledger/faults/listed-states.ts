/** Faults in what active contracts and completions show of the updates that they come from. */
import * as edit from '../operators/edits.ts';
import { isRecord, type Json, valueAt } from '../operators/json.ts';
import { on } from '../operators/operations.ts';
import { request } from '../operators/request.ts';
import { everyObject, respond, setEvery } from '../operators/respond.ts';
import { remembering } from '../operators/state.ts';
import type { Change } from '../steps.ts';
import { type LedgerFault, table } from './table.ts';

/** Edits a path below a member wherever there is an object with that member. */
const below = (member: string, path: string, change: (before: unknown) => unknown): Change =>
  everyObject(
    (value) => isRecord(value[member]),
    (value) => edit.edited(value[member], path, change),
  );

const isCheckpoint = (one: Json): boolean =>
  valueAt(one, 'completionResponse.OffsetCheckpoint') !== undefined;
const UNKNOWN = `nowhere::1220${'5'.repeat(64)}`;
const COMPLETED = 'value.synchronizerTime';

export const listedStateFaults: readonly LedgerFault[] = table({
  'active-contracts-of-the-snapshot': {
    description: 'Active contracts have the requested offset as their own.',
    killedBy: 'ledger/active-contracts/entries-show-last-activation',
    change: respond(
      on.contracts,
      '*.contractEntry.JsActiveContract.createdEvent.offset',
      (offset, { body }) => Math.max(Number(offset), Number(valueAt(body, 'activeAtOffset'))),
    ),
  },
  'one-blob-for-all': {
    description: 'All contracts have the same blob.',
    killedBy: 'ledger/active-contracts{,-page}/blobs-differ-between-contracts',
    change: setEvery(
      (value) => Boolean(value['createdEventBlob']),
      'createdEventBlob',
      () => 'AAAA',
    ),
  },
  'successes-with-an-error-code': {
    description: 'Completions of successful commands have the code of an error.',
    killedBy: 'ledger/completions/failures-name-no-update',
    change: below('Completion', 'value.status.code', (code) => (code === 0 ? 10 : code)),
  },
  'completed-elsewhere': {
    description: 'Completions name an unknown synchronizer.',
    killedBy: 'ledger/completions/same-synchronizer-as-its-update',
    change: below('Completion', `${COMPLETED}.synchronizerId`, edit.to(UNKNOWN)),
  },
  'completed-an-hour-later': {
    description: 'Completions are recorded one hour after their updates.',
    killedBy: 'ledger/completions/same-time-as-its-update',
    change: below('Completion', `${COMPLETED}.recordTime`, (time) =>
      new Date(Date.parse(String(time)) + 3_600_000).toISOString(),
    ),
  },
  'completions-of-earlier-parties': {
    description: 'The list also shows completions for the parties of earlier requests.',
    killedBy: 'ledger/completions/selects-user-and-parties',
    change: remembering(() => {
      const earlier = new Set<string>();
      return request(on.completions, 'parties', (given) => {
        const known = (given as string[]).every((party) => earlier.has(party));
        for (const party of given as string[]) earlier.add(party);
        return known ? [...earlier] : given;
      });
    }),
  },
  'checkpoint-comes-first': {
    description: 'The checkpoint of the end comes before the completions.',
    killedBy: 'ledger/completions/checkpoints-in-order',
    change: respond(on.completions, '', (list) => [
      ...(list as Json[]).filter(isCheckpoint),
      ...(list as Json[]).filter((one) => !isCheckpoint(one)),
    ]),
  },
});
