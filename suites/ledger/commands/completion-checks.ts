/** Checks of the completions of submitted commands, whatever operation submits them. */
import {
  BODY_TEXT,
  type CheckResult,
  type CompleteExchange,
  describe,
  finding,
  sent,
  worded,
} from '../../../src/kit.ts';
import type { NamedCheck } from '../../kit/chapters/kit.ts';
import { difference, type Json, member, stringAt, strings } from '../../kit/json.ts';
import { all, isAccepted, unless } from '../../kit/judges.ts';
import { completionOf, sentId, succeeds } from '../laws/submissions.ts';
import { isFull } from '../requests/formats.ts';
import { completionsOf, hasFailed } from '../responses/shown-updates.ts';
import { offsetIn, sameTrace, updateIdIn } from './submission-checks.ts';

/** The acting parties of a submission. */
const actorsOf = ({ request }: CompleteExchange): readonly string[] =>
  [['actAs'], ['commands', 'actAs']].flatMap((path) => strings(sent(request), ...path));

/** The completion of the command that a request names. */
const completionIn = (named: CompleteExchange, list: CompleteExchange): Json | undefined =>
  completionOf(sentId(named), list.response.body);

/** A node may cut or reject a list that is too long for it: then a completion that is not listed cannot be judged. */
const unlisted = (list: CompleteExchange): 'inapplicable' | undefined =>
  list.response.status === 413 || isFull(list) ? 'inapplicable' : undefined;

/** Judges the completion of the command of the first step; nothing follows if it is not listed. */
const ofCompletion =
  (judge: (found: Json, submit: CompleteExchange) => CheckResult): NamedCheck =>
  (submit, completions) => {
    const found = completionIn(submit, completions);
    return found === undefined ? unlisted(completions) : judge(found, submit);
  };

/** A command is lost if only a later one completes: see the other check. */
const isCompletedIfListed: NamedCheck = (named, completions) =>
  completionIn(named, completions) ? succeeds(named, completions) : undefined;

/** A later command that waits for its result is executed: that it is not listed is no matter of time. */
const isCompletedAsLater: NamedCheck = (named, completions, later) =>
  isAccepted(later) ? succeeds(named, completions) : undefined;

/** The command has a completion, whatever its result: commands at the same time may contend. A later command was executed. */
function isListedAsLater(
  named: CompleteExchange,
  completions: CompleteExchange,
  later: () => CompleteExchange,
): CheckResult {
  if (completionIn(named, completions) !== undefined) return [];
  const why = unlisted(completions);
  if (why !== undefined) return why;
  return isAccepted(later()) ? succeeds(named, completions) : undefined;
}

/** The length of a duration in seconds; `undefined` if it is another form of a period. */
function secondsOf(period: unknown): number | undefined {
  const value = member(period, 'DeduplicationDuration', 'value');
  const [seconds, nanos] = [member(value, 'seconds'), member(value, 'nanos') ?? 0];
  return typeof seconds === 'number' && typeof nanos === 'number'
    ? seconds + nanos / 1e9
    : undefined;
}

/** A node may convert the period of a command into another form, and extend it. */
function coversPeriod(found: Json, submit: CompleteExchange): CheckResult {
  const asked = member(sent(submit.request), 'commands', 'deduplicationPeriod');
  const shown = found['deduplicationPeriod'];
  const [least, seconds] = [secondsOf(asked), secondsOf(shown)];
  if (least !== undefined && seconds !== undefined) {
    const at = '/deduplicationPeriod/DeduplicationDuration/value';
    return unless(seconds >= least, at, worded`at least ${least} s`, worded`${seconds} s`);
  }
  const [latest, start] = [asked, shown].map((one) => member(one, 'DeduplicationOffset', 'value'));
  if (typeof latest !== 'number' || typeof start !== 'number') return 'inapplicable';
  const at = '/deduplicationPeriod/DeduplicationOffset/value';
  return unless(start <= latest, at, worded`at most ${latest}`, start);
}

