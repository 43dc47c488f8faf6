/** Checks of what the transaction of a command shows: values, witnesses, and whether its contracts are active. */
import type { CheckResult, CompleteExchange } from '../../../src/kit.ts';
import {
  describe,
  finding,
  memberAt,
  sent,
  statuses,
  worded,
  wrongStatus,
} from '../../../src/kit.ts';
import type { NamedCheck } from '../../kit/chapters/kit.ts';
import {
  difference,
  elements,
  isObject,
  type Json,
  string,
  strings,
  member as within,
} from '../../kit/json.ts';
import {
  all,
  blaming,
  eachOf,
  lacking,
  shown,
  shownList,
  unexpected,
  unless,
} from '../../kit/judges.ts';
import { isActive } from '../laws/submissions.ts';
import { stakeholdersOf } from '../requests/members.ts';
import { isWhole, qualifiedName } from '../responses/entries.ts';
import { eventsNamed } from '../responses/shown-updates.ts';
import { creation } from './holes.ts';
import { showsArchival } from './submission-checks.ts';
import {
  creatingCommand,
  type Differences,
  differences,
  isSameText,
  type Value,
  valuesIn,
} from './values.ts';

const commandsOf = ({ request }: CompleteExchange): unknown => within(sent(request), 'commands');

/** The created events of a response with the module and entity of a command. */
function createdLike(command: unknown, create: CompleteExchange): readonly Json[] {
  const declared = qualifiedName(string(command, 'templateId'));
  return eventsNamed(shown(create, 'transaction'), 'CreatedEvent').filter(
    (event) => qualifiedName(string(event, 'templateId')) === declared,
  );
}

/** The differences between the arguments of the command and those of its contract; `undefined` without such a contract. */
function created(create: CompleteExchange): Differences | undefined {
  const [, command] = creatingCommand(commandsOf(create)) ?? [];
  const events = createdLike(command, create);
  return nearest(command?.['createArguments'], events, 'CreatedEvent', 'createArgument');
}

/** The same of the first choice that the command exercises with arguments. */
function exercised(create: CompleteExchange): Differences | undefined {
  const command = elements(commandsOf(create), 'commands')
    .flatMap((one) => (isObject(one) ? Object.values(one) : []))
    .find((one) => Object.keys(Object(within(one, 'choiceArgument'))).length > 0);
  if (command === undefined) return undefined;
  const events = eventsNamed(shown(create, 'transaction'), 'ExercisedEvent').filter(
    (event) => event['choice'] === string(command, 'choice'),
  );
  return nearest(within(command, 'choiceArgument'), events, 'ExercisedEvent', 'choiceArgument');
}

/** A transaction may have several events of the kind: that with the same values counts, or the first one. */
function nearest(
  expected: unknown,
  events: readonly Json[],
  kind: string,
  name: string,
): Differences | undefined {
  const at = `/transaction/events/${kind}/${name}` as const;
  const found = events.map((event) => differences(expected, event[name], at));
  return found.find(({ values }) => values.length === 0) ?? found[0];
}

function keepsArguments(create: CompleteExchange): CheckResult {
  const found = created(create);
  if (found !== undefined) return found.values;
  const name = string(creatingCommand(commandsOf(create))?.[1], 'templateId');
  return [finding('/transaction/events', worded`a new ${name}`, 'none')];
}

/** The lookup shows the contracts of the response with the same arguments. */
function showsSameArguments(create: CompleteExchange, found: CompleteExchange): CheckResult {
  const update = shown(found, 'update', 'Transaction', 'value');
  const looked = new Map(
    eventsNamed(update, 'CreatedEvent').map((event) => [event['contractId'], event]),
  );
  return eachOf(eventsNamed(shown(create, 'transaction'), 'CreatedEvent'), (event) => {
    const same = looked.get(event['contractId']);
    const at = '/update/Transaction/value/events/CreatedEvent/createArgument';
    return same && difference(event['createArgument'], same['createArgument'], at);
  });
}

const keepsChoiceArgument = (create: CompleteExchange): CheckResult =>
  exercised(create)?.values ?? 'inapplicable';

