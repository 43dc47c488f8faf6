/** Rules for the completions of submitted commands, whatever operation submits them. */
import { type CompleteExchange, finding, sent, worded } from '../../../src/kit.ts';
import { difference, member, stringAt, strings } from '../../kit/json.ts';
import { isAccepted } from '../../kit/judges.ts';
import { must, should } from '../../kit/law.ts';
import type { Rule } from '../../kit/scenarios.ts';
import { completionOf, sentId, succeeds } from '../laws/submissions.ts';
import { completionsOf } from '../responses/shown-updates.ts';
import { sameTrace, TRACED } from './submission-rules.ts';

const LISTED = 'completions-are-listed';

type Completed = 'submit' | 'completions';

/** The acting parties of a submission. */
const actorsOf = ({ request }: CompleteExchange): readonly string[] =>
  [['actAs'], ['commands', 'actAs']].flatMap((path) => strings(sent(request), ...path));

/** The completion shows the trace of the request. */
export const completionKeepsTrace: Rule<Completed> = should('completion-keeps-trace', TRACED, {
  statement: 'The completion belongs to the trace that the submission names in its header.',
  cause: 'The completion has the trace of the lookup, of its neighbor, or none.',
  fix: 'Keep the trace of the submission until its completion is written.',
  followsFrom: ['response-keeps-trace'],
  given: ['submit', 'completions'],
  judge: ({ submit, completions }) => {
    const found = completionOf(sentId(submit), completions.response.body);
    return found && sameTrace(submit, found, '');
  },
});

/** The command of the step that names it is completed. */
export const completes = <Name extends string>(
  named: Name | 'submit',
  ...given: readonly Name[]
): Rule<Name | Completed | 'control'> =>
  must('command-completes', {
    statement: 'The completions list an accepted submission with success.',
    cause: 'The submission is lost, or its completion has another command id, user or parties.',
    fix: 'Store a submission before you respond, and complete it with its command id, user and parties.',
    followsFrom: [
      'completions/same-command-as-its-update',
      'completions/offsets-in-order',
      'ledger-end/updates-continue-after-end',
    ],
    given: [...given, 'submit', 'completions'],
    // A command is lost if only a later one completes.
    judge: (at) =>
      completionOf(sentId(at[named]), at.completions.response.body) || isAccepted(at.control)
        ? succeeds(at[named], at.completions)
        : undefined,
  });

/** The completion of the command of the step that names it shows the submission. */
export const namesSubmission = <Name extends string>(
  named: Name | 'submit',
  ...given: readonly Name[]
): Rule<Name | Completed> =>
  should('completion-names-submission-id', LISTED, {
    statement: 'The completion shows the submission id of the request.',
    cause: 'The node assigns its own submission id, or the completion omits it.',
    fix: 'Keep the id of the request, so that a client can tell its attempts apart.',
    given: [...given, 'submit', 'completions'],
    judge: (at) => {
      const found = completionOf(sentId(at[named]), at.completions.response.body);
      const expected = sentId(at.submit, 'submissionId');
      return found && difference(expected, found['submissionId'] ?? undefined, 'submissionId');
    },
  });

export const completesOnce: Rule<'end' | Completed> = must('command-completes-once', LISTED, {
  statement: 'A command that is submitted once is executed once and completed once.',
  cause: 'A submission is repeated after a timeout, or two stores of completions are joined.',
  fix: 'Keep one id for all attempts, and one completion for each offset.',
  given: ['end', 'submit', 'completions'],
  judge: ({ submit, completions: { response } }) => {
    const commandId = sentId(submit);
    if (commandId === undefined || completionOf(commandId, response.body) === undefined)
      return undefined;
    const ids = completionsOf(response.body)
      .filter((one) => (member(one, 'status', 'code') ?? 0) === 0 && stringAt(one, 'updateId'))
      // An id is free for another party.
      .filter((one) => strings(one, 'actAs').every((party) => actorsOf(submit).includes(party)))
      .map((one) => stringAt(one, 'commandId'))
      // A repeated command may get an id that is derived from its own.
      .filter((id) => id === commandId || id?.startsWith(`${commandId}-`));
    return ids.length > 1 ? [finding('body', worded`${commandId} once`, ids.join(', '))] : [];
  },
});

/** The completion shows the acting parties of the request. */
export const namesActors: Rule<Completed> = must('completion-names-actors', LISTED, {
  statement: 'The completion of a command names the parties that it acts as, and no others.',
  cause: 'The parties that it only reads as are joined to them, or one is left out.',
  fix: 'Show the members of actAs that the request for completions names.',
  followsFrom: ['completion-names-update'],
  given: ['submit', 'completions'],
  judge: ({ submit, completions }) => {
    const found = completionOf(sentId(submit), completions.response.body);
    const acting = [...new Set(actorsOf(submit))];
    return found && difference(acting, strings(found, 'actAs'), '/actAs');
  },
});

/** The step `joint` is a command of two parties, and `ofOther` lists the completions of the last one. */
export const namesRequestedActors: Rule<'joint' | 'ofOther'> = must(
  'completion-names-requested-actors',
  LISTED,
  {
    statement:
      'The completion of a command of several parties is listed for one of them, and names this one only.',
    cause: 'The completion is stored for the first party, or shows all parties of the command.',
    fix: 'List it for each acting party, and filter actAs by the parties of the request.',
    judge: (at) => {
      // The caller may have no right to act as the other party.
      if (!isAccepted(at.joint)) return 'inapplicable';
      const found = completionOf(sentId(at.joint), at.ofOther.response.body);
      const asked = strings(sent(at.ofOther.request), 'parties');
      return found
        ? difference(asked, strings(found, 'actAs'), '/actAs')
        : isAccepted(at.ofOther)
          ? succeeds(at.joint, at.ofOther)
          : undefined;
    },
  },
);
