/** Submitted commands: the response agrees with the ledger afterwards. */

import type { Call, CheckResult, CompleteExchange, Fixtures } from '../../../src/kit.ts';
import { call, sent } from '../../../src/kit.ts';
import type { Json } from '../../kit/json.ts';
import {
  difference,
  elements,
  holds,
  isObject,
  member,
  stringAt,
  strings,
} from '../../kit/json.ts';
import { all, isAccepted, shown, shownText } from '../../kit/judges.ts';
import type { Rule } from '../../kit/scenarios.ts';
import type { Area, Ledger } from '../area.ts';
import { scenario } from '../laws/forms.ts';
import {
  actors,
  awaiting,
  completionOf,
  completionsAfter,
  effectsOf,
  endOf,
  eventsMatchIn,
  freshId,
  sentId,
  submission,
  succeeds,
  traced,
  updateById,
} from '../laws/submissions.ts';
import { ABSENT } from '../requests/formats.ts';
import { asTree } from '../responses/shown-updates.ts';
import { rulesIn } from '../rules.ts';
import * as completion from './completion-rules.ts';
import { failing } from './failing-commands.ts';
import { fleeting } from './holes.ts';
import { incomplete, inPreparation } from './incomplete-commands.ts';
import { otherUsers } from './other-users.ts';
import * as rules from './submission-rules.ts';

const rule = rulesIn('4.2-commands', 'commands/commands.ts');

type StepName =
  | ('end' | 'submit' | 'again' | 'other' | 'completions' | 'update' | 'endAfter')
  | ('joint' | 'ofOther' | 'jointAgain');

/** An operation that waits for the result of its command. */
interface Waiting {
  readonly name: string;
  readonly clause: string;
  /** The parts of the body around the command. */
  readonly body: (command: Json, fixtures: Fixtures) => Json;
  /** The place of the update's id in the response. */
  readonly updateId: readonly string[];
  readonly own: readonly Rule<StepName>[];
}

const WAITING: readonly Waiting[] = [
  {
    name: 'submit-and-wait',
    clause: 'submit-and-wait-waits',
    // A right to read does not make a party one of the acting ones.
    body: (command, { parties }) => {
      const known = ['actAs', 'readAs'].flatMap((name) => strings(command, name));
      const other = parties.filter((party) => !known.includes(party)).slice(0, 1);
      return { ...command, readAs: [...strings(command, 'readAs'), ...other] };
    },
    updateId: ['updateId'],
    own: [rules.namesUpdate('commandId', 'workflowId')],
  },
  {
    name: 'submit-and-wait-for-transaction',
    clause: 'submit-and-wait-returns-the-transaction',
    body: (commands, fixtures) => ({ commands, transactionFormat: effectsOf(actors(fixtures)) }),
    updateId: ['transaction', 'updateId'],
    own: [
      rules.matchesLookup(rules.sameUpdate('Transaction', 'transaction')),
      rules.namesCommand('transaction'),
      rules.keepsTrace('transaction'),
    ],
  },
  {
    name: 'submit-and-wait-for-transaction-tree',
    clause: 'submit-and-wait-returns-the-tree',
    body: (command, fixtures) => {
      const declared = elements(command, 'commands');
      const isCreation = declared.some((one) => isObject(member(one, 'CreateCommand')));
      return isCreation
        ? { ...command, commands: [...declared, fleeting({ ...fixtures, commands: [command] })] }
        : command;
    },
    updateId: ['transactionTree', 'updateId'],
    own: [
      rules.executesEach(
        ['submit'],
        '/transactionTree/eventsById',
        ({ submit }) => {
          const events = Object.values(Object(shown(submit, 'transactionTree', 'eventsById')));
          return events.filter((one) => member(one, 'CreatedTreeEvent')).length;
        },
        ({ submit }) =>
          elements(sent(submit.request), 'commands').filter((one) =>
            ['CreateCommand', 'CreateAndExerciseCommand'].some((kind) => member(one, kind)),
          ).length,
      ),
      rules.matchesLookup((found, body) => {
        const transaction = member(found, 'update', 'Transaction', 'value');
        if (!isObject(transaction)) return rules.noUpdate(found, 'Transaction');
        const tree = asTree(transaction);
        const submitted = member(body, 'transactionTree');
        const [expected, ids] = [tree, submitted].map((one) =>
          Object.keys(Object(member(one, 'eventsById'))),
        );
        return all(holds(tree, submitted), difference(expected, ids, '/eventsById'));
      }),
      rules.namesCommand('transactionTree'),
      rules.keepsTrace('transactionTree'),
    ],
  },
];

export const commands: Area = (ledger) => [
  ...WAITING.flatMap((waiting) => [
    ...submitted(ledger, waiting),
    ...failing(ledger, waiting),
    ...incomplete(ledger, waiting, rules.IRREVERSIBLE),
  ]),
  ...withoutWaiting(ledger),
  ...incomplete(ledger, { name: 'submit' }, rules.IRREVERSIBLE),
  ...incomplete(ledger, { name: 'prepare', body: inPreparation }, { asGood: true }),
  ...otherUsers(ledger),
];

