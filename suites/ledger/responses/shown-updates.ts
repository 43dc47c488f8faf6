/** Reads the updates and the completions of responses of any operation. Never throws for an unexpected body. */
import type { CheckResult, CompleteExchange, Exchange, Finding } from '../../../src/kit.ts';
import { worded } from '../../../src/kit.ts';
import { difference, elements, isObject, type Json, member, string } from '../../kit/json.ts';
import { acceptedToo, both, lacking, type Received } from '../../kit/judges.ts';
import type { Check } from '../../kit/law.ts';
import { nextTokenOf } from '../../kit/page-walks.ts';
import { isFull } from '../requests/formats.ts';
import { type Variant, variantOf, variantsIn } from '../requests/members.ts';

/** One update; its kind is its name in the response. */
export interface ShownUpdate extends Variant {
  readonly offset: number;
}

/** One event: the created event inside an assignment counts as its value. */
export interface ShownEvent extends Variant {
  /** The assignment with its other members. */
  readonly whole: Json;
}

/**
 * The updates of a response in order, without checkpoints and unknown kinds; `undefined` without success. Lists, pages
 * and lookups are read alike.
 */
export function updatesIn(exchange: Exchange | undefined): readonly ShownUpdate[] | undefined {
  const { status, body, truncated } = exchange?.response ?? {};
  if (status !== 200 || truncated) return undefined;
  for (const [name, kind] of SINGLE) {
    const value = member(body, name);
    if (isObject(value)) return [shown({ kind, value })];
  }
  const list = [member(body, 'updates'), body].find(Array.isArray) ?? [body];
  return variantsIn(list, 'update')
    .filter(({ kind }) => KINDS.includes(kind))
    .map(shown);
}

/** The members that hold a single update, and its kind. */
const SINGLE = [
  ['transaction', 'Transaction'],
  ['reassignment', 'Reassignment'],
] as const;

const KINDS = ['Transaction', 'TransactionTree', 'Reassignment', 'TopologyTransaction'];

/** The offset up to which a response is complete: a list at its limit ends with its last update. */
export function completeUpTo(exchange: Exchange | undefined): number {
  const more = Array.isArray(exchange?.response?.body)
    ? isFull(exchange)
    : nextTokenOf(exchange) !== '';
  return more ? (updatesIn(exchange)?.at(-1)?.offset ?? 0) : Number.POSITIVE_INFINITY;
}

function shown(update: Variant): ShownUpdate {
  return { ...update, offset: Number(update.value['offset']) };
}

/** The updates of two responses as far as both of them are complete; inconclusive unless both were accepted. */
export function bothShown(
  exchanges: readonly Received[],
  compare: (one: readonly ShownUpdate[], other: readonly ShownUpdate[]) => CheckResult,
): CheckResult {
  return both(updatesIn, exchanges, (one, other, ...of) => {
    const upTo = Math.min(...of.map(completeUpTo));
    const known = (updates: readonly ShownUpdate[]): readonly ShownUpdate[] =>
      updates.filter(({ offset }) => offset <= upTo);
    return compare(known(one), known(other));
  });
}

/** Compares the list for all with the list for some: it must have each of their updates, as far as it is complete. */
export function noneIsLost(
  some: Received,
  all: Received,
  which: (update: ShownUpdate) => boolean = () => true,
): CheckResult {
  return acceptedToo(updatesIn, [some, all], (known, shown, _, whole) => {
    const own = known.filter(which);
    const ids = new Set(shown.map(({ value }) => value['updateId']));
    const upTo = completeUpTo(whole);
    const lost = own.find(({ offset, value }) => offset <= upTo && !ids.has(value['updateId']));
    if (lost) return [lacking(worded`the update at offset ${lost.offset}`)];
    return own.length === 0 ? 'inapplicable' : [];
  });
}

