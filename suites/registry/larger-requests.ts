/** A request that has all parts of another one, and more, needs the contracts that the other one needs. */
import {
  between,
  type CheckResult,
  type CompleteExchange,
  describe,
  worded,
} from '../../src/kit.ts';
import { elements, isObject, type Json, stringAt } from '../kit/json.ts';
import { isAccepted, lacking } from '../kit/judges.ts';
import { contextOf, hasId } from './disclosed-contracts.ts';
import { grownIds } from './grown-arrays.ts';

/** The most allocations of other arguments in a request. */
const KNOWN = 20;

/**
 * The arguments alone, or with further allocations: with one of other arguments and one that no server knows, or with
 * many of both. Those of other arguments come first: a server that reads only some of them shows less of its own.
 */
export function withAllocations(
  args: Json,
  declared: readonly Json[],
  count: number,
): Json | undefined {
  const own = elements(args, 'allocations');
  const [first] = own;
  if (!isObject(first)) return undefined;
  if (count === 1) return args;
  const known = new Set(own.map((one) => stringAt(one, 'allocationCid')));
  const others = declared
    .flatMap((one) => elements(one, 'allocations'))
    .filter((one) => !known.has(stringAt(one, 'allocationCid')))
    .slice(0, count === 2 ? 1 : KNOWN);
  const more = grownIds(count).map((allocationCid) => ({ ...first, allocationCid }));
  const given = others.length + own.length;
  const size = count === 2 ? given + 1 : Math.max(given, count);
  return { ...args, allocations: [...others, ...own, ...more].slice(0, size) };
}

/**
 * Compares accepted requests, of which each has all parts of those before it: what one discloses, the later ones
 * disclose too. Reference data that was replaced meanwhile counts as the same.
 */
export function disclosesNoLess(
  ...growing: readonly (CompleteExchange | undefined)[]
): CheckResult {
  const all = growing.filter((one) => one !== undefined && isAccepted(one)) as CompleteExchange[];
  const contexts = all.flatMap((exchange) => {
    const context = contextOf(exchange.response.body);
    return context?.entries.every(hasId) ? [{ ...context, exchange }] : [];
  });
  if (contexts.length < 2) return undefined;
  for (const [i, small] of contexts.entries())
    for (const large of contexts.slice(i + 1)) {
      const lost = lostIn(small, large);
      if (lost === undefined) continue;
      const expected = worded`the contract ${describe(lost['contractId'])}, as in the smaller request`;
      const found = lacking(expected, `${large.at}/disclosedContracts`);
      return between([small.exchange, large.exchange], [found]);
    }
  return [];
}

type Context = NonNullable<ReturnType<typeof contextOf>>;

/** A contract that the larger request should disclose, and does not. */
function lostIn(small: Context, large: Context): Json | undefined {
  const ids = ({ entries }: Context) => new Set(entries.map(({ contractId }) => contractId));
  const [before, after] = [ids(small), ids(large)];
  const named = JSON.stringify(small.data ?? {});
  const come = large.entries.filter(({ contractId }) => !before.has(contractId));
  return small.entries.find(({ contractId, templateId }) => {
    if (after.has(contractId)) return false;
    const isReplaced =
      named.includes(`"${String(contractId)}"`) &&
      come.some((one) => one['templateId'] === templateId);
    return !isReplaced;
  });
}
