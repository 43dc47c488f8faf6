/** Checks of all operations that submit commands: they differ in their bodies and responses. */
import type { CheckResult, CompleteExchange, Pointer, Statuses } from '../../../src/kit.ts';
import { bodyPlace, finding, sent, statuses, worded, wrongStatus } from '../../../src/kit.ts';
import type { NamedCheck } from '../../kit/chapters/kit.ts';
import {
  difference,
  elements,
  holds,
  isObject,
  member,
  stringAt,
  strings,
} from '../../kit/json.ts';
import {
  all,
  blaming,
  isAccepted,
  type Received,
  shown,
  unexpected,
  unless,
} from '../../kit/judges.ts';
import { expectsAcceptance, expectsRejection, isGatewayError } from '../../kit/statuses.ts';
import { eventsMatch } from '../laws/list-contents.ts';
import { completionOf, sentId } from '../laws/submissions.ts';
import { kindOf } from '../requests/members.ts';
import { categoryFindings, errorOf } from '../responses/errors.ts';
import { asTree, eventsNamed, updatesIn } from '../responses/shown-updates.ts';

/** The member of the response that holds the update, by operation; without one, the response has its id and its offset. */
const HOLDERS: Readonly<Record<string, string>> = {
  'submit-and-wait-for-transaction': 'transaction',
  'submit-and-wait-for-transaction-tree': 'transactionTree',
  'submit-and-wait-for-reassignment': 'reassignment',
  'execute-and-wait-for-transaction': 'transaction',
};

/** The path of the update in the response. */
const holderOf = ({ request }: CompleteExchange): readonly string[] =>
  [HOLDERS[request.operation.name]].filter((one) => one !== undefined);

/** The update id that the response names. */
export const updateIdIn = (made: CompleteExchange): unknown =>
  shown(made, ...holderOf(made), 'updateId');

/** The offset of the update that the response names. */
export const offsetIn = (made: CompleteExchange): unknown =>
  shown(made, 'completionOffset') ?? shown(made, ...holderOf(made), 'offset');

/** A fresh command id is not that of an earlier command, unless the request was sent twice. */
function isNoDuplicate(made: CompleteExchange, expected: Statuses = 200): CheckResult {
  const isDuplicate = errorOf(made)?.code === 'DUPLICATE_COMMAND' && !made.resent;
  return isDuplicate
    ? [wrongStatus(expected, worded`${statuses(409)} DUPLICATE_COMMAND`)]
    : undefined;
}

/** A case that is sent again finds a command that was executed in spite of its mistake. */
const isRejectedUndone =
  (expected: Statuses) =>
  (made: CompleteExchange): CheckResult =>
    all(
      blaming(made, expectsRejection(made.response.status, expected)),
      isNoDuplicate(made, expected),
    );

const isAcceptedAsNew = (submit: CompleteExchange): CheckResult =>
  all(blaming(submit, expectsAcceptance(submit)), isNoDuplicate(submit));

/** Only a ledger without authentication accepts commands of several users from one caller. */
const isNewForOther = (made: CompleteExchange): CheckResult =>
  isAccepted(made) ? [] : isNoDuplicate(made);

/** The lookup finds the named update at its offset, with the ids that the request has. */
function isFound(submit: CompleteExchange, update: CompleteExchange): CheckResult {
  if (!isAccepted(update)) return missing(update);
  const found = shown(update, 'update', 'Transaction', 'value');
  if (found === undefined) return noUpdate(update.response.body, 'Transaction');
  const ids = ['commandId', 'workflowId'].map((name) => [name, sentId(submit, name)] as const);
  return all(
    difference(member(found, 'updateId'), updateIdIn(submit), '/updateId'),
    difference(member(found, 'offset'), offsetIn(submit), '/completionOffset'),
    ...ids.flatMap(([name, id]) =>
      id === undefined ? [] : [difference(id, member(found, name), `/${name}`)],
    ),
  );
}

/** The ends of the ledger are those before and after the submission. */
function reachesOffset(
  end: CompleteExchange,
  submit: CompleteExchange,
  endAfter: CompleteExchange,
): CheckResult {
  const [before, after] = [end, endAfter].map((one) => shown(one, 'offset'));
  const offset = offsetIn(submit);
  const [holder] = holderOf(submit);
  if (Number(offset) > Number(after)) {
    const at = bodyPlace('/offset', { of: 'the ledger end after the response' });
    const least = Number(offset);
    const due =
      holder === undefined ? worded`${least}, its completionOffset` : worded`${least}, its offset`;
    return [finding(at, worded`at least ${due}`, Number(after))];
  }
  const fits = Number(before) < Number(offset);
  const at = holder === undefined ? '/completionOffset' : (`/${holder}/offset` as const);
  return unless(fits, at, worded`more than ${Number(before)}, the end before`, Number(offset));
}