/** The second step names the command, if the first one does not. */
function hasSubmissionId(
  submit: CompleteExchange,
  completions: CompleteExchange,
  named = submit,
): CheckResult {
  const found = completionIn(named, completions);
  const expected = sentId(submit, 'submissionId');
  return found && difference(expected, found['submissionId'] ?? undefined, '/submissionId');
}

function isCompletedOnce(submit: CompleteExchange, completions: CompleteExchange): CheckResult {
  const commandId = sentId(submit);
  const { body } = completions.response;
  if (commandId === undefined || completionOf(commandId, body) === undefined) return undefined;
  const ids = completionsOf(body)
    .filter((one) => (member(one, 'status', 'code') ?? 0) === 0 && stringAt(one, 'updateId'))
    // An id is free for another party.
    .filter((one) => strings(one, 'actAs').every((party) => actorsOf(submit).includes(party)))
    .map((one) => stringAt(one, 'commandId'))
    // A repeated command may get an id that is derived from its own.
    .filter((id) => id === commandId || id?.startsWith(`${commandId}-`));
  return ids.length > 1 ? [finding(BODY_TEXT, worded`${commandId} once`, ids.join(', '))] : [];
}

/** The successful completions of these commands, for each of them. */
function successesOf(commands: readonly CompleteExchange[], { response }: CompleteExchange) {
  const all = completionsOf(response.body).filter((one) => !hasFailed(one));
  return commands.map((command) => {
    const commandId = sentId(command);
    return all.filter((one) => one['commandId'] === commandId);
  });
}

function completeOnce(
  completions: CompleteExchange,
  ...commands: readonly CompleteExchange[]
): CheckResult {
  const successes = successesOf(commands, completions);
  if (successes.every(({ length }) => length === 0)) return undefined;
  const repeated = successes.find((all) => new Set(all.map(({ updateId }) => updateId)).size > 1);
  if (repeated === undefined) return [];
  const [id] = repeated.map((one) => stringAt(one, 'commandId'));
  return [finding(BODY_TEXT, worded`${id} once`, worded`${repeated.length} times`)];
}

/** None of these commands names a trace. A completion may have no trace. */
function haveOwnTraces(
  completions: CompleteExchange,
  ...commands: readonly CompleteExchange[]
): CheckResult {
  const own = commands.filter(({ request }) => request.headers['traceparent'] === undefined);
  const traces = successesOf(own, completions)
    .flatMap(([one]) => (one ? [stringAt(one, 'traceContext', 'traceparent')] : []))
    .filter((trace) => trace !== undefined && trace !== '');
  const again = traces.find((trace, i) => traces.indexOf(trace) < i);
  if (traces.length < 2) return 'inapplicable';
  const at = '/traceContext/traceparent';
  return unless(again === undefined, at, 'a different one for each command', describe(again));
}

/** The list shows the command with success, and the update of the response. */
function isCompletedAsShown(made: CompleteExchange, completions: CompleteExchange): CheckResult {
  const found = completionIn(made, completions);
  return all(
    succeeds(made, completions),
    found && difference(updateIdIn(made), found['updateId'], '/updateId'),
    found && difference(offsetIn(made), found['offset'], '/offset'),
  );
}

/** The list is for one party of the command. */
function namesItsParty(joint: CompleteExchange, completions: CompleteExchange): CheckResult {
  const found = completionIn(joint, completions);
  const asked = strings(sent(completions.request), 'parties');
  if (found !== undefined) return difference(asked, strings(found, 'actAs'), '/actAs');
  return isAccepted(completions) ? succeeds(joint, completions) : undefined;
}

export const RESULT_CHECKS: Readonly<Record<string, NamedCheck>> = {
  ...{
    isCompletedIfListed,
    isCompletedAsLater,
    isListedAsLater,
    isCompletedOnce,
    isCompletedAsShown,
  },
  ...{ hasSubmissionId, namesItsParty, completeOnce, haveOwnTraces },
  hasItsPeriod: ofCompletion(coversPeriod),
  hasTraceOfSubmission: ofCompletion((found, submit) => sameTrace(submit, found, '')),
  namesActors: ofCompletion((found, submit) =>
    difference([...new Set(actorsOf(submit))], strings(found, 'actAs'), '/actAs'),
  ),
};
