/** Rules for every response that shows updates: relations between its members, and to its request. */

import {
  type CompleteExchange,
  describe,
  type Finding,
  finding,
  type Operation,
  type Probe,
  worded,
} from '../../../src/index.ts';
import { isObject, type Json, member, strings } from '../../kit/json.ts';
import { unless } from '../../kit/judges.ts';
import { type Check, checked, type Law, must } from '../../kit/law.ts';
import { sentMembers, type Variant } from '../requests/members.ts';
import { eachTransaction, eachUpdate, eventsIn, updatesIn } from './shown-updates.ts';

/** An operation that shows updates. */
export interface Shows {
  readonly operation: Operation;
  /** The clause that promises these updates. */
  readonly clause: string;
  readonly probes: readonly Probe[];
  /** A list that filters leave little of. */
  readonly filtered?: Probe;
}

/** Judges each response that shows updates. */
export const shown = (check: Check): Law<Shows>['test'] => checked(({ probes }) => probes, check);

/** Each offset is after the begin, not after the end, and after the offset before it. */
export const inOrder: Check = (exchange) => {
  const body = sentMembers(exchange);
  const begin = body['beginExclusive'] ?? body['beginOffsetExclusive'];
  const end = body['endInclusive'] ?? body['endOffsetInclusive'];
  const back = body['descendingOrder'] === true;
  const updates = updatesIn(exchange);
  return updates?.flatMap(({ offset }, i): Finding[] => {
    const at = `update ${i} /offset`;
    if (typeof begin === 'number' && !(offset > begin))
      return [finding(at, worded`more than ${begin}`, offset)];
    if (typeof end === 'number' && !(offset <= end))
      return [finding(at, worded`at most ${end}`, offset)];
    const before = updates[i - 1]?.offset;
    if (before === undefined || (back ? offset < before : offset > before)) return [];
    return [finding(at, worded`${back ? 'less' : 'more'} than ${before}, the one before`, offset)];
  });
};

const INCLUDED: Readonly<Record<string, string>> = {
  includeTransactions: 'Transaction',
  includeReassignments: 'Reassignment',
  includeTopologyEvents: 'TopologyTransaction',
};

/** Only kinds of updates that the request includes. */
export const onlyIncludedKinds: Check = eachUpdate(({ kind, offset }, exchange) => {
  const format = formatOf(exchange);
  const included = Object.entries(INCLUDED).flatMap(([name, one]) => (format[name] ? one : []));
  const expected = included.join(' or ') || 'none, as nothing is included';
  return unless(included.includes(kind), `/update at offset ${offset}`, expected, kind);
});

const FOLLOW = 'updates-follow-their-filters';

const SHAPES: Readonly<Record<string, readonly string[]>> = {
  TRANSACTION_SHAPE_ACS_DELTA: ['CreatedEvent', 'ArchivedEvent'],
  TRANSACTION_SHAPE_LEDGER_EFFECTS: ['CreatedEvent', 'ExercisedEvent'],
};

/** Only events that the shape of the request has. */
export const eventsFollowShape: Check = (exchange) => {
  const transactions = formatOf(exchange)['includeTransactions'];
  const allowed = SHAPES[`${member(transactions, 'transactionShape')}`];
  const judge = eachTransaction((update) =>
    eventsIn(update)
      .filter(({ kind }) => !allowed?.includes(kind))
      .map(({ kind }) =>
        finding(`/events of the update at offset ${update.offset}`, allowed?.join(' or '), kind),
      ),
  );
  return allowed && judge(exchange);
};

