/** Contracts of a submitted command: their arguments, their signatories, and whether they are active. */
import type { Call, CheckResult, CompleteExchange, Fixtures } from '../../../src/kit.ts';
import { call, sent, worded } from '../../../src/kit.ts';
import {
  difference,
  elements,
  isObject,
  type Json,
  string,
  strings,
  member as within,
} from '../../kit/json.ts';
import { all, eachOf, lacking, shown, shownList, unexpected, unless } from '../../kit/judges.ts';
import type { Area, Ledger } from '../area.ts';
import { scenario } from '../laws/forms.ts';
import {
  activeAt,
  actors,
  effectsOf,
  endOf,
  freshId,
  isActive,
  submission,
} from '../laws/submissions.ts';
import { stakeholdersOf } from '../requests/members.ts';
import { when, whenAny } from '../requests/offsets.ts';
import { unconnected } from '../requests/request-parts.ts';
import { isWhole, qualifiedName } from '../responses/entries.ts';
import { eventsNamed } from '../responses/shown-updates.ts';
import { rulesIn } from '../rules.ts';
import { IRREVERSIBLE, showsArchival } from './submission-rules.ts';

const rule = rulesIn('4.2-commands', 'commands/own-contracts.ts');

export const createsNothing: ReturnType<typeof when> = when(
  'the declared command creates nothing',
  ({ commands: [first] }) => first !== undefined && creation(first) === undefined,
);

/** A contract that is created, and one that is created and archived at once. */
const creations = (ledger: Ledger) => {
  const operation = ledger.operation('submit-and-wait-for-transaction');
  return scenario(operation, {
    ...IRREVERSIBLE,
    name: 'own-contracts',
    clause: 'submit-and-wait-returns-the-transaction',
    sends:
      'a command that creates a contract, the active contracts, and a contract that is archived at once',
    notApplicableWhen: whenAny(unconnected, createsNothing),
    steps: (fixtures, tag) => {
      const transactionFormat = effectsOf(actors(fixtures));
      return {
        end: endOf(ledger),
        // The default format shows the acting and reading parties what is created.
        create: ({ end }) =>
          call(operation, { json: { commands: readByOther(fixtures, freshId(tag, end)) } }),
        active: ({ create }) => activeAfter(ledger, fixtures, within(create, 'transaction')),
        fleeting: ({ end }) => {
          const commandId = `${freshId(tag, end)}-fleeting`;
          const commands = { ...submission(fixtures, commandId), commands: [fleeting(fixtures)] };
          return call(operation, { json: { commands, transactionFormat } });
        },
        gone: ({ fleeting: made }) => activeAfter(ledger, fixtures, within(made, 'transaction')),
      };
    },
  });
};

export const ownContracts: Area = (ledger) =>
  creations(ledger).rules(
    rule('default-format-shows-readers', {
      given: ['end', 'create'],
      judge: ({ create }) => namesReaders(create),
    }),
    rule('created-contract-is-active', {
      given: ['end', 'create', 'active'],
      judge: ({ create, active }) => {
        const events = shownList(create, 'transaction', 'events');
        // A declared choice may archive what the command created.
        if (events.some((event) => within(event, 'ExercisedEvent'))) return 'inapplicable';
        const [made] = createdLike(creation(sent(create.request)), create);
        const id = string(made, 'contractId');
        const isThere = isActive(active, id);
        if (made === undefined || isThere === undefined) return undefined;
        if (!isThere && !isWhole(active)) return 'inapplicable';
        return isThere ? [] : [lacking(worded`the active contract ${id}`)];
      },
    }),
    rule('transaction-shows-effects', {
      given: ['end', 'fleeting'],
      judge: ({ fleeting: made }) => {
        const events = shownList(made, 'transaction', 'events');
        const kinds = events.flatMap((event) => (isObject(event) ? Object.keys(event) : []));
        const shown = kinds.join(', ') || 'none';
        const [created] = createdLike(fleetingIn(sent(made.request)), made);
        return all(
          ...['CreatedEvent', 'ExercisedEvent'].map((kind) =>
            unless(kinds.includes(kind), '/transaction/events', kind, shown),
          ),
          created && showsArchival(made, created['contractId'], true),
        );
      },
    }),
    rule('transient-contract-is-inactive', {
      given: ['end', 'fleeting', 'gone'],
      judge: ({ fleeting: made, gone }) => {
        const [event] = createdLike(fleetingIn(sent(made.request)), made);
        const id = string(event, 'contractId');
        const isThere = isActive(gone, id);
        if (event === undefined || isThere === undefined) return undefined;
        return isThere ? [unexpected(worded`the active contract ${id}`)] : [];
      },
    }),
  );

