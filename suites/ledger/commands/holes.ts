/** The values that chapters have for holes about submissions, from the declared commands. */
import type { Fixtures } from '../../../src/kit.ts';
import type { Hole } from '../../kit/chapters/template.ts';
import {
  difference,
  elements,
  isObject,
  type Json,
  string,
  stringAt,
  strings,
  member as within,
} from '../../kit/json.ts';
import { actors, effectsOf, submission } from '../laws/submissions.ts';
import {
  ABSENT,
  EFFECTS,
  eventsBy,
  eventsOf,
  eventsOfTemplates,
  movesIn,
  ofTemplate,
  qualifiedName,
  templatesOf,
} from '../requests/formats.ts';
import { lasting, submitterOf } from '../requests/request-parts.ts';
import { prepared } from '../requests/requests.ts';
import { publicKeyOf, signatureOf } from '../requests/signing.ts';
import { richest } from './values.ts';
import { extreme, impossible, wrongly, wrongValues } from './wrong-values.ts';

/** The first command of a body that only creates a contract. */
export function creation(body: unknown): Json | undefined {
  const list = [...elements(body, 'commands'), ...elements(body, 'commands', 'commands')];
  return list.map((one) => within(one, 'CreateCommand')).find(isObject);
}

/** The declared creation, with a choice; every template has Archive. */
function fleeting({ commands: [first] }: Fixtures, choice: unknown = 'Archive'): object {
  const made = creation(first) ?? { templateId: '', createArguments: {} };
  return { CreateAndExerciseCommand: { ...made, choice, choiceArgument: {} } };
}

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

/** Effects of the filter for another known template; for the own one if none is known. A filter names no package by its id. */
function effectsOfOther(fixtures: Fixtures): object | undefined {
  const own = string(creation(fixtures.commands[0]), 'templateId');
  const isOther = (one: string): boolean => qualifiedName(one) !== qualifiedName(own);
  const template = templatesOf(fixtures).find(isOther) ?? own;
  if (!template.startsWith('#')) return undefined;
  const eventFormat = eventsBy(actors(fixtures), ofTemplate(template, true));
  return { ...effectsOf(actors(fixtures), true), eventFormat };
}

/** A party that the token may read as, beside the acting ones; one with another namespace signs elsewhere. */
function otherParty(fixtures: Fixtures): string {
  const acting = actors(fixtures);
  const others = fixtures.parties.filter((party) => !acting.includes(party));
  const namespace = acting[0]?.split('::')[1];
  return others.find((party) => party.split('::')[1] === namespace) ?? others[0] ?? ABSENT.party;
}

/** The JSON with another party in place of the first acting one of the declared command. */
function actingAs(fixtures: Fixtures, { party, command }: Json): unknown {
  const [actor = ABSENT.party] = actors(fixtures);
  const other = JSON.stringify(party).slice(1, -1);
  return JSON.parse(JSON.stringify(command).replaceAll(actor, () => other));
}

/** The bodies of operations around a command. */
const BODIES: Readonly<Record<string, (command: Json, fixtures: Fixtures) => object>> = {
  /** A right to read does not make a party one of the acting ones. */
  'submit-and-wait': (command, { parties }) => {
    const known = ['actAs', 'readAs'].flatMap((name) => strings(command, name));
    const other = parties.filter((party) => !known.includes(party)).slice(0, 1);
    return { ...command, readAs: [...strings(command, 'readAs'), ...other] };
  },
  'submit-and-wait-for-transaction': (commands, fixtures) => ({
    commands,
    transactionFormat: effectsOf(actors(fixtures)),
  }),
  /** A declared creation, and one that is archived at once: each of them is executed. */
  'submit-and-wait-for-transaction-tree': (command, fixtures) => {
    const declared = elements(command, 'commands');
    return declared.some((one) => isObject(within(one, 'CreateCommand')))
      ? { ...command, commands: [...declared, fleeting({ ...fixtures, commands: [command] })] }
      : command;
  },
  /** The plainest preparation, with what this submission names. */
  prepare: ({ commandId, actAs, commands }, fixtures) => ({
    ...prepared(fixtures),
    ...{ commandId, actAs, commands },
  }),
};

/** Its creations have an argument that no template has. */
function withUnknownArgument(declared: unknown): readonly unknown[] {
  return elements(declared, 'commands').map((one) => {
    const create = within(one, 'CreateCommand');
    if (!isObject(create)) return one;
    const createArguments = { ...Object(create['createArguments']), assayField: 'x' };
    return { CreateCommand: { ...create, createArguments } };
  });
}

