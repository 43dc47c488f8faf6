/** A request that has all parts of another one, and more, needs the contracts that the other one needs. */
import {
  between,
  type CheckResult,
  type CompleteExchange,
  describe,
  finding,
  worded,
} from '../../src/kit.ts';
import type { Json } from '../kit/json.ts';
import { isAccepted } from '../kit/judges.ts';
import { contextOf, hasId } from './disclosed-contracts.ts';

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
      const found = finding(`${large.at}/disclosedContracts`, expected, 'no such entry');
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
