/**
 * Rules for a single list of updates or active contracts. A comparison that fails because of such a rule shows the
 * rule's finding.
 */
import type { CheckResult, CompleteExchange, Finding, Place } from '../../../src/kit.ts';
import { bodyPlace, describe, finding, worded } from '../../../src/kit.ts';
import { elements, isObject, type Json, member, repeated, string } from '../../kit/json.ts';
import { ofGood, type Received, unless } from '../../kit/judges.ts';
import type { Check } from '../../kit/law.ts';
import { sentMembers, type Variant, variantsIn } from '../requests/members.ts';
import { entriesOf, keysOf } from '../responses/entries.ts';
import { eachTransaction, eachUpdate, eventsIn, updatesIn } from '../responses/shown-updates.ts';

const EVENT = { of: 'the event' } as const;
const CHECKPOINT = { of: 'the checkpoint' } as const;
export const CHECKPOINT_OFFSET: Place = bodyPlace('/offset', CHECKPOINT);

/** The place of all events of an update. */
export const eventsOf = ({ offset }: { readonly offset: number }): Place =>
  bodyPlace('/events', { of: 'the update', at: `offset ${offset}` });

/** Each offset is after the start, not after the end, and after the offset before it. */
export const inOrder: Check = (exchange) => {
  const body = sentMembers(exchange);
  const boundOf = (...names: readonly string[]): readonly [string, unknown] => {
    const name = names.find((one) => (body[one] ?? undefined) !== undefined) ?? '';
    return [name, body[name]];
  };
  const [beginName, begin] = boundOf('beginExclusive', 'beginOffsetExclusive');
  const [endName, end] = boundOf('endInclusive', 'endOffsetInclusive');
  const back = body['descendingOrder'] === true;
  const order = back ? ', in descending order' : '';
  const updates = updatesIn(exchange);
  return updates?.flatMap(({ offset }, i): Finding[] => {
    const at = bodyPlace('/offset', { of: `update ${i}` });
    if (typeof begin === 'number' && !(offset > begin))
      return [finding(at, worded`more than ${begin}, the ${beginName}${order}`, offset)];
    if (typeof end === 'number' && !(offset <= end))
      return [finding(at, worded`at most ${end}, the ${endName}${order}`, offset)];
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

/** Updates have only the kinds that the request includes. */
export const onlyIncludedKinds: Check = eachUpdate(({ kind, offset }, exchange) => {
  if (!hasFormat(exchange)) return undefined;
  const format = formatOf(exchange);
  const included = Object.entries(INCLUDED).flatMap(([name, one]) => (format[name] ? one : []));
  const expected = included.join(' or ') || 'none, because the request includes no kind';
  return unless(
    included.includes(kind),
    bodyPlace('/update', { at: `offset ${offset}` }),
    expected,
    kind,
  );
});

const SHAPES: Readonly<Record<string, readonly string[]>> = {
  TRANSACTION_SHAPE_ACS_DELTA: ['CreatedEvent', 'ArchivedEvent'],
  TRANSACTION_SHAPE_LEDGER_EFFECTS: ['CreatedEvent', 'ExercisedEvent'],
};

/** Every event has the requested shape. */
export const eventsFollowShape: Check = (exchange) => {
  const transactions = formatOf(exchange)['includeTransactions'];
  const allowed = SHAPES[`${member(transactions, 'transactionShape')}`];
  const judge = eachTransaction((update) =>
    eventsIn(update)
      .filter(({ kind }) => !allowed?.includes(kind))
      .map(({ kind }) => finding(eventsOf(update), allowed?.join(' or '), kind)),
  );
  return allowed && judge(exchange);
};

/** Each event has the offset of its update; the node ids of a transaction ascend. */
export const eventsMatch: Check = eachUpdate((update) => {
  const isTransaction = update.kind === 'Transaction';
  if (!isTransaction && update.kind !== 'Reassignment') return undefined;
  let last = -1;
  return eventsIn(update).flatMap(({ value: { offset, nodeId } }): Finding[] => {
    if (offset !== update.offset)
      return [
        finding(
          bodyPlace('/offset', EVENT),
          worded`${update.offset}, as its update`,
          describe(offset),
        ),
      ];
    const before = isTransaction ? last : -1;
    last = Number(nodeId);
    // A missing node id is a matter of the shape.
    return unless(
      !(last <= before),
      bodyPlace('/nodeId', EVENT),
      worded`more than ${before}`,
      last,
    );
  });
});

/** A client that continues from the offset of a checkpoint misses nothing. */
export const checkpointsInOrder: Check = (exchange) => {
  const { status, body, truncated } = exchange.response;
  if (status !== 200 || truncated || sentMembers(exchange)['descendingOrder'] === true)
    return undefined;
  const listed = variantsIn(body, 'update');
  const checkpoints = listed.filter(({ kind }) => kind === 'OffsetCheckpoint');
  if (checkpoints.length === 0) return 'inapplicable';
  const end = sentMembers(exchange)['endInclusive'] ?? Number.POSITIVE_INFINITY;
  const beyond = checkpoints
    .map(({ value }) => Number(value['offset']))
    .find((at) => at > Number(end));
  if (beyond !== undefined)
    return [
      finding(CHECKPOINT_OFFSET, worded`at most ${Number(end)}, the end of the list`, beyond),
    ];
  return checkpointFindings(listed);
};

/** One finding if a checkpoint has a greater offset than an element after it. */
export function checkpointFindings(shown: readonly Variant[]): readonly Finding[] {
  const offsets = shown.map(({ value }) => Number(value['offset']));
  const ahead = shown.findIndex(
    ({ kind }, i) =>
      kind === 'OffsetCheckpoint' &&
      offsets.slice(i + 1).some((later) => later < Number(offsets[i])),
  );
  if (ahead < 0) return [];
  return [finding(CHECKPOINT_OFFSET, 'at most that of the next element', offsets[ahead])];
}

/** A checkpoint shows how far the list and each synchronizer got: not less than what comes before it. */
function uncovered(shown: readonly Variant[]): CheckResult {
  const checkpoints = shown.flatMap(({ kind, value }, i) =>
    kind === 'OffsetCheckpoint' ? [{ value, before: shown.slice(0, i) }] : [],
  );
  if (checkpoints.length === 0) return 'inapplicable';
  return checkpoints
    .flatMap(({ value, before }) => before.flatMap((one) => behind(value, one.value)))
    .slice(0, 1);
}

/** Of a list of updates or of completions. */
export const checkpointsCover: Check = ({ response: { status, body } }) =>
  status === 200
    ? uncovered(['update', 'completionResponse'].flatMap((name) => variantsIn(body, name)))
    : undefined;

function behind(checkpoint: Json, covered: Json): readonly Finding[] {
  const [offset, earlier] = [checkpoint, covered].map((one) => Number(one['offset']));
  if (Number(offset) < Number(earlier))
    return [finding(CHECKPOINT_OFFSET, worded`at least ${Number(earlier)}`, Number(offset))];
  // A completion has both in one member, an update by themselves.
  const at = isObject(covered['synchronizerTime']) ? covered['synchronizerTime'] : covered;
  const times = elements(checkpoint, 'synchronizerTimes').filter(
    (one) => member(one, 'synchronizerId') === at['synchronizerId'],
  );
  const [time, again] = times.map((one) => string(one, 'recordTime'));
  const place = bodyPlace('/synchronizerTimes', CHECKPOINT);
  if (again !== undefined)
    return [finding(place, 'each synchronizer once', describe(at['synchronizerId']))];
  const recorded = string(at, 'recordTime');
  const isEarlier = Date.parse(`${time}`) < Date.parse(recorded);
  const expected = worded`at least ${recorded}, the time of an earlier update`;
  return unless(!isEarlier, bodyPlace('/synchronizerTimes/recordTime', CHECKPOINT), expected, time);
}

/** The update format of a request; for a lookup of a transaction the equivalent one. */
export function formatOf(exchange: CompleteExchange): Json {
  const { updateFormat, transactionFormat } = sentMembers(exchange);
  if (transactionFormat) return { includeTransactions: transactionFormat };
  return isObject(updateFormat) ? updateFormat : {};
}

/** True for a request in the newer form, which names the included kinds. */
function hasFormat(exchange: CompleteExchange): boolean {
  const { updateFormat, transactionFormat } = sentMembers(exchange);
  return isObject(updateFormat) || isObject(transactionFormat);
}

/** The same comparison. If it fails and one response breaks a rule for single lists, that finding is returned. */
export const ofGoodLists = <S extends readonly unknown[]>(
  compare: (exchanges: readonly CompleteExchange[], ...rest: S) => CheckResult,
): typeof compare => ofGood(brokenIn, compare);

/** The same for a judge of lists that a chapter names. */
export const comparing =
  <Lists extends readonly Received[]>(judge: (...lists: Lists) => CheckResult): typeof judge =>
  (...lists) =>
    ofGoodLists(() => judge(...lists))(lists.filter((one) => one !== undefined));

/** The findings of the rules for single lists of updates and of active contracts. */
export function brokenIn(exchange: CompleteExchange): Finding[] {
  if (exchange.response.status !== 200) return [];
  const rules = hasFormat(exchange) ? [onlyIncludedKinds, eventsFollowShape] : [];
  const found = [...rules, inOrder, checkpointsInOrder].flatMap((rule) => {
    const result = rule(exchange);
    return typeof result === 'object' ? result : [];
  });
  return [...found, ...repeated(REPEATED, keysOf(entriesOf(exchange.response.body)))];
}

/** The place at which the rule for active contracts reports a repeated entry. */
export const REPEATED: Place = bodyPlace('/contractId', { of: 'the entries' });
