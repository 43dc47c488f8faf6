/** Contracts that a submitted command makes: with its arguments, for those who acted, active or gone at once. */
import {
  type Call,
  type CompleteExchange,
  call,
  describe,
  type Finding,
  type Fixtures,
  finding,
  sent,
} from '../../src/index.ts';
import { activeAt, isActive } from './active-after.ts';
import { isWhole, qualifiedName } from './active-entries.ts';
import { isObject } from './alike.ts';
import type { Area, Ledger } from './chapter.ts';
import { FOR_GOOD } from './commands.ts';
import { type Json, string, strings } from './members.ts';
import { listIn, sequence, textIn, within } from './sequences.ts';
import { actors, effectsOf, endOf, freshId, submission } from './submissions.ts';

export const ownContracts: Area = (ledger) => {
  const operation = ledger.operation('submit-and-wait-for-transaction');
  const clause = 'submit-and-wait-returns-the-transaction';
  const life = sequence(operation, {
    ...FOR_GOOD,
    name: 'own-contracts',
    sends:
      'a command that creates, what is active then, and a contract that is archived as it is created',
    notApplicableWhen: ({ commands: [first] }) =>
      first !== undefined && creation(first) === undefined
        ? 'the declared command creates nothing'
        : undefined,
    steps: (fixtures, tag) => {
      const submit = (commands: Json): Call =>
        call(operation, {
          json: { commands, transactionFormat: effectsOf(actors(fixtures)) },
        });
      return {
        end: endOf(ledger),
        create: ({ end }) => submit(submission(fixtures, freshId(tag, end))),
        active: ({ create }) => activeAfter(ledger, fixtures, within(create, 'transaction')),
        fleeting: ({ end }) => {
          const commandId = `${freshId(tag, end)}-fleeting`;
          return submit({ ...submission(fixtures, commandId), commands: [fleeting(fixtures)] });
        },
        gone: ({ fleeting: made }) => activeAfter(ledger, fixtures, within(made, 'transaction')),
      };
    },
  });
  return [
    life.expects({
      name: 'arguments-kept',
      clause,
      statement: 'A contract that a command creates has the arguments of the command.',
      cause:
        'Texts are trimmed, cut or written in other letters on their way, or the arguments of another contract are shown.',
      fix: 'Keep arguments as they came, and show them with the contract.',
      given: ['end', 'create'],
      judge: ({ create }) => {
        const asked = creation(sent(create.request));
        const events = createdLike(asked, create);
        if (events.length === 0)
          return [finding('/transaction/events', `a new ${string(asked, 'templateId')}`, 'none')];
        const said = events.map((event) =>
          textsDiffer(within(asked, 'createArguments'), event['createArgument'], 'createArgument'),
        );
        // One command may stand beside others of the same template.
        return said.find((findings) => findings.length === 0) ?? said[0];
      },
    }),
    life.expects({
      name: 'signatories-acted',
      level: 'SHOULD',
      clause,
      statement: 'A contract that a command creates is signed by parties that act in the command.',
      cause: 'The signatories of another contract are shown, or observers among them.',
      fix: 'Show those of the template, without whom the contract cannot be created.',
      given: ['end', 'create'],
      judge: ({ create }) => {
        const body = sent(create.request);
        const acting = strings(body, 'commands', 'actAs');
        const others = createdLike(creation(body), create).map((event) =>
          strings(event, 'signatories').filter((party) => !acting.includes(party)),
        );
        // What a declared command exercises may create the same for others.
        if (others.some((strangers) => strangers.length === 0)) return [];
        const [stranger] = others.flat();
        return stranger === undefined
          ? undefined
          : [finding('signatories', 'parties that act', describe(stranger))];
      },
    }),
    life.expects({
      name: 'active-afterwards',
      clause: 'active-contracts-are-listed',
      statement:
        'A contract that was created, and not archived, is active at the offset of its creation.',
      cause:
        'The active contracts are written by another process, which is behind or stands still.',
      fix: 'List what the updates up to activeAtOffset leave, or refuse offsets that are not reached yet.',
      given: ['end', 'create', 'active'],
      judge: ({ create, active }) => {
        const events = listIn(create.response.body, 'transaction', 'events');
        // What a declared command exercises may archive what it created.
        if (events.some((event) => within(event, 'ExercisedEvent'))) return 'inapplicable';
        const [made] = createdLike(creation(sent(create.request)), create);
        if (made === undefined || !isWhole(active)) return undefined;
        const contractId = string(made, 'contractId');
        return isActive(active, contractId)
          ? []
          : [finding('', `${contractId} among the active contracts`, 'not there')];
      },
    }),
    life.expects({
      name: 'effects-shown',
      clause,
      statement:
        'Where effects are asked for, the answer shows a contract that came and went, and the choice that archived it.',
      cause:
        'transactionFormat is not read, and the difference that a transaction makes is shown instead.',
      fix: 'Take the shape from the format, and the difference only where none is given.',
      given: ['end', 'fleeting'],
      judge: ({ fleeting: made }) => {
        const events = listIn(made.response.body, 'transaction', 'events');
        const kinds = events.flatMap((event) => (isObject(event) ? Object.keys(event) : []));
        return ['CreatedEvent', 'ExercisedEvent'].flatMap((kind) =>
          kinds.includes(kind)
            ? []
            : [finding('/transaction/events', kind, kinds.join(', ') || 'none')],
        );
      },
    }),
    life.expects({
      name: 'gone-afterwards',
      clause: 'active-contracts-are-listed',
      statement:
        'A contract that was archived as it was created is not active at the offset of its creation.',
      cause:
        'Contracts are added for every created event, and archivals are looked for in other transactions only.',
      fix: 'Leave out what is archived in the transaction that creates it.',
      given: ['end', 'fleeting', 'gone'],
      judge: ({ fleeting: made, gone }) => {
        const [event] = createdLike(fleetingIn(sent(made.request)), made);
        const contractId = string(event, 'contractId');
        if (event === undefined) return undefined;
        return isActive(gone, contractId)
          ? [finding('', `no ${contractId} among the active contracts`, 'it is there')]
          : [];
      },
    }),
  ];
};

