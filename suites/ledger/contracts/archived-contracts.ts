/** A contract that was created and archived: its two events, as the updates show them. */
import { call, type Exchange, type Probe } from '../../../src/index.ts';
import { differing, member } from '../../kit/json.ts';
import type { Relation } from '../../kit/law.ts';
import { expects200 } from '../../kit/statuses.ts';
import type { Ledger } from '../area.ts';
import { ABSENT, eventsOf } from '../requests/formats.ts';
import { recentUpdates } from '../requests/offsets.ts';
import { across } from '../requests/short-forms.ts';
import { updatesIn } from '../updates/shown-updates.ts';
import { type Turn, turnsIn } from '../updates/turns.ts';

/** The latest updates, and the events of a contract that was created and archived in them. */
export function archivedContract(ledger: Ledger): Probe {
  const events = ledger.operation('events-by-contract-id');
  return across(events, 'archived', {
    sends: 'the latest updates, and then a contract that was archived in them',
    steps: (f) => [
      recentUpdates(ledger.operation('updates'), f),
      // If no contract was archived, an unknown one is looked up, and nothing is judged.
      ([updates]: readonly Exchange[]) => {
        const contractId = archivedIn(updates)?.archived.contractId ?? ABSENT.contractId;
        return call(events, { json: { contractId, eventFormat: eventsOf(f.parties) } });
      },
    ],
  });
}

/** The first contract that was archived in the same updates in which it was created. */
function archivedIn(
  updates: Exchange | undefined,
): { readonly created: Turn; readonly archived: Turn } | undefined {
  const turns = turnsIn((updatesIn(updates) ?? []).filter(({ kind }) => kind === 'Transaction'));
  const creations = turns.filter(({ kind }) => kind === 'created');
  for (const archived of turns.filter(({ kind }) => kind === 'archived')) {
    const created = creations.find(({ contractId }) => contractId === archived.contractId);
    if (created) return { created, archived };
  }
  return undefined;
}

export const matchesUpdates: Relation = ([updates, found]) => {
  if (updates?.response.status !== 200 || found === undefined) return undefined;
  const turns = archivedIn(updates);
  if (turns === undefined) return 'inapplicable';
  if (found.response.status !== 200) return expects200(found.response.status);
  const same = (turn: Turn, ...path: readonly string[]) => {
    const members = ['contractId', 'offset', 'nodeId', 'templateId'];
    const shown = member(found.response.body, ...path);
    const [expected, actual] = [turn.event, shown].map((event) =>
      members.map((name) => member(event, name)),
    );
    return differing(`/${path.join('/')}`, expected, actual);
  };
  const place = ({ kind, recordedAt }: Turn) => {
    const shown = member(found.response.body, kind, 'synchronizerId');
    return differing(`/${kind}/synchronizerId`, recordedAt, shown);
  };
  const { created, archived } = turns;
  return [
    ...same(created, 'created', 'createdEvent'),
    ...same(archived, 'archived', 'archivedEvent'),
    ...place(created),
    ...place(archived),
  ].slice(0, 1);
};
