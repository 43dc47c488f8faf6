/** The older form of transactions: events by node id instead of a list. */
import type { Json } from '../projections-events.ts';

/** A transaction with every effect, as a tree. Only the newer form has the hash and the cost. */
export function transactionTree(transaction: Json): Json {
  const { events, externalTransactionHash, transactionHash, paidTrafficCost, ...kept } =
    transaction;
  const list = events as readonly Readonly<Record<string, { readonly nodeId: number }>>[];
  const byId = list.flatMap((event) =>
    Object.entries(event).map(([kind, value]): [string, Json] => [
      String(value.nodeId),
      { [kind === 'CreatedEvent' ? 'CreatedTreeEvent' : 'ExercisedTreeEvent']: { value } },
    ]),
  );
  return { ...kept, eventsById: Object.fromEntries(byId) };
}

/** The update in the older form; only transactions change. */
export function treeOf(update: Json): Json {
  const { Transaction } = update as { Transaction?: { value: Json } };
  return Transaction === undefined
    ? update
    : { TransactionTree: { value: transactionTree(Transaction.value) } };
}
