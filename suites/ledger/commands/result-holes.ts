/** The values that chapters have for holes about the results of submissions, from earlier responses. */
import type { Fixtures } from '../../../src/kit.ts';
import type { From, Hole } from '../../kit/chapters/template.ts';
import {
  elements,
  isObject,
  type Json,
  string,
  stringAt,
  strings,
  member as within,
} from '../../kit/json.ts';
import { actors, completionOf } from '../laws/submissions.ts';
import { ABSENT, eventsOfTemplates, limitFor, qualifiedName } from '../requests/formats.ts';
import { submitterOf } from '../requests/request-parts.ts';
import { eventsNamed } from '../responses/shown-updates.ts';

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

const isFullList = (body: unknown, fixtures: Fixtures): boolean =>
  Array.isArray(body) && body.length >= limitFor(fixtures);

/** The contracts of the template of the first created event; `undefined` if a transaction creates none. */
function createdTemplate(fixtures: Fixtures, transaction: unknown): object | undefined {
  const [event] = eventsNamed(transaction, 'CreatedEvent');
  if (event === undefined) return undefined;
  const name = qualifiedName(string(event, 'templateId'));
  return eventsOfTemplates(actors(fixtures), [`#${string(event, 'packageName')}:${name}`]);
}

/** The update in a response: the whole body, or the member that holds it. */
const updateIn = (body: unknown): unknown =>
  ['transaction', 'transactionTree', 'reassignment']
    .map((name) => within(body, name))
    .find(isObject) ?? body;

/** The first contract that the transaction of a response creates. */
export const createdIn = (body: unknown): Json | undefined =>
  eventsNamed(within(body, 'transaction'), 'CreatedEvent')[0];

/** The first unassigned event of the reassignment in a response. */
export function unassignedIn(body: unknown): unknown {
  const [event] = eventsNamed(within(body, 'reassignment'), 'JsUnassignedEvent');
  return event?.['value'] ?? event;
}

/** Moves a new contract to another synchronizer; `undefined` without a contract or another synchronizer. */
function unassigning({ created, connected }: Json): object | undefined {
  const contractId = stringAt(createdIn(created), 'contractId');
  const source = stringAt(created, 'transaction', 'synchronizerId');
  const target = elements(connected, 'connectedSynchronizers')
    .map((one) => stringAt(one, 'synchronizerId'))
    .find((one) => one !== source);
  if (contractId === undefined || source === undefined || target === undefined) return undefined;
  return { UnassignCommand: { value: { contractId, source, target } } };
}

/** Moves a contract back to where it left. */
function returning(body: unknown): object | undefined {
  const left = unassignedIn(body);
  if (left === undefined) return undefined;
  const [contractId, target, source] = ['contractId', 'source', 'target'].map((name) =>
    stringAt(left, name),
  );
  return { UnassignCommand: { value: { contractId, source, target } } };
}

/** The assignment of what left, or of this id. */
function assigning({ left: body, id }: Json): object | undefined {
  const left = unassignedIn(body);
  const [source, target] = ['source', 'target'].map((name) => stringAt(left, name));
  const reassignmentId = id ?? stringAt(left, 'reassignmentId');
  if (reassignmentId === undefined) return undefined;
  return { AssignCommand: { value: { reassignmentId, source, target } } };
}

function reassignment(fixtures: Fixtures, { commandId, command, eventFormat }: Json): object {
  const [submitter = ABSENT.party] = actors(fixtures);
  const ids = { workflowId: 'assay', commandId, submissionId: `${commandId}-submission` };
  const userId = submitterOf(fixtures);
  const reassignmentCommands = { userId, ...ids, submitter, commands: [{ command }] };
  return { reassignmentCommands, eventFormat };
}

/** The offset before that of the update in a response. */
function offsetBefore(body: unknown): number | undefined {
  const offset = within(body, 'completionOffset') ?? within(updateIn(body), 'offset');
  return typeof offset === 'number' ? offset - 1 : undefined;
}

export const RESULT_HOLES: Readonly<Record<string, Hole>> = {
  updateIdIn: (_, body) => stringAt(updateIn(body), 'updateId'),
  offsetBefore: (_, body) => offsetBefore(body),
  /** True for the response to a submission that was taken in. */
  taken: (_, body) => (isObject(body) && body['code'] === undefined ? true : undefined),
  /** Until a list has the completion of this command, or of each of these, or is full. */
  listsCompletion:
    ({ fixtures }, ids) =>
    (body: unknown) =>
      isFullList(body, fixtures) ||
      [ids].flat().every((id) => completionOf(id, body) !== undefined),
  /** True for a list that could have the completions of these commands, and lacks one. */
  lacksCompletion: ({ fixtures }, given) => {
    const { of, list } = given as Json;
    const mayHave = Array.isArray(list) && !isFullList(list, fixtures);
    const isLacking = [of].flat().some((id) => completionOf(id, list) === undefined);
    return mayHave && isLacking ? true : undefined;
  },
  completedUpdate: (_, given) => {
    const { of, list } = given as Json;
    return stringAt(completionOf(of, list), 'updateId');
  },
  createdTemplate: ({ fixtures }, transaction) => createdTemplate(fixtures, transaction),
  createdTemplateVerbose: ({ fixtures }, transaction) => {
    const format = createdTemplate(fixtures, transaction);
    return format && { ...format, verbose: true };
  },
  onboarding: (_, topology) =>
    elements(topology, 'topologyTransactions').map((transaction) => ({ transaction })),
  reassignment: ({ fixtures }, given) => reassignment(fixtures, given as Json),
  unassigning: (_, given) => unassigning(given as Json),
  returning: (_, body) => returning(body),
  assigning: (_, given) => assigning(given as Json),
  disclosed: (_, given) => {
    const { of = given, with: change = {} } = Object(given) as Json;
    return disclosedIn(of, Object(change));
  },
  preferredPackages,
  secondsAfter: (_, given) => secondsAfter(given as Json),
};
