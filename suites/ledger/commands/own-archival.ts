/** Commands with fewer members and with more of them, and a contract of one of them that another one archives. */
import { type Call, call, type Fixtures, type Operation, sent, worded } from '../../../src/kit.ts';
import { difference, elements, isObject, string, member as within } from '../../kit/json.ts';
import { accepts, all, isAccepted, rejects, shown, unless } from '../../kit/judges.ts';
import { must } from '../../kit/law.ts';
import type { Bodies, NamedStep } from '../../kit/scenarios.ts';
import { expects200, expectsAcceptance } from '../../kit/statuses.ts';
import type { Area, Ledger } from '../area.ts';
import { KNOWN_FILTERS, notUnreadable, scenario } from '../laws/forms.ts';
import { actors, effectsOf, endOf, freshId, submission } from '../laws/submissions.ts';
import {
  ABSENT,
  ANYTHING,
  eventsBy,
  ofTemplate,
  qualifiedName,
  templatesOf,
} from '../requests/formats.ts';
import { whenAny } from '../requests/offsets.ts';
import { unconnected } from '../requests/request-parts.ts';
import { eventsNamed } from '../responses/shown-updates.ts';
import { sameView } from '../responses/views.ts';
import { rulesIn } from '../rules.ts';
import { disclosedIn, misdisclosed } from './disclosures.ts';
import { createsNothing, creation, fleeting } from './own-contracts.ts';
import { LATER, OPTION_RULES, type OptionStep, withOptions } from './submission-options.ts';
import {
  executesEach,
  formatDefaultsToDelta,
  IRREVERSIBLE,
  showsArchival,
} from './submission-rules.ts';

const rule = rulesIn('4.2-commands', 'commands/own-archival.ts');

const commandsOf = (ledger: Ledger) => {
  const operation = ledger.operation('submit-and-wait-for-transaction');
  return scenario<StepName>(operation, {
    ...IRREVERSIBLE,
    name: 'own-archival',
    clause: 'submit-and-wait-returns-the-transaction',
    sends:
      'a command that creates a contract; one without optional ids and format, those with periods of deduplication (also with fractions, zero, none and negative ones) and other options, those that disclose that contract as it is and with other ids, two for a synchronizer and a minimum of the time, one for an unknown synchronizer, and one with an unknown choice; and the events of the contract around its archival',
    notApplicableWhen: whenAny(unconnected, createsNothing),
    steps: (fixtures, tag) => stepsOf(ledger, operation, fixtures, tag),
  });
};

type StepName =
  | ('end' | 'create' | 'placed' | 'nowhere' | 'plain' | OptionStep)
  | ('disclosing' | 'otherId' | 'otherTemplate' | 'noChoice')
  | ('hidden' | 'open' | 'archive' | 'closed');