function submitted(ledger: Ledger, { name, clause, body, updateId, own }: Waiting) {
  const operation = ledger.operation(name);
  const offsetIn = (made: unknown): unknown =>
    member(made, 'completionOffset') ?? member(made, ...updateId.slice(0, -1), 'offset');
  const life = scenario<StepName>(operation, {
    ...rules.EXECUTED,
    name: 'submission',
    clause,
    sends:
      'a command, the same command in another submission, one of another party with its id, its completion, its update, and the ledger end; and a command of both parties, its completion for the other one, and the command again with its parties in reverse order',
    steps: (fixtures, tag) => {
      const made = (end: unknown): Json => submission(fixtures, freshId(tag, end));
      const sending = (command: Json): Call =>
        traced(call(operation, { json: body(command, fixtures) }), tag);
      const joint = (end: unknown): Json => ({
        ...submission(fixtures, `${freshId(tag, end)}-joint`),
        actAs: [...actors(fixtures), otherParty(fixtures)],
      });
      return {
        end: endOf(ledger),
        submit: ({ end }) => sending(made(end)),
        // Each attempt to submit a command has an id of its own.
        again: ({ end }) => sending({ ...made(end), submissionId: `assay-${tag}-again` }),
        other: ({ end }) => sending(actingAs(otherParty(fixtures), made(end), fixtures)),
        completions: ({ submit: made }) => {
          const at = offsetIn(made);
          const before = typeof at === 'number' ? at - 1 : undefined;
          const command = body(submission(fixtures, ''), fixtures);
          const parties = [...actors(fixtures), ...strings(command, 'readAs')];
          return completionsAfter(ledger, fixtures, before, parties);
        },
        update: ({ submit: made }) =>
          updateById(ledger, stringAt(made, ...updateId), actors(fixtures)),
        endAfter: endOf(ledger),
        joint: ({ end }) => sending(joint(end)),
        jointAgain: ({ end }) => {
          const command = joint(end);
          const actAs = strings(command, 'actAs').toReversed();
          return sending({ ...command, actAs, submissionId: `assay-${tag}-in-reverse` });
        },
        ofOther: ({ joint }) => {
          const at = offsetIn(joint);
          const before = typeof at === 'number' ? at - 1 : undefined;
          return completionsAfter(ledger, fixtures, before, [otherParty(fixtures)]);
        },
      };
    },
  });
  const named = (made: CompleteExchange, completions: CompleteExchange): CheckResult => {
    const found = completionOf(sentId(made), completions.response.body);
    return all(
      succeeds(made, completions),
      found && difference(shownText(made, ...updateId), found['updateId'], '/updateId'),
      found && difference(offsetIn(made.response.body), found['offset'], '/offset'),
    );
  };
  return life.rules(
    rules.acceptsSubmission('end'),
    ...own,
    rules.reachesOffset(
      updateId.length > 1 ? `/${updateId[0]}/offset` : '/completionOffset',
      offsetIn,
    ),
    completion.namesSubmission('submit'),
    completion.completionKeepsTrace,
    completion.completesOnce,
    rule('completion-names-update', {
      given: ['submit', 'completions'],
      judge: [
        ({ submit, completions }) => named(submit, completions),
        // A server may mix up a command with the one before.
        (at) => (isAccepted(at.joint) ? named(at.joint, at.ofOther) : 'inapplicable'),
      ],
    }),
    completion.namesRequestedActors,
    completion.namesActors,
    rules.idsPerParty,
    rules.actorsAreSet,
    updateId[0] === 'transaction' ? eventsMatchIn(life.probe, clause) : [],
    life.rejects({ ...rules.DUPLICATE, followsFrom: ['rejects-command-of-unknown-template'] }),
  );
}

/** A party that the token may read as, beside the acting ones; one with another namespace signs elsewhere. */
function otherParty(fixtures: Fixtures): string {
  const acting = actors(fixtures);
  const others = fixtures.parties.filter((party) => !acting.includes(party));
  const namespace = acting[0]?.split('::')[1];
  return others.find((party) => party.split('::')[1] === namespace) ?? others[0] ?? ABSENT.party;
}

/** The command with another party instead of its first acting one. */
function actingAs(party: string, command: Json, fixtures: Fixtures): Json {
  const [actor = ABSENT.party] = actors(fixtures);
  return JSON.parse(JSON.stringify(command).replaceAll(actor, party)) as Json;
}

function withoutWaiting(ledger: Ledger) {
  const operation = ledger.operation('submit');
  const life = scenario(operation, {
    ...rules.EXECUTED,
    name: 'submission',
    clause: 'asynchronous-submission-does-not-wait',
    sends: 'a command without waiting for it, and its completion',
    steps: (fixtures, tag) => ({
      end: endOf(ledger),
      submit: ({ end }) =>
        traced(call(operation, { json: submission(fixtures, freshId(tag, end)) }), tag),
      ...awaiting(ledger, fixtures, ({ end }) => freshId(tag, end)),
      update: ({ end, completions }) => {
        const found = completionOf(freshId(tag, end), completions);
        return updateById(ledger, stringAt(found, 'updateId'), actors(fixtures));
      },
    }),
  });
  return life.rules(
    rules.acceptsSubmission('end'),
    completion.completes('submit', 'end'),
    completion.completionKeepsTrace,
    completion.completesOnce,
    completion.namesSubmission('submit'),
    rule('update-names-command', {
      given: ['end', 'submit', 'completions', 'update'],
      judge: ({ submit, update }) =>
        all(
          ...['commandId', 'workflowId'].map((id) => {
            const found = shown(update, 'update', 'Transaction', 'value', id);
            return difference(sentId(submit, id), found, `/${id}`);
          }),
        ),
    }),
  );
}