/** Inconclusive without success; `inapplicable` if the rule judges none of the updates. */
export const eachUpdate =
  (
    rule: (update: ShownUpdate, exchange: CompleteExchange) => readonly Finding[] | undefined,
  ): Check =>
  (exchange) => {
    const updates = updatesIn(exchange);
    if (updates === undefined) return undefined;
    const results = updates.map((one) => rule(one, exchange)).filter((one) => one !== undefined);
    return results.length === 0 ? 'inapplicable' : results.flat();
  };

export const eachTransaction = (
  rule: (update: ShownUpdate) => readonly Finding[] | undefined,
): Check => eachUpdate((update) => (update.kind === 'Transaction' ? rule(update) : undefined));

/** The events of a transaction or a reassignment that name their contract, in their order. */
export function eventsIn({ value }: ShownUpdate): readonly ShownEvent[] {
  return elements(value, 'events')
    .flatMap(variantOf)
    .map(({ kind, value: whole }) => {
      const inner = whole['createdEvent'] ?? (kind === 'JsUnassignedEvent' && whole['value']);
      return { kind, value: isObject(inner) ? inner : whole, whole };
    })
    .filter((event) => string(event.value, 'contractId') !== '');
}

/** The events of one kind in a transaction or a reassignment, as they are. */
export function eventsNamed(update: unknown, kind: string): readonly Json[] {
  return elements(update, 'events')
    .map((event) => member(event, kind))
    .filter(isObject);
}

const TREE_EVENTS: Readonly<Record<string, string>> = {
  CreatedEvent: 'CreatedTreeEvent',
  ExercisedEvent: 'ExercisedTreeEvent',
};

/** A transaction in the form of a tree. Only the newer form has the hashes and the cost. */
export function asTree(transaction: Json): Json {
  const { events, externalTransactionHash, transactionHash, paidTrafficCost, ...kept } =
    transaction;
  const byId = elements(events)
    .flatMap(variantOf)
    .map(({ kind, value }) => [value['nodeId'], { [TREE_EVENTS[kind] ?? kind]: { value } }]);
  return { ...kept, eventsById: Object.fromEntries(byId) as Json };
}

/** Completions and checkpoints, in their order. */
export const shownIn = (body: unknown): readonly Variant[] =>
  variantsIn(body, 'completionResponse');

/** The completions in the body of a list. */
export function completionsOf(body: unknown): readonly Json[] {
  return shownIn(body).flatMap(({ kind, value }) => (kind === 'Completion' ? [value] : []));
}

/** The completions of a response; `undefined` if the request was rejected. */
export function completionsIn(list: Exchange | undefined): readonly Json[] | undefined {
  return list?.response?.status === 200 ? completionsOf(list.response.body) : undefined;
}

/**
 * The offset up to which a list of completions has all of them: that of its last element, which may be a checkpoint. A
 * list at its limit may lack others of its last offset.
 */
export function reachOf(list: Exchange | undefined): number {
  const offsets = shownIn(list?.response?.body).map(({ value }) => Number(value['offset']));
  const last = Math.max(0, ...offsets.filter(Number.isFinite));
  return isFull(list) ? last - 1 : last;
}

/** Two lists of completions have the same ones as far as both reach; a list without a completion may reach further. */
export function sameUpToEnds<T>(
  [one, other]: readonly [CompleteExchange, CompleteExchange],
  [known, some]: readonly [readonly Json[], readonly Json[]],
  read: (completion: Json) => T,
): CheckResult {
  const upTo = Math.min(reachOf(one), reachOf(other));
  const [expected = [], actual = []] = [known, some].map((all) =>
    all.filter(({ offset }) => Number(offset) <= upTo).map(read),
  );
  if (expected.length === 0 && actual.length === 0) return 'inapplicable';
  return difference(expected, actual);
}

export const hasFailed = ({ status }: Json): boolean => Number(member(status, 'code') ?? 0) > 0;

/** The successful completions that name an update. */
export function naming(list: Exchange | undefined): readonly Json[] {
  const all = completionsIn(list) ?? [];
  return all.filter((one) => string(one, 'updateId') !== '' && !hasFailed(one));
}

/** The last successful completion that names an update. */
export function lastNaming(list: Exchange | undefined): Json | undefined {
  return naming(list).at(-1);
}
