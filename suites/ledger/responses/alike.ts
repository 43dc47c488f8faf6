/** Compares the responses of two operations that must respond alike. */
import type { CheckResult, CompleteExchange, Finding, Shown } from '../../../src/kit.ts';
import { statuses, worded, wrongStatus } from '../../../src/kit.ts';
import { errorOf, isRejectedInText } from './errors.ts';

/**
 * Compares a response with that of an equivalent operation: same status, same error code, and on success the findings
 * of `compare`. Inconclusive for responses that are not the ledger's own.
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
  const isSameStatus = expected.status === got.status;
  if (!isSameStatus || !(hidesCode || expected.code === got.code)) {
    const asModel = worded`${codeIn(expected)}, as ${method} ${operation.path}`;
    return [wrongStatus(asModel, codeIn(got))];
  }
  return expected.status === 200 ? compare(model.response.body, judged.response.body) : [];
}

interface Outcome {
  readonly status: number;
  readonly code?: string;
}

function outcomeOf(exchange: CompleteExchange): Outcome | undefined {
  const { status, truncated } = exchange.response;
  if (status === 200) return truncated ? undefined : { status };
  if (status !== 400 && status !== 404 && status !== 409) return undefined;
  const error = errorOf(exchange);
  if (error !== undefined) return { status, code: error.code };
  return isRejectedInText(exchange) ? { status: 400 } : undefined;
}

function codeIn({ status, code }: Outcome): Shown {
  return code === undefined ? statuses(status) : worded`${statuses(status)} ${code}`;
}
