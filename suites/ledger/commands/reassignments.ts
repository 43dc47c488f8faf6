/** Submitted reassignments: a new contract moves to another synchronizer. */
import {
  type Call,
  type CompleteExchange,
  call,
  type Fixtures,
  finding,
  type Requirement,
  sent,
} from '../../../src/index.ts';
import { expects200, expectsRejection } from '../../answers.ts';
import { activeAt, isActive } from '../active/after.ts';
import { isWhole } from '../active/entries.ts';
import type { Area, Ledger } from '../area.ts';
import { difference, isObject } from '../requests/alike.ts';
import { ABSENT, eventsOf } from '../requests/formats.ts';
import type { Json } from '../requests/members.ts';
import { userOf } from '../requests/request-parts.ts';
import { accepted, all, listIn, sequence, textIn, within } from '../requests/sequences.ts';
import {
  completes,
  IRREVERSIBLE,
  matchesLookup,
  namesCommand,
  submissionLaws,
} from './submission-laws.ts';
import {
  actors,
  completionsUntil,
  control,
  effectsOf,
  endOf,
  freshId,
  submission,
  updateById,
} from './submissions.ts';

export const reassignments: Area = (ledger) => [...waitingOf(ledger), ...withoutWaiting(ledger)];

const MOVES = {
  ...IRREVERSIBLE,
  name: 'reassignment',
  notApplicableWhen: ({ synchronizers }: Fixtures) =>
    synchronizers.length === 1 ? 'the ledger showed one synchronizer only' : undefined,
} as const;

/** The steps before a reassignment: a new contract, and the synchronizers of its party. */
function leadIn(ledger: Ledger, fixtures: Fixtures, tag: string) {
  const [party = ABSENT.party] = actors(fixtures);
  return {
    end: endOf(ledger),
    connected: call(ledger.operation('connected-synchronizers'), { query: { party } }),
    create: ({ end }: Json): Call =>
      call(ledger.operation('submit-and-wait-for-transaction'), {
        json: {
          commands: submission(fixtures, freshId(tag, end)),
          transactionFormat: effectsOf(actors(fixtures)),
        },
      }),
  };
}

/** Moves the new contract to another synchronizer; `undefined` without a contract or another synchronizer. */
function unassigning({ connected, create }: Json): object | undefined {
  const event = listIn(create, 'transaction', 'events').find((e) => within(e, 'CreatedEvent'));
  const contractId = textIn(event, 'CreatedEvent', 'contractId');
  const source = textIn(create, 'transaction', 'synchronizerId');
  const target = listIn(connected, 'connectedSynchronizers')
    .map((one) => textIn(one, 'synchronizerId'))
    .find((one) => one !== source);
  if (contractId === undefined || source === undefined || target === undefined) return undefined;
  return { UnassignCommand: { value: { contractId, source, target } } };
}

/** The first unassigned event of a reassignment. */
function unassigned(reassignment: unknown): unknown {
  const events = listIn(reassignment, 'events');
  const event = events.find((one) => within(one, 'JsUnassignedEvent'));
  return within(event, 'JsUnassignedEvent', 'value') ?? within(event, 'JsUnassignedEvent');
}

const leftIn = ({ response }: CompleteExchange): unknown =>
  unassigned(within(response.body, 'reassignment'));

function body(fixtures: Fixtures, commandId: string, command: object): Json {
  const [submitter = ABSENT.party] = actors(fixtures);
  const userId = userOf(fixtures);
  return { reassignmentCommands: { userId, commandId, submitter, commands: [{ command }] } };
}

