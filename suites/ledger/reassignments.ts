/** Reassignments that are submitted: a contract made for it moves to another synchronizer and arrives there. */
import {
  type Call,
  call,
  type Fixtures,
  finding,
  type Requirement,
  sent,
} from '../../src/index.ts';
import { expects200, expectsRejection } from '../answers.ts';
import { activeAt, isActive } from './active-after.ts';
import { isWhole } from './active-entries.ts';
import { difference, isObject } from './alike.ts';
import type { Area, Ledger } from './chapter.ts';
import { expectsError } from './errors.ts';
import { ABSENT, eventsOf } from './formats.ts';
import { userOf } from './question.ts';
import { accepted, all, listIn, sequence, textIn, within } from './sequences.ts';
import {
  actors,
  completesLater,
  completionsUntil,
  control,
  effectsOf,
  endOf,
  freshId,
  sameUpdate,
  submission,
  updateById,
} from './submissions.ts';

export const reassignments: Area = (ledger) => [...waitingOf(ledger), ...withoutWaiting(ledger)];

const MOVES = {
  effect: 'irreversible',
  needs: 'commands',
  notApplicableWhen: ({ synchronizers }: Fixtures) =>
    synchronizers.length === 1 ? 'the ledger showed one synchronizer only' : undefined,
} as const;

type Bodies = Readonly<Record<string, unknown>>;

/** A contract of its own, made by the first declared command. */
const creating =
  (ledger: Ledger, fixtures: Fixtures, tag: string) =>
  ({ end }: Bodies): Call =>
    call(ledger.operation('submit-and-wait-for-transaction'), {
      json: {
        commands: submission(fixtures, freshId(tag, end)),
        transactionFormat: effectsOf(actors(fixtures)),
      },
    });

/** The synchronizers that the acting party can be moved between. */
function connectedFor(ledger: Ledger, fixtures: Fixtures): Call {
  const [party = ABSENT.party] = actors(fixtures);
  return call(ledger.operation('connected-synchronizers'), { query: { party } });
}

/** Takes the new contract to another synchronizer; `undefined` when there is no contract or no other place. */
function unassigning({ connected, create }: Bodies): object | undefined {
  const event = listIn(create, 'transaction', 'events').find((e) => within(e, 'CreatedEvent'));
  const contractId = textIn(event, 'CreatedEvent', 'contractId');
  const source = textIn(create, 'transaction', 'synchronizerId');
  const target = listIn(connected, 'connectedSynchronizers')
    .map((one) => textIn(one, 'synchronizerId'))
    .find((one) => one !== source);
  if (contractId === undefined || source === undefined || target === undefined) return undefined;
  return { UnassignCommand: { value: { contractId, source, target } } };
}

/** The first event of a reassignment that takes a contract away. */
function unassigned(reassignment: unknown): unknown {
  const events = listIn(reassignment, 'events');
  const event = events.find((one) => within(one, 'JsUnassignedEvent'));
  return within(event, 'JsUnassignedEvent', 'value') ?? within(event, 'JsUnassignedEvent');
}

function moves(
  fixtures: Fixtures,
  commandId: string,
  command: object,
): { readonly reassignmentCommands: object } {
  const [submitter = ABSENT.party] = actors(fixtures);
  return {
    reassignmentCommands: {
      userId: userOf(fixtures),
      commandId,
      submitter,
      commands: [{ command }],
    },
  };
}

