/** Places in responses: `step /pointer`, and comparisons of the value there. */
import { type CompleteExchange, type Pointer, sent } from '../../../src/kit.ts';
import { difference, member } from '../json.ts';

/** The members of a JSON Pointer. */
export const membersOf = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));

/** The value at a JSON Pointer in a body. */
export const valueAt = (body: unknown, pointer: string): unknown =>
  member(body, ...membersOf(pointer));

/** The findings of a value that must equal another one. An absent text counts as an empty one, and so on. */
export function differsAt(expected: unknown, body: unknown, pointer: Pointer) {
  const actual = valueAt(body, pointer) ?? EMPTY[typeof expected];
  return difference(expected, actual, pointer);
}

const EMPTY: Readonly<Record<string, unknown>> = { string: '', number: 0, boolean: false };

/** A place in the response of a step, or in what it sent. */
export interface Place {
  readonly step: string;
  readonly pointer: Pointer;
  readonly sent?: boolean;
}

/** `step /pointer`, `step sent /pointer`, or `step` for the whole body. Throws for another text. */
export function placeOf(text: string): Place {
  const [, step = '', sent, pointer = ''] = /^(\w+)( sent)?(?: (\/\S*))?$/.exec(text) ?? [];
  if (step === '') throw new Error(`${JSON.stringify(text)} is not a place. Write: step /pointer`);
  return { step, pointer: pointer as Pointer, ...(sent !== undefined && { sent: true }) };
}

/** The value at a place. An exchange that is not there has none. */
export function shownAt(
  at: Readonly<Record<string, CompleteExchange>>,
  { step, pointer, sent: isSent }: Place,
): unknown {
  const exchange = at[step];
  if (exchange === undefined) return undefined;
  return valueAt(isSent ? sent(exchange.request) : exchange.response.body, pointer);
}
