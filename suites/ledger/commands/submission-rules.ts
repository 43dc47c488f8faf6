/** Rules for all operations that submit commands: they differ in their bodies and responses. */
import type { CheckResult, CompleteExchange } from '../../../src/kit.ts';
import { finding, sent, statuses, worded, wrongStatus } from '../../../src/kit.ts';
import { difference, holds, member, stringAt, strings } from '../../kit/json.ts';
import { type At, accepts, all, isAccepted, shown, unless } from '../../kit/judges.ts';
import type { RejectedStep, Rule } from '../../kit/scenarios.ts';
import { expectsRejection, isGatewayError } from '../../kit/statuses.ts';
import { sentId } from '../laws/submissions.ts';
import { kindOf } from '../requests/members.ts';
import { unconnected } from '../requests/request-parts.ts';
import { errorOf } from '../responses/errors.ts';
import { eventsNamed } from '../responses/shown-updates.ts';
import { rulesIn } from '../rules.ts';

const rule = rulesIn('4.2-commands', 'commands/submission-rules.ts');

/** Every submission changes the ledger and needs a command that may be submitted. */
export const IRREVERSIBLE = { effect: 'irreversible', needs: 'commands' } as const;

/** A command takes place on a synchronizer. */
export const EXECUTED = { ...IRREVERSIBLE, notApplicableWhen: unconnected } as const;

export const DEDUPLICATED = 'commands-are-deduplicated';

type Submit = Rule<'submit'>;

/** The step `again` repeats a command that was executed. */
export const DUPLICATE: RejectedStep<'submit' | 'again'> = rule('duplicate-command', {
  given: ['submit'],
  step: 'again',
  status: 409,
  codes: ['DUPLICATE_COMMAND'],
});

/** The step `submit` is accepted. */
export const acceptsSubmission = <Name extends string>(
  ...given: readonly Name[]
): Rule<Name | 'submit'> =>
  rule('accepted', {
    given,
    // The executed transaction comes from the response to its preparation.
    judge: [accepts('submit'), ({ submit }) => isNoDuplicate(submit)],
  });

/** A fresh command id is not that of an earlier command, unless the request was sent twice. */
export function isNoDuplicate(
  made: CompleteExchange,
  expected: number | readonly number[] = 200,
): CheckResult {
  const isDuplicate = errorOf(made)?.code === 'DUPLICATE_COMMAND' && !made.resent;
  return isDuplicate
    ? [wrongStatus(expected, worded`${statuses(409)} DUPLICATE_COMMAND`)]
    : undefined;
}

/** The lookup finds the named update at its offset, with the ids of the request if the update is of this request. */
export const namesUpdate = (
  ...others: readonly ('commandId' | 'workflowId')[]
): Rule<'submit' | 'update'> =>
  rule('response-names-update', {
    given: ['submit'],
    judge: ({ submit, update }) => {
      if (!isAccepted(update)) return missing(update);
      const found = shown(update, 'update', 'Transaction', 'value');
      if (found === undefined) return noUpdate(update.response.body, 'Transaction');
      const [updateId, offset] = [shown(submit, 'updateId'), shown(submit, 'completionOffset')];
      return all(
        difference(member(found, 'updateId'), updateId, '/updateId'),
        difference(member(found, 'offset'), offset, '/completionOffset'),
        ...others.map((name) => difference(sentId(submit, name), member(found, name), `/${name}`)),
      );
    },
  });

/** The steps around the submission show the end of the ledger. */
export const reachesOffset = (
  at: string,
  offsetIn: (body: unknown) => unknown,
): Rule<'end' | 'submit' | 'endAfter'> =>
  rule('completion-offset-is-reached', {
    given: ['end', 'submit', 'endAfter'],
    judge: ({ end, submit, endAfter }) => {
      const [before, after] = [end, endAfter].map((one) => shown(one, 'offset'));
      const offset = offsetIn(submit.response.body);
      const fits = Number(before) < Number(offset) && Number(offset) <= Number(after);
      const expected = worded`after ${Number(before)}, up to ${Number(after)}`;
      return unless(fits, at, expected, Number(offset));
    },
  });

/** The response shows a contract for each of the commands that create one. */
export const executesEach = <Name extends string>(
  given: readonly Name[],
  at: string,
  created: (at: At<Name>) => number,
  creating: (at: At<Name>) => number,
): Rule<Name> =>
  rule('executes-each-command', {
    given,
    judge: (steps) => {
      const [expected, actual] = [creating(steps), created(steps)];
      return unless(actual >= expected, at, expected, actual);
    },
  });

