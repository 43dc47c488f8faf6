/** Submitted reassignments: a new contract moves to another synchronizer. */

import type { CompleteExchange, Fixtures } from '../../../src/kit.ts';
import { call, finding, sent, worded } from '../../../src/kit.ts';
import type { Json } from '../../kit/json.ts';
import { difference, elements, isObject, stringAt, member as within } from '../../kit/json.ts';
import {
  accepts,
  all,
  isAccepted,
  lacking,
  rejects,
  unexpected,
  unless,
} from '../../kit/judges.ts';
import type { Bodies, Rule } from '../../kit/scenarios.ts';
import { expects200 } from '../../kit/statuses.ts';
import type { Area, Ledger } from '../area.ts';
import { scenario } from '../laws/forms.ts';
import {
  activeAt,
  actors,
  awaiting,
  effectsOf,
  endOf,
  eventsMatchIn,
  freshId,
  isActive,
  submission,
  traced,
  updateById,
} from '../laws/submissions.ts';
import { ABSENT, eventsBy, ofTemplate, templateOf } from '../requests/formats.ts';
import { when, whenAny } from '../requests/offsets.ts';
import { submitterOf, unconnected } from '../requests/request-parts.ts';
import { isWhole } from '../responses/entries.ts';
import { isDenial, isRejectedAsMalformed } from '../responses/errors.ts';
import { rulesIn } from '../rules.ts';
import { CODES } from '../surface.ts';
import {
  arrivesAsItLeft,
  arrivesOnce,
  createdIn,
  leftIn,
  onConnected,
  unassigned,
} from './arrivals.ts';
import * as completion from './completion-rules.ts';
import * as rules from './submission-rules.ts';

const rule = rulesIn('4.2-reassignments', 'commands/reassignments.ts');

export const reassignments: Area = (ledger) => [...waitingOf(ledger), ...withoutWaiting(ledger)];

const MOVES = {
  ...rules.IRREVERSIBLE,
  name: 'reassignment',
  notApplicableWhen: whenAny(
    unconnected,
    when(
      'the ledger showed one synchronizer only',
      ({ synchronizers: { length } }) => length === 1,
    ),
  ),
} as const;

/** The right to act for the party of the command: it created the contract. */
const ACTED = { permitted: true } as const;

/** The steps before a reassignment: a new contract, and the synchronizers of its party. */
function leadIn(ledger: Ledger, fixtures: Fixtures, tag: string) {
  const [party = ABSENT.party] = actors(fixtures);
  return {
    end: endOf(ledger),
    connected: call(ledger.operation('connected-synchronizers'), { query: { party } }),
    create: ({ end }: Bodies) =>
      call(ledger.operation('submit-and-wait-for-transaction'), {
        json: {
          commands: submission(fixtures, freshId(tag, end)),
          transactionFormat: effectsOf(actors(fixtures)),
        },
      }),
  };
}

/** Moves the new contract to another synchronizer; `undefined` without a contract or another synchronizer. */
function unassigning({ connected, create }: Bodies): object | undefined {
  const contractId = stringAt(createdIn(create), 'contractId');
  const source = stringAt(create, 'transaction', 'synchronizerId');
  const target = elements(connected, 'connectedSynchronizers')
    .map((one) => stringAt(one, 'synchronizerId'))
    .find((one) => one !== source);
  if (contractId === undefined || source === undefined || target === undefined) return undefined;
  return { UnassignCommand: { value: { contractId, source, target } } };
}

/** Moves the contract back once it has arrived. */
function returning({ submit, assign }: Bodies): object | undefined {
  const left = unassigned(within(submit, 'reassignment'));
  if (left === undefined || within(assign, 'reassignment') === undefined) return undefined;
  const [contractId, target, source] = ['contractId', 'source', 'target'].map((name) =>
    stringAt(left, name),
  );
  return { UnassignCommand: { value: { contractId, source, target } } };
}

