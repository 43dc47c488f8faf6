/** Deprecated operations still work, with the same responses as their replacements: checks that chapters name. */
import type { CheckResult, CompleteExchange, Finding, Pointer } from '../../../src/kit.ts';
import { finding, worded, wrongStatus } from '../../../src/kit.ts';
import { difference, holds, isObject, type Json, member } from '../../kit/json.ts';
import type { Received } from '../../kit/judges.ts';
import { comparing, inOrder } from '../laws/list-contents.ts';
import { vettingDifference } from '../packages/vetting-rows.ts';
import { limitOf } from '../requests/formats.ts';
import { asTree } from '../responses/shown-updates.ts';
import { eventsDiffer, respondsAs } from '../responses/views.ts';
import { wronglySwitchedOff } from '../switched-off.ts';

type Compare = (newer: unknown, older: unknown) => Finding[];

/** If the newer operation responds differently the second time, the data changed: inconclusive. */
const matching = (compare: Compare) =>
  comparing((newer: Received, older: Received, again: Received): CheckResult => {
    if (!newer || !older || !keepsItsRange(newer) || lostItsBody(older)) return undefined;
    const moved = again === undefined ? [] : respondsAs(newer, again, eventsDiffer);
    if (moved === undefined || moved.length > 0) return undefined;
    // Documents and servers differ on whether the older form of a body includes topology events.
    const leftOut = usesOlderForm(older) ? [CHECKPOINT, TOPOLOGY] : [CHECKPOINT];
    return respondsAs(newer, older, (...both) =>
      compare(...whatBothShow(both, limitOf(newer), leftOut)),
    );
  });

function stillWorks({ response }: CompleteExchange): CheckResult {
  const { status } = response;
  const wrongly = wronglySwitchedOff(response);
  if (wrongly) return wrongly;
  if (status === 410 || status === 501)
    return [wrongStatus(worded`a response of the operation`, status)];
  return status === 200 || status === 400 || status === 404 ? [] : undefined;
}

const [CHECKPOINT, TOPOLOGY] = ['OffsetCheckpoint', 'TopologyTransaction'] as const;

export const DEPRECATION_CHECKS = {
  stillWorks,
  respondsAlikeToBoth: matching(eventsDiffer),
  showsTreesOfList: matching(treeDifferences),
  showsTreeOfUpdate: matching((newer, older) =>
    missing(asTree(transactionIn(newer)), member(older, 'transaction'), '/transaction'),
  ),
  showsTransactionOfUpdate: matching((newer, older) =>
    eventsDiffer(transactionIn(newer), member(older, 'transaction'), '/transaction'),
  ),
  vetsAlike: matching(vettingDifference),
  hasStatusOfBoth: matching(() => []),
};

/** A gateway may drop the body of a GET; another rule requires that it is read. */
function lostItsBody({ request, response }: CompleteExchange): boolean {
  return request.method === 'GET' && request.body !== undefined && response.status === 400;
}

/** A newer list that is too long is judged with the newer operation. */
function keepsItsRange(newer: CompleteExchange): boolean {
  const { body } = newer.response;
  if (!Array.isArray(body)) return true;
  const order = inOrder(newer);
  return body.length <= limitOf(newer) && !(Array.isArray(order) && order.length > 0);
}

function transactionIn(found: unknown): Json {
  const value = member(found, 'update', 'Transaction', 'value');
  return isObject(value) ? value : {};
}

function usesOlderForm({ request }: CompleteExchange): boolean {
  return `${request.body}`.includes('"filter":');
}

/** Compares no updates that omitted ones (which count toward the limit) or checkpoints displace. */
function whatBothShow(
  both: readonly [unknown, unknown],
  limit: number,
  leftOut: readonly string[],
): [unknown, unknown] {
  const [newer, older] = both;
  if (!Array.isArray(newer) || !Array.isArray(older)) return [newer, older];
  const [a, b] = [without(newer, leftOut), without(older, leftOut)];
  const pushedOut =
    (newer.length >= limit && newer.length > a.length) ||
    (older.length >= limit && older.length > b.length);
  const most = pushedOut ? Math.min(a.length, b.length) : undefined;
  return [a.slice(0, most), b.slice(0, most)];
}

function without(list: readonly unknown[], kinds: readonly string[]): readonly Json[] {
  return list
    .filter(isObject)
    .filter((one) => kinds.every((kind) => member(one, 'update', kind) === undefined));
}

/** Compares a list of transactions with a list of trees. */
function treeDifferences(newer: unknown, older: unknown): Finding[] {
  if (!Array.isArray(newer) || !Array.isArray(older)) return [];
  if (newer.length !== older.length)
    return [finding('', worded`${newer.length} updates`, worded`${older.length} updates`)];
  return newer.flatMap((one, i) => {
    const transaction = transactionIn(one);
    if (Object.keys(transaction).length === 0) return difference(one, older[i], `/${i}`);
    const tree = member(older[i], 'update', 'TransactionTree', 'value');
    return missing(asTree(transaction), tree, `/${i}`);
  });
}

/** A tree may have additional members, but no other values. */
function missing(expected: Json, tree: unknown, at: Pointer): Finding[] {
  return Object.entries(expected).flatMap(([name, value]) =>
    holds(value ?? undefined, member(tree, name), `${at}/${name}`),
  );
}