/** The first command of a body that creates a contract and does nothing else. */
function creation(body: unknown): Json | undefined {
  const list = [...listIn(body, 'commands'), ...listIn(body, 'commands', 'commands')];
  return list.map((one) => within(one, 'CreateCommand')).find(isObject);
}

function fleetingIn(body: unknown): Json | undefined {
  return listIn(body, 'commands', 'commands')
    .map((one) => within(one, 'CreateAndExerciseCommand'))
    .find(isObject);
}

/** The declared creation with the choice that every template has. */
function fleeting({ commands: [first] }: Fixtures): object {
  const made = { ...creation(first), choice: 'Archive', choiceArgument: {} };
  return { CreateAndExerciseCommand: made };
}

/** The created events of an answer that are of the same module and entity as a command. */
function createdLike(command: Json | undefined, { response }: CompleteExchange): readonly Json[] {
  const asked = qualifiedName(string(command, 'templateId'));
  return listIn(response.body, 'transaction', 'events')
    .map((event) => within(event, 'CreatedEvent'))
    .filter(isObject)
    .filter((event) => qualifiedName(string(event, 'templateId')) === asked);
}

/** What the acting parties see of the template of the first created event, at the offset of the transaction. */
function activeAfter(ledger: Ledger, fixtures: Fixtures, transaction: unknown): Call | undefined {
  const event = listIn(transaction, 'events')
    .map((one) => within(one, 'CreatedEvent'))
    .find(isObject);
  if (event === undefined) return undefined;
  const name = `#${textIn(event, 'packageName')}:${qualifiedName(string(event, 'templateId'))}`;
  return activeAt(ledger, fixtures, within(transaction, 'offset'), name);
}

/**
 * The first text of a command that its contract has not. Only texts inside records are compared, and not those
 * that may be a number or a time, which may be written in other ways.
 */
function textsDiffer(asked: unknown, shown: unknown, at: string): Finding[] {
  if (isObject(asked)) {
    return Object.entries(asked).flatMap(([name, value]) =>
      textsDiffer(value, within(shown, name), `${at}/${name}`),
    );
  }
  if (typeof asked !== 'string' || /^[-+]?[.\d]/.test(asked)) return [];
  return asked === shown ? [] : [finding(at, describe(asked), describe(shown ?? 'nothing'))];
}