/** The response shows a contract for each of the commands that create one. */
function createsForEach(submit: CompleteExchange): CheckResult {
  const body = sent(submit.request);
  const creating = [...elements(body, 'commands'), ...elements(body, 'commands', 'commands')];
  const expected = creating.filter((one) =>
    ['CreateCommand', 'CreateAndExerciseCommand'].some((kind) => member(one, kind)),
  ).length;
  const tree = shown(submit, 'transactionTree', 'eventsById');
  const ofTree = Object.values(Object(tree)).filter((one) => member(one, 'CreatedTreeEvent'));
  const created = eventsNamed(shown(submit, 'transaction'), 'CreatedEvent');
  const actual = ofTree.length + created.length;
  const at =
    holderOf(submit)[0] === 'transactionTree'
      ? '/transactionTree/eventsById'
      : '/transaction/events';
  return unless(actual >= expected, at, expected, actual);
}

/** The response shows the update of the lookup. */
function matchesLookup(submit: CompleteExchange, update: CompleteExchange): CheckResult {
  if (!isAccepted(update)) return missing(update);
  const [name = ''] = holderOf(submit);
  const kind = name === 'reassignment' ? 'Reassignment' : 'Transaction';
  const found = shown(update, 'update', kind, 'value');
  if (name !== 'transactionTree')
    return found === undefined
      ? noUpdate(update.response.body, kind)
      : difference(found, shown(submit, name));
  if (!isObject(found)) return noUpdate(update.response.body, kind);
  const [tree, submitted] = [asTree(found), shown(submit, name)];
  const [expected, ids] = [tree, submitted].map((one) =>
    Object.keys(Object(member(one, 'eventsById'))),
  );
  return all(holds(tree, submitted), difference(expected, ids, '/eventsById'));
}

/** The response if the lookup shows no update of that kind; another rule judges its place. */
function noUpdate(found: unknown, kind: string): CheckResult {
  return [finding('/update', worded`a ${kind}`, kindOf(member(found, 'update')) || 'none')];
}

/** The lookup of an existing update failed; a gateway error is inconclusive. */
function missing({ response: { status } }: CompleteExchange): CheckResult {
  return isGatewayError(status) ? undefined : [wrongStatus(200, status, { of: 'the lookup' })];
}

/** What holds the update also holds the ids of the command and of its workflow. */
function namesCommand(submit: CompleteExchange): CheckResult {
  const [name = ''] = holderOf(submit);
  return all(
    ...['commandId', 'workflowId'].map((id) =>
      difference(sentId(submit, id), shown(submit, name, id), `/${name}/${id}`),
    ),
  );
}

/** The update shows the trace of the request. */
function keepsTrace(submit: CompleteExchange): CheckResult {
  const [name = ''] = holderOf(submit);
  return sameTrace(submit, shown(submit, name), `/${name}`);
}

/** The trace of the request is the one that this part of a response shows. */
export function sameTrace(submit: CompleteExchange, shownIn: unknown, at: Pointer): CheckResult {
  const [expected, found] = [
    submit.request.headers['traceparent'],
    stringAt(shownIn, 'traceContext', 'traceparent'),
  ].map((trace) => trace?.split('-')[1]);
  return difference(expected, found, `${at}/traceContext/traceparent`);
}

/** The lookup shows the ids of the command and of its workflow. */
function isOfCommand(submit: CompleteExchange, update: CompleteExchange): CheckResult {
  return all(
    ...['commandId', 'workflowId'].map((id) =>
      difference(sentId(submit, id), shown(update, 'update', 'Transaction', 'value', id), `/${id}`),
    ),
  );
}

/** A transaction without a format shows no exercise and no event outside of the ACS delta. */
function hasDelta(plain: CompleteExchange): CheckResult {
  const transaction = shown(plain, 'transaction');
  const other = ['CreatedEvent', 'ExercisedEvent'].find((kind) =>
    eventsNamed(transaction, kind).some(
      (event) => kind === 'ExercisedEvent' || event['acsDelta'] === false,
    ),
  );
  const expected = 'events of the ACS delta';
  return unless(other === undefined, '/transaction/events', expected, `${other}`);
}