function body(fixtures: Fixtures, commandId: string, command: object): Json {
  const [submitter = ABSENT.party] = actors(fixtures);
  const userId = submitterOf(fixtures);
  const ids = { workflowId: 'assay', commandId, submissionId: `${commandId}-submission` };
  return { reassignmentCommands: { userId, ...ids, submitter, commands: [{ command }] } };
}

/** An unassignment of a contract, and its assignment. */
const moves = (ledger: Ledger) => {
  const operation = ledger.operation('submit-and-wait-for-reassignment');
  return scenario(operation, {
    ...MOVES,
    clause: 'submit-and-wait-returns-the-reassignment',
    sends:
      'a new contract that is unassigned from one synchronizer and assigned to another, an assignment of an unknown reassignment and one of a completed one, and the way back, at last without a format',
    steps: (fixtures, tag) => {
      const formatOf = ({ create }: Bodies): object => {
        const filter = ofTemplate(templateOf(createdIn(create)));
        return { eventFormat: { ...eventsBy(actors(fixtures), filter), verbose: true } };
      };
      const move = (
        name: string,
        bodies: Bodies,
        command: object | undefined,
        format = formatOf(bodies),
      ) => {
        if (command === undefined) return undefined;
        const commandId = `${freshId(tag, bodies['end'])}-${name}`;
        const json = { ...body(fixtures, commandId, command), ...format };
        return { ...traced(call(operation, { json }), tag), ...ACTED };
      };
      const assigning = (submit: unknown, unknownId?: string) => {
        const left = unassigned(within(submit, 'reassignment'));
        const [source, target] = ['source', 'target'].map((name) => stringAt(left, name));
        const reassignmentId = unknownId ?? stringAt(left, 'reassignmentId');
        return reassignmentId === undefined
          ? undefined
          : { AssignCommand: { value: { reassignmentId, source, target } } };
      };
      const after = (moved: unknown) =>
        activeAt(ledger, fixtures, within(moved, 'reassignment', 'offset'));
      return {
        ...leadIn(ledger, fixtures, tag),
        submit: (bodies) => move('leave', bodies, unassigning(bodies)),
        endAfter: endOf(ledger),
        update: ({ submit }) => {
          const id = stringAt(submit, 'reassignment', 'updateId');
          return updateById(ledger, id, actors(fixtures));
        },
        unknown: (bodies) =>
          move('nothing', bodies, assigning(bodies['submit'], `00${'a5'.repeat(32)}`)),
        assign: (bodies) => move('arrive', bodies, assigning(bodies['submit'])),
        assignAgain: (bodies) =>
          within(bodies['assign'], 'reassignment') === undefined
            ? undefined
            : move('arrive-again', bodies, assigning(bodies['submit'])),
        afterLeaving: ({ submit }) => after(submit),
        afterArriving: ({ assign }) => after(assign),
        back: (bodies) => move('leave-again', bodies, returning(bodies)),
        plain: (bodies) => move('return', bodies, assigning(bodies['back']), {}),
      };
    },
  });
};

