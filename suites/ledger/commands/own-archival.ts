/** Commands with fewer members and with more of them, and a contract of one of them that another one archives. */

import { type Call, call, sent } from '../../../src/kit.ts';
import {
  difference,
  elements,
  isObject,
  type Json,
  string,
  member as within,
} from '../../kit/json.ts';
import { accepts, all, isAccepted, shown, shownList, unless } from '../../kit/judges.ts';
import { must } from '../../kit/law.ts';
import type { Bodies } from '../../kit/scenarios.ts';
import { expects200 } from '../../kit/statuses.ts';
import type { Area, Ledger } from '../area.ts';
import { scenario } from '../laws/forms.ts';
import { actors, effectsOf, endOf, freshId, submission } from '../laws/submissions.ts';
import { ANYTHING, eventsBy } from '../requests/formats.ts';
import { sameView } from '../responses/views.ts';
import { creation, fleeting } from './own-contracts.ts';
import { IRREVERSIBLE, showsArchival } from './submission-rules.ts';

const commandsOf = (ledger: Ledger) => {
  const operation = ledger.operation('submit-and-wait-for-transaction');
  return scenario(operation, {
    ...IRREVERSIBLE,
    name: 'own-archival',
    clause: 'submit-and-wait-returns-the-transaction',
    sends:
      'a command that creates a contract; one without optional ids, one that discloses that contract, and one for a synchronizer; and the events of the contract around its archival',
    notApplicableWhen: ({ commands: [first] }) =>
      first !== undefined && creation(first) === undefined
        ? 'the declared command creates nothing'
        : undefined,
    steps: (fixtures, tag) => {
      const transactionFormat = effectsOf(actors(fixtures), true);
      const submit = (end: unknown, name: string, more: object): Call => {
        const whole = submission(fixtures, `${freshId(tag, end)}-${name}`);
        return call(operation, { json: { commands: { ...whole, ...more }, transactionFormat } });
      };
      const commands = [fleeting(fixtures)];
      const madeBy = ({ create }: Bodies) => disclosedIn(within(create, 'transaction'));
      const events = (bodies: Bodies): Call | undefined => {
        const [made] = madeBy(bodies);
        const eventFormat = eventsBy(actors(fixtures), ANYTHING);
        const json = { contractId: made?.contractId, eventFormat };
        return made && call(ledger.operation('events-by-contract-id'), { json });
      };
      return {
        end: endOf(ledger),
        create: ({ end }) => submit(end, 'create', {}),
        plain: ({ end }) =>
          submit(end, 'plain', { commands, submissionId: undefined, workflowId: undefined }),
        disclosing: (bodies) => {
          const disclosedContracts = madeBy(bodies);
          return disclosedContracts.length === 0
            ? undefined
            : submit(bodies['end'], 'disclosing', { commands, disclosedContracts });
        },
        placed: ({ end }) =>
          submit(end, 'placed', { commands, synchronizerId: fixtures.synchronizers.at(-1) ?? '' }),
        open: events,
        archive: (bodies) => {
          const [made] = madeBy(bodies);
          if (made === undefined) return undefined;
          const { templateId, contractId } = made;
          const archival = { templateId, contractId, choice: 'Archive', choiceArgument: {} };
          return submit(bodies['end'], 'archive', { commands: [{ ExerciseCommand: archival }] });
        },
        closed: events,
      };
    },
  });
};

export const ownArchival: Area = (ledger) =>
  commandsOf(ledger).rules(
    must('optional-members-are-optional', {
      statement:
        'A command is accepted without its optional ids, and with a contract that it discloses, as an event shows it.',
      cause: 'An id is required, or disclosed contracts have to be unknown or in another encoding.',
      fix: 'Generate missing ids, read each blob as events show it, and prefer known contracts.',
      given: ['end', 'create'],
      judge: [
        accepts('plain'),
        accepts('disclosing'),
        ({ create }) => {
          const [event] = createdIn(shown(create, 'transaction'));
          const hasBlob = event === undefined || string(event, 'createdEventBlob') !== '';
          return unless(hasBlob, '/createdEventBlob', 'a blob, as the format requests it', 'none');
        },
      ],
    }),
    must('response-shows-exercise', {
      statement: 'The response shows the exercise of the command.',
      cause: 'The event is of another command, or built from the command before it was executed.',
      fix: 'Show the contract, the choice, whether it is consuming, and the parties that exercised it.',
      given: ['end', 'create', 'archive'],
      judge: ({ archive }) => {
        const [command] = elements(sent(archive.request), 'commands', 'commands');
        return showsArchival(archive, within(command, 'ExerciseCommand', 'contractId'), false);
      },
    }),
    must('synchronizer-is-kept', {
      statement: 'The transaction of a command is on the synchronizer that the command names.',
      cause: 'The synchronizer of the command is not read, and another one is chosen.',
      fix: 'Use the synchronizer of the command, or reject the command.',
      given: ['end', 'placed'],
      judge: ({ placed }) => {
        const named = string(within(sent(placed.request), 'commands'), 'synchronizerId');
        const found = string(shown(placed, 'transaction'), 'synchronizerId');
        // An id may be shown with the number of its protocol after it.
        const isKept = found === named || found.startsWith(`${named}::`);
        if (named === '') return 'inapplicable';
        return unless(isKept, '/transaction/synchronizerId', named, found);
      },
    }),
    must('archival-is-shown', 'events-of-a-contract-are-found', {
      statement:
        'The events of a contract show its archival as soon as it is archived, as its transaction shows it.',
      cause: 'The first lookup is cached, or the archival is joined by another process.',
      fix: 'Read both events when they are requested.',
      given: ['end', 'create', 'open', 'archive'],
      judge: ({ open, archive, closed }) => {
        if (!isAccepted(closed)) return expects200(closed.response.status);
        if (isObject(shown(open, 'archived'))) return 'inapplicable';
        const id = string(within(shown(open, 'created'), 'createdEvent'), 'contractId');
        const exercised = shownList(archive, 'transaction', 'events')
          .map((event) => within(event, 'ExercisedEvent'))
          .find((event) => string(event, 'contractId') === id);
        if (exercised === undefined) return 'inapplicable';
        const archived = shown(closed, 'archived', 'archivedEvent');
        // A format that shows all effects has more witnesses.
        const except = ['witnessParties'];
        const at = '/archived/archivedEvent';
        return all(
          unless(isObject(archived), '/archived', 'the archival', 'none'),
          sameView(closed, ['ExercisedEvent', 'ArchivedEvent'], exercised, archived, {
            at,
            except,
          }),
          difference(
            shown(archive, 'transaction', 'synchronizerId'),
            shown(closed, 'archived', 'synchronizerId'),
            '/archived/synchronizerId',
          ),
        );
      },
    }),
  );

interface Disclosed {
  readonly templateId: string;
  readonly contractId: string;
  readonly createdEventBlob: string;
  readonly synchronizerId: string;
}

const createdIn = (transaction: unknown): readonly Json[] =>
  elements(transaction, 'events')
    .map((event) => within(event, 'CreatedEvent'))
    .filter(isObject);

/** The contracts that a transaction creates, as a later command discloses them; none without their blobs. */
function disclosedIn(transaction: unknown): readonly Disclosed[] {
  const synchronizerId = string(transaction, 'synchronizerId');
  return createdIn(transaction)
    .filter((event) => string(event, 'createdEventBlob') !== '')
    .map((event) => ({
      templateId: string(event, 'templateId'),
      contractId: string(event, 'contractId'),
      createdEventBlob: string(event, 'createdEventBlob'),
      synchronizerId,
    }));
}
