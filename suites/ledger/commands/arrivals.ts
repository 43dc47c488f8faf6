/** A reassigned contract: where it was created, how it left, and how it arrived. */
import { type CompleteExchange, finding, sent, worded } from '../../../src/kit.ts';
import { difference, type Json, string, stringAt, member as within } from '../../kit/json.ts';
import { all, rejects, shown, unless } from '../../kit/judges.ts';
import type { Rule } from '../../kit/scenarios.ts';
import { connectedIn, isPlace } from '../requests/members.ts';
import { entriesIn } from '../responses/entries.ts';
import { eventsNamed } from '../responses/shown-updates.ts';
import { sameView } from '../responses/views.ts';
import { rulesIn } from '../rules.ts';

const rule = rulesIn('4.2-commands', 'commands/arrivals.ts');

/** The first unassigned event of a reassignment. */
export function unassigned(reassignment: unknown): unknown {
  const [event] = eventsNamed(reassignment, 'JsUnassignedEvent');
  return event?.['value'] ?? event;
}

export const leftIn = (submit: CompleteExchange): unknown =>
  unassigned(shown(submit, 'reassignment'));

/** The first assigned event of the response to an assignment. */
const arrivedIn = (assign: CompleteExchange): Json | undefined =>
  eventsNamed(shown(assign, 'reassignment'), 'JsAssignmentEvent')[0];

/** The first contract that the transaction of a response creates. */
export const createdIn = (create: unknown): Json | undefined =>
  eventsNamed(within(create, 'transaction'), 'CreatedEvent')[0];

/** The command before the reassignment took place on a connected synchronizer. */
export const onConnected: Rule<'connected' | 'create'> = rule(
  'synchronizer-of-command-is-connected',
  {
    given: ['connected', 'create'],
    judge: ({ connected, create }) => {
      const place = string(shown(create, 'transaction'), 'synchronizerId');
      const ids = connectedIn(connected);
      const isThere = ids.some((id) => isPlace(id, place));
      const expected = worded`${place} among them`;
      return unless(isThere, '/connectedSynchronizers', expected, ids.join(', ') || 'none');
    },
  },
);

/** The assigned event is of the contract that left, and the active contracts show it. */
export const arrivesAsItLeft: Rule<'create' | 'submit' | 'assign' | 'afterArriving'> = rule(
  'assignment-matches-unassignment',
  {
    given: ['create', 'submit', 'assign'],
    judge: ({ create, submit, assign, afterArriving }) => {
      const came = arrivedIn(assign);
      if (came === undefined) return [finding('/reassignment/events', 'an assigned event', 'none')];
      const left = leftIn(submit);
      const contract = createdIn(create.response.body);
      const arrived = within(came, 'createdEvent');
      const at = '/reassignment/events/0';
      const submitter = stringAt(sent(assign.request), 'reassignmentCommands', 'submitter');
      const entry = entriesIn(afterArriving)?.find(
        (one) => one.active && one.contractId === within(contract, 'contractId'),
      );
      return all(
        ...['reassignmentId', 'source', 'target', 'reassignmentCounter'].map((name) =>
          difference(within(left, name), came[name], `${at}/${name}`),
        ),
        difference(submitter, came['submitter'], `${at}/submitter`),
        sameView(assign, 'CreatedEvent', contract, arrived, {
          at: `${at}/createdEvent`,
          except: ['offset', 'nodeId', 'witnessParties', 'representativePackageId'],
        }),
        entry &&
          sameView(afterArriving, 'CreatedEvent', arrived, entry.created, {
            at: '/createdEvent',
            // The list is not verbose, and the representative package is experimental.
            except: ['createArgument', 'contractKey', 'representativePackageId'],
          }),
      );
    },
  },
);

/** The step `assignAgain` repeats `assign` with another command id. */
export const arrivesOnce: Rule<'submit' | 'assign' | 'assignAgain'> = rule(
  'rejects-completed-reassignment',
  {
    given: ['submit', 'assign'],
    judge: rejects('assignAgain', [400, 404, 409]),
  },
);
