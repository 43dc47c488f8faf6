/** Checks of responses that show updates, judged by their requests. */
import { type CompleteExchange, type Finding, finding } from '../../../src/index.ts';
import { isObject, type Json, member } from '../../kit/json.ts';
import type { Check } from '../../kit/law.ts';
import { askedOf } from '../requests/members.ts';
import { eachUpdate, updatesIn } from './shown-updates.ts';

/** Each offset is after the begin, not after the end, and after the offset before it. */
export const inOrder: Check = (exchange) => {
  const body = askedOf(exchange);
  const begin = body['beginExclusive'] ?? body['beginOffsetExclusive'];
  const end = body['endInclusive'] ?? body['endOffsetInclusive'];
  const back = body['descendingOrder'] === true;
  const updates = updatesIn(exchange);
  return updates?.flatMap(({ offset }, i): Finding[] => {
    const at = `update ${i} /offset`;
    if (typeof begin === 'number' && !(offset > begin))
      return [finding(at, `more than ${begin}`, `${offset}`)];
    if (typeof end === 'number' && !(offset <= end))
      return [finding(at, `at most ${end}`, `${offset}`)];
    const before = updates[i - 1]?.offset;
    if (before === undefined || (back ? offset < before : offset > before)) return [];
    return [finding(at, `${back ? 'less' : 'more'} than ${before}, the one before`, `${offset}`)];
  });
};

const INCLUDED: Readonly<Record<string, string>> = {
  includeTransactions: 'Transaction',
  includeReassignments: 'Reassignment',
  includeTopologyEvents: 'TopologyTransaction',
};

/** Only kinds of updates that the request includes. */
export const onlyIncludedKinds: Check = eachUpdate(({ kind }, exchange) => {
  const format = formatOf(exchange);
  const included = Object.entries(INCLUDED).flatMap(([name, one]) => (format[name] ? one : []));
  return included.includes(kind) ? [] : [finding('/update', included.join(' or '), kind)];
});

/** The update format of a request; that of a lookup of a transaction in the same form. */
export function formatOf(exchange: CompleteExchange): Json {
  const { updateFormat, transactionFormat } = askedOf(exchange);
  if (transactionFormat) return { includeTransactions: transactionFormat };
  return isObject(updateFormat) ? updateFormat : {};
}

/** One finding if a checkpoint has a greater offset than an element after it. */
export function checkpointFindings(
  shown: readonly { readonly kind: string; readonly value: unknown }[],
): readonly Finding[] {
  const offsets = shown.map(({ value }) => Number(member(value, 'offset')));
  const ahead = shown.findIndex(
    ({ kind }, i) =>
      kind === 'OffsetCheckpoint' &&
      offsets.slice(i + 1).some((later) => later < Number(offsets[i])),
  );
  if (ahead < 0) return [];
  return [finding('checkpoint /offset', 'no more than what follows it', `${offsets[ahead]}`)];
}