/** Compares the bodies of the lookup and of the submission. */
export const matchesLookup = (
  compare: (found: unknown, submitted: unknown) => CheckResult,
): Rule<'submit' | 'update'> =>
  rule('response-matches-lookup', {
    given: ['submit'],
    judge: ({ submit, update }) =>
      isAccepted(update) ? compare(update.response.body, submit.response.body) : missing(update),
  });

/** The member of the response is the update of that kind in the lookup. */
export const sameUpdate =
  (kind: string, name: string) =>
  (found: unknown, submitted: unknown): CheckResult => {
    const update = member(found, 'update', kind, 'value');
    return update === undefined
      ? noUpdate(found, kind)
      : difference(update, member(submitted, name));
  };

/** The response if the lookup shows no update of that kind; another rule judges its place. */
export function noUpdate(found: unknown, kind: string): CheckResult {
  return [finding('/update', worded`a ${kind}`, kindOf(member(found, 'update')) || 'none')];
}

/** The lookup of an existing update failed; a gateway error is inconclusive. */
function missing({ response: { status } }: CompleteExchange): CheckResult {
  return isGatewayError(status) ? undefined : [wrongStatus(200, status, 'status of the lookup')];
}

/** The member of the response that holds the update also holds the command id. */
export const namesCommand = (name: string): Submit =>
  rule('response-names-command', {
    given: ['submit'],
    judge: ({ submit }) =>
      all(
        ...['commandId', 'workflowId'].map((id) =>
          difference(sentId(submit, id), shown(submit, name, id), `/${name}/${id}`),
        ),
      ),
  });

/** The member of the response shows the trace of the request. */
export const keepsTrace = (name: string): Submit =>
  rule('response-keeps-trace', {
    given: ['submit'],
    judge: ({ submit }) => sameTrace(submit, shown(submit, name), `/${name}`),
  });

/** The trace of the request is the one that this part of a response shows. */
export function sameTrace(submit: CompleteExchange, shownIn: unknown, at: string): CheckResult {
  const [expected, found] = [
    submit.request.headers['traceparent'],
    stringAt(shownIn, 'traceContext', 'traceparent'),
  ].map((trace) => trace?.split('-')[1]);
  return difference(expected, found, `${at}/traceContext/traceparent`);
}

/** The step `plain` is a command without a format. */
export const formatDefaultsToDelta = <Name extends string>(
  ...given: readonly Name[]
): Rule<Name | 'plain'> =>
  rule('format-defaults-to-delta', {
    given: [...given, 'plain'],
    judge: ({ plain }) => {
      const transaction = shown(plain, 'transaction');
      const other = ['CreatedEvent', 'ExercisedEvent'].find((kind) =>
        eventsNamed(transaction, kind).some(
          (event) => kind === 'ExercisedEvent' || event['acsDelta'] === false,
        ),
      );
      const expected = 'events of the ACS delta';
      return unless(other === undefined, '/transaction/events', expected, `${other}`);
    },
  });

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

function updateIdIn({ response: { body } }: CompleteExchange): string | undefined {
  const holders = [body, member(body, 'transaction'), member(body, 'transactionTree')];
  return holders.map((one) => stringAt(one, 'updateId')).find((id) => id !== undefined);
}

/** The step `jointAgain` names the parties of `joint` in another order. */
export const actorsAreSet: Rule<'joint' | 'jointAgain'> = rule('actors-are-a-set', {
  given: [],
  judge: ({ joint, jointAgain }) =>
    isAccepted(joint) ? expectsRejection(jointAgain.response.status, [409]) : 'inapplicable',
});

/** The step `other` uses the command id of the first one for another party. */
export const idsPerParty: Rule<'submit' | 'other'> = rule('ids-are-of-their-parties', {
  given: ['submit'],
  judge: ({ submit, other }) => {
    if (errorOf(other)?.code === 'DUPLICATE_COMMAND')
      return [wrongStatus(200, worded`${statuses(409)} DUPLICATE_COMMAND`)];
    if (!isAccepted(other)) return undefined;
    const [first, second] = [submit, other].map(updateIdIn);
    const expected = 'another one than of the first command';
    const isAnother = second === undefined || first !== second;
    return unless(isAnother, '/updateId', expected, worded`${second}`);
  },
});
