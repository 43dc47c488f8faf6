/** Checks of a reassigned contract: how it left, how it arrived, and where it is active. */
import type { CheckResult, CompleteExchange } from '../../../src/kit.ts';
import { finding, sent, worded } from '../../../src/kit.ts';
import type { NamedCheck } from '../../kit/chapters/kit.ts';
import {
  difference,
  elements,
  isObject,
  type Json,
  string,
  stringAt,
  member as within,
} from '../../kit/json.ts';
import { all, isAccepted, lacking, shown, unexpected, unless } from '../../kit/judges.ts';
import { expects200 } from '../../kit/statuses.ts';
import { isActive } from '../laws/submissions.ts';
import { connectedIn, isPlace } from '../requests/members.ts';
import { entriesIn, isWhole } from '../responses/entries.ts';
import { isDenial, isRejectedAsMalformed } from '../responses/errors.ts';
import { eventsNamed } from '../responses/shown-updates.ts';
import { sameView } from '../responses/views.ts';
import { createdIn, unassignedIn } from './result-holes.ts';

const leftIn = (submit: CompleteExchange): unknown => unassignedIn(submit.response.body);

const idAnd = (place: 'source' | 'target', submit: CompleteExchange) =>
  ['contractId', place].map((name) => stringAt(leftIn(submit), name));

/** A reassignment may be refused for many reasons, but not because its documented form cannot be read. */
function readsForm(submit: CompleteExchange): CheckResult {
  if (isAccepted(submit)) return [];
  return isRejectedAsMalformed(submit) || isDenial(submit)
    ? expects200(submit.response.status)
    : undefined;
}

function showsUnassignment(submit: CompleteExchange): CheckResult {
  const left = leftIn(submit);
  if (!isObject(left)) return [finding('/reassignment/events', 'an unassigned event', 'none')];
  const [first] = elements(sent(submit.request), 'reassignmentCommands', 'commands');
  const submitted = within(first, 'command', 'UnassignCommand', 'value');
  return all(
    ...['contractId', 'source', 'target'].map((name) =>
      difference(within(submitted, name), left[name], `/reassignment/events/0/${name}`),
    ),
  );
}

/** The command before the reassignment took place on a connected synchronizer. */
function isOnConnected(connected: CompleteExchange, create: CompleteExchange): CheckResult {
  const place = string(shown(create, 'transaction'), 'synchronizerId');
  const ids = connectedIn(connected);
  const isThere = ids.some((id) => isPlace(id, place));
  const expected = worded`${place} among them`;
  return unless(isThere, '/connectedSynchronizers', expected, ids.join(', ') || 'none');
}

/** The first assigned event of the response to an assignment. */
const arrivedIn = (assign: CompleteExchange): Json | undefined =>
  eventsNamed(shown(assign, 'reassignment'), 'JsAssignmentEvent')[0];

/** The assigned event is of the contract that left, and the active contracts show it. */
function arrivesAsItLeft(
  create: CompleteExchange,
  submit: CompleteExchange,
  assign: CompleteExchange,
  afterArriving: CompleteExchange,
): CheckResult {
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
}

function isGoneAtSource(submit: CompleteExchange, afterLeaving: CompleteExchange): CheckResult {
  if (!isAccepted(afterLeaving)) return undefined;
  const [id, source] = idAnd('source', submit);
  const isThere = isActive(afterLeaving, id, source);
  if (isThere === undefined) return undefined;
  return isThere ? [unexpected(worded`the active contract ${id} on ${source}`)] : [];
}

function isThereAtTarget(
  submit: CompleteExchange,
  assign: CompleteExchange,
  afterArriving: CompleteExchange,
): CheckResult {
  if (!isAccepted(assign) || !isAccepted(afterArriving)) return undefined;
  const [id, target] = idAnd('target', submit);
  const isThere = isActive(afterArriving, id, target);
  if (isThere === undefined) return undefined;
  // A list at its limit may omit the contract.
  if (!isThere && !isWhole(afterArriving)) return 'inapplicable';
  return isThere ? [] : [lacking(worded`the active contract ${id} on ${target}`)];
}

function hasNoEvents(plain: CompleteExchange): CheckResult {
  const { length } = elements(plain.response.body, 'reassignment', 'events');
  return unless(length === 0, '/reassignment/events', 'none', length);
}

export const REASSIGNMENT_CHECKS: Readonly<Record<string, NamedCheck>> = {
  ...{ readsForm, showsUnassignment, isOnConnected, arrivesAsItLeft },
  ...{ isGoneAtSource, isThereAtTarget, hasNoEvents },
};
