/** Witnesses of a change are stakeholders that the request names; those of an exercise also see its consequences. */
import { bodyPlace, type CompleteExchange, type Finding, finding } from '../../../src/kit.ts';
import { elements, isObject, member, string, strings } from '../../kit/json.ts';
import { noOther } from '../../kit/judges.ts';
import type { Check } from '../../kit/law.ts';
import { formatOf } from '../laws/list-contents.ts';
import { stakeholdersOf } from '../requests/members.ts';
import type { ShownEvent, ShownUpdate } from '../responses/shown-updates.ts';
import { eachTransaction, eventsIn, updatesIn } from '../responses/shown-updates.ts';

/** One event, with its stakeholders and witnesses. */
interface Seen {
  readonly synchronizer: string;
  readonly offset: number;
  readonly nodeId: unknown;
  readonly contractId: string;
  readonly stakeholders: readonly string[];
  readonly witnesses: readonly string[];
}

export const stakeholdersWitness: Check = (exchange) => {
  const updates = updatesIn(exchange);
  const parties = isDelta(exchange) ? partiesOf(exchange) : undefined;
  if (updates === undefined || parties === undefined) return undefined;
  const events = updates.flatMap(seenIn);
  // An archival shows no stakeholders: its contract has them.
  const known = new Map(
    events.filter(({ stakeholders: [one] }) => one).map((event) => [event.contractId, event]),
  );
  const ofKnown = events.filter(({ contractId }) => known.has(contractId));
  if (ofKnown.length === 0) return 'inapplicable';
  const findings = ofKnown.flatMap((event) => {
    const { offset, contractId, witnesses } = event;
    const { stakeholders } = known.get(contractId) ?? event;
    const at = bodyPlace('/witnessParties', { at: `offset ${offset}` });
    const other = witnesses.find((party) => !stakeholders.includes(party));
    if (other !== undefined) return [finding(at, 'only stakeholders', other)];
    const left = parties
      .filter((party) => stakeholders.includes(party) && !witnesses.includes(party))
      .find((party) => isHosted(party, event, events));
    return left === undefined ? [] : [finding(at, left, witnesses.join(', ') || 'none')];
  });
  return findings.slice(0, 1);
};

function isDelta(exchange: CompleteExchange): boolean {
  const transactions = formatOf(exchange)['includeTransactions'];
  return member(transactions, 'transactionShape') === 'TRANSACTION_SHAPE_ACS_DELTA';
}

/** The parties of a request for transactions without other filters; `undefined` for other requests. */
export function partiesOf(exchange: CompleteExchange): readonly string[] | undefined {
  const transactions = formatOf(exchange)['includeTransactions'];
  const filters = member(transactions, 'eventFormat', 'filtersByParty');
  if (member(transactions, 'eventFormat', 'filtersForAnyParty') || !isObject(filters))
    return undefined;
  const open = Object.values(filters).every((filter) =>
    elements(filter, 'cumulative').some((one) => member(one, 'identifierFilter', 'WildcardFilter')),
  );
  return open ? Object.keys(filters) : undefined;
}

/**
 * A node shows nothing to parties of other nodes. A party that witnessed an earlier and a later event on the same
 * synchronizer is hosted here.
 */
function isHosted(party: string, event: Seen, all: readonly Seen[]): boolean {
  const { synchronizer, offset, nodeId } = event;
  const others = all.filter(
    (one) =>
      one.synchronizer === synchronizer &&
      one.witnesses.includes(party) &&
      !(one.offset === offset && one.nodeId === nodeId),
  );
  return others.some((one) => one.offset <= offset) && others.some((one) => one.offset >= offset);
}

function seenIn(update: ShownUpdate): readonly Seen[] {
  if (update.kind !== 'Transaction') return [];
  return eventsIn(update).map(({ value }) => ({
    synchronizer: string(update.value, 'synchronizerId'),
    offset: update.offset,
    nodeId: value['nodeId'],
    contractId: string(value, 'contractId'),
    stakeholders: stakeholdersOf(value),
    witnesses: strings(value, 'witnessParties'),
  }));
}

export const consequencesAreWitnessed: Check = (exchange) =>
  eachTransaction((update) => {
    const events = eventsIn(update);
    // Without these numbers no one knows which events an exercise caused.
    if (!events.every(isNumbered)) return undefined;
    const pairs = events.flatMap((event) => {
      const causes = events.filter((one) => causedBy(one, event));
      return causes.length > 0 || event.kind === 'CreatedEvent' ? [[event, causes] as const] : [];
    });
    if (pairs.length === 0) return undefined;
    return pairs.flatMap(([event, causes]) => ofOne(exchange, event, causes)).slice(0, 1);
  })(exchange);

function isNumbered({ kind, value }: ShownEvent): boolean {
  const names = kind === 'ExercisedEvent' ? ['nodeId', 'lastDescendantNodeId'] : ['nodeId'];
  return names.every((name) => typeof value[name] === 'number');
}

function causedBy({ kind, value }: ShownEvent, event: ShownEvent): boolean {
  const [id, last, own] = [value['nodeId'], value['lastDescendantNodeId'], event.value['nodeId']];
  return kind === 'ExercisedEvent' && Number(own) > Number(id) && Number(own) <= Number(last);
}

function ofOne(
  exchange: CompleteExchange,
  { kind, value }: ShownEvent,
  causes: readonly ShownEvent[],
): readonly Finding[] {
  const at = bodyPlace('/witnessParties', { of: `the event with node id ${value['nodeId']}` });
  const witnesses = strings(value, 'witnessParties');
  const above = causes.flatMap((cause) => strings(cause.value, 'witnessParties'));
  const lost = above.find((party) => !witnesses.includes(party));
  if (lost !== undefined) return [finding(at, lost, witnesses.join(', ') || 'none')];
  // Filters hide causes; a choice has observers that no event names.
  if (kind !== 'CreatedEvent' || partiesOf(exchange) === undefined) return [];
  const entitled = [...stakeholdersOf(value), ...above];
  const other = witnesses.find((party) => !entitled.includes(party));
  return noOther(other, at, 'stakeholders, and witnesses of the exercises above it');
}
