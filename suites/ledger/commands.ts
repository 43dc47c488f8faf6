/** Commands that are submitted: what the answers say is what the ledger holds afterwards. */
import {
  type Call,
  type CheckResult,
  type CompleteExchange,
  call,
  type Fixtures,
  finding,
  type Operation,
  type Requirement,
} from '../../src/index.ts';
import { expectsRejection, isGatewayError } from '../answers.ts';
import { difference, isObject } from './alike.ts';
import type { Area, Ledger } from './chapter.ts';
import { categoryFindings, expectsError } from './errors.ts';
import { ABSENT } from './formats.ts';
import { accepted, all, changes, type Sequence, sequence, textIn, within } from './sequences.ts';
import {
  actors,
  completesLater,
  completionOf,
  completionsAfter,
  completionsUntil,
  control,
  endOf,
  freshId,
  sentId,
  submission,
  succeeds,
  succeedsOnce,
  updateById,
} from './submissions.ts';

export const commands: Area = (ledger) => [
  ...waitingOf(ledger),
  ...failuresOf(ledger.operation('submit-and-wait')),
  ...withoutWaiting(ledger),
];

/** Every submission leaves something on the ledger, and needs a command that may be submitted. */
export const FOR_GOOD = { effect: 'irreversible', needs: 'commands' } as const;

/** What every submission that is waited for owes: a command that the operator declares is accepted. */
export function takes(life: Sequence<'end' | 'submit'>, clause: string): readonly Requirement[] {
  return changes(life, {
    clause,
    statement: 'A command that the operator declares is accepted.',
    cause:
      'First see whether the declared command still holds: a contract may be archived, a package no longer vetted.',
    fix: 'Else a gateway drops members or limits bodies; the cause in the answer tells which.',
    good: ['submit'],
    given: ['end'],
  });
}

function waitingOf(ledger: Ledger): readonly Requirement[] {
  const operation = ledger.operation('submit-and-wait');
  const clause = 'submit-and-wait-waits';
  const life = sequence(operation, {
    ...FOR_GOOD,
    name: 'submission',
    sends:
      'a command, the same again, its completion, its update, and the end of the ledger around it',
    steps: (fixtures, tag) => {
      const submit = ({ end }: Readonly<Record<string, unknown>>): Call =>
        call(operation, { json: submission(fixtures, freshId(tag, end)) });
      return {
        end: endOf(ledger),
        submit,
        again: submit,
        completions: ({ submit: placed }) => {
          const at = within(placed, 'completionOffset');
          const before = typeof at === 'number' ? at - 1 : undefined;
          return completionsAfter(ledger, fixtures, before, actors(fixtures));
        },
        update: ({ submit: placed }) =>
          updateById(ledger, textIn(placed, 'updateId'), actors(fixtures)),
        endAfter: endOf(ledger),
      };
    },
  });
  return [
    ...takes(life, clause),
    life.expects({
      name: 'result-is-known',
      clause,
      statement: 'When the answer comes the ledger has reached the offset that it tells.',
      cause:
        'The answer is sent when the command is sequenced and not yet indexed, or another node behind the same address tells the end.',
      fix: 'Wait for the indexer before you answer, and keep a client at one node.',
      given: ['end', 'submit', 'endAfter'],
      judge: ({ end, submit, endAfter }) => {
        const [before, after] = [end, endAfter].map((e) => within(e.response.body, 'offset'));
        const at = within(submit.response.body, 'completionOffset');
        const fits = Number(before) < Number(at) && Number(at) <= Number(after);
        return fits
          ? []
          : [finding('/completionOffset', `after ${before}, up to ${after}`, `${at}`)];
      },
    }),
    life.expects({
      name: 'update-is-found',
      clause,
      statement:
        'The update that the answer names is found, at the offset that it tells and with the id of the command.',
      cause:
        'Offset and update id are taken from another store than the look-up reads, or that store is behind.',
      fix: 'Take both from the completion of the command, and answer when the look-up can see the update.',
      given: ['submit'],
      judge: ({ submit, update }) => {
        const found = within(update.response.body, 'update', 'Transaction', 'value');
        if (!accepted(update)) return owesFound(update);
        const owed = {
          updateId: textIn(submit.response.body, 'updateId'),
          offset: within(submit.response.body, 'completionOffset'),
          commandId: sentId(submit),
        };
        const got = isObject(found) ? found : {};
        const { updateId, offset, commandId } = got as Record<string, unknown>;
        return difference(owed, { updateId, offset, commandId });
      },
    }),
    life.expects({
      name: 'completion-is-listed',
      clause: 'completions-are-listed',
      statement:
        'The command is in the list of completions, with success and the update that the answer names.',
      cause: 'A completion is not kept when somebody waited for it, or stands under another user.',
      fix: 'Write one for every command, under its user and all of its acting parties.',
      given: ['submit', 'completions'],
      judge: ({ submit, completions }) => {
        const found = completionOf(sentId(submit), completions.response.body);
        return all(
          succeeds(submit, completions),
          found && difference(textIn(submit.response.body, 'updateId'), found['updateId']),
        );
      },
    }),
    life.expects({
      name: 'same-command-refused',
      clause: 'submit-and-wait-propagates-errors',
      statement: 'The same command once more is refused with 409 DUPLICATE_COMMAND.',
      cause:
        'Deduplication compares too much, such as the submission id or the whole body, or its period is zero.',
      fix: 'Compare user, acting parties and command id, and remember them for the deduplication period.',
      given: ['submit'],
      judge: ({ again }) => expectsError(again, 409, 'DUPLICATE_COMMAND'),
    }),
  ];
}

