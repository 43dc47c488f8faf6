/** A contract that was created and archived: its two events, as the updates show them. */
import type { CheckResult, Exchange } from '../../../src/kit.ts';
import { difference, member } from '../../kit/json.ts';
import type { Received } from '../../kit/judges.ts';
import { expects200 } from '../../kit/statuses.ts';
import { updatesIn } from '../responses/shown-updates.ts';
import { type Turn, turnsIn } from '../responses/turns.ts';
import { sameView } from '../responses/views.ts';

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

/** The id of the first archived contract in these updates; `undefined` if there is none. */
export const archivedId = (updates: Exchange | undefined): string | undefined =>
  archivedIn(updates)?.archived.contractId;

/** Compares the events of a contract with those in the updates that archived it. */
export function hasBothEvents(updates: Received, found: Received): CheckResult {
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
}

/** The member that holds an event, and its schema. */
const NAMES = {
  created: ['createdEvent', 'CreatedEvent'],
  archived: ['archivedEvent', 'ArchivedEvent'],
} as const;
