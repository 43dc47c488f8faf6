/** Typical judgements of several responses. */
import type { CheckResult, CompleteExchange, Finding } from '../../src/index.ts';
import { expects200 } from '../answers.ts';

type Read<T> = (exchange: CompleteExchange) => T | undefined;
type Pair = readonly (CompleteExchange | undefined)[];
type Compare<T> = (
  one: T,
  other: T,
  ...exchanges: readonly [CompleteExchange, CompleteExchange]
) => CheckResult;

/** Compares what two responses show; inconclusive unless both show it. */
export function both<T>(read: Read<T>, [first, second]: Pair, compare: Compare<T>): CheckResult {
  const [one, other] = [first && read(first), second && read(second)];
  if (!first || !second || one === undefined || other === undefined) return undefined;
  return compare(one, other, first, second);
}

/** The same, where the second request must be accepted if the first one is. */
export function accepted<T>(
  read: Read<T>,
  [model, judged]: Pair,
  compare: Compare<T>,
  plainAccepted = false,
): CheckResult {
  if (!model || !judged || read(model) === undefined) return undefined;
  const { status } = judged.response;
  return status === 200 ? both(read, [model, judged], compare) : expects200(status, plainAccepted);
}

/** The first findings of several results; inconclusive if all of them are. */
export function all(...results: readonly CheckResult[]): CheckResult {
  const findings = results.find((one): one is Finding[] => Array.isArray(one) && one.length > 0);
  return findings ?? results.find((one) => one !== undefined);
}

/** The findings of the first result that has some; conclusive if any of them is. */
export function anyOf(results: readonly CheckResult[]): CheckResult {
  const conclusive = results.filter((one) => typeof one === 'object');
  return conclusive.find((one) => one.length > 0) ?? conclusive[0] ?? results[0];
}
