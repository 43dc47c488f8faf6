/** Reference data that was replaced between two responses, such as an open round: not an effect of the request. */
import type { CheckResult, CompleteExchange } from '../../src/kit.ts';
import { isObject, type Json } from '../kit/json.ts';
import { haveSame, type Ignore, same, unexpectedChange } from './compare.ts';
import { contextOf, hasId } from './disclosed-contracts.ts';

/**
 * As `unexpectedChange`, for requests that mean the same: a response with newer or older reference data is no change.
 * Nodes of a registry and its caches, which may have an entry for each text of a request, learn of new data one by one.
 */
export const changeApartFromTime = (
  before: CompleteExchange,
  middle: CompleteExchange,
  after: CompleteExchange,
  ignore?: Ignore,
): CheckResult => unexpectedChange(before, middle, after, ignore, asOfTheTimeOf);

/** True if two responses have the same ids, blobs and data, apart from newer or older reference data. */
export function sameApartFromTime(a: CompleteExchange, b: CompleteExchange): boolean {
  const [one, other] = [a.response.body, b.response.body];
  if (same(a, b)) return true;
  return isObject(one) && isObject(other) && haveSame(asOfTheTimeOf(one, other), other);
}

/**
 * This body with the reference data of the other one, if that is what differs: contracts that the data names, and as many
 * of each template in both. Otherwise the body itself. A contract that the data does not name, such as a lock, may
 * belong to another request.
 */
export function asOfTheTimeOf(body: Json, other: Json): Json {
  const [mine, theirs] = [contractsOf(body), contractsOf(other)];
  const [gone, come] = [without(mine, theirs), without(theirs, mine)];
  const replaced = new Map<unknown, Json>();
  const named = JSON.stringify(contextOf(body)?.data ?? {});
  for (const old of gone) {
    if (!named.includes(`"${String(old['contractId'])}"`)) return body;
    const nth = come.findIndex(({ templateId }) => templateId === old['templateId']);
    const [successor] = nth < 0 ? [] : come.splice(nth, 1);
    if (successor === undefined) return body;
    replaced.set(old['contractId'], successor);
  }
  return come.length > 0 || replaced.size === 0 ? body : (withReplaced(body, replaced) as Json);
}

function contractsOf(body: Json): readonly Json[] {
  return contextOf(body)?.entries.filter(hasId) ?? [];
}

/** The contracts that the others lack, each once. */
function without(contracts: readonly Json[], others: readonly Json[]): Json[] {
  const known = new Set(others.map(({ contractId }) => contractId));
  return contracts.filter(({ contractId }) => {
    const isNew = !known.has(contractId);
    known.add(contractId);
    return isNew;
  });
}

/** A copy that has the successors of contracts, and their ids in the data. */
function withReplaced(value: unknown, replaced: ReadonlyMap<unknown, Json>): unknown {
  if (typeof value === 'string') return replaced.get(value)?.['contractId'] ?? value;
  if (Array.isArray(value)) return value.map((item) => withReplaced(item, replaced));
  if (!isObject(value)) return value;
  const successor = hasId(value) ? replaced.get(value['contractId']) : undefined;
  if (successor !== undefined) return successor;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withReplaced(member, replaced)]),
  );
}
