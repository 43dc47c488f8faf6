/** What the request of a failure has to do with what its response shows. */
import {
  type Counterexample,
  type Finding,
  isNothing,
  memberAt,
  namesIn,
  parsedJson,
  pointerOf,
  textsIn,
} from '../model/index.ts';

/** The value that an accepted request has at the place of a value with a wrong type; `undefined` for other findings. */
export function sentThere(
  { at, keyword }: Finding,
  shown: Counterexample | undefined,
): string | number | boolean | undefined {
  const isAccepted = (shown?.response?.status ?? 500) < 300;
  if (keyword !== 'type' || at.part !== 'body' || !isAccepted) return undefined;
  const value = memberAt(parsedJson(shown?.request.body ?? ''), namesIn(at.pointer));
  const isPlain = ['string', 'number', 'boolean'].includes(typeof value);
  return isPlain ? (value as string | number | boolean) : undefined;
}

/** True if an update lacks in its response a member that it does not name: the update removed it. */
export function isLeftOut(
  { kind, at, actual }: Finding,
  shown: Counterexample | undefined,
): boolean {
  const name = namesIn(pointerOf(at) ?? '').at(-1);
  if (kind !== 'relation' || shown?.request.method !== 'PATCH' || name === undefined) return false;
  return isNothing(actual) && shown.request.body?.includes(name) === false;
}

/** Which of the values of a repeated parameter the response lacks, counted from 1. */
export interface Repeated {
  readonly name: string;
  readonly nth: number;
  readonly of: number;
}

/** The value of a repeated parameter that asks for a missing element. */
export function repeatedIn(
  { expected, actual }: Finding,
  shown: Counterexample | undefined,
): Repeated | undefined {
  const [, query] = shown?.request.url.split('?') ?? [];
  if (query === undefined || !isNothing(actual)) return undefined;
  const params = new URLSearchParams(query);
  const texts = textsIn(expected);
  for (const name of new Set(params.keys())) {
    const values = params.getAll(name);
    const at = values.findIndex((value) => texts.includes(value));
    if (values.length > 1 && at >= 0) return { name, nth: at + 1, of: values.length };
  }
  return undefined;
}
