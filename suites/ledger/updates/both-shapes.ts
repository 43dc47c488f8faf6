/** Compares the same updates as a delta and with all effects, and chooses the party that sees them alone. */
import type { CheckResult, CompleteExchange, Exchange, Fixtures, Place } from '../../../src/kit.ts';
import { bodyPlace, finding, within, worded } from '../../../src/kit.ts';
import { difference, string, strings } from '../../kit/json.ts';
import { eachOf } from '../../kit/judges.ts';
import { ABSENT, qualifiedName } from '../requests/formats.ts';
import { stakeholdersOf } from '../requests/members.ts';
import type { ShownEvent, ShownUpdate } from '../responses/shown-updates.ts';
import { eventsIn, updatesIn } from '../responses/shown-updates.ts';
import { sameView } from '../responses/views.ts';

type Updates = readonly ShownUpdate[];

interface Happened {
  readonly contractId: string;
  readonly offset: number;
}

function happened(updates: Updates, is: (event: ShownEvent) => boolean): readonly Happened[] {
  return updates.flatMap((update) =>
    eventsIn(update)
      .filter(is)
      .map(({ value }) => ({ contractId: string(value, 'contractId'), offset: update.offset })),
  );
}

const isCreated = ({ kind }: ShownEvent): boolean => kind === 'CreatedEvent';
const isArchived = ({ kind }: ShownEvent): boolean => kind === 'ArchivedEvent';

/** Compares the ended contracts of a delta with those of all effects. */
export function archivedAlike(changes: Updates, effects: Updates): CheckResult {
  const created = happened(changes, isCreated);
  const archived = happened(changes, isArchived);
  const consumed = happened(
    effects,
    ({ kind, value }) => kind === 'ExercisedEvent' && value['consuming'] === true,
  );
  const among = (list: readonly Happened[], one: Happened): boolean =>
    list.some(({ contractId, offset }) => contractId === one.contractId && offset === one.offset);
  const unconsumed = archived.find((one) => !among(consumed, one));
  if (unconsumed)
    return [finding(placeOf('consuming', unconsumed), 'true: it is archived', 'no such exercise')];
  // A party that sees the creation in a delta is a stakeholder, and so sees the end in a delta.
  const ended = consumed.filter((one) =>
    created.some(({ contractId, offset }) => contractId === one.contractId && offset < one.offset),
  );
  const unarchived = ended.find((one) => !among(archived, one));
  if (unarchived)
    return [finding(placeOf('consuming', unarchived), 'false: it is not archived', 'true')];
  return archived.length + ended.length === 0 ? 'inapplicable' : [];
}

function placeOf(member: string, { contractId, offset }: Happened): Place {
  return bodyPlace(`/${member}`, { of: `contract ${contractId}`, at: `offset ${offset}` });
}

/** Compares the events of a delta with the same events in the effects. */
export function shownAlike(
  exchange: CompleteExchange,
  changes: Updates,
  effects: Updates,
): CheckResult {
  return eachOf(changes, (update) => {
    const other = effects.find(({ offset }) => offset === update.offset);
    return other && updatesAlike(exchange, update, other);
  });
}

function updatesAlike(exchange: CompleteExchange, update: ShownUpdate, other: ShownUpdate) {
  const at = '/update';
  const all = eventsIn(other);
  const events = eventsIn(update).flatMap(({ kind, value }) => {
    const ofContract = all.find(
      (one) =>
        one.value['contractId'] === value['contractId'] &&
        `${kind} ${one.kind}` in SAME_EVENT &&
        (kind === 'CreatedEvent' || one.value['consuming'] === true),
    );
    // Without its contract, the event at its place.
    const shown = ofContract ?? all.find((one) => one.value['nodeId'] === value['nodeId']);
    const schemas = shown && SAME_EVENT[`${kind} ${shown.kind}`];
    if (schemas === undefined) return [];
    // The effects of a transaction have more witnesses than its changes.
    const except = ['witnessParties'];
    return sameView(exchange, schemas, value, shown?.value, { at: `${at}/${kind}`, except });
  });
  const whole = sameView(exchange, 'JsTransaction', update.value, other.value, {
    at,
    except: ['events'],
  });
  const found = within([...whole, ...events], { at: `offset ${update.offset}`, of: 'the effects' });
  return found.map((one) => ({ ...one, expected: worded`${one.expected}, as in the delta` }));
}

/** The schemas of an event in a delta and in the effects. */
const SAME_EVENT: Readonly<Record<string, readonly [string, string]>> = {
  'CreatedEvent CreatedEvent': ['CreatedEvent', 'CreatedEvent'],
  'ArchivedEvent ExercisedEvent': ['ArchivedEvent', 'ExercisedEvent'],
};

/** Compares the effects that are marked as changes with the changes. */
export function markedAlike(changes: Updates, effects: Updates): CheckResult {
  const isMarked = ({ value }: ShownEvent): boolean => value['acsDelta'] === true;
  const all = happened(changes, (event) => isCreated(event) || isArchived(event));
  const marked = happened(
    effects,
    (event) => /^(Created|Exercised)Event$/.test(event.kind) && isMarked(event),
  );
  const [unmarked] = happened(changes, (event) => isCreated(event) && !isMarked(event));
  if (unmarked)
    return [finding(placeOf('acsDelta', unmarked), 'true, or no such event in the delta', 'false')];
  const keys = (list: readonly Happened[]): readonly string[] =>
    list.map(({ contractId, offset }) => `contract ${contractId} at offset ${offset}`);
  if (all.length + marked.length === 0) return 'inapplicable';
  return within(difference(keys(all), keys(marked), '/acsDelta'), { of: 'the events' });
}

/**
 * Compares all effects with those that a filter for an interface selects: a contract with a choice of the interface
 * implements it. Interfaces of several packages may have one name.
 */
export const choicesSelected =
  (wanted: readonly string[]) =>
  (effects: Updates, some: Updates): CheckResult => {
    const choices = effects.flatMap(eventsIn).filter(({ value }) => isOfInterface(value, wanted));
    if (new Set(choices.map(({ value }) => value['interfaceId'])).size !== 1) return 'inapplicable';
    const [due, came] = [effects, some].map((updates) =>
      happened(updates, ({ value }) => isOfInterface(value, wanted)),
    );
    return difference(due, came, '/exercises');
  };

const isOfInterface = (event: object, wanted: readonly string[]): boolean =>
  wanted.map(qualifiedName).includes(qualifiedName(string(event, 'interfaceId')));

/**
 * An observer of an archived contract, who may see less than signatories; best one who also witnesses a creation without
 * a stake in it. Otherwise the last party.
 */
export function oneOfSeveral(
  { parties }: Fixtures,
  changes: Exchange | undefined,
  effects: Exchange | undefined,
): string {
  const [changed, all] = [changes, effects].map((one) => (updatesIn(one) ?? []).flatMap(eventsIn));
  const ended = new Set(changed?.filter(isArchived).map(({ value }) => value['contractId']));
  const observers = (changed ?? [])
    .filter(({ value }) => ended.has(value['contractId']))
    .flatMap(({ value }) => strings(value, 'observers'));
  const onlookers = (all ?? [])
    .filter(({ kind }) => kind === 'CreatedEvent')
    .flatMap(({ value }) =>
      strings(value, 'witnessParties').filter((party) => !stakeholdersOf(value).includes(party)),
    );
  const isBoth = (party: string) => observers.includes(party) && onlookers.includes(party);
  const either = [...observers, ...onlookers];
  return (
    parties.find(isBoth) ??
    parties.find((party) => either.includes(party)) ??
    parties.at(-1) ??
    ABSENT.party
  );
}