function waitingOf(ledger: Ledger): readonly Requirement[] {
  const operation = ledger.operation('submit-and-wait-for-reassignment');
  const clause = 'submit-and-wait-returns-the-reassignment';
  const life = sequence(operation, {
    ...MOVES,
    name: 'reassignment',
    sends:
      'a new contract that leaves one synchronizer and arrives at another, and an arrival of nothing',
    steps: (fixtures, tag) => {
      const ask = (name: string, bodies: Bodies, command: object | undefined) => {
        if (command === undefined) return undefined;
        const commandId = `${freshId(tag, bodies['end'])}-${name}`;
        const eventFormat = { ...eventsOf(actors(fixtures)), verbose: true };
        return call(operation, { json: { ...moves(fixtures, commandId, command), eventFormat } });
      };
      const assigning = (left: unknown, reassignmentId: string | undefined) => {
        const [source, target] = ['source', 'target'].map((name) => textIn(left, name));
        return reassignmentId === undefined
          ? undefined
          : { AssignCommand: { value: { reassignmentId, source, target } } };
      };
      const leftIn = (bodies: Bodies) => unassigned(within(bodies['leave'], 'reassignment'));
      return {
        end: endOf(ledger),
        connected: connectedFor(ledger, fixtures),
        create: creating(ledger, fixtures, tag),
        leave: (bodies) => ask('leave', bodies, unassigning(bodies)),
        look: ({ leave }) =>
          updateById(ledger, textIn(leave, 'reassignment', 'updateId'), actors(fixtures)),
        nothing: (bodies) =>
          ask('nothing', bodies, assigning(leftIn(bodies), `00${'a5'.repeat(32)}`)),
        arrive: (bodies) => {
          const left = leftIn(bodies);
          return ask('arrive', bodies, assigning(left, textIn(left, 'reassignmentId')));
        },
        afterLeaving: ({ leave }) =>
          activeAt(ledger, fixtures, within(leave, 'reassignment', 'offset')),
        afterArriving: ({ arrive }) =>
          activeAt(ledger, fixtures, within(arrive, 'reassignment', 'offset')),
      };
    },
  });
  return [
    // What keeps a contract where it is, such as packages that are not vetted, is not known: a refusal says nothing.
    life.expects({
      name: 'shows-the-move',
      clause,
      statement:
        'The answer shows the contract that was named, and the synchronizers that it moves between.',
      cause: 'Source and target are swapped, or events of the reassignment are left out.',
      fix: 'Show the unassigned event with contract id, source and target as they were submitted.',
      given: ['create', 'leave'],
      judge: (at) => {
        const left = unassigned(within(at.leave.response.body, 'reassignment'));
        if (!isObject(left))
          return [finding('/reassignment/events', 'an unassigned event', 'none')];
        const asked = within(
          listIn(sent(at.leave.request), 'reassignmentCommands', 'commands')[0],
          ...['command', 'UnassignCommand', 'value'],
        );
        return all(
          ...['contractId', 'source', 'target'].map((name) =>
            difference(within(asked, name), left[name], `/reassignment/events/0/${name}`),
          ),
        );
      },
    }),
    life.expects({
      name: 'found-by-id',
      clause,
      statement: 'The answer shows the same as the look-up of the update by its id.',
      cause:
        'Two encoders turn the same update into JSON, and one of them leaves out events, times or the trace context.',
      fix: 'Use one for submissions and look-ups, with the same format and parties.',
      given: ['leave'],
      judge: ({ leave, look }) =>
        sameUpdate('Reassignment', within(leave.response.body, 'reassignment'), look),
    }),
    life.expects({
      name: 'arrives',
      level: 'SHOULD',
      clause,
      statement: 'A contract that left one synchronizer arrives at the other.',
      cause:
        'The target does not vet the package of the contract, or the id of the reassignment is not passed on as the departure told it.',
      fix: 'The cause in the answer tells which.',
      given: ['leave'],
      judge: ({ arrive }) => expects200(arrive.response.status),
    }),
    life.expects({
      name: 'names-the-command',
      clause,
      statement: 'The answer names the command that it was made by.',
      cause: 'The command id is kept for transactions only, or replaced by the submission id.',
      fix: 'Show those who submitted a reassignment the id as they sent it.',
      given: ['leave'],
      judge: ({ leave }) =>
        difference(
          textIn(sent(leave.request), 'reassignmentCommands', 'commandId'),
          within(leave.response.body, 'reassignment', 'commandId'),
          '/reassignment/commandId',
        ),
    }),
    life.expects({
      name: 'active-where-it-is',
      clause: 'active-contracts-are-listed',
      statement: 'A contract is not active any more where it left, and active where it arrived.',
      cause:
        'Reassignments are kept among the updates, and the active contracts know nothing of them.',
      fix: 'Take a contract away from its source when it leaves, and add it at its target when it arrives.',
      given: ['leave'],
      judge: [
        ({ leave, afterLeaving }) => {
          const left = unassigned(within(leave.response.body, 'reassignment'));
          const [id, source] = ['contractId', 'source'].map((name) => textIn(left, name));
          if (!accepted(afterLeaving)) return undefined;
          return isActive(afterLeaving, id, source)
            ? [finding('', `no ${id} active on ${source}`, 'it is there')]
            : [];
        },
        ({ leave, arrive, afterArriving }) => {
          const left = unassigned(within(leave.response.body, 'reassignment'));
          const [id, target] = ['contractId', 'target'].map((name) => textIn(left, name));
          if (!accepted(arrive) || !accepted(afterArriving)) return undefined;
          if (isActive(afterArriving, id, target)) return [];
          // A list that is cut short may leave out what it has.
          if (!isWhole(afterArriving)) return undefined;
          return [finding('', `${id} active on ${target}`, 'not there')];
        },
      ],
    }),
    life.expects({
      name: 'unknown-reassignment-refused',
      clause: 'reassignment-submission-propagates-errors',
      statement: 'The arrival of what never left is refused.',
      cause:
        'An id of a reassignment that nobody knows is taken in and never ends, or fails as a 500.',
      fix: 'Look it up before the submission, and answer 400 or 404.',
      given: ['leave'],
      judge: ({ nothing }) => expectsRejection(nothing.response.status, '400 or 404'),
    }),
  ];
}

