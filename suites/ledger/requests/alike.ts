/** Comparing the responses of two operations that must respond alike. */
import {
  type CheckResult,
  type CompleteExchange,
  type Finding,
  finding,
} from '../../../src/index.ts';
import { errorOf, isRejectedInText } from '../laws/errors.ts';

/**
 * Compares a response with that of an operation which must respond alike: same status, same error code, and,
 * if both succeed, the findings of `compare`. Inconclusive for responses that are not the ledger's own.
 */
export function respondsAs(
  model: CompleteExchange,
  judged: CompleteExchange,
  compare: (model: unknown, judged: unknown) => Finding[],
): CheckResult {
  const [expected, got] = [outcomeOf(model), outcomeOf(judged)];
  if (expected === undefined || got === undefined) return undefined;
  const { method, operation } = model.request;
  const hidesCode = isRejectedInText(model) || isRejectedInText(judged);
  const same = hidesCode ? model.response.status === judged.response.status : expected === got;
  if (!same) return [finding('status', `${expected}, as ${method} ${operation.path}`, got)];
  return expected === '200' ? compare(model.response.body, judged.response.body) : [];
}

function outcomeOf(exchange: CompleteExchange): string | undefined {
  const { status, truncated } = exchange.response;
  if (status === 200) return truncated ? undefined : '200';
  if (status !== 400 && status !== 404 && status !== 409) return undefined;
  const error = errorOf(exchange);
  if (error !== undefined) return `${status} ${error.code}`;
  return isRejectedInText(exchange) ? '400' : undefined;
}
