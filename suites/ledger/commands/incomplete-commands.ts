/** Submissions that lack what the documents require: the command id, the acting parties, or the commands. */

import { type CheckResult, call, type Fixtures, type Requirement } from '../../../src/kit.ts';
import type { Json } from '../../kit/json.ts';
import { type At, rejects } from '../../kit/judges.ts';
import type { Draft } from '../../kit/scenarios.ts';
import type { Ledger } from '../area.ts';
import { scenario } from '../laws/forms.ts';
import { submission } from '../laws/submissions.ts';
import { prepared } from '../requests/requests.ts';
import { rulesIn } from '../rules.ts';
import { isNoDuplicate } from './submission-rules.ts';

const rule = rulesIn('4.2-commands', 'commands/incomplete-commands.ts');

/** An operation that takes a submission, and the body around it. */
interface Taking {
  readonly name: string;
  readonly body?: (command: Json, fixtures: Fixtures) => Json;
}

/** The rules of an operation whose requests have this effect and these needs. Empty values stand for missing ones. */
export function incomplete(
  ledger: Ledger,
  { name, body }: Taking,
  own: Pick<Draft<string>, 'effect' | 'needs' | 'asGood'>,
): Requirement[] {
  const operation = ledger.operation(name);
  const life = scenario(operation, {
    ...own,
    name: 'incomplete-commands',
    wrong: 'identifier',
    clause: 'ledger-requests-have-their-shape',
    sends:
      'the declared command without a command id, without acting parties and without commands; each also with an empty value',
    steps: (fixtures, tag) => {
      const sending = (id: string, more: Json) => {
        const command = { ...submission(fixtures, `assay-${tag}-${id}`), ...more };
        return call(operation, { json: body?.(command, fixtures) ?? command });
      };
      return {
        noId: sending('no-id', { commandId: undefined }),
        emptyId: sending('no-id', { commandId: '' }),
        noActors: sending('no-actors', { actAs: undefined }),
        emptyActors: sending('empty-actors', { actAs: [] }),
        noCommands: sending('no-commands', { commands: undefined }),
        emptyCommands: sending('empty-commands', { commands: [] }),
      };
    },
  });
  return life.rules(
    rule('rejects-missing-command-id', {
      judge: executesNeither('noId', 'emptyId'),
    }),
    rule('rejects-missing-actors', {
      judge: executesNeither('noActors', 'emptyActors'),
    }),
    rule('rejects-empty-commands', {
      judge: executesNeither('noCommands', 'emptyCommands'),
    }),
  );
}

/** The plainest preparation, with what this submission names. */
export function inPreparation({ commandId, actAs, commands }: Json, f: Fixtures): Json {
  return { ...prepared(f), commandId, actAs, commands };
}

/** A case that is sent again finds a command that was executed in spite of its mistake. */
const executesNeither = <Name extends string>(...steps: readonly Name[]) =>
  steps.flatMap((step) => [
    rejects(step),
    (at: At<Name>): CheckResult => isNoDuplicate(at[step], 400),
  ]);
