/** A contract that was created and archived: its two events, as the updates show them. */
import {
  type CheckResult,
  type CompleteExchange,
  call,
  type Exchange,
  finding,
  type Probe,
} from '../../../src/index.ts';
import type { Ledger } from '../area.ts';
import { across, row } from '../requests/asking.ts';
import { ABSENT, eventsOf, limitFor } from '../requests/formats.ts';
import { differing, elements, member, string } from '../requests/members.ts';
import { recentChanges } from '../requests/offsets.ts';

/** The latest updates, and then the events of a contract that came and went in them. */
export function archivedContract(ledger: Ledger): Probe {
  const events = ledger.operation('events-by-contract-id');
  const updates = ledger.operation('updates');
  return across(events, 'archived', {
    sends: 'the latest updates, and then a contract that was archived in them',
    caseGroups: (f) => {
      // Where none was archived, an unknown one is looked up, and nothing is judged.
      const look = ([before]: readonly Exchange[]) => {
        const contractId = string(gone(before), 'contractId') || ABSENT.contractId;
        return call(events, { json: { contractId, eventFormat: eventsOf(f.parties) } });
      };
      return [
        row(
          'archived',
          call(updates, { query: { limit: limitFor(f) }, json: recentChanges(f) }),
          look,
        ),
      ];
    },
  });
}

function transactionEvents(updates: Exchange | undefined): readonly unknown[] {
  return transactionsIn(updates).flatMap((one) => elements(one, 'events'));
}

function transactionsIn(updates: Exchange | undefined): readonly unknown[] {
  return elements(updates?.response?.body).map((one) =>
    member(one, 'update', 'Transaction', 'value'),
  );
}

/** The first archived event of a contract that was created in the same updates. */
function gone(updates: Exchange | undefined): unknown {
  const events = transactionEvents(updates);
  const created = new Set(events.map((e) => string(e, 'CreatedEvent', 'contractId')));
  return events
    .map((e) => member(e, 'ArchivedEvent'))
    .find((e) => e !== undefined && created.has(string(e, 'contractId')));
}

export function matchesUpdates([updates, found]: readonly CompleteExchange[]): CheckResult {
  if (updates?.response.status !== 200 || found === undefined) return undefined;
  const archived = gone(updates);
  if (archived === undefined) return 'inapplicable';
  if (found.response.status !== 200) return [finding('status', '200', `${found.response.status}`)];
  const id = string(archived, 'contractId');
  const created = transactionEvents(updates)
    .map((e) => member(e, 'CreatedEvent'))
    .find((e) => string(e, 'contractId') === id);
  const same = (owed: unknown, ...path: readonly string[]) => {
    const told = member(found.response.body, ...path);
    const members = ['contractId', 'offset', 'nodeId', 'templateId'];
    const [wanted, actual] = [owed, told].map((e) => members.map((name) => member(e, name)));
    return differing(`/${path.join('/')}`, wanted, actual);
  };
  const place = (of: unknown, name: string) => {
    const offset = member(of, 'offset');
    const update = transactionsIn(updates).find((one) => member(one, 'offset') === offset);
    const told = member(found.response.body, name, 'synchronizerId');
    return differing(`/${name}/synchronizerId`, member(update, 'synchronizerId'), told);
  };
  return [
    ...same(created, 'created', 'createdEvent'),
    ...same(archived, 'archived', 'archivedEvent'),
    ...place(created, 'created'),
    ...place(archived, 'archived'),
  ].slice(0, 1);
}