/** Rules for lists, pages and lookups. */
export const SHOWN_LAWS: readonly Law<Shows>[] = [
  must('only-included-kinds', FOLLOW, {
    statement: 'A response shows only kinds of updates that the request includes.',
    cause: 'A kind outside the format is shown, often topology events or reassignments.',
    fix: 'Show a kind only where the request has its include member.',
    test: shown(onlyIncludedKinds),
  }),
  must('events-follow-shape', FOLLOW, {
    statement:
      'A delta has only created and archived events, effects have only created and exercised ones.',
    cause: 'The shape of the request is ignored, and a default is used.',
    fix: 'Make events by the transactionShape of the request.',
    test: shown(eventsFollowShape),
  }),
  must('witnesses-are-requested-parties', FOLLOW, {
    statement: 'If parties are requested, each event has a witness among them, and no other.',
    cause: 'witnessParties holds all stakeholders, or a party sees all events of a transaction.',
    fix: 'Keep in witnessParties only parties of the request, and leave out events without one.',
    followsFrom: ['events-have-their-members'],
    test: shown(
      eachUpdate((update, exchange) => {
        const { includeTransactions, includeReassignments } = formatOf(exchange);
        const isTransaction = update.kind === 'Transaction';
        const events = isTransaction
          ? member(includeTransactions, 'eventFormat')
          : update.kind === 'Reassignment' && includeReassignments;
        const parties = member(events, 'filtersByParty');
        if (!isObject(parties) || member(events, 'filtersForAnyParty')) return undefined;
        return eventsIn(update).flatMap(({ value }) => {
          const witnesses = strings(value, 'witnessParties');
          if (isTransaction && witnesses.length === 0)
            return [finding('/witnessParties', 'a party of the request', 'none')];
          const other = witnesses.find((party) => !(party in parties));
          if (other === undefined) return [];
          return [finding('/witnessParties', 'only parties of the request', describe(other))];
        });
      }),
    ),
  }),
  must('events-match-their-transaction', {
    statement: 'The events of a transaction carry its offset, and their node ids ascend.',
    cause: 'Events are renumbered, unsorted, or carry the offset of the page.',
    fix: 'Give each event the offset of its transaction, and sort by node id.',
    test: shown(
      eachTransaction((update) => {
        let last = -1;
        const expected = `${update.offset}, as its transaction`;
        return eventsIn(update).flatMap(({ value: { offset, nodeId } }): Finding[] => {
          if (offset !== update.offset)
            return [finding('event /offset', expected, describe(offset))];
          const before = last;
          last = Number(nodeId);
          return unless(last > before, 'event /nodeId', worded`more than ${before}`, last);
        });
      }),
    ),
  }),
];

/** The rule for lists and pages. */
export const ORDER_LAW: Law<Shows> = must('offsets-in-order', {
  statement: 'The elements come in the order of their offsets, all of them in the requested range.',
  cause: 'The begin counts as inclusive, or lists of several synchronizers are joined unsorted.',
  fix: 'Read offsets greater than beginExclusive and at most endInclusive, ordered by offset.',
  test: shown(inOrder),
});

/** The update format of a request; that of a lookup of a transaction in the same form. */
export function formatOf(exchange: CompleteExchange): Json {
  const { updateFormat, transactionFormat } = sentMembers(exchange);
  if (transactionFormat) return { includeTransactions: transactionFormat };
  return isObject(updateFormat) ? updateFormat : {};
}

/** True for a request in the newer form, which names what it includes. */
export function hasFormat(exchange: CompleteExchange): boolean {
  const { updateFormat, transactionFormat } = sentMembers(exchange);
  return isObject(updateFormat) || isObject(transactionFormat);
}

/** One finding if a checkpoint has a greater offset than an element after it. */
export function checkpointFindings(shown: readonly Variant[]): readonly Finding[] {
  const offsets = shown.map(({ value }) => Number(value['offset']));
  const ahead = shown.findIndex(
    ({ kind }, i) =>
      kind === 'OffsetCheckpoint' &&
      offsets.slice(i + 1).some((later) => later < Number(offsets[i])),
  );
  if (ahead < 0) return [];
  return [finding('checkpoint /offset', 'no more than what follows it', offsets[ahead])];
}
