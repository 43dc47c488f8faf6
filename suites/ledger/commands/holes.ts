/** The values that chapters have for holes about submissions: declared commands, and what their transactions created. */
import type { Fixtures } from '../../../src/kit.ts';
import type { From, Hole } from '../../kit/chapters/template.ts';
import {
  difference,
  elements,
  isObject,
  type Json,
  string,
  strings,
  member as within,
} from '../../kit/json.ts';
import { actors, effectsOf, submission } from '../laws/submissions.ts';
import {
  eventsBy,
  eventsOf,
  eventsOfTemplates,
  ofTemplate,
  qualifiedName,
  templatesOf,
} from '../requests/formats.ts';
import { lasting } from '../requests/request-parts.ts';
import * as entries from '../responses/entries.ts';
import { eventsNamed } from '../responses/shown-updates.ts';
import { richest } from './values.ts';
import { wrongly } from './wrong-values.ts';

/** The first command of a body that only creates a contract. */
export function creation(body: unknown): Json | undefined {
  const list = [...elements(body, 'commands'), ...elements(body, 'commands', 'commands')];
  return list.map((one) => within(one, 'CreateCommand')).find(isObject);
}

/** The declared creation, with a choice; every template has Archive. */
export function fleeting({ commands: [first] }: Fixtures, choice: unknown = 'Archive'): object {
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

/** The contracts that a transaction creates, as a later command discloses them; `undefined` without their blobs. */
function disclosedIn(transaction: unknown, change: object): readonly object[] | undefined {
  const synchronizerId = string(transaction, 'synchronizerId');
  const made = eventsNamed(transaction, 'CreatedEvent')
    .filter((event) => string(event, 'createdEventBlob') !== '')
    .map((event) => ({
      templateId: string(event, 'templateId'),
      contractId: string(event, 'contractId'),
      createdEventBlob: string(event, 'createdEventBlob'),
      synchronizerId,
      ...change,
    }));
  return made.length === 0 ? undefined : made;
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

/** The packages that the declared command prefers, or those of what a transaction created: one of each name at most. */
function preferredPackages({ fixtures: { commands } }: From, transaction: unknown) {
  const own = strings(commands[0], 'packageIdSelectionPreference');
  const made = (disclosedIn(transaction, {}) ?? []).map((one) => string(one, 'templateId'));
  return own.length > 0 ? own : made.flatMap((id) => id.split(':').slice(0, 1));
}

/** Some seconds after a transaction, by the clock of its node. */
function secondsAfter({ at, seconds }: Json): string | undefined {
  const time = Date.parse(String(at));
  return Number.isNaN(time) ? undefined : new Date(time + Number(seconds) * 1000).toISOString();
}

/** The contracts of the template of the first created event; `undefined` if a transaction creates none. */
function createdTemplate(fixtures: Fixtures, transaction: unknown): object | undefined {
  const [event] = eventsNamed(transaction, 'CreatedEvent');
  if (event === undefined) return undefined;
  const name = entries.qualifiedName(string(event, 'templateId'));
  return eventsOfTemplates(actors(fixtures), [`#${string(event, 'packageName')}:${name}`]);
}

export const COMMAND_HOLES: Readonly<Record<string, Hole>> = {
  /** The declared command under this id, or the one that is given, with these members in place of its own. */
  submission: ({ fixtures }, given) => {
    const { commandId, of, commands, with: others } = Object(given) as Json;
    const own = of === undefined ? fixtures : { ...fixtures, commands: [of as Json] };
    const made = submission(own, String(commandId));
    return { ...made, ...(commands !== undefined && { commands }), ...Object(others) };
  },
  fleeting: ({ fixtures }, choice) => fleeting(fixtures, choice),
  readByOther: ({ fixtures }, commandId) => readByOther(fixtures, String(commandId)),
  richest: ({ fixtures }) => richest(fixtures),
  /** The same with an object in place of a text. */
  wrongly: ({ fixtures }) => wrongly(richest(fixtures)),
  eventsOfActors: ({ fixtures }) => eventsOf(actors(fixtures)),
  /** All effects that the acting parties of the declared command see, or of the one that is given. */
  effects: ({ fixtures }, command) =>
    effectsOf(command === undefined ? actors(fixtures) : strings(command, 'actAs')),
  effectsWithBlobs: ({ fixtures }) => effectsOf(actors(fixtures), true),
  effectsOfOther: ({ fixtures }) => effectsOfOther(fixtures),
  createdTemplate: ({ fixtures }, transaction) => createdTemplate(fixtures, transaction),
  disclosed: (_, given) => {
    const { of = given, with: change = {} } = Object(given) as Json;
    return disclosedIn(of, Object(change));
  },
  preferredPackages,
  secondsAfter: (_, given) => secondsAfter(given as Json),
  lasting: (_, seconds) => lasting(seconds),
};
