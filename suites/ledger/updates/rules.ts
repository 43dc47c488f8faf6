/** Checks of responses that show updates, judged by their requests. */
import {
  type CheckResult,
  type CompleteExchange,
  describe,
  type Finding,
  finding,
  sent,
} from '../../../src/index.ts';
import { isObject } from '../requests/alike.ts';
import type { Json } from '../requests/members.ts';
import { eventsIn, type ShownUpdate, textsIn, updatesIn } from './shown-updates.ts';

/** Each offset is after the begin, not after the end, and after the offset before it. */
export function inOrder(exchange: CompleteExchange): CheckResult {
  const updates = updatesIn(exchange);
  if (updates === undefined) return undefined;
  const body = askedOf(exchange);
  const begin = body['beginExclusive'] ?? body['beginOffsetExclusive'];
  const end = body['endInclusive'] ?? body['endOffsetInclusive'];
  const back = body['descendingOrder'] === true;
  return updates.flatMap(({ offset }, i): Finding[] => {
    const at = `update ${i} /offset`;
    if (typeof begin === 'number' && !(offset > begin))
      return [finding(at, `more than ${begin}`, `${offset}`)];
    if (typeof end === 'number' && !(offset <= end))
      return [finding(at, `at most ${end}`, `${offset}`)];
    const before = updates[i - 1]?.offset;
    if (before === undefined || (back ? offset < before : offset > before)) return [];
    return [finding(at, `${back ? 'less' : 'more'} than ${before}, the one before`, `${offset}`)];
  });
}

const INCLUDED: Readonly<Record<string, string>> = {
  includeTransactions: 'Transaction',
  includeReassignments: 'Reassignment',
  includeTopologyEvents: 'TopologyTransaction',
};

/** Only kinds of updates that the request includes. */
export function onlyIncludedKinds(exchange: CompleteExchange): CheckResult {
  const format = formatOf(exchange);
  const included = Object.entries(INCLUDED).flatMap(([name, kind]) => (format[name] ? kind : []));
  return judged(exchange, ({ kind }) =>
    included.includes(kind) ? [] : [finding('/update', included.join(' or '), kind)],
  );
}

const SHAPES: Readonly<Record<string, readonly string[]>> = {
  TRANSACTION_SHAPE_ACS_DELTA: ['CreatedEvent', 'ArchivedEvent'],
  TRANSACTION_SHAPE_LEDGER_EFFECTS: ['CreatedEvent', 'ExercisedEvent'],
};

/** Only events of the shape of the request. */
export function eventsFollowTheShape(exchange: CompleteExchange): CheckResult {
  const shape = String(membersOf(formatOf(exchange)['includeTransactions'])['transactionShape']);
  const allowed = SHAPES[shape];
  if (allowed === undefined) return undefined;
  return judged(exchange, (update) =>
    update.kind !== 'Transaction'
      ? undefined
      : eventsIn(update).flatMap(({ kind }) =>
          allowed.includes(kind)
            ? []
            : [finding(`event at offset ${update.offset}`, allowed.join(' or '), kind)],
        ),
  );
}

/** Where a request names only parties, each event has a witness among them, and no other. */
export function witnessesWereAsked(exchange: CompleteExchange): CheckResult {
  const format = formatOf(exchange);
  const events = {
    Transaction: membersOf(membersOf(format['includeTransactions'])['eventFormat']),
    Reassignment: membersOf(format['includeReassignments']),
  };
  return judged(exchange, (update) => {
    const { filtersByParty, filtersForAnyParty } = events[update.kind as keyof typeof events] ?? {};
    if (!isObject(filtersByParty) || filtersForAnyParty) return undefined;
    return eventsIn(update).flatMap(({ value }) => {
      const witnesses = textsIn(value['witnessParties']);
      if (update.kind === 'Transaction' && witnesses.length === 0)
        return [finding('/witnessParties', 'a party of the request', 'none')];
      const other = witnesses.find((p) => !(p in filtersByParty));
      if (other === undefined) return [];
      return [finding('/witnessParties', 'only parties of the request', describe(other))];
    });
  });
}

/** The events of a transaction carry its offset, and their node ids ascend. */
export function eventsBelongTogether(exchange: CompleteExchange): CheckResult {
  return judged(exchange, (update) => {
    if (update.kind !== 'Transaction') return undefined;
    let last = -1;
    return eventsIn(update).flatMap(({ value: { offset, nodeId } }): Finding[] => {
      if (offset !== update.offset)
        return [finding('event /offset', `${update.offset}, as its transaction`, describe(offset))];
      const before = last;
      last = Number(nodeId);
      return last > before ? [] : [finding('event /nodeId', `more than ${before}`, `${nodeId}`)];
    });
  });
}

/** The members of the request's body. */
export function askedOf({ request }: CompleteExchange): Json {
  return membersOf(sent(request));
}

/** The update format of a request; that of a lookup of a transaction in the same form. */
export function formatOf(exchange: CompleteExchange): Json {
  const { updateFormat, transactionFormat } = askedOf(exchange);
  return transactionFormat ? { includeTransactions: transactionFormat } : membersOf(updateFormat);
}

function membersOf(value: unknown): Json {
  return isObject(value) ? value : {};
}

/** Inconclusive without success; `inapplicable` where the rule judges none of the updates. */
export function judged(
  exchange: CompleteExchange,
  rule: (update: ShownUpdate) => readonly Finding[] | undefined,
): CheckResult {
  const updates = updatesIn(exchange);
  if (updates === undefined) return undefined;
  const results = updates.map(rule).filter((one) => one !== undefined);
  return results.length === 0 ? 'inapplicable' : results.flat();
}
