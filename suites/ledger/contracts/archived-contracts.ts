/** A contract that was created and archived: its two events, as the updates show them. */
import { call, type Exchange, type Probe } from '../../../src/kit.ts';
import { difference, member } from '../../kit/json.ts';
import type { Relation } from '../../kit/law.ts';
import { expects200 } from '../../kit/statuses.ts';
import type { Ledger } from '../area.ts';
import { across } from '../laws/forms.ts';
import { ABSENT, eventsWithViews } from '../requests/formats.ts';
import { recentUpdates } from '../requests/offsets.ts';
import { updatesIn } from '../responses/shown-updates.ts';
import { type Turn, turnsIn } from '../responses/turns.ts';
import { sameView } from '../responses/views.ts';

/** The latest updates, and the events of a contract that was created and archived in them. */
export function archivedContract(ledger: Ledger): Probe {
  const events = ledger.operation('events-by-contract-id');
  return across(events, 'archived', {
    sends: 'the latest updates, and then a contract that was archived in them',
    steps: (f) => [
      recentUpdates(ledger.operation('updates'), f),
      // If no contract was archived, the lookup is of an unknown one, and nothing is judged.
      ([updates]: readonly Exchange[]) => {
        const contractId = archivedIn(updates)?.archived.contractId ?? ABSENT.contractId;
        return call(events, { json: { contractId, eventFormat: eventsWithViews(f) } });
      },
    ],
  });
}

interface Ended {
  readonly created?: Turn | undefined;
  readonly archived: Turn;
}

/** The first archived contract in these updates, preferably one that they also created. */
function archivedIn(updates: Exchange | undefined): Ended | undefined {
  const turns = turnsIn((updatesIn(updates) ?? []).filter(({ kind }) => kind === 'Transaction'));
  const creations = turns.filter(({ kind }) => kind === 'created');
  const ended = turns
    .filter(({ kind }) => kind === 'archived')
    .map((archived): Ended => {
      const created = creations.find(({ contractId }) => contractId === archived.contractId);
      return { created, archived };
    });
  return ended.find(({ created }) => created !== undefined) ?? ended[0];
}

export const matchesUpdates: Relation = ([updates, found]) => {
  if (updates?.response.status !== 200 || found === undefined) return undefined;
  const turns = archivedIn(updates);
  if (turns === undefined) return 'inapplicable';
  if (found.response.status !== 200) return expects200(found.response.status);
  const { body } = found.response;
  return [turns.created, turns.archived]
    .filter((turn) => turn !== undefined)
    .flatMap(({ kind, event, recordedAt }) => {
      const [name, schema] = NAMES[kind === 'created' ? kind : 'archived'];
      const at = `/${kind}/${name}` as const;
      return [
        ...sameView(found, schema, event, member(body, kind, name), { at }),
        ...difference(recordedAt, member(body, kind, 'synchronizerId'), `/${kind}/synchronizerId`),
      ];
    })
    .slice(0, 1);
};

/** The member that holds an event, and its schema. */
const NAMES = {
  created: ['createdEvent', 'CreatedEvent'],
  archived: ['archivedEvent', 'ArchivedEvent'],
} as const;