function withoutWaiting(ledger: Ledger): readonly Requirement[] {
  const operation = ledger.operation('submit-reassignment');
  const clause = 'asynchronous-reassignment-does-not-wait';
  const life = sequence(operation, {
    ...MOVES,
    name: 'reassignment',
    sends:
      'a new contract that leaves its synchronizer without being waited for, and its completion',
    steps: (fixtures, tag) => {
      const commandId = ({ end }: Bodies): string => `${freshId(tag, end)}-leave`;
      return {
        end: endOf(ledger),
        connected: connectedFor(ledger, fixtures),
        create: creating(ledger, fixtures, tag),
        leave: (bodies) => {
          const command = unassigning(bodies);
          return command === undefined
            ? undefined
            : call(operation, { json: moves(fixtures, commandId(bodies), command) });
        },
        completions: (bodies) =>
          completionsUntil(ledger, fixtures, {
            answer: bodies['leave'],
            after: within(bodies['end'], 'offset'),
            parties: actors(fixtures),
            commandId: commandId(bodies),
          }),
        control: (bodies) => control(ledger, fixtures, commandId(bodies), bodies['completions']),
      };
    },
  });
  const unreadable = sequence(operation, {
    effect: 'irreversible',
    needs: 'commands',
    name: 'malformed-contract',
    sends: 'the departure of a contract whose id has characters that no id has',
    steps: (fixtures, tag) => {
      const {
        synchronizers: [source = ABSENT.synchronizer, target = source],
      } = fixtures;
      const value = { contractId: 'assay!no-contract', source, target };
      const command = { UnassignCommand: { value } };
      return { leave: call(operation, { json: moves(fixtures, `assay-${tag}`, command) }) };
    },
  });
  return [
    life.expects({
      name: 'completes-later',
      clause,
      statement:
        'What was taken in is completed with success, which the list of completions shows.',
      cause: 'Only transactions are watched for completion, and reassignments are forgotten.',
      fix: 'Write a completion for a reassignment too, under its user and submitter.',
      given: ['create', 'leave', 'completions'],
      judge: (at) => completesLater(at.leave, at),
    }),
    unreadable.expects({
      name: 'malformed-contract-refused',
      level: 'SHOULD',
      clause: 'refusals-name-their-reason',
      statement:
        'The departure of what cannot be the id of a contract is refused at once with 400.',
      cause: 'Whatever can be decoded is taken in, and fails later where nobody waits for it.',
      fix: 'Check the ids of a command before it is taken in, and answer 400 INVALID_FIELD.',
      judge: ({ leave }) => expectsError(leave, 400),
    }),
  ];
}
