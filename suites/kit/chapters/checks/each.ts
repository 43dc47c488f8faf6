/** `each: name`: a function of the surface judges each response of the cases by itself. */
import type { CheckResult, CompleteExchange } from '../../../../src/kit.ts';
import { suggestion } from '../../../../src/kit.ts';
import type { ChapterKit } from '../kit.ts';

export const EACH = 'each';

/** Throws with the remedy if there is no such function. */
export function eachForm(
  value: unknown,
  { checks }: ChapterKit,
): (exchange: CompleteExchange) => CheckResult {
  const check = checks[String(value)];
  if (check === undefined)
    throw new Error(`there is no check ${value}.${suggestion(String(value), Object.keys(checks))}`);
  return (exchange) => check(exchange as never);
}
