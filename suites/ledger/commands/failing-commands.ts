/** Commands that fail in interpretation, and how their errors are propagated. */

import { type Call, call, type Fixtures } from '../../../src/kit.ts';
import { elements, isObject, type Json, member } from '../../kit/json.ts';
import { rejects } from '../../kit/judges.ts';
import type { Ledger } from '../area.ts';
import { scenario } from '../laws/forms.ts';
import { submission } from '../laws/submissions.ts';
import { ABSENT } from '../requests/formats.ts';
import { categoryFindings } from '../responses/errors.ts';
import { rulesIn } from '../rules.ts';
import { creation } from './holes.ts';
import * as rules from './submission-rules.ts';

const rule = rulesIn('4.2-commands', 'commands/failing-commands.ts');

/** An operation that submits a command, and the body around it. */
interface Submitting {
  readonly name: string;
  readonly body: (command: Json, fixtures: Fixtures) => Json;
}

/** Commands that fail in interpretation. */
export function failing(ledger: Ledger, { name, body }: Submitting) {
  const operation = ledger.operation(name);
  const life = scenario(operation, {
    ...rules.IRREVERSIBLE,
    name: 'failing-commands',
    clause: 'submit-and-wait-propagates-errors',
    sends:
      'the declared command beside one for an unknown template, one with an unknown field, and the declared command beside one by a key that no contract has',
    notApplicableWhen: ({ commands: [first] }) =>
      first !== undefined && !JSON.stringify(first).includes('"CreateCommand"')
        ? 'the declared command creates nothing'
        : undefined,
    steps: (fixtures, tag) => {
      const command = submission(fixtures, `assay-${tag}-failing`);
      const changed = (edit: (create: Json) => Json): Call =>
        call(operation, { json: body(withCreation(command, edit), fixtures) });
      // A submission is executed as a whole, or not at all.
      const beside = (other: Json): Call => {
        const commands = [...elements(command, 'commands'), other];
        return call(operation, { json: body({ ...command, commands }, fixtures) });
      };
      const templateId = `${ABSENT.packageId}:Main:Thing`;
      return {
        template: beside({ CreateCommand: { templateId, createArguments: {} } }),
        argument: changed((create) => ({
          ...create,
          createArguments: { ...Object(create['createArguments']), assayField: 'x' },
        })),
        key: beside(byNoKey(fixtures)),
      };
    },
  });
  return life.rules(
    life.rejects(
      rule('command-of-unknown-template', {
        step: 'template',
        status: 404,
      }),
    ),
    rule('unknown-template-category', {
      judge: ({ template }) =>
        template.response.status === 404 ? categoryFindings(template, 11) : undefined,
    }),
    life.rejects(
      rule('command-with-unknown-field', {
        step: 'argument',
        codes: ['INVALID_ARGUMENT', 'COMMAND_PREPROCESSING_FAILED'],
      }),
    ),
    rule('rejects-command-by-unknown-key', {
      // A case that is sent again finds a command that was executed in spite of that.
      judge: [rejects('key', [400, 404]), ({ key }) => rules.isNoDuplicate(key, [400, 404])],
    }),
  );
}

/** The archival of a contract of the declared template by a key of no type that a template may have. */
function byNoKey({ commands: [first] }: Fixtures): Json {
  const { templateId } = Object(creation(first));
  const contractKey = { assayKey: 'x' };
  return {
    ExerciseByKeyCommand: { templateId, contractKey, choice: 'Archive', choiceArgument: {} },
  };
}

/** The body with an edit of each creation. */
function withCreation(body: Json, edit: (create: Json) => Json): Json {
  const list = body['commands'];
  const changed = (Array.isArray(list) ? list : []).map((one: unknown) => {
    const create = member(one, 'CreateCommand');
    return isObject(create) ? { CreateCommand: edit(create) } : one;
  });
  return { ...body, commands: changed };
}