/** A declared command of the same parties; if one names another party that the caller may read as, this party reads. */
function readByOther(fixtures: Fixtures, commandId: string): Json {
  const [first] = fixtures.commands;
  const acting = actors(fixtures);
  const readers = (command: Json): readonly string[] => {
    const text = JSON.stringify(within(creation(command), 'createArguments')) ?? '';
    return fixtures.parties.filter(
      (party) => !acting.includes(party) && text.includes(JSON.stringify(party)),
    );
  };
  const command =
    fixtures.commands
      .filter((one) => difference(strings(one, 'actAs'), acting).length === 0)
      .find((one) => readers(one).length > 0) ?? first;
  const made = submission({ ...fixtures, commands: command ? [command] : [] }, commandId);
  const readAs = [...new Set([...strings(made, 'readAs'), ...readers(made)])];
  return { ...made, ...(readAs.length > 0 && { readAs }) };
}

/** Stakeholders of a created contract that act or read in its command are its witnesses. */
function namesReaders(create: CompleteExchange): CheckResult {
  const body = sent(create.request);
  const [acting, reading] = ['actAs', 'readAs'].map((name) => strings(body, 'commands', name));
  // A node shows nothing to parties of other nodes, which mostly have another namespace.
  const [, own] = acting?.[0]?.split('::') ?? [];
  const readers = (reading ?? []).filter((party) => party.split('::')[1] === own);
  return eachOf(eventsNamed(shown(create, 'transaction'), 'CreatedEvent'), (event) => {
    const due = readers.filter((party) => stakeholdersOf(event).includes(party));
    if (due.length === 0) return undefined;
    const lost = due.find((party) => !strings(event, 'witnessParties').includes(party));
    const at = '/transaction/events/CreatedEvent/witnessParties';
    return lost === undefined ? [] : [lacking(lost, at)];
  });
}

/** The first command of a body that only creates a contract. */
export function creation(body: unknown): Json | undefined {
  const list = [...elements(body, 'commands'), ...elements(body, 'commands', 'commands')];
  return list.map((one) => within(one, 'CreateCommand')).find(isObject);
}

function fleetingIn(body: unknown): Json | undefined {
  return elements(body, 'commands', 'commands')
    .map((one) => within(one, 'CreateAndExerciseCommand'))
    .find(isObject);
}

/** The declared creation, with a choice; every template has Archive. */
export function fleeting({ commands: [first] }: Fixtures, choice = 'Archive'): object {
  const made = { ...creation(first), choice, choiceArgument: {} };
  return { CreateAndExerciseCommand: made };
}

/** The created events of a response with the module and entity of a command. */
function createdLike(command: Json | undefined, { response }: CompleteExchange): readonly Json[] {
  const declared = qualifiedName(string(command, 'templateId'));
  return eventsNamed(within(response.body, 'transaction'), 'CreatedEvent').filter(
    (event) => qualifiedName(string(event, 'templateId')) === declared,
  );
}

/** The active contracts of the template of the first created event, at the offset of the transaction. */
function activeAfter(ledger: Ledger, fixtures: Fixtures, transaction: unknown): Call | undefined {
  const [event] = eventsNamed(transaction, 'CreatedEvent');
  if (event === undefined) return undefined;
  const name = `#${string(event, 'packageName')}:${qualifiedName(string(event, 'templateId'))}`;
  return activeAt(ledger, fixtures, within(transaction, 'offset'), name);
}
