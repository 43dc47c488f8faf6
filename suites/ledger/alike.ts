/** Comparing answers of a ledger: the same value, null counting as absent. */
import {
  type CheckResult,
  type CompleteExchange,
  describe,
  type Finding,
  finding,
} from '../../src/index.ts';
import { errorOf, isRejectedInText } from './errors.ts';
import type { Json } from './members.ts';

/** The first place where two values differ. Lists of texts are sets of parties or ids and have no order. */
export function difference(expected: unknown, actual: unknown, at = ''): Finding[] {
  if (Array.isArray(expected) && Array.isArray(actual)) return ofLists(expected, actual, at);
  if (isObject(expected) && isObject(actual)) {
    for (const name of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
      const below = `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      const found = difference(expected[name] ?? undefined, actual[name] ?? undefined, below);
      if (found.length > 0) return found;
    }
    return [];
  }
  return expected === actual ? [] : [finding(at, shown(expected), shown(actual))];
}

function ofLists(expected: readonly unknown[], actual: readonly unknown[], at: string): Finding[] {
  if (expected.length !== actual.length) {
    return [finding(at, `${expected.length} elements`, `${actual.length} elements`)];
  }
  const texts = [...expected, ...actual].every((one) => typeof one === 'string');
  const [left, right] = texts ? [expected.toSorted(), actual.toSorted()] : [expected, actual];
  for (const [i, one] of left.entries()) {
    const found = difference(one, right[i], `${at}/${i}`);
    if (found.length > 0) return found;
  }
  return [];
}

/**
 * The first place where something of `owed` is not there. What else is there says nothing, and a member
 * that holds its default may be left out.
 */
export function holds(owed: unknown, actual: unknown, at = ''): Finding[] {
  if (Array.isArray(owed) && Array.isArray(actual) && owed.some(isObject)) {
    if (owed.length !== actual.length) return difference(owed, actual, at);
    return owed.flatMap((one, i) => holds(one, actual[i], `${at}/${i}`)).slice(0, 1);
  }
  if (!isObject(owed) || !isObject(actual)) return difference(owed, actual, at);
  for (const [name, value] of Object.entries(owed)) {
    const told = actual[name] ?? undefined;
    if (told === undefined && isDefault(value)) continue;
    const found = holds(value ?? undefined, told, `${at}/${name}`);
    if (found.length > 0) return found;
  }
  return [];
}

function isDefault(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isDefault);
  return value === '' || value === false || value === null || value === undefined;
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : describe(value, 90);
}

/**
 * Judges an answer by that of an operation which is to answer the same: same status, same error code,
 * and, where both succeed, what `compare` says. Answers that are not the ledger's own say nothing.
 */
export function answersAs(
  model: CompleteExchange,
  judged: CompleteExchange,
  compare: (model: unknown, judged: unknown) => Finding[],
): CheckResult {
  const [owed, got] = [outcomeOf(model), outcomeOf(judged)];
  if (owed === undefined || got === undefined) return undefined;
  const { method, operation } = model.request;
  const hidesCode = isRejectedInText(model) || isRejectedInText(judged);
  const same = hidesCode ? model.response.status === judged.response.status : owed === got;
  if (!same) return [finding('status', `${owed}, as ${method} ${operation.path}`, got)];
  return owed === '200' ? compare(model.response.body, judged.response.body) : [];
}

function outcomeOf(exchange: CompleteExchange): string | undefined {
  const { status, truncated } = exchange.response;
  if (status === 200) return truncated ? undefined : '200';
  if (status !== 400 && status !== 404 && status !== 409) return undefined;
  const error = errorOf(exchange);
  if (error !== undefined) return `${status} ${error.code}`;
  return isRejectedInText(exchange) ? '400' : undefined;
}