function waitingOf(ledger: Ledger) {
  const life = moves(ledger);
  return life.rules(
    readsForm,
    // A rejection is inconclusive: the target may, for example, not vet the package.
    rule('response-shows-reassignment', {
      given: ['create', 'submit'],
      judge: ({ submit }) => {
        const left = leftIn(submit);
        if (!isObject(left))
          return [finding('/reassignment/events', 'an unassigned event', 'none')];
        const [first] = elements(sent(submit.request), 'reassignmentCommands', 'commands');
        const submitted = within(first, 'command', 'UnassignCommand', 'value');
        return all(
          ...['contractId', 'source', 'target'].map((name) =>
            difference(within(submitted, name), left[name], `/reassignment/events/0/${name}`),
          ),
        );
      },
    }),
    rules.reachesOffset('/reassignment/offset', (body) => within(body, 'reassignment', 'offset')),
    rules.matchesLookup(rules.sameUpdate('Reassignment', 'reassignment')),
    rules.namesCommand('reassignment'),
    rules.keepsTrace('reassignment'),
    eventsMatchIn(life.probe, 'submit-and-wait-returns-the-reassignment'),
    rule('unassigned-contract-can-be-assigned', {
      given: ['submit'],
      judge: accepts('assign'),
    }),
    onConnected,
    arrivesAsItLeft,
    rule('contract-is-active-where-assigned', {
      given: ['submit'],
      judge: [
        ({ submit, afterLeaving }) => {
          if (!isAccepted(afterLeaving)) return undefined;
          const [id, source] = idAnd('source', submit);
          const isThere = isActive(afterLeaving, id, source);
          if (isThere === undefined) return undefined;
          return isThere ? [unexpected(worded`the active contract ${id} on ${source}`)] : [];
        },
        ({ submit, assign, afterArriving }) => {
          if (!isAccepted(assign) || !isAccepted(afterArriving)) return undefined;
          const [id, target] = idAnd('target', submit);
          const isThere = isActive(afterArriving, id, target);
          if (isThere === undefined) return undefined;
          // A list at its limit may omit the contract.
          if (!isThere && !isWhole(afterArriving)) return 'inapplicable';
          return isThere ? [] : [lacking(worded`the active contract ${id} on ${target}`)];
        },
      ],
    }),
    rule('format-defaults-to-no-events', {
      given: ['submit', 'assign', 'back', 'plain'],
      judge: ({ plain }) => {
        const { length } = elements(plain.response.body, 'reassignment', 'events');
        return unless(length === 0, '/reassignment/events', 'none', length);
      },
    }),
    arrivesOnce,
    rule('rejects-unknown-reassignment', {
      given: ['submit'],
      judge: rejects('unknown', [400, 404]),
    }),
  );
}

/** A reassignment may be refused for many reasons, but not because its documented form cannot be read. */
const readsForm: Rule<'create' | 'submit'> = rule('documented-form-is-read', {
  given: ['create'],
  judge: ({ submit }) => {
    if (isAccepted(submit)) return [];
    return isRejectedAsMalformed(submit) || isDenial(submit)
      ? expects200(submit.response.status)
      : undefined;
  },
});

const idAnd = (place: 'source' | 'target', submit: CompleteExchange) =>
  ['contractId', place].map((name) => stringAt(leftIn(submit), name));

function withoutWaiting(ledger: Ledger) {
  const operation = ledger.operation('submit-reassignment');
  const life = scenario(operation, {
    ...MOVES,
    clause: 'asynchronous-reassignment-does-not-wait',
    sends: 'a new contract that is unassigned without waiting, and its completion',
    steps: (fixtures, tag) => {
      const commandId = ({ end }: Bodies): string => `${freshId(tag, end)}-leave`;
      return {
        ...leadIn(ledger, fixtures, tag),
        submit: (bodies) => {
          const command = unassigning(bodies);
          const json = command && body(fixtures, commandId(bodies), command);
          return json && { ...traced(call(operation, { json }), tag), ...ACTED };
        },
        ...awaiting(ledger, fixtures, commandId),
      };
    },
  });
  const malformed = scenario(operation, {
    ...rules.IRREVERSIBLE,
    name: 'malformed-contract',
    clause: CODES,
    sends: 'the unassignment of a contract id with invalid characters',
    steps: (fixtures, tag) => {
      const [source = ABSENT.synchronizer, target = source] = fixtures.synchronizers;
      const value = { contractId: 'assay!no-contract', source, target };
      const json = body(fixtures, `assay-${tag}`, { UnassignCommand: { value } });
      return { submit: call(operation, { json }) };
    },
  });
  return [
    ...life.rules(
      readsForm,
      completion.completes('submit', 'create'),
      completion.completionKeepsTrace,
      completion.namesSubmission('submit'),
    ),
    ...malformed.rejects(
      rule('malformed-contract-id', {
        step: 'submit',
      }),
    ),
  ];
}
