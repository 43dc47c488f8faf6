/** Reads the updates of responses, for any operation; nothing here throws for an unexpected body. */
import type { CompleteExchange } from '../../../src/index.ts';
import { isObject } from '../requests/alike.ts';
import { isFull } from '../requests/formats.ts';
import { type Json, string } from '../requests/members.ts';

/** One update; its kind is its name in the response. */
export interface ShownUpdate {
  readonly kind: string;
  readonly value: Json;
  readonly offset: number;
}

/** One event: a created event inside an assignment counts as part of the assignment. */
export interface ShownEvent {
  readonly kind: string;
  readonly value: Json;
}

/**
 * The updates of a response in their order, without checkpoints; `undefined` without success. Lists, pages
 * and lookups are read alike.
 */
export function updatesIn({
  response: { status, body, truncated },
}: CompleteExchange): readonly ShownUpdate[] | undefined {
  if (status !== 200 || truncated) return undefined;
  if (Array.isArray(body)) return body.flatMap(updateIn);
  if (!isObject(body)) return [];
  const { updates } = body;
  return Array.isArray(updates) ? updates.flatMap(updateIn) : updateIn(body);
}

/** The offset up to which a response is complete: a list at its limit goes on after its last update. */
export function completeUpTo(exchange: CompleteExchange): number {
  const { body } = exchange.response;
  const more = Array.isArray(body) ? isFull(exchange) : string(body, 'nextPageToken') !== '';
  return more ? (updatesIn(exchange)?.at(-1)?.offset ?? 0) : Number.POSITIVE_INFINITY;
}

function updateIn(element: unknown): ShownUpdate[] {
  const { update, transaction } = isObject(element) ? element : {};
  if (isObject(transaction)) return [shown('Transaction', transaction)];
  const [entry] = isObject(update) ? Object.entries(update) : [];
  if (entry === undefined || entry[0] === 'OffsetCheckpoint') return [];
  const [kind, wrapped] = entry;
  const value = isObject(wrapped) ? wrapped['value'] : undefined;
  return isObject(value) ? [shown(kind, value)] : [];
}

function shown(kind: string, value: Json): ShownUpdate {
  return { kind, value, offset: Number(value['offset']) };
}

/** The events of a transaction or a reassignment, in their order. */
export function eventsIn({ value }: ShownUpdate): readonly ShownEvent[] {
  const events = Array.isArray(value['events']) ? value['events'] : [];
  return events.filter(isObject).flatMap((wrapped) => {
    const [entry] = Object.entries(wrapped);
    if (entry === undefined || !isObject(entry[1])) return [];
    const [kind, event] = entry;
    const inner = event['createdEvent'] ?? (kind === 'JsUnassignedEvent' ? event['value'] : event);
    return [{ kind, value: isObject(inner) ? inner : event }];
  });
}

/** The synchronizer of an update; empty where there is none. */
export function synchronizerOf({ value }: ShownUpdate): string {
  return typeof value['synchronizerId'] === 'string' ? value['synchronizerId'] : '';
}

/** The strings of an array; empty for other values. */
export function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

const TREE_EVENTS: Readonly<Record<string, string>> = {
  CreatedEvent: 'CreatedTreeEvent',
  ExercisedEvent: 'ExercisedTreeEvent',
};

/** A transaction as a tree shows it. The hash and the cost stand in the newer form only. */
export function asTree({ events, externalTransactionHash, paidTrafficCost, ...kept }: Json): Json {
  const nodes = (Array.isArray(events) ? events : []).filter(isObject).flatMap(Object.entries);
  const byId = nodes.map(([kind, value]): [string, unknown] => [
    String(isObject(value) ? value['nodeId'] : undefined),
    { [TREE_EVENTS[kind] ?? kind]: { value } },
  ]);
  return { ...kept, eventsById: Object.fromEntries(byId) };
}