/** Compares the exercise of a contract in the response with the command: `Archive` has no consequences. */
export function showsArchival(
  made: CompleteExchange,
  contractId: unknown,
  isTransient: boolean,
): CheckResult {
  const transaction = shown(made, 'transaction');
  const exercised = eventsNamed(transaction, 'ExercisedEvent').find(
    (event) => event['contractId'] === contractId,
  );
  const at = '/transaction/events/ExercisedEvent';
  if (exercised === undefined) return [finding(at, worded`one of ${`${contractId}`}`, 'none')];
  const actors = strings(sent(made.request), 'commands', 'actAs');
  const expected = {
    choice: 'Archive',
    consuming: true,
    acsDelta: !isTransient,
    offset: member(transaction, 'offset'),
    lastDescendantNodeId: exercised['nodeId'],
  };
  return all(
    holds(expected, exercised, at),
    // The format names the acting parties.
    ...['actingParties', 'witnessParties'].map((name) => {
      const parties = strings(exercised, name);
      const isRight = parties.length > 0 && parties.every((party) => actors.includes(party));
      const expected = 'acting parties of the command';
      return unless(isRight, `${at}/${name}`, expected, parties.join(', ') || 'none');
    }),
  );
}

/** The second step repeats the first one, which was accepted. */
const isDuplicateOf = (_: CompleteExchange, again: CompleteExchange): CheckResult =>
  expectsRejection(again.response.status, [409]);

/** The second step uses the command id of the first one for another party. */
function isNewForParty(submit: CompleteExchange, other: CompleteExchange): CheckResult {
  if (errorOf(other)?.code === 'DUPLICATE_COMMAND')
    return [wrongStatus(200, worded`${statuses(409)} DUPLICATE_COMMAND`)];
  if (!isAccepted(other)) return undefined;
  const [first, second] = [submit, other].map((made) => stringAt({ id: updateIdIn(made) }, 'id'));
  const expected = 'a different one from the first command';
  const isAnother = second === undefined || first !== second;
  return unless(isAnother, '/updateId', expected, worded`${second}`);
}

/** The category of an error for an unknown template. */
const hasCategoryOfUnknown = (template: CompleteExchange): CheckResult =>
  template.response.status === 404 ? categoryFindings(template, 11) : undefined;

/** The events of the update in a response that shows one of this kind; lookups are judged by another rule. */
const eventsMatchIn =
  (holder: string): NamedCheck =>
  (exchange) =>
    holderOf(exchange)[0] === holder ? eventsMatch(exchange) : undefined;

/** A server that executes a wrong submission rejects the good one as a duplicate. */
const isRefusedBefore = (wrong: CompleteExchange, good: CompleteExchange): CheckResult =>
  isAccepted(wrong) || isAccepted(good)
    ? blaming(wrong, expectsRejection(wrong.response.status, 400))
    : undefined;

/** The transaction or the completion of a prepared command has the hash of its preparation. */
function hasSignedHash(prepare: CompleteExchange, result: Received): CheckResult {
  const body = result?.response.body;
  const made = completionOf(sentId(prepare), body) ?? updatesIn(result)?.[0]?.value;
  const at = '/transactionHash';
  return made && difference(shown(prepare, 'preparedTransactionHash'), made['transactionHash'], at);
}

/** The list has no update of a submission that was rejected: none with its command id, and none of its trace. */
function leavesNothing(
  made: CompleteExchange,
  ...submissions: readonly CompleteExchange[]
): CheckResult {
  const updates = updatesIn(made);
  const rejected = submissions.filter(({ response: { status } }) => status >= 400 && status < 500);
  if (updates === undefined || rejected.length === 0) return undefined;
  const left = updates.find(({ value }) =>
    rejected.some(
      (one) => sentId(one) === value['commandId'] || sameTrace(one, value, '')?.length === 0,
    ),
  );
  if (left === undefined) return [];
  return [unexpected(worded`the update at offset ${left.offset ?? 0} of a rejected submission`)];
}

export const SUBMISSION_CHECKS: Readonly<Record<string, NamedCheck>> = {
  ...{ isAcceptedAsNew, isNewForOther, isNewForParty, isDuplicateOf, isFound },
  ...{ reachesOffset, createsForEach, matchesLookup, namesCommand, keepsTrace, isOfCommand },
  ...{ hasDelta, hasCategoryOfUnknown, hasSignedHash, leavesNothing },
  isRefusedBefore,
  transactionEventsMatch: eventsMatchIn('transaction'),
  reassignmentEventsMatch: eventsMatchIn('reassignment'),
  isBadCommand: isRejectedUndone(400),
  isUnresolved: isRejectedUndone([400, 404]),
  isNotDuplicate: (made) => isNoDuplicate(made),
};
