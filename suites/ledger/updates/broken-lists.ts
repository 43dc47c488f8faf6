/** Lists that break a rule of their own: what compares them with others shows that, and not what follows from it. */
import {
  between,
  type CheckResult,
  type CompleteExchange,
  type Finding,
} from '../../../src/index.ts';
import { repeated } from '../../kit/json.ts';
import { entriesOf, keysOf } from '../active/entries.ts';
import { checkpointsInOrder } from './content-laws.ts';
import { eventsFollowShape, hasFormat, inOrder, onlyIncludedKinds } from './laws.ts';

type Compare<S extends readonly unknown[]> = (
  exchanges: readonly CompleteExchange[],
  ...rest: S
) => CheckResult;

/** The same comparison; where it fails and one of its responses is no list that its request asks for, it names that. */
export const ofGoodLists =
  <S extends readonly unknown[]>(compare: Compare<S>): Compare<S> =>
  (exchanges, ...rest) => {
    const result = compare(exchanges, ...rest);
    if (typeof result !== 'object' || result.length === 0) return result;
    const [broken] = exchanges.flatMap((one) => between(exchanges, brokenIn(one).slice(0, 1), one));
    return broken === undefined ? result : [broken];
  };

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

/** Where the rule for active contracts finds an entry that is listed twice. */
const REPEATED = '/contractId of the entries';
