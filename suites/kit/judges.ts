/** Typical judgements of several responses. */
import type {
  CheckResult,
  CompleteExchange,
  Exchange,
  Finding,
  Given,
  Place,
  Pointer,
  Statuses,
} from '../../src/kit.ts';
import { between, describe, finding, wantsCredential, wrongStatus } from '../../src/kit.ts';
import { elements, isObject, type Json, member, string, stringAt, strings } from './json.ts';
import { expects200, expectsAcceptance, expectsRejection, isRedirect } from './statuses.ts';

type Read<T> = (exchange: CompleteExchange) => T | undefined;
/** The exchange of a step; `undefined` if the case ended before it. */
export type Received = CompleteExchange | undefined;
type Pair = readonly Received[];
type Compare<T> = (
  one: T,
  other: T,
  ...exchanges: readonly [CompleteExchange, CompleteExchange]
) => CheckResult;

/** Compares a value of two responses; inconclusive unless both have it. */
export function both<T>(read: Read<T>, [first, second]: Pair, compare: Compare<T>): CheckResult {
  const [one, other] = [first && read(first), second && read(second)];
  if (!first || !second || one === undefined || other === undefined) return undefined;
  return between([first, second], compare(one, other, first, second));
}

/** Compares a value of two responses; the second request must be accepted if the first one is. */
export function accepted<T>(
  read: Read<T>,
  [model, judged]: Pair,
  compare: Compare<T>,
  plainAccepted = false,
): CheckResult {
  if (!model || !judged || read(model) === undefined) return undefined;
  const { status } = judged.response;
  if (status === 200) return both(read, [model, judged], compare);
  return between([model, judged], expects200(status, plainAccepted));
}

/** The same where the first request is the plainest of its kind: see `expects200`. */
export function acceptedToo<T>(read: Read<T>, pair: Pair, compare: Compare<T>): CheckResult {
  return accepted(read, pair, compare, true);
}

/** The same comparison. If it fails and one response breaks a rule of its own, that finding is returned instead. */
export const ofGood =
  <S extends readonly unknown[]>(
    brokenIn: (exchange: CompleteExchange) => readonly Finding[],
    compare: (exchanges: readonly CompleteExchange[], ...rest: S) => CheckResult,
  ): typeof compare =>
  (exchanges, ...rest) => {
    const result = compare(exchanges, ...rest);
    if (typeof result !== 'object' || result.length === 0) return result;
    const [broken] = exchanges.flatMap((one) => between(exchanges, brokenIn(one).slice(0, 1), one));
    return broken === undefined ? result : [broken];
  };

/** The first findings of several results; inconclusive if all of them are. */
export function all(...results: readonly CheckResult[]): CheckResult {
  const findings = results.find((one): one is Finding[] => Array.isArray(one) && one.length > 0);
  return findings ?? results.find((one) => one !== undefined);
}

/** The first finding about these subjects; `inapplicable` if the judge judges none of them. */
export function eachOf<T>(
  subjects: readonly T[],
  judge: (subject: T) => readonly Finding[] | undefined,
): CheckResult {
  const judged = subjects.map(judge).filter((one) => one !== undefined);
  return judged.length === 0 ? 'inapplicable' : judged.flat().slice(0, 1);
}

/** The findings of the first result that has some; conclusive if any of them is. */
export function anyOf(results: readonly CheckResult[]): CheckResult {
  const conclusive = results.filter((one) => typeof one === 'object');
  return conclusive.find((one) => one.length > 0) ?? conclusive[0] ?? results[0];
}

export function isAccepted(exchange: Exchange | undefined): boolean {
  return exchange?.response?.status === 200;
}

/** The member of a response body at this path. */
export const shown = (exchange: Exchange | undefined, ...path: readonly string[]): unknown =>
  member(exchange?.response?.body, ...path);

/** The string at this path of a response body. */
export const shownText = (
  exchange: Exchange | undefined,
  ...path: readonly string[]
): string | undefined => stringAt(exchange?.response?.body, ...path);

/** The elements of the array at this path of a response body. */
export const shownList = (
  exchange: Exchange | undefined,
  ...path: readonly string[]
): readonly unknown[] => elements(exchange?.response?.body, ...path);

/** One finding unless the condition holds. */
export function unless(
  holds: boolean,
  at: Pointer | Place,
  expected: Given,
  actual: Given,
): Finding[] {
  return holds ? [] : [finding(at, expected, actual)];
}

/** A list lacks this element. */
export function lacking(element: Given, list: Pointer = ''): Finding {
  return finding({ part: 'list', pointer: list }, asText(element), NOTHING);
}

/** A list has this element, and must not. */
export function unexpected(element: Given, list: Pointer = ''): Finding {
  return finding({ part: 'list', pointer: list }, NOTHING, asText(element));
}

/** An id is data: by it the response is found that lacks it. */
const asText = (element: Given): Given =>
  typeof element === 'string' ? { text: element } : element;

const NOTHING = describe(undefined);

/** One finding about a status unless the condition holds. */
export function unlessStatus(holds: boolean, ...status: Parameters<typeof wrongStatus>): Finding[] {
  return holds ? [] : [wrongStatus(...status)];
}

/** One finding about an unexpected value, if there is one. */
export function noOther(other: unknown, at: Pointer | Place, expected: Given): Finding[] {
  return unless(other === undefined, at, expected, describe(other));
}

/** The value without the member at this path. */
export function without(value: unknown, path: readonly string[] = []): unknown {
  const [name, ...rest] = path;
  if (name === undefined || !isObject(value)) return value;
  const { [name]: inner, ...others } = value;
  return rest.length === 0 ? others : { ...others, [name]: without(inner, rest) };
}

export type At<Name extends string> = Readonly<Record<Name, CompleteExchange>>;

/** The findings about this exchange, whatever others a rule read. */
export function blaming(exchange: CompleteExchange, result: CheckResult): CheckResult {
  return typeof result === 'object' ? result.map((one) => ({ ...one, exchange })) : result;
}

/** The step is accepted. */
export const accepts =
  <Name extends string>(step: Name) =>
  (at: At<Name>): CheckResult =>
    blaming(at[step], expectsAcceptance(at[step]));

/** The step is rejected. */
export const rejects =
  <Name extends string>(step: Name, expected: Statuses = 400) =>
  (at: At<Name>): CheckResult =>
    blaming(at[step], expectsRejection(at[step].response.status, expected));

/** True if the response is about the caller's credentials, or leads to a login. */
export const isTurnedAway = ({ response }: CompleteExchange): boolean =>
  wantsCredential(response) || isRedirect(response.status);

/** Judges only if the request without a token is rejected because of that. */
export const whereGuarded = (tokenless: CompleteExchange, judge: () => CheckResult): CheckResult =>
  isTurnedAway(tokenless) ? judge() : 'inapplicable';

/** The request is rejected like the one without a token. */
export const turnsAwayToo = (tokenless: CompleteExchange, other: CompleteExchange): CheckResult =>
  whereGuarded(tokenless, () =>
    isTurnedAway(other) ? [] : expectsRejection(other.response.status, 401),
  );

/** One finding if this string or array of strings is missing or empty. `at`: the place of its object. */
export function filled(value: Json, name: string, at: Pointer = ''): Finding[] {
  const isThere = string(value, name) !== '' || strings(value, name).length > 0;
  return unless(isThere, `${at}/${name}`, 'a value', describe(value[name] ?? null));
}