function keepsForms(create: CompleteExchange): CheckResult {
  const found = [created(create), exercised(create)].filter((one) => one !== undefined);
  return found.length === 0 ? undefined : found.flatMap(({ forms }) => forms);
}

/** The text of a command in place of that of another one, and where it stands in the arguments. */
function changedText(create: CompleteExchange, attempt: CompleteExchange): Value | undefined {
  const [before, after] = [create, attempt].map(
    (one) => creatingCommand(commandsOf(one))?.[1]['createArguments'],
  );
  return valuesIn(after, ['createArguments']).find(
    ({ value, path }) => typeof value === 'string' && valueAt(before, path) !== value,
  );
}

const valueAt = (argument: unknown, [, ...path]: Value['path']): unknown =>
  memberAt(argument, path);

/** An accepted text is that of the contract: a type that does not have it must not replace it. */
function keepsText(create: CompleteExchange, attempt: CompleteExchange): CheckResult {
  const { status } = attempt.response;
  // A crash is the subject of a rule for every response.
  if (status !== 200) return status >= 400 && status < 500 ? [] : undefined;
  const [, command] = creatingCommand(commandsOf(attempt)) ?? [];
  const [event] = createdLike(command, attempt);
  const changed = changedText(create, attempt);
  if (event === undefined || changed === undefined) return undefined;
  const { value, path } = changed;
  const kept = valueAt(event['createArgument'], path);
  if (isSameText(value, kept)) return [];
  const actual = worded`${statuses(status)} for ${describe(value)} at ${path.join('/')}, which becomes ${describe(kept)}`;
  return blaming(attempt, [wrongStatus(400, actual)]);
}

/** Stakeholders of a created contract that act or read in its command are its witnesses. */
function showsReaders(create: CompleteExchange): CheckResult {
  const [acting, reading] = ['actAs', 'readAs'].map((name) => strings(commandsOf(create), name));
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

function isListed(create: CompleteExchange, active: CompleteExchange): CheckResult {
  const events = shownList(create, 'transaction', 'events');
  // A declared choice may archive what the command created.
  if (events.some((event) => within(event, 'ExercisedEvent'))) return 'inapplicable';
  const [made] = createdLike(creation(sent(create.request)), create);
  const id = string(made, 'contractId');
  const isThere = isActive(active, id);
  if (made === undefined || isThere === undefined) return undefined;
  if (!isThere && !isWhole(active)) return 'inapplicable';
  return isThere ? [] : [lacking(worded`the active contract ${id}`)];
}

/** The contract that a command creates and archives at once. */
const fleetingIn = (made: CompleteExchange): Json | undefined =>
  createdLike(
    within(elements(commandsOf(made), 'commands')[0], 'CreateAndExerciseCommand'),
    made,
  )[0];

function showsEffects(made: CompleteExchange): CheckResult {
  const events = shownList(made, 'transaction', 'events');
  const kinds = events.flatMap((event) => (isObject(event) ? Object.keys(event) : []));
  const found = fleetingIn(made);
  return all(
    ...['CreatedEvent', 'ExercisedEvent'].map((kind) =>
      unless(
        kinds.includes(kind),
        '/transaction/events',
        `${kind}, as transactionFormat has LEDGER_EFFECTS`,
        kinds.join(', ') || 'none',
      ),
    ),
    found && showsArchival(made, found['contractId'], true),
  );
}

function isNotListed(made: CompleteExchange, gone: CompleteExchange): CheckResult {
  const event = fleetingIn(made);
  const id = string(event, 'contractId');
  const isThere = isActive(gone, id);
  if (event === undefined || isThere === undefined) return undefined;
  return isThere ? [unexpected(worded`the active contract ${id}`)] : [];
}

export const TRANSACTION_CHECKS: Readonly<Record<string, NamedCheck>> = {
  ...{ keepsArguments, showsSameArguments, keepsChoiceArgument, keepsForms, keepsText },
  ...{ showsReaders, isListed, showsEffects, isNotListed },
};
