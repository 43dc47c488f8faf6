/** Commands that fail in interpretation, and how their errors are propagated. */

import { type Call, call, type Fixtures } from '../../../src/kit.ts';
import { elements, isObject, type Json, member } from '../../kit/json.ts';
import { rejects } from '../../kit/judges.ts';
import { must, should } from '../../kit/law.ts';
import type { Ledger } from '../area.ts';
import { scenario } from '../laws/forms.ts';
import { submission } from '../laws/submissions.ts';
import { ABSENT } from '../requests/formats.ts';
import { categoryFindings } from '../responses/errors.ts';
import { CODES } from '../surface.ts';
import { creation } from './own-contracts.ts';
import * as rules from './submission-rules.ts';

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
      must('command-of-unknown-template', {
        statement: 'A submission with a command for an unknown template is rejected.',
        cause:
          'The missing package becomes an internal error, or a 400 of the JSON layer, or the other commands are executed.',
        fix: 'Resolve all templates first, and respond with 404 and a NOT_FOUND code of category 11.',
        step: 'template',
        status: 404,
      }),
    ),
    should('unknown-template-category', CODES, {
      statement: 'The error of a command for an unknown template has category 11.',
      cause: 'The error comes from the JSON layer, which sets its own category.',
      fix: 'Propagate the error of the interpreter.',
      judge: ({ template }) =>
        template.response.status === 404 ? categoryFindings(template, 11) : undefined,
    }),
    life.rejects(
      must('command-with-unknown-field', {
        statement: 'A contract with a field that its template does not have is rejected.',
        cause: 'Unknown fields are dropped when JSON is decoded, or their error becomes a 500.',
        fix: 'Reject them with 400 INVALID_ARGUMENT and the name of the field.',
        step: 'argument',
        codes: ['INVALID_ARGUMENT', 'COMMAND_PREPROCESSING_FAILED'],
      }),
    ),
    must('rejects-command-by-unknown-key', {
      statement:
        'A submission that exercises a choice by a key that no contract has is rejected as a whole.',
      cause:
        'The form ExerciseByKeyCommand is not implemented, so that it crashes or is skipped, or each command is a transaction of its own.',
      fix: 'Resolve the key; respond with 400 or 404 if no contract can have it, and execute nothing.',
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
