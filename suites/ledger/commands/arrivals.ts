/** A reassigned contract: where it was created, how it left, and how it arrived. */
import { type CompleteExchange, finding, sent, worded } from '../../../src/kit.ts';
import { difference, type Json, string, stringAt, member as within } from '../../kit/json.ts';
import { all, rejects, shown, unless } from '../../kit/judges.ts';
import { must, should } from '../../kit/law.ts';
import type { Rule } from '../../kit/scenarios.ts';
import { connectedIn, isPlace } from '../requests/members.ts';
import { entriesIn } from '../responses/entries.ts';
import { eventsNamed } from '../responses/shown-updates.ts';
import { sameView } from '../responses/views.ts';

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
export const onConnected: Rule<'connected' | 'create'> = should(
  'synchronizer-of-command-is-connected',
  'connected-synchronizers-are-listed',
  {
    statement: 'A command takes place on one of the synchronizers that are listed as connected.',
    cause: 'The list shows aliases as ids, or the synchronizers of the settings.',
    fix: 'List the ids of the synchronizers to which the participant is connected.',
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
export const arrivesAsItLeft: Rule<'create' | 'submit' | 'assign' | 'afterArriving'> = must(
  'assignment-matches-unassignment',
  'reassignments-have-two-halves',
  {
    statement:
      'A contract arrives with the id, the counter, the source and the target with which it left.',
    cause: 'The assignment gets a new id or counter, or the contract gets another id.',
    fix: 'Copy the values that were recorded when the contract left.',
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
export const arrivesOnce: Rule<'submit' | 'assign' | 'assignAgain'> = must(
  'rejects-completed-reassignment',
  'reassignment-submission-propagates-errors',
  {
    statement: 'A second assignment of the same reassignment is rejected.',
    cause: 'The reassignment is found in the history, so that its contract is activated twice.',
    fix: 'Look it up among the incomplete reassignments, and respond with 400, 404 or 409.',
    given: ['submit', 'assign'],
    judge: rejects('assignAgain', [400, 404, 409]),
  },
);
