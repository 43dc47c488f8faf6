/** How the active contracts came to where they are, as the updates tell it. */
import { type CheckResult, type CompleteExchange, finding } from '../../../src/index.ts';
import { count, differing, elements, member, string } from '../requests/members.ts';
import { type ShownUpdate, synchronizerOf } from '../updates/shown-updates.ts';
import { entriesOf } from './entries.ts';
import { placeOf } from './history.ts';

/** A contract came to a synchronizer: it was created there, or assigned. */
interface Arrival {
  readonly place: string;
  /** Offset, node id and counter, in words. */
  readonly told: string;
}

export function arrivalsIn(updates: readonly ShownUpdate[]): readonly Arrival[] {
  return updates.flatMap((update) =>
    elements(update.value, 'events').flatMap((event): Arrival[] => {
      const created = member(event, 'CreatedEvent');
      if (created !== undefined) return [arrival(update, created, synchronizerOf(update), 0)];
      const came = member(event, 'JsAssignmentEvent');
      if (came === undefined) return [];
      const counter = count({ told: member(came, 'reassignmentCounter') }, 'told');
      return [arrival(update, member(came, 'createdEvent'), string(came, 'target'), counter)];
    }),
  );
}

function arrival(
  { offset }: ShownUpdate,
  created: unknown,
  synchronizerId: string,
  counter: number | undefined,
): Arrival {
  const place = placeOf(string(created, 'contractId'), synchronizerId);
  return { place, told: inWords(offset, member(created, 'nodeId'), counter) };
}

function inWords(offset: unknown, nodeId: unknown, counter: number | undefined): string {
  return `offset ${offset}, node ${nodeId}, counter ${counter}`;
}

/**
 * Each active contract against the arrivals at its place. Where the updates tell of none, it came before
 * them; where they tell of several, any of them will do.
 */
export function asTheyCame(
  arrivals: readonly Arrival[],
  snapshots: readonly CompleteExchange[],
): CheckResult {
  const said = snapshots
    .filter(({ response: { status } }) => status === 200)
    .flatMap(({ response: { body } }) => entriesOf(body))
    .filter(({ active }) => active)
    .flatMap(({ contractId, synchronizerId, created, counter }) => {
      const place = placeOf(contractId, synchronizerId);
      const owed = arrivals.filter((one) => one.place === place).map((one) => one.told);
      if (owed.length === 0) return [];
      const told = inWords(created['offset'], created['nodeId'] ?? undefined, counter);
      return [owed.includes(told) ? [] : [finding(`${place}`, owed.join(', or '), told)]];
    });
  return said.length === 0 ? 'inapplicable' : said.flat().slice(0, 1);
}

const OF_A_DEPARTURE = [
  ...['contractId', 'reassignmentId', 'source', 'target', 'reassignmentCounter'],
  ...['offset', 'nodeId'],
];

/** Each contract on its way against the departure that the updates tell of. */
export function asTheyLeft(
  updates: readonly ShownUpdate[],
  snapshots: readonly CompleteExchange[],
): CheckResult {
  const departures = updates.flatMap(({ value }) =>
    elements(value, 'events').flatMap((event) => {
      const told =
        member(event, 'JsUnassignedEvent', 'value') ?? member(event, 'JsUnassignedEvent');
      return told === undefined ? [] : [told];
    }),
  );
  const said = snapshots
    .filter(({ response: { status } }) => status === 200)
    .flatMap(({ response: { body } }) => entriesOf(body))
    .flatMap(({ contractId, leftBy, left }) => {
      const owed = departures.find(
        (one) =>
          string(one, 'reassignmentId') === leftBy && string(one, 'contractId') === contractId,
      );
      if (owed === undefined) return [];
      return [
        OF_A_DEPARTURE.flatMap((name) =>
          differing(`/unassignedEvent/${name}`, member(owed, name), member(left, name)),
        ),
      ];
    });
  return said.length === 0 ? 'inapplicable' : said.flat().slice(0, 1);
}