function waitingOf(ledger: Ledger): readonly Requirement[] {
  const operation = ledger.operation('submit-and-wait-for-reassignment');
  const clause = 'submit-and-wait-returns-the-reassignment';
  const life = sequence(operation, {
    ...MOVES,
    sends:
      'a new contract that is unassigned from one synchronizer and assigned to another, and an assignment of an unknown reassignment',
    steps: (fixtures, tag) => {
      const move = (name: string, bodies: Json, command: object | undefined) => {
        if (command === undefined) return undefined;
        const commandId = `${freshId(tag, bodies['end'])}-${name}`;
        const eventFormat = { ...eventsOf(actors(fixtures)), verbose: true };
        return call(operation, { json: { ...body(fixtures, commandId, command), eventFormat } });
      };
      const assigning = (bodies: Json, unknownId?: string) => {
        const left = unassigned(within(bodies['submit'], 'reassignment'));
        const [source, target] = ['source', 'target'].map((name) => textIn(left, name));
        const reassignmentId = unknownId ?? textIn(left, 'reassignmentId');
        return reassignmentId === undefined
          ? undefined
          : { AssignCommand: { value: { reassignmentId, source, target } } };
      };
      return {
        ...leadIn(ledger, fixtures, tag),
        submit: (bodies) => move('leave', bodies, unassigning(bodies)),
        update: ({ submit }) =>
          updateById(ledger, textIn(submit, 'reassignment', 'updateId'), actors(fixtures)),
        unknown: (bodies) => move('nothing', bodies, assigning(bodies, `00${'a5'.repeat(32)}`)),
        assign: (bodies) => move('arrive', bodies, assigning(bodies)),
        afterLeaving: ({ submit }) =>
          activeAt(ledger, fixtures, within(submit, 'reassignment', 'offset')),
        afterArriving: ({ assign }) =>
          activeAt(ledger, fixtures, within(assign, 'reassignment', 'offset')),
      };
    },
  });
  return [
    // A rejection is inconclusive: it is unknown what keeps a contract in place, such as packages that are not vetted.
    life.expects({
      name: 'response-shows-reassignment',
      clause,
      statement: 'The response shows the submitted contract, source and target.',
      cause: 'Source and target are swapped, or events of the reassignment are omitted.',
      fix: 'Show the unassigned event with contract id, source and target as they were submitted.',
      given: ['create', 'submit'],
      judge: ({ submit }) => {
        const left = leftIn(submit);
        if (!isObject(left))
          return [finding('/reassignment/events', 'an unassigned event', 'none')];
        const submitted = within(
          listIn(sent(submit.request), 'reassignmentCommands', 'commands')[0],
          ...['command', 'UnassignCommand', 'value'],
        );
        return all(
          ...['contractId', 'source', 'target'].map((name) =>
            difference(within(submitted, name), left[name], `/reassignment/events/0/${name}`),
          ),
        );
      },
    }),
    ...submissionLaws({
      operation,
      clause,
      matchesLookup: matchesLookup(life, 'Reassignment', 'reassignment'),
      namesCommand: namesCommand(life, 'reassignment'),
    }),
    life.expects({
      name: 'unassigned-contract-can-be-assigned',
      level: 'SHOULD',
      clause,
      statement:
        'A contract that was unassigned from one synchronizer can be assigned to the other.',
      cause:
        'The target does not vet the package of the contract, or the unassigned event shows another reassignment id.',
      fix: 'Read the cause in the error.',
      given: ['submit'],
      judge: ({ assign }) => expects200(assign.response.status),
    }),
    life.expects({
      name: 'contract-is-active-where-assigned',
      clause: 'active-contracts-are-listed',
      statement:
        'A contract is inactive at its source once unassigned, and active at its target once assigned.',
      cause: 'Reassignments are stored as updates but do not change the active contracts.',
      fix: 'Remove a contract from its source when it is unassigned, and add it to its target when it is assigned.',
      given: ['submit'],
      judge: [
        ({ submit, afterLeaving }) => {
          const [id, source] = ['contractId', 'source'].map((name) => textIn(leftIn(submit), name));
          if (!accepted(afterLeaving)) return undefined;
          return isActive(afterLeaving, id, source)
            ? [finding('', `no ${id} active on ${source}`, 'it is there')]
            : [];
        },
        ({ submit, assign, afterArriving }) => {
          const [id, target] = ['contractId', 'target'].map((name) => textIn(leftIn(submit), name));
          if (!accepted(assign) || !accepted(afterArriving)) return undefined;
          if (isActive(afterArriving, id, target)) return [];
          // A list at its limit may omit the contract.
          if (!isWhole(afterArriving)) return undefined;
          return [finding('', `${id} active on ${target}`, 'not there')];
        },
      ],
    }),
    life.expects({
      name: 'rejects-unknown-reassignment',
      clause: 'reassignment-submission-propagates-errors',
      statement: 'An assignment with an unknown reassignment id is rejected.',
      cause: 'The unknown id is accepted and never completes, or fails with a 500.',
      fix: 'Look it up before the submission, and respond with 400 or 404.',
      given: ['submit'],
      judge: ({ unknown }) => expectsRejection(unknown.response.status, '400 or 404'),
    }),
  ];
}

function withoutWaiting(ledger: Ledger): readonly Requirement[] {
  const operation = ledger.operation('submit-reassignment');
  const life = sequence(operation, {
    ...MOVES,
    sends: 'a new contract that is unassigned without waiting, and its completion',
    steps: (fixtures, tag) => {
      const commandId = ({ end }: Json): string => `${freshId(tag, end)}-leave`;
      return {
        ...leadIn(ledger, fixtures, tag),
        submit: (bodies) => {
          const command = unassigning(bodies);
          return command && call(operation, { json: body(fixtures, commandId(bodies), command) });
        },
        completions: (bodies) =>
          completionsUntil(ledger, fixtures, {
            response: bodies['submit'],
            after: within(bodies['end'], 'offset'),
            parties: actors(fixtures),
            commandId: commandId(bodies),
          }),
        control: (bodies) => control(ledger, fixtures, commandId(bodies), bodies['completions']),
      };
    },
  });
  const malformed = sequence(operation, {
    ...IRREVERSIBLE,
    name: 'malformed-contract',
    sends: 'the unassignment of a contract id with invalid characters',
    steps: (fixtures, tag) => {
      const {
        synchronizers: [source = ABSENT.synchronizer, target = source],
      } = fixtures;
      const value = { contractId: 'assay!no-contract', source, target };
      const command = { UnassignCommand: { value } };
      return { submit: call(operation, { json: body(fixtures, `assay-${tag}`, command) }) };
    },
  });
  return [
    ...submissionLaws({
      operation,
      clause: 'asynchronous-reassignment-does-not-wait',
      completes: completes(life, 'submit', 'create'),
    }),
    ...malformed.rejects({
      name: 'malformed-contract-id',
      level: 'SHOULD',
      clause: 'refusals-name-their-reason',
      statement: 'A submission with a malformed contract id is rejected before it is accepted.',
      cause: 'Every decodable command is accepted, and fails later without a response.',
      fix: 'Check the ids of a command before it is accepted, and respond with 400 INVALID_FIELD.',
      step: 'submit',
      status: 400,
    }),
  ];
}
