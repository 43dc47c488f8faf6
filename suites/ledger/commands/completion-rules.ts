/** Rules for the completions of submitted commands, whatever operation submits them. */
import { type CompleteExchange, finding, sent, worded } from '../../../src/kit.ts';
import { difference, member, stringAt, strings } from '../../kit/json.ts';
import { isAccepted } from '../../kit/judges.ts';
import type { Rule } from '../../kit/scenarios.ts';
import { completionOf, sentId, succeeds } from '../laws/submissions.ts';
import { completionsOf } from '../responses/shown-updates.ts';
import { rulesIn } from '../rules.ts';
import { sameTrace } from './submission-rules.ts';

const rule = rulesIn('4.2-completions', 'commands/completion-rules.ts');

type Completed = 'submit' | 'completions';

/** The acting parties of a submission. */
const actorsOf = ({ request }: CompleteExchange): readonly string[] =>
  [['actAs'], ['commands', 'actAs']].flatMap((path) => strings(sent(request), ...path));

/** The completion shows the trace of the request. */
export const completionKeepsTrace: Rule<Completed> = rule('completion-keeps-trace', {
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
  rule('command-completes', {
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
  rule('completion-names-submission-id', {
    given: [...given, 'submit', 'completions'],
    judge: (at) => {
      const found = completionOf(sentId(at[named]), at.completions.response.body);
      const expected = sentId(at.submit, 'submissionId');
      return found && difference(expected, found['submissionId'] ?? undefined, 'submissionId');
    },
  });

export const completesOnce: Rule<'end' | Completed> = rule('command-completes-once', {
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
export const namesActors: Rule<Completed> = rule('completion-names-actors', {
  given: ['submit', 'completions'],
  judge: ({ submit, completions }) => {
    const found = completionOf(sentId(submit), completions.response.body);
    const acting = [...new Set(actorsOf(submit))];
    return found && difference(acting, strings(found, 'actAs'), '/actAs');
  },
});

/** The step `joint` is a command of two parties, and `ofOther` lists the completions of the last one. */
export const namesRequestedActors: Rule<'joint' | 'ofOther'> = rule(
  'completion-names-requested-actors',
  {
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
