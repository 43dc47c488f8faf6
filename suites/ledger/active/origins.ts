/** How the active contracts came to where they are, as the updates tell it. */
import { type CheckResult, type CompleteExchange, finding } from '../../../src/index.ts';
import { differing, member, string } from '../../kit/json.ts';
import { placeOf, type Turn } from '../updates/turns.ts';
import { type Entry, entriesIn } from './entries.ts';

type Compare = (turns: readonly Turn[], snapshots: readonly CompleteExchange[]) => CheckResult;

/** Judges each entry that the updates tell of. */
const eachEntry =
  (judge: (turns: readonly Turn[], entry: Entry) => CheckResult): Compare =>
  (turns, snapshots) => {
    const results = snapshots
      .flatMap((snapshot) => entriesIn(snapshot) ?? [])
      .map((entry) => judge(turns, entry))
      .filter((one) => typeof one === 'object');
    return results.length === 0 ? 'inapplicable' : results.flat().slice(0, 1);
  };

function inWords(offset: unknown, nodeId: unknown, counter: number | undefined): string {
  return `offset ${offset}, node ${nodeId}, counter ${counter}`;
}

/**
 * Each active contract against the arrivals at its place. Where the updates tell of none, it came before
 * them; where they tell of several, any of them will do.
 */
export const asTheyCame: Compare = eachEntry((turns, entry) => {
  const { active, contractId, synchronizerId, created, counter } = entry;
  const place = placeOf(contractId, synchronizerId);
  const expected = turns
    .filter(({ kind }) => kind === 'created' || kind === 'assigned')
    .filter((turn) => turn.place === place)
    .map((turn) => inWords(turn.offset, turn.nodeId, turn.counter));
  if (!active || expected.length === 0) return undefined;
  const actual = inWords(created['offset'], created['nodeId'] ?? undefined, counter);
  return expected.includes(actual) ? [] : [finding(place, expected.join(', or '), actual)];
});

const OF_A_DEPARTURE = [
  ...['contractId', 'reassignmentId', 'source', 'target', 'reassignmentCounter'],
  ...['offset', 'nodeId'],
];

/** Each contract on its way against the departure that the updates tell of. */
export const asTheyLeft: Compare = eachEntry((turns, { contractId, left }) => {
  const departure = turns.find(
    (turn) =>
      turn.kind === 'unassigned' &&
      turn.contractId === contractId &&
      turn.reassignmentId === string(left, 'reassignmentId'),
  );
  if (departure === undefined) return undefined;
  return OF_A_DEPARTURE.flatMap((name) =>
    differing(`/unassignedEvent/${name}`, member(departure.event, name), member(left, name)),
  );
});