/** The commands and the lookups, in order. */
function stepsOf(
  ledger: Ledger,
  operation: Operation,
  fixtures: Fixtures,
  tag: string,
): Record<StepName, NamedStep> {
  const transactionFormat = effectsOf(actors(fixtures), true);
  const submit = (
    end: unknown,
    name: string,
    more: object,
    format: object | null = transactionFormat,
  ): Call => {
    const commands = { ...submission(fixtures, `${freshId(tag, end)}-${name}`), ...more };
    return call(operation, { json: { commands, ...(format && { transactionFormat: format }) } });
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
    // At once, because the minimum of its time is near.
    placed: ({ end, create }) => ({
      ...submit(end, 'placed', {
        commands: [...commands, ...commands],
        synchronizerId: fixtures.synchronizers.at(-1) ?? '',
        minLedgerTimeAbs: soonAfter(within(create, 'transaction')),
        minLedgerTimeRel: undefined,
      }),
      // A ledger may wait for that time.
      waitsMs: LATER * 1000,
    }),
    nowhere: ({ end }) => submit(end, 'nowhere', { commands, synchronizerId: ABSENT.synchronizer }),
    plain: ({ end }) => {
      const omitted = { submissionId: undefined, workflowId: undefined };
      return submit(end, 'plain', { commands, ...omitted }, null);
    },
    // Right after a command without a minimum, whose time is that of the node.
    ...withOptions(
      fixtures,
      (bodies) => madeBy(bodies).flatMap(({ templateId }) => templateId.split(':').slice(0, 1)),
      ({ end }, name, more) => submit(end, name, { commands, ...more }),
    ),
    disclosing: (bodies) => {
      const disclosedContracts = madeBy(bodies);
      return disclosedContracts.length === 0
        ? undefined
        : submit(bodies['end'], 'disclosing', { commands, disclosedContracts });
    },
    ...misdisclosed(madeBy, (bodies, name, disclosedContracts) =>
      submit(bodies['end'], name, { commands, disclosedContracts }),
    ),
    noChoice: ({ end }) => {
      const command = fleeting(fixtures, 'AssayKnowsNoSuchChoice');
      return submit(end, 'no-choice', { commands: [command] });
    },
    // The filters of the format hide what the command creates, if there is another template.
    hidden: ({ end }) => {
      const own = string(creation(fixtures.commands[0]), 'templateId');
      const isOther = (one: string): boolean => qualifiedName(one) !== qualifiedName(own);
      const template = templatesOf(fixtures).find(isOther) ?? own;
      // Filters name no package by its id.
      if (!template.startsWith('#')) return undefined;
      const eventFormat = eventsBy(actors(fixtures), ofTemplate(template, true));
      return submit(end, 'hidden', { commands }, { ...transactionFormat, eventFormat });
    },
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
}

export const ownArchival: Area = (ledger) =>
  commandsOf(ledger).rules(
    ...OPTION_RULES,
    rule('optional-members-are-optional', {
      given: ['end', 'create'],
      judge: [accepts('plain'), accepts('disclosing')],
    }),
    rule('response-shows-exercise', {
      given: ['end', 'create', 'archive'],
      judge: ({ archive }) => {
        const [command] = elements(sent(archive.request), 'commands', 'commands');
        return showsArchival(archive, within(command, 'ExerciseCommand', 'contractId'), false);
      },
    }),
    rule('disclosed-contracts-match-their-blob', {
      given: ['end', 'create', 'disclosing'],
      judge: [rejects('otherId'), rejects('otherTemplate')],
    }),
    rule('ledger-time-has-its-minimum', {
      given: ['end', 'create', 'placed'],
      judge: ({ placed }) => {
        const least = string(within(sent(placed.request), 'commands'), 'minLedgerTimeAbs');
        const found = string(shown(placed, 'transaction'), 'effectiveAt');
        const isEarly = Date.parse(found) < Date.parse(least);
        return unless(!isEarly, '/transaction/effectiveAt', worded`at least ${least}`, found);
      },
    }),
    rule('rejects-unknown-choice', {
      given: ['end', 'create'],
      judge: rejects('noChoice', [400, 404]),
    }),
    rule('own-contract-can-be-archived', {
      given: ['end', 'create'],
      // Another client may have archived the contract.
      judge: ({ archive }) =>
        archive.response.status === 404 ? undefined : expectsAcceptance(archive),
    }),
    rule('returns-requested-blobs', {
      given: ['end', 'create'],
      judge: ({ create }) => {
        const bare = eventsNamed(shown(create, 'transaction'), 'CreatedEvent').find(
          (event) => string(event, 'createdEventBlob') === '',
        );
        return unless(bare === undefined, '/transaction/events/createdEventBlob', 'a blob', 'none');
      },
    }),
    must('known-filters-are-accepted', 'updates-follow-their-filters', {
      ...KNOWN_FILTERS,
      given: ['end', 'create'],
      judge: ({ hidden }) => notUnreadable(hidden),
    }),
    executesEach(
      ['end', 'create', 'placed'],
      '/transaction/events',
      ({ placed }) => eventsNamed(shown(placed, 'transaction'), 'CreatedEvent').length,
      ({ placed }) => elements(sent(placed.request), 'commands', 'commands').length,
    ),
    formatDefaultsToDelta('end', 'create'),
    rule('synchronizer-is-kept', {
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
    rule('rejects-unknown-synchronizer', {
      given: ['end', 'create'],
      judge: rejects('nowhere', [400, 404]),
    }),
    rule('archival-is-shown', {
      given: ['end', 'create', 'open', 'archive'],
      judge: ({ open, archive, closed }) => {
        if (!isAccepted(closed)) return expects200(closed.response.status);
        if (isObject(shown(open, 'archived'))) return 'inapplicable';
        const id = string(within(shown(open, 'created'), 'createdEvent'), 'contractId');
        const exercised = eventsNamed(shown(archive, 'transaction'), 'ExercisedEvent').find(
          (event) => string(event, 'contractId') === id,
        );
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

/** Some seconds after a transaction, by the clock of its node. */
function soonAfter(transaction: unknown): string | undefined {
  const at = Date.parse(string(transaction, 'effectiveAt'));
  return Number.isNaN(at) ? undefined : new Date(at + LATER * 1000).toISOString();
}