/** The preparation of the declared command, with these commands, for another party than its acting one. */
function preparation(fixtures: Fixtures, { party, commandId: id, commands }: Json): object {
  const command = { ...submission(fixtures, String(id)), commands };
  const { commandId, userId, ...rest } = actingAs(fixtures, { party, command }) as Json;
  return { ...prepared({ ...fixtures, commands: [rest] }), userId, commandId };
}

/** The effects that the party sees, of the template of the declared command if it creates a contract. */
function effectsFor({ commands: [declared] }: Fixtures, party: string): Json {
  const template = stringAt(creation(declared), 'templateId');
  const effects = effectsOf([party]);
  if (template?.startsWith('#') !== true) return effects;
  const eventFormat = { ...eventsOfTemplates([party], [template]), verbose: true };
  return { ...effects, eventFormat };
}

export const COMMAND_HOLES: Readonly<Record<string, Hole>> = {
  /** The declared command under this id, or the one that is given, with these members in place of its own. */
  submission: ({ fixtures }, given) => {
    const { commandId, of, commands, with: others } = Object(given) as Json;
    const own = of === undefined ? fixtures : { ...fixtures, commands: [of as Json] };
    const made = submission(own, String(commandId));
    return { ...made, ...(commands !== undefined && { commands }), ...Object(others) };
  },
  /** The body of the operation of the case around a command. */
  bodyOf: ({ operation, caseOf = operation, fixtures }, command) =>
    BODIES[caseOf.name]?.(command as Json, fixtures) ?? command,
  actors: ({ fixtures }) => actors(fixtures),
  jointActors: ({ fixtures }) => [...actors(fixtures), otherParty(fixtures)],
  reversedActors: ({ fixtures }) => [...actors(fixtures), otherParty(fixtures)].toReversed(),
  anotherParty: ({ fixtures }) => otherParty(fixtures),
  actingAs: ({ fixtures }, given) => actingAs(fixtures, given as Json),
  /** The acting parties, and those that the body reads as. */
  partiesOf: ({ fixtures }, body) => [...actors(fixtures), ...strings(body, 'readAs')],
  submitter: ({ fixtures }) => submitterOf(fixtures),
  declaredTemplate: ({ fixtures: { commands } }) => string(creation(commands[0]), 'templateId'),
  /** The declared commands, and this one. */
  beside: ({ fixtures: { commands } }, other) => [...elements(commands[0], 'commands'), other],
  withUnknownArgument: ({ fixtures: { commands } }) => withUnknownArgument(commands[0]),
  verboseEffects: ({ fixtures }, parties) =>
    movesIn(
      { ...eventsOf((parties as readonly string[]) ?? actors(fixtures)), verbose: true },
      EFFECTS,
    ),
  fleeting: ({ fixtures }, choice) => fleeting(fixtures, choice),
  readByOther: ({ fixtures }, commandId) => readByOther(fixtures, String(commandId)),
  richest: ({ fixtures }) => richest(fixtures),
  wrongValues,
  /** The same with an object in place of a text. */
  wrongly: ({ fixtures }) => wrongly(richest(fixtures)),
  /** The same with each text that its type does not have; none for a kind of value that it lacks. */
  impossible: ({ fixtures }) => impossible(richest(fixtures)),
  /** The same with each value at an edge of its type; none for a kind of value that it lacks. */
  extreme: ({ fixtures }) => extreme(richest(fixtures)),
  eventsOfActors: ({ fixtures }) => eventsOf(actors(fixtures)),
  /** All effects that the acting parties of the declared command see, or of the one that is given. */
  effects: ({ fixtures }, command) =>
    effectsOf(command === undefined ? actors(fixtures) : strings(command, 'actAs')),
  effectsWithBlobs: ({ fixtures }) => effectsOf(actors(fixtures), true),
  effectsOfOther: ({ fixtures }) => effectsOfOther(fixtures),
  /** The declared commands, or one that archives at once what they create. */
  declaredOrFleeting: ({ fixtures }) => {
    const [declared] = fixtures.commands;
    return creation(declared) ? [fleeting(fixtures)] : Object(declared).commands;
  },
  preparation: ({ fixtures }, given) => preparation(fixtures, given as Json),
  effectsFor: ({ fixtures }, party) => effectsFor(fixtures, String(party)),
  /** Waiting submissions have a period of their own, which is short: a node may limit it. */
  periodOf: ({ operation: { name } }) =>
    name === 'execute' ? { Empty: {} } : { DeduplicationDuration: { value: lasting(30) } },
  publicKey: (_, hint) => publicKeyOf(String(hint)),
  /** The signature of bytes in base64 with the key for a hint. */
  signature: (_, given) => {
    const { hint, bytes, by } = given as Json;
    return signatureOf(String(hint), String(bytes), String(by));
  },
  lasting: (_, seconds) => lasting(seconds),
};