/** What a look-up that was to find something got instead. */
export function owesFound({ response: { status } }: CompleteExchange): CheckResult {
  return isGatewayError(status)
    ? undefined
    : [finding('status of the look-up', '200', `${status}`)];
}

/** The commands of a body with another template, or with an argument that the template has not. */
function spoilt(json: Readonly<Record<string, unknown>>, edit: (create: object) => object): object {
  const list = json['commands'];
  return {
    ...json,
    commands: (Array.isArray(list) ? list : []).map((one: unknown) => {
      const create = within(one, 'CreateCommand');
      return isObject(create) ? { CreateCommand: edit(create) } : one;
    }),
  };
}

/** What every submission that is waited for refuses; `whole` makes its body of the commands. */
export function failuresOf(
  operation: Operation,
  whole: (commands: object, fixtures: Fixtures) => object = (commands) => commands,
): readonly Requirement[] {
  const clause = 'submit-and-wait-propagates-errors';
  const life = sequence(operation, {
    ...FOR_GOOD,
    name: 'failing-commands',
    sends: 'a command about a template that nobody uploaded, and one with a field too many',
    notApplicableWhen: ({ commands: [first] }) =>
      first !== undefined && !JSON.stringify(first).includes('"CreateCommand"')
        ? 'the declared command creates nothing'
        : undefined,
    steps: (fixtures, tag) => {
      const json = submission(fixtures, `assay-${tag}-failing`);
      const failing = (edit: (create: object) => object): Call =>
        call(operation, { json: whole(spoilt(json, edit), fixtures) });
      const unknown = { templateId: `${ABSENT.packageId}:Main:Thing`, createArguments: {} };
      return {
        template: failing(() => unknown),
        argument: failing((create) => ({
          ...create,
          createArguments: { ...withinObject(create, 'createArguments'), assayField: 'x' },
        })),
      };
    },
  });
  return [
    life.expects({
      name: 'unknown-template-refused',
      clause,
      statement:
        'A command about a template that nobody uploaded is answered with 404 and an error object.',
      cause:
        'The missing package surfaces as an internal error of the interpreter, or as a 400 of the JSON layer.',
      fix: 'Resolve templates first, and answer with a NOT_FOUND code of category 11.',
      judge: ({ template }) => {
        const said = expectsError(template, 404);
        if (said === undefined || said === 'inapplicable' || said.length > 0) return said;
        return categoryFindings(template, 11);
      },
    }),
    life.expects({
      name: 'unknown-field-refused',
      clause,
      statement: 'A contract with a field that its template has not is refused with 400.',
      cause:
        'Fields that the template has not are dropped while JSON becomes a value, or their error escapes as a 500.',
      fix: 'Refuse them as INVALID_ARGUMENT with the name of the field.',
      judge: ({ argument }) =>
        expectsError(argument, 400, 'INVALID_ARGUMENT', 'COMMAND_PREPROCESSING_FAILED'),
    }),
  ];
}

function withinObject(value: object, name: string): object {
  const inner = within(value, name);
  return isObject(inner) ? inner : {};
}

function withoutWaiting(ledger: Ledger): readonly Requirement[] {
  const operation = ledger.operation('submit');
  const clause = 'asynchronous-submission-does-not-wait';
  const life = sequence(operation, {
    ...FOR_GOOD,
    name: 'submission',
    sends: 'a command that is not waited for, its completion, and one that no node can read',
    steps: (fixtures, tag) => {
      return {
        end: endOf(ledger),
        submit: ({ end }) => call(operation, { json: submission(fixtures, freshId(tag, end)) }),
        completions: ({ end, submit: answer }) =>
          completionsUntil(ledger, fixtures, {
            answer,
            after: within(end, 'offset'),
            parties: actors(fixtures),
            commandId: freshId(tag, end),
          }),
        control: ({ end, completions }) =>
          control(ledger, fixtures, freshId(tag, end), completions),
        empty: call(operation, {
          json: { ...submission(fixtures, `assay-${tag}-empty`), commands: [] },
        }),
      };
    },
  });
  return [
    ...changes(life, {
      clause,
      statement: 'A command that the operator declares is taken in.',
      cause: 'Checks that belong to the completion already refuse the submission.',
      fix: 'Refuse here only what cannot be read and parties that the token may not act for; the cause in the answer tells which check it was.',
      good: ['submit'],
      given: ['end'],
    }),
    life.expects({
      name: 'completes-later',
      clause,
      statement:
        'A command that was taken in is completed with success, which the list of completions shows.',
      cause:
        'The command is lost after the answer, or its completion stands under another user or other parties.',
      fix: 'Store it before you answer, and complete it under the user and parties of the submission.',
      given: ['end', 'submit', 'completions'],
      judge: (at) => completesLater(at.submit, at),
    }),
    life.expects({
      name: 'completes-once',
      clause: 'completions-are-listed',
      statement:
        'A command that was submitted once is executed once, and its completion is listed once.',
      cause:
        'A submission that is not answered in time is sent to the synchronizer again under another id, or two stores of completions are joined.',
      fix: 'Keep one id for all tries, and one completion for each offset.',
      given: ['end', 'submit', 'completions'],
      judge: ({ submit, completions }) => succeedsOnce(submit, completions),
    }),
    life.expects({
      name: 'nothing-to-do-refused',
      level: 'SHOULD',
      clause,
      statement: 'A submission without a command is refused.',
      cause: 'An empty list of commands passes the decoder and becomes an empty transaction.',
      fix: 'Ask for one command at least before the submission is taken in, and answer 400.',
      given: ['submit'],
      judge: ({ empty }) => expectsRejection(empty.response.status, '400'),
    }),
  ];
}
